/**
 * What a routine's locals need when they are declared: whether anything names them, whether anything reads them, and
 * whether a read may come before the first write (then they are declared with a value).
 *
 * "May come before" is a must-analysis on the tree: a scalar is certainly assigned where every path to that place
 * assigns it. Scalars only; an array is never certain.
 */

import { BitSet } from '../base/bitset';
import { entryOf } from '../base/lookup';
import { getOrMake } from '../base/once';
import { walk, walkPlaces } from '../ir/build';
import { bodies, callsIn, kindsIn } from '../ir/statements';
import type { Place, Program, Routine, Statement, VariableId } from '../ir/types';
import {
  assignedVariables,
  mentioned,
  mentions,
  namedVariables,
  statementExpressions,
  type WritesArgument,
} from '../ir/uses';
import { flowOf } from './assignedBefore';

export interface LocalFacts {
  readonly mentioned: ReadonlySet<VariableId>;
  /** Compilers warn of a variable that is only ever set. */
  readonly read: ReadonlySet<VariableId>;
  /** Scalars that may be read before they are assigned; arrays that a recording reads, or that are passed as input before anything sets them. */
  readonly undefinedReads: ReadonlySet<VariableId>;
  /** Arrays whose first mention sets all of their elements, in loops that do nothing else. */
  readonly zeroedFirst: ReadonlySet<VariableId>;
  /** Assigned, popped, passed by reference, or the index of a loop. */
  readonly written: ReadonlySet<VariableId>;
  /** Scalar parameters by reference, assigned on every path before anything reads them. */
  readonly outputs: ReadonlySet<VariableId>;
}

/** Of every routine of a program. */
export function localFacts(program: Program): Map<Routine, LocalFacts> {
  const globals = BitSet.of(
    program.variables.length,
    program.variables.flatMap((v) => (v.owner === null || v.role === 'global' ? [v.id] : [])),
  );
  const outputs = outputParameters(program, globals);
  return new Map(
    program.routines.map((routine) => {
      const { read, written, undefinedReads } = flowOf(
        program,
        routine,
        outputs,
        withAll(globals, routine.parameters),
      );
      const facts = {
        mentioned: mentioned(routine),
        read,
        undefinedReads,
        zeroedFirst: zeroedFirst(routine),
        written,
        outputs,
      };
      return [routine, facts];
    }),
  );
}

/**
 * Scalars by reference that their routine assigns on every path, before anything reads them: what they held is of no
 * interest. Found by taking away from all that might be until nothing changes. A routine without a body says it by
 * `intent(out)`; others may, and the text tells anyway.
 */
function outputParameters(program: Program, globals: BitSet): Set<VariableId> {
  const mayBe = ({ external }: Routine, id: VariableId): boolean => {
    const v = program.variables[id];
    return v?.passing === 'reference' && v.shape === null && (!external || v.intent === 'out');
  };
  const found = new Set<VariableId>();
  const work = new Set<Routine>();
  for (const routine of program.routines) {
    const own = routine.parameters.filter((id) => mayBe(routine, id));
    for (const id of own) found.add(id);
    if (own.length > 0 && !routine.external) work.add(routine);
  }
  if (work.size === 0) return found;
  const callers = callersIn(program);
  // A routine that is put back on the list while this goes on is visited again.
  for (const routine of work) {
    work.delete(routine);
    const values = routine.parameters.filter((id) => program.variables[id]?.passing === 'value');
    const { undefinedReads, end } = flowOf(program, routine, found, withAll(globals, values));
    let changed = false;
    for (const id of routine.parameters)
      if (undefinedReads.has(id) || (end && !end.has(id))) changed = found.delete(id) || changed;
    if (!changed) continue;
    for (const caller of callers.get(routine.name) ?? [])
      if (caller.parameters.some((id) => found.has(id))) work.add(caller);
  }
  return found;
}

/** By name: the routines that call it. */
function callersIn(program: Program): Map<string, Set<Routine>> {
  const callers = new Map<string, Set<Routine>>();
  for (const routine of program.routines)
    for (const { callee } of callsIn(routine.body)) {
      getOrMake(callers, callee, () => new Set()).add(routine);
    }
  return callers;
}

function withAll(set: BitSet, ids: readonly VariableId[]): BitSet {
  const more = set.clone();
  for (const id of ids) more.add(id);
  return more;
}

/**
 * Initialisers that can be printed where they stand: nothing names the variable before them or outside of the list
 * that they stand in, and they don't read it themselves. What nothing reads is left to be declared, and silenced, above.
 */
export function initialisersInPlace(routine: Routine, read: ReadonlySet<VariableId>): Set<Statement> {
  const first = new Map<VariableId, number>();
  const last = new Map<VariableId, number>();
  const candidates: { s: Statement; id: VariableId; at: number; end: number }[] = [];
  let counter = 0;

  let returned = Number.POSITIVE_INFINITY;
  const name = (id: VariableId) => {
    if (!first.has(id)) first.set(id, counter);
    last.set(id, counter);
  };
  const see = ({ variable }: Place) => name(variable);
  function visit(list: readonly Statement[]): void {
    const here: typeof candidates = [];
    for (const s of list) {
      counter++;
      const at = counter;
      for (const e of statementExpressions(s)) walkPlaces(e, see);
      for (const id of namedVariables(s)) name(id);
      if (s.kind === 'exit' && s.target === routine.label) returned = Math.min(returned, at);
      const id = initialised(s);
      if (id !== null) here.push({ s, id, at, end: at });
      for (const body of bodies(s)) visit(body);
      // A construct is left: what its own test names (do … while) counts after its body too.
      counter++;
      if (s.kind === 'doWhile') walk(s.condition, (e) => e.kind === 'variable' && name(e.variable));
    }
    for (const candidate of here) {
      candidate.end = counter;
      candidates.push(candidate);
    }
  }
  visit(routine.body);
  const good = candidates.filter(
    ({ id, at, end }) =>
      first.get(id) === at &&
      entryOf(last, id) <= end &&
      // Every return reads the result.
      (id === routine.result ? end === counter && at < returned : read.has(id)),
  );
  return new Set(good.map(({ s }) => s));
}

/** The variable that a declaration with a value declares, where the value does not read it. */
function initialised(s: Statement): VariableId | null {
  if (s.kind !== 'assign' || s.form !== 'declaration' || s.target.kind !== 'variable') return null;
  return mentions(s.value, (id) => id === s.target.variable) ? null : s.target.variable;
}

/** `for i … for j … a[i,j] = constant` before anything else names a. */
function zeroedFirst(routine: Routine): Set<VariableId> {
  const zeroed = new Set<VariableId>();
  const candidates = new Map<Statement, VariableId>();
  for (const s of routine.body) {
    let inner: Statement | undefined = s;
    while (inner?.kind === 'for' && inner.body.length === 1) inner = inner.body[0];
    if (s.kind === 'for' && inner?.kind === 'assign' && inner.value.kind === 'constant')
      candidates.set(s, inner.target.variable);
  }
  const seen = new Set<VariableId>();
  for (const s of routine.body) {
    if (candidates.size === 0) break;
    const variable = candidates.get(s);
    if (variable !== undefined && !seen.has(variable)) zeroed.add(variable);
    candidates.delete(s);
    for (const id of mentioned({ body: [s] })) seen.add(id);
  }
  return zeroed;
}

/** Every variable that statements may write; a call may write all globals as well. */
export function writtenIn(
  program: Program,
  body: readonly Statement[],
  writes?: WritesArgument,
): Set<VariableId> {
  const written = assignedVariables(body, writes);
  if (kindsIn(body).has('call'))
    for (const v of program.variables) if (v.role === 'global' || v.storage) written.add(v.id);
  return written;
}

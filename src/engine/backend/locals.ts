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
import { walk } from '../ir/build';
import { routineNamed, variableOf } from '../ir/names';
import { bodies, callsIn, kindsIn } from '../ir/statements';
import type { Program, Routine, Statement, VariableId } from '../ir/types';
import { assignedVariables, mentioned, mentions, mentionsTo } from '../ir/uses';
import { flowOf } from './assignedBefore';

export interface LocalFacts {
  readonly mentioned: ReadonlySet<VariableId>;
  /** Compilers warn of a variable that is set and never read. */
  readonly read: ReadonlySet<VariableId>;
  /** Scalars that may be read before they are assigned, parameters by reference too; arrays that a recording reads, or that are passed as input before anything sets them. */
  readonly undefinedReads: ReadonlySet<VariableId>;
  /** Arrays whose first mention sets all of their elements, in loops that do nothing else. */
  readonly zeroedFirst: ReadonlySet<VariableId>;
  /** Variables that are assigned, popped, passed by reference, or the index of a loop. */
  readonly written: ReadonlySet<VariableId>;
  /** Scalar parameters by reference, assigned on every path before anything reads them. */
  readonly outputs: ReadonlySet<VariableId>;
}

/**
 * The facts of every routine of a program. Output parameters are scalars by reference that the routine assigns on every path
 * before anything reads them, so their value at entry does not matter. They are found by removing candidates until nothing
 * changes. A routine without a body declares them with `intent(out)`; for other routines the text tells.
 */
export function localFacts(program: Program): Map<Routine, LocalFacts> {
  const globals = BitSet.of(
    program.variables.length,
    program.variables.flatMap((v) => (v.owner === null || v.role === 'global' ? [v.id] : [])),
  );
  const mayBe = ({ external }: Routine, id: VariableId): boolean => {
    const v = program.variables[id];
    return v?.passing === 'reference' && v.shape === null && (!external || v.intent === 'out');
  };
  const outputs = new Set(program.routines.flatMap((r) => r.parameters.filter((id) => mayBe(r, id))));
  const callers = callersIn(program);
  const facts = new Map<Routine, LocalFacts>();
  // A routine that is put back on the list meanwhile is visited again.
  const work = new Set(program.routines);
  for (const routine of work) {
    work.delete(routine);
    const { parameters } = routine;
    const given = globals.clone();
    for (const id of parameters) if (program.variables[id]?.passing === 'value') given.add(id);
    const { read, written, undefinedReads, end } = flowOf(program, routine, outputs, given);
    let changed = false;
    if (!routine.external)
      for (const id of parameters)
        if (undefinedReads.has(id) || (end && !end.has(id))) changed = outputs.delete(id) || changed;
    if (changed) for (const caller of callers.get(routine.name) ?? []) work.add(caller);
    facts.set(routine, {
      mentioned: mentioned(routine),
      read,
      undefinedReads,
      zeroedFirst: zeroedFirst(routine),
      written,
      outputs,
    });
  }
  return facts;
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

/**
 * Initialisers that can be printed where they stand: nothing names the variable before them or outside their list of
 * statements, and their value does not read it. A variable that nothing reads stays declared at the top, where it is
 * silenced.
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
  const see = mentionsTo(name);
  function visit(list: readonly Statement[]): void {
    const here: typeof candidates = [];
    for (const s of list) {
      counter++;
      const at = counter;
      see(s);
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

/** Whether statements that assign these variables may write one of them; a call may write all globals as well. */
export function mayWrite(
  program: Program,
  body: readonly Statement[],
  id: VariableId,
  assigned = assignedVariables(body),
): boolean {
  if (assigned.has(id)) return true;
  const { role, storage } = variableOf(program, id);
  return (role === 'global' || storage !== null) && kindsIn(body).has('call');
}

/**
 * Parameters that are declared as input, never written, and never passed on where they might be written. Found by removing
 * candidates until nothing changes.
 */
export function readOnlyParameters(
  program: Program,
  facts: ReadonlyMap<Routine, LocalFacts>,
): Set<VariableId> {
  const found = new Set<VariableId>();
  for (const routine of program.routines)
    for (const id of routine.parameters)
      if (variableOf(program, id).intent === 'in' && !facts.get(routine)?.written.has(id)) found.add(id);
  for (let changed = true; changed; ) {
    changed = false;
    for (const routine of program.routines)
      for (const s of callsIn(routine.body)) {
        const callee = routineNamed(program, s.callee);
        s.args.forEach((arg, i) => {
          const id =
            arg.kind === 'array' ? arg.variable : arg.kind === 'reference' ? arg.place.variable : null;
          const formal = callee?.parameters[i];
          const keeps = formal !== undefined && found.has(formal);
          if (id !== null && !keeps && found.delete(id)) changed = true;
        });
      }
  }
  return found;
}

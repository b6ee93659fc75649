/**
 * What a routine's locals need when they are declared: whether anything names them, whether anything reads them, and
 * whether a read may come before the first write (then they are declared with a value).
 *
 * "May come before" is a must-analysis on the tree: a scalar is certainly assigned where every path to that place
 * assigns it. Scalars only; an array is never certain.
 */
import { BitSet } from '../base/bitset';
import { entryOf } from '../base/lookup';
import { walk } from '../ir/build';
import { bodies, walkStatements } from '../ir/statements';
import type {
  Call,
  Dispatch,
  Expr,
  LabelId,
  Place,
  Program,
  Routine,
  Statement,
  VariableId,
} from '../ir/types';
import { mentioned, namedVariables, statementExpressions } from '../ir/uses';

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

/** Certainly assigned scalars; null where control never is. */
type State = BitSet | null;

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
  const isScalar = (id: VariableId) => {
    const v = program.variables[id];
    return v?.passing === 'reference' && v.shape === null;
  };
  const found = new Set<VariableId>();
  const work = new Set<Routine>();
  for (const routine of program.routines)
    for (const id of routine.parameters)
      if (isScalar(id) && (!routine.external || program.variables[id]?.intent === 'out')) {
        found.add(id);
        if (!routine.external) work.add(routine);
      }
  if (work.size === 0) return found;
  const callers = callersIn(program);
  // Those that are put back come up again.
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
    walkStatements(routine.body, (s) => {
      if (s.kind !== 'call') return;
      const known = callers.get(s.callee);
      if (known) known.add(routine);
      else callers.set(s.callee, new Set([routine]));
    });
  return callers;
}

function withAll(set: BitSet, ids: readonly VariableId[]): BitSet {
  const more = set.clone();
  for (const id of ids) more.add(id);
  return more;
}

interface Flow {
  readonly read: ReadonlySet<VariableId>;
  readonly written: ReadonlySet<VariableId>;
  readonly undefinedReads: ReadonlySet<VariableId>;
  /** What is assigned at the end. */
  readonly end: State;
}

/** `given`: what holds something at first. */
function flowOf(program: Program, routine: Routine, outputs: ReadonlySet<VariableId>, given: BitSet): Flow {
  const read = new Set<VariableId>();
  const written = new Set<VariableId>();
  const undefinedReads = new Set<VariableId>();
  const exits = new Map<LabelId, State>();
  const nexts = new Map<LabelId, State>();

  const see = (e: Expr, state: State) => {
    walk(e, (part) => {
      if (part.kind !== 'variable' && part.kind !== 'element') return;
      read.add(part.variable);
      if (part.kind === 'variable' && state && !state.has(part.variable)) undefinedReads.add(part.variable);
    });
  };
  const assign = (place: Place, state: State) => {
    written.add(place.variable);
    if (place.kind === 'variable') state?.add(place.variable);
    else for (const subscript of place.subscripts) see(subscript, state);
  };

  function list(body: readonly Statement[], state: State): State {
    return body.reduce(statement, state);
  }

  function statement(state: State, s: Statement): State {
    switch (s.kind) {
      case 'assign':
        see(s.value, state);
        assign(s.target, state);
        return state;
      case 'call':
        return call(s, state);
      case 'if':
        see(s.condition, state);
        return meet(list(s.then, copy(state)), list(s.else, copy(state)));
      case 'for': {
        for (const e of [s.first, s.last, s.step]) see(e, state);
        state?.add(s.index);
        written.add(s.index);
        read.add(s.index);
        list(s.body, copy(state));
        return meet(state, exits.get(s.label) ?? null);
      }
      case 'while': {
        see(s.condition, state);
        const end = meet(list(s.body, copy(state)), nexts.get(s.label) ?? null);
        if (s.increment) list(s.increment, end);
        const forever = s.condition.kind === 'constant' && s.condition.value !== 0;
        return meet(forever ? null : state, exits.get(s.label) ?? null);
      }
      case 'doWhile': {
        const end = meet(list(s.body, state), nexts.get(s.label) ?? null);
        see(s.condition, end);
        return meet(end, exits.get(s.label) ?? null);
      }
      case 'block':
        return meet(list(s.body, state), exits.get(s.label) ?? null);
      case 'switch': {
        see(s.selector, state);
        const arms = [...s.cases.map((c) => c.body), s.default].map((body) => list(body, copy(state)));
        return [...arms, exits.get(s.label) ?? null].reduce(meet, null);
      }
      case 'dispatch':
        return dispatch(s, state);
      case 'exit':
        exits.set(s.target, meet(exits.get(s.target) ?? null, copy(state)));
        return null;
      case 'next':
        nexts.set(s.target, meet(nexts.get(s.target) ?? null, copy(state)));
        return null;
      case 'io':
        for (const item of s.items) see(item, state);
        return state;
      case 'push':
        if (s.what.kind === 'scalar') {
          see(s.what.place, state);
          if (s.what.place.kind === 'element') undefinedReads.add(s.what.place.variable);
        } else {
          see(s.what.count, state);
          read.add(s.what.variable);
          undefinedReads.add(s.what.variable);
        }
        return state;
      case 'pop':
        if (s.what.kind === 'scalar') assign(s.what.place, state);
        else {
          see(s.what.count, state);
          written.add(s.what.variable);
          read.add(s.what.variable);
        }
        return state;
      case 'pushControl':
        see(s.value, state);
        return state;
      case 'popControl':
        written.add(s.target);
        state?.add(s.target);
        return state;
      case 'stop':
        return null;
      case 'comment':
        return state;
    }
  }

  function call(s: Call, state: State): State {
    const callee = program.routines.find((r) => r.name === s.callee);
    s.args.forEach((arg, i) => {
      const formal = program.variables[callee?.parameters[i] ?? -1];
      const isOutput = formal !== undefined && outputs.has(formal.id);
      if (arg.kind === 'value') see(arg.value, state);
      else if (arg.kind === 'array') {
        for (const subscript of arg.start ?? []) see(subscript, state);
        read.add(arg.variable);
        if (formal?.intent !== 'in') written.add(arg.variable);
        else if (!written.has(arg.variable)) undefinedReads.add(arg.variable);
      } else if (isOutput) {
        assign(arg.place, state);
        read.add(arg.place.variable);
      } else {
        see(arg.place, state);
        if (formal?.intent !== 'in') assign(arg.place, state);
      }
    });
    if (s.result) assign(s.result, state);
    return state;
  }

  /** Blocks jump to each other: repeated until what reaches each of them changes no more. */
  function dispatch(s: Dispatch, state: State): State {
    state?.add(s.state);
    written.add(s.state);
    const entry: State[] = s.blocks.map(() => null);
    entry[0] = state;
    let out: State = null;
    for (let changed = true; changed; ) {
      changed = false;
      out = null;
      s.blocks.forEach((block, i) => {
        const end = list(block.body, copy(entry[i] ?? null));
        const go = (to: number) => {
          if (to < 0) out = meet(out, copy(end));
          else {
            const before = entry[to] ?? null;
            const after = meet(before, copy(end));
            if (after && !(before && after.equals(before))) changed = true;
            entry[to] = after;
          }
        };
        const { jump } = block;
        if (jump.kind === 'go') go(jump.to);
        else if (jump.kind === 'branch') {
          see(jump.condition, end);
          go(jump.then);
          go(jump.else);
        } else {
          see(jump.selector, end);
          for (const c of jump.cases) go(c.to);
          go(jump.default);
        }
      });
    }
    return meet(out, exits.get(s.label) ?? null);
  }

  const end = meet(list(routine.body, given), exits.get(routine.label) ?? null);
  if (routine.result !== null) {
    if (end && !end.has(routine.result)) undefinedReads.add(routine.result);
  }
  return { read, written, undefinedReads, end };
}

function copy(state: State): State {
  return state?.clone() ?? null;
}
/** What both paths assign. */
function meet(a: State, b: State): State {
  if (!a) return b;
  if (!b) return a;
  const both = a.clone();
  both.intersectWith(b);
  return both;
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
  function visit(list: readonly Statement[]): void {
    const here: { s: Statement; id: VariableId; at: number }[] = [];
    for (const s of list) {
      counter++;
      const at = counter;
      for (const e of statementExpressions(s))
        walk(e, (part) => {
          if (part.kind === 'variable' || part.kind === 'element') name(part.variable);
        });
      for (const id of namedVariables(s)) name(id);
      if (s.kind === 'exit' && s.target === routine.label) returned = Math.min(returned, at);
      if (s.kind === 'assign' && s.form === 'declaration' && s.target.kind === 'variable') {
        const { variable } = s.target;
        if (!reads(s.value, variable)) here.push({ s, id: variable, at });
      }
      for (const body of bodies(s)) visit(body);
      // A construct is left: what its own test names (do … while) counts after its body too.
      counter++;
      if (s.kind === 'doWhile') walk(s.condition, (e) => e.kind === 'variable' && name(e.variable));
    }
    for (const candidate of here) candidates.push({ ...candidate, end: counter });
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

function reads(e: Expr, id: VariableId): boolean {
  let found = false;
  walk(e, (part) => {
    if ((part.kind === 'variable' || part.kind === 'element') && part.variable === id) found = true;
  });
  return found;
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

/**
 * Every variable that statements may write; a call may write all globals, and whatever it is passed by reference but for
 * what `spares` knows better.
 */
export function writtenIn(
  program: Program,
  body: readonly Statement[],
  spares: (call: Call, position: number) => boolean = () => false,
): Set<VariableId> {
  const written = new Set<VariableId>();
  walkStatements(body, (s) => {
    switch (s.kind) {
      case 'assign':
        written.add(s.target.variable);
        break;
      case 'for':
        written.add(s.index);
        break;
      case 'dispatch':
        written.add(s.state);
        break;
      case 'pop':
        written.add(s.what.kind === 'scalar' ? s.what.place.variable : s.what.variable);
        break;
      case 'popControl':
        written.add(s.target);
        break;
      case 'call':
        s.args.forEach((arg, i) => {
          if (spares(s, i)) return;
          if (arg.kind === 'array') written.add(arg.variable);
          else if (arg.kind === 'reference') written.add(arg.place.variable);
        });
        if (s.result) written.add(s.result.variable);
        for (const v of program.variables) if (v.role === 'global' || v.storage) written.add(v.id);
        break;
      default:
        break;
    }
  });
  return written;
}

/** Which locals have a value where they are read. */

import type { BitSet } from '../base/bitset';
import { walkPlaces } from '../ir/build';
import { routineNamed } from '../ir/names';
import { targetsOf } from '../ir/statements';
import type {
  Call,
  Dispatch,
  DispatchJump,
  DoWhile,
  Expr,
  For,
  LabelId,
  Place,
  Pop,
  Program,
  Push,
  Routine,
  Statement,
  VariableId,
  While,
} from '../ir/types';

/** Scalars that are certainly assigned; null where control never comes. */
type State = BitSet | null;

interface Flow {
  readonly read: ReadonlySet<VariableId>;
  readonly written: ReadonlySet<VariableId>;
  readonly undefinedReads: ReadonlySet<VariableId>;
  /** What is assigned at the end. */
  readonly end: State;
}

/** What is gathered along the way. */
interface Tracking {
  readonly program: Program;
  readonly outputs: ReadonlySet<VariableId>;
  readonly read: Set<VariableId>;
  readonly written: Set<VariableId>;
  readonly undefinedReads: Set<VariableId>;
  /** What is assigned where jumps arrive: after a construct, and at the end of its body. */
  readonly exits: Map<LabelId, State>;
  readonly nexts: Map<LabelId, State>;
  /** What is assigned where the expression at hand is evaluated, and the visitor of its places: one function for all expressions. */
  state: State;
  readonly see: (place: Place) => void;
}

/** `given`: what holds something at first. */
export function flowOf(
  program: Program,
  routine: Routine,
  outputs: ReadonlySet<VariableId>,
  given: BitSet,
): Flow {
  const t: Tracking = {
    program,
    outputs,
    read: new Set(),
    written: new Set(),
    undefinedReads: new Set(),
    exits: new Map(),
    nexts: new Map(),
    state: null,
    see: ({ kind, variable }) => {
      t.read.add(variable);
      if (kind === 'variable' && t.state && !t.state.has(variable)) t.undefinedReads.add(variable);
    },
  };
  const end = meet(list(t, routine.body, given), t.exits.get(routine.label) ?? null);
  // A function's result is read at its end.
  if (routine.result !== null && end && !end.has(routine.result)) t.undefinedReads.add(routine.result);
  const { read, written, undefinedReads } = t;
  return { read, written, undefinedReads, end };
}

function see(t: Tracking, e: Expr, state: State): void {
  t.state = state;
  walkPlaces(e, t.see);
}

function assign(t: Tracking, place: Place, state: State): void {
  t.written.add(place.variable);
  if (place.kind === 'variable') state?.add(place.variable);
  else for (const subscript of place.subscripts) see(t, subscript, state);
}

function list(t: Tracking, body: readonly Statement[], state: State): State {
  return body.reduce((before, s) => statement(t, before, s), state);
}

function statement(t: Tracking, state: State, s: Statement): State {
  switch (s.kind) {
    case 'assign':
      see(t, s.value, state);
      assign(t, s.target, state);
      return state;
    case 'call':
      return call(t, s, state);
    case 'if':
      see(t, s.condition, state);
      return meet(list(t, s.then, copy(state)), list(t, s.else, copy(state)));
    case 'for':
    case 'while':
    case 'doWhile':
      return loop(t, s, state);
    case 'block':
      return meet(list(t, s.body, state), t.exits.get(s.label) ?? null);
    case 'switch':
      see(t, s.selector, state);
      return [...s.cases.map((c) => c.body), s.default]
        .map((body) => list(t, body, copy(state)))
        .reduce(meet, t.exits.get(s.label) ?? null);
    case 'dispatch':
      return dispatch(t, s, state);
    case 'exit':
      t.exits.set(s.target, meet(t.exits.get(s.target) ?? null, copy(state)));
      return null;
    case 'next':
      t.nexts.set(s.target, meet(t.nexts.get(s.target) ?? null, copy(state)));
      return null;
    case 'io':
      for (const item of s.items) see(t, item, state);
      return state;
    case 'push':
    case 'pop':
      taped(t, s, state);
      return state;
    case 'pushControl':
      see(t, s.value, state);
      return state;
    case 'popControl':
      t.written.add(s.target);
      state?.add(s.target);
      return state;
    case 'stop':
      return null;
    case 'comment':
      return state;
  }
}

function loop(t: Tracking, s: For | While | DoWhile, state: State): State {
  const exit = (): State => t.exits.get(s.label) ?? null;
  if (s.kind === 'for') {
    for (const e of [s.first, s.last, s.step]) see(t, e, state);
    state?.add(s.index);
    t.written.add(s.index);
    // Counting reads the index.
    t.read.add(s.index);
    list(t, s.body, copy(state));
    return meet(state, exit());
  }
  if (s.kind === 'doWhile') {
    const end = meet(list(t, s.body, state), t.nexts.get(s.label) ?? null);
    see(t, s.condition, end);
    return meet(end, exit());
  }
  see(t, s.condition, state);
  const end = meet(list(t, s.body, copy(state)), t.nexts.get(s.label) ?? null);
  if (s.increment) list(t, s.increment, end);
  const isEndless = s.condition.kind === 'constant' && s.condition.value !== 0;
  return meet(isEndless ? null : state, exit());
}

/** A recording reads what it pushes, and an element or an array may have no value there yet. */
function taped(t: Tracking, { kind, what }: Push | Pop, state: State): void {
  if (what.kind === 'array') {
    see(t, what.count, state);
    t.read.add(what.variable);
    (kind === 'push' ? t.undefinedReads : t.written).add(what.variable);
  } else if (kind === 'pop') assign(t, what.place, state);
  else {
    see(t, what.place, state);
    if (what.place.kind === 'element') t.undefinedReads.add(what.place.variable);
  }
}

function call(t: Tracking, s: Call, state: State): State {
  const callee = routineNamed(t.program, s.callee);
  s.args.forEach((arg, i) => {
    const formal = t.program.variables[callee?.parameters[i] ?? -1];
    if (arg.kind === 'value') see(t, arg.value, state);
    else if (arg.kind === 'array') {
      for (const subscript of arg.start ?? []) see(t, subscript, state);
      t.read.add(arg.variable);
      if (formal?.intent !== 'in') t.written.add(arg.variable);
      else if (!t.written.has(arg.variable)) t.undefinedReads.add(arg.variable);
    } else if (formal && t.outputs.has(formal.id)) {
      assign(t, arg.place, state);
      t.read.add(arg.place.variable);
    } else {
      see(t, arg.place, state);
      if (formal?.intent !== 'in') assign(t, arg.place, state);
    }
  });
  if (s.result) assign(t, s.result, state);
  return state;
}

/** Blocks jump to each other, so this is repeated until the state at the start of each no longer changes. */
function dispatch(t: Tracking, s: Dispatch, state: State): State {
  state?.add(s.state);
  t.written.add(s.state);
  const entry: State[] = s.blocks.map(() => null);
  entry[0] = state;
  let out: State = null;
  for (let changed = true; changed; ) {
    changed = false;
    out = null;
    s.blocks.forEach((block, i) => {
      const end = list(t, block.body, copy(entry[i] ?? null));
      for (const to of seeTargets(t, block.jump, end)) {
        if (to < 0) out = meet(out, copy(end));
        else {
          const before = entry[to] ?? null;
          const after = meet(before, copy(end));
          if (after && !(before && after.equals(before))) changed = true;
          entry[to] = after;
        }
      }
    });
  }
  return meet(out, t.exits.get(s.label) ?? null);
}

function seeTargets(t: Tracking, jump: DispatchJump, state: State): readonly number[] {
  if (jump.kind !== 'go') see(t, jump.kind === 'branch' ? jump.condition : jump.selector, state);
  return targetsOf(jump);
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

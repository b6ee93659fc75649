/** Which locals have a value where they are read. */
import type { BitSet } from '../base/bitset';
import { walk } from '../ir/build';
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

/** Certainly assigned scalars; null where control never is. */
type State = BitSet | null;

interface Flow {
  readonly read: ReadonlySet<VariableId>;
  readonly written: ReadonlySet<VariableId>;
  readonly undefinedReads: ReadonlySet<VariableId>;
  /** What is assigned at the end. */
  readonly end: State;
}

/** `given`: what holds something at first. */
export function flowOf(
  program: Program,
  routine: Routine,
  outputs: ReadonlySet<VariableId>,
  given: BitSet,
): Flow {
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

import type { Instruction } from '../ir/graph/flow';
import { isLeaf } from '../ir/graph/flow';
import type { DoWhile, For, Routine, Statement, While } from '../ir/types';
import type { Analysis } from './analysis';

/**
 * The structured form (theory 2): the same equations evaluated on nested sequences, branches and loops, without a graph.
 * A loop's state is the least fixed point of its own body alone, started from what arrives ([TBR] Lemma 5).
 */
export interface StructuredSolution<D> {
  around(id: number): { readonly before: D; readonly after: D } | null;
  readonly entry: D;
  readonly exit: D;
}

/** What the evaluation does, in order: for the stepper. States are in the direction of flow. */
export type StructuredEvent<D> =
  | { readonly kind: 'instruction'; readonly id: number; readonly from: D; readonly to: D }
  /** The arms of a branch meet: their states, in source order, and what they come to. */
  | { readonly kind: 'join'; readonly id: number; readonly parts: readonly D[]; readonly to: D }
  /** A loop's body is evaluated for the `round`-th time; `stable` when the state did not grow any more. */
  | {
      readonly kind: 'loop';
      readonly id: number;
      readonly round: number;
      readonly from: D;
      readonly to: D;
      readonly stable: boolean;
    };

/** True where nothing jumps: sequences, branches and loops only. */
export function isStructured(body: readonly Statement[]): boolean {
  return body.every((s) => {
    switch (s.kind) {
      case 'exit':
      case 'next':
      case 'dispatch':
      case 'stop':
      case 'block':
        return false;
      case 'if':
        return isStructured(s.then) && isStructured(s.else);
      case 'switch':
        return s.cases.every((c) => isStructured(c.body)) && isStructured(s.default);
      case 'for':
      case 'doWhile':
        return isStructured(s.body);
      case 'while':
        return isStructured(s.body) && isStructured(s.increment ?? []) && s.condition.kind !== 'constant';
      default:
        return true;
    }
  });
}

/** Null where the routine is not structured. */
export function solveStructured<D>(
  routine: Pick<Routine, 'body'>,
  analysis: Analysis<D>,
  observe: (event: StructuredEvent<D>) => void = () => {},
): StructuredSolution<D> | null {
  if (!isStructured(routine.body)) return null;
  const states = new Map<number, { before: D; after: D }>();
  const forward = analysis.direction === 'forward';

  const step = (instruction: Instruction, state: D): D => {
    const next = analysis.transfer(instruction, state);
    states.set(instruction.id, forward ? { before: state, after: next } : { before: next, after: state });
    observe({ kind: 'instruction', id: instruction.id, from: state, to: next });
    return next;
  };
  const sequence = (list: readonly Statement[], from: D): D => {
    let state = from;
    if (forward) for (const s of list) state = statement(s, state);
    else for (let i = list.length - 1; i >= 0; i--) state = statement(list[i] as Statement, state);
    return state;
  };
  const fixed = (id: number, from: D, once: (state: D) => D): D => {
    let state = from;
    for (let round = 1; ; round++) {
      const next = analysis.join(from, once(state));
      const stable = analysis.equals(next, state);
      observe({ kind: 'loop', id, round, from: state, to: next, stable });
      if (stable) return state;
      state = next;
    }
  };
  const meet = (id: number, parts: readonly D[]): D => {
    const to = parts.reduce((a, b) => analysis.join(a, b));
    observe({ kind: 'join', id, parts, to });
    return to;
  };
  const statement = (s: Statement, state: D): D => {
    if (isLeaf(s)) return step({ kind: 'leaf', id: s.id, statement: s }, state);
    switch (s.kind) {
      case 'if':
        return branch(s, [s.then, s.else], state);
      case 'switch':
        return branch(s, [...s.cases.map((c) => c.body), s.default], state);
      case 'for':
      case 'while':
        return loop(s, state);
      case 'doWhile':
        return postLoop(s, state);
      default:
        return state;
    }
  };
  const branch = (
    s: Extract<Statement, { kind: 'if' | 'switch' }>,
    arms: (readonly Statement[])[],
    state: D,
  ): D => {
    const test: Instruction = { kind: 'test', id: s.id, test: s };
    if (forward) {
      const decided = step(test, state);
      return meet(
        s.id,
        arms.map((arm) => sequence(arm, decided)),
      );
    }
    return step(
      test,
      meet(
        s.id,
        arms.map((arm) => sequence(arm, state)),
      ),
    );
  };
  const inside = (s: For | While) =>
    s.kind === 'while' && s.increment ? [...s.body, ...s.increment] : s.body;
  const loop = (s: For | While, state: D): D => {
    const test: Instruction = { kind: 'test', id: s.id, test: s };
    if (forward)
      return step(
        test,
        fixed(s.id, state, (x) => sequence(inside(s), step(test, x))),
      );
    const head = fixed(s.id, state, (x) => sequence(inside(s), step(test, x)));
    return step(test, head);
  };
  const postLoop = (s: DoWhile, state: D): D => {
    const test: Instruction = { kind: 'test', id: s.id, test: s };
    if (forward) {
      const head = fixed(s.id, state, (x) => step(test, sequence(s.body, x)));
      return step(test, sequence(s.body, head));
    }
    const tail = fixed(s.id, state, (x) => sequence(s.body, step(test, x)));
    return sequence(s.body, step(test, tail));
  };

  const start = analysis.boundary();
  const end = sequence(routine.body, start);
  return {
    around: (id) => states.get(id) ?? null,
    entry: forward ? start : end,
    exit: forward ? end : start,
  };
}

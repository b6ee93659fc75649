/**
 * The structured form (theory 2; [TBR] Figs 3, 5, 7, 9, Lemmas 4 and 5): the same equations on nested sequences, branches and
 * loops, explicit. Going up, each construct is summarised once from the summaries inside of it; going down, once, states are
 * put in. What a loop does after any number of trips is the closure of what its body does: nothing iterates.
 */

import { getOrMake } from '../base/once';
import type { Instruction } from '../ir/graph/flow';
import { isLeaf } from '../ir/graph/flow';
import { innerTest, isStructured } from '../ir/graph/innerTest';
import { bodies } from '../ir/statements';
import type { DoWhile, For, If, Routine, Statement, StatementId, Switch, While } from '../ir/types';
import type { Analysis } from './analysis';

/** What pieces of code do to a state, as values F that compose without a state. `first` and `second` in flow direction. */
export interface Summaries<D, F> {
  readonly identity: F;
  of(instruction: Instruction): F;
  then(first: F, second: F): F;
  either(a: F, b: F): F;
  /** Any number of times, none included. */
  again(f: F): F;
  apply(f: F, state: D): D;
}

export interface StructuredSolution<D> {
  around(id: StatementId): { readonly before: D; readonly after: D } | null;
  readonly entry: D;
  readonly exit: D;
}

/** What the pass down does, in order: for the stepper. States are in the direction of flow. */
export type StructuredEvent<D> =
  | { readonly kind: 'instruction'; readonly id: StatementId; readonly from: D; readonly to: D }
  /** The arms of a branch meet: their states, in source order, and what they come to. */
  | { readonly kind: 'join'; readonly id: number; readonly parts: readonly D[]; readonly to: D }
  /** A loop is come to: `to` holds before its body whatever the trips, by the closure of its summary. */
  | { readonly kind: 'loop'; readonly id: number; readonly from: D; readonly to: D };

type Loop = For | While | DoWhile;
type Branch = If | Switch;

/** The lists of a loop with the instructions that decide, in the order of one trip from where it is entered. */
type Trip = readonly (readonly Statement[] | Instruction)[];

function isInstruction(part: readonly Statement[] | Instruction): part is Instruction {
  return !Array.isArray(part);
}

const testOf = (s: Loop | Branch): Instruction => ({ kind: 'test', id: s.id, test: s });

/** What runs before the test, tests included, and what after it, until the loop is back where it was entered. */
function tripOf(s: Loop): { readonly before: Trip; readonly after: Trip } {
  if (s.kind === 'for') return { before: [testOf(s)], after: [s.body] };
  if (s.kind === 'doWhile') return { before: [s.body, testOf(s)], after: [] };
  const inner = innerTest(s);
  const increment = s.increment ?? [];
  if (!inner) return { before: [testOf(s)], after: [s.body, increment] };
  return { before: [inner.prelude, testOf(s), testOf(inner.test)], after: [inner.body, increment] };
}

/** Summaries of nested statements, bottom-up; each piece is summarised once. */
export class BottomUp<D, F> {
  private readonly made = new Map<number, F>();
  private readonly closed = new Map<number, F>();
  constructor(
    readonly algebra: Summaries<D, F>,
    private readonly direction: 'forward' | 'backward',
    /** How many pieces have been summarised. */
    readonly count = { pieces: 0 },
  ) {}

  list(list: readonly Statement[]): F {
    return this.chain(list.map((s) => this.statement(s)));
  }

  statement(s: Statement): F {
    return getOrMake(this.made, s.id, () => {
      this.count.pieces++;
      return this.make(s);
    });
  }

  /** Of one trip around: from where states meet in the loop back to there. */
  trip(s: Loop): F {
    const { before, after } = tripOf(s);
    // Backward, states meet behind the tests, and the trip starts with them.
    const order = this.direction === 'forward' ? [...before, ...after] : [...after, ...before];
    return this.parts(order);
  }

  /** Of any number of trips. */
  trips(s: Loop): F {
    return getOrMake(this.closed, s.id, () => this.algebra.again(this.trip(s)));
  }

  /** The arms of a branch, in source order. */
  arms(s: Branch): F[] {
    return bodies(s).map((arm) => this.list(arm));
  }

  private make(s: Statement): F {
    const { algebra } = this;
    if (isLeaf(s)) return algebra.of({ kind: 'leaf', id: s.id, statement: s });
    switch (s.kind) {
      case 'if':
      case 'switch':
        return this.chain([algebra.of(testOf(s)), this.arms(s).reduce((a, b) => algebra.either(a, b))]);
      case 'for':
      case 'while':
      case 'doWhile':
        return algebra.then(this.trips(s), this.parts(tripOf(s).before));
      default:
        return algebra.identity;
    }
  }

  private parts(parts: Trip): F {
    return this.chain(parts.map((part) => (isInstruction(part) ? this.algebra.of(part) : this.list(part))));
  }

  /** Put together in the direction of flow; the parts are in source order. */
  private chain(parts: readonly F[]): F {
    const ordered = this.direction === 'forward' ? parts : parts.toReversed();
    return ordered.reduce((a, b) => this.algebra.then(a, b), this.algebra.identity);
  }
}

/** Null where the routine is not structured. */
export function solveStructured<D, F>(
  routine: Pick<Routine, 'body'>,
  analysis: Analysis<D>,
  algebra: Summaries<D, F>,
  observe: (event: StructuredEvent<D>) => void = () => {},
): StructuredSolution<D> | null {
  if (!isStructured(routine.body)) return null;
  const summaries = new BottomUp(algebra, analysis.direction);
  const states = new Map<number, { before: D; after: D }>();
  const forward = analysis.direction === 'forward';

  const step = (instruction: Instruction, state: D): D => {
    const next = analysis.transfer(instruction, state);
    states.set(instruction.id, forward ? { before: state, after: next } : { before: next, after: state });
    observe({ kind: 'instruction', id: instruction.id, from: state, to: next });
    return next;
  };
  const parts = (trip: Trip, from: D): D =>
    (forward ? trip : trip.toReversed()).reduce(
      (state, part) => (isInstruction(part) ? step(part, state) : sequence(part, state)),
      from,
    );
  const sequence = (list: readonly Statement[], from: D): D =>
    (forward ? list : list.toReversed()).reduce((state, s) => statement(s, state), from);
  const statement = (s: Statement, state: D): D => {
    if (isLeaf(s)) return step({ kind: 'leaf', id: s.id, statement: s }, state);
    switch (s.kind) {
      case 'if':
      case 'switch':
        return branch(s, state);
      case 'for':
      case 'while':
      case 'doWhile':
        return loop(s, state);
      default:
        return state;
    }
  };
  const branch = (s: Branch, state: D): D => {
    const start = forward ? step(testOf(s), state) : state;
    const ends = bodies(s).map((arm) => sequence(arm, start));
    const to = ends.reduce((a, b) => analysis.join(a, b));
    observe({ kind: 'join', id: s.id, parts: ends, to });
    return forward ? to : step(testOf(s), to);
  };
  const loop = (s: Loop, from: D): D => {
    const { before, after } = tripOf(s);
    const any = algebra.apply(summaries.trips(s), from);
    observe({ kind: 'loop', id: s.id, from, to: any });
    const tested = parts(before, any);
    parts(after, tested);
    return tested;
  };

  const start = analysis.boundary();
  const end = sequence(routine.body, start);
  return {
    around: (id) => states.get(id) ?? null,
    entry: forward ? start : end,
    exit: forward ? end : start,
  };
}

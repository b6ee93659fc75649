/**
 * How each test is reversed (theory 7): by reading it again where nothing it reads is overwritten later, by running a counted
 * loop backwards from its bounds, or from the tape.
 */

import { BitSet } from '../../base/bitset';
import { entryOf } from '../../base/lookup';
import { getOrMake } from '../../base/once';
import type { Solution } from '../../dataflow/analysis';
import { solve, statesAround } from '../../dataflow/solve';
import type { Instruction } from '../../ir/graph/flow';
import type { StatementId } from '../../ir/types';
import type { DerivativeInstructions } from '../instructions/derivativeInstructions';
import { writtenAfter } from '../problems/adjointWrite';
import type { RoutineFacts } from '../routineFacts';
import type { ForwardSweep } from './forwardSweep';

/** A part of a counted loop's head, evaluated once at its entry. */
export type Bound = 'first' | 'last' | 'step';
export const BOUNDS: readonly Bound[] = ['first', 'last', 'step'];

export type TestPlan =
  | { readonly kind: 'branch'; readonly runs: boolean; readonly reversed: boolean; readonly again: boolean }
  | {
      readonly kind: 'counted';
      readonly runs: boolean;
      readonly reversed: boolean;
      readonly storedBounds: readonly Bound[];
      readonly saveIndex: boolean;
      /** Only the backward sweep runs it, and something upstream needs the index as it was. */
      readonly keepIndex: boolean;
    }
  | { readonly kind: 'trips'; readonly runs: boolean; readonly reversed: boolean };

export interface ControlReversal {
  /** What may be overwritten after a point before the backward sweep comes back to it. */
  readonly laterWrites: Solution<BitSet>;
  /** The backward sweep evaluates this branch's test again. */
  again(instruction: Instruction): boolean;
  /** Bounds of this counted loop that read what the loop writes: they come from the tape, the others are required after it. */
  storedBounds(instruction: Instruction): readonly Bound[];
}

export function controlReversal(facts: RoutineFacts, sweep: ForwardSweep): ControlReversal {
  const { model, options } = facts;
  const laterWrites = solve(model.graph, writtenAfter(model.locations, sweep.keptOut));
  const writtenInside = loopWrites(facts, sweep);
  return {
    laterWrites,
    again: (i) => {
      if (!options.readsControlAgain || i.kind !== 'test') return false;
      if (i.test.kind === 'for' || i.test.kind === 'while' || i.test.kind === 'doWhile') return false;
      const read = facts.withoutIndices(i.id, facts.testUse(i));
      return !read.intersects(statesAround(laterWrites, i).after);
    },
    storedBounds: (i) => {
      if (i.kind !== 'test' || i.test.kind !== 'for' || !sweep.runs.has(i.id)) return [];
      const { test } = i;
      const written = model.effects(i).out.clone();
      const inside = writtenInside.get(i.id);
      if (inside) written.unionWith(inside);
      return BOUNDS.filter((part) => model.locations.read(test[part]).some((l) => written.has(l)));
    },
  };
}

/** By counted loop: locations that the forward sweep writes inside. */
function loopWrites(facts: RoutineFacts, sweep: ForwardSweep): Map<StatementId, BitSet> {
  const writtenInside = new Map<StatementId, BitSet>();
  for (const i of facts.instructions) {
    for (const loop of entryOf(facts.nesting.fors, i.id)) {
      const written = getOrMake(writtenInside, loop.id, () => new BitSet(facts.model.locations.size));
      written.unionWith(sweep.keptOut(i));
    }
  }
  return writtenInside;
}

/** Tests around anything that may have backward code: where TBR starts from, before it knows what is recorded. */
export function testsToReverse(
  facts: RoutineFacts,
  derivatives: DerivativeInstructions,
  mayHaveBackwardCode: (instruction: Instruction) => boolean,
): Set<StatementId> {
  const reversed = new Set<StatementId>();
  for (const i of facts.instructions) {
    if (!derivatives.has(i.id) && !mayHaveBackwardCode(i)) continue;
    for (const t of entryOf(facts.nesting.controllers, i.id)) reversed.add(t);
  }
  return reversed;
}

export function testPlans(
  facts: RoutineFacts,
  sweep: ForwardSweep,
  control: ControlReversal,
  reversed: ReadonlySet<StatementId>,
  sets: Readonly<Record<'recorded' | 'requiredBefore', (instruction: Instruction) => BitSet>>,
): Map<StatementId, TestPlan> {
  const plans = new Map<StatementId, TestPlan>();
  for (const i of facts.instructions) {
    if (i.kind !== 'test') continue;
    const plan = { runs: sweep.runs.has(i.id), reversed: reversed.has(i.id) };
    if (i.test.kind === 'for') {
      plans.set(i.id, {
        kind: 'counted',
        ...plan,
        storedBounds: control.storedBounds(i),
        saveIndex: !sets.recorded(i).isEmpty(),
        keepIndex:
          !plan.runs && plan.reversed && facts.model.effects(i).out.intersects(sets.requiredBefore(i)),
      });
    } else if (i.test.kind === 'while' || i.test.kind === 'doWhile')
      plans.set(i.id, { kind: 'trips', ...plan });
    else plans.set(i.id, { kind: 'branch', ...plan, again: control.again(i) });
  }
  return plans;
}

/**
 * The forward sweep that adjoint liveness leaves (theory 5): which statements stay, which tests run, which are reversed.
 * Tests and liveness depend on each other: a statement that stays keeps the tests around it, whose operands are then
 * live and keep further statements. Both only grow, so they are iterated to their least fixed point.
 */

import type { BitSet } from '../../base/bitset';
import { entryOf, sameSet } from '../../base/lookup';
import type { Solution } from '../../dataflow/analysis';
import { solve, statesAround } from '../../dataflow/solve';
import type { Instruction } from '../../ir/graph/flow';
import type { StatementId } from '../../ir/types';
import { apartFromIterations, elementsOfIterations, isApart } from '../elements/ownElements';
import type { DerivativeInstructions } from '../instructions/derivativeInstructions';
import { adjointLiveness, type LivenessInput, staysForward } from '../problems/adjointLiveness';
import type { RoutineFacts } from '../routineFacts';

export interface ForwardSweep {
  readonly live: Solution<BitSet>;
  /** Leaf statements that stay. */
  readonly stays: ReadonlySet<StatementId>;
  /** Tests that decide in the forward sweep. */
  readonly runs: ReadonlySet<StatementId>;
  /** Does an assignment leave it, or would it, because no other iteration reads its element? */
  readonly isAnyDeadByElements: boolean;
  /** What an instruction may overwrite before the backward sweep comes back to it; ∅ if it is dropped. */
  keptOut(instruction: Instruction): BitSet;
}

export function forwardSweep(
  facts: RoutineFacts,
  derivatives: DerivativeInstructions,
  liveAtEnd: BitSet,
): ForwardSweep {
  const { model, options, instructions, empty } = facts;
  const { graph, locations, effects } = model;
  // What derivatives need by themselves, whatever stays.
  const atLeast = neededTests(facts, derivatives, () => false);
  const { reversed } = atLeast;
  let { runs } = atLeast;
  const dead = new Set<StatementId>();
  let isAnyDeadByElements = false;
  const input: LivenessInput = {
    isDead: (i) => dead.has(i.id),
    locations,
    effects,
    atEnd: liveAtEnd,
    derivativeUse: derivatives.use,
    resultUse: (i) => derivatives.assignments.get(i.id)?.useOut ?? null,
    mustStay: (i) =>
      derivatives.isSplit(i) ||
      (options.adjointLiveness ? runs.has(i.id) : i.kind === 'test' || effects(i).out.isEmpty() === false),
    runUse: (i) => {
      if (i.kind !== 'test') return options.adjointLiveness ? null : effects(i).use;
      if (!options.adjointLiveness || runs.has(i.id)) return facts.testUse(i);
      return reversed.has(i.id) ? facts.withoutIndices(i.id, facts.testUse(i)) : null;
    },
  };
  let live = solve(graph, adjointLiveness(input));
  const own = options.adjointLiveness && options.elementsAround ? elementsOfIterations(facts) : null;
  const staysNow = (i: Instruction) => staysForward(input, i, statesAround(live, i).after);
  for (;;) {
    const next = neededTests(facts, derivatives, staysNow).runs;
    if (sameSet(next, runs)) {
      const more = own ? deadByElements(facts, input, live, own).filter((id) => !dead.has(id)) : [];
      isAnyDeadByElements ||= more.length > 0;
      if (more.length === 0 || options.elementsAround === 'notice') break;
      // What they alone keep in the forward sweep goes, too.
      for (const id of more) dead.add(id);
      runs = atLeast.runs;
    } else runs = next;
    live = solve(graph, adjointLiveness(input));
  }
  const stays = new Set<StatementId>();
  for (const i of instructions) {
    if (i.kind === 'leaf' && (staysNow(i) || i.statement.kind === 'stop')) stays.add(i.id);
    if (i.kind === 'test' && (!options.adjointLiveness || staysNow(i))) runs.add(i.id);
  }
  return {
    live,
    stays,
    runs,
    isAnyDeadByElements,
    keptOut: (i) => {
      // An adjoint call runs its forward sweep again, whether or not the call itself stays.
      if (i.kind === 'leaf') return stays.has(i.id) || derivatives.calls.has(i.id) ? effects(i).out : empty;
      return runs.has(i.id) || reversed.has(i.id) || !options.adjointLiveness ? effects(i).out : empty;
    },
  };
}

/** Assignments whose element nothing reads after them: neither in their iteration nor after the loop. */
function deadByElements(
  { model, instructions, nesting }: RoutineFacts,
  input: LivenessInput,
  live: Solution<BitSet>,
  own: ReadonlyMap<StatementId, BitSet>,
): StatementId[] {
  const { graph, effects } = model;
  const apart = apartFromIterations(nesting, graph, own, live);
  if (apart.size === 0) return [];
  const inside = solve(graph, adjointLiveness({ ...input, notAround: (i) => apart.get(i.id) ?? null }));
  return instructions.flatMap((i) => {
    if (i.kind !== 'leaf' || i.statement.kind !== 'assign' || input.mustStay(i)) return [];
    const { out } = effects(i);
    return isApart(nesting, apart, i.id, out) && !staysForward(input, i, statesAround(inside, i).after)
      ? [i.id]
      : [];
  });
}

/** Tests that must run in the forward sweep, and counted loops that only the backward sweep runs. */
function neededTests(
  facts: RoutineFacts,
  derivatives: DerivativeInstructions,
  stays: (i: Instruction) => boolean,
): { runs: Set<StatementId>; reversed: Set<StatementId> } {
  const { instructions, nesting } = facts;
  const runs = new Set<StatementId>();
  const reversed = new Set<StatementId>();
  const needRun = (id: StatementId) => {
    for (const t of entryOf(nesting.controllers, id)) {
      if (!runs.has(t)) {
        runs.add(t);
        needRun(t);
      }
    }
  };
  for (const i of instructions) {
    if (i.kind === 'leaf' ? stays(i) && i.statement.kind !== 'stop' : stays(i)) {
      if (i.kind === 'test') runs.add(i.id);
      needRun(i.id);
    }
    if (derivatives.has(i.id)) {
      for (const t of entryOf(nesting.controllers, i.id)) {
        reversed.add(t);
        // A counted loop may have to store what an adjoint call overwrites.
        const stores = derivatives.calls.has(i.id);
        // A counted loop is run backwards from its bounds; any other control must run forward to be stored.
        if ((stores || nesting.statements.get(t)?.kind !== 'for') && !runs.has(t)) {
          runs.add(t);
          needRun(t);
        }
      }
    }
  }
  return { runs, reversed };
}

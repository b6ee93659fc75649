/** What is saved around each call, and how it is reversed (theory 6). */

import { BitSet } from '../../base/bitset';
import type { Solution } from '../../dataflow/analysis';
import { statesAround } from '../../dataflow/solve';
import type { Instruction } from '../../ir/graph/flow';
import type { StatementId } from '../../ir/types';
import type { AdjointWriteEffect } from '../problems/adjointWrite';
import { union } from '../problems/sets';
import type { TbrInstruction } from '../problems/tbr';
import type { TestPlan } from './controlReversal';
import { joint, savedWholly } from './tbrInstructions';
import type { TbrParts } from './tbrParts';

export interface CallPlan {
  readonly adjoint: boolean;
  readonly mode: 'joint' | 'split';
  /** Without an adjoint call: what the call overwrites with passive values, though its adjoint may not be zero. */
  readonly resets: readonly number[];
  /** Saved because the backward sweep upstream needs it back. */
  readonly sbk: BitSet;
  /** Saved because the adjoint call needs it. */
  readonly snp: BitSet;
}

/** What each instruction leaves changed for the backward sweep, and what its POPs put back; with adjoint write off, all that it overwrites. */
export function adjointWriteEffects(
  parts: TbrParts,
  recorded: (instruction: Instruction) => BitSet,
  tests: ReadonlyMap<StatementId, TestPlan>,
): (instruction: Instruction) => AdjointWriteEffect | null {
  const { facts, derivatives, sweep } = parts;
  const { model, options, empty } = facts;
  return (i) => {
    const { out, kill } = model.effects(i);
    if (!options.adjointWrite) return { writes: out, restores: empty };
    if (sweep.keptOut(i).isEmpty()) return null;
    if (i.kind === 'test') {
      const plan = tests.get(i.id);
      const restored = plan?.kind === 'counted' && (plan.saveIndex || plan.keepIndex);
      return restored ? { writes: empty, restores: out } : { writes: out, restores: empty };
    }
    if (i.statement.kind !== 'call') return withRecorded(out, kill, recorded(i));
    const wholly = savedWholly(facts, i.statement, out);
    if (derivatives.isSplit(i) || !derivatives.calls.has(i.id)) return withRecorded(out, wholly, recorded(i));
    const { written, restored } = joint(parts, i.statement, out);
    const plain = withRecorded(written, wholly, recorded(i));
    const writes = plain.writes.clone();
    writes.subtract(restored);
    const back = restored.clone();
    back.intersectWith(wholly);
    if (options.snapshots === 'eager') {
      // An eager snapshot puts back what C̄ reads; what C̄ does not overwrite stays so.
      const snapshot = savedWholly(facts, i.statement, derivatives.liveOfCall(i.statement));
      snapshot.subtract(out);
      back.unionWith(snapshot);
    }
    return { writes, restores: back.isEmpty() ? plain.restores : union(plain.restores, back) };
  };

  /** What is recorded is put back. Where that is the whole location, so is anything that was written to it later. */
  function withRecorded(out: BitSet, wholly: BitSet, set: BitSet): AdjointWriteEffect {
    if (!set.intersects(out)) return { writes: out, restores: empty };
    const writes = out.clone();
    writes.subtract(set);
    const restores = set.clone();
    restores.intersectWith(wholly);
    return { writes, restores };
  }
}

export function callPlans(
  { facts, derivatives, sweep }: TbrParts,
  tbrAt: (instruction: Instruction) => TbrInstruction | null,
  recorded: (instruction: Instruction) => BitSet,
  adjointWrite: Solution<BitSet>,
  /** A snapshot without what the user took away. */
  left: (i: Instruction, snp: BitSet) => BitSet,
): Map<StatementId, CallPlan> {
  const { model, options, empty } = facts;
  const plans = new Map<StatementId, CallPlan>();
  for (const i of facts.instructions) {
    if (i.kind !== 'leaf' || i.statement.kind !== 'call') continue;
    const resets = derivatives.resets.get(i.id) ?? [];
    if (!tbrAt(i)) {
      if (resets.length > 0)
        plans.set(i.id, { adjoint: false, mode: 'joint', resets, sbk: empty, snp: empty });
      continue;
    }
    const adjoint = derivatives.calls.has(i.id);
    if (derivatives.isSplit(i)) {
      plans.set(i.id, { adjoint, mode: 'split', resets, sbk: recorded(i), snp: empty });
      continue;
    }
    const snp = adjoint ? derivatives.liveOfCall(i.statement).clone() : new BitSet(model.locations.size);
    const overwritten = sweep.stays.has(i.id) ? model.effects(i).out : empty;
    if (options.snapshots === 'lazy') snp.intersectWith(overwritten);
    else {
      // Whatever may have changed when C̄ runs: by the call itself, or by what follows and is not restored.
      const w = overwritten.clone();
      w.unionWith(statesAround(adjointWrite, i).after);
      snp.intersectWith(w);
    }
    plans.set(i.id, { adjoint, mode: 'joint', resets, sbk: recorded(i), snp: left(i, snp) });
  }
  return plans;
}

/** What is saved around each call, and how it is reversed (theory 6). */
import { BitSet } from '../base/bitset';
import type { Instruction } from '../ir/flow';
import type { StatementId } from '../ir/types';
import type { TbrInstruction } from './tbr';
import type { TbrParts } from './tbrInstructions';

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

export function callPlans(
  { facts, derivatives, sweep, control }: TbrParts,
  tbrAt: (instruction: Instruction) => TbrInstruction | null,
  recorded: (instruction: Instruction) => BitSet,
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
      plans.set(i.id, { adjoint, mode: 'split', resets, sbk: empty, snp: empty });
      continue;
    }
    const snp = adjoint ? derivatives.liveOfCall(i.statement).clone() : new BitSet(model.locations.size);
    const overwritten = sweep.stays.has(i.id) ? model.effects(i).out : empty;
    if (options.snapshots === 'lazy') snp.intersectWith(overwritten);
    else {
      const w = overwritten.clone();
      // Eager: whatever may be overwritten before C̄ runs, by the call, by what follows or by its backward sweep.
      w.unionWith(control.laterWrites.around(i.id)?.after ?? empty);
      snp.intersectWith(w);
    }
    plans.set(i.id, { adjoint, mode: 'joint', resets, sbk: recorded(i), snp });
  }
  return plans;
}

/**
 * To-be-recorded analysis ([TBR] 5, corrected: theory 4.2 and 4.3).
 *
 * `required` is the set of locations whose value the backward sweep of everything upstream will read. Instruction I
 * records what it overwrites and the backward sweep of it, or of what is upstream, reads:
 *
 *   record(I)  = out(I) ∩ (use(I') ∪ InReq(I)), less what is known to miss every element that is read (theory 4.4)
 *   OutReq(I)  = (InReq(I) ∪ use(I')) \ kill(I)  ∪  subscripts of what was recorded
 *   I dropped by adjoint liveness: OutReq(I) = InReq(I) ∪ use(I'), nothing is recorded.
 *
 *   x = x * y;      InReq {}      I' reads x y   records x     OutReq {y}
 *   y = sin(y);     InReq {y}     I' reads y     records y     OutReq {}
 */
import { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import type { Instruction } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import type { StatementId } from '../../ir/types';
import { setAnalysis, union, without } from './sets';

/** What TBR needs to know of one instruction; made once from activity and liveness. */
export interface TbrInstruction {
  /** Locations that the forward sweep overwrites here: ∅ when the statement is dropped. */
  readonly out: BitSet;
  readonly kill: BitSet;
  /** use(I') and, for control that is reversed by reading it again, what its test or bounds read. */
  readonly use: BitSet;
  /** `out(I) ∩ use(I')`, elements told apart (theory 4.4). */
  readonly usedAndOverwritten: BitSet;
  /** What is written here without touching an element that is required (theory 4.4). */
  readonly spared?: BitSet;
  /** What the POP of a location written here reads: its subscripts (theory 4.3). */
  readonly address: BitSet;
  /** Read by the backward sweep *after* I (theory 4.6, and bounds of counted loops): required from here on whatever I kills. */
  readonly requiredAfter: BitSet | null;
  /**
   * At the end of a basic block, with `recompute` (theory 4.6): scalars that the block's backward sweep computes again
   * instead of finding them restored, with what that reads; last first.
   */
  readonly recompute?: readonly Recomputed[];
  /** Replaces the rule for calls: what OutReq gains or loses besides (theory 6). */
  readonly call?: { readonly outReq: (inReq: BitSet) => BitSet; readonly record: (inReq: BitSet) => BitSet };
}

export interface Recomputed {
  readonly location: number;
  /** Vars(e) of the assignment that set it last. */
  readonly reads: BitSet;
  readonly statement: StatementId;
}

/** OutReq without the rule for the end of a block. */
export function requiredAfter(i: TbrInstruction, state: BitSet, mayChange = false): BitSet {
  if (i.call) return i.call.outReq(state);
  let more = without(i.use, i.kill);
  if (!i.address.isEmpty() && recordedAt(i, state).intersects(i.out))
    more = union(more, without(i.address, i.kill));
  if (i.requiredAfter) more = union(more, i.requiredAfter);
  return state.replacing(i.kill, more, mayChange);
}

export function required(
  locations: Locations,
  instructionAt: (instruction: Instruction) => TbrInstruction | null,
  boundary: BitSet,
): Analysis<BitSet> {
  return setAnalysis('required', 'forward', locations, boundary, (instruction, state, mayChange) => {
    const i = instructionAt(instruction);
    if (!i) return state;
    let next = requiredAfter(i, state, mayChange);
    for (const r of i.recompute ?? [])
      if (next.has(r.location)) next = next.replacing(BitSet.of(locations.size, [r.location]), r.reads);
    return next;
  });
}

/** record(I) = out(I) ∩ (use(I') ∪ use(U⃖)), elements told apart. */
export function recordedAt(i: TbrInstruction, inReq: BitSet): BitSet {
  if (i.call) return i.call.record(inReq);
  const recorded = i.out.clone();
  recorded.intersectWith(inReq);
  recorded.unionWith(i.usedAndOverwritten);
  if (i.spared) recorded.subtract(i.spared);
  return recorded;
}

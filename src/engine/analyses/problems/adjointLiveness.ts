/**
 * Adjoint liveness ([ADF] 1.4.4, theory 5): which values the rest of the adjoint program, `D̄`, still reads.
 *
 *   live([]) = ∅ (with `keepPrimalResults`: the outputs)
 *   live(I; D) = use(I') ∪ (live(D̄) ⊗ Dep(I))
 *
 * A statement stays in the forward sweep only if it writes what is live after it. It does not depend on what stands
 * upstream, so it runs before TBR.
 *
 *   y = x * x;    {x}
 *   c = cos(y);   {y}     I' reads y; nothing reads c, which feeds the result only linearly: it leaves the forward sweep
 *   z = y + c;    {}      leaves it, too
 */
import { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import type { Instruction } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import { dependedOn, type EffectAt } from './activity';
import { setAnalysis, union, without } from './sets';

export interface LivenessInput {
  readonly locations: Locations;
  readonly effects: EffectAt;
  /** Live at the end: outputs, where the user asks for them. */
  readonly atEnd: BitSet;
  /** use(I'), without the indices of enclosing counted loops that the backward sweep provides itself. */
  readonly derivativeUse: (instruction: Instruction) => BitSet | null;
  /** What I' reads of the state after I (its own result, theory 4.6): it keeps I. */
  readonly resultUse: (instruction: Instruction) => BitSet | null;
  /** Elements told apart, nothing reads what it writes. */
  readonly isDead?: (instruction: Instruction) => boolean;
  /** At the head of a loop: arrays whose elements are read neither in another iteration nor after the loop. */
  readonly notAround?: (instruction: Instruction) => BitSet | null;
  /** Must this one stay, whatever is live (a test of control that runs or is reversed; everything, with the option off)? */
  readonly mustStay: (instruction: Instruction) => boolean;
  /**
   * What it reads because it runs, even if nothing needs its result: a test that stays, a counted loop that only the backward
   * sweep runs, and with the option off every statement, whose subscripts must still be within bounds.
   */
  readonly runUse: (instruction: Instruction) => BitSet | null;
}

export function adjointLiveness(input: LivenessInput): Analysis<BitSet> {
  const { locations, atEnd } = input;
  const none = new BitSet(locations.size);
  return setAnalysis('adjointLive', 'backward', locations, atEnd, (instruction, state, mayChange) => {
    let less = none;
    let more = none;
    if (staysForward(input, instruction, state)) {
      const effect = input.effects(instruction);
      const after = withResult(input, instruction, state);
      less = effect.out;
      more = union(dependedOn(effect, after, 'dep'), without(input.resultUse(instruction) ?? none, less));
    }
    const own = input.notAround?.(instruction);
    if (own) {
      less = union(less, own);
      more = without(more, own);
    }
    more = union(more, input.derivativeUse(instruction) ?? none);
    more = union(more, input.runUse(instruction) ?? none);
    return state.replacing(less, more, mayChange);
  });
}

/** `out(I) ∩ live(D̄) ≠ ∅`, or it must. */
export function staysForward(input: LivenessInput, instruction: Instruction, liveAfter: BitSet): boolean {
  if (input.isDead?.(instruction)) return false;
  return (
    input.mustStay(instruction) ||
    input.effects(instruction).out.intersects(withResult(input, instruction, liveAfter))
  );
}

function withResult(input: LivenessInput, instruction: Instruction, liveAfter: BitSet): BitSet {
  const result = input.resultUse(instruction);
  return result && !result.isEmpty() ? union(liveAfter, result) : liveAfter;
}

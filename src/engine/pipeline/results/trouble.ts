/** What is wrong with one derivative, and the statement where it begins. */
import type { Answer } from './answer';

export type TroubleKind =
  | 'a flat function'
  | 'a cast'
  | 'a branch on the value'
  | 'a factor of 0'
  | 'terms that cancel'
  | 'an overwritten independent'
  | 'no use'
  | '0·∞'
  | '∞ − ∞'
  | '√ at 0'
  | 'a division by 0'
  | 'an infinite slope'
  | 'outside of the domain'
  | 'an overflow'
  | 'an underflow'
  | 'a difference of near-equal numbers'
  | 'roundings that add up'
  | 'a tie'
  | 'a jump';

/**
 * `of` is a derivative as `execute` gives it: in adjoint mode with respect to an element of an independent, in tangent mode
 * of an element of a dependent, in memory order, one direction after the other.
 */
export interface Trouble extends Answer {
  /** The finding and its cause; or that nothing is wrong. */
  sentence: string;
  /** Null if nothing is wrong, or no statement is at fault. */
  first: TroublePlace | null;
}

export interface TroublePlace {
  sweep: 'forward' | 'backward';
  /** Of the program, `s12`. */
  statement: string;
  /** Which of its runs, in the order of the program. */
  visit: number;
  kind: TroubleKind;
  /** What to write instead. */
  instead: string;
}

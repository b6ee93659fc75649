/** What an explanation of an instruction's derivative is made of. */
import type { ExplanationFact } from '../pipeline/results';

/** A piece of a card: sentences for the short and long form, the facts, and a path on the graph, if there is one. */
export interface Piece {
  readonly short: string;
  readonly more?: string;
  readonly facts: readonly ExplanationFact[];
  readonly vertices?: readonly number[];
}

export const NONE: Piece = { short: '', facts: [] };

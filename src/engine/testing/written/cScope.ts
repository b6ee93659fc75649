/** What the writer of C knows besides names: the functions written so far. */
import type { Piece } from './pieces';
import type { Scope, Writer } from './writer';

export type ParameterKind = 'value' | 'place' | 'array' | 'count';

export interface Callee {
  readonly name: string;
  readonly parameters: readonly ParameterKind[];
  readonly isVoid: boolean;
  /** It sets file variables, or keeps something of its own. */
  readonly touches: boolean;
}

export interface CWriter extends Writer {
  readonly callees: Callee[];
}

/** Writes about `size` statements; handed in, since statements and control need each other. */
export type WriteBlock = (scope: Scope, size: number) => Piece[];

/** What the writer of Fortran knows besides names: the routines written so far. */
import type { Piece } from './pieces';
import type { Scope, Writer } from './writer';

export type DummyKind = 'scalar' | 'vector' | 'matrix' | 'section' | 'count';

export interface Subprogram {
  readonly name: string;
  readonly dummies: readonly DummyKind[];
  readonly isFunction: boolean;
  /** It sets what the module or the COMMON block holds, or keeps something of its own. */
  readonly touches: boolean;
}

export interface FortranWriter extends Writer {
  readonly subprograms: Subprogram[];
}

/** Writes about `size` statements; handed in, since statements and control need each other. */
export type WriteBlock = (scope: Scope, size: number) => Piece[];

/** Vectors have four elements; these are their lower bounds. */
export const LOWER: Readonly<Record<string, number>> = { b: 0, v: -1 };

export function lowerOf(name: string): number {
  return LOWER[name] ?? 1;
}

/** The result of every printing back end. */

import type { Diagnostic } from '../base/diagnostics';
import type { Span } from '../base/span';
import type { Role, VariableId } from '../ir/types';

export interface PrintedCode {
  readonly text: string;
  /** Sorted by start, outer first. */
  readonly origins: Origin[];
  /** The tape runtime with its marking lines, or null where nothing needs it. */
  readonly runtime: Span | null;
  /** What the language can't express, and names that had to change. */
  readonly diagnostics: Diagnostic[];
  /** Name of a variable in the text. */
  readonly nameOf: (id: VariableId) => string;
  /** Name of a routine in the text. */
  readonly routineName: (name: string) => string;
  /** The module that its routines stand in, if they stand in one. */
  readonly module?: string | null;
}

/** `[start, end)` of the text comes from `source` (the source range), in `role`. Sorted by start; outer first. */
export interface Origin {
  start: number;
  end: number;
  /** Primal statement id, or null. */
  statement: string | null;
  /** Where increments of one adjoint were gathered: the other statements that contribute to the line. */
  also?: string[];
  source: Span;
  role: Role;
  sweep: 'forward' | 'backward' | null;
  recording: string | null;
  /** The statement of the printed program itself, as traces name it; null outside statements. */
  node: string | null;
  /** True for whole statements (line highlights), false for tokens inside. */
  whole: boolean;
}

/** Puts a text in front of a printed one and shifts the origins. */
export function prefixed(prefix: string, printed: { text: string; origins: Origin[] }) {
  const by = prefix.length;
  for (const row of printed.origins) {
    row.start += by;
    row.end += by;
  }
  return { text: prefix + printed.text, origins: printed.origins };
}

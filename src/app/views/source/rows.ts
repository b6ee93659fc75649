import { createStore } from 'zustand/vanilla';

/**
 * How the lines of the kernel are spread so that they keep level with what stands beside them, and how far they are scrolled.
 * What moves sets `top`; the others follow.
 */
export interface SourceRows {
  /** By line: how many lines of room come after it. Null: none anywhere. */
  readonly room: readonly number[] | null;
  /** By line: how many lines of the page it takes in the editor, where it may be wider than that. */
  readonly taken: readonly number[];
  readonly top: number;
}

/** How wide the column of line numbers is, in digits: none of them touches the edge. The editor and what stands in for it agree. */
export const numberWidth = (lines: number): number => Math.max(3, String(lines).length + 1);

export const sourceRows = createStore<SourceRows>(() => ({ room: null, taken: [], top: 0 }));

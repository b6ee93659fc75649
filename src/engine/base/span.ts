import { itemAt } from './lookup';

/** A half-open range of character offsets into one text. Lines and columns exist only at the edge of the engine. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span of things that no source text wrote (compiler temporaries, prologues). */
export const NOWHERE: Span = Object.freeze({ start: 0, end: 0 });

export function spanOf(start: number, end: number): Span {
  return { start, end };
}

/** The least span that covers both; NOWHERE is neutral. */
export function cover(a: Span, b: Span): Span {
  if (isNowhere(a)) return b;
  if (isNowhere(b)) return a;
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

export function encloses(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether a routine is one that its text lacks and that was put there: all of it stands where it is first named. */
export function isBrought({ span, nameSpan }: { readonly span: Span; readonly nameSpan: Span }): boolean {
  return span.start === nameSpan.start && span.end === nameSpan.end;
}

export function isNowhere(span: Span): boolean {
  return span.start === 0 && span.end === 0;
}

export interface Position {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units, as editors count. */
  readonly column: number;
}

/** Offsets of the first character of every line; one pass, reused for every look-up. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === 10) starts.push(i + 1);
  return starts;
}

/** Line and column of an offset, by binary search over `lineStarts(text)`. */
export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (itemAt(starts, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - itemAt(starts, low) + 1 };
}

export const SUMMARY_VIEW = 'summary';

/** A run of statements in the source, by offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** `10 42`, as a link keeps it; with another range, all from the one to the other. */
export function rangeOf(range: Range, other: Range | null = null): string {
  const start = Math.min(range.start, other?.start ?? range.start);
  return `${start} ${Math.max(range.end, other?.end ?? range.end)}`;
}

/** Null for the whole routine. */
export function rangeNamed(of: string): Range | null {
  const [start, end] = of.split(' ').map(Number);
  return start !== undefined && end !== undefined && start >= 0 && end > start ? { start, end } : null;
}

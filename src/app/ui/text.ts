/** Offsets of the first character of every line. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line numbers of offsets in a text, from 1; make it once for many offsets. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = lineStarts(text);
  return (offset) => positionOf(starts, offset).line + 1;
}

/** Line and column of an offset, both from 0. */
export function positionOf(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, column: offset - (starts[low] ?? 0) };
}

/** Cells that are seen at least, of a tape that has more. */
const LEAST = 3;

/**
 * How many cells of the tape lie below what is shown of it. Cells stay where they are as long as the top is in sight, so
 * that a push is seen as one cell more; then what is shown moves so far that the top is in its middle.
 *
 * @param before what this said for the step before, 0 at first
 * @param height cells on the tape
 * @param rows for which there is room; one of them is kept for a cell that was just popped
 */
export function firstCell(before: number, height: number, rows: number): number {
  const room = rows - 1;
  if (height <= room && (before === 0 || height - before < LEAST)) return 0;
  const stays = height - before <= room && height - before >= LEAST;
  return stays ? before : Math.max(0, height - Math.ceil(room / 2));
}

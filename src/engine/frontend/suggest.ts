import { itemAt, lastOf } from '../base/lookup';
/**
 * Near misses: the known name that a misspelt one was probably meant to be, or null.
 * At most two edits (one for names of up to three letters), a swap of neighbours counting as one.
 */
export function nearestName(wrong: string, known: Iterable<string>): string | null {
  const allowed = wrong.length <= 3 ? 1 : 2;
  let best: string | null = null;
  let distance = allowed + 1;
  for (const name of known) {
    if (name === wrong || Math.abs(name.length - wrong.length) >= distance) continue;
    const d = name.toLowerCase() === wrong.toLowerCase() ? 0 : editDistance(wrong, name, distance - 1);
    // One letter for another is no near miss: `x` for `y` would be a guess.
    if (d < distance && d < name.length) {
      best = name;
      distance = d;
    }
  }
  return best;
}

/** Optimal string alignment distance, or `limit + 1` when it is larger than `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (a.length > 64 || b.length > 64) return limit + 1;
  let older: number[] = [];
  let previous: number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(itemAt(previous, j) + 1, itemAt(row, j - 1) + 1, itemAt(previous, j - 1) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        d = Math.min(d, itemAt(older, j - 2) + 1);
      row.push(d);
    }
    older = previous;
    previous = row;
  }
  return lastOf(previous);
}

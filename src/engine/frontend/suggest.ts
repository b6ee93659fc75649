import { itemAt, lastOf } from '../base/lookup';
/**
 * Near misses: the known name that a misspelt one was probably meant to be, or null.
 * At most two edits (one for names of up to three letters), a swap of neighbours counting as one.
 */
export function nearestName(wrong: string, known: Iterable<string>): string | null {
  const allowed = wrong.length <= 3 ? 1 : 2;
  const folded = wrong.toLowerCase();
  let best: string | null = null;
  let distance = allowed + 1;
  const own = lettersOf(wrong);
  for (const name of known) {
    if (name === wrong || Math.abs(name.length - wrong.length) >= distance) continue;
    // One edit takes at most one letter away and brings at most one.
    if (countBits(own ^ lettersOf(name)) > 2 * (distance - 1)) continue;
    const isFolded = name.length === wrong.length && name.toLowerCase() === folded;
    const d = isFolded ? 0 : editDistance(wrong, name, distance - 1);
    // One letter for another is no near miss: `x` for `y` would be a guess.
    if (d < distance && d < name.length) {
      best = name;
      distance = d;
    }
  }
  return best;
}

/** Which letters occur, a bit each; what is no letter shares the bits of some. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let i = 0; i < name.length; i++) letters |= 1 << (name.charCodeAt(i) & 31);
  return letters;
}

function countBits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Optimal string alignment distance, or more than `limit` where it is larger than that. Only cells near the diagonal can
 * hold less, and where a row and the one before it hold nothing that small, no later one does.
 */
function editDistance(a: string, b: string, limit: number): number {
  const far = limit + 1;
  if (a.length > 64 || b.length > 64) return far;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => Math.min(j, far));
  let least = 0;
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(far);
    if (i <= limit) row[0] = i;
    let leastHere = itemAt(row, 0);
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(itemAt(previous, j) + 1, itemAt(row, j - 1) + 1, itemAt(previous, j - 1) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        d = Math.min(d, itemAt(older, j - 2) + 1);
      row[j] = d;
      leastHere = Math.min(leastHere, d);
    }
    if (least > limit && leastHere > limit) return far;
    least = leastHere;
    older = previous;
    previous = row;
  }
  return lastOf(previous);
}

import { Session } from 'node:inspector';

/**
 * How often blocks of code are entered by each of some works: every function, every arm, every turn of a loop counts as one. The same
 * work has the same count on every machine, however busy. What regular expressions, sorting and copying do inside is not counted.
 * Counting undoes what the compiler has optimised, so that it is begun once for all of them.
 */
function countedWork(works: readonly (() => void)[]): number[] {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const counts = works.map((work) => {
    work();
    let count = 0;
    // What is taken begins anew.
    session.post('Profiler.takePreciseCoverage', (error, found) => {
      if (error) throw error;
      for (const { functions } of found.result)
        for (const { ranges } of functions) for (const range of ranges) count += range.count;
    });
    return count;
  });
  session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  return counts;
}

/**
 * How many times as much the second of two works does as the first, once that has run before. Linear work on eight times the text is 8,
 * quadratic work 64.
 */
export function growth(one: () => void, other: () => void): number {
  return growths([[one, other]])[0] as number;
}

/** The same of many pairs, which is much quicker than one by one. */
export function growths(pairs: readonly (readonly [one: () => void, other: () => void])[]): number[] {
  for (const [one] of pairs) one();
  const counts = countedWork(pairs.flat());
  return pairs.map((_, i) => (counts[2 * i + 1] as number) / (counts[2 * i] as number));
}

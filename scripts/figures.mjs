// Figures that were promised (design 7), as benchmarks find them.
import { appendFileSync } from 'node:fs';

/** @typedef {{ what: string, unit: 'ms' | 'times' | 'kB', promised: number, found: number }} Figure `promised` is at most. */

/**
 * Adds a figure to the table that `npm run bench` prints at its end, beside the time of a calculation that never changes.
 * @param {Figure} figure
 */
export function tell(figure) {
  const { what, unit, promised, found } = figure;
  const file = process.env.BACKSWEEP_FIGURES;
  // Sizes are the same on every machine.
  const fixed = unit === 'kB' ? undefined : fixedCalculation();
  if (file) appendFileSync(file, `${JSON.stringify({ ...figure, fixed })}\n`);
  else {
    const beside = fixed === undefined ? '' : `, fixed calculation ${fixed.toPrecision(3)} ms`;
    console.log(`${what}: ${Number(found.toPrecision(3))} ${unit}, promised ${promised}${beside}`);
  }
}

/** Milliseconds that this machine takes for the same look-ups and sums, now: what else it does shows in both figures. */
function fixedCalculation() {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    /** @type {Map<number, number>} */
    const known = new Map();
    let sum = 0;
    for (let i = 0; i < 400_000; i++) {
      known.set(i % 5000, i);
      sum = (Math.imul(sum, 31) + (known.get((i * 7) % 5000) ?? 0)) | 0;
    }
    return performance.now() - start + (sum & 0);
  });
  return middle(times);
}

/** @param {number[]} times */
export function middle(times) {
  return times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

/**
 * Milliseconds of the middle one of many runs, warm: those of the first third don’t count. A whole transform runs through so
 * much code that about a hundred runs go by until all of it has been optimised; two seconds of six hold these. Of the rest,
 * the least of four medians: what else runs on the machine, for a second or two, only adds.
 * @param {() => void} run
 */
export function medianTime(run, milliseconds = 6000) {
  /** @type {number[]} */
  const times = [];
  const until = performance.now() + milliseconds;
  while (times.length < 9 || performance.now() < until) {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  const parts = times.length < 60 ? 1 : 4;
  const first = Math.floor(times.length / 3);
  const ends = Array.from(
    { length: parts + 1 },
    (_, k) => first + Math.floor((k * (times.length - first)) / parts),
  );
  return Math.min(...ends.slice(1).map((end, k) => middle(times.slice(ends[k], end))));
}

/** How benchmarks measure, and tell what they found. */
export { tell } from '../../../scripts/figures.mjs';

/**
 * Milliseconds of the middle one of many runs, warm: those of the first third don’t count. A whole transform runs through so
 * much code that about a hundred runs go by until all of it has been optimised; two seconds of six hold these.
 */
export function medianTime(run: () => void, milliseconds = 6000): number {
  const times: number[] = [];
  const until = performance.now() + milliseconds;
  while (times.length < 9 || performance.now() < until) {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  const warm = times.slice(Math.floor(times.length / 3)).sort((a, b) => a - b);
  return warm[warm.length >> 1] ?? Number.NaN;
}

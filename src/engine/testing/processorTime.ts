/** Milliseconds of processor time of one run, to which other work on the machine adds next to nothing. */
export function processorTime(work: () => void): number {
  const { user, system } = process.cpuUsage();
  work();
  const after = process.cpuUsage();
  return (after.user - user + after.system - system) / 1000;
}

/**
 * The least processor time of at most `tries` runs, in milliseconds; a run of less than `enough` is the last. What is slow
 * by nature is so every time; what met the collector, or a cold cache, is not.
 */
export function leastTime(work: () => void, enough: number, tries = 6): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < tries && least >= enough; k++) least = Math.min(least, processorTime(work));
  return least;
}

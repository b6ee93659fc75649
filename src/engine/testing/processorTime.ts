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

/** Less than this, in milliseconds, says little. */
const TELLING = 2;

/**
 * The least processor time of one run of each of two works, in milliseconds: run by turns, each often enough in a turn for
 * the time to say something.
 */
export function leastTimesByTurns(works: readonly [() => void, () => void], turns = 10): [number, number] {
  const [one, other] = works.map((work) => {
    const runs = Math.ceil(TELLING / Math.max(leastTime(work, 0, 3), TELLING / 1000));
    const turn = () => {
      for (let k = 0; k < runs; k++) work();
    };
    return () => processorTime(turn) / runs;
  }) as [() => number, () => number];
  let [least, leastOther] = [one(), other()];
  for (let k = 1; k < turns; k++) {
    least = Math.min(least, one());
    leastOther = Math.min(leastOther, other());
  }
  return [least, leastOther];
}

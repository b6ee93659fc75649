/** Milliseconds of processor time of one run, to which other work on the machine adds little. */
function processorTime(work: () => void): number {
  const { user, system } = process.cpuUsage();
  work();
  const after = process.cpuUsage();
  return (after.user - user + after.system - system) / 1000;
}

/** Less than this, in milliseconds, says little. */
const TELLING = 5;
/** So often both works are measured, by turns, before one of them is said to be slow. */
const TURNS = 12;

/**
 * How many times as long the second work takes as the first: the least time of each, by turns, so that whatever else the machine does
 * meets both. Ends with the first turn that is within the bound, since what is slow by nature is so every time. Choose a bound that is
 * far from what is right, and from what is wrong: linear time of eight times the text is 8, quadratic time 64, the bound 32.
 */
export function growth(one: () => void, other: () => void, bound: number): number {
  one();
  const runs = Math.ceil(TELLING / Math.max(processorTime(one), TELLING / 1000));
  const oneTurn = () => {
    for (let k = 0; k < runs; k++) one();
  };
  let [least, leastOther] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let ratio = Number.POSITIVE_INFINITY;
  for (let k = 0; k < TURNS && ratio > bound; k++) {
    least = Math.min(least, processorTime(oneTurn) / runs);
    leastOther = Math.min(leastOther, processorTime(other));
    ratio = leastOther / least;
  }
  return ratio;
}

/**
 * The time of one run. A browser's clock has steps of 0.1 ms, so a sample consists of many runs. The time of setting up a run
 * is measured by runs that do nothing else, and subtracted. The median of several samples ignores what else the machine did.
 */

import { itemAt } from '../../base/lookup';
import { type Given, repeatUnit, type Unit } from '../derivatives';
import type { Host } from '../host';
import type { RunLimits } from '../outcome';

export interface Timed {
  /** Milliseconds of one run. */
  readonly milliseconds: number;
  /** Half the interquartile distance, relative to the median. */
  readonly spread: number;
  readonly runs: number;
}

/** The shortest sample: the clock's step is 2 % of it. No longer, so that few samples are interrupted. */
const SAMPLE_MS = 5;
const MOST_RUNS = 200_000;
const SAMPLES = 9;

/** Null if a run ends early. `budget` is in milliseconds for all samples; at least three are taken, however long a run is. */
export function timeUnit(
  host: Host,
  unit: Unit,
  given: Given,
  limits: RunLimits,
  budget: number,
): Timed | null {
  const until = host.now() + budget;
  // Calibration also lets the browser's compiler optimise.
  let times = 1;
  for (;;) {
    const took = repeatUnit(unit, given, limits, times, false);
    if (took === null) return null;
    if (took >= SAMPLE_MS || times >= MOST_RUNS) break;
    times = Math.min(MOST_RUNS, Math.max(2 * times, Math.ceil((times * SAMPLE_MS) / Math.max(took, 0.5))));
  }
  const wholes: number[] = [];
  const setups: number[] = [];
  while (wholes.length < 3 || (wholes.length < SAMPLES && host.now() < until)) {
    const whole = repeatUnit(unit, given, limits, times, false);
    const setup = repeatUnit(unit, given, limits, times, true);
    if (whole === null || setup === null) return null;
    wholes.push(whole / times);
    setups.push(setup / times);
  }
  wholes.sort((a, b) => a - b);
  // An interrupted setup would be subtracted from the run, so the shortest one counts.
  const milliseconds = Math.max(0, quantile(wholes, 0.5) - Math.min(...setups));
  const half = (quantile(wholes, 0.75) - quantile(wholes, 0.25)) / 2;
  return {
    milliseconds,
    spread: milliseconds > 0 ? half / milliseconds : 0,
    runs: times * wholes.length,
  };
}

/** The quantile of a sorted list, by linear interpolation. */
function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  const low = itemAt(sorted, Math.floor(at));
  const high = itemAt(sorted, Math.ceil(at));
  return low + (high - low) * (at - Math.floor(at));
}

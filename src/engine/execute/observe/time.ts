/**
 * The time of one run. A browser's clock steps by 0.1 ms, so a sample is many runs; what setting up a run costs is measured
 * by runs that do nothing else, and subtracted; the median of several samples passes over what else the machine did.
 */

import { itemAt } from '../../base/lookup';
import { type Given, repeatUnit, type Unit } from '../derivatives';
import type { Host } from '../host';
import type { RunLimits } from '../outcome';

export interface Timed {
  /** Milliseconds of one run. */
  readonly milliseconds: number;
  /** Half the distance between the quartiles, relative to the median. */
  readonly spread: number;
  readonly runs: number;
}

/** A sample takes at least this long, so that the clock's step is 2 % of it; not longer, so that few are interrupted. */
const SAMPLE_MS = 5;
const MOST_RUNS = 200_000;
const SAMPLES = 9;

/** Null if a run ends early. `budget` is in milliseconds of all samples; at least three are taken, however long a run is. */
export function timeUnit(
  host: Host,
  unit: Unit,
  given: Given,
  limits: RunLimits,
  budget: number,
): Timed | null {
  const until = host.now() + budget;
  // Calibration is also what the engine's compiler needs to optimise.
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
  // What interrupts a setup would be taken off the run, so its least counts.
  const milliseconds = Math.max(0, quantile(wholes, 0.5) - Math.min(...setups));
  const half = (quantile(wholes, 0.75) - quantile(wholes, 0.25)) / 2;
  return {
    milliseconds,
    spread: milliseconds > 0 ? half / milliseconds : 0,
    runs: times * wholes.length,
  };
}

/** Of a sorted list, by linear interpolation. */
function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  const low = itemAt(sorted, Math.floor(at));
  const high = itemAt(sorted, Math.ceil(at));
  return low + (high - low) * (at - Math.floor(at));
}

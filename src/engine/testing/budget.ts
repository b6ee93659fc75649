/** Figures that were promised (design 7), as benchmarks find them. */
import { appendFileSync } from 'node:fs';

export interface Figure {
  readonly what: string;
  readonly unit: 'ms' | 'times' | 'kB';
  /** At most. */
  readonly promised: number;
  readonly found: number;
}

/** Adds a figure to the table that `npm run bench` prints at its end. */
export function tell(figure: Figure): void {
  const file = process.env.BACKSWEEP_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  else
    console.log(`${figure.what}: ${figure.found.toPrecision(3)} ${figure.unit}, promised ${figure.promised}`);
}

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

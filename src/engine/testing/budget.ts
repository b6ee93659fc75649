/** Figures that were promised (design 7), as benchmarks find them. */
import { appendFileSync } from 'node:fs';

export interface Figure {
  readonly what: string;
  readonly unit: 'ms' | 'times' | 'kB';
  /** At most. */
  readonly promised: number;
  readonly found: number;
}

/** Adds a figure to the table that `npm run bench` prints at its end, beside the time of a calculation that never changes. */
export function tell(figure: Figure): void {
  const file = process.env.BACKSWEEP_FIGURES;
  const fixed = fixedCalculation();
  if (file) appendFileSync(file, `${JSON.stringify({ ...figure, fixed })}\n`);
  else
    console.log(
      `${figure.what}: ${figure.found.toPrecision(3)} ${figure.unit}, promised ${figure.promised}, fixed calculation ${fixed.toPrecision(3)} ms`,
    );
}

/** Milliseconds that this machine takes for the same look-ups and sums, now: what else it does shows in both figures. */
function fixedCalculation(): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    const known = new Map<number, number>();
    let sum = 0;
    for (let i = 0; i < 400_000; i++) {
      known.set(i % 5000, i);
      sum = (Math.imul(sum, 31) + (known.get((i * 7) % 5000) ?? 0)) | 0;
    }
    return performance.now() - start + (sum & 0);
  });
  return times.sort((a, b) => a - b)[2] ?? Number.NaN;
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

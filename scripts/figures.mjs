// Tells `npm run bench` a figure, as src/engine/testing/budget.ts does.
import { appendFileSync } from 'node:fs';

/** @param {{ what: string, unit: 'ms' | 'times' | 'kB', promised: number, found: number }} figure */
export function tell(figure) {
  const file = process.env.BACKSWEEP_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  else
    console.log(
      `${figure.what}: ${Number(figure.found.toPrecision(3))} ${figure.unit}, promised ${figure.promised}`,
    );
}

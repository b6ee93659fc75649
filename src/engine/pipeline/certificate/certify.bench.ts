/** What the certificate costs: a run with its check and the certificate against one without, over the corpus, compiles included. */
import { bench } from 'vitest';
import { certify, execute } from '../..';
import { tell } from '../../testing/budget';
import { corpusKernels } from '../../testing/corpusKernels';

const ROUNDS = 3;

/** Each round asks for another text, so that no compile is remembered from the last. */
function ratioOf({ file, source, language, inputs = {} }: ReturnType<typeof corpusKernels>[number]): number {
  let [without, more] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    const start = file.endsWith('.f') ? 'C' : '!';
    const comment = language === 'c' ? `/* ${round} */` : `${start} ${round}`;
    const request = { source: `${source}\n${comment}\n`, language, inputs };
    const before = performance.now();
    execute(request);
    const between = performance.now();
    certify(request);
    without = Math.min(without, between - before);
    more = Math.min(more, performance.now() - between);
  }
  return (without + more) / without;
}

const ratios = corpusKernels()
  .map(ratioOf)
  .sort((a, b) => a - b);
const median = ratios[Math.floor(ratios.length / 2)] ?? Number.NaN;
tell({
  what: 'a run with check and certificate against one without, median',
  unit: 'times',
  promised: 2,
  found: median,
});

const kernel = { source: 'double f(double x) { return sin(x*x); }', language: 'c' } as const;
bench('the certificate of one statement', () => {
  certify(kernel);
});

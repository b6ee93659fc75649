/** What the certificate costs: a run with its check and the certificate against one without, compiles included. */
import { bench } from 'vitest';
import { runOf } from '../../../app/store/document/playground';
import { EXAMPLES, playgroundOf } from '../../../examples';
import { certify, type ExecuteRequest, execute } from '../..';
import { tell } from '../../testing/budget';
import { corpusKernels } from '../../testing/corpusKernels';

const ROUNDS = 3;

/** Each round asks for another text, so that no compile is remembered from the last. */
function ratioOf({ source, language, ...request }: ExecuteRequest): number {
  let [without, more] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    const asked = { ...request, language, source: `${source}\n${language === 'c' ? '//' : '!'} ${round}\n` };
    const before = performance.now();
    execute(asked);
    const between = performance.now();
    certify(asked);
    without = Math.min(without, between - before);
    more = Math.min(more, performance.now() - between);
  }
  return (without + more) / without;
}

const examples = EXAMPLES.map((example) => runOf(playgroundOf(example), {}));
const ratios = [...examples, ...corpusKernels().map(({ file: _, ...kernel }) => kernel)]
  .map(ratioOf)
  .sort((a, b) => a - b);
tell({
  what: 'a run with check and certificate against one without, median',
  unit: 'times',
  promised: 2,
  found: ratios[ratios.length >> 1] ?? Number.NaN,
});

const kernel = { source: 'double f(double x) { return sin(x*x); }', language: 'c' } as const;
bench('the certificate of one statement', () => {
  certify(kernel);
});

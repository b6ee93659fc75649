import { expect, test } from 'vitest';
import { compile } from '../compile/compile';
import { toDifferentiation } from './differentiate';

const SOURCE = 'double g(double x) { return x * sin(x); }\ndouble f(double x) { return g(g(x)); }\n';

test.each([{}, { calls: 'inline' }, { basicBlocks: 'preaccumulate' }] as const)(
  'whatever is done with %o, timings add up to the whole',
  (options) => {
    // A clock that goes on by one whenever it is looked at.
    let time = 0;
    const now = () => time++;
    const started = now();
    const c = compile({ source: SOURCE, language: 'c', options }, now, false);
    const { timings } = toDifferentiation(c, now, started);
    expect(timings.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(time - 1 - started);
    expect(timings.every(({ milliseconds }) => milliseconds > 0)).toBe(true);
    expect(new Set(timings.map(({ id }) => id)).size).toBe(timings.length);
  },
);

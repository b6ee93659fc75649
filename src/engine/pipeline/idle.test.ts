import { expect, test } from 'vitest';
import { differentiate, execute } from '../index';
import { IS_DEEP } from '../testing/draws';

/*
 * A text of many routines of which one is differentiated: the others are read, and nothing more is done or said about
 * them.
 */

const line = (name: string) => `double ${name}(double x) { double y = x * x; y = sin(y) * x; return y; }\n`;

test('a routine that is not reached is listed, and its calls are not spoken of', () => {
  const source = `double loop(int n, double x) { return n > 0 ? loop(n - 1, x * x) : x; }\n${line('kernel')}`;
  const d = differentiate({ source, language: 'c', options: { calls: 'inline' } });
  expect(d.routines.map(({ name }) => name)).toEqual(['loop', 'kernel']);
  expect(d.routine?.name).toBe('kernel');
  expect(d.diagnostics).toEqual([]);
});

/** Routines of one text. */
const MANY = IS_DEEP ? 3000 : 600;

test('the last of many routines runs as if it stood alone', () => {
  const source = Array.from({ length: MANY }, (_, i) => line(`f${i}`)).join('');
  const alone = execute({ source: line(`f${MANY - 1}`), language: 'c', inputs: { x: 0.7 } });
  const among = execute({ source, language: 'c', inputs: { x: 0.7 } });
  expect(among.check.verdict).toBe('passed');
  expect(among.derivatives).toEqual(alone.derivatives);
});

test('globals of a routine that is not reached are still there, and are no inputs', () => {
  const source = 'double g = 2;\nvoid other(double x) { g = g * x; }\ndouble f(double x) { return x * x; }';
  const d = differentiate({ source, language: 'c', routine: 'f' });
  expect(d.ok).toBe(true);
  expect(d.variables.map(({ key }) => key)).toEqual(['x', 'f']);
});

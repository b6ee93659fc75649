import { expect, test } from 'vitest';
import { differentiate, execute } from '../../..';

/* What a text calls and does not hold is no kernel of the text, and nothing of the text is said of it. */

const c = (source: string) => ({ source, language: 'c' as const });

test('a program is asked about, not what it calls and lacks', () => {
  const source =
    'int main(void) { double s, c, x[2] = {1, 2}; sincos(x[1], &s, &c); printf("%g %g", s, c); return 0; }';
  const { routine, routines } = differentiate(c(source));
  expect([routine?.name, routines.map(({ name }) => name)]).toEqual(['main', ['main']]);
  expect(differentiate({ ...c(source), routine: 'own_sincos' }).routine?.name).toBe('own_sincos');
});

test('statements without a function stay such beside it', () => {
  const run = execute({ ...c('double p = x*__builtin_popcount(n);\ny = 2*p;'), inputs: { x: 3, n: 7 } });
  expect(run.derivatives).toEqual({ x: [6] });
});

test('a directive stands before a statement of the text', () => {
  const source = `void f(int n, double x[n], double y[n]) {
  // backsweep: checkpoint()
  for (int i = 0; i < n; i++) y[i] += x[i]*x[i];
  double s, c;
  sincos(y[0], &s, &c);
  y[0] = s*c;
}`;
  expect(execute(c(source)).check.verdict).toBe('passed');
  expect(differentiate(c(source)).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
});

/**
 * What the modes beside adjoint and tangent cost, as gcc -O2 makes them (Bratu, n = 8): as many directions at once as there are
 * inputs against as many single tangents, and a product with the Hessian against an adjoint; and a whole sparse Jacobian.
 */
import { readFileSync } from 'node:fs';
import { bench } from 'vitest';
import { differentiate, jacobian, type Mode } from '../index';
import { medianTime, tell } from '../testing/budget';
import { compileAndRun, compilerFor } from '../testing/compilers';

const source = readFileSync(new URL('../../examples/kernels/bratu.c', import.meta.url), 'utf8');
const N = 8;
const ROUNDS = 200_000;

/** Nanoseconds of one `call` of what the mode makes of the kernel: the least of several measurements. */
function time(mode: Mode, call: string): number {
  const { code } = differentiate({ source, language: 'c', mode, independents: ['x'] });
  const main = `#include <time.h>
#include <stdio.h>
int main(void) {
  double x[${N}], xd[${N * N}], xb[${N}], xbd[${N}], F[${N}], Fd[${N * N}], Fb[${N}], prm[2] = {1.3, 0.245828};
  double least = 1e300, sum = 0;
  (void)xd; (void)xb; (void)xbd; (void)Fd; (void)Fb;
  for (int round = 0; round < 7; round++) {
    for (int i = 0; i < ${N}; i++) { x[i] = 1.72 + 0.07 * i; F[i] = 0; Fb[i] = 1; xb[i] = xbd[i] = 0; }
    for (int i = 0; i < ${N * N}; i++) { xd[i] = i % ${N + 1} == 0; Fd[i] = 0; }
    clock_t start = clock();
    for (int k = 0; k < ${ROUNDS}; k++) {
      for (int i = 0; i < ${N}; i++) Fb[i] = 1;
      ${call}
      x[k % ${N}] += 1e-12;
      sum += F[0] + Fd[0] + xb[0] + xbd[0];
    }
    double each = (double)(clock() - start) / CLOCKS_PER_SEC / ${ROUNDS} * 1e9;
    if (each < least) least = each;
  }
  printf("%.6g %.17g\\n", least, sum);
  return 0;
}
`;
  const { messages, output } = compileAndRun('c', `${code.text}\n${main}`, [
    '-std=c99',
    '-O2',
    '-ffp-contract=off',
  ]);
  if (output === null) throw new Error(messages);
  return Number(output.split(' ')[0]);
}

if (compilerFor('c')) {
  const single = time(
    'tangent',
    `for (int d = 0; d < ${N}; d++) bratu_d(${N}, x, xd + ${N} * d, prm, F, Fd);`,
  );
  const several = time('vector-tangent', `bratu_d(${N}, x, xd, prm, F, Fd, ${N});`);
  tell({
    what: 'a vector tangent of 8 directions against 8 tangents (Bratu, gcc)',
    unit: 'times',
    promised: 0.6,
    found: several / single,
  });
  const adjoint = time('adjoint', `bratu_b(${N}, x, xb, prm, F, Fb);`);
  const product = time('tangent-over-adjoint', `bratu_b_d(${N}, x, xd, xb, xbd, prm, F, Fb);`);
  tell({
    what: 'a product with the Hessian against an adjoint (Bratu, gcc)',
    unit: 'times',
    promised: 3,
    found: product / adjoint,
  });
}

const tridiagonal = {
  source:
    'void f(int n, const double x[n], double y[n]) {\n  for (int i = 0; i < n; i++) {\n    y[i] = -2 * x[i] * x[i];\n    if (i > 0) y[i] += sin(x[i - 1]);\n    if (i < n - 1) y[i] += x[i + 1] * x[i];\n  }\n}\n',
  language: 'c',
  inputs: { n: 1000, x: 'sin(i)' },
} as const;
tell({
  what: 'Jacobian of 1,000 rows and columns, tridiagonal',
  unit: 'ms',
  promised: 200,
  found: medianTime(() => jacobian(tridiagonal), 2000),
});

bench('Jacobian of 1,000 rows and columns, tridiagonal', () => {
  jacobian(tridiagonal);
});

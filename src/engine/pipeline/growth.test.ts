import { expect, test } from 'vitest';
import { differentiate } from '../index';
import { growths } from '../testing/countedWork';
import { IS_DEEP } from '../testing/draws';

/* Work grows with the program, not with its square: on eight times as much it is about eight times as much, and 64 is too much. */

const lines = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join('\n');

/** Of the smaller program. */
const SIZE = IS_DEEP ? 75 : 15;

type Programs = readonly (readonly [what: string, text: (n: number) => string])[];

const IN_C: Programs = [
  [
    'shared variables',
    (n) =>
      `${lines(n, (i) => `double g${i};`)}\nvoid f(double x) {\n${lines(n, (i) => `g${i} = x * g${i};`)}\n}`,
  ],
  [
    'early returns',
    (n) => `double f(double x) {\n${lines(n >> 1, () => 'if (x > 1) return x; x *= x;')}\nreturn x;\n}`,
  ],
  [
    'routines',
    (n) =>
      `double r0(double x) { return x * x; }\n${lines(n >> 1, (i) => `double r${i + 1}(double x) { return r${i}(x) * x; }`)}`,
  ],
  [
    'scalars that add to few inputs',
    (n) =>
      `double f(double x[5]) {\ndouble v0 = x[0], v1 = x[1], v2 = x[2];\n${lines(n, (i) => `double v${i + 3} = v${i + 2} * v${i} + sin(x[${i % 5}]);`)}\nreturn v${n + 2};\n}`,
  ],
  [
    'calls in a circle',
    (n) => {
      const size = n >> 2;
      return `${lines(size, (i) => `void f${i}(int k, double *x);`)}\n${lines(size, (i) => `void f${i}(int k, double *x) { if (k > 0) { *x *= *x; f${(i + 1) % size}(k - 1, x); } }`)}`;
    },
  ],
  [
    'loops inside loops',
    (n) => {
      const depth = Math.ceil(n / (SIZE / 1.5));
      const heads = lines(depth, (i) => `for (int k${i} = 0; k${i} < n; k${i}++) {`);
      const row = `for (int i = 0; i < n; i++) s += a[i][k${depth - 1}] * a[i][k0]; r[k0][k${depth - 1}] = sqrt(s);`;
      const column = 'for (int i = 0; i < n; i++) a[i][k0] /= r[k0][k0];';
      return `void f(int n, double s, double a[n][n], double r[n][n]) {\n${heads}\n${row}\n${column}\n${'}'.repeat(depth)}\n}`;
    },
  ],
  [
    'loops that overwrite what those before them read',
    (n) =>
      `void f(int n, double x, double t, double a[n], double b[n]) {\n${lines(n >> 1, () => 'for (int i = 1; i < n; i++) { if (a[i] > 3) t = t * b[i]; b[i] = b[i] + a[i] * x; a[i] = a[i-1] * t; }')}\n}`,
  ],
  [
    'routines around a shared one',
    (n) =>
      `double g[9];\n${lines(n, (i) => `void r${i}(double *x) { *x = *x * g[${i % 9}]; g[0] = *x; }`)}\nvoid f(double x) { ${lines(n, (i) => `r${i}(&x);`)} }`,
  ],
];

const inFortran = (n: number, line: string): string =>
  `subroutine f(n, r, a)\n integer n\n real r(n), a(n)\n${lines(n, () => line)}\nend`;

const IN_FORTRAN: Programs = [
  ['sections', (n) => inFortran(n, ' r(1:n:2) = r(1:n:2) * a(1:n:2)')],
  ['WHERE', (n) => inFortran(n, ' where (r > 0) r = r * a')],
];

test('work grows with the program', () => {
  const programs = [
    ...IN_C.map(([what, text]) => ({ what, text, language: 'c' as const })),
    ...IN_FORTRAN.map(([what, text]) => ({ what, text, language: 'fortran' as const })),
  ];
  const run =
    ({ text, language }: (typeof programs)[number], n: number) =>
    () =>
      differentiate({ source: text(n), language });
  const found = growths(programs.map((each) => [run(each, SIZE), run(each, 8 * SIZE)]));
  expect(programs.filter((_, k) => !((found[k] as number) < 32)).map(({ what }) => what)).toEqual([]);
});

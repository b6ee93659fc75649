/** Small texts in which one rule decides, each with what it gives: they notice at once what random programs meet rarely. */
import type { Options } from '../../pipeline/options';

type Trap = readonly [source: string, inputs: Readonly<Record<string, number[]>>, options?: Partial<Options>];

/** What random programs meet too rarely; each is a few lines in which one rule decides. */
export const TRAPS: readonly Trap[] = [
  // What a call reads and something later overwrites, with both snapshots.
  ...(['lazy', 'eager'] as const).map(
    (snapshots): Trap => [
      'double part(double *x) { double t = x[0]*x[1]; return sin(t); } double kernel(double x[2]) { double y = part(x); x[0] = x[1] + 0.1; return y + sin(x[0]); }',
      { x: [0.3, 0.7] },
      { snapshots },
    ],
  ),
  // Only the adjoint of the call reads t.
  [
    'double part(double a, double t) { return a * sin(t); } void kernel(double x, double *y) { double t = x * x; *y = part(*y, t); }',
    { x: [0.3], y: [0.7] },
  ],
  // An element written does not do away with what its neighbours are required for.
  [
    'double f(int n, double a[3]) { double y = 0; for (int i = 0; i < 3; i++) y += a[i] * a[i]; a[n] = 1; a[n-1] = 2; return y; }',
    { n: [1], a: [0.3, 0.7, 1.1] },
    { adjointLiveness: false },
  ],
  // Only the POP of b[i] reads i.
  [
    'double f(double x, int i) { double b[3] = {0.7, 1.1, 1.3}; double y = x * b[0] * b[1]; y = y * sin(x); b[i] = 3; i = i - 1; b[i] = 2; return y * x; }',
    { x: [0.3], i: [1] },
    { adjointLiveness: false },
  ],
  // An operand that contributes nothing, of which a later code list has an adjoint.
  [
    'y = x*x; z = floor(x*y); w = (x*y)*z;',
    { x: [1.7] },
    {
      basicBlocks: 'codelist',
      reversal: 'statements',
      record: 'all',
      activity: false,
      adjointLiveness: false,
      merge: false,
    },
  ],
  // The index of the loop is a subscript upstream.
  [
    'double f(double x, double a[4], int n) { int i = n; double y = x * a[i]; for (i = 0; i < 3; i++) y = y * sin(x); return y; }',
    { x: [0.3], a: [0.7, 1.1, 1.3, 1.7], n: [2] },
  ],
  // The stride steps over the bound.
  [
    'double f(double x, double a[5], int n) { double y = 0; for (int i = 0; i < n; i += 3) y += a[i] * a[i] * x; return y; }',
    { x: [0.3], a: [0.7, 1.1, 1.3, 1.7, 1.9], n: [5] },
  ],
  // Two values in one snapshot.
  [
    'void part(double *x, double *y) { *x = *x * *y; *y = sin(*x); } void kernel(double *x, double *y) { part(x, y); part(x, y); }',
    { x: [0.3], y: [0.7] },
  ],
  // Derivatives pass through a number that is made narrower.
  ['float f(float x, double y) { float t = (float)(x * y); return t * x; }', { x: [0.5], y: [0.75] }],
  // A routine put in place that returns early, one that is passed an array, one that is passed a part of one.
  [
    'double part(double x) { if (x > 1) return x * 2; x = sin(x); return x * x; } double f(double x) { return part(x) * part(x + 2); }',
    { x: [0.3] },
    { calls: 'inline' },
  ],
  [
    'double part(double a[3]) { a[1] = a[1] * a[2]; return a[0] * a[1]; } double f(double a[3]) { return part(a) * a[1]; }',
    { a: [0.3, 0.7, 1.1] },
    { calls: 'inline' },
  ],
  // The bound of a loop is written by what the loop calls.
  [
    'void less(int *n) { *n = *n - 1; } double f(double x, int n) { for (int i = 0; i < n; i++) { x = x * sin(x); less(&n); } return x; }',
    { x: [0.7], n: [5] },
  ],
  // In a later iteration than the one that reads it.
  [
    'void f(double x, double a[5]) { for (int i = 0; i < 4; i++) a[i] = a[i + 1] * a[i + 1] * x; }',
    { x: [0.7] },
  ],
  // What was written before the read is not what overwrites it.
  [
    'double f(double x, double a[8]) { double y = 0; for (int i = 0; i < 5; i++) { y += a[i + 1] * a[i + 1]; a[i + 2] = a[i + 2] + x; a[i] = x; } return y; }',
    { x: [0.7] },
  ],
  [
    'double f(double x, double a[3]) { double y = 0; for (int t = 0; t < 2; t++) { a[1] = a[1] * x; y += a[1] * a[1]; for (int w = 0; w < 3; w++) a[w] = x; } return y; }',
    { x: [0.7] },
  ],
  [
    'double f(double x, double a[4]) { double y = 0; for (int i = 0; i < 3; i++) { a[i + 1] = a[i + 1] * x; y += a[i + 1] * a[i + 1]; a[i] = x; } return y; }',
    { x: [0.7] },
  ],
  // Only the last iteration meets the element that all of them read.
  [
    'double f(double x, double a[4]) { double y = 0; for (int i = 0; i < 3; i++) { y += a[3] * a[3]; a[i + 1] = x; } return y; }',
    { x: [0.7] },
  ],
  // Two subscripts that are one only in a run.
  ...[1, 2].map(
    (j): Trap => [
      'void f(int i, int j, double x, double a[3]) { a[i] = a[i] * x + a[j] * a[j]; a[j] = a[i] * sin(a[j]); }',
      { i: [1], j: [j], x: [0.7], a: [0.3, 0.7, 1.1] },
    ],
  ),
  // The bound of a loop, a test and a subscript are overwritten afterwards.
  ['double f(double x, int n) { for (int i = 0; i < n; i++) x = x * sin(x); n = 0; return x; }', { n: [3] }],
  ['double f(double x, int n) { if (n > 1) x = x * x; else x = sin(x); n = 0; return x; }', { n: [3] }],
  [
    'double f(double x, int i) { double b[3] = {1, 2, 3}; b[i] = x * x * x; i = 0; return b[1] * x + b[2] * b[0]; }',
    { x: [0.7], i: [1] },
  ],
  // A call overwrites what the statements before it read, and reads nothing of it itself.
  [
    'void part(double *x, double *y) { *x = 2 * *y; } double f(double x, double y) { double z = x * y; part(&x, &y); return z * x; }',
    { x: [0.3], y: [0.7] },
  ],
  // An iteration that is begun and left.
  [
    'double f(double x) { while (x > 0.1) { x = x * 0.7; if (x < 0.3) break; x = x * cos(x); } return x; }',
    { x: [2] },
  ],
  // Bounds of loops that are left early are tested as the text has them.
  ...['i = 0; i < n - 2; i++', 'i = 0; i < n + 2; i++', 'i = 8; i > n - 2; i--', 'i = 8; i > n + 2; i--'].map(
    (head): Trap => [
      `double f(double x, int n) { for (int ${head}) { if (x > 3) break; x = x * 1.1 + sin(x) * 0.1; } return x; }`,
      { x: [0.7], n: [5] },
    ],
  ),
  // What is passed by value is overwritten by the call itself.
  [
    'void part(double a, double *b) { *b = a * a; } double f(double x) { part(x, &x); part(x * x, &x); return x * x; }',
    { x: [0.7] },
  ],
  // Pieces under one number, and the number that ends them.
  ...(['statements', 'blocks'] as const).map(
    (reversal): Trap => [
      'double f(double x) { double y = x * x; y = sin(y); for (int i = 0; i < 2; i++) y = y * x; return y; }',
      { x: [0.7] },
      { reversal },
    ],
  ),
  ['double f(double x, double y) { return x / y + sin(x) / (x + y) + 2 / y; }', { x: [0.3], y: [0.7] }],
  // What a derivative reads in a subscript, and what ends a loop, are overwritten downstream.
  [
    'double f(double x, double a[4], int i) { double y = a[i] * x; i = 0; return y * y; }',
    { x: [0.7], a: [0.3, 0.7, 1.1, 1.3], i: [2] },
    { adjointLiveness: false },
  ],
  [
    'double f(double x, int n) { for (int i = 0; i < 3; i++) { n = n + 1; for (int k = 0; k < n; k++) x = x * sin(x); } return x; }',
    { x: [0.7], n: [1] },
  ],
  [
    'double f(double x, int n, int m) { n = m; for (int k = 0; k < n; k++) x = x * sin(x); n = 5; return x * x; }',
    { x: [0.7], n: [1], m: [3] },
    { adjointLiveness: false },
  ],
  [
    'double f(double x, double y) { for (int k = 0; k < 3; k++) { if (y > 1) x = x * x; else x = sin(x); y = y + 0.7; } return x; }',
    { x: [0.7], y: [0.3] },
  ],
  // A case that leaves in one of its arms only.
  [
    'double f(double x, int n) { for (int i = 0; i < n; i++) { switch (i) { case 0: x = x * x; break; case 1: if (x > 5) break; return x; default: return x; } x = x * sin(x); } return x; }',
    { x: [0.7], n: [3] },
  ],
  ['double f(double x, double y) { double z = -x; z = -(x * y) * z; return -z; }', { x: [0.3], y: [0.7] }],
  // Every elementary function, away from its kinks.
  [
    'double f(double x) { return asin(x) + acos(x) * atan(x) + sinh(x) * cosh(x) + tanh(x) + asinh(x) * acosh(x + 2) + atanh(x) + erf(x) * erfc(x); }',
    { x: [0.3] },
  ],
  [
    'double f(double x, double y) { return log1p(x) * expm1(x) + cbrt(x) + log10(x) * log2(x) + exp2(x) + tan(x) + hypot(x, y) + atan2(x, y) + pow(x, y) + fmax(x, y) * fmin(x, y) + copysign(x, y) + fabs(x - y) + fmod(y, x) + fma(x, y, x) + fdim(y, x); }',
    { x: [0.3], y: [0.7] },
  ],
  // Elements passed by value have adjoints of their own.
  [
    'double part(double a) { return a * a; } double f(double x[2]) { return part(x[1]) * part(x[0]); }',
    { x: [0.3, 0.7] },
  ],
  // A loop puts back the index that an eager snapshot doesn't save.
  [
    'double part(double x, int i) { return x * i * x; } double f(double x, double a[9]) { double y = x; int i = 2; y = part(y, i); for (i = 0; i < 3; i++) y = y * x * a[i]; i = 7; return y; }',
    { x: [0.7], a: [0.3, 0.7, 1.1, 1.3, 1.7, 1.9, 2.3, 2.9, 3.1] },
    { snapshots: 'eager' },
  ],
];

/** What no run shows: how a number is written, and what becomes of a routine that is not there. */
export const WRITTEN: readonly (readonly [
  source: string,
  text: string,
  options?: Partial<Options>,
  mode?: 'tangent',
])[] = [
  ['double f(double x) { return erf(x); }', String(2 / Math.sqrt(Math.PI))],
  [
    '// backsweep: external(table, read(x))\ndouble table(int x); double f(double x) { double y = x * x; if (x > 1) y = table(3); return y * x; }',
    'if (x > 1.0) {\n    yb = 0.0;',
  ],
  [
    '// backsweep: external(table, read(x), dependence(table: x))\ndouble table(double x); double f(double x) { return table(x) * x; }',
    'table_b(x, xb, seedb);',
  ],
  ['void f(double *x) { *x = *x * *x; *x = sin(*x); }', '*x = x_kept;', { keepPrimalResults: true }],
  [
    'void f(double a[3]) { for (int i = 0; i < 3; i++) a[i] = a[i] * a[i]; }',
    'a[ii] = a_kept[ii];',
    { keepPrimalResults: true },
  ],
  [
    'double f(double x) { double y = x * x * x; y = x + x; return y * y; }',
    '*xb += 2.0 * yb;',
    { merge: true },
  ],
  [
    'double part(double a) { return a * a; } double f(double x) { double y = part(x); return y * x; }',
    'part_b(x, xb, seedb);',
  ],
  // What has no tangent gets none.
  [
    'void part(double *x) { *x = *x * *x; } int pick(double y) { return y > 1 ? 2 : 1; } double f(double x) { part(&x); return x * pick(x); }',
    'pick_d(x);',
    {},
    'tangent',
  ],
  [
    'void part(double *x) { *x = *x * *x; } int pick(double *y) { *y = *y * 2; return *y > 1 ? 2 : 1; } double f(double x) { part(&x); return x * pick(&x); }',
    'pick_d(&x, &xd);',
    {},
    'tangent',
  ],
];

/** Texts in which every parenthesis, digit and jump counts, with the value at x = 3, y = 2. */
export const VALUES: readonly (readonly [source: string, value: number])[] = [
  ['double f(double x, double y) { return x - (y - 0.12345678901234); }', 1.12345678901234],
  ['double f(double x, double y) { return x / (y / (x / (x * y))); }', 0.75],
  [
    'double f(double x, double y) { if ((x > 9 || y > 1) && x < 1) x = 5; if (x > 9 || (y > 1 && x < 1)) x = 7; return x; }',
    3,
  ],
  ['double f(double x, double y) { if (x < 3) y = 7; return y; }', 2],
  ['double f(double x, double y) { if (x > 9 || y > 1) x = 5; if (x > 9 && y > 1) x = 7; return x; }', 5],
  [
    'double f(double x, double y) { switch ((int)y) { case 1: x = 1; break; case 2: x = x * 2; break; case 3: x = 9; break; default: x = 8; } return x; }',
    6,
  ],
  [
    'double f(double x, double y) { unsigned char c = 250; c += 10; short s = 32767; s += 2; return x*c + s; }',
    -32755,
  ],
  ['double f(double x, double y) { unsigned a = 7, b = 9; double d = a - b; return x + d; }', 4294967297],
  [
    'double f(double x, double y) { int n = (int)x; for (int i = 0; i < (n > 2 ? 2 : 5); i++) y = y * 2; return y; }',
    8,
  ],
];

/** Kernels whose recordings are known without adjoint liveness (theory 12); by location, sorted. */
export const RECORDED: readonly (readonly [
  name: string,
  source: string,
  recorded: string,
  language?: 'fortran',
])[] = [
  ['x = x*y', 'void f(double *x, double y) { *x = *x * y; }', 'x'],
  ['linear code', 'double f(double x, double y) { double t = x + y; t = 2.0 * t; return t - x; }', ''],
  [
    'an overwritten operand',
    'double f(double x1, double x2) { double y = sin(x1 + x2); double z = y; x1 = x2; return z * x2; }',
    'x1',
  ],
  [
    'discrepancy',
    'double f(int n, double t[n], double u[n]) { double e2 = 0; for (int i = 0; i < n; i++) { double e1 = t[i] - u[i]; e2 = e2 + e1 * e1; } return sqrt(e2); }',
    'e1',
  ],
  [
    'globals apart',
    'double g, h; double f(double x) { g = x * x; h = g * x; g = h * x; h = g * g; return g * h; }',
    'g h',
  ],
  [
    'bounds that the loop leaves alone',
    'subroutine f(x, m, n)\n real(8) :: x\n integer :: m, n, i\n do i = m, n\n  x = x * sin(x)\n end do\nend subroutine',
    'x',
    'fortran',
  ],
  [
    'a bound that its loop changes',
    'subroutine f(m, x)\n integer :: m, i\n real(8) :: x\n do i = 1, m\n  x = x * sin(x)\n  m = m - 1\n end do\nend subroutine',
    'bounds x',
    'fortran',
  ],
  [
    'bounds that a call changes',
    'subroutine less(m, n)\n integer :: m, n\n m = m + 1\n n = n - 1\nend subroutine\nsubroutine f(x, m, n)\n real(8) :: x\n integer :: m, n, i\n do i = m, n\n  x = x * sin(x)\n  call less(m, n)\n end do\nend subroutine',
    'count x',
    'fortran',
  ],
  [
    'bounds that a call reads',
    'subroutine part(y, a, b)\n real(8) :: y\n integer :: a, b\n y = y * a / b\nend subroutine\nsubroutine f(x, m, n)\n real(8) :: x\n integer :: m, n, i\n do i = m, n\n  x = x * sin(x)\n  call part(x, m, n)\n end do\nend subroutine',
    'x',
    'fortran',
  ],
  [
    'bounds of its own beside a call that changes COMMON',
    'subroutine next(y)\n real(8) :: y\n integer :: k\n common /c/ k\n k = k + 1\nend subroutine\nsubroutine f(x, m, n)\n real(8) :: x\n integer :: m, n, i\n do i = m, n\n  x = x * sin(x)\n  call next(x)\n end do\nend subroutine',
    'x',
    'fortran',
  ],
];

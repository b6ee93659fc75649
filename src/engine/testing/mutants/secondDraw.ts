/** Texts for what a second draw of random faults showed to be unheld: as in `rare.ts`, one line of the engine decides in each. */
import type { Rare } from './rareCase';

export const SECOND_DRAW: readonly Rare[] = [
  {
    what: 'the bounds of a loop are put back that its own statements change',
    language: 'fortran',
    source:
      'subroutine f(m, x)\n integer :: m, i\n real(8) :: x\n do i = 1, m\n x = x * sin(x)\n m = m - 1\n end do\nend subroutine',
    run: { inputs: { m: 3, x: 0.7 } },
  },
  {
    what: 'a value passed that reads an element is not read again where its subscript has moved',
    source:
      'double part(int m, double x) { return x * x + m; } double f(double x, int t[3], int k) { double y = part(t[k] + 1, x); k = 100; return y * x * k; }',
    run: { inputs: { x: [0.3], t: [1, 2, 3], k: [1] } },
  },
  {
    what: 'the very first of all locations may be an array whose elements are told apart',
    source: 'void f(double a[4]) { for (int i = 1; i < 4; i++) a[i] = a[i-1] * a[i-1]; }',
    options: { adjointLiveness: false },
    recorded: '',
  },
  {
    what: 'a loop of Fortran whose rest a test leaves out',
    language: 'fortran',
    mode: 'tangent',
    source:
      'subroutine f(x, n)\n real(8) :: x\n integer :: n\n do while (x < 5)\n x = x * 1.5\n if (x > n) cycle\n x = x * x\n end do\nend subroutine',
    run: { inputs: { x: [1.1], n: [2] } },
  },
  {
    what: 'the bounds of a loop that only the backward sweep runs are those of its place',
    source:
      'double f(double x, double a[5], int n) { double y = 0; for (int i = 0; i < n; i++) y = y + x * a[i]; n = 1; return y + a[n] * x; }',
    run: { inputs: { x: [0.3], a: [0.3, 0.7, 1.1, 1.3, 1.7], n: [4] } },
  },
  {
    what: 'of two loops, one inside the other, each knows its own iterations that are cut short',
    source:
      'double f(double x, double a[3]) { for (int i = 0; i < 3; i++) { x = x * a[i]; if (a[i] > 1.2) continue; x = sin(x) * x; if (a[i] > 1) continue; for (int j = 0; j < 3; j++) { if (a[j] < 0.5) continue; x = x * cos(x); } x = x * x; } return x; }',
    has: ['continue;', 'skip = pop_byte();', 'skip0 = pop_bit();'],
    run: { inputs: { x: [0.8], a: [0.3, 0.4, 0.7] } },
  },
  {
    what: 'of two loops that one jump leaves each finds its own count of trips',
    source:
      'double f(double x) { int k = 0; while (k < 4) { int m = 0; while (m < 3) { x = x * x * 0.9; if (x > 3) goto out; m++; } k++; x = x + 0.5; } x = sin(x); out: return x * x; }',
    has: ['m++;'],
    run: { inputs: { x: [1.05] } },
  },
  {
    what: 'what an argument depends on through one of its elements, it depends on',
    source:
      'void part(double *a, double *y) { *y = a[0] * a[0]; a[1] = 2; } double f(double x) { double a[2], y; a[0] = x; a[1] = 3; part(a, &y); return y * a[1]; }',
    run: { inputs: { x: [0.3] } },
  },
  {
    what: 'a write in one arm stands between nothing for certain',
    source:
      'double f(double a[4], double x, int n) { double y = 0; for (int i = 0; i < 3; i++) { y = y + a[n] * a[n]; if (i > 1) a[i] = x; a[n] = y; } return y * a[1]; }',
    run: { inputs: { x: [0.8], a: [0.3, 0.7, 1.1, 1.3], n: [1] } },
  },
  {
    what: 'what a call returns is put where the call has moved to only after it',
    source:
      'double part(int *k, double x) { *k = *k + 1; return x * *k; } void f(double a[4], double x, int k) { a[k] = part(&k, x); a[k] = a[k] * x; }',
    has: ['part_value = part(&k, x);\n  a[k] = part_value;'],
    run: { inputs: { a: [0.8, 0.7, 0.3, 0.2], k: [1] } },
  },
  {
    what: 'powers by whole numbers, of either sign',
    language: 'fortran',
    source: 'subroutine f(x, y)\n real(8) :: x, y\n y = x**3 + x**7 + x**(-2)\nend subroutine',
    run: { inputs: { x: [0.8] }, gradient: { x: [3 * 0.8 ** 2 + 7 * 0.8 ** 6 - 2 * 0.8 ** -3] } },
  },
  {
    what: 'two steps at the end of each round stand in the head of their loop',
    source:
      'double f(double x, int n) { for (int i = 0, j = n; i < j; i++, j--) { if (x > 3) break; x = x * sin(x) + j; } return x; }',
    has: ['; i++, j--, trips++) {'],
  },
  {
    what: 'nothing is computed again from what would have to be recorded for it',
    source:
      'double f(double x, double w, int n) { double v = 2 * w; double y = x * v; if (n > 0) { w = w + x; v = x; } return y * v * w; }',
    options: { recompute: true },
    recorded: 'v',
  },
  {
    what: 'functions that only the C library has come with their interfaces, of either precision',
    target: 'fortran',
    source: 'double f(double x, float y) { return cbrt(x) * expm1f(y); }',
    has: [
      "pure function c_cbrt(x) bind(c, name='cbrt') result(r)",
      "pure function c_expm1f(x) bind(c, name='expm1f') result(r)",
      'use backsweep_math\n  implicit none\ncontains',
    ],
  },
];

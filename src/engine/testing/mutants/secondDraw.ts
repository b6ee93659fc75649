/** Texts for what a second draw of random faults showed to be unheld: as in `rare.ts`, one line of the engine decides in each. */
import type { Rare } from './rare';

export const SECOND_DRAW: readonly Rare[] = [
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
    what: 'a loop of Fortran that a test ends goes on with `cycle`',
    language: 'fortran',
    source:
      'subroutine f(x, n)\n real(8) :: x\n integer :: n\n do while (x < 5)\n x = x * 1.5\n if (x > n) cycle\n x = x * x\n end do\nend subroutine',
    has: ['cycle\n'],
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
    has: ['skip = pop_byte();', 'skip0 = pop_bit();'],
    run: { inputs: { x: [0.8], a: [0.3, 0.4, 0.7] } },
  },
  {
    what: 'of two loops that one jump leaves each finds its own count of trips',
    source:
      'double f(double x) { int k = 0; while (k < 4) { int m = 0; while (m < 3) { x = x * x * 0.9; if (x > 3) goto out; m++; } k++; x = x + 0.5; } x = sin(x); out: return x * x; }',
    run: { inputs: { x: [1.05] } },
  },
  {
    what: 'what an argument depends on through one of its elements, it depends on',
    source:
      'void part(double *a, double *y) { *y = a[0] * a[0]; a[1] = 2; } double f(double x) { double a[2], y; a[0] = x; a[1] = 3; part(a, &y); return y * a[1]; }',
    run: { inputs: { x: [0.3] } },
  },
];

/**
 * Texts in which one line of the engine decides that random programs hardly ever come to. Each says what of the outcome that
 * line decides: lines of the code, what is recorded, what the tape gets, the gradient.
 */
import { ASTRAY } from './astray';
import { MEMORY } from './memory';
import type { Rare } from './rareCase';
import { SECOND_DRAW } from './secondDraw';

export const RARE: readonly Rare[] = [
  {
    what: 'the adjoint of a static local is a variable of the program, as that is',
    source:
      'double part(double x) { static double s = 1; s = s * x + 1; return s * s; } double f(double x) { return part(x) * part(x + 1); }',
    options: { calls: 'split' },
    has: ['double part_s = 1.0;', 'double part_sb;'],
  },
  {
    what: 'without jumps a compiler sees that a value is set, so nothing sets it twice',
    source:
      'double f(double x, int i) { double b[3] = {0.7, 1.1, 1.3}; double y = x * b[0] * b[1]; b[i] = 3; return y * x * b[2]; }',
    lacks: ['yb = 0.0'],
  },
  {
    what: 'a split call saves an array of its own once, however many of its elements are required',
    source:
      'double part(double x[3]) { double a[3]; a[0] = x[0] * x[0]; a[1] = x[1] * x[2]; a[2] = a[0] * a[1]; return a[0] * a[1] * a[2]; } double f(double x[3]) { return part(x) * part(x); }',
    options: { calls: 'split' },
    run: { inputs: { x: [0.3, 0.7, 1.1] }, tape: [6, 0] },
  },
  {
    what: 'what a routine put in place passes on whole is passed on by its caller',
    source:
      '// backsweep: external(norm, read(v), dependence(norm: v))\ndouble norm(double v[3]); double part(double v[3]) { v[0] = v[0] * v[1]; return norm(v); } double f(double v[3]) { return part(v) * v[1]; }',
    options: { calls: 'inline' },
    has: ['part_value = norm(v);'],
  },
  {
    what: 'a static array that a routine put in place passes on whole',
    source:
      'void ext(double v[2], int n) { if (n > 0) ext(v, n - 1); v[0] = v[0] * v[1]; } double part(double x) { static double q[2] = {2, 3}; ext(q, 2); return x * q[0]; } double f(double x) { return part(x) + part(x * x); }',
    options: { calls: 'inline' },
    lacks: ['part_b('],
    run: { inputs: { x: [0.3] } },
  },
  {
    what: 'a call stays whose routine counts a loop with what is an element here',
    language: 'fortran',
    source:
      'subroutine part(i, x)\n integer :: i\n real(8) :: x\n do i = 1, 3\n x = x * x + i\n end do\nend subroutine\nsubroutine f(x, k)\n real(8) :: x\n integer :: k(2)\n call part(k(2), x)\n call part(k(1), x)\nend subroutine',
    options: { calls: 'inline' },
    has: ['call part_b(k(2), x, xb)'],
    run: { inputs: { x: [0.3], k: [0, 0] } },
  },
  {
    what: 'a loop that jumps out keeps the comparison of the source',
    source:
      'double f(double x, int n) { for (int i = 0; i < n - 2; i++) { if (x > 3) break; x = x * sin(x); } return x; }',
    has: ['i < n - 2;'],
  },
  {
    what: 'numbers of assignments',
    source: 'double f(double x) { x = x * sin(x); return x * x; }',
    options: { reversal: 'statements' },
    recorded: 'statement statement statement x',
  },
  {
    what: 'numbers of blocks',
    source: 'double f(double x) { x = x * sin(x); return x * x; }',
    options: { reversal: 'blocks' },
    recorded: 'block block x',
  },
  {
    what: 'a loop that only the backward sweep runs leaves the index as it was',
    source:
      'double f(double x, double a[4], int n) { int i = n; double y = x * a[i]; for (i = 0; i < 3; i++) y = y + sin(x) * a[i]; return y; }',
    run: { inputs: { x: [0.3], a: [0.3, 0.7, 1.1, 1.3], n: [3] }, tape: [0, 0] },
  },
  {
    what: 'an index that its loop saves is in no eager snapshot',
    source:
      'double part(double x, int i) { return x * i * x; } double f(double x, double a[9], int n) { int i = n; double y = x * a[i]; y = part(y, i); for (i = 0; i < 3; i++) y = y * x * a[i]; return y; }',
    options: { snapshots: 'eager' },
    run: { inputs: { x: [0.7], n: [2] }, tape: [5, 0] },
  },
  {
    what: 'an index that its loop keeps is in no eager snapshot',
    source:
      'double part(double x, int i) { return x * i * x; } double f(double x, double a[9], int n) { int i = n; double y = x * a[i]; y = part(y, i); for (i = 0; i < 3; i++) y = y + x * a[i]; return y; }',
    options: { snapshots: 'eager' },
    run: { inputs: { x: [0.7], n: [2] }, tape: [0, 0] },
  },
  {
    what: 'a call without an adjoint that is not run resets what it overwrites',
    source:
      '// backsweep: external(table, read(k), written(y))\nvoid table(int k, double *y); double f(double x) { double y = x * x; if (x > 1) table(3, &y); return y + x; }',
    has: ['if (x > 1.0) {\n    yb = 0.0;\n  }'],
    lacks: ['table'],
  },
  {
    what: 'what neither half of a split call reads is not saved for it',
    source:
      'void part(double *y, double *t) { *y = *y + *t; } double f(double x) { double t = x, y = x * x; part(&y, &t); t = 3; return y * t; }',
    options: { calls: 'split' },
    recorded: '',
  },
  {
    what: 'of an array passed element by element only those are saved, whatever else is passed',
    source:
      'void part(double *y, double b[3]) { *y = *y * b[1] * *y; } double f(double a[5], double b[3], int i) { part(&a[i], b); part(&a[i], b); return a[1] * a[2]; }',
    run: { inputs: { i: [1] }, tape: [2, 0] },
  },
  {
    what: 'only what asks for a recording is not computed again',
    source:
      'double f(int n, double a[n], double b[n]) { double e, g, y = 0; for (int i = 0; i < n; i++) { e = a[i] * 2; g = b[i] * 3; y = y + e * e * g * g; } for (int i = 0; i < n; i++) a[i] = 3 * y; return y * a[0]; }',
    options: { recompute: true },
    run: { inputs: { n: [3] }, tape: [3, 0] },
  },
  {
    what: 'an element that only the caller reads upstream of a split call',
    source:
      'void part(double a[2], int i) { a[i] = 3; } double f(double a[2], int i) { double y = a[0] * a[0] * a[1]; part(a, i); return y * a[0]; }',
    options: { calls: 'split' },
    run: { inputs: { a: [0.3, 0.7], i: [0] }, tape: [1, 0] },
  },
  {
    what: 'a loop whose iterations all overwrite what was read stands between',
    source:
      'double f(double a[4], double x, int n) { double y = a[n] * a[n]; for (int q = 0; q < 3; q++) { a[n] = x * q; y = y * x; } a[n] = 2; return y * a[1]; }',
    run: { inputs: { a: [0.3, 0.7, 1.1, 1.3], x: [0.3], n: [1] }, tape: [6, 0] },
  },
  {
    what: 'no iteration of a loop that a test ends need follow the one that reads',
    source:
      'double f(double a[4], double x) { double y = 0.4; while (y < 5) { for (int j = 0; j < 3; j++) a[j] = x * y; for (int j = 0; j < 3; j++) y = y + 0.3 * a[j] * a[j] + 0.2; } for (int j = 0; j < 3; j++) a[j] = 0.5; return y * a[1]; }',
    run: { inputs: { a: [0.3, 0.7, 1.1, 1.3], x: [0.3] }, tape: [33, 1] },
  },
  {
    what: 'every iteration up to that of the write, of a loop that a test ends, stands between',
    source:
      'double f(double a[4], double x) { double y = a[0] * a[1]; while (y < 5) { for (int j = 0; j < 3; j++) a[j] = x; y = y * 1.5 + 0.1; a[1] = y; } return y * a[1]; }',
    run: { inputs: { a: [0.3, 0.7, 1.1, 1.3], x: [0.3] }, tape: [21, 1] },
  },
  {
    what: 'a loop of which nobody knows how far it goes stands between nothing',
    source:
      'double f(double a[4], double x, int m[4]) { double y = 0.4; for (int i = 0; i < 3; i++) { y = y * a[i] * a[i]; for (int j = 0; j < m[i]; j++) a[j] = x * y; for (int j = 0; j < 3; j++) a[j] = 0.5; } return y * a[1]; }',
    run: { inputs: { a: [0.3, 0.7, 1.1, 1.3], x: [0.3], m: [1, 2, 3, 1] }, tape: [18, 0] },
  },
  {
    what: 'a quotient that the adjoint call reads is passed to it',
    source:
      'double part(double y, int k) { return y * k * y; } double f(double x, int n, int m) { int k = n, l = m; double y = x; y = part(y, k / l); l = 0; return y * l + y; }',
    run: { inputs: { x: [0.3], n: [7], m: [2] } },
  },
  {
    what: 'a quotient of an index',
    source:
      'double part(double y, int k) { return y * k * y; } double f(double x) { double y = x; for (int i = 1; i < 4; i++) y = part(y, 6 / i); return y; }',
    run: { inputs: { x: [0.3] } },
  },
  {
    what: 'views of one block under two names share their elements',
    language: 'fortran',
    source:
      'subroutine part(y)\n real(8) :: y, q(2)\n common /blk/ q\n y = y * q(1)\n q(1) = y * q(2)\nend subroutine\nsubroutine f(x, y)\n real(8) :: x, y, u(2)\n common /blk/ u\n u(1) = x * x\n y = u(1) * x * u(2)\n call part(y)\n y = y * u(1)\nend subroutine',
    run: { inputs: { x: [0.3] } },
  },
  {
    what: 'a value that never varies is passed without a tangent of its own',
    source:
      'double part(double x, double k) { return x * k; } double f(double x, double y) { double c = 3; return part(x, y) * part(y, c); }',
    mode: 'tangent',
    lacks: ['cd'],
    run: { inputs: { x: [0.3], y: [0.7] } },
  },
  {
    what: 'a value that is only passed on, from routine to routine, has a tangent',
    source:
      'double in(double x, double k) { return x * k * k; } double out(double x, double k) { return in(x, k * 2) * in(k, x); } double f(double x) { double k = 3; return out(x, x) * out(k, x); }',
    mode: 'tangent',
    run: { inputs: { x: [0.3] } },
  },
  {
    what: 'beside a factor that varies one that does not gets no tangent',
    source:
      'double f(int n, double t[n]) { double e = 0, c = 1; for (int i = 0; i < n; i++) { e = e + t[i] * c; c = c * 1.1; } return e; }',
    mode: 'tangent',
    lacks: ['cd'],
  },
  {
    what: 'a pointer to one value is an array of one',
    source: 'void part(double *v) { v[0] = v[0] * v[0]; } double f(double x) { part(&x); return x * x; }',
    run: { inputs: { x: [0.3] }, gradient: { x: [4 * 0.3 ** 3] } },
  },
  {
    what: 'the smaller and the larger of two integers, the size of one',
    language: 'fortran',
    source:
      'subroutine f(x, n, m)\n real(8) :: x\n integer :: n, m\n x = x * (min(n, m) + 10 * max(n, m) + 100 * abs(m))\nend subroutine',
    run: { inputs: { x: [0.3], n: [2], m: [-1] }, gradient: { x: [119] } },
  },
  {
    what: 'an extent that is an element is none that C need know',
    language: 'fortran',
    target: 'c',
    source:
      'subroutine f(m, a, x)\n integer :: m(2)\n real(8) :: a(m(1)), x\n x = a(1) * a(2)\nend subroutine',
    has: ['int m[2], double *a'],
  },
  {
    what: 'a local array has its dimensions',
    source: 'void f(double b[2][3]) { for (int i = 0; i < 2; i++) b[i][1] = b[i][1] * b[i][0]; }',
    options: { keepPrimalResults: true },
    has: ['b[ii][ii0] = b_kept[ii][ii0];'],
  },
  {
    what: 'no minus stands after a sign',
    source: 'double f(double x) { double y = x * -1; return y * y; }',
    has: ['x * (-1.0)'],
  },
  {
    what: 'the size of a real',
    source: 'double f(double x) { x = fabs(x) * x; return x * x; }',
    has: ['fabs(x)'],
  },
  {
    what: 'a loop without an increment',
    source:
      'double f(double x) { while (x > 0.1) { x = x * x; if (x < 0.3) break; x = x * cos(x); } return x; }',
    has: ['while (x > 0.1) {'],
  },
  {
    what: 'cases that do nothing, and one that returns in one arm',
    source:
      'double f(double x, int n) { switch (n) { case 1: if (x > 1) return x; break; case 2: break; default: x = x * x; } return x * sin(x); }',
    has: ['case 1:\n', 'case 2:\n      break;', '}\n      break;'],
    run: { inputs: { x: [0.3], n: [2] } },
  },
  {
    what: 'the tangents of a module are in none: it is taken',
    language: 'fortran',
    mode: 'tangent',
    source:
      'module one\n contains\n subroutine f(x, k)\n real(8) :: x\n integer :: k\n x = x * x * k\n end subroutine\nend module',
    lacks: ['module'],
  },
  {
    what: 'what is kept between calls and begins with nothing',
    language: 'fortran',
    source:
      'subroutine f(x)\n real(8) :: x\n real(8), save :: w(3)\n w(2) = x * x\n x = w(2) * w(1)\nend subroutine',
    has: ['real(8) :: w(3)', 'real(8) :: wb(3)'],
  },
  {
    what: 'what is written is an output only where it says so, and is',
    language: 'fortran',
    source:
      'subroutine f(x, y)\n real(8) :: x\n real(8), intent(out) :: y\n x = x * x\n y = x * x\nend subroutine',
    has: ['real(8) :: x, xb, y, yb'],
  },
  {
    what: 'an element of an array of bools',
    source:
      '#include <stdbool.h>\nvoid f(double x[3], bool b[3], double *y) { *y = 0; for (int i = 0; i < 3; i++) { b[i] = x[i] > 0.5; if (b[i]) *y = *y + x[i] * x[i]; } }',
    target: 'javascript',
    has: ['b[i] = x[i] > 0.5 ? 1 : 0;'],
  },
  {
    what: 'a local is declared where it is first set',
    source: 'double f(double x) { double t = x * x; return t * t; }',
    has: ['double t = x * x;'],
  },
  {
    what: 'a loop whose backward sweep pops an array',
    source:
      'void part(double a[3], double x) { a[0] = a[0] * a[1] * x; } double f(double a[3], int n) { for (int i = 0; i < n; i++) part(a, a[2]); return a[0]; }',
    has: ['pop_doubles(a, 3);'],
  },
  {
    what: 'what is called by what is called',
    source:
      'double in(double x) { return x * x; } double out(double x) { return in(x) * x; } double f(double x) { return out(x) + out(2 * x); }',
    has: ['double in(double x) {', 'void in_b('],
  },
  {
    what: 'two views of one block are one array of C, and so are their adjoints',
    language: 'fortran',
    target: 'c',
    source:
      'subroutine part(y)\n real(8) :: y, p, q\n common /blk/ p, q\n y = y + p * 2 + q\nend subroutine\nsubroutine f(y)\n real(8) :: y, u(2)\n common /blk/ u\n u(1) = y * 3\n u(2) = y\n call part(y)\nend subroutine',
    has: ['double blk_pb[2];'],
  },
  {
    what: 'a static local is a variable of the program, by the name of its routine',
    source: 'double f(double x) { static double s = 2; s = s * x; return s * s; }',
    has: ['\ndouble f_s = 2.0;\ndouble f_sb;\n'],
  },
  {
    what: 'exits from two loops, in a language whose loops have no names',
    language: 'fortran',
    target: 'c',
    source:
      'subroutine f(x, n)\n real(8) :: x\n integer :: n, i, j\n outer: do i = 1, n\n do j = 1, 4\n if (x > 5) exit outer\n if (x > 2) cycle outer\n x = x * 1.5\n end do\n x = x * x\n end do outer\nend subroutine',
    lacks: ['goto'],
  },
  {
    what: 'bounds that are elements of an array that comes after',
    language: 'fortran',
    source:
      'subroutine f(a, m, x)\n integer :: m(2)\n real(8) :: a(m(1)), x\n x = a(1) * a(2) * x\nend subroutine',
    has: ['integer :: m(2)\n  real(8) :: a(m(1))\n  real(8) :: ab(m(1))'],
    run: { inputs: { m: [2, 3] } },
  },
  {
    what: 'what a loop writes is not the same throughout',
    source:
      'double f(double a[6], double x) { int k = 4; double y = 0; for (int i = 0; i < 3; i++) { y = y + a[k] * a[k]; k = k - 1; a[k + 1] = y * x; } return y * a[2]; }',
    run: { inputs: { a: [0.3, 0.7, 1.1, 1.3, 1.7, 1.9], x: [0.3] } },
  },
  {
    what: 'nothing is reset that nothing reads, where control jumps too',
    source:
      'double f(double x, int n) { for (int i = 0; i < n; i++) { double t = x * x; if (t > 3) break; x = x * sin(t); } return x; }',
    lacks: ['fb = 0.0'],
  },
  {
    what: 'a value that can be evaluated anywhere is passed, though the adjoint does not read it',
    source:
      'double part(double y, int k) { return y + k; } double f(double x, int n) { int k = n; double y = part(x, k); k = 3; return y * y; }',
    has: ['part_b(x, xb, k, seedb);'],
  },
  {
    what: 'two loops with one index over parts of an array that do not meet',
    source:
      'double f(double a[8], double x) { int i; double y = 0; for (i = 0; i < 4; i++) y = y + a[i] * a[i]; for (i = 4; i < 8; i++) a[i] = x * y; return y * a[7]; }',
    run: { inputs: { x: [0.3] }, tape: [0, 0] },
  },
  {
    what: 'two arguments of one extent, as one, keep it',
    language: 'fortran',
    source:
      'real(8) function dot(n, x, y)\n integer :: n, i\n real(8) :: x(n), y(n)\n dot = 0\n do i = 1, n\n dot = dot + x(i) * y(i)\n end do\nend function\nreal(8) function f(n, x)\n integer :: n\n real(8) :: x(n), dot\n f = dot(n, x, x)\nend function',
    has: ['real(8) :: x(n), xb(n), y(n)'],
    run: { inputs: { n: [3] } },
  },
  ...[-5_000_000_000, 5_000_000_000].map(
    (n): Rare => ({
      what: `an open case of a long integer reaches to the end of those: ${n}`,
      language: 'fortran',
      source:
        'subroutine f(n, x)\n integer(8) :: n\n real(8) :: x\n select case (n)\n case (:4000000000_8)\n x = x * 5\n case default\n x = x * x\n end select\nend subroutine',
      has: ['case (:4000000000_8)'],
      run: { inputs: { n: [n], x: [3] }, gradient: { x: [n < 0 ? 5 : 6] } },
    }),
  ),
  ...SECOND_DRAW,
  ...ASTRAY,
  ...MEMORY,
];

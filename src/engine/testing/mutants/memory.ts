/** Small kernels for memory: extents that change, routines that keep values, sections that are copied, pieces that overlap. */
import type { Rare } from './rareCase';

const LAG =
  'double lag(double v) { static double last = 0.25; double r = last*v; last = v*v; return r; } double f(int n, double x[n]) { double s = 0; for (int i = 0; i < n; i++) s += lag(x[i]); return s; }';

export const MEMORY: readonly Rare[] = [
  {
    what: 'a generator of random numbers that counts on 64 bits is refused',
    source:
      'double f(double x) { unsigned long long s = 1; for (int i = 0; i < 3; i++) { s = s*6364136223846793005ULL + 1442695040888963407ULL; x = x*(double)(s >> 33)/2147483648.0; } return x*x; }',
    refused: 'unsupported',
  },
  {
    what: 'names that differ in their case only are two in Fortran',
    target: 'fortran',
    source: 'double X = 2; double f(double x) { double Y = x*X; double y = Y*x; X = y*Y; return X*y; }',
    has: ['x_2'],
    run: { inputs: { x: 0.7 } },
  },
  {
    what: 'a routine from elsewhere may read and overwrite what the file shares',
    source: 'double x = 0.7; double g(double y); void f(double a, double *y) { *y = g(a*a)*x; }',
    recorded: 'x',
    has: ['double xb;', 'push_double(x);'],
  },
  {
    what: 'what guards a subscript is a test of its own in Fortran',
    target: 'fortran',
    source:
      'double f(int n, double x[n]) { int i = 0; double s = 1; while (i < n && x[i] > 0) { s = s*x[i] + 1; i++; } return s; }',
    has: ['exit'],
    lacks: ['.and.'],
    run: { inputs: { n: 3, x: [1, 0.5, 0.25] } },
  },
  {
    what: 'a parameter that a jump leads back behind is as long as it was at entry',
    source:
      'double f(int n, double x[n]) { double s = 0; again: n--; s = s*x[n] + x[n]*x[n]; if (n > 0) goto again; return s; }',
    run: { inputs: { n: 3, x: [1.1, 1.2, 1.3] } },
  },
  {
    what: 'a call whose first argument is a component of an element is made',
    language: 'fortran',
    source: `subroutine f(x, r)
  real(8) :: x, r
  type p
    real(8) :: u
  end type
  type(p) :: q(2)
  q(1)%u = x
  call square(q(1)%u)
  r = q(1)%u
contains
  subroutine square(v)
    real(8) :: v
    v = v*v
  end subroutine
end subroutine`,
    run: { inputs: { x: 1.5, r: 0 }, gradient: { x: [3] } },
  },
  {
    what: 'a value computed again takes the constant that a counter was',
    source: 'void f(double x[3]) { int i = 1; x[i] *= x[2]; i++; x[i] *= x[0]; i++; i--; x[i] *= x[i]; }',
    options: { record: 'least' },
    run: { inputs: { x: [2, 3, 5] }, gradient: { x: [101, 5, 43] } },
  },
  {
    what: 'a lower bound of C is that at entry',
    language: 'fortran',
    target: 'c',
    source: `subroutine f(lo, x)
  integer :: lo
  real(8) :: x(lo:*)
  lo = lo + 1
  x(lo) = x(lo)**2
end subroutine`,
    has: ['lo_entry'],
    run: { inputs: { lo: 1, x: [2, 3, 5] }, gradient: { x: [1, 6, 1] } },
  },
  {
    what: 'no derivatives where two rows prove to be one',
    source:
      'void two(double *p, double *q) { p[0] = q[1]*p[0]; q[0] = p[1] + q[0]*p[0]; } double f(double x[2][2], int i, int j) { two(x[i], x[j]); return x[0][0]*x[1][1] + x[1][0]; }',
    run: { inputs: { x: [0.5, 0.6, 0.7, 0.8], i: 0, j: 1 } },
  },
  {
    what: 'a snapshot is as long as its array was at entry',
    source:
      'void scale(int m, double x[m], double s) { for (int i = 0; i < m; i++) x[i] *= s*x[i]; } double f(int n, double x[n]) { int m = n; while (n > 1) { n--; scale(m, x, x[n]); } return x[0]; }',
    run: {
      inputs: { n: 3, x: [1.1, 1.2, 1.3] },
      gradient: { x: [33.68686464, 63.30049128, 85.17137616] },
    },
  },
  {
    what: 'a flat array of C is addressed by its extents at entry',
    language: 'fortran',
    target: 'c',
    source:
      'subroutine f(x, n, ld, y)\n  integer n, ld, i\n  real(8) x(ld, n), y\n  y = 0\n  ld = ld - 1\n  do i = 1, n\n    y = y*y + x(ld, i)\n  end do\nend subroutine',
    has: ['ld_entry = *ld;'],
    run: { inputs: { n: 2, ld: 3, x: [1, 2, 3, 5, 7, 11], y: 0 }, gradient: { x: [0, 4, 0, 0, 1, 0] } },
  },
  {
    what: 'whole arrays of a module’s extent are as long as at entry',
    language: 'fortran',
    source:
      'module sizes\n  integer :: n = 2\nend module\nsubroutine g(x)\n  use sizes\n  real(8) x(n)\n  n = n - 1\n  x = x*x\nend subroutine\nsubroutine f(x, y)\n  use sizes\n  real(8) x(2), y\n  n = 2\n  call g(x)\n  y = x(1)*x(2)\nend subroutine',
    run: { inputs: { x: [2, 3], y: 0 }, gradient: { x: [2 * 2 * 9 + 4, 2 * 4 * 3 + 6] } },
  },
  {
    what: 'whole arrays are as long as the element that says so was at entry',
    language: 'fortran',
    source:
      'subroutine f(k, x, y)\n  integer k(2)\n  real(8) x, y, w(k(1))\n  k(1) = k(1) + 1\n  w = x*x\n  y = sum(w)\nend subroutine',
    run: { inputs: { k: [2, 2], x: 3, y: 0 }, gradient: { x: [12] } },
  },
  {
    what: 'a list is as long as an argument is by then',
    language: 'fortran',
    source:
      'subroutine f(x, y, n)\n  integer n\n  real(8) x(*), y\n  n = n + 1\n  y = sum([x(1:n)**2, 1d0])\nend subroutine',
    run: { inputs: { n: 1, x: [2, 3, 5], y: 0 }, gradient: { x: [4, 6, 0] } },
  },
  {
    what: 'a parameter of C is as long as a variable of the file was at entry',
    source:
      'int n = 3; void g(double x[n]) { int k = n; n = n - 1; for (int i = 0; i < k; i++) x[i] = x[i]*x[i]; } double f(double x[3]) { n = 3; g(x); return x[0]*x[2]; }',
    run: { inputs: { x: [2, 3, 5] }, gradient: { x: [104, 6, 50] } },
  },
  {
    what: 'a size that a call before it changes is not that at entry',
    source:
      'int n = 1; void grow(void) { n = n + 1; } void more(void) { grow(); } double f(double x) { more(); double t[n]; t[0] = x; t[1] = x*x; return t[0]*t[1]; }',
    refused: 'size-not-known',
  },
  {
    what: 'hidden state is neither dependent nor independent',
    source: LAG,
    run: { inputs: { n: 3, x: [1.1, 0.6, 1.4] }, gradient: { x: [1.57, 2.89, 0.36] } },
  },
  {
    what: 'what a routine keeps is declared once for all that name it',
    source: LAG,
    has: ['double lag_last = 0.25;', 'push_double(lag_last);'],
    lacks: ['static double last'],
  },
  {
    what: 'a section goes back to the row that it came from',
    language: 'fortran',
    source:
      'subroutine s(v, i)\n  integer i\n  real(8) v(2)\n  v = v*v\n  i = i + 1\nend subroutine\nsubroutine f(a, r)\n  integer i\n  real(8) a(2,2), r\n  i = 1\n  call s(a(i,:), i)\n  r = a(1,1)*a(1,2) + a(2,1)\nend subroutine',
    run: { inputs: { a: [2, 5, 3, 7], r: 0 } },
    has: ['a(at, '],
  },
  {
    what: 'pieces that overlap make a recurrence',
    source:
      'void axpy(int n, double a, const double *x, double *y) { for (int i = 0; i < n; i++) y[i] += a*x[i]; } void f(int n, double c, double y[n]) { axpy(n - 1, c, y, y + 1); for (int i = 0; i < n; i++) y[i] = y[i]*y[i]; }',
    run: {
      inputs: { n: 3, c: 0.5, y: [1, 2, 3] },
      gradient: { c: [30.5], y: [6.625, 9.25, 8.5] },
    },
  },
  {
    what: 'rows of one array that may be one row are one array in the routine',
    source:
      'void kick(double *p, double *q) { p[0] += q[0]*q[0]; q[1] *= p[0]; } double f(int i, int j, double b[2][2]) { kick(b[i], b[j]); return b[1][0]*b[1][1] + b[0][1]; }',
    run: { inputs: { i: 1, j: 1, b: [2, 3, 5, 7] }, gradient: { b: [1, 2, 4708, 930] } },
  },
  {
    what: 'a routine that gets a piece of an array that it knows by itself takes it for that array',
    source:
      'double w[3]; void step(double *p) { p[0] = p[0]*w[1]; p[1] = p[1]*w[2]; } double f(double x, double y) { w[0] = x; w[1] = y; w[2] = x*y; step(w + 1); return w[1]*w[2]; }',
    run: { inputs: { x: 2, y: 3 }, gradient: { x: [361], y: [462] } },
  },
  {
    what: 'results that only a callee writes are kept, too',
    source:
      'double total = 0.5; double step(double v) { total = total*v*v; return v*total; } double f(double x) { return step(x)*step(x); }',
    options: { keepPrimalResults: true },
    has: ['total = total_kept;'],
  },
  {
    what: 'results of an extent that the text does not tell are kept nowhere',
    source: 'void f(double *a, double *z) { for (int i = 0; i < 3; i++) a[i] = a[i]*a[i]; *z = a[0]*a[1]; }',
    options: { keepPrimalResults: true },
    refused: 'unknown-extent',
  },
  {
    what: 'the tangent of what runs again takes values, not rows of local Jacobians',
    source: 'double f(double x, double y) { double z = sin(x*y)*x; z = z*z + y; return z*exp(x); }',
    mode: 'tangent-over-adjoint',
    options: { storage: 'recompute', basicBlocks: 'preaccumulate' },
    run: { inputs: { x: 0.4, y: 0.7 } },
  },
  {
    what: 'a number that is popped has no tangent, whatever its variable held before',
    source: 'void f(double x, double *y) { *y = sin(0.45*x); }',
    mode: 'tangent-over-adjoint',
    options: { reversal: 'statements', basicBlocks: 'codelist', splitNested: true },
    run: { inputs: { x: 0.4, y: 0.7 } },
  },
  {
    what: 'the first statement of a routine sets an element of its module’s array',
    language: 'fortran',
    source:
      'module m\n  implicit none\n  real(8) :: w(2)\ncontains\n  subroutine f(i, x, y)\n    integer :: i\n    real(8) :: x, y\n    w(i) = x*x\n    y = w(i)*x\n  end subroutine\nend module',
    run: { inputs: { i: 1, x: 2, y: 0 }, gradient: { x: [16] } },
  },
  {
    what: 'constants keep their digits in a local Jacobian beside single precision',
    source: 'double f(float x) { return 0.4*(x*x); }',
    options: { basicBlocks: 'preaccumulate' },
    lacks: ['0.4000000059604645'],
  },
];

/** Kernels whose gradients are checked and whose tapes are counted: to record more than is needed is a fault too. */
import type { Options } from '../../pipeline/options';
import type { Language } from '../../pipeline/results';

export interface Kernel {
  readonly name: string;
  readonly language: Language;
  readonly source: string;
  /** What the defaults leave open. */
  readonly inputs: Readonly<Record<string, number | readonly number[]>>;
  /** How many values and how many decisions of control the tape gets. */
  readonly runs: readonly (readonly [options: Partial<Options>, values: number, controls: number])[];
}

export const KERNELS: readonly Kernel[] = [
  {
    name: 'elements passed by value',
    language: 'c',
    source:
      'double part(double a) { return a * a; } double f(double x[2]) { return part(x[1]) * part(x[0]); }',
    inputs: {},
    runs: [
      [{ calls: 'split' }, 0, 0],
      [{ calls: 'inline' }, 0, 0],
    ],
  },
  {
    name: 'by value and by reference',
    language: 'c',
    source:
      'void part(double *a, double b) { *a = *a * b + sin(b); } double f(double x, double y) { double t = x * y; part(&t, y); y = x; part(&t, y * x); return t * t * y; }',
    inputs: {},
    runs: [
      [{ calls: 'split' }, 3, 0],
      [{ snapshots: 'eager' }, 3, 0],
      [{ adjointLiveness: false }, 5, 0],
    ],
  },
  {
    name: 'calls in arguments',
    language: 'c',
    source:
      'double part(double a, int k) { if (k > 2) return a * a; return sin(a) * k; } double f(double x, int n) { double s = 0; for (int i = 0; i < n; i++) s += part(x * s + 1, i) * part(s, i + 1); return s; }',
    inputs: { n: [4] },
    runs: [
      [{ calls: 'split' }, 16, 8],
      [{ calls: 'inline' }, 28, 8],
    ],
  },
  {
    name: 'what a routine keeps',
    language: 'c',
    source:
      'double part(double x) { static double s = 1; s = s * x + 1; return s * s; } double f(double x) { return part(x) * part(x + 1); }',
    inputs: {},
    runs: [
      [{ calls: 'split' }, 2, 0],
      [{ calls: 'inline' }, 2, 0],
    ],
  },
  {
    name: 'globals that a call changes',
    language: 'c',
    source:
      'double g; int n = 4; double tab[3] = {1, 2, 3}; void part(double *a) { *a = *a * g / n; g = g * *a; n = n - 1; tab[1] = *a * tab[0]; } double f(double x) { g = x * x; for (int i = 0; i < n; i++) { part(&x); x = x * x + tab[1]; } return x * g; }',
    inputs: {},
    runs: [
      [{}, 16, 1],
      [{ calls: 'split' }, 10, 1],
      [{ calls: 'inline' }, 8, 1],
      [{ keepPrimalResults: true }, 16, 1],
    ],
  },
  {
    name: 'single and double precision',
    language: 'c',
    source:
      'float f(float x, double y) { float t = (float)(x * y); double u = 0; u = (double)t * 0 + y; t = (float)u * x; return t * x + (float)0; }',
    inputs: {},
    runs: [[{}, 0, 0]],
  },
  {
    name: 'a switch that falls through',
    language: 'c',
    source:
      'double f(double x, int n) { for (int i = 0; i < n; i++) { switch (i) { case 0: x = x * x; break; case 1: continue; case 2: x = x + 1; default: x = x * sin(x); } x = x * 1.1; } return x; }',
    inputs: { n: [4] },
    runs: [
      [{}, 3, 11],
      [{ reversal: 'statements' }, 3, 8],
    ],
  },
  {
    name: 'a switch that returns',
    language: 'c',
    source:
      'double f(double x, int n) { switch (n) { case 0: x = x * x; break; case 1: return x * 3; default: return sin(x) * x; } x = x * cos(x); return x; }',
    inputs: { n: [0] },
    runs: [[{}, 1, 0]],
  },
  {
    name: 'a loop of gotos',
    language: 'c',
    source:
      'double f(double x, int n) { int i = 0; top: x = x * sin(x) + 0.5; i++; if (i < n) goto top; if (x > 9) goto end; x = x * x; end: return x * 2; }',
    inputs: { n: [3] },
    runs: [[{}, 3, 2]],
  },
  {
    name: 'a loop with two entries',
    language: 'c',
    source:
      'double f(double x, int n) { int k = 0; if (n > 2) goto b; a: x = x * x; k++; if (k > 3) goto c; b: x = sin(x) + 1; k++; goto a; c: return x; }',
    inputs: { n: [3] },
    runs: [[{}, 4, 4]],
  },
  {
    name: 'out of two loops',
    language: 'c',
    source:
      'double f(double x, int n) { for (int i = 0; i < n; i++) { for (int j = 0; j < 4; j++) { if (x > 50) goto out; if (j == 2) break; if (j == 1) continue; x = x * 1.5 + i; } x = x + 0.1 * x * x; } out: return x * x; }',
    inputs: { n: [3] },
    runs: [
      [{}, 3, 14],
      [{ reversal: 'blocks' }, 3, 8],
    ],
  },
  {
    name: 'a loop left by break only',
    language: 'c',
    source:
      'double f(double x, double y) { int k = 0; while (1) { x = x * 0.5 + y * x; k = k + 1; if (k > 3) break; y = y * x; } do { y = y * y; k--; } while (k > 1); return x * y; }',
    inputs: {},
    runs: [[{}, 10, 2]],
  },
  {
    name: 'a test with a square, a bound that changes',
    language: 'c',
    source:
      'double f(double x, int n) { int i; double y = 1; for (i = 0; i * i < n; i = i + 1) { y = y * x; if (y > 40) n = n - 1; } return y * i; }',
    inputs: { n: [9] },
    runs: [
      [{ reversal: 'structured' }, 3, 1],
      [{ reversal: 'blocks' }, 3, 6],
    ],
  },
  {
    name: 'neighbours',
    language: 'c',
    source:
      'void f(int n, double a[n], double x) { for (int i = 1; i < n - 1; i++) a[i] = a[i-1] * a[i] * x + a[i+1] * a[i+1]; for (int i = n - 1; i >= 0; i--) a[i] = a[i] * x; }',
    inputs: { n: [5] },
    runs: [
      [{}, 8, 0],
      [{ adjointLiveness: false }, 8, 0],
    ],
  },
  {
    name: 'two loops and their product',
    language: 'c',
    source:
      'double f(int n, int m, double a[20], double x) { double y = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { y += a[i*4+j] * a[i*4+j] * x; a[i*4+j] = y * x; } for (int i = 0; i < n; i++) { y = y * a[i]; a[n*m] = x * a[i]; } return y; }',
    inputs: { n: [3], m: [3] },
    runs: [[{}, 24, 0]],
  },
  {
    name: 'triangles and neighbours',
    language: 'c',
    source:
      'void f(int n, double a[4][4], double x) { for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) { a[i][j] = a[j][i] * x * a[i][j]; a[j][i] = a[i][j] * a[i][j]; } for (int t = 0; t < 2; t++) for (int i = 1; i < 3; i++) for (int j = 1; j < 3; j++) a[i][j] = a[i-1][j] * a[i][j-1] * x; }',
    inputs: { n: [4] },
    runs: [
      [{}, 28, 0],
      [{ snapshots: 'eager' }, 28, 0],
    ],
  },
  {
    name: 'an index array and quotients of bounds',
    language: 'c',
    source:
      'double f(int n, double a[12], int idx[4], double x) { double y = 0; for (int i = 0; i < 4; i++) { y += a[idx[i]] * a[idx[i]]; a[idx[i]] = y * x; a[2*idx[i] - idx[i]] = x; } for (int i = 0; i < n/2; i++) { y += a[i] * a[i]; a[i + n/2] = x * a[i]; } for (int i = 0; i < 3; i++) { a[i*n/3] = a[i*n/3]*x; y = y * a[n - i]; } return y; }',
    inputs: { n: [6], idx: [0, 3, 1, 2] },
    runs: [[{}, 24, 0]],
  },
  {
    name: 'other writes stand between',
    language: 'c',
    source:
      'double f(int n, double a[12], double x) { double y = 0; for (int i = 0; i < n; i++) { y += a[2*i]*a[2*i]; a[2*i] = x; a[i] = 0; } while (y < 20) { for (int i = 0; i < 3; i++) { y = y * 1.5 + a[i] * a[i] * x; a[i] = y; a[0] = x; } } return y; }',
    inputs: { n: [4] },
    runs: [[{}, 10, 1]],
  },
  {
    name: 'downwards and in steps',
    language: 'c',
    source:
      'double f(int n, double a[12], double b[12], double x) { double y = 0; for (int i = n; i > 0; i--) { y += a[i] * a[i-1]; a[i] = x * b[n-i]; b[i] = y * y; b[n - i] = x; } for (int i = 0; i < 10; i += 2) { y += a[i] * a[i]; a[i+1] = x; b[-i + 10] = y * b[-i+10]; } return y; }',
    inputs: { n: [5] },
    runs: [
      [{}, 30, 0],
      [{ elements: false }, 35, 0],
    ],
  },
  {
    name: 'computed again in the block',
    language: 'c',
    source:
      'double f(int n, double t[5], double u[5]) { double e2 = 0, c = 1; for (int i = 0; i < n; i++) { double e1 = t[i] - u[i]; double e3 = e1 * c; e2 = e2 + e1 * e1 * e3; c = c * 1.1; e1 = e1 * e2; e2 = e2 + e1 * e1; } return sqrt(e2); }',
    inputs: { n: [3] },
    runs: [[{ recompute: true }, 15, 0]],
  },
  {
    name: 'nested code',
    language: 'c',
    source:
      'double f(double x, int n) { double y = x; if (n > 0) { y = y * x; } else { y = sin(x); } for (int i = 0; i < n; i++) { if (i % 2) { y = y * y; } else y = y + x; } while (y > 1) { y = y * 0.3; } return y * x; }',
    inputs: { n: [3] },
    runs: [
      [{ reversal: 'structured' }, 2, 6],
      [{ merge: false }, 2, 1],
    ],
  },
  {
    name: 'dead code',
    language: 'c',
    source:
      'double f(double x, double y, int n) { double u = x * y; int k = 3; if (n > 5) u = 7; for (int i = 0; i < n; i++) { double w = x; w = w * w; k = k + 1; } int m = k; u = x; y = y * u; u = 3; return y * k * u; }',
    inputs: { n: [2] },
    runs: [[{ adjointLiveness: false }, 2, 0]],
  },
  {
    name: 'choices',
    language: 'c',
    source:
      'double f(double x, double y) { double a = x > y ? x * y : y; double b = (x > 0 && y > 0) ? a * a : 0; return a * b * (x < 0.5 ? 2 : 3) + (y > 5 ? x : 1) * x; }',
    inputs: {},
    runs: [[{}, 0, 0]],
  },
  {
    name: 'increments and signs',
    language: 'c',
    source:
      'double f(double x, double a[4]) { double y = 0; y += x; y += a[0] * x; y -= a[1]; a[2] += y * x; a[2] = a[2] * a[2]; a[3] = -a[2] - (-x); y = y - -a[3]; y = y * -1 + 0 * x; return y * y + a[3] / -x; }',
    inputs: {},
    runs: [
      [{}, 2, 0],
      [{ splitNested: true }, 2, 0],
    ],
  },
  {
    name: 'passive actuals',
    language: 'c',
    source:
      'double part(double a, double b, int k) { return a * k + b * b; } double f(double x, double c) { double p = 3; double q = part(p, x, 2); q = part(q * 2, 4, 1) * q; return q + part(x, p, 3); }',
    inputs: {},
    runs: [
      [{}, 0, 0],
      [{ calls: 'inline' }, 0, 0],
    ],
  },
  {
    name: 'arrays and parts of them passed on',
    language: 'c',
    source:
      'void part(int n, double a[n], double s) { for (int i = 0; i < n; i++) a[i] = a[i] * s; } double f(int n, double a[n], double x) { part(n, a, x); part(n - 1, a + 1, a[0]); double y = 0; for (int i = 0; i < n; i++) y += a[i] * a[i]; part(n, a, y); return a[n-1] * y; }',
    inputs: { n: [3] },
    runs: [
      [{ calls: 'inline' }, 8, 0],
      [{ keepPrimalResults: true }, 17, 0],
      [{ snapshots: 'eager' }, 17, 0],
    ],
  },
  {
    name: 'local arrays of a split routine',
    language: 'c',
    source:
      'double part(int n, double x[3]) { double a[3], b; for (int i = 0; i < 3; i++) a[i] = x[i] * x[i]; b = a[0] * a[1]; b = sin(b) * b; return b * a[2] * sin(b) * n; } double f(double x[3], int n) { return part(3, x) * part(n, x); }',
    inputs: { n: [2] },
    runs: [
      [{ calls: 'split' }, 10, 0],
      [{ snapshots: 'eager' }, 2, 0],
    ],
  },
  {
    name: 'recursion',
    language: 'c',
    source:
      'double p(double x, int n) { if (n < 1) return x; double y = p(x * x, n - 1); return y * x; } double f(double x, int n) { return p(x, n) * x; }',
    inputs: { n: [3] },
    runs: [[{}, 0, 0]],
  },
  {
    name: 'a module',
    language: 'fortran',
    source: `module m
 real(8) :: g = 2d0
 real(8), save :: w(3)
 contains
 subroutine part(a, n)
 real(8), intent(inout) :: a
 integer, intent(in) :: n
 a = a * g * n
 g = g + a
 w(n) = a
 end subroutine
 real(8) function f(x, n)
 real(8), intent(in) :: x
 integer, intent(in) :: n
 integer :: i
 real(8) :: y
 y = x
 w = 1d0
 do i = 1, n
 call part(y, i)
 y = y * w(i) * x
 end do
 f = y * g
 end function
end module`,
    inputs: { n: [3] },
    runs: [
      [{ calls: 'split' }, 12, 0],
      [{ keepPrimalResults: true }, 18, 0],
      [{ calls: 'inline' }, 9, 0],
    ],
  },
  {
    name: 'COMMON seen in two ways',
    language: 'fortran',
    source: `      subroutine part(a)
      double precision a, p, q(2), r
      common /blk/ p, q, r
      a = a * p * q(2)
      q(1) = a * r
      r = r * a
      end
      double precision function f(x)
      double precision x, y, u(3), v
      common /blk/ u, v
      y = x * u(1)
      call part(y)
      u(2) = u(2) * y
      call part(y)
      f = y * u(2) * v
      end`,
    inputs: {},
    runs: [
      [{}, 13, 0],
      [{ calls: 'split' }, 7, 0],
    ],
  },
  {
    name: 'array expressions',
    language: 'fortran',
    source: `subroutine f(n, a, b, s)
 integer, intent(in) :: n
 real(8), intent(inout) :: a(0:n-1, 2), b(n)
 real(8), intent(out) :: s
 integer :: i
 a(:, 1) = a(:, 2) * b
 b(2:n) = b(1:n-1) * a(1:n-1, 1)
 where (b > 0.2d0) b = b * b
 s = sum(a * a) + maxval(b) * dot_product(b, a(:, 1))
 do i = n, 1, -1
 if (b(i) < 0) cycle
 if (s > 1d3) exit
 s = s * b(i) + sign(s, -b(i)) + mod(s, 3d0) + max(s, b(i), 1d0) * abs(b(i))
 end do
end subroutine`,
    inputs: { n: [3] },
    runs: [
      [{}, 14, 5],
      [{ calls: 'split' }, 14, 5],
    ],
  },
  {
    name: 'SELECT CASE and named loops',
    language: 'fortran',
    source: `subroutine f(x, y, n)
 real(8) :: x, y
 integer :: n, i
 outer: do i = 1, n
 select case (i)
 case (1)
 x = x * y
 case (2, 4)
 y = y * x
 cycle outer
 case (5:)
 exit outer
 case default
 x = x + y * y
 end select
 y = y * 1.5d0
 end do outer
 do while (x < 3d0)
 x = x * 1.7d0
 end do
 y = y * x * i
end subroutine`,
    inputs: { n: [6] },
    runs: [
      [{}, 6, 9],
      [{ reversal: 'blocks' }, 6, 8],
    ],
  },
  {
    name: 'arithmetic and computed jumps',
    language: 'fortran',
    source: `      subroutine f(x, y, n)
      double precision x, y
      integer n, i
      i = 0
   10 i = i + 1
      if (x - 2d0) 20, 30, 40
   20 x = x * x + y
      go to 50
   30 x = 3 * y
   40 y = y * 0.5d0 * x
   50 continue
      if (i .lt. n) go to 10
      go to (60, 70), n - 1
      y = y * y
   60 x = x * y
   70 y = x * y
      end`,
    inputs: { n: [3] },
    runs: [[{}, 3, 6]],
  },
  {
    name: 'SAVE',
    language: 'fortran',
    source: `subroutine part(a)
 real(8) :: a
 real(8), save :: s = 1d0
 integer, save :: k = 0
 s = s * a
 k = k + 1
 a = s * s * k
end subroutine
subroutine f(x)
 real(8) :: x
 call part(x)
 call part(x)
 x = x * x
end subroutine`,
    inputs: {},
    runs: [[{ calls: 'inline' }, 4, 0]],
  },
  {
    name: 'integers',
    language: 'c',
    source:
      'double f(double x, int n, long m) { int i = n / 2, j = n % 3, k = -n; long q = m * i - (long)j; double y = x; y = y * (i + j) * (k - 2) * (double)q; for (long l = m; l > 0; l -= 2) { y = y * x; i = i ^ 1; } y = y * (i == 3 ? 2 : 1) * (n << 1) * (n & 6); return y; }',
    inputs: { n: [7], m: [5] },
    runs: [[{}, 6, 0]],
  },
  {
    name: 'powers and quotients',
    language: 'c',
    source:
      'double f(double a, double b, double c, double d) { double p = a * b * c * d, q = a / (b / c) / d, r = pow(a, 2) * pow(b, 3) + pow(c, 0.5) * pow(2, d); p = p * q; q = p * q + r * p; return p * q - r * (p - (q - r)); }',
    inputs: {},
    runs: [[{ useResults: true }, 2, 0]],
  },
];

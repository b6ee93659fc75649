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
      [{ keepPrimalResults: true }, 20, 0],
      [{ snapshots: 'eager' }, 20, 0],
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
      [{}, 32, 0],
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
    runs: [[{ calls: 'inline' }, 5, 0]],
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

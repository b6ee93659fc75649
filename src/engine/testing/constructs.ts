/**
 * One small kernel for each construct that random programs and the examples rarely hold: limits of types, odd heads of
 * loops, wide cases, views of arrays, output. Each has the inputs that it runs on.
 */
import type { Language } from '../ir/types';
import type { Values } from './reference';

export interface Construct {
  readonly what: string;
  readonly language: Language;
  readonly source: string;
  readonly inputs: Values;
  /** What it leaves, where that is beyond the numbers of the reference; and of JavaScript, in which it is not run. */
  readonly leaves?: Values;
}

const c = (what: string, source: string, inputs: Values, leaves?: Values): Construct => ({
  what,
  language: 'c',
  source,
  inputs,
  ...(leaves ? { leaves } : {}),
});
const f = (what: string, source: string, inputs: Values, leaves?: Values): Construct => ({
  what,
  language: 'fortran',
  source,
  inputs,
  ...(leaves ? { leaves } : {}),
});

/** Each routine is called `k`. */
export const CONSTRUCTS: readonly Construct[] = [
  c(
    'the least integers',
    'long k(int i, long j) { return (i + (-2147483647 - 1)) + (j - (-9223372036854775807L - 1)); }',
    {
      i: [5],
      j: [-7],
    },
  ),
  c(
    'integers beyond 2^53',
    'long k(long i) { return (i - 9007199254740993L) / 1000003 + (-9007199254740995L - i) % 1001 + (0x7ffffffffffffff1L ^ i) % 997 + 0777777777777777777777L % 991; }',
    { i: [12] },
    { k: [-9007170669] },
  ),
  f(
    'integers beyond 2^53',
    'integer(8) function k(i)\ninteger(8) :: i\nk = mod(i - 9007199254740993_8, 1001_8) + mod(-9007199254740995_8 - i, 1001_8) - mod(9223372036854775807_8, 1003_8)\nend function',
    { i: [12] },
    { k: [-1353] },
  ),
  c(
    'numbers that wrap around',
    'typedef unsigned int u32;\nstatic u32 pcg(u32 x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }\nstatic unsigned lcg(uint32_t *s) { *s = 1664525u * *s + 1013904223u; return *s; }\nstatic void xs(unsigned *state) { unsigned x = *state; x ^= x << 13; x ^= x >> 17; x ^= x << 5; *state = x; }\nstatic unsigned rotl(unsigned v, int k) { return v << k | v >> (32 - k); }\ndouble k(int n, double a) { unsigned st = 2463534242u, h = 2166136261u, seed = n, tab[4]; double t = 0; for (unsigned i = 0; i < (unsigned)(n - -4); i++) { xs(&st); h = (h ^ i) * 16777619u; tab[i % 4] = rotl(h, 7) - st; seed = pcg(seed + i * st); t += a * lcg(&seed) / 4294967296.0 + (h * 2654435769u >> 30) + (~h & 0xff) * 1e-3 + tab[i % 4] % 1000u * 1e-4 + (-h >> 20) * 1e-6; h -= st; } return t + (int)(h >> 3) * 1e-9 + (h < st) + (st / 3u) * 1e-9 + seed * 1e-10 + (unsigned)-n * 1e-10; }',
    { n: [5], a: [0.7] },
  ),
  c(
    'values that are no numbers',
    'double k(double x) { if (x > 0) return INFINITY - x; return x < -1 ? -INFINITY : NAN; }',
    {
      x: [2],
    },
  ),
  c('negative zero', 'double k(double x) { return copysign(x, -0.0) + 1.0 / (x * -0.0 - 1.0); }', { x: [2] }),
  c(
    'numbers as truth',
    'int k(double x, int n, long m) { bool p = x, q = n, r = m; bool s = p == q; int t = (x != 0) == (n > 3); return p + 2 * q + 4 * r + 8 * s + 16 * t + 32 * !p; }',
    { x: [0.5], n: [3], m: [0] },
  ),
  c(
    'comparison of truths',
    'int k(int a, int b) { bool p = a > 1, q = b > 1; return (p != q) + 2 * (p == (a < b)) + 4 * ((a > b) != q); }',
    {
      a: [2],
      b: [1],
    },
  ),
  c(
    'steps that only the run knows',
    'int k(int n, int m) { int s = 0; for (int i = 0; i < n; i += m) s = 3 * s + i; for (int i = n; i > 0; i -= m) s = 3 * s + i; return s; }',
    {
      n: [9],
      m: [2],
    },
  ),
  c(
    'bounds of every kind',
    'int k(int n) { int s = 0; for (int i = n; i >= 1; i -= 2) s += i; for (int i = n; i > 1; i--) s = 2 * s - i; for (int i = 1; i <= n; i += 3) s += i * i; for (long j = 0; j < n; j++) s += (int)j; return s; }',
    {
      n: [8],
    },
  ),
  c(
    'a bound that the loop changes',
    'int k(int n) { int s = 0, m = n; for (int i = 0; i < m; i++) { s += m; if (m > 3) m--; } return s + m; }',
    {
      n: [8],
    },
  ),
  c(
    'conversions of every width',
    'double k(double x, float y, int i, long j) { float a = x; int b = (int)(x * y); long d = (long)(y * 1e9f); float e = j; double g = i; a += x; b *= 1.5; return a + b + d + e + g + (float)i + (double)j + (int)j + (long)i; }',
    {
      x: [2.7],
      y: [3.25],
      i: [7],
      j: [-9],
    },
  ),
  c(
    'whole numbers in functions',
    'long k(int i, int j, long m) { return abs(i) + labs(m) + i % j + (m >> 2) + (i << 3) + (i & j) + (i | j) + (i ^ j) + ~i + (m & 5L) + (m | 8L) + (m ^ 3L) + ~m; }',
    {
      i: [-7],
      j: [3],
      m: [-1000],
    },
  ),
  c(
    'singles in functions',
    'float k(float x, float y) { return sinf(x) + powf(y, 2.5f) + fmaxf(x, y) + fabsf(-x) + fmodf(y, x) + roundf(y) + erff(x) + (x > y ? 1.0f : 0.5f) + cbrtf(x) + 1e-3f; }',
    {
      x: [0.7],
      y: [2.4],
    },
  ),
  c(
    'steps of the user',
    'int k(int n) { int s = 0; int i, j; for (i = 0, j = n; i < j; i++, j -= 2) s += i * j; int q = n; while (q > 0) { if (q == 3) { q = 1; continue; } q -= 2; s += q; } return s; }',
    {
      n: [9],
    },
  ),
  c(
    'a chain of tests',
    'int k(int n) { if (n < 1) return 1; else if (n < 3) return 2; else if (n < 5) { n = n * 2; } else { n = n - 1; } return n; }',
    {
      n: [4],
    },
  ),
  c(
    'a jump out of three loops',
    'int k(int n) { int s = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) { for (int m = 0; m < n; m++) { if (m == 3) goto next; if (i + j > 5) goto done; s += m; } next: s += 1; } } done: return s; }',
    {
      n: [5],
    },
  ),
  c(
    'labels by turns',
    'int k(int n) { int s = 0; goto two; one: s += 1; if (s > n) goto end; two: s += 2; if (s % 3 == 0) goto one; s += 5; if (s < 40) goto one; goto two; end: return s; }',
    {
      n: [30],
    },
  ),
  c(
    'cases',
    'int k(int n, long m) { int s = 0; switch (n) { case 1: case 2: s = 5; break; case 7: { int t = n * 2; s = t; break; } default: s = 9; } switch (m) { case 3: s += 100; break; case 4: s += 200; break; case 5: s += 300; break; } switch (s) { default: s += 1; } return s; }',
    {
      n: [7],
      m: [4],
    },
  ),
  c(
    'jumps from cases',
    'int k(int n) { int s = 0; for (int i = 0; i < n; i++) { switch (i % 4) { case 0: continue; case 1: s += i; break; case 2: if (i > 8) goto out; s -= 1; break; default: if (i == 7) break; s += 3; } s *= 2; } out: return s; }',
    {
      n: [12],
    },
  ),
  c(
    'text on the way',
    'double k(double x, long j) { printf("x = %g, 100%%\\n", x); fprintf(stderr, "j \\"%ld\\"\\n", j); puts("50% end"); putchar(10); fputs("a, b" " and c\\n", stdout); fflush(stdout); return x + j; }',
    {
      x: [1.5],
      j: [4],
    },
  ),
  c(
    'arrays of every type',
    'double k(int n, double *a, float b[n], int *c, long d[3], double e[n][3]) { double s = 0; bool flags[4] = {0}; for (int i = 0; i < n; i++) { flags[i % 4] = a[i] > 1; s += a[i] * b[i] + c[i] + d[i % 3] + e[i][2]; if (flags[i % 4]) c[i] = (int)s; d[i % 3] += i; e[i][0] = s; } return s; }',
    {
      n: [4],
      a: [1, 2, 3, 4],
      b: [0.5, 1.5, 2.5, 3.5],
      c: [1, 2, 3, 4],
      d: [10, 20, 30],
      e: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    },
  ),
  c(
    'parts of arrays passed on',
    'static double sum(int n, const double *v) { double s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }\nstatic void scale(int n, double v[n][2], double by) { for (int i = 0; i < n; i++) { v[i][0] *= by; v[i][1] += by; } }\nstatic void put(double *x, double y) { *x = y; }\ndouble k(int n, double a[n][2], double *b) { scale(n, a, 2.0); put(&b[1], sum(2, a[1])); put(&a[0][1], 7.0); put(b, 3.0); return sum(2 * n, &a[0][0]) + sum(3, b + 1); }',
    {
      n: [3],
      a: [1, 2, 3, 4, 5, 6],
      b: [0, 1, 2, 3],
    },
  ),
  c(
    'what a file keeps',
    'double total = 1.0; int hits[3] = {1, 2, 3}; static double grid[2][2] = {{1, 2}, {3, 4}}; long many = 3; bool on = true; float tiny = 0.5f;\ndouble k(double x) { total += x * grid[1][0] + hits[2]; hits[0] = (int)x; many += 2; on = x > 9; tiny *= 2; return total + many + on + tiny; }',
    {
      x: [2],
      total: [1],
      hits: [1, 2, 3],
      grid: [1, 2, 3, 4],
      many: [3],
      on: [1],
      tiny: [0.5],
    },
  ),
  c(
    'names that others own',
    'double k(double end, double select, int real, double *common) { double do_ = end * 2, sum = 0; for (int merge = 0; merge < real; merge++) sum += common[merge] * select; return sum + do_; }',
    {
      end: [2],
      select: [3],
      real: [2],
      common: [1, 4],
    },
  ),
  c(
    'a test of equality',
    'double k(double x, double y) { if (x == y) return 1; if (x != 2.0 && !(y == 3.0)) return x; return (x == 2.0) ? y : 0; }',
    {
      x: [2],
      y: [5],
    },
  ),
  c(
    'powers',
    'double k(double x, int n, double *a) { return pow(x, 2) + pow(a[0], 3) + pow(x + 1, 4) + pow(x, n) + pow(x, -1) + pow(2.0, x) + pow(x, 0.5) + x * x; }',
    {
      x: [1.5],
      n: [3],
      a: [0.5],
    },
  ),
  c(
    'minus before minus',
    'double k(double x, int n) { return x - -x * -2.0 - (-x - 3.0) + -(-x) * -n - (n - -1) / -2 + !(n - 3) + ~(-n); }',
    {
      x: [1.5],
      n: [4],
    },
  ),
  f(
    'integers of every kind',
    'integer(8) function k(i, j, m)\ninteger :: i, j\ninteger(8) :: m\nk = modulo(i, j) + mod(i, j) + min(i, j, 3) + max(i, j) + sign(i, j) + dim(i, j) + abs(i) + i**3 + 2**j\nk = k + modulo(m, 7_8) + min(m, 2_8) + max(m, 1_8) + sign(m, -1_8) + dim(m, 3_8) + abs(m) + m**2 + iand(m, 12_8) + ior(m, 3_8) + ieor(m, 5_8) + not(m)\nend function',
    {
      i: [-7],
      j: [3],
      m: [-1000],
    },
  ),
  f(
    'singles and doubles',
    'real function k(x, y)\nreal :: x\nreal(8) :: y\nk = modulo(x, 0.75) + real(y) + sign(x, -1.0) + dim(x, 0.5) + aint(y) + anint(x) + x**2 + x**2.5 + nint(y) + floor(x) + ceiling(y) + int(x)\nend function',
    {
      x: [2.7],
      y: [3.6],
    },
  ),
  f(
    'logical values',
    'integer function k(a, b, p)\ninteger :: a, b\nlogical :: p, q(3)\nq(1) = a > b\nq(2) = p .eqv. q(1)\nq(3) = p .neqv. (a < 3)\np = .not. q(2) .and. (q(1) .or. q(3)) .or. .false.\nk = 0\nif (p) k = 1\nif (q(3)) k = k + 2\nif (a == 2 .eqv. b == 1) k = k + 4\nend function',
    {
      a: [2],
      b: [1],
      p: [1],
    },
  ),
  f(
    'counted by an argument',
    'subroutine k(n, m, s, a)\ninteger :: n, m, s, i\nreal(8) :: a(4)\ndo n = 1, 4\na(n) = a(n) * n\nend do\ndo m = 4, 1, -1\na(m) = a(m) + m\nend do\ndo i = 1, 4, s\na(i) = -a(i)\nend do\ndo n = n, m - 3, -s\nm = m + 1\nend do\nend subroutine',
    {
      n: [0],
      m: [0],
      s: [2],
      a: [1, 2, 3, 4],
    },
  ),
  f(
    'steps of either sign',
    'integer function k(a, b, s)\ninteger :: a, b, s, i\nk = 0\ndo i = a, b, s\nk = 3 * k + i\nend do\ndo i = b, a, -s\nk = 3 * k + i\nend do\nk = k + i\nend function',
    {
      a: [9],
      b: [2],
      s: [-3],
    },
  ),
  f(
    'a loop that changes its bounds',
    'integer function k(a, b, s)\ninteger :: a, b, s, i\nk = 0\ndo i = a, b, s\nb = b - 1\ns = 1\nk = k + i + b\nend do\nend function',
    {
      a: [1],
      b: [9],
      s: [2],
    },
  ),
  f(
    'ranges of cases',
    'integer function k(n)\ninteger :: n\nselect case (n)\ncase (:-100)\nk = 1\ncase (-99:-1)\nk = 2\ncase (0, 200:400, 7)\nk = 3\ncase (1000:)\nk = 4\ncase default\nk = 5\nend select\nselect case (k)\ncase (1:100)\nk = k * 2\nend select\nselect case (n)\ncase default\nk = k + 1\nend select\nend function',
    {
      n: [300],
    },
  ),
  f(
    'wide cases',
    'integer function k(n)\ninteger(8) :: n\nselect case (n)\ncase (5_8)\nk = 1\ncase (6_8:90_8)\nk = 2\ncase (91_8:)\nk = 4\ncase default\nk = 3\nend select\nend function',
    {
      n: [77],
    },
  ),
  f(
    'a computed jump',
    'integer function k(n)\ninteger :: n, i\nk = 0\ni = n\n5 continue\ngo to (10, 20, 30) i\nk = k + 1000\ngo to 40\n10 k = k + 1\ngo to 40\n20 k = k + 10\ni = 1\ngo to 5\n30 k = k + 100\ni = 2\nif (k < 300) go to 5\ngo to 10\n40 continue\nend function',
    {
      n: [3],
    },
  ),
  f(
    'an arithmetic jump',
    'real(8) function k(x)\nreal(8) :: x\nk = 0\n10 if (x) 20, 30, 40\n20 x = x + 1.5d0\nk = k + 1\ngo to 10\n30 k = k + 100\nreturn\n40 x = x - 1\nk = k + 10\nif (k < 50) go to 10\nend function',
    {
      x: [2.5],
    },
  ),
  f(
    'names of loops',
    'integer function k(n)\ninteger :: n, i, j\nk = 0\nouter: do i = 1, n\ninner: do j = 1, n\nif (j > i) cycle outer\nif (i * j > 12) exit outer\nif (mod(i + j, 3) == 0) cycle inner\nk = k + j\nend do inner\nk = k + 100\nend do outer\nend function',
    {
      n: [6],
    },
  ),
  f(
    'loops without a count',
    'integer function k(n)\ninteger :: n\nk = 0\ndo\nk = k + 1\nif (k > 3 * n) exit\nif (mod(k, 2) == 0) cycle\nn = n - 1\nend do\ndo while (n < 4)\nn = n + 2\nk = k + n\nend do\nend function',
    {
      n: [5],
    },
  ),
  f(
    'text on the way',
    'subroutine k(x, j)\nreal(8) :: x\ninteger(8) :: j\nprint *, x, j\nwrite (*, *) "done", x\nwrite (*, "(f8.3)") x\nx = x + j\nend subroutine',
    {
      x: [1.5],
      j: [4],
    },
  ),
  f(
    'views of one block',
    'subroutine k(x)\nreal(8) :: x, a(4), s\ninteger :: m\ncommon /blk/ a, s, m\na(2) = x\ns = s + m\ncall other(x)\nx = x + a(3) + s\nend subroutine\nsubroutine other(y)\nreal(8) :: y, b(4), t\ninteger :: j\ncommon /blk/ b, t, j\nb(3) = b(2) * y\nt = t + b(4)\nj = j + 1\nend subroutine',
    {
      x: [1.5],
      'blk.a': [1, 2, 3, 4],
      'blk.s': [0.5],
      'blk.m': [3],
    },
  ),
  f(
    'what a module keeps',
    'module held\nreal(8) :: total = 1.5d0\ninteger :: many(3) = [1, 2, 3]\nlogical :: on = .true.\nreal :: tiny_ = 0.5\nend module\nreal(8) function k(x)\nuse held\nreal(8) :: x\ninteger, save :: calls = 4\nreal(8), save :: last(2) = [1d0, 2d0]\ncalls = calls + 1\ntotal = total + x * many(2)\nmany(1) = calls\nlast(1) = x\non = x > 9\ntiny_ = tiny_ * 2\nk = total + last(1) + last(2) + many(1) + tiny_\nif (on) k = 0\nend function',
    {
      x: [2],
      'held.total': [1.5],
      'held.many': [1, 2, 3],
      'held.on': [1],
      'held.tiny_': [0.5],
    },
  ),
  f(
    'views of arguments',
    'subroutine k(n, m, a, b)\ninteger :: n, m\nreal(8) :: a(n, m), b(n * m)\ncall flat(n * m, a)\ncall grid(m, n, b)\ncall flat(n, a(1, 2))\ncall grid(n, m, a)\ncall one(a(2, 1))\ncall open(2, a)\nend subroutine\nsubroutine flat(n, v)\ninteger :: n, i\nreal(8) :: v(n)\ndo i = 1, n\nv(i) = v(i) + i\nend do\nend subroutine\nsubroutine grid(n, m, v)\ninteger :: n, m, i, j\nreal(8) :: v(n, m)\ndo i = 1, n\ndo j = 1, m\nv(i, j) = v(i, j) * (i + 10 * j)\nend do\nend do\nend subroutine\nsubroutine one(x)\nreal(8) :: x\nx = -x\nend subroutine\nsubroutine open(n, v)\ninteger :: n\nreal(8) :: v(n, *)\nv(2, 2) = v(1, 1) + v(n, 3)\nend subroutine',
    {
      n: [2],
      m: [3],
      a: [1, 2, 3, 4, 5, 6],
      b: [1, 2, 3, 4, 5, 6],
    },
  ),
  f(
    'extents that come late',
    'subroutine k(a, b, n, m)\ninteger :: n, m, i, j\nreal(8) :: a(n, m), b(0:n, -1:m)\ndo j = 1, m\ndo i = 1, n\na(i, j) = a(i, j) + b(i, j) * b(0, -1)\nb(i - 1, j - 2) = a(i, j)\nend do\nend do\ncall flat(n * m, a)\nend subroutine\nsubroutine flat(n, v)\ninteger :: n, i\nreal(8) :: v(n)\ndo i = 1, n\nv(i) = v(i) + i\nend do\nend subroutine',
    {
      a: [1, 2, 3, 4],
      b: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      n: [2],
      m: [2],
    },
  ),
  f(
    'a local of three dimensions',
    'real(8) function k(n, x)\ninteger :: n, i, j, l\nreal(8) :: x, w(n, 0:2, -1:n)\nw = x\ndo i = 1, n\ndo j = 0, 2\ndo l = -1, n\nw(i, j, l) = w(i, j, l) + i + 10 * j + 100 * l\nend do\nend do\nend do\nk = w(n, 1, 0) + w(1, 2, n) + sum(w)\nend function',
    {
      n: [2],
      x: [0.25],
    },
  ),
  f(
    'numbers as written',
    'real(8) function k(x)\nreal(8) :: x\nreal :: y\ny = 1.5e-3 + 2. + .25\nk = x * 1.0d-3 + 3d2 + 1.5_8 + y + 1e10 + 2.5d+1 + 123456789 + 1000000000000_8\nend function',
    {
      x: [2],
    },
  ),
];

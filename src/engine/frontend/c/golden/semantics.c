/* Kernels that lean on the order of evaluation, conversions, scopes and jumps; gcc is the judge of them. */
#define _GNU_SOURCE
#include <alloca.h>
#include <assert.h>
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SQ2 1.4142135623730951
#define M 8
#define TWICE (2 * M)
double gl = 1.5;
int gi;
static const int kk = 3;
const double ct = 0.25;
double tab[3][2] = {{1, 2}, {3.5}, {4, 5}};
static double bump(double *p) { gl += 1; *p = *p * 2; return gl + *p; }
static int next(void) { static int c = 10; return c++; }
static double acc(double v) { static double total; total += v; return total; }
static double fact(int n) { return n <= 1 ? 1.0 : n * fact(n - 1); }
static void swap(double *a, double *b) { double t = *a; *a = *b; *b = t; }
static void fill(int n, double *a, double v) { for (int i = 0; i < n; i++) a[i] = v + i; }
static double sum2(int n, int m, const double a[n][m]) { double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j] * (i + 1); return s; }

double k0(double x, double y, int n, double *a) { int i = 0; double s = 0; while (i < n) s += a[i++] * x; return s - y; }
double k1(double x, double y, int n, double *a) { double u, v; u = v = x * y; a[0] = a[1] = u + v; return u; }
double k2(double x, double y, int n, double *a) { int i = 2, j = i++ + ++i; a[i] += x; a[j % M] *= y; return i * 10 + j; }
double k3(double x, double y, int n, double *a) { return x > y ? x * y : y < 0 ? -y : sin(y); }
double k4(double x, double y, int n, double *a) { double s = 0; for (int i = 0, j = n - 1; i < j; i++, j--) s += a[i] * a[j]; return s; }
double k5(double x, double y, int n, double *a) { double s = 0; for (int i = 0; i < n; i++) { if (a[i] < 0.5) continue; if (a[i] > 3) break; s += a[i]; } return s; }
double k6(double x, double y, int n, double *a) { int k = n; do { k -= 2; if (k == 3) continue; a[0] += k; } while (k > 0); return k; }
double k7(double x, double y, int n, double *a) { switch (n) { case 1: x = 1; case 2: case 5: x += 2; if (y > 0) break; case 8: x *= 3; default: x -= 1; break; case 7: x = 99; } return x; }
double k8(double x, double y, int n, double *a) { switch (n % 4) { case 0: { x = 10; break; } case 1: x = 20; break; case 3: return x * 4; default: x = 40; } return x; }
double k9(double x, double y, int n, double *a) { double r = bump(&x) + bump(&y); return r * gl + x - y; }
double k10(double x, double y, int n, double *a) { int i = 0; while (bump(&x) < 50 && i++ < 6) a[i] += x; return i + x; }
double k11(double x, double y, int n, double *a) { int i = 0; if (n > 3 || next() > 10) i = next(); return i + (x > 0 && y > 0 ? 1 : 0); }
double k12(double x, double y, int n, double *a) { swap(&a[1], &a[2]); swap(a, a + 3); swap(&x, &y); return x - 2 * y + fact(5); }
double k13(double x, double y, int n, double *a) { double t[TWICE] = {1, 2}; return t[0] + t[1] + t[15]; }
double k14(double x, double y, int n, double *a) { double t[2][3] = {{1}, {x, y}}, z[20] = {x}; double s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s += t[i][j] * (i + 2 * j + 1); for (int i = 19; i >= 0; i--) s += z[i]; return s; }
double k15(double x, double y, int n, double *a) { int i = 7 / 2 * -3 % 4, j = -7 / 2, k = -7 % 3, l = 1 << 4 | 3, m = ~5 ^ 12 & 7; long q = 3000000000 + i; return i + 10.0 * j + 100.0 * k + 1000.0 * l + 1e4 * m + q; }
double k16(double x, double y, int n, double *a) { float f = x, g = 0.1f; f = f * g + 1; f += y; return f / 3 + (float)x; }
double k17(double x, double y, int n, double *a) { int i = 3; i += 2.7; i *= 1.5; i -= x; i++; return i + (int)x + (long)y + (bool)x; }
double k18(double x, double y, int n, double *a) { bool b = x > 0, c = n; return b + c * 2 + (b == c) + !b + !n + (b && !c); }
double k19(double x, double y, int n, double *a) { for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) { if (j == 3) goto out; a[i] += j * x; } } out: return a[0]; }
double k20(double x, double y, int n, double *a) { int i = 0; again: a[i] *= 1.1; i++; if (i < n) goto again; return i; }
double k21(double x, double y, int n, double *a) { double x1 = x; { double x = y; x1 += x; { int x = 3; x1 *= x; } } return x1 + x; }
double k22(double x, double y, int n, double *a) { double s = 0; int i; for (i = n; i > 0; i -= 3) s += i; for (i = 0; i <= n; i += 2) s += 100 * i; for (i = n - 1; i >= 1; --i) s -= a[i]; return s + i; }
double k23(double x, double y, int n, double *a) { double s = 0; int m = n; for (int i = 0; i < m; i++) { s += i; if (i == 2) m = 5; } return s; }
double k24(double x, double y, int n, double *a) { double s = 0; for (int i = 0; i < n; i++) { s += i; if (i == 2) i = 4; } return s; }
double k25(double x, double y, int n, double *a) { double s = 0; int i; for (i = 0; 5 > i; i = i + 1) s += a[i]; for (;;) { if (i-- < 0) break; s++; } return s; }
double k26(double x, double y, int n, double *a) { double t[n], u[2 * n + 1]; fill(n, t, x); fill(2 * n + 1, u, y); fill(3, a + 2, x); fill(2, &a[6], y); return t[n - 1] * u[2 * n] + tab[1][0] * tab[2][1] + sum2(3, 2, tab); }
double k27(double x, double y, int n, double *a) { return *a + *(a + 1) * 2 + a[2] * (a + 1)[2] + x; }
double k28(double x, double y, int n, double *a) { return fabs(-x) + fmin(x, y) + fmax(x, 2) + floor(x * 3) + ceil(y * 3) + fmod(7.5, 2) + pow(x * x + 1, y) + exp2(x) + cbrt(x) + log1p(x * x) + hypot(x, y) + copysign(x, -1) + atan2(y, x) + erf(x) + round(x) + trunc(y) + lround(x * 2) + sqrtf(2.0f) + abs(-n); }
double k29(double x, double y, int n, double *a) { double r = acc(x); r += acc(y) + acc(1); return r; }
double k30(double x, double y, int n, double *a) { int i = 0; a[i++] = i; a[(i += 2)] = 5; return i; }
double k31(double x, double y, int n, double *a) { int i = n, s = 0; while (i) { s += i; i--; } return s ? s : -1; }
double k32(double x, double y, int n, double *a) { if (x > 1) { if (y > 1) return 1; else if (y > 0.5) return 2; } else return x; a[0] = 3; return y; }
double k33(double x, double y, int n, double *a) { double s = 0; for (int i = 0; i < n; i++) switch (i % 3) { case 0: continue; case 1: s += 1; break; default: if (i > 4) break; s += 10; } return s; }
double k34(double x, double y, int n, double *a) { double s = kk * ct + M_PI; gi = n; gi++; tab[0][1] += gi; return s + tab[0][1]; }
double k35(double x, double y, int n, double *a) { double s = 0; int i = 0, j = 0; for (i = 0, j = 5; i < j; ++i) s += i * j; return s + (i, j); }
double k36(double x, double y, int n, double *a) { int i = 0; double z = (i++, i + x); z += (n > 5 ? bump(&x) : y); n > 3 ? swap(&x, &y) : (void)0; n < 3 && next(); return z + x; }
double k37(double x, double y, int n, double *a) { int c = 0; do { c++; if (c == 2) continue; if (c > 20) break; } while (bump(&x) < 200); return c; }
double k38(double x, double y, int n, double *a) { int i = 5; i++; double s = 0; for (long k = 0; k < n; k++) s += k; for (int k = 0; k < 3L; k++) s += k; return s; }
double k39(double x, double y, int n, double *a) { goto in; while (n > 0) { x += 1; in: n--; y += x; } return y; }
double k40(double x, double y, int n, double *a) { a[(int)a[7] % 3 < 0 ? 0 : 1] = (a[2] = x) + 1; return a[1] -= 3; }
double k41(double x, double y, int n, double *a) { double s = 0; for (int i = 0; i < n && a[i] < 3; i++) s += a[i]; return s; }
double k42(double x, double y, int n, double *a) { int i; double s = 0; for (i = 0; i < 4; i++) { int i = 7; s += i; } return s + i; }
double k43(double x, double y, int n, double *a) { switch (n) { default: x = 1; case 3: x += 1; break; case 5: x = 7; } switch (n) { case 8: y = 3; } return x * 10 + y; }
double k44(double x, double y, int n, double *a) { int k = 3; double s = a[k] = a[k - 1] + k; a[k] /= 2; return s + (k == 3 ? 1 : 2.5) + (x < y) + (x < y) * 0.5; }
double k45(double x, double y, int n, double *a) { for (int i = n; i --> 0;) a[i] += i; return 0x10 + 010 + 1e2 + .5 + 5. + 0x1p-2 + 1L + 2.f; }
double k46(double x, double y, int n, double *a) { return ldexp(x, n) + scalbn(y, -2) + ldexp(x * y, 3) + signbit(x - y) + 2 * signbit(-0.0 * y) + isfinite(x) + 4 * isinf(1 / (x - x)) + isnan(y); }
double k47(double x, double y, int n, double *a) { double nan = (x - x) / (y - y); return isgreater(x, y) + 2 * isless(x, y) + 4 * islessgreater(x, x) + 8 * isunordered(x, nan) + 16 * islessequal(y, y) + 32 * isgreaterequal(nan, x); }

/* Everything that is computed while the text is read. */
#define SHIFTED (1 << 4 | 6 & 3 ^ 1)
#define WIDE (5000000000 / 7 % 1000)
static const double folded[6] = {-2.5 * 2 + 1 / 4.0, 7 / 2, -7 % 3, 3 > 2, !3 + ~5, (float)0.1};
static const int counted[] = {SHIFTED, 1 << 3 >> 1, 2 < 1 || 3 >= 3, 1 <= 0 && 2 != 2, 5 == 5 ? 4 : 9, (int)2.9, 8};
static const long big = WIDE + 1L, wide_bits = 12L * 10L - 3L / 2L % 5L;
static const bool truth = 3, lie = 0.0, both = 1 && 0 || 1;
static const float narrow = 1.0 / 3.0;
static const double called = 2 * 4 + (1 ? 2.5 : 0), powers = 1e2 - 0x10 + 017 + 0b11 + 0x1.8p1 + .5e-1 + 1.f;
double k101(double x, double y, int n, double *a) {
  double s = folded[0] * x + folded[1] * y + folded[2] + folded[3] + folded[4] * x + folded[5];
  for (int i = 0; i < 7; i++) s += counted[i] * a[i];
  return s + big + wide_bits + truth * 2 + lie + both + narrow * x + called + powers;
}
double k102(double x, double y, int n, double *a) {
  bool p = x > y, q = x <= 0, r;
  int i = 3, j;
  r = p == q;
  p = p != r;
  r = p ? q : r;
  p++;
  r |= q;
  r ^= 1;
  i = -i-- - --i;
  j = i++ * 2 + (a[2]++, a[2] *= x, i);
  a[a[3] > 0] += (a[4] = y) * 2;
  i <<= 2;
  i >>= 1;
  i |= 5;
  i &= 30;
  i ^= n;
  i %= 7;
  x += y -= 0.5;
  if (p && (r || !q) && n) x *= 2;
  else if (!p || (x > 1 && y < 1)) x /= 3;
  return x + y * i + j + (p ? x : y) + (n > 3 ? n : x) + (long)x % 3 + (float)y + (int)x;
}
double k103(double x, double y, int n, double *a) {
  double t[2][3] = {{1, x}, {y}}, u[3] = {x};
  *(a + 1) = a[3] * *(2 + a) + *a;
  *(&a[2] + 1) += *u * u[n % 3];
  u[1] = *(t[1] + 0) + *(*(t + 1) + 2) + (*t)[1];
  return x * y + t[1][0] + u[1] + *(a + n % 4 - 0);
}
double k104(double x, double y, int n, double *a) {
  int i = 0, done = 0;
  while (1) {
    if (++i > 20) break;
    if (i % 3 == n % 3) continue;
    x += a[i % 16] * y;
    do {
      y *= 0.9;
      if (y < 0.2 || y > 5) break;
    } while (--done > -3);
    switch (i % 5) {
      case 0:
        x -= 1;
      case 1:
      case 2: {
        y += 0.1;
        break;
      }
      default:
        switch (n) { case 7: x += 0.25; continue; case 8: x += 0.5; }
        break;
      case 4:
        if (x > 3) goto out;
        x += 0.3;
    }
  }
out:
  for (int k = n; k-- > 0;) x += k;
  for (int k = 10; k >= 0; k -= 3) x += a[k];
  for (long k = 0; k != 6; k += 2) y += k * x;
  for (i = 0, done = 5; i < done; i++, done--) y += a[i] * a[done];
  for (;;) { if (y > -1e9) break; }
  return x - y + i * done;
}
double k105(double x, double y, int n, double *a) {
  float f = x, g = fabsf(f) + sqrtf(2.0f);
  double s = fmax(x, y) + fmin(x, 1) + fabs(x - y) + pow(fabs(x) + 1, y) + pow(x, 2) + pow(2.5, n % 3) + hypot(x, y);
  s += sin(x) + cos(y) + tan(x) + asin(x / 4) + acos(x / 4) + atan(y) + atan2(y, x + 3) + sinh(x) + cosh(y) + tanh(x);
  s += exp(x) + log(fabs(y) + 1) + log10(fabs(x) + 2) + log1p(fabs(x)) + expm1(y) + exp2(x) + log2(fabs(y) + 1) + cbrt(fabs(x) + 1);
  s += asinh(x) + acosh(fabs(x) + 1.5) + atanh(x / 4) + erf(x) + erfc(y) + floor(x) + ceil(y) + trunc(x) + round(y) + fmod(x, 0.7) + copysign(x, y) + fdim(x, y);
  s += abs(n - 6) + labs(n - 7L) + f * g + powf(g, 1.5f) + (x > 0 ? M_PI : M_E) + fmaf(f, g, 1) + fma(x, y, 2);
  return s + (n & 1 ? a[n] : a[n / 2]);
}
static double counter = 0.5;
static void raise_by(double *by, const double with[3], int many) {
  for (int i = 0; i < many; i++) by[i] += with[i % 3] * counter;
  counter *= 1.5;
}
static double chosen(bool which, float one, long other) { return which ? one : other; }
double k106(double x, double y, int n, double *a) {
  double m[2][3] = {{x, y, 1}, {2, 3, x}}, total = 0, local[n + 1];
  raise_by(a + 1, m[1], 4);
  raise_by(&m[0][0], a, 3);
  raise_by(&a[7], &a[2], 1);
  for (int i = 0; i <= n; i++) local[i] = i * x;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) total += m[i][j] * local[j % (n + 1)];
  return total + chosen(y > 0, x, n) + chosen(n, 2, y * 3) + counter;
}

/* Macros, pointers, memory by the byte, enumerations, unsigned counters. */
enum colour { RED, GREEN = 4, BLUE };
typedef enum { UP = -1, DOWN } way;
#define CUBE(v) ((v) * (v) * (v))
#define LARGER(p, q) ((p) > (q) ? (p) : (q))
#define EACH(i, m) for (int i = 0; i < (m); ++i)
#define TWO(f, ...) (f(__VA_ARGS__) + f(__VA_ARGS__))
static double total(const double *p, int n) { double s = 0; while (n--) s += *p++; return s; }
static void copy(double *to, const double *from, int n) { const double *end = from + n; while (from < end) *to++ = *from++; }
static double last(double *p, int n) { double *q = p + n; return *--q + q[-1] + *(q - 2) + (q - p); }
double k107(double x, double y, int n, double *a) { double s = 0; EACH(i, n) s += CUBE(a[i] + 1) + LARGER(x, LARGER(y, a[i])); return s + TWO(hypot, x, y); }
double k108(double x, double y, int n, double *a) { return total(a, n) + total(a + 2, 3) + last(a, 5); }
double k109(double x, double y, int n, double *a) { double t[16]; copy(t, a, 16); copy(a + 1, t, n); return t[n] + a[n]; }
double k110(double x, double y, int n, double *a) { double s = 0; for (double *p = a, *end = &a[n]; p != end; p++) { s += *p; *p = s; } return s; }
double k111(double x, double y, int n, double *a) { double m[3][4], s = 0; for (int i = 0; i < 3; i++) { double *row = m[i]; for (int j = 0; j < 4; j++) row[j] = x * i + y * j; } for (int i = 0; i < 3; i++) { const double *r = m[i] + 1; s += r[0] * r[2]; r++; s += *r; } return s; }
double k112(double x, double y, int n, double *a) { double m[3][2] = {{1, 2}, {3, 4}, {x, y}}; double (*p)[2] = m; p++; double s = (*p)[1] + p[1][0]; p += 1; return s * (*p)[1]; }
double k113(double x, double y, int n, double *a) { double *t = malloc((n + 1) * sizeof(double)), *z = (double *)calloc(n, sizeof *z); if (!t || z == NULL) return -1; for (int i = 0; i <= n; i++) t[i] = x * i; z[0] += t[n]; double r = z[0] + z[n - 1]; free(t); free(z); return r; }
double k114(double x, double y, int n, double *a) { double *p; int i = 2; p = a; x += *p; p = a + i; i = 5; y += *p++ * *p; p -= 2; p[1] = x; return p - a + y + i; }
double k115(double x, double y, int n, double *a) { double *p = &x, *q = &y; *p += 1; *q *= *p; return x + y; }
double k116(double x, double y, int n, double *a) { double t[8], m[2][3]; memset(a + 1, 0, 3 * sizeof(double)); memcpy(t, a, 8 * sizeof(double)); memset(m, 0, sizeof m); m[1][2] += t[2] + t[6]; memcpy(a + 9, t + 4, sizeof(double) * (n > 4 ? 4 : n)); return m[1][2] + m[0][0]; }
double k117(double x, double y, int n, double *a) { enum { SMALL = 2, LARGE = SMALL * 3 + GREEN }; way w = n > 5 ? UP : DOWN; switch (n % 6) { case RED: return x; case GREEN: return y; case BLUE: x += LARGE; break; case SMALL: x -= 1; } return x + w; }
double k118(double x, double y, int n, double *a) { size_t k = n; unsigned m = 3u; double s = 0; for (size_t i = 0; i < k; i++) s += a[i] * m; for (unsigned int i = m; i--; ) s += i; return s + sizeof(a[0]) + (char)('a' + 1) + (n % 2 ? '\n' : '0') + sizeof(int); }
double k119(double x, double y, int n, double *a) { double w[6] = {[1] = x, 2, [4] = y}, v[] = {[2] = 1, 5}; static const double t[4] = {[3] = 7}; return w[0] + w[1] + 10 * w[2] + 100 * w[4] + v[3] + sizeof v / sizeof v[0] + t[3]; }
#ifdef NOT_HERE
double k120(double x, double y, int n, double *a) { return what is this; }
#else
double k120(double x, double y, int n, double *a) { double *const p = a + n / 2; *p += x; return p[1] + *p; }
#endif
double k60(double x, double y, int n, double *a) { int m = (n + 3) / 4, k = 0; switch (n % 4) { case 0: do { a[k] += x; k++; case 3: a[k] *= y; k++; case 2: a[k] -= x; k++; case 1: a[k] += 1; k++; } while (--m > 0); } return a[0] * k; }
double k61(double x, double y, int n, double *a) { int i; for (i = 0; i < n; i++) switch (i) { case 0: if (x > 0.5) { y += x; case 2: y *= 2; break; } else { default: y -= 1; } x += y; } return x + y; }
double k62(double x, double y, int n, double *a) { int i, j = 0; for (i = 0; i < n; i++) { switch (i % 3) { case 0: for (j = 0; j < 4; j++) { x += y; if (j == 2) break; case 1: if (j > 2) continue; a[j] += x; } break; default: y += 0.5; } a[j] -= y; } return x; }
double k63(double x, double y, int n, double *a) { switch (n) while (x < 9) { y += 1; case 1: x += 2; case 5: x += 1; switch (n) { case 5: y -= 3; break; case 2: y = 0; } } return x * y; }
#define HALF 0.5 /* a comment that starts here
   and ends there */
#define THIRD 3 // no comment starts here: /*
double k64(double x, double y, int n, double *a) { double *p = a + n + 3; double s = *p--; --p; s += 2 * *p; p--; s += *p * HALF; p = NULL; p = a; p++; s += *p / THIRD; double *q = a + 4; q -= 2; s += *q--; s += *--q; return s + x * y; }
double k65(double x, double y, int n, double *a) { double s = 0; int i; for (i = 0; i < n; i = 1 + i) s += a[i] * x; for (i = n; i > 0; i = i - 2) s -= a[i] * y; for (i = 0; i < n; i -= -3) s += a[i]; return s + i; }
double k66(double x, double y, int n, double *a) { double m[2][2][3] = {{{1, 2, 3}, {4, 5, 6}}, {{x, y, 1}, {2, 2, 2}}}; double (*p)[2][3] = m; double (*r)[3] = m[1]; p++; double s = p[0][1][2] + r[0][1]; r++; s += (*r)[0]; return s; }
double k67(double x, double y, int n, double *a) { float f = x, g = 0.5f; double z[40] = {[3] = x, [39] = y}; return ldexpf(f, 2) + ldexp(x, n % 3) + fmaxf(f, g) + fdimf(g, f) + z[3] * z[39] + z[17]; }

/* Numbers that wrap around. */
static unsigned pcg(unsigned v) { v ^= v >> 16; v *= 0x7feb352du; v ^= v >> 15; v *= 0x846ca68bu; return v ^ v >> 16; }
static unsigned lcg(unsigned *s) { *s = 1664525u * *s + 1013904223u; return *s; }
static void xorshift(unsigned *state) { unsigned v = *state; v ^= v << 13; v ^= v >> 17; v ^= v << 5; *state = v; }
static unsigned rotl(unsigned v, int k) { return v << k | v >> (32 - k); }
double k121(double x, double y, int n, double *a) {
  unsigned st = 2463534242u, h = 2166136261u, seed = n, t[4], u, v;
  for (unsigned i = 0; i < (unsigned)(n - -4); i++) {
    xorshift(&st);
    h = (h ^ i) * 16777619u;
    t[i % 4] = rotl(h, 7) - st;
    seed = pcg(seed + i * st);
    x += y * lcg(&seed) / 4294967296.0 + (h * 2654435769u >> 30) + (~h & 0xff) * 1e-3 + t[i % 4] % 1000u * 1e-4;
    h -= st, u = v = h + st, h += v * u, h <<= 1;
    a[u % 16] += (-h >> 20) * 1e-6 + (h > v ? h : v) / 7u;
  }
  long wide = (h % 1000) - 4294967296L % 7, back = 5 % 4294967296L + 4294967295L;
  return x + (int)(h >> 3) * 1e-9 + (h < st) + (st / 3u) * 1e-9 + (unsigned)-n * 1e-10 + wide + back * 1e-9 + (float)(h >> 8) + (unsigned)(y * 100 + 500);
}

/* Structures: by value, by pointer, nested, in arrays, from the heap, with arrays in them. */
typedef struct { double x, y; } pt;
struct body { pt at, v; double mass[2]; int id; };
typedef struct { struct body b[3]; int n; struct { double lo, hi; } box; } sys;
typedef struct { double m[2][2]; } mat;
static const pt ORIGIN = {0.25, -0.5};
static sys shared = { .n = 3, .box = {-1, 2} };
static pt plus(pt p, pt q) { p.x += q.x; p.y += q.y; return p; }
static pt times(double s, const pt *p) { return (pt){ s * p->x, .y = s * p->y }; }
static mat product(mat p, mat q) { mat r = {{{0}}}; for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) r.m[i][j] += p.m[i][k] * q.m[k][j]; p.m[0][0] = 99; return r; }
static void move(struct body *b, double dt) { if (!b) return; b->at = plus(b->at, times(dt, &b->v)); b->mass[1] += dt; }
static void move_all(struct body b[], int n, double dt) { for (int i = 0; i < n; i++) move(&b[i], dt); }
static double sum(const sys *s) { double r = 0; for (const struct body *b = s->b; b < s->b + s->n; b++) r += b->at.x * b->mass[0] - b->at.y * b->mass[1] + b->id; return r + s->box.hi - s->box.lo; }
static void trade(pt *p, pt *q) { pt t = *p; *p = *q; *q = t; }
double k122(double x, double y, int n, double *a) { sys s = {{{{x, y}, {1, 2}, {0.5, 0.25}, 1}, {.at = {y, x}, .id = 2}}, .n = 2}; move_all(s.b, 3, 0.5); move(s.b + 1, x); s.b[2] = s.b[0]; s.b[2].at.x++; return sum(&s) + s.b[2].at.x; }
double k123(double x, double y, int n, double *a) { mat p = {{{x, 1}, {y, 2}}}, q = {.m = {{1, y}, {[1] = x}}}; p = product(p, q); mat r = product(p, product(q, p)); return r.m[0][0] + 2 * r.m[0][1] + 3 * r.m[1][0] + 4 * r.m[1][1] + p.m[0][0]; }
double k124(double x, double y, int n, double *a) { pt *h = (pt *)malloc((n + 1) * sizeof(pt)); for (int i = 0; i <= n; i++) { pt t = {x * i, y - i}; h[i] = plus(t, ORIGIN); } pt *p = h, *e = h + n; double s = 0; while (p < e) { s += p->x * (p + 1)->y; ++p; } trade(&h[0], h + n); s += h->x; free(h); return s; }
double k125(double x, double y, int n, double *a) { shared.box.hi = x; shared.b[1].at = (pt){ y, x }; shared.b[1].mass[0] = 2; sys s = shared, t; t = s; t.b[1].at.y = 0; shared.b[n % 3].id = n; return sum(&shared) + sum(&s) - 3 * sum(&t); }
double k126(double x, double y, int n, double *a) { pt p = {x, y}, q = {1, 2}, r = n > 5 ? p : q; int i = 0; pt w[3] = {p, {3, 4}, q}; w[i++] = plus(q, q); r = plus(x > 0 ? w[i] : p, r); trade(&p, &w[2]); memset(&q, 0, sizeof q); return r.x + 10 * r.y + w[0].x + w[2].y * i + p.x + q.x + plus(p, q).y; }
double k127(double x, double y, int n, double *a) { struct body *b = malloc(3 * sizeof *b); if (b == NULL) return -1; for (int i = 0; i < 3; i++) { b[i].at.x = x; b[i].at.y = y; b[i].mass[0] = i; b[i].mass[1] = a[i]; b[i].id = i; b[i].v = b[i].at; } move_all(b + 1, 2, y); struct body c = b[2], *d = &c; d->mass[0] += 1; double s = b[2].mass[0] * c.mass[0] + d->at.x + b[0].mass[1]; free(b); return s; }
double k128(double x, double y, int n, double *a) { struct { int n; double *v; } r = { n, a + 1 }; const int m = r.n; double s = 0; for (int i = 0; i < m; i++) { s += r.v[i] * x; r.v[i] = y; } double *p = r.v; return s + *p; }

typedef double complex cplx;
typedef double (*fn_t)(double);
struct wave { cplx amp; double k; fn_t shape; const char *name; };
static double sq3(double v) { return 3 * v * v; }
static const fn_t shapes[] = {sq3, cos, fabs};
static cplx mobius(cplx z, const cplx c) { z -= c; return z / (1.0 - conj(c) * (z + c)); }
static void turn(int n, cplx *p, double t) { for (cplx *q = p; q < p + n; q++) *q *= cexp(I * t); }
static cplx sum_of(const struct wave *w, int n, double x) { cplx s = 0; for (int i = 0; i < n; i++) s += w[i].amp * cexp(1.0i * w[i].k * x) * w[i].shape(x); return s; }
static int which(const char *name) { if (!strcmp(name, "sine")) return 1; return strcmp(name, "square") == 0 ? 2 : 0; }
double k129(double x, double y, int n, double *a) { double complex z = x + y * I, w = a[1] - 2.5 * I, q[3] = {z, w, 0.25}; q[2] = z * w / (z - w) + 2 / w; a[0] = creal(q[2]); a[1] = cimag(q[2] * q[0] - conj(q[1])); z += w; z *= z; return cabs(z) + carg(w); }
double k130(double x, double y, int n, double *a) { cplx z = x + I * y, c = 0.3 + 0.1i; a[0] = creal(csqrt(z) + csqrt(-z)); a[1] = cimag(csqrt(conj(-z))); a[2] = creal(clog(-z) + csin(c) * ccos(z)); a[3] = cimag(ctan(z) - csinh(c) / ccosh(z) + ctanh(c)); a[4] = creal(cpow(z, 3) + cpow(c, z)); return cimag(mobius(z, c)) + creal(mobius(mobius(c, 0.5 * c), z)); }
double k131(double x, double y, int n, double *a) { cplx p[M]; int j = 0; for (int i = 0; i < M; i++) p[i] = a[i] + I * a[i + M]; turn(n, p, x); turn(2, p + 3, y); turn(1, &p[1], 0.5); cplx s = n > 4 ? p[2] : p[j++]; s = s == p[2] ? s * 2 : -s; for (int i = 0; i < M; i++) { a[i] = creal(p[i]); a[i + M] = cimag(p[i]); } return creal(s) + j * cimag(s); }
double k132(double x, double y, int n, double *a) { struct wave w[2] = {{1.0 + 0.5 * I, 2, sq3, "square"}, {.amp = x * I, .k = y, .shape = n > 5 ? cos : fabs, .name = "sine"}}; fn_t f = shapes[n % 3]; a[0] = which(w[0].name) + 10 * which(w[1].name) + 100 * which("none"); a[1] = f ? f(x) : 0; w[0].shape = f; return cimag(sum_of(w, 2, y)) + (*w[1].shape)(x) + shapes[1](y); }

/* Pointers to structures that move in expressions, and what is done with a structure once. */
typedef struct { double lo, hi; } span_t;
static span_t popped(const span_t *st, int *top) { return st[--*top]; }
double k133(double x, double y, int n, double *a) {
  span_t s[4] = {{x, y}, {y, x + 1}, {x * y, 2}, {3, x - y}}, *p = s, t[3];
  int k = 3, top = 4;
  span_t v = s[--k];
  *p++ = v;
  (*p++).lo = 7 * y;
  span_t *q = t;
  *q++ = *p;
  *q++ = popped(s, &top);
  *q = n > 5 ? s[k -= 1] : s[0];
  for (span_t *r = s + 3; r > s + 1; *r-- = t[1]) a[top] += r->hi;
  n > 6 ? (s[0] = t[1]) : (s[1] = t[2]);
  int m = 1;
  span_t w = x / 4 ? s[m++] : s[0];
  a[1] = w.lo + w.hi * m;
  a[0] = sizeof(span_t) * x + sizeof s / sizeof s[0];
  return s[0].lo + 2 * s[1].hi + 3 * s[2].lo + 4 * t[0].lo + 5 * t[2].hi + 10 * k + 100 * top + (p - s);
}
/* Unsigned numbers that pass their bounds by small steps, beside signed ones, and narrow ones that a loop steps. */
double k134(double x, double y, int n, double *a) {
  unsigned z = 0, q = 10, big = 4294967290u, u = 3;
  int i = -7, k = -3;
  double s = 0;
  z--;
  s += z * 1e-9 * x + (q - 11u > 0) * y + (i < u ? 1 : 2) * x + ((q ? k : q) > 5) * y;
  u -= 5;
  for (int j = 0; j < n; j++, big++) s += big % 7 * x;
  for (unsigned char c = 250; c; c++) s += c * y;
  for (int j = 0; j < 3; j++) { short w = 32766; for (int m = 0; m < n; m++, w += 1) a[j] += w * 1e-4; }
  for (unsigned j = n - 1; j < n; j--) s = s * 0.5 + a[j];
  unsigned t = i - 2;
  return s + u * 1e-9 + t % 10 * x;
}
/* Complex numbers by pointers that move, and members of a few bits. */
struct bits { unsigned low : 3; int small : 4; };
double k135(double x, double y, int n, double *a) {
  double complex c[4] = {x + y * I, y + 2 * I, x * y - I, 1 + x * I}, s, *p = c, m[2][2] = {{x, y}, {1, x * I}}, (*r)[2] = m;
  struct bits b = {7, -7};
  s = *p++;
  s += 2 * *p;
  for (double complex *q = c + 4; q-- > c; ) s = s * 0.5 + *q;
  r++;
  b.low += 3;
  b.small -= 2;
  a[1] = sizeof c / sizeof c[0] + sizeof *p + (p - c);
  return creal(s) + 2 * cimag(s) + cimag((*r)[1]) + b.low * x + b.small * y;
}

/* Structures by the byte, and first values of what lies inside. */
typedef struct { pt at[2]; double w, q[3]; int k; } rig;
static void reset(rig *r, const rig *like) { memcpy(r, like, sizeof *r); }
static void lay(pt *to, const pt *from, int n) { memmove(to, from, n * sizeof(pt)); }
double k136(double x, double y, int n, double *a) {
  rig r[3], s[3], one = { .at[1].x = x, .at[0].y = y, .q[1] = 2, .k = 7, .q[2] = x * y };
  pt p[8] = {{0}}, q[8] = { [1].y = y, [0] = { .y = x }, [2].x = 3 };
  double m[2][3] = { [1][1] = x, [0][2] = y, [1][0] = 5 };
  for (int t = 0; t < 2; t++) {
    memset(r, 0, sizeof r);
    r[t].w += x + t;
    r[1].q[t] += y * n;
    reset(&r[2], &one);
    r[2].at[0].x += t;
    memcpy(s, r, 3 * sizeof(rig));
    memset(&r[1], 0, sizeof(rig));
    one.at[1].y += r[1].q[t] + s[1].q[t];
  }
  lay(p, q, n);
  if (n > 2) memset(p, 0, (size_t)2 * sizeof p[0]);
  a[0] = p[0].y + 10 * p[1].y + q[0].y + 7 * q[1].y + q[2].x;
  a[1] = m[0][0] + m[0][2] + 2 * m[1][0] + 3 * m[1][1] + m[1][2];
  a[2] = s[0].w + 2 * s[1].w + s[1].q[1] + 3 * r[1].q[1] + r[2].k + s[2].at[0].x + s[2].at[1].x;
  return one.at[0].x + one.at[0].y + one.at[1].y + one.q[0] + one.q[1] * one.q[2] + one.w;
}
double k137(double x, double y, int n, double *a) {
  size_t m = n;
  double s = y, (*w)[m] = malloc(3 * sizeof *w), (*v)[2][3] = calloc(n, sizeof *v);
  for (size_t i = m - 1; i < m; --i) s = s * x + a[i];
  for (unsigned long i = m; i <= m && n >= i; i -= 3) s += i;
  for (size_t i = 0; i < m; i++) w[2][i] = v[i][1][2] + i * x;
  s += w[2][n / 2] + v[n - 1][0][1];
  free(w);
  free(v);
  return s;
}
double k138(double x, double y, int n, double *a) {
  unsigned w = n;
  unsigned char c = n;
  double s = 0, h[3][2] = {{x, y}, {1, 2}, {3, 4}};
  while (w-- > 0) s += a[w] * x;
  for (; c--;) s += c * y;
  memmove(a + (n > 5 ? 2 : 0), a + (n > 3 ? 0 : 3), n * sizeof(double));
  memmove(a + 9, a + 8, 7 * sizeof *a);
  memmove(&h[1][0], &h[1][1], sizeof(double));
  memcpy(h[0], h[1], sizeof h[0]);
  return s + (w == 4294967295u) + c + h[0][0] + h[0][1];
}

/* Pointers to structures that may point to nothing, and pointers that are compared with one that stays. */
static pt *leftmost(pt *v, int n, double from) { pt *r = NULL; for (pt *q = v; q != v + n; q++) if (q->x > from && (!r || q->x < r->x)) r = q; return r; }
static double height(const pt *p) { return p && p->y > 0 ? p->y : -1; }
double k139(double x, double y, int n, double *a) {
  pt v[4];
  for (int i = 0; i < 4; i++) v[i] = (pt){ a[i] * y, x - i };
  pt *p = leftmost(v, 4, x), *end = v + 4, *q;
  for (q = v; q != end; ++q) if (q->y < 0) break;
  if (!p) return q == end ? -1 : height(q);
  p->x *= 3;
  if (q == NULL || q == end) return height(p) + v[1].x;
  return p != NULL ? p->x + q->y + v[2].x + height(&v[3]) : 0;
}
double k140(double x, double y, int n, double *a) {
  double *most = NULL, *next = NULL, *q = a, *end = a + n, *u = a + 8;
  for (double *e = a + n; q != e; q++, u++) if (!most || *q * x > *most * x) most = q, next = u;
  for (q = a; q < end; q++) if (*q > y) break;
  return (most ? *most + *next : 0) + (q == end ? 100 : *q * y);
}

/* The size of a member is that of its declaration, wherever its structure was passed to. */
typedef struct { double h[4], m[3][2]; float f[5]; } net;
typedef struct { net in, arr[2]; double w[3]; } nets;
static double each(const net *s) { double r = 0; for (size_t i = 0; i < sizeof(s->h) / sizeof(s->h[0]); i++) r += (i + 1) * s->h[i]; for (size_t i = 0; i < sizeof s->m / sizeof *s->m; i++) for (size_t j = 0; j < sizeof s->m[i] / sizeof s->m[0][0]; j++) r += (i + 2.0 * j) * s->m[i][j]; return r + sizeof s->f; }
static void filled(net *s, const double *x) { memcpy(s->h, x, sizeof s->h); memset(s->m, 0, sizeof(s->m)); memcpy(s->m[1], x, sizeof s->m[1]); }
double k141(double x, double y, int n, double *a) {
  nets t, *p = &t;
  filled(&t.in, a);
  for (size_t i = 0; i < sizeof p->arr / sizeof p->arr[0]; i++) filled(p->arr + i, a + i), p->arr[i].h[i] *= x;
  memset(p->w, 0, sizeof p->w);
  p->w[1] = y;
  return each(&t.in) + y * each(&t.arr[1]) + t.w[0] + p->w[sizeof p->w / 8 - 2] + sizeof t.arr->m;
}

/* Both ends of an array, elements of what a function returns, and what `const` structures point to. */
static double summed(const double *b, const double *e) { double s = 0; while (b != e) s += *b++; return s; }
static int above(const double *b, const double *const e, double v) { int c = 0; for (const double *p = b; p < e; ++p) c += *p > v; return c + (e - b); }
static void mirror(pt *b, pt *e) { for (--e; b < e; b++, --e) { pt t = *b; *b = *e; *e = t; } }
static rig made(double x, int k) { rig r = { .at[1].y = x, .q = { x, 2 * x, k }, .k = k }; return r; }
typedef struct { int n; double *x; } vec_t;
static void scaled(double *x, int n, double by) { for (int i = 0; i < n; i++) x[i] *= by; }
static double doubled(const vec_t *v) { scaled(v->x, v->n, 2); v->x[0] += 1; return v->x[v->n - 1]; }
double k142(double x, double y, int n, double *a) {
  pt v[3] = { { x, y }, { 1, 2 }, { y, n } };
  const vec_t w = { n, a };
  double s = summed(a, a + n) - summed(&a[n], a + 12) * x;
  mirror(v, v + 3);
  if (above(a, a + n, y) > n + 1) s += v[0].x * above(a + 1, a + 3, x);
  s += made(x, n).q[1] + made(y, 3).at[1].y * made(s, 1).q[made(x, 2).k];
  return s + v[0].y - 3 * v[2].x + doubled(&w);
}

/* What callbacks need besides, in a structure. */
typedef struct { double (*fn)(double, void *); void *with; int calls; } job;
typedef struct { double lo, k; } slope;
static double line(double x, void *with) { const slope *p = (const slope *)with; return p->lo + p->k * x; }
static double bent(double x, void *with) { slope *p = with; p->k *= 0.5; return x > p->lo ? x * x : p->k; }
static double done(job *j, double x) { assert(x == x && "no number"); j->calls++; return (*j->fn)(x, j->with) + j->fn(x + 1, j->with); }
double k143(double x, double y, int n, double *a) {
  slope p = { x, y };
  job j = { &line, &p }, l = { .fn = n > 5 ? bent : line };
  l.with = &p;
  double s = done(&j, a[2]) + 10 * done(&l, y);
  if (n > 7) j.fn = bent;
  return s + done(&j, x) * p.k + j.calls + l.calls;
}

/* Pointers that may point to nothing: of first values, left out of a list, and passed to functions that ask. */
typedef struct { double t; const pt *near; const double *w; } hit;
static double valued(const double *p, const double *q) { if (p) return *p; return q ? *q * 2 : 0.5; }
static double met(const hit *h) { double s = h->t; if (!h->near) return s; while (h->near) { s += h->near->x; break; } return h->w != NULL ? s * *h->w : s; }
static void meet(hit *h, const pt *p, double x) { if (p->x * x > h->t) return; h->t = p->x * x; h->near = p; }
double k144(double x, double y, int n, double *a) {
  pt v[4];
  hit h = { .t = 1.1 };
  for (int i = 0; i < 4; i++) {
    v[i] = (pt){ a[i] + 0.2, y * i };
    meet(&h, &v[i], x);
  }
  if (n > 5) h.w = &a[n];
  if (h.near) h.t += 100;
  return met(&h);
}
double k145(double x, double y, int n, double *a) {
  const double *low = NULL, *high = 0;
  hit h = { .near = NULL, .t = y };
  pt v = { y, n };
  for (int i = 0; i < 4; i++) {
    if (a[i] + 0.2 < y) low = &a[i + 1];
    if (a[i] * n > 4) high = a + i;
  }
  if (x > 0) h.near = &v;
  return valued(low, high) + 10 * valued(high, low) + (h.near ? h.near->y : h.t);
}

/* Structures with memory of their own, as a function makes and returns them, and what a value without a name leaves out. */
typedef struct { int r, c; double *v; } grid;
typedef struct { int n; struct { double lo, hi; } box; double w[3], *u, *v; } made_t;
static grid zero_grid(int r, int c) { grid t = { r, c, NULL }; t.v = calloc(r * c, sizeof(double)); return t; }
static grid full_grid(int r, int c) { grid t = { .r = r, .v = malloc(r * c * sizeof(double)), .c = c }; for (int i = 0; i < r * c; i++) t.v[i] = i; return t; }
static made_t whole_made(int n, double x) { made_t s = { n, { x, 2 * x }, { [1] = x } }; s.v = malloc(n * sizeof *s.v); s.u = calloc(n, sizeof *s.u); for (int i = 0; i < n; i++) { s.v[i] = x * i; s.u[i] += 1 + i; } s.w[2] = s.w[1] + s.w[0]; return s; }
double k146(double x, double y, int n, double *a) {
  grid g = zero_grid(2, n), h;
  pt v = { y, n };
  hit m = { .near = &v, .w = a };
  h = full_grid(n, 2);
  made_t s = whole_made(n, x);
  double t = 0;
  for (int i = 0; i < g.r * g.c && i < 16; i++) { g.v[i] += a[i] * x + h.v[i]; t += g.v[i] * h.r; }
  for (int i = 0; i < s.n; i++) t += s.v[i] * s.u[i];
  if (n > 2) m = (hit){ .t = x };
  if (n > 6) m = (hit){ y + 1, &v };
  return t * y + s.box.lo * s.box.hi + s.w[2] * s.w[0] + s.w[1] + met(&m);
}

/* Functions of one's own that give memory or end, and rows that a member is given by a function. */
typedef struct { int nx, ny; double **h; } field;
static void *xalloc(size_t n, size_t each) { void *p; if ((p = calloc(n, each)) == NULL) { fprintf(stderr, "no memory\n"); exit(1); } return p; }
static void *xmalloc(size_t bytes) { void *p = malloc(bytes); assert(p != NULL); if (!p && bytes) exit(1); return p; }
static void *some_of(int n, size_t each) { return xmalloc(n * each); }
static double **rows_of(int n, int m) { double **r = xmalloc(n * sizeof *r); r[0] = xalloc(n * m, sizeof **r); for (int i = 1; i < n; i++) r[i] = r[0] + i * m; return r; }
double k147(double x, double y, int n, double *a) {
  field f = { 3, n };
  grid g = { 2, n };
  f.h = rows_of(f.nx, f.ny);
  g.v = (double *)some_of(2 * n, sizeof *g.v);
  double *u = some_of(n, sizeof(double)), s = 0;
  for (int i = 0; i < n; i++) { u[i] = a[i] * x; f.h[2][i] += y * i; g.v[n + i] = u[i] * f.h[2][i]; s += g.v[n + i] + f.h[1][i]; }
  free(f.h[0]);
  free(f.h);
  free(g.v);
  free(u);
  return s;
}

/* Tests of pointers to structures that are addresses, of which some hold nothing but pointers; and memory in lists of first values. */
typedef struct { double *u, *v; } duo;
typedef struct { double w; duo t; } duo_in;
typedef struct { pt *at; int n; } cloud;
typedef struct { int n, *idx; double *val; } sparse_t;
static void open_both(duo *b, double *p, int n) { if (!b) return; b->u = p; b->v = malloc(n * sizeof(double)); for (int i = 0; i < n; i++) b->v[i] = i; }
static double both_at(const duo *b, int n) { return b ? b->u[n - 1] : 7; }
static double both_of(const duo *b, double x) { if (b && b->u) return b->u[0] * x; if (NULL == b) return 3; return b->v ? x * x : x; }
static double bothers(const duo_in *b, int n) { return b != NULL && b->w > 0 ? both_at(&b->t, n) : 3; }
static sparse_t *sparse_of(int n) { sparse_t *s = malloc(sizeof *s); if (!s) return NULL; s->n = n; s->idx = malloc(n * sizeof(int)); s->val = malloc(n * sizeof(double)); return s; }
static void sparse_free(sparse_t *s) { if (s) { free(s->idx); free(s->val); free(s); } }
static double spread_of(const cloud *c) { double s = 0; if (c) for (int i = 0; i < c->n; i++) s += c->at[i].x * c->at[i].y; return s; }
double k148(double x, double y, int n, double *a) {
  duo b = { NULL, NULL }, d = { NULL, NULL };
  cloud c = { malloc(n * sizeof(pt)), n }, e = { .n = 2, .at = c.at };
  sparse_t *s = sparse_of(n);
  open_both(&b, a, n);
  duo_in g = { x, b };
  for (int i = 0; i < c.n; i++) { pt p = { x * i, a[i] }; c.at[i] = p; s->idx[i] = n - 1 - i; s->val[i] = y; }
  double r = both_of(&d, x) + both_of(&b, y) * both_at(&b, n) + bothers(&g, n) + spread_of(&c);
  d.u = a;
  if (n > 5) d.u = NULL, d.v = a;
  for (int i = 0; i < s->n; i++) r += s->val[i] * a[s->idx[i]];
  r += both_of(&d, y) + (n > 1 ? spread_of(&e) : 0);
  sparse_free(s);
  free(c.at);
  return r;
}

/* Bytes that fill integers, and memory of the call. */
typedef struct { int id[3], m[2][2]; unsigned char f[4]; double w; } record;
double k149(double x, double y, int n, double *a) {
  int grid[3][4], flat[6], *seen = alloca(n * sizeof *seen);
  short sh[5];
  unsigned char c[5];
  signed char sc[5];
  long l[4];
  unsigned u[4];
  record r;
  memset(grid, -1, sizeof grid); memset(flat, 0x3f, sizeof(flat)); memset(sh, 0x7f, sizeof sh); memset(c, 200, sizeof c);
  memset(sc, 200, sizeof sc); memset(l, -1, 4 * sizeof(long)); memset(u, 0xff, sizeof u); memset(seen, -1, n * sizeof *seen);
  memset(r.id, -1, sizeof r.id); memset(r.m[1], 0xFF, sizeof r.m[1]); memset(r.f, 7, sizeof r.f); memset(&flat[2], 1, 2 * sizeof(int));
  for (int i = 0; i < n; i++) { if (seen[i] < 0) a[i] *= x; seen[i] = i; }
  a[14] = grid[0][1] + 10 * grid[1][2] + flat[5] * 1e-9 + flat[2] * 1e-7 + sh[4] * 1e-3 + c[2] + sc[3] * 2 + l[2];
  a[15] = (u[1] == 4294967295u) * 5 + u[2] / 3 * 1e-9 + r.id[2] * y + r.m[1][0] + r.f[3];
  return seen[n - 1] * y;
}

/* Sizes of memory that members tell, which a list of first values gave. */
typedef struct { pt *d; int n; } signal_t;
static signal_t quiet(int n) { signal_t s = { calloc(n, sizeof(pt)), n }; return s; }
static signal_t convolved(signal_t f, signal_t g) { signal_t r = quiet(f.n + g.n - 1); for (int i = 0; i < f.n; i++) for (int j = 0; j < g.n; j++) { r.d[i + j].x += f.d[i].x * g.d[j].x; r.d[i + j].y += f.d[i].y * g.d[j].x; } return r; }
double k150(double x, double y, int n, double *a) {
  signal_t f = quiet(n), g = quiet(2);
  for (int i = 0; i < n; i++) f.d[i] = (pt){ a[i], x };
  g.d[0] = (pt){ y, 0 };
  g.d[1].x = x;
  signal_t r = convolved(f, g);
  double s = 0;
  for (const pt *p = r.d; p != r.d + r.n; ++p) s += p->x * p->y;
  return s * r.n;
}

/* A value without a name is worked out before it is stored. */
static pt turned = { 1, 2 };
static double seen_of(void) { return turned.x; }
static void turn_by(const pt *p) { turned = (pt){ p->y, p->x }; }
double k151(double x, double y, int n, double *a) {
  turned = (pt){ x, seen_of() };
  pt t = { y, n }, *p = &t;
  turn_by(&turned);
  t = (pt){ p->y, p->x };
  return turned.x + 2 * turned.y + 3 * t.x + 5 * t.y;
}

/* Enumerators as sizes and in lists of first values, where a parameter has hidden one. */
enum { LOST = -1, COLD, WARM, STATES, PAIRS = 2 * STATES, EIGHT = 010, NINE };
typedef struct { double w, b; } state_t;
static const state_t states[STATES] = { [WARM] = { 1.5, 2 }, [COLD] = { .b = 0.5 } };
static double hidden(int STATES, const double *a) { double t[STATES], s = 0; for (int i = 0; i < STATES; i++) { t[i] = a[i] * a[i]; s += t[i]; } return s; }
typedef struct { state_t at[STATES]; double v[PAIRS]; } both_t;
double k152(double x, double y, int n, double *a) {
  both_t s = { .at = { [WARM] = { 2, 3 }, [COLD] = { x, y } }, .v = { [PAIRS - 1] = 4, [WARM - LOST] = x } };
  double r = hidden(5, a);
  for (int i = 0; i < STATES; i++) r += states[i].w * s.at[i].w * x + states[i].b * s.at[i].b * y;
  for (int i = 0; i < PAIRS; i++) r *= 1 + s.v[i] * a[i];
  { enum { PAIRS = 1 }; double t[PAIRS] = { x }; r += t[0]; }
  state_t w[EIGHT] = { [STATES] = { y, 2 } };
  double v[NINE] = { [EIGHT] = x };
  for (int i = 0; i < (int)(sizeof v / sizeof v[0]); i++) r += v[i] * i;
  for (int i = 0; i < EIGHT; i++) r += w[i].w * w[i].b * i;
  return r + n + sizeof w;
}

/* Memory that a loop asks for again while a pointer still has that of the round before. */
static double *turned_of(int n, const double *v, double w) { double *t = malloc(n * sizeof(double)); for (int i = 0; i < n; i++) t[i] = v[n - 1 - i] * w + v[i]; return t; }
static grid squared(grid g) { grid t = zero_grid(2, 2); for (int i = 0; i < g.r; i++) for (int j = 0; j < g.c; j++) for (int k = 0; k < g.c; k++) t.v[i * g.c + j] += g.v[i * g.c + k] * g.v[k * g.c + j]; return t; }
double k153(double x, double y, int n, double *a) {
  const double *p = a;
  double *last = NULL, s = 0;
  for (int k = 0; k < 3; k++) {
    double *own = malloc(n * sizeof *own), *q = turned_of(n, p, y), *r = turned_of(n / 2 + 1, q, x);
    for (int i = 0; i < n; i++) own[i] = a[i] * (k + x);
    if (last) s += last[0] * own[n - 1] + r[0];
    free(r);
    free(last);
    last = own;
    p = q;
  }
  for (int i = 0; i < n; i++) s += p[i] * (i + 1);
  return s + last[n / 2];
}
double k154(double x, double y, int n, double *a) {
  grid g = full_grid(2, 2);
  g.v[0] = x;
  for (int k = 0; k < 3; k++) g = squared(g);
  return g.v[3] * y + g.v[0] * a[n - 1];
}

/* Complex numbers of floats by value, and memory for them behind a cast. */
static float width_f(float complex c) { return crealf(c) + cimagf(c) * 0.5f; }
static float complex turned_f(float complex c, float w) { return c * (w + 2 * I) / 4.0f; }
double k155(double x, double y, int n, double *a) {
  float complex *z = (float complex *)malloc(n * sizeof(float complex)), w, *v = malloc(n * sizeof *v);
  for (int i = 0; i < n; i++) { z[i] = (float)i + 0.5f * I; v[i] = turned_f(z[i], 2); }
  w = turned_f(z[n - 1] * v[0], 1);
  free(z);
  return width_f(w) * x + creal(turned_f(v[n / 2], 8)) * y + width_f(w + v[n - 1]) * a[0];
}

/* Memory that outlives the block of the pointer that was set to it first, and the memory it takes the place of. */
static double *longer_of(int n, double *old, double y) { double *t = malloc((n + 1) * sizeof(double)); memcpy(t, old, n * sizeof(double)); t[n] = old[n - 1] * y; free(old); return t; }
double k156(double x, double y, int n, double *a) {
  double *u = turned_of(n, a, x), *p = u, s = 0;
  for (int k = 0; k < 3; k++) {
    double *q = turned_of(n, p, y + k);
    s += q[0] * u[n / 2];
    if (p != u) free(p);
    p = q;
  }
  return s + p[n - 1];
}
double k157(double x, double y, int n, double *a) {
  double *u = turned_of(n, a, x);
  u = longer_of(n, u, y);
  u = longer_of(n + 1, u, x);
  return u[n + 1] * u[n] + u[0];
}

/* A pointer to nothing in particular, as a member that a variable of another name is given later. */
typedef struct { void *data; double by; } bag;
static double scaled_sum(const bag *q, int n) { double *items, s = 0; items = q->data; for (int i = 0; i < n; i++) s += items[i] * q->by; return s; }
double k190(double x, double y, int n, double *a) {
  bag q;
  q.data = a;
  q.by = x;
  return scaled_sum(&q, 4) + y + n;
}

/* `const` before the name of a pointer type is the pointer's own; memory asked for by the type of an array; a rest with a name. */
typedef double *series;
struct kept { series of; const char *label; };
typedef struct kept *keeper;
#define TOLD(format, args...) printf(format, ##args)
static double doubled_kept(const series v, const keeper k, int n) {
  double *t = malloc(sizeof(double[n])), s = 0;
  assert(t);
  assert(!!v && k);
  for (int i = 0; i < n; i++) t[i] = v[i] *= 2;
  k->of[0] += t[n - 1];
  k->label = "first";
  for (int i = 0; i < n; i++) s += t[i];
  if (n > 6) k->label = "second";
  if (n < 0) TOLD("none of %d\n", n);
  free(t);
  return s;
}
double k191(double x, double y, int n, double *a) {
  struct kept k = {a, "none"};
  complex double z = doubled_kept(a, &k, n) + x * I;
  return creal(z * z) * y + a[0];
}

/* No structure at all, passed where a pointer to one is expected. */
struct tuned { double by, more; };
static double told_by(double y, const struct tuned *o) { double s = y * y; if (o) s *= o->by; if (o != NULL && o->more > 0) s += o->more * y; return s; }
static void tunes(double y, double *out, struct tuned *o) { *out += y * y; if (!o) return; o->by += y; o->more *= o->by; }
double k192(double x, double y, int n, double *a) {
  struct tuned o = {x, 0.5};
  double r = told_by(y, &o) + 3 * told_by(x * y, NULL) + told_by(x, 0);
  tunes(x, &r, &o);
  tunes(a[n - 1], &a[0], NULL);
  tunes(r, &r, &o);
  return r + o.more;
}
/* One variable is returned by all, which is not the result: kept between calls, of another type, constant. */
static double held(double x, int n) { static double d; d = 2 * x; if (n == 1) { d = x; return d; } if (n > 5) { d = x * x; return d; } d += 0.5; return d; }
static double single(double x) { float d = x; if (x > 1) { d = 2 * x; return d; } d = x * 3; return d; }
static double whole(double x) { int d = 4; if (x > 1) { d = 7; return d; } d = x * 5; return d; }
double k193(double x, double y, int n, double *a) { const double c = x * y; if (x > 3) return c; return held(x, n) + 2 * held(y, 1) + 3 * held(a[0], 2) + single(x) * single(y) + whole(x) + whole(y) * whole(a[1]); }

/* What a block declares of the file: functions, some without their parameters, and variables. */
double k194(double x, double y, int n, double *a) {
  double sqrt(double), grown_late();
  extern double late_pair[2];
  extern int late_filled(double *, int);
  if (late_filled(a, n) == -EINVAL) return y;
  return grown_late(sqrt(x * x), n) * late_pair[1] + a[0];
}
double late_pair[2] = {1.5, 2.5};
int late_filled(double *a, int n) { if (n < 2) return -EINVAL; a[0] += late_pair[0] * a[1]; return 0; }
double grown_late(double x, int n) { extern double late_pair[]; late_pair[1] += x; return n * x; }

/* Is the result to stand where the argument does? */
static double halved(const double *p, double *q, int n) {
  if (p != q) memcpy(q, p, n * sizeof(double));
  for (int i = 0; i < n; i++) q[i] /= 2;
  return p == q ? q[0] : p[0] + q[n - 1];
}
double k195(double x, double y, int n, double *a) {
  double t[n];
  double r = halved(a, t, n) * x;
  r += halved(a, a, n) * y;
  return r + halved(t, a + 1, n) + t[0];
}
/* Functions of the library with results through pointers, and those that glibc adds. */
double k196(double x, double y, int n, double *a) { double s = 0; for (int i = 0; i < 8; i++) { int e; double w, m = frexp(a[i] * (1 << 2 * i) + x, &e); s += m * e; a[i] = modf(x * a[i] * 9, &w); s += a[i] * w; } return s + exp10(y); }
double k197(double x, double y, int n, double *a) { float c, d, w; int e, g; sincosf(x, &c, &d); sincos(y, &a[0], &a[1]); a[2] = frexp(ldexp(1, n), &e) + frexp(-0.99999999999999989 * 1024, &g); return c * d + e + g * modff(-y * 3, &w) + w; }
double k198(double x, double y, int n, double *a) { double *lent(double *); return lent(a)[n] * x + y; }
double *lent(double *p) { return p + 1; }
/* Arrays that grow with a loop up to an unsigned bound. */
double k210(double x, double y, int n, double *a) { double s = 0; for (int k = 1; k < n + 3u; k++) { double t[k]; for (int i = 0; i < k; i++) t[i] = a[i] * x + k; s += t[k - 1] * y + t[0]; } return s; }
/* Runs of whole rows and planes whose extents are variables. */
static void planes(int nx, int ny, double u[2][nx][ny], double v[nx][ny]) {
  memcpy(v, u[1], sizeof u[1]);
  memmove(v[1], v[0], ny * sizeof(double));
  memcpy(u[0], v, nx * ny * sizeof(double));
  memset(v[0], 0, sizeof v[0]);
}
double k199(double x, double y, int n, double *a) { double u[2][2][3], v[2][3]; fill(12, &u[0][0][0], x); planes(2, 3, u, v); double s = 0; for (int i = 0; i < 12; i++) s += (i + 1) * u[i / 6][i / 3 % 2][i % 3]; for (int i = 0; i < 6; i++) s = y * s + v[i / 3][i % 3]; return s; }
/* Where a pointer leads is settled when it is set. */
static double *spot(double *p, int k) { return p + 2 * k; }
double k200(double x, double y, int n, double *a) { int k = n > 3; double *p = spot(a, k), *q, *r; { q = a + k; } if (n) { int k = 3; r = spot(a, k); } k = 5; *p += x; *q *= y; *r = *p + *q * a[k]; return *r; }
/* A choice among places and among functions. */
double k201(double x, double y, int n, double *a) { *(n > 3 ? a : a + 1) += x; (n > 5 ? a + 2 : a + 3)[1] *= y; ++*(n > 6 ? &x : a); *(y > 0 ? &y : &x) = 2 + *(n & 1 ? a : a + 1); return (n & 1 ? sin : cos)(x) + (n > 6 ? single(a[0]) : held(y, n)); }
double k202(double x, double y, int n, double *a) { const double *b = __builtin_assume_aligned(a, 8); if (__builtin_expect(x < 0, 0)) return __builtin_fabs(x) * y; return b[1] + __builtin_popcount(n + 8) + 10 * __builtin_ctz(n) + 100 * __builtin_clz(n) + __builtin_exp(y) * __builtin_fmaxf(x, y); }
double k203(double x, double y, int n, double *a) { errno = 0; if (x < 0) errno = EDOM; return errno == EDOM ? -x : sqrt(x) * y; }
static double firstly(const double p[static 1], int n) { return p[n - 1] + p[0]; }
double k204(double x, double y, int n, double *a) { return firstly(a, n) * x; }
/* Rows of a triangle. */
double k205(double x, double y, int n, double *a) {
  double **t = malloc(n * sizeof(double *)), s = 0;
  for (int i = 0; i < n; i++) { t[i] = malloc((i + 1) * sizeof(double)); for (int j = 0; j <= i; j++) t[i][j] = a[i] * x + j; }
  for (int i = 1; i < n; i++) for (int j = 0; j < i; j++) s += t[i][j] * t[j][j] - y;
  for (int i = 0; i < n; i++) free(t[i]);
  free(t);
  return s;
}
typedef const double *seen_t;
typedef const double (*pairs_t)[2];
static double product2(pairs_t p, seen_t v) { return p[0][1] * v[0] + p[1][0] * v[1]; }
double k206(double x, double y, int n, double *a) { const double m[2][2] = {{1, x}, {y, 2}}, v[2] = {x, 3}; return product2(m, v) + product2(m, a); }
/* Elements of an array of pointers stand for what they were set to. */
double k207(double x, double y, int n, double *a) { int k = n / 2, at = 1; at += n; double *v[3] = {a, a + k, a + at}; for (int i = 0; i < 3; i++) { v[i][0] += x; v[i][1] *= v[0][0] + y; } return v[1][0] * v[2][1]; }
/* Structures with pointers, passed by value and changed; and arguments that change while they are used. */
typedef struct { double *d, w[2]; int n; } held_t;
static held_t half_of(held_t v) { v.w[0] *= 0.5; v.d++; v.n--; return v; }
static double used(held_t v) { double s = v.w[1]; v.w[1] = 0; for (int i = 0; i < v.n; i++) s += v.d[i] * v.w[0]; return s; }
double k208(double x, double y, int n, double *a) { held_t v = {a, {x, y}, 4}; held_t u = half_of(v), t = half_of(u); v.d[0] *= 3; return used(v) + 2 * used(u) * used(t) + v.w[1] + v.d[0]; }
static double *tallied(double *p, int i) { gi++; return p + i; }
static double *pushed(double *b, int *n, int at, double v) { *n += 1; b[at] = v; return b + at; }
double k209(double x, double y, int n, double *a) { gi = 1; double *p = tallied(a, gi), *q = tallied(a, gi + 1); *p *= x; int m = 4; double *r = pushed(a, &m, m, y), *t = pushed(a, &m, m, x); return *p * *q * a[gi] + *r * *t * m; }
/* Heads of statements over several lines. */
double k211(double x, double y, int n, double *a) {
  double s = 0;
  for (int i = 0;
       i < n;
       i++)
    s += a[i] * x;
  for (
    int i = 0; i < n; i++
  ) s -= y * a[i + 1];
  if (s > 0 &&
      n > 2)
    s = s / 2;
  while (
    s > 9
  )
    s *= 0.5;
  return s;
}
/* What enumerations in structures name is known outside of them. */
struct k260_cell { enum k260_kind { K260_WALL, K260_FLUID = 5, K260_OUT } kind; double u; };
double k260(double x, double y, int n, double *a) {
  struct part { enum { IN = 2, EX } side; double w; } p = { EX, x };
  struct k260_cell c[3];
  double s = 0;
  for (int i = 0; i < 3; i++) { c[i].kind = i == 1 ? K260_FLUID : K260_WALL; c[i].u = a[i] * y; }
  for (int i = 0; i < 3; i++)
    switch (c[i].kind) { case K260_WALL: s += c[i].u; break; case K260_FLUID: s *= c[i].u; break; default: s = 0; }
  return s + (p.side == EX ? p.w : n) + K260_OUT;
}
/* Rows that change places. */
static void swapped(double **p, double **q) { double *t = *p; *p = *q; *q = t; }
static void exchanged(double **m, int i, int j) { double *t = m[i]; m[i] = m[j]; m[j] = t; }
double k212(double x, double y, int n, double *a) {
  double *t, **m = malloc(4 * sizeof *m);
  for (int i = 0; i < 4; i++) { m[i] = malloc(3 * sizeof(double)); for (int j = 0; j < 3; j++) m[i][j] = a[3 * i + j] * x; }
  if (n > 4) t = m[0], m[0] = m[2], m[2] = t;
  for (int i = 0; i < 3; i++) { double *r = m[i]; r[1] += y; exchanged(m, i, (i + n) % 4); }
  swapped(&m[1], &m[n % 3]);
  return m[0][0] + x * (m[1][1] + x * (m[2][1] + y * m[3][2]));
}
/* Runs of structures whose number only the size of their array tells. */
typedef struct { double u, v[2]; } run_t;
double k213(double x, double y, int n, double *a) {
  enum { N = 4 };
  int m = n + 1;
  run_t p[N], q[N], r[m], t[m];
  for (int i = 0; i < N; i++) { p[i].u = x * i; p[i].v[0] = a[i]; p[i].v[1] = y + i; }
  for (int i = 0; i < m; i++) { r[i].u = a[i] * y; r[i].v[0] = i; r[i].v[1] = x; }
  memcpy(q, p, sizeof p); memcpy(t, r, sizeof(r)); memset(r, 0, sizeof r); memset(p, 0, 2 * sizeof(run_t));
  return q[1].u + p[3].u * q[2].v[0] - p[0].v[1] + t[n].u * t[1].v[1] + r[n].v[0];
}
/* Arrays of pointers whose elements change places: what they stood for stays where it is. */
double k214(double x, double y, int n, double *a) {
  double b[3] = {x, 2, y}, c[3] = {y, x * y, 1}, *row[3] = {b, a, c};
  double m[3][4], *of[3], *t, s = 0;
  for (int i = 0; i < 12; i++) m[i / 4][i % 4] = a[i] + x;
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 3; i++) of[i] = m[i];
    double *first = of[0];
    swapped(&of[round], &of[(n + round) % 3]);
    of[1][round] *= y;
    first[2] += of[0][0];
    s = s * x + of[0][1] - of[2][2] * m[1][1];
  }
  for (int i = 0; i < 2; i++) { t = row[i]; row[i] = row[(i + n) % 3]; row[(i + n) % 3] = t; row[i][0] += s; }
  return s + row[0][1] * b[0] - row[2][0] * c[0] + row[1][2] * m[0][2] + **row * (*(row + 1))[1];
}
/* Structures with pointers that stand in an array. */
typedef struct { int n; double *w; const double *c; } held_row;
typedef struct { held_row r[2]; int at; } held_rows;
static const double held_c[] = {1, 2, 3}, held_d[] = {4, 5};
static const held_row fixed_rows[] = { {3, NULL, held_c}, {2, NULL, held_d} };
static void rows_scaled(held_rows *h, double s) { for (int i = 0; i < 2; i++) { held_row *p = &h->r[i]; for (int j = 0; j < p->n; j++) p->w[j] *= s + i * p->c[j]; } h->at++; }
static double rows_weighed(const held_row *p, double x) { double s = 0; for (int j = 0; j < p->n; j++) s = s * x + p->c[j] + (p->w ? p->w[j] : 0); return s; }
static held_row row_of(int n, double s) { held_row r; r.n = n; r.w = malloc(n * sizeof(double)); for (int i = 0; i < n; i++) r.w[i] = s * (i + 1); return r; }
double k215(double x, double y, int n, double *a) {
  double b[3] = {y, 3, x};
  held_rows h = { { {2, a, held_d}, {.n = 3, .w = b, .c = held_c} }, 0 };
  held_row m[3];
  double s = rows_weighed(h.r + n % 2, x);
  rows_scaled(&h, x);
  for (int i = 0; i < 3; i++) { m[i] = row_of(2, y + i); m[i].w[1] *= x; }
  for (int i = 0; i < 3; i++) { held_row *p = m + i; s += p->w[0] * (i + 1) - p->w[1]; }
  return s * y + rows_weighed(&h.r[h.at], y) + a[0] + b[2] * fixed_rows[h.at].c[1];
}
/* Pointers to structures with pointers: they stand for their place, with the subscripts of then. */
static held_row *row_set(held_row *r, double w, int n) { if (n == 0) return NULL; r->w[0] += w; r->n = n; return r; }
double k216(double x, double y, int n, double *a) {
  double b[3] = {y, 3, x}, c[3] = {x, x * y, 2}, s = 0;
  held_row l[3] = { {3, b, held_c}, {3, c, held_c}, {2, a, held_d} };
  int i = n % 3;
  held_row *p = &l[i]; i = (i + 1) % 3; held_row *q = l + i; i = 0;
  p->w[1] *= q->w[0] + x; q->n = 2; (void)row_set(&l[2], x, 2);
  for (int j = 0; j < l[(n + 1) % 3].n; j++) s = s * y + q->w[j] * p->c[j % 2];
  for (int r = 0; r < 2; r++) { const held_row *f = &fixed_rows[r]; const held_row *g = f; for (int j = 0; j < g->n; j++) s += f->c[j] * l[r].w[j]; }
  { int k = 2; held_row *o = &l[k]; k = 0; s += o->w[k] + l[2].w[1]; }
  return s + p->w[1];
}
/* Texts whose characters are looked at. */
static const char *const all_letters = "ACGT", few_letters[] = "GATT" "ACA";
static double walked(const char *s, double x) { double v = 0; for (; *s; ++s) v = v * x + (isupper((unsigned char)*s) ? tolower(*s) - 'a' : *s - '0'); return v; }
double k217(double x, double y, int n, double *a) {
  static const char plan[3][4] = {"ab", "cde", "f"};
  char own[8] = "x\t1", exact[3] = {"two"}, open[] = "zero";
  const char *p = "first", *q;
  double s = sizeof open + sizeof own * y;
  own[n % 3] = '!';
  for (q = n > 4 ? "second" : p; *q && *q != 'n'; q++) s += *q * x;
  for (int i = 0; i < 3; i++) { s += own[i] * exact[i]; for (int j = 0; plan[i][j]; j++) s -= plan[i][j] * a[j]; }
  for (int i = 0; i < (int)strlen(few_letters); i++) s = s * 0.5 + (all_letters[i % 4] == few_letters[i] ? x : p[1] - y);
  return s + walked("Ab7", y) + walked(open, x) + (isspace(own[1]) ? x : y) + p[strlen(p) - 1];
}
/* Sorting through functions that compare: numbers, structures, parts of arrays, subscripts by their keys; what is alike stays in order. */
typedef struct { double v[2]; int id; } sorted_item;
static double sort_keys[6];
static int by_key(const void *a, const void *b) { int i = *(const int *)a, j = *(int *)b; return (sort_keys[i] > sort_keys[j]) - (sort_keys[i] < sort_keys[j]); }
static int by_second(const void *p, const void *q) { const sorted_item *a = p; const sorted_item *b = q; double d = a->v[1] - b->v[1]; return d < 0 ? -1 : d > 0; }
static int by_id(const void *p, const void *q) { return ((const sorted_item *)p)->id - ((sorted_item *)q)->id; }
static int rising(const void *a, const void *b) { if (*(double *)a < *(double *)b) return -1; return *(double *)a > *(double *)b; }
static int falling(const void *a, const void *b) { return rising(b, a); }
double k218(double x, double y, int n, double *a) {
  sorted_item it[5];
  int at[6];
  double s = 0;
  for (int i = 0; i < 6; i++) { at[i] = i; sort_keys[i] = x * (i * 7 % 5) + y * i; }
  for (int i = 0; i < 5; i++) { it[i].v[0] = x * i; it[i].v[1] = y * (i * 3 % 5) - x; it[i].id = (i + n) % 3; }
  qsort(at, 6, sizeof(int), by_key);
  qsort(it + 1, (size_t)4, sizeof it[0], &by_second);
  for (int i = 0; i < 5; i++) s = s * 0.7 + it[i].v[1] + sort_keys[at[i]] * at[i];
  qsort((void *)it, sizeof it / sizeof *it, sizeof *it, by_id);
  qsort(a, 9, sizeof(double), rising);
  for (int i = 0; i < 5; i++) s = s * 0.7 + it[i].v[0] * a[i];
  qsort(a + 2, n, sizeof *a, falling);
  return s + a[2] - a[3] * y;
}
/* Tables of texts, in structures too, and texts that are compared by their letters. */
typedef struct { char sym[3]; const char *name; double mass; } element;
static const element known_elements[] = { {"H", "hydrogen", 1.008}, {"He", "helium", 4.0026}, {.mass = 6.94, .sym = {"Li"}, .name = "lithium"} };
static const char *const maze_rows[] = { "#.#", "..#", "#.." };
static double mass_of(const char *s) { for (int i = 0; i < 3; i++) if (!strcmp(known_elements[i].sym, s)) return known_elements[i].mass; return 0.5; }
double k219(double x, double y, int n, double *a) {
  const char *ops[3] = {"add", "mul", "min"}, *z = "be";
  char own[8] = "Hi";
  double s = strcmp(z, "bf") < 0 ? x : y;
  for (int i = 0; i < 3; i++) {
    const element *e = &known_elements[i];
    s = ops[i][0] == 'a' ? s + a[i] : ops[i][1] == 'u' ? s * y : s - x;
    for (int j = 0; j < 3; j++) s += maze_rows[i][j] == '#' ? x * (i + 1) : y * j;
    s += e->sym[1] * x + e->name[n % 4] * y;
  }
  if (n % 2) own[1] = 'e';
  return s + mass_of(own) * x + mass_of("Li") * y + (strcmp(ops[n % 3], "mul") == 0 ? x : 2);
}
/* Characters by their codes, which `char` holds with a sign. */
double k220(double x, double y, int n, double *a) {
  char c = '\xff';
  unsigned char u = '\xe9';
  const char *p = "\x41\377b";
  double s = '\377' * x + ('z' - '\101') * y + (c < 0 ? a[1] : a[2]);
  for (int i = 0; p[i]; i++) s = s * 0.5 + p[i];
  return s + u + (signed char)'\x80' + '\x7f' % (n + 1);
}
/* Numbers of bytes that variables and members hold; sizes that are named by another type. */
typedef struct { double v[2]; int id, spare; } cell_of;
typedef struct { int rows; long mem, extra; size_t at[2]; } demand;
static int grown_times = 1;
static void more_rows(demand *d) { d->rows += grown_times; grown_times++; }
static double first_of(cell_of c, demand d) { return c.v[0] * d.rows + c.id; }
double k221(double x, double y, int n, double *a) {
  demand d, e; cell_of one, two; double s = 0;
  d.rows = 3; d.mem = d.rows * sizeof(cell_of); d.extra = (long)sizeof(double) * (n + 2);
  size_t size = (n + 1) * sizeof(double), all = 9 * sizeof *a;
  cell_of *c = (cell_of *)malloc(d.mem);
  double *u = malloc(size), *v, *w = malloc(2 * all);
  int *k = (int *)malloc(sizeof(double *) * 4);
  const size_t next = (n + 3) * sizeof *v; v = malloc(next);
  memcpy(w, a, all); memset(w + 9, 0, all);
  for (int i = 0; i < 8; i++) k[i] = i * n % 5;
  for (int i = 0; i < 3; i++) { c[i].v[0] = x * i; c[i].v[1] = y; c[i].id = k[i]; }
  for (int i = 0; i <= n; i++) { u[i] = x * i; v[i + 2] = u[i] * w[i]; }
  one.v[0] = x; one.v[1] = 0; one.id = one.spare = n; two = one; d.at[0] = d.at[1] = 0; e = d; more_rows(&e);
  for (int i = 0; i < 3; i++) s = s * y + c[i].v[0] * c[i].v[1] + c[i].id;
  free(k);
  return s + v[n + 2] + w[9] + w[3] * x + first_of(two, e) + e.rows;
}
/* Members that hold functions, of which nothing but NULL is known. */
typedef struct { double (*level)(double, void *); double (*slope)(double, void *); void *params; } system_of;
static double quadratic(double t, void *p) { double *c = (double *)p; return c[0] * t * t - c[1]; }
static double slope_of(const system_of *s, double t) { return s->slope ? s->slope(t, s->params) : (s->level(t + 0.5, s->params) - s->level(t - 0.5, s->params)); }
double k222(double x, double y, int n, double *a) {
  double c[2] = {y, x};
  system_of s = {quadratic, NULL, c}, r;
  r.level = &quadratic; r.slope = 0; r.params = a;
  if (r.slope != NULL) return (*r.slope)(x, a);
  return slope_of(&s, x) + slope_of(&r, y);
}
/* Files are open, or NULL: what is written to them is no result. */
static FILE *kept_log;
typedef struct { FILE *to; int lines; } report_of;
static void put_row(FILE *f, const double *v, int n) { for (int i = 0; i < n; i++) fprintf(f, "%g ", v[i]); fputc('\n', f); }
static double told_to(report_of *r, double v) { if (r->to) { fprintf(r->to, "%g\n", v); r->lines++; } return r->lines * v; }
double k223(double x, double y, int n, double *a) {
  FILE *f = NULL, *g;
  report_of r = {NULL, 0}, q = {tmpfile(), 2};
  double s = 0;
  if (f != NULL || kept_log) return x;
  if ((f = fopen("/dev/null", "w")) == NULL) { perror("null"); exit(1); }
  g = n > 3 ? f : NULL;
  put_row(f, a, n);
  if (g) s = x; else s = y;
  if (!q.to) return -1;
  s += told_to(&r, x) + told_to(&q, y) * 2;
  fclose(f); (void)fclose(q.to);
  return s;
}
/* What a function that hands out a pointer is passed keeps its value there, whatever it sets. */
typedef struct { int n; double *d; } sized_of;
static int shared_count;
static double *set_first(sized_of *v, int m) { v->n = 2; v->d[0] = m; return v->d; }
static void lower_count(void) { shared_count = 2; }
static double *set_next(double *p, int m) { lower_count(); p[1] = m; return p; }
static double *raised(double *p, double by) { *p = 2; *p += by; return p; }
double k224(double x, double y, int n, double *a) {
  double own[3] = {x, y, x}, t = x, *pt = &t;
  double *u = raised(pt, t);
  sized_of w, *p = &w, *also = p;
  w.n = n; w.d = own;
  double *q = set_first(p, p->n + 1), *r;
  also->n = n * 2;
  double s = *set_first(&w, w.n) * y;
  shared_count = n + 3;
  r = set_next(a, shared_count);
  return s + q[0] * x + r[1] * y + w.n + shared_count + *u * t;
}

/* structures and pointers at the top of a text that nothing changes, beside others that something does */
typedef struct {
  double *c;
  int order;
  double from;
} series225;
static double table225[3] = {0.5, -1.25, 2}, other225[3] = {1, 3, -0.5};
static series225 fixed225 = {table225, 2, 0.5};
static const series225 const225 = {other225, 1, -1};
static series225 set225 = {table225, 1, 2};
static series225 turned225 = {other225, 2, 1};
static double *at225 = table225, *moved225 = other225;

static double sum225(const series225 *s, double x) {
  double r = s->from;
  for (int j = s->order; j >= 0; j--) r = r * x + s->c[j];
  return r;
}
static void turn225(series225 *s) {
  s->from = -s->from;
  s->order--;
}
static double inner225(double x) {
  set225.order = 2 - set225.order / 2;
  return sum225(&fixed225, x) + fixed225.order * sum225(&set225, x);
}
static double step225(double x) { return moved225[1] + x * at225[2]; }

double k225(double x, double y, int n, double *a) {
  double r = inner225(x) + sum225(&const225, y);
  turn225(&turned225);
  r += sum225(&turned225, x) + at225[1] * inner225(y) + step225(x);
  table225[n % 3] += x;
  moved225 = table225;
  return r + sum225(&fixed225, y) + fixed225.c[2] + at225[n % 3] + step225(y) + set225.order + a[0];
}

/* a loop whose head declares two variables, in a function that returns a pointer */
typedef struct {
  double u, v;
} pair226;
static const pair226 *most226(const pair226 *p, const pair226 *q, int n) {
  const pair226 *r = p;
  for (int j = 0, i = n - 1; j < n; i = j, j++)
    if (p[i].u + i > q[j].u * j) r = q;
  return r;
}

double k226(double x, double y, int n, double *a) {
  pair226 p[3] = {{x, 1}, {y, 2}, {0.5, a[1]}}, q[3] = {{y, x}, {1, 2}, {a[2], 3}};
  const pair226 *m = most226(p, q, 3), *w = most226(q, p, 1 + n % 2);
  return m->u * w[1].v + m[2].v;
}

struct k290_layer { int in, out; const double *w, *b; };
double k290(double x, double y, int n, double *a) {
  struct k290_layer net[2] = {{2, 1}, {1, 1}};
  double *row[3], cell[6], *next = cell, **last = malloc(2 * sizeof *last), s = 0, h[2] = {x, y};
  const double *p = a;
  for (int l = 0; l < 2; l++) { net[l].w = p; p += net[l].in; net[l].b = p++; }
  for (int i = 0; i < 3; i++) { row[i] = next; for (int j = 0; j <= i; j++) *next++ = x * (i + 1) + y * j; }
  for (int l = 0; l < 2; l++) { double z = *net[l].b; for (int i = 0; i < net[l].in; i++) z += net[l].w[i] * h[i]; h[0] = z; s += z * l; }
  if (n > 2) { double *t = row[0]; row[0] = row[2]; row[2] = t; row[1] += 1; }
  double *kept = row[0];
  last[0] = n % 3 + cell; last[1] = 1 + last[0]; row[0] = &cell[n % 3 + 1]; row[0][0] *= y;
  for (int i = 0; i < 3; i++) s += row[i][0] * (i + 1) + *last[i % 2];
  s += kept[0] * row[1][0];
  return s;
}

typedef double k291_real; typedef struct k291_node k291_node; struct k291_node { k291_real v; int next; };
typedef struct { k291_real k291_real; int k291_node; k291_real w; } k291_both;
static k291_real k291_square(k291_real k291_real) { return k291_real * k291_real; }
static double k291_run(k291_node *k291_node, int n) { double s = 0; for (int i = 0; i < n; i++) s += k291_node[i].v * (k291_node[i].next + 1); k291_node->v = s; return s; }
double k291(double x, double y, int n, double *a) {
  k291_both b = {x, 2, y};
  { double k291_real = b.k291_real * b.w; x = k291_real + k291_square(a[n % 3]); k291_real *= 2; x -= k291_real; }
  k291_real z = x;
  k291_node l[2] = {{x, 1}, {z * y, 0}};
  return k291_run(l, 2) + (k291_real)z * l[0].v;
}

typedef struct { int n; const double *w; double s; } k292_l;
typedef struct { k292_l layers[3]; int count; } k292_net;
static double k292_dot(const k292_l *l, const double *x) { double s = 0; for (int i = 0; i < l->n; i++) s += l->w[i] * x[i]; return s; }
static double k292_each(const k292_l *a, int n, const double *x) { double s = 0; for (const k292_l *e = a + n; a < e; a++) s = s * 0.5 + k292_dot(a, x); return s; }
double k292(double x, double y, int n, double *a) {
  k292_l *net = malloc(3 * sizeof *net), *l, *q;
  k292_net m;
  double s = 0, h[2] = {x, y};
  const double *p = a;
  m.count = n > 2 ? 2 : 1;
  for (l = net; l < net + 3; l++) { l->n = 2; l->w = p++; l->s = p[0] * x; }
  for (l = net + 2; l >= net; --l) s = s * 0.5 + k292_dot(l, h) * (l - net + 1);
  for (k292_l *k = m.layers, *end = m.layers + 3; k != end; k++) { k->n = 1 + (int)(k - m.layers) % 2; k->w = a + (end - k); k->s = s; }
  for (l = net + 1, q = l, l++; q < net + 3; q += 2, l = net) s += (q++)->s * (*l).w[1] * l[0].n;
  s += k292_each(m.layers, m.count, h) + k292_each(&net[1], 2, h);
  free(net);
  return s;
}

/* constants at the top of a text whose address is passed, members of structures among them */
typedef struct {
  double w[2], shift;
  int n;
} rule241;
static const rule241 rule_241 = {.shift = 0.5, .n = 2, .w = {0.25, 0.75}};
static const double unit241 = 3;
static double apply241(const rule241 *r, const double *by) {
  double s = r->shift;
  for (int i = 0; i < r->n; i++) s += r->w[i] * by[0];
  return s;
}

double k241(double x, double y, int n, double *a) {
  const double *p = &unit241;
  double s = apply241(&rule_241, &x) + *p * y;
  for (int i = 0; i < n; i++) s += apply241(&rule_241, i % 2 ? &unit241 : &a[0]);
  return s;
}

/* lists in which structures stand before texts and functions, with names, braces and without */
typedef struct {
  double u, v;
} pair242;
typedef struct {
  pair242 at;
  const char *tag242;
  double w[2];
  double (*fn242)(double);
  int n;
} item242;
static double twice242(double v) { return 2 * v; }
static double square242(double v) { return v * v; }
static const struct {
  const char *word242;
  double v;
} flat242[] = {"a", 1, "b", 2, "c", 3};
static item242 table242[3] = {{{1, 2}, "square", {1, 2}, square242, 1},
                              {.tag242 = "twice", .fn242 = twice242, 2},
                              {{.v = 3}, .fn242 = square242, .tag242 = "square"}};
static const char *names242[2][2] = {{"a", "b"}, {"c", "d"}};

double k242(double x, double y, int n, double *a) {
  pair242 p = {x, y};
  item242 own[2] = {{p, "square", {y, x}, twice242, 3}, {.at = {y, x}, "twice", {1, a[1]}, square242}};
  double s = 0;
  for (int i = 0; i < 3; i++)
    s += table242[i].fn242(x) * table242[i].at.v + table242[i].n + (strcmp(table242[i].tag242, "square") == 0 ? y : 1);
  for (int i = 0; i < 2; i++) s += own[i].fn242(own[i].at.u) * own[i].w[1] + (!strcmp(own[i].tag242, "twice") ? x : 0) + own[i].n;
  for (int i = 0; i < 3; i++)
    if (!strcmp(flat242[i].word242, names242[n % 2][0])) s += flat242[i].v * x;
  return s;
}

/* braces that are left out around inner lists, and what says where a value goes after them */
typedef struct {
  double u, v;
} pair243;
typedef struct {
  pair243 p;
  double u;
  pair243 q[2];
  int n;
  double b[3], c;
} nest243;

double k243(double x, double y, int n, double *a) {
  nest243 s = {1, .u = x, {{y}, 2, 3}, 4, x, y, .c = 5}, t = {.p = 1, 2, .q = {[1] = {x, y}}, .n = 3};
  nest243 w = {{.v = y}, 2, .q = {{1, y}, {.u = x}}, 7}, over[2] = {1, 2, 3, 4, x, [0] = {6, .q = {7, y}, 8}};
  double m[3][2] = {1, x, [2] = {y}}, c[2][2][2] = {1, 2, {3, x}, [1] = {y, 4, 5}};
  pair243 r[3] = {1, x, [2] = {.v = y}, [1].u = 4};
  double total = 0;
  for (int i = 0; i < 2; i++) {
    total += s.q[i].u * (3 + i) + s.q[i].v * (5 + i) + t.q[i].u * (7 + i) + t.q[i].v * (9 + i) + w.q[i].u * (11 + i);
    total += m[i + 1][0] * (n + i) + m[i][1] * 13 + over[i].p.u * 17 + over[i].q[i].u * 19 + over[i].u * 23 + over[i].n;
    for (int j = 0; j < 2; j++) total += c[i][j][0] * (i + 2 * j + 1) + c[i][j][1] * (i - 3 * j);
  }
  for (int i = 0; i < 3; i++) total += r[i].u * (29 + i) + r[i].v * (31 + i) + s.b[i] * (37 + i) + w.b[i];
  return total + s.p.u + 2 * s.p.v + 3 * s.u + 5 * s.n + 7 * s.c + t.p.v * 11 + t.n * 13 + w.p.v * 17 + w.n * 19 + a[0];
}

/* addresses of whole arrays: for pointers to arrays of their kind, as memory, and cast */
typedef double vec244[3];
static void set244(vec244 *v, double a) {
  for (int i = 0; i < 3; i++) (*v)[i] = a * (i + 1);
}
static double sum244(const vec244 *v, int n) {
  double s = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 3; i++) s += v[j][i] * (i + j + 1);
  return s;
}
static double ends244(const double *p) { return p[0] * p[5]; }
static double both244(vec244 *a, vec244 *b) {
  (*a)[0] += (*b)[1];
  return (*a)[0] * (*b)[2];
}
static double turned244(double (*m)[2][3]) { return (*m)[1][0] - (*m)[0][2]; }

double k244(double x, double y, int n, double *a) {
  vec244 v, w, m[2];
  double g[2][3] = {{x, 1}, {y}};
  set244(&v, x);
  memcpy(&w, &v, sizeof w);
  memset(&m, 0, sizeof(m));
  set244(&m[1], y);
  set244(m, a[n % 3]);
  w[1] = y;
  double s = sum244(&v, 1) * sum244(&w, 1) + sum244(m, 2);
  s += ends244((double *)&m);
  s += both244(&v, &w);
  s += both244(&w, &w);
  memcpy(&m[0], &w, sizeof(vec244));
  return s + m[0][1] * m[1][2] + turned244(&g);
}
static int letter227(const char *t) { char c = *t; return c == 'N' || *t == 'n'; }
static int first227(char *t) { return t[0] == 'U' ? 1 : *t == 'L' ? 2 : 3; }
double k227(double x, double y, int n, double *a) { a[0] = first227("Upper") + 10 * first227("L"); return letter227("N") * x + letter227("No") * y + letter227("T") * 10 + letter227("n") * 100; }

/* sizes that first values tell: of literals, and of rows whose braces are left out */
#define TOTAL245(...) total245((const double[]){__VA_ARGS__}, sizeof((double[]){__VA_ARGS__}) / sizeof(double))
enum { FIRST245, SECOND245, THIRD245 };
static const double rows245[][3] = {1, 2, 3, 4, 5, 6};
static double total245(const double *v, int n) {
  double s = 0;
  while (n) s += v[--n];
  return s;
}

double k245(double x, double y, int n, double *a) {
  double t[] = {[THIRD245] = x, [FIRST245] = y}, m[][2] = {1, 2, x, 4, 5}, u[] = {[1 + 1] = x, y};
  int c = sizeof t / sizeof *t, r = sizeof m / sizeof m[0], q = sizeof(u) / sizeof(u[0]);
  double s = TOTAL245(x, y, x * y, 3) + TOTAL245(x) + sizeof((float[4]){0}) * x + sizeof((double[][2]){{1, 2}, {3}});
  for (int i = 0; i < c; i++) s += t[i];
  for (int i = 0; i < r; i++) s += m[i][0] * (i + 1);
  for (int i = 0; i < q; i++) s += u[i] * (i + n);
  for (int i = 0; i < (int)(sizeof rows245 / sizeof rows245[0]); i++) s += rows245[i][2] * y;
  return s + c + 10 * r + 100 * q;
}

/* unions of numbers of one type, alone, in arrays or in structures */
typedef struct {
  union {
    struct { double x, y, z; };
    double v[3];
    struct { double r, g, b; } c;
  };
  double w;
} vec246;
typedef union {
  struct { double lo[2], hi[2]; };
  double all[4];
} box246;
typedef union {
  struct { int s, t; };
  struct { int i, j; };
} pair246;
static double dot246(const vec246 *a, const vec246 *b) {
  double s = a->w * b->w;
  for (int i = 0; i < 3; i++) s += a->v[i] * b->v[i];
  return s;
}
static vec246 scaled246(vec246 a, double f) {
  a.x *= f;
  a.c.g *= f;
  a.v[2] *= f;
  return a;
}
static void bump246(double *p) { *p += 1; }

double k246(double x, double y, int n, double *a) {
  vec246 p = {.x = x, .z = 2, .w = 1}, q = {{1, y, 3}, 0.5};
  vec246 t[2] = {{.v = {1, x, y}, .w = 2}, {.c = {.b = x, .r = 1}}}, *at = &t[1];
  box246 d = {.lo = {x, 1}, .hi = {2, y}}, e = {{1, 2, x, y}};
  pair246 k = {.s = n};
  k.j = 2 * k.i;
  bump246(&p.y);
  bump246(&p.c.b);
  bump246(&d.hi[1]);
  at->c.g = 4;
  (at - 1)->y += x;
  e.lo[0] += d.all[3] * *d.hi;
  double r = 0;
  for (double *u = e.all, *end = e.hi + 2; u < end; u++) r += *u * (u - e.all + k.t);
  vec246 s = scaled246(p, y);
  return dot246(&s, &q) + dot246(&t[0], at) + r + s.c.r * sizeof(vec246) + sizeof p.v + sizeof d.lo / sizeof d.lo[0];
}

/* names of types and of structures that are others in an inner scope */
typedef double real300;
struct pair300 { double a; int n; };
static double other300(double x) {
  struct pair300 { double b, a; };
  struct pair300 s = {x, 1};
  return s.b * 3 + s.a;
}

double k300(double x, double y, int n, double *a) {
  struct pair300 p = {x, 2};
  double s = (real300)1.5 * x;
  for (int real300 = 0; real300 < 3; real300++) s += (real300)*x;
  {
    typedef int real300;
    struct pair300 { int n; double b, a; };
    struct pair300 q = {3, y, x * y};
    real300 r = 2.7;
    s += (real300)1.5 * y + r + q.a * q.n * q.b;
  }
  struct pair300 r = {y, 3};
  real300 z = 2.7;
  return s + z + p.a * r.a + r.n * x + other300(y);
}

/* unions without names beside others, with all of their braces */
typedef struct {
  double values[2];
  union { struct { double a, b; }; struct { double c, d; }; };
  union { struct { double e, f; }; struct { double g, h; }; };
} both301;
typedef struct {
  union { double v[2]; struct { double re, im; }; };
  int t;
} number301;
typedef union {
  struct { double x, y, z; };
  double v[3];
} vec301;

double k301(double x, double y, int n, double *a) {
  both301 s = {{x, y}, {{x, 3}}, {{.f = y}}};
  number301 p = {{{1, x}}, 2}, q = {{y}, 3}, r = {{.im = x}, n};
  vec301 v = {{.z = x, .x = 2}}, w = {{1, y}};
  struct { union { struct { double r, i; } c; double v[2]; } u; int n; } named = {{{.i = x, .r = y}}, 3};
  s.g += s.a;
  s.d *= s.f;
  s.c = 7 * x + s.values[1];
  double t = s.a * s.b + s.e * s.h + s.values[0];
  for (int i = 0; i < 3; i++) t += v.v[i] * (i + 1) + w.v[i] * (i + 4);
  t += named.u.v[0] + named.u.c.i * named.n;
  return t + p.re * y + p.im * p.t + q.re * q.t + q.im + r.v[1] * r.t + r.re;
}

/* what may be less than zero beside an unsigned value that is read as a signed one */
typedef unsigned long index302;
typedef struct { size_t rows, cols; } size302;
static int before302(int i) { return i - 2; }

double k302(double x, double y, int n, double *a) {
  size302 d = {2, 3};
  size_t p = 2, q = 5;
  double s = p - q < 10 ? x : y;
  for (int i = -3; i < 6; i++) {
    int j = i;
    if ((size_t)i < 4) s += a[i] * x;
    if (3 > (index302)j) s += a[j] * y;
    if (i < sizeof(double)) s += x * i;
    if (j >= d.cols || (size_t)before302(i) < d.rows) s += x * y;
    if ((long)d.rows > i && (size_t)i + 1 < 3) s += 7 * x;
    if (i < 4u) s += 3 * y;
    if ((unsigned)i <= (unsigned)(n - 4) || (unsigned)j > (unsigned)before302(i)) s += 5 * x;
    if ((signed char)i < 2 && (unsigned char)i < 100) s += y * y;
  }
  for (int i = -1; i < sizeof d / sizeof(size_t); i++) s += 100;
  return s + (p - q > 0);
}

/* elements beside the one where a pointer stands that walks over structures with pointers */
typedef struct { int c; double *w; } layer304;

double k304(double x, double y, int n, double *a) {
  layer304 net[6];
  for (int i = 0; i < 6; i++) {
    net[i].c = i;
    net[i].w = a + 2 * i;
  }
  double s = 0;
  for (layer304 *l = net + 5; l > net; l -= 2) {
    s = s * x + l->w[0] * l->c + l[-1].w[1];
    l[0].w[1] *= y;
    (l - 1)->w[0] += s;
    if (l == &net[3]) {
      l++;
      l -= 1;
    }
  }
  for (layer304 *l = net + 1; l < net + 5; l++) s += l[-1].w[0] * l[1].w[1] * (l[1].c - (l - 1)->c);
  return s + net->w[0];
}

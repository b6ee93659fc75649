import { expect, test } from 'vitest';
import { compileAndRun, compilerFor } from '../../testing/compilers';
import { doubles } from '../../testing/reference/double';
import { interpret } from '../../testing/reference/interpret';
import { parseC } from '.';

/*
 * What is settled while a text is read: constants, conditions of `#if`, pasted names, sizes, first values. Each value is
 * held against gcc's.
 */

/** Sizes of arrays, cases and enumerators want constants: every operator, and in every type. */
const CONSTANTS = [
  '3 < 4', '4 < 3', '3 <= 3', '4 <= 3', '3 > 4', '4 > 3', '3 >= 4', '4 >= 4', '3 == 3', '3 == 4', '3 != 4', '3 != 3',
  '1 && 2', '1 && 0', '0 || 0', '0 || 3', '!5', '!0', '~5', '-(-7)', '7 / 2', '-7 / 2', '7 % 3', '-7 % 3', '6 & 3',
  '6 | 3', '6 ^ 3', '5 << 2', '-20 >> 2', '1 ? 5 : 6', '0 ? 5 : 6', '(int)3.9', '(int)-3.9', '(int)(float)0.1', "'a'",
  "'\\n'", "'\\\\'", "'\\101'", "'\\0'", '0x1F', '017', '2147483647 / 2', '(int)(3.5 * 2)', '(int)(1.0 / 4 + 0.75)', 'B + 1', 'sizeof(int)',
] as const; // biome-ignore format: a table

/** What stands behind `#if`. */
const CONDITIONS = [
  '1', '0', 'N', 'UNKNOWN', '!UNKNOWN', 'defined N', 'defined(N)', 'defined UNKNOWN', '!defined(UNKNOWN)', 'N == 4', 'N != 4',
  'N < 4', 'N <= 4', 'N > 4', 'N >= 4', 'N + 1 == 5', 'N - 5', '-N', '+N', '~N', 'N * 2 == 8', 'N / 3 == 1', 'N % 3 == 1', 'N << 1 == 8',
  'N >> 1 == 2', 'N & 1', 'N | 1', '(N ^ 4)', 'N && UNKNOWN', 'UNKNOWN || N', 'UNKNOWN || 0', 'N ? 0 : 1', 'UNKNOWN ? 0 : 1', '(N > 3) && (N < 5)',
  'UNKNOWN && 10 / UNKNOWN', 'N || 10 % UNKNOWN', 'N ? 1 : 1 / 0', 'SQ(2) == N', '0x10 == 16', '3UL > 2', 'defined N && N > 3',
] as const; // biome-ignore format: a table

/** Bodies of `double f(double *a, int n)`. */
const BODIES = [
  'int i3 = 1; return PASTE(i, 3);',
  'return PASTE(1, 2) + PASTE(1., 5) + PASTE(0x, A) + PASTE(1e, 2);',
  'return EMPTY(3) + ALL(a[0], a[1]) + FIRST(a[1], a[2], 7) + FIRST_ONLY(a[3]);',
  'PASTE(dou, ble) v = 2; return v;',
  'int SQ = 3; return SQ + SQ (2);',
  'return LATER (5) + PASTE(SQ, )(3);',
  'return 0x1.8p3 + 0x.8p1 + 0x1p-2 + 1e3f + .5f;',
  'double b[2][3] = {1, 2, 3, 4}; return b[0][2] + b[1][0] + b[1][2];',
  'double b[2][3] = {{1}, {2, 3}}; return b[0][1] + b[1][1];',
  'double b[4] = {[2] = 5, 6}; return b[2] + 10 * b[3] + b[0];',
  'double b[2][2] = {[1] = {7, 8}}; return b[1][0] + b[0][0] + b[1][1];',
  'double b[] = {1, 2, 3}; return b[2] + sizeof b / sizeof b[0];',
  'static double b[3] = {1, 2}; b[2] += 1; return b[0] + b[1] + b[2];',
  'double b[40] = {0}; b[3] = a[0]; double s = 0; for (int i = 0; i < 40; i++) s += b[i]; return s;',
  'double *b = malloc(n * sizeof(double)); for (int i = 0; i < n; i++) b[i] = a[i]; double s = b[n - 1]; free(b); return s;',
  'double *b = (double *)calloc(n, sizeof *b); double s = b[0] + b[n - 1]; free(b); return s;',
  'double *b = malloc(sizeof(double)); b[0] = 3; double s = b[0]; free(b); return s;',
  'double *b = malloc((size_t)n * sizeof(a[0])); b[1] = 4; double s = b[1]; free(b); return s;',
  'double b[4]; memset(b, 0, sizeof b); memcpy(b, a, 2 * sizeof(double)); return b[0] + b[1] + b[3];',
  'double b[2][3]; memset(b, 0, sizeof b); b[1][1] = 2; return b[0][0] + b[1][1] + b[1][2];',
  'double b[2][3]; b[1][0] = 1; b[1][1] = 1; memset(b[1], 0, 2 * sizeof(double)); return b[1][0] + b[1][1];',
  'double b[3]; bzero(b, sizeof b); memmove(b, a + 1, 2 * sizeof(double)); return b[0] + b[2];',
  'double *p = a, *q = a + 3; *p++ = 7; *++p = 8; return (q - p) + (p < q) + (p <= q) + (p > q) + (p >= q) + (p == q) + (p != q);',
  'double *p = a + 2; p += 2; p -= 1; double v = *p--; return v + *p;',
  'double *p = a + 5; double v = *--p; return v + *(p - 1) + p[1];',
  'double *p = a; if (!p) return -1; if (p == NULL || a == 0) return -2; if (p != NULL && a) return 5; return 6;',
  'double (*p)[2]; double b[3][2] = {{1, 2}, {3, 4}, {5, 6}}; p = b + 1; return (*p)[0] + p[1][1];',
  'double v; double w = (v = 3) + 1; return v + w;',
  'int b[3] = {0, 1, 2}; int v = (b[b[1]] = 2); return v + b[1];',
  'int b[3] = {1, 0, 2}; int v = (b[b[0]] += 2); int w = ++b[b[1] - 2]; return v + 10 * w + b[0];',
  'int i = 3; int j = i++ + 2; int k = --i; return i + 10 * j + 100 * k;',
  'int i = 0; for (; ; ) { if (i >= n) break; i += 2; } return i;',
  'int i, j; for (i = 0, j = n; i < j; i++, j--) a[i] += a[j]; return i;',
  'int k = 0; do { k++; if (k == 2) continue; a[k] += 1; } while (k < 3); return k;',
  'switch (n) { case 1: case 2: return 1; case 5: a[0] += 1; case 6: a[1] += 2; break; default: a[2] = 1; case 7: a[3] = 2; } return a[0] + a[1];',
  'switch (n) { default: a[0] = 1; break; case 3: a[0] = 2; } return a[0];',
  'switch (n % 3) { case 0: do { a[0] += 1; case 2: a[1] += 1; case 1: a[2] += 1; } while (--n > 3); } return a[0] + 10 * a[1] + 100 * a[2];',
  'float f = 0.1f; float g = sqrtf(f); return (double)(f * g) + fmaf(f, g, f);',
  'return fma(a[0], a[1], a[2]) + hypot(3, 4) + ldexp(1.5, 3) + fmod(7.5, 2) + fdim(3, 1) + cbrt(8) + log1p(0.5) + expm1(0.25) + exp2(3) + log2(8);',
  'return copysign(2, -1.5) + round(2.5) + trunc(-2.7) + floor(-2.5) + ceil(2.1) + fmax(1, 2) + fmin(1, 2) + abs(-3);',
  'enum { P, Q = 5, R }; enum { S = R * 2 } e = S; return P + Q + R + e;',
  'const int m = 3; double b[m]; for (int i = 0; i < m; i++) b[i] = i; return b[m - 1];',
  'unsigned u = 7; size_t z = 3; char c = 5; long l = 10000000000L; short h = 2; return u / 2 + z + c + l / 3 + h;',
  '_Bool t = 0.5; return t + !t + (a[0] > 0) + -(a[1] > 0);',
  'return n > 2 ? n > 4 ? a[0] : a[1] : a[2];',
  'a[n > 3 && a[0] > -9 ? 1 : 2] = 5; return a[1] + a[2];',
  'int b = 5; { int b = 6; a[0] = b; } return a[0] + b;',
  'const char *s = __func__; return HERE + 1000 * __LINE__ + (strcmp(s, "f0") != 0) + 2 * (strcmp(__FILE__, __FUNCTION__) != 0);',
  'char b[4]; b[0] = 65; b[1] = 0; if (n < 0) { printf("%s", b); (void)printf("%s %d", n > 1 ? "a" : "b", n); } return b[0];',
  'FILE *f = stderr, *g = n > 2 ? stdout : f, *h = tmpfile(); int r = (f == stderr) + 2 * (g == f) + 4 * (g != stdout) + 8 * (h == g); fclose(h); return r;',
  'goto in; back: a[0] += 1; if (a[0] > 3) return a[0]; in: a[1] += 1; goto back;',
  'double s = 0; { double *g = NULL; for (int i = 0; i < n; i++) { g = realloc(g, (i + 1) * sizeof(double)); g[i] = a[i] * a[i]; } s += g[n - 1] * g[0]; free(g); } { double *g = malloc(n * sizeof(double)); for (int i = 0; i < n; i++) { g = realloc(g, (i + 1) * sizeof(double)); g[i] = a[i] - 1; } s -= g[n - 1] * g[1]; free(g); } return s;',
] as const;

const HEAD = `#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#define N 4
#define B 2
#define SQ(x) ((x)*(x))
#define PASTE(x, y) x##y
#define EMPTY(x)
#define ALL(...) (__VA_ARGS__)
#define FIRST(x, ...) (x)
#define FIRST_ONLY(x, ...) (x)
#define LATER SQ
#define HERE (__LINE__)
`;

const given = (): number[] => Array.from({ length: 16 }, (_, i) => 0.5 * i - 1);
const constants = CONSTANTS.map(
  (e) => `enum { V = ${e} }; double b[(${e}) == V ? 1 : 2]; return V + 100 * (sizeof b / sizeof b[0]);`,
);
const conditions = CONDITIONS.map((e) => `\n#if ${e}\n  return 1;\n#else\n  return 0;\n#endif\n`);
const bodies = [
  ...constants,
  ...conditions,
  ...BODIES.map((body) => body.replaceAll('EMPTY(3) + ', '+ EMPTY(3) ')),
];
const text = HEAD + bodies.map((body, i) => `double f${i}(double *a, int n) { ${body} }`).join('\n');

test.skipIf(!compilerFor('c'))('the reference interpreter computes what gcc computes', () => {
  const { program, diagnostics } = parseC(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const calls = bodies.map(
    (_, i) =>
      `{ double a[] = {${given().join(', ')}}; double v = f${i}(a, 5); printf("%.12g", v); for (int i = 0; i < 16; i++) printf(" %.12g", a[i]); printf("\\n"); }`,
  );
  const { output, messages } = compileAndRun(
    'c',
    `${text}\nint main(void) {\n${calls.join('\n')}\nreturn 0;\n}\n`,
    ['-std=gnu99', '-O0', '-ffp-contract=off', '-w'],
  );
  expect(output, messages).not.toBeNull();
  const lines = (output ?? '').trim().split('\n');
  const found = bodies.map((body, i) => {
    const { outputs } = interpret(doubles, program, `f${i}`, { a: given(), n: [5] });
    const numbers = [...(outputs[`f${i}`] ?? []), ...(outputs.a ?? [])].map((x) =>
      Number(Number(x).toPrecision(12)),
    );
    return `${body}: ${numbers.join(' ')}`;
  });
  const expected = bodies.map((body, i) => `${body}: ${lines[i]?.split(' ').map(Number).join(' ')}`);
  expect(found).toEqual(expected);
});

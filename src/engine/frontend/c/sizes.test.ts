/** Sizes of types, what is stored in them, and unsigned numbers that wrap around, as gcc has them or refused at their place. */
import { expect, test } from 'vitest';
import { differentiate, execute } from '../../index';
import { compileAndRun, compilerFor } from '../../testing/compilers';
import { some } from '../../testing/draws';
import { doubles } from '../../testing/reference/double';
import { interpret } from '../../testing/reference/interpret';
import { parseC } from '.';

const TYPES = [
  ...['char', 'short', 'int', 'long', 'long long', 'float', 'double', 'bool', 'double *', 'char *'],
  ...['unsigned char', 'unsigned short', 'unsigned', 'unsigned long', 'unsigned long long', 'signed char'],
  ...['int8_t', 'int16_t', 'int32_t', 'int64_t', 'uint8_t', 'uint16_t', 'uint32_t', 'uint64_t', 'size_t'],
  ...['short[3]', 'double[2][3]', 'vec', 'small', 'word'],
];
const OPERANDS = [
  ...[
    'c',
    's',
    'u',
    'ul',
    'w',
    'c + c',
    'u + 1',
    'u * u',
    '~u',
    '+c',
    '-s',
    '(char)x',
    '(short)(x + 1)',
    'x < 1',
  ],
  ...[
    '!b',
    'b',
    'g * 2',
    '*p',
    'p',
    'p[0]',
    'q',
    'q[1]',
    'm',
    'm[0]',
    '*m',
    'm[1][2]',
    'us',
    'us[0]',
    'v',
    "'a'",
  ],
  ...['c = 1', 's++', 'a', 'a[0]', '&x', 'u8', 'n ? c : s'],
];
const HEAD = `#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef double vec[3];
typedef short small;
typedef unsigned word;
typedef unsigned char byte;
`;

test.skipIf(compilerFor('c') === null).each([
  ['counts', '7u'],
  ['mixes bits', '7u ^ 2u'],
])('sizeof is that of C in a text that %s', (_, start) => {
  const terms = [...TYPES, ...OPERANDS];
  const source = `${HEAD}void f(double x, int n, double *a, long r[${terms.length}]) {
  char c = 1; short s = 2; unsigned u = ${start}; unsigned long ul = 1; word w = 3; byte u8 = 2;
  float g = 1; bool b = true; double m[2][5], v[3]; short q[4]; unsigned us[5]; short *p = q;
  m[0][0] = v[0] = x; q[0] = us[0] = 1;
${terms.map((e, i) => `  r[${i}] = sizeof(${e});`).join('\n')}
  a[0] = x * (c + s + u + ul + w + u8 + g + b + n);
}
`;
  const main = `#include <stdio.h>
int main(void) { long r[${terms.length}]; double a[1]; f(1.5, 2, a, r); for (int i = 0; i < ${terms.length}; i++) printf("%ld\\n", r[i]); }
`;
  const expected = compileAndRun('c', `${source}${main}`, ['-w']);
  const run = execute({ source, language: 'c', dependents: ['a'], inputs: { x: 1.5, n: 2, a: [1] } });
  expect(run.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  const sizes = (run.outputs['r'] ?? []).map((bytes, i) => `${terms[i]}: ${bytes}`);
  expect(sizes).toEqual(
    (expected.output ?? '')
      .trim()
      .split('\n')
      .map((bytes, i) => `${terms[i]}: ${bytes}`),
  );
});

/** What gets too large, and where. */
const WIDE: Readonly<Record<string, readonly [at: string, source: string]>> = {
  xorshift: [
    'st << 13',
    'double f(int n, double x) { unsigned long long st = 1234567; for (int i = 0; i < n; i++) { st ^= st << 13; st ^= st >> 7; } return x*(double)(st >> 11); }',
  ],
  'a constant': [
    '88172645463325252ULL',
    'double f(double x) { uint64_t a = 88172645463325252ULL; return x*a; }',
  ],
  'a hash': [
    'h * 33',
    'double f(int n, double x) { unsigned long h = 5381; for (int i = 0; i < n; i++) h = h * 33 + i; return x*(h % 1000); }',
  ],
  'a typedef and a callee': [
    '(x << 13)',
    'typedef uint64_t u64; static u64 mix(u64 x) { return (x << 13) | (x >> 51); } double f(int n, double y) { u64 s = 1; for (int i = 0; i < n; i++) s = mix(s); return y*s; }',
  ],
  'a product of two': [
    '(unsigned long long)a * b',
    'double f(double x) { unsigned a = 4000000000u, b = 3000000000u; return x*(double)((unsigned long long)a * b >> 32); }',
  ],
  'a hash in a loop that tests another': [
    'h * 33',
    'double f(unsigned long n, double x) { unsigned long m = 1, h = 5; while (m < n) { h = h * 33 + m; m *= 2; } return x*(h % 1000); }',
  ],
  'what is set before it is used again': [
    'm * 3',
    'double f(unsigned long n, double x) { unsigned long m = 1; while (m < n) { for (int j = 0; j < 3; j++) { m = m * 3; } } return x*m; }',
  ],
  'a negative number': ['-1', 'double f(double x) { unsigned long q = -1; return x*q; }'],
  complement: ['~q', 'double f(double x, unsigned long q) { return x*(double)(~q >> 3); }'],
  'an array': [
    's[0] << 23',
    'double f(int n, double x) { uint64_t s[2] = {1, 2}; for (int i = 0; i < n; i++) { s[0] ^= s[0] << 23; s[1] = s[0]; } return x*s[1]; }',
  ],
};
test.each(Object.entries(WIDE))('unsigned numbers of 64 bits that wrap around: %s', (_, [at, source]) => {
  const { ok, diagnostics } = differentiate({ source, language: 'c' });
  const errors = diagnostics.filter((d) => d.severity === 'error');
  expect(ok).toBe(false);
  expect(errors.map((d) => [d.code, source.slice(d.span.start, d.span.end)])).toEqual([['unsupported', at]]);
  expect(errors[0]?.notes[0]?.message).toContain('uint32_t');
});

/** Unsigned, and read exactly. */
const EXACT = [
  'double f(int n, double x) { unsigned h = 5381; for (int i = 0; i < n; i++) h = h * 33 + i; return x*h; }',
  'double f(int n, double x) { unsigned h = 1; for (int i = 0; i < n; i++) h *= 77; return x*(h >> 3); }',
  'double f(int n, double x) { unsigned h = n; return x*(~h % 1000); }',
  'typedef unsigned word; double f(int n, double x) { word h = 99; for (int i = 0; i < n; i++) { h <<= 5; h = h + i; } return x*h; }',
  'double f(int n, double x) { double r = 0; for (int i = -3; i < n; i++) { if ((unsigned)i < 5) r += x*i; if ((unsigned int)(i + 1) >= 7) r += 100*x; } return r; }',
  'double f(int n, double x) { unsigned long s = 42; double r = 0; for (int i = 0; i < n; i++) { s = s * 16807 % 2147483647; r += x*s; } return r; }',
  'double f(unsigned long n, double x) { double r = 0; for (unsigned long i = 0; i < n; i++) for (unsigned long j = 0; j < n; j++) r += x*(double)(i * n + j); return r; }',
  'double f(int n, double x) { unsigned a = 3000000000u; return x*(double)((unsigned long)a + a) * n; }',
  'double f(unsigned long n, double x) { unsigned long m = 2, next; double r = x; while (n > m) { next = m << 1; r += x*m; m = next; } while (m > 0 && m < 4*n) m *= 2; return r*m; }',
];
test.skipIf(compilerFor('c') === null).each(EXACT)('%s', (source) => {
  const main = '\n#include <stdio.h>\nint main(void) { printf("%.17g\\n", f(21, 1.25)); }\n';
  const run = execute({ source, language: 'c', inputs: { n: 21, x: 1.25 } });
  expect(run.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  expect(run.outputs['f']?.[0]).toBe(Number(compileAndRun('c', source + main, ['-w']).output));
});

/** Types that hold less than what they are given. */
const STORED = [
  'signed char',
  'unsigned char',
  'short',
  'unsigned short',
  'int',
  'unsigned',
  'float',
  '_Bool',
];
/** What is beyond the ranges of some: by a formula, and as a constant. */
const BEYOND = [
  ['-(n + 1)', '-3'],
  ['n * 35000', '70000'],
  ['n + 198', '0xC8'],
  ['n / 0.3', '6.7'],
] as const;
/** By way: what stands before the routine, and what in it, which ends in the value stored. V is a formula, C a constant. */
const WAYS: readonly (readonly [before: string, inside: string, value: string])[] = [
  ['static T gK = C;', '', 'gK'],
  ['static const T gK = C;', '', 'gK'],
  ['static T gK[2] = {1, C};', '', 'gK[1]'],
  ['static const T gK[2][2] = {{1, C}};', '', 'gK[0][1]'],
  ['struct sK { double d; T t; }; static struct sK gK = {1, C};', '', 'gK.t'],
  ['', 'static T s = C;', 's'],
  ['', 'T a = V;', 'a'],
  ['', 'const T a = V;', 'a'],
  ['', 'T a[2] = {1, V};', 'a[1]'],
  ['', 'T a[2] = {[1] = C};', 'a[1]'],
  ['', 'T a; a = V;', 'a'],
  ['', 'T a = 1; a += V;', 'a'],
  ['', 'T a = 1, b[2]; b[1] = a = V;', 'b[1]'],
  ['', 'T a = n > 9 ? n : V;', 'a'],
  ['', 'T a; if (n > 9) a = 1; else a = V;', 'a'],
  ['', 'long a = 0; for (T i = V; i != 1; i = 1) a = i;', 'a'],
  ['', 'long a = 0; for (int i = V; i != 1; i = 1) a = 0; for (T i = V; i != 1; i = 1) a = i;', 'a'],
  ['', 'struct { T t; double d; } s = {V, 2};', 's.t'],
  ['', 'struct { T t; double d; } s; s.t = V;', 's.t'],
  ['', '', '(T)(V)'],
  ['static int fK(int n) { return V; }', 'T a = fK(n);', 'a'],
  ['static int fK(int n) { return V; }', 'T a[2]; a[n - 2] = fK(n);', 'a[0]'],
  ['static T fK(int n) { return V; }', '', 'fK(n)'],
  ['static T fK(int n) { int k = V; return k; }', '', 'fK(n)'],
  ['static T fK(int n) { long k = V; if (n > 9) return k; return k; }', '', 'fK(n)'],
  ['static int eK(int n) { return V; } static T fK(int n) { return eK(n); }', '', 'fK(n)'],
  ['static T fK(int n) { return V; }', 'int a = fK(n);', 'a'],
  ['static long fK(T t) { return t; }', '', 'fK(V)'],
  ['static void fK(T *t, int n) { *t = V; }', 'T a; fK(&a, n);', 'a'],
  [
    'struct sK { const T t; T u; }; static const struct sK fK(int n) { struct sK s = {1, V}; return s; }',
    '',
    'fK(n).u',
  ],
  ['', 'T a[3]; memset(a, 0, sizeof a); a[2]--; a[1] = a[2];', 'a[1]'],
];

test.skipIf(compilerFor('c') === null)('what is stored is in the range of its type, wherever that is', () => {
  const all = STORED.flatMap((type) => BEYOND.flatMap(([v, c]) => WAYS.map((way) => ({ type, v, c, way }))));
  const parts = some(all, 250).map(({ type, v, c, way }, k) =>
    way.map((text) =>
      text.replaceAll(/\b(?:T|V|C|\w+K)\b/g, (word) =>
        word === 'T' ? type : word === 'V' ? v : word === 'C' ? c : `${word.slice(0, -1)}${k}`,
      ),
    ),
  );
  const before = parts.map(([text]) => text).join('\n');
  const inside = parts.map(([, text, value], k) => `{ ${text} r[${k}] = ${value}; }`).join('\n');
  expectAsInC(
    `#include <string.h>\n${before}\nvoid f(int n, double r[${parts.length}]) {\n${inside}\n}\n`,
    parts.map((part) => part.join(' ')),
  );
});

const TYPES_OF_TWO = ['signed char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned', 'long'];
/** What is made of two operands, and what is done with it. */
const MADE = [
  ...[
    'a + b',
    'a - b',
    'a * b',
    'a / b',
    'a % b',
    'a & b',
    'a | b',
    'a ^ b',
    'a >> b',
    'a < b',
    'a > b',
    'a == b',
  ],
  ...[
    '7 / b',
    'a | (b > 6)',
    '(a < 2) ^ b',
    'c << b',
    'n > 1 ? a : b',
    'n > 1 ? 1 : b',
    'n > 1 ? n > 2 ? a : b : m',
    '-b | a',
    '(a & b) - c',
  ],
  ...['5u - c', '0xFFFFFFF0 | b', 'a ^ 0x80000000', '7u', 'a % 5u', '0xFFFFFFFD'],
];
const DONE = ['R', '(R) > -3', '(R) / 2', '(R) < m', 'm | (R)', '-(R)', '(R) == a'];

test.skipIf(compilerFor('c') === null).each(TYPES_OF_TWO)(
  '%s and another operand come to one type as in C',
  (first) => {
    const all = TYPES_OF_TWO.flatMap((second) =>
      MADE.flatMap((made) => DONE.map((done) => [second, done.replace('R', made)] as const)),
    );
    const lines = some(all, 60, TYPES_OF_TWO.indexOf(first)).map(
      ([second, given]) => `${first} a = -3, c = 9; ${second} b = 5; signed char m = -1; r[K] = ${given};`,
    );
    const inside = lines.map((line, k) => `{ ${line.replace('K', String(k))} }`).join('\n');
    expectAsInC(`void f(int n, double r[${lines.length}]) {\n${inside}\n}\n`, lines);
  },
);

/** What `void f(int n, double r[])` of a text sets comes out as in gcc; each with the words that tell of it. */
function expectAsInC(text: string, words: readonly string[]) {
  // Where bits are mixed, unsigned numbers wrap around.
  const source = `unsigned mixed(unsigned h) { return h ^ 2166136261u; }\n${text}`;
  const main = `#include <stdio.h>
int main(void) { static double r[${words.length}]; f(2, r); for (int i = 0; i < ${words.length}; i++) printf("%.17g\\n", r[i]); }
`;
  const { program, diagnostics } = parseC(source);
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  const { outputs } = interpret(doubles, program, 'f', { n: [2], r: words.map(() => 0) });
  const printed = compileAndRun('c', `${source}${main}`, ['-w']).output ?? '';
  const told = (values: readonly number[]) => words.map((each, k) => `${each}: ${values[k]}`);
  expect(told((outputs.r ?? []).map(Number))).toEqual(told(printed.trim().split('\n').map(Number)));
}

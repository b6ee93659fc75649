import { describe, expect, test } from 'vitest';
import { growths } from '../../testing/countedWork';
import { IS_DEEP } from '../../testing/draws';
import { parseC } from '.';

function codes(source: string): string[] {
  return [...new Set(parseC(source).diagnostics.map((d) => d.code))];
}
function routines(source: string): string[] {
  return parseC(source).program.routines.map((r) => r.name);
}
const times = (text: string, n: number): string => text.repeat(n);
const PASTE = '#define P(x) P_(x)\n#define P_(x) x##x\n';
const QUOTE = '#define Q(x) Q_(x)\n#define Q_(x) #x\n';
const after = '\ndouble after(double y) { return y; }';

describe('texts at their limits end in a message', () => {
  test.each<[what: string, text: string, codes: string[]]>([
    ['an empty file', '', []],
    ['nothing but a comment', '/* so */', []],
    ['a NUL byte', 'double f(double x) { return x\0; }', ['stray-character']],
    ['a comment without end', 'x = 1; /* so', ['unterminated-comment']],
    ['a string without end', 'printf("so);\nx = 1;', ['unterminated-string']],
    ['150 nested parentheses', `x = ${times('(', 150)}y${times(')', 150)};`, []],
    ['1,000 nested parentheses', `x = ${times('(', 1000)}y${times(')', 1000)};`, ['too-deep']],
    ['100,000 open parentheses', times('(', 100_000), ['too-deep']],
    ['100,000 open braces', times('{', 100_000), ['too-deep']],
    ['1,000 nested branches', `${times('if (y > 0) { ', 1000)}x = y;${times('}', 1000)}`, ['too-deep']],
    ['100,000 signs', `x = ${times('- ', 100_000)}y;`, ['too-deep']],
    ['100,000 stars in a declaration', `double ${times('*', 100_000)}p;`, ['unsupported']],
    ['a sum of 350', `x = ${times('y + ', 350)}y;`, []],
    ['a sum of 5,000', `x = ${times('y + ', 5000)}y;`, ['too-deep']],
    ['10,000 subscripts', `x${times('[1]', 10_000)} = 1;`, ['too-deep']],
    ['10,000 nested calls', `x = ${times('sin(', 10_000)}y${times(')', 10_000)};`, ['too-deep']],
    ['10,000 choices in each other', `x = ${times('c ? 1 : ', 10_000)}1;`, ['too-deep']],
    ['10,000 loops in each other', `${times('for (i = 0; i < 3; i++) ', 10_000)}x = 1;`, ['too-deep']],
    ['macros that double 40 times', doubling(40), ['macro-too-long']],
    ['macros of nothing that double 60 times', doubling(60).replace('a0 y', 'a0'), ['macro-too-long']],
    ['names that double 40 times', `${PASTE}x = ${times('P(', 40)}y${times(')', 40)};`, ['macro-too-long']],
    [
      'strings that double 40 times',
      `${QUOTE}printf(${times('Q(', 40)}1${times(')', 40)});`,
      ['macro-too-long'],
    ],
    [
      '10,000 uses in each other',
      `#define f(x) x\ny = ${times('f(', 10_000)}1${times(')', 10_000)};`,
      ['macro-too-long'],
    ],
    ['a chain of 10,000 macros', `${chain(10_000)}\nx = a10000;`, ['macro-too-long']],
    ['a chain of 60 macros', `${chain(60)}\nx = a60;`, []],
    [
      '10,000 parentheses in #if',
      `#if ${times('(', 10_000)}1${times(')', 10_000)}\n#endif\nx = 1;`,
      ['bad-condition'],
    ],
    ['10,000 signs in #if', `#if ${times('!', 10_000)}1\n#endif\nx = 1;`, ['bad-condition']],
    ['10,000 choices in #if', `#if ${times('1 ? 1 : ', 10_000)}1\n#endif\nx = 1;`, ['bad-condition']],
    ['a sum of 10,000 in #if', `#if ${times('1 + ', 10_000)}1\nx = 1;\n#endif`, []],
    ['2,000 cases that fall through', `switch (n) {${cases(2000)}}`, ['too-many-jumps']],
    ['200 cases that fall through', `switch (n) {${cases(200)}}`, []],
    [
      'a routine from elsewhere of 300 arguments',
      `void g(${times('double *, ', 299)}double *);`,
      ['too-large'],
    ],
    ['a macro of itself', '#define a a + 1\nx = a;', []],
    ['a number too large to name', `x = ${times('1', 100_000)};`, ['bad-number']],
    ['a whole number with the suffix of a real one', 'x = 1f;', ['bad-number']],
    ['while (1);', 'void f(void) { while (1); }', []],
    ['an array of 100 MB', 'void f(void) { double a[12500000]; a[3] = 1; }', []],
    [
      'a long chain of functions that pass functions on',
      passing(IS_DEEP ? 8000 : 1000),
      ['routine-argument', 'too-large', 'unsupported'],
    ],
    [
      '40 pointers into two arrays each',
      `double f(double *u, double *v, int n) {\n  double s = 0, ${list(40, (k) => `*p${k} = u`).join(', ')};\n  while (n-- > 0) {\n${list(40, (k) => `    if (u[n] > ${k}) p${k} = v; else s += *p${k};`).join('\n')}\n  }\n  return s;\n}`,
      ['unsupported'],
    ],
    ['3,000 gotos', `void f(void) { ${times('goto a; ', 3000)} a: ; }`, ['too-many-jumps']],
  ])('%s', (_, text, expected) => {
    // How many there are depends on the size of the draw.
    const found = codes(text).filter((code) => code !== 'too-many-messages');
    expect(found.sort()).toEqual([...expected].sort());
  });

  test('what follows is read all the same', () => {
    const deep = `double before(double x) { return ${times('(', 1000)}x${times(')', 1000)}; }`;
    expect(routines(deep + after)).toEqual(['before', 'after']);
    const chain = Array.from({ length: 1000 }, (_, i) => `if (x == ${i}) x = 1; else `).join('');
    expect(routines(`void before(int x) { ${chain} x = 2; }${after}`)).toEqual(['before', 'after']);
    expect(codes(`void before(int x) { ${chain} x = 2; }${after}`)).toEqual(['too-deep']);
  });

  test('a hundred errors of writing are enough, and a thousand of meaning', () => {
    const { diagnostics } = parseC(`void f(void) {${times('x = ;\n', 50_000)}}`);
    expect(diagnostics.filter((d) => d.severity === 'error').length).toBeLessThanOrEqual(101);
    const undeclared = Array.from({ length: 1500 }, (_, i) => `v${i} = 1;`).join('\n');
    expect(codes(`void f(void) {${undeclared}}`)).toEqual(['undeclared-variable', 'too-many-messages']);
  });
});

/** Each passes on what it was passed, and a function of the text. */
function passing(n: number): string {
  const lines = Array.from(
    { length: n },
    (_, i) => `double g${i + 1}(double (*h)(double), double x) { return g${i}(h, x) + g${i}(r, x); }`,
  );
  return `double r(double x) { return x; }\ndouble g0(double (*h)(double), double x) { return h(x); }\n${lines.join('\n')}\ndouble f(double x) { return g${n}(r, x); }`;
}

function list(n: number, one: (k: number) => string): string[] {
  return Array.from({ length: n }, (_, k) => one(k));
}

function chain(n: number): string {
  return Array.from({ length: n }, (_, i) => `#define a${i + 1} a${i}`).join('\n');
}

/** Of values that are no neighbours. */
function cases(n: number): string {
  return Array.from({ length: n }, (_, i) => `case ${2 * i}: x *= 2;`).join('\n');
}

function doubling(n: number): string {
  const lines = Array.from({ length: n }, (_, i) => `#define a${i + 1} a${i} a${i}`);
  return `#define a0 y\n${lines.join('\n')}\nx = a${n};`;
}

/** Lines of the shorter text. */
const SIZE = IS_DEEP ? 250 : 25;

/* Time linear in the text: eight times the text takes about eight times as long; something quadratic would take 64 times. */
test('time grows with the text', () => {
  const units: Readonly<Record<string, string>> = {
    statements: 'a[n] = a[n + 1] * 2.0 + sin(a[n]);\n',
    blocks: '{ double t = x; x = t; }\n',
    loops: 'for (int i = 0; i < n; i++) a[i] += x;\n',
    branches: 'if (x > 1) x = 2; else a[0] = x;\n',
    errors: 'x = ;\n',
    'undeclared names': 'abc = def;\n',
    'stray characters': '@ \\ $ \n',
    quotes: '"\n',
    calls: 'g(x, &a[n]);\n',
  };
  const parse = (unit: string, n: number) => () =>
    parseC(`void g(double x, double *a);\nvoid f(double x, int n, double *a) {\n${times(unit, n)}}\n`);
  const found = growths(Object.values(units).map((unit) => [parse(unit, SIZE), parse(unit, 8 * SIZE)]));
  expect(Object.keys(units).filter((_, k) => !((found[k] as number) < 32))).toEqual([]);
});

test('megabytes are read', () => {
  const length = IS_DEEP ? 2e6 : 1e5;
  const line = 'a[n] = a[n + 1] * 2.0 + sin(a[n]);\n';
  const text = `void f(double *a, int n) {\n${times(line, Math.ceil(length / line.length))}}\n`;
  const { program, diagnostics } = parseC(text);
  expect(diagnostics).toEqual([]);
  expect(program.routines[0]?.body.length).toBe(Math.ceil(length / line.length));
});

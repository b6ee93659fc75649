import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import { isTest, sourceFiles, src } from '../testing/sources';
import type { DiagnosticCode } from './diagnosticCodes';

type Codes = { readonly [code in DiagnosticCode]?: string };

const inRoutine = (lines: string) => `subroutine f(x, y, n)\nreal :: x(n), y\ninteger :: n\n${lines}\nend`;

/** For a code, a text of which it is said. */
const IN_C: Codes = {
  'array-assignment': 'void f(double x[3]) { double a[3]; double b[3]; a = b; x[0] = a[0]; }',
  'assignment-as-test': 'double f(double x, int n) { if (n = 1) x = 2; return x; }',
  'assignment-to-const': 'double f(const double x) { x = 1; return x; }',
  'bad-condition': '#if (\n#endif\nx = 1;',
  'bad-define': '#define 3 x\nx = 1;',
  'bad-number': 'double f(double x) { return 1.5.2 * x; }',
  'break-outside': 'double f(double x) { break; return x; }',
  'case-outside': 'double f(double x) { case 1: return x; }',
  'chained-comparison': 'double f(double x) { if (0 < x < 1) x = 2; return x; }',
  'continue-outside': 'double f(double x) { continue; return x; }',
  'duplicate-case':
    'double f(double x, int n) { switch (n) { case 1: x = 1; break; case 1: x = 2; } return x; }',
  'duplicate-label': 'double f(double x) { a: x = 1; a: x = 2; goto a; }',
  'else-without-if': 'double f(double x) { else x = 1; return x; }',
  'ignored-pragma': '#pragma once_more\ndouble f(double x) { return x; }',
  'long-double': 'long double f(long double x) { return x; }',
  'missing-brace': 'double f(double x) { return x;',
  'missing-comma': 'double f(double x double y) { return x; }',
  'missing-parenthesis': 'double f(double x) { return (x; }',
  'missing-return': 'double f(double x) { x = 1; }',
  'missing-semicolon': 'double f(double x) { x = 1 return x; }',
  'missing-while': 'double f(double x) { do { x = 1; } return x; }',
  'no-effect': 'double f(double x) { x + 1; return x; }',
  'not-a-function': 'double f(double x) { return x(1); }',
  'not-an-array': 'double f(double x) { return x[1]; }',
  'not-assignable': 'double f(double x) { x + 1 = 2; return x; }',
  pasted: 'double f(double x) { return x × 2; }',
  'plus-plus': 'double f(double x) { return std::sin(x); }',
  redeclared: 'double f(double x) { double a; double a; a = x; return a; }',
  'return-value': 'double f(double x) { return; }',
  'stray-character': 'double f(double x) { return x @ 1; }',
  'subscript-type': 'double f(double x[3]) { return x[1.5]; }',
  'too-deep': `x = ${'('.repeat(1000)}y${')'.repeat(1000)};`,
  'undeclared-function': 'double f(double x) { return foo(x); }',
  'undeclared-variable': 'double f(double x) { return x + z; }',
  'undefined-label': 'double f(double x) { goto a; return x; }',
  'unexpected-token': 'double f(double x) { return * ; }',
  'unknown-header': '#include <nowhere.h>\ndouble f(double x) { return x; }',
  'unknown-member': 'struct s { double a; }; double f(struct s v) { return v.b; }',
  'unknown-type': 'quaternion f(double x) { return x; }',
  'unmatched-brace': 'double f(double x) { return x; } }',
  'unread-argument': 'double f(double x, void *p) { (void)p; return x; }',
  unsupported: 'double f(double x) { asm("nop"); return x; }',
  'unterminated-comment': 'x = 1; /* so',
  'unterminated-string': 'printf("so);\nx = 1;',
  'void-value': 'void g(double x) { } double f(double x) { return g(x); }',
  'void-variable': 'double f(double x) { void v; return x; }',
  'wrong-argument-count': 'double f(double x) { return sin(x, x); }',
};

const IN_FORTRAN: Codes = {
  'argument-count': inRoutine('y = sin(y, y)'),
  'argument-type': inRoutine('y = sin(n)'),
  clock: inRoutine('call cpu_time(y)'),
  duplicate: inRoutine('real :: y'),
  'duplicate-label': inRoutine('10 y = 1\n10 y = 2\ngoto 10'),
  intent: 'subroutine f(x)\nreal, intent(in) :: x\nx = 1\nend',
  'intrinsic-name':
    'real function erf(t)\nreal :: t\nerf = 2*t\nend\nsubroutine f(x, y)\nreal :: x, y\ny = erf(x)\nend',
  'loop-index': inRoutine('integer :: i\ndo i = 1, n\ni = 2\nend do'),
  order: inRoutine('y = 1\nreal :: z'),
  preprocessed: '#define N 2\nsubroutine f(x)\nreal :: x(N)\nx = 1\nend',
  shape: inRoutine('real :: a(3), b(4)\na = b'),
  syntax: inRoutine('y = = 1'),
  type: inRoutine('real :: a(y)\ny = a(1)'),
  unbalanced: inRoutine('end if'),
  unclosed: inRoutine('if (n > 1) then\ny = 1'),
  undeclared: inRoutine('implicit none\ny = z'),
  'undefined-label': inRoutine('goto 10'),
  'unknown-component':
    'module m\ntype t\nreal :: a\nend type\ncontains\nsubroutine f(v)\ntype(t) :: v\nv%b = 1\nend\nend',
  'unknown-function': inRoutine('y = foo(y)'),
  'unknown-module': 'subroutine f(x)\nuse nowhere\nreal :: x\nx = 1\nend',
  'unknown-type': 'subroutine f(x)\ntype(nowhere) :: x\nend',
  unsupported: inRoutine("y = 'text'"),
};

const entries = (codes: Codes) => Object.entries(codes);

test.each([
  ['C', IN_C, parseC],
  ['Fortran', IN_FORTRAN, parseFortran],
] as const)('of each example in %s its code is said, at a place of the text', (_, examples, parse) => {
  const missing = entries(examples).flatMap(([code, text]) => {
    const said = parse(text).diagnostics;
    const found = said.some((d) => d.code === code && 0 <= d.span.start && d.span.end <= text.length);
    return found ? [] : [`${code}: ${said.map((d) => d.code)}`];
  });
  expect(missing).toEqual([]);
});

test('each code of the catalogue is said somewhere', () => {
  const catalogue = 'engine/base/diagnosticCodes.ts';
  const read = (path: string) => readFileSync(join(src, path), 'utf8');
  const codes = [...read(catalogue).matchAll(/\| '([a-z0-9-]+)'/g)].map(([, code]) => code ?? '');
  const product = sourceFiles().filter((path) => !isTest(path) && path !== catalogue);
  const said = new Set(product.flatMap((path) => read(path).match(/'[a-z0-9-]+'/g) ?? []));
  // Put together from the kind of a statement.
  for (const kind of ['break', 'continue']) said.add(`'${kind}-outside'`);
  expect(codes.length).toBeGreaterThan(0);
  expect(codes.filter((code) => !said.has(`'${code}'`))).toEqual([]);
});

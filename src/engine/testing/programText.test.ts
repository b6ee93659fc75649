import { expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { printExpr } from '../ir/text/notation';
import type { Statement } from '../ir/types';
import { printProgram, printStatement } from './programText';

function lines(source: string): string {
  return printProgram(parseC(source).program);
}

test('a routine, its locals and its statements with their ids', () => {
  const text = lines(`
    double f(int n, const double *x) {
      double s = 0;
      for (int i = 0; i < n; i++) {
        if (x[i] > 1) continue;
        s += sin(x[i]) * (s - 2);
      }
      return s;
    }`);
  expect(text.replace(/\bs\d+ /g, 's# ').replace(/L\d+/g, 'L#')).toMatchInlineSnapshot(`
    "routine f(n: i32, x: f64[?]&) -> s: f64
      local i: i32
      s#  s = 0.0
      s#  L#: for i = 0 .. n - 1 {
      s#    if (x[i] > 1.0) {
      s#      next L#
            }
      s#    s = s + sin(x[i])*(s - 2.0)
          }
    "
  `);
});

test('a label that nothing jumps to is not shown', () => {
  expect(lines('void f(int n, double *x) { for (int i = 0; i < n; i++) x[i] = 0; }')).not.toMatch(/L\d/);
});

test('parentheses are those that the tree needs', () => {
  const right = (expression: string) => {
    const { program } = parseC(
      `double f(double a, double b, int i, bool p, bool q) { return ${expression}; }`,
    );
    const first = program.routines[0]?.body[0] as Statement;
    return first.kind === 'assign' ? printExpr(program, first.value) : printStatement(program, first);
  };
  expect(right('(a * b) + a / (b * a)')).toBe('a*b + a/(b*a)');
  expect(right('a - (b - a) - b')).toBe('a - (b - a) - b');
  expect(right('-(a + b) * -a')).toBe('-(a + b)*-a');
  expect(right('pow(-a, 2.5)')).toBe('(-a)**2.5');
  expect(right('i / 2 * 1.5')).toBe('f64(i/2)*1.5');
});

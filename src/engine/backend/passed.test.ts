import { describe, expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import { compileAndRun, compilerFor, FLAGS } from '../testing/compilers';
import { printC } from './c';
import { printFortran } from './fortran';

const SCALAR = `double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  return s;
}
void twice(double *x, int n) {
  for (int i = 0; i < n; i++) x[i] *= 2;
}
double kernel(double a) {
  double c = a + 1;
  twice(&c, 1);
  twice(&a, 1);
  return sum(&c, 1) * a;
}
`;

describe('a scalar passed where an array is expected', () => {
  const { program } = parseC(SCALAR);
  const printed = printFortran(program, null, { form: 'free' });

  test('is an array of one in Fortran, and takes back what was left there', () => {
    expect(printed.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(printed.text).toContain('c_cell(1) = c\n    call twice(c_cell, 1)\n    c = c_cell(1)\n');
    // What is only read need not come back.
    expect(printed.text).toMatch(/c_cell\(1\) = c\n +sum_value = sum_2\(c_cell, 1\)\n +kernel = /);
  });

  test.skipIf(!compilerFor('free'))('computes the same', () => {
    const main = `program main\n  use kernel_module\n  print '(f6.2)', kernel(1.5d0)\nend program main\n`;
    const { messages, output } = compileAndRun('free', printed.text + main);
    expect(messages).toBe('');
    expect(Number(output)).toBe(15);
  });

  test('is refused for a global that the routine could name too', () => {
    const given = `double g;
void f(double *x) { x[0] = 2 * x[1 - 1] + g; }
double kernel(double a) { g = a; f(&g); return g; }
`;
    const { diagnostics } = printFortran(parseC(given).program, null, { form: 'free' });
    expect(diagnostics.filter((d) => d.severity === 'error').map((d) => d.message)).toEqual([
      'f takes the global g as an array of one element, and could reach it by its name too: Fortran can’t say that.',
    ]);
  });
});

test.skipIf(!compilerFor('c'))(
  'an array that is passed as input before anything sets it starts at zero',
  () => {
    const source = `double first(const double *x, int n) { return n > 3 ? x[0] : 0; }
double kernel(double a) {
  double w[3];
  a += first(w, 2);
  w[0] = a;
  return a + w[0];
}
`;
    const { text } = printC(parseC(source).program, null);
    const main = `#include <stdio.h>\nint main(void) { printf("%g", kernel(1.5)); return 0; }\n`;
    const { messages, output } = compileAndRun('c', text + main, FLAGS.c);
    expect(messages).toBe('');
    expect(output).toBe('3');
  },
);

describe('numbers that their type does not hold', () => {
  const said = (statement: string) =>
    parseFortran(`subroutine s(x, i)\n  real :: x\n  integer(8) :: i\n  ${statement}\nend subroutine s\n`)
      .diagnostics.filter((d) => d.severity === 'error')
      .map((d) => d.message);
  test.each([
    ['i = 2147483648', '2147483648 is too large for INTEGER.'],
    ['i = 9223372036854775808_8', '9223372036854775808 is too large for INTEGER(8).'],
    ['x = 1e39', '1e39 is too large for REAL.'],
    ['x = 1d400', '1d400 is too large for DOUBLE PRECISION.'],
  ])('%s', (statement, message) => {
    expect(said(statement)).toEqual([message]);
  });
  test.each(['i = -2147483648', 'i = 9223372036854775807_8', 'x = 3.4e38', 'x = 1e-60'])(
    '%s is read',
    (one) => {
      expect(said(one)).toEqual([]);
    },
  );
});

test('a message names a variable as its source does', () => {
  const source = `double kernel(double x, int n) {
  for (int k = 0; k < 2; k++) {
    int n = k + 1;
    n++;
    double w[n];
    w[0] = x;
    x = w[0] * n;
  }
  return x * n;
}
`;
  const { diagnostics } = parseC(source);
  expect(diagnostics.map((d) => d.message)).toContain(
    'The size of this array depends on `n`, whose value at entry of the function does not tell it.',
  );
});

import { expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import { printC } from './c';
import { printFortran } from './fortran';
import { printJavaScript } from './javascript';

test('C takes no word of its own for a name', () => {
  const { program } = parseFortran(`
subroutine y1(int, double, exp)
  real(8) :: int, double, exp
  exp = int*double
end subroutine`);
  const { text, diagnostics } = printC(program, null);
  expect(text).toBe(
    'void y1_2(double *int_2, double *double_2, double *exp_2) {\n  *exp_2 = *int_2 * *double_2;\n}\n',
  );
  expect(diagnostics.map((d) => d.code)).toEqual(['renamed', 'renamed', 'renamed', 'renamed']);
});

test('Fortran tells no capitals apart, and starts names with letters', () => {
  const { program } = parseC('void scale(double X, double *x, double *_y) { *_y = X * *x; }');
  const { text, diagnostics } = printFortran(program, null, { form: 'free' });
  expect(text).toContain('subroutine scale_2(x, x_2, y)');
  expect(text).toContain('y = x * x_2');
  expect(diagnostics.map((d) => d.message)).toContain(
    '_y is called y in Fortran, which has another use for its name.',
  );
});

test('JavaScript keeps clear of what it runs on', () => {
  const { program } = parseC('double f(double let, double Math) { return let * sin(Math); }');
  expect(printJavaScript(program, null).text).toContain('return let_2 * Math.sin(Math_2);');
});

test('a result goes to where it belongs, without the temporary that lowering made', () => {
  const { program } = parseFortran(`
real(8) function f(x)
  real(8) :: x
  f = x*x
end function
subroutine g(x, y)
  real(8) :: x, y, f
  y = f(x)
end subroutine`);
  expect(printC(program, null).text).toContain('*y = f(x);');
});

test('names that are too long for Fortran and alike up to its limit stay apart', () => {
  const long = 'x'.repeat(70);
  const { program } = parseC(
    `double ${long}(double ${long}1, double ${long}2) { return ${long}1 * ${long}2; }`,
  );
  const { text } = printFortran(program, null, { form: 'free' });
  const [routine, first, second] = ['x'.repeat(60), `${'x'.repeat(58)}_2`, `${'x'.repeat(58)}_3`];
  expect(text.replaceAll(/ &\n +/g, '')).toContain(`function ${routine}(${first},${second})`);
});

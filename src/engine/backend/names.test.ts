import { expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import { differentiate } from '../index';
import { printC } from './c';
import { printFortran } from './fortran';

const SOURCE = `
double sigmoid(double sigmoid) {
  return 1 / (1 + sigmoid * sigmoid);
}
void twice(double *Twice) {
  double once = sigmoid(*Twice);
  *Twice = 2 * once;
}
`;

test('in Fortran what stands in a routine can’t be called as it is; the result only', () => {
  const { text, diagnostics } = printFortran(parseC(SOURCE).program, null, { form: 'free' });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(text).toContain('function sigmoid(sigmoid_2)');
  expect(text).toContain('sigmoid = 1.0d0 / (1.0d0 + sigmoid_2 * sigmoid_2)');
  expect(text).toContain('subroutine twice(twice_2)');
  expect(parseFortran(text).diagnostics).toEqual([]);
});

test('in C a parameter may have the name of its function', () => {
  const { text } = printC(parseC(SOURCE).program, null);
  expect(text).toContain('double sigmoid(double sigmoid) {');
  expect(parseC(text).diagnostics).toEqual([]);
});

test('a member that a function returns and its adjoint have names of their own, also where the primal has it', () => {
  const source =
    'typedef struct { double a, b; } T; static T mk(double u, const T *w) { T r = *w; r.a = 0.5*u*r.b; if (u > 0.5) r.b = r.a; return r; }\ndouble f(double x) { T t = {0.1, x}; t = mk(x, &t); return t.a; }';
  const options = { adjointLiveness: false, record: 'least' } as const;
  const { code } = differentiate({ source, language: 'c', routine: 'f', target: 'fortran', options });
  expect(code.text).toContain('subroutine mk_b(');
  expect(code.text).not.toMatch(/subroutine mk_b\(.*\bmk_b\b/);
});

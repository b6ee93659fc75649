import { expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
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

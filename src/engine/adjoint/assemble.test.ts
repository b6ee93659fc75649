import { expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { DEFAULT_OPTIONS } from '../pipeline/options';
import { generatedAdjoint } from '../testing/generated';
import { verify } from '../testing/verify';

test('a routine without an adjoint keeps its variables, the first of the program too', () => {
  const { program } = parseC(
    'int twice(int k) { return 2 * k; } double f(double x, int n) { return x * x * twice(n); }',
  );
  const made = generatedAdjoint(program, 'f', ['x'], ['f'], DEFAULT_OPTIONS);
  expect(made?.program.routines.map((r) => r.name)).toContain('twice');
  expect(made && verify(made.program)).toEqual([]);
});

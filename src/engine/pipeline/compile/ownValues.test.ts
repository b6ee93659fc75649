import { expect, test } from 'vitest';
import { execute, type Language } from '../..';

/* Texts that set all of their values themselves: what they start from are inputs, what they end with outputs. */

function run(source: string, language: Language) {
  const { ok, inputs, derivatives, check, diagnostics } = execute({ source, language });
  expect([ok, check.verdict]).toEqual([true, 'passed']);
  const [told] = diagnostics.filter(({ code }) => code === 'own-values');
  return { inputs, derivatives, told: told?.message };
}

test('a snippet that declares and sets each name', () => {
  const source = 'double a = 2, b = 3;\ndouble y = 0;\nfor (int i = 0; i < 2; i++) y += a * b;\n';
  const { inputs, derivatives, told } = run(source, 'c');
  expect(inputs).toEqual({ a: [2], b: [3], y: [0.9] });
  expect(derivatives).toEqual({ a: [6], b: [4] });
  expect(told).toBe(
    'The snippet sets all of its values itself: what it starts from counts as input (`a`, `b`), what it ends with as output (`y`).',
  );
});

test('a snippet that declares its result only', () => {
  const { derivatives, told } = run('double t = x * x;\ndouble y = 3 * t;\n', 'c');
  expect(Object.keys(derivatives)).toEqual(['x']);
  expect(told).toBe('The snippet keeps its results to itself: what it ends with as output (`y`).');
});

test('a name that nothing declares, set to a number first', () => {
  expect(run('x = 2.0;\ny = x * x;\n', 'c')).toMatchObject({ inputs: { x: [2] }, derivatives: { x: [4] } });
});

test('main programs in both languages, arrays with them', () => {
  const main =
    '#include <stdio.h>\nint main(void) {\n  double v[2] = {1, 3}, s;\n  s = v[0] * v[1];\n  printf("%g", s);\n}\n';
  expect(run(main, 'c')).toMatchObject({ inputs: { v: [1, 3] }, derivatives: { v: [3, 1] } });
  const scalar = 'program p\nreal(8) :: x, s\nx = 3\ns = x**2\nprint *, s\nend\n';
  expect(run(scalar, 'fortran')).toMatchObject({ inputs: { x: [3] }, derivatives: { x: [6] } });
});

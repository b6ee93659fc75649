import { describe, expect, test } from 'vitest';
import { evaluateFormula, parseFormula } from './formula';

const scope = {
  element: 2,
  indices: [3, 5],
  input: (name: string, index: number | null) =>
    name === 'n' ? 4 : name === 'a' ? ([10, 20, 30][index === null ? 2 : index - 1] ?? null) : null,
};

function value(text: string): number | string {
  const parsed = parseFormula(text);
  return 'error' in parsed ? parsed.error : evaluateFormula(parsed.formula, scope);
}

describe('a formula', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['-2 ^ 2', -4],
    ['2 ^ 3 ^ 2', 512],
    ['2 ** -1', 0.5],
    ['(i + 10 * j) / n', 13.25],
    ['1.5e1 - .5d0', 14.5],
    ['sin(pi / 2) + fabs(-1)', 2],
    ['max(i, j) + mod(7, n)', 8],
    ['a + a(1) + a[2]', 60],
    ['linspace(0, 1, 5)', 0.5],
    ['linspace(0, 1, 1)', 0],
  ])('%s', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  test('draws the same pseudo-random numbers every time', () => {
    expect(value('random(1)')).toBe(value('random(1)'));
    expect(value('random(1)')).not.toBe(value('random(2)'));
    expect(value('random(1)')).toBeGreaterThanOrEqual(0);
    expect(value('random(1)')).toBeLessThan(1);
  });

  test.each([
    ['', 'it ends too early'],
    ['1 +', 'it ends too early'],
    ['(1', "a ')' is missing"],
    ['1 2', "'2' does not continue a formula"],
    ['sin(1', 'sin has no closing bracket'],
    ['sin(1, 2)', 'sin takes 1 argument'],
    ['f(1)', 'there is no function f'],
    ['x', 'there is no input x'],
    ['1 $ 2', "'$' does not continue a formula"],
    ['constructor(1)', 'there is no function constructor'],
    ['('.repeat(10_000), 'it is nested too deeply'],
    ['-'.repeat(10_000), 'it is nested too deeply'],
  ])('%s has no value', (text, expected) => {
    expect(value(text)).toBe(expected);
  });
});

import { describe, expect, test } from 'vitest';
import type { Affine } from '../../ir/subscripts';
import type { VariableId } from '../../ir/types';
import { randomFrom } from '../../testing/prng';
import { type Constraint, hasNoSolution } from './integerPoints';

const a = (constant: number, ...coefficients: readonly number[]): Affine => ({
  terms: new Map(coefficients.flatMap((c, v) => (c === 0 ? [] : [[v as VariableId, c] as const]))),
  constant,
});
const zero = (x: Affine): Constraint => ({ kind: 'zero', a: x });
const least = (x: Affine): Constraint => ({ kind: 'atLeastZero', a: x });

describe('systems over the integers', () => {
  test('a gcd that does not divide', () => {
    expect(hasNoSolution([zero(a(1, 2, -2))])).toBe(true);
    expect(hasNoSolution([zero(a(1, 2, -3))])).toBe(false);
    expect(hasNoSolution([zero(a(1, 6, 10, 15))])).toBe(false);
    expect(hasNoSolution([zero(a(1, 6, 10, 14))])).toBe(true);
  });
  test('real solutions between two integers', () => {
    // 1 <= 3x <= 2
    expect(hasNoSolution([least(a(-1, 3)), least(a(2, -3))])).toBe(true);
    // 3x = 2y + 1 with 2 <= x, y <= 3
    const within = [least(a(-2, 1)), least(a(3, -1)), least(a(-2, 0, 1)), least(a(3, 0, -1))];
    expect(hasNoSolution([zero(a(-1, 3, -2)), ...within])).toBe(true);
    expect(hasNoSolution([zero(a(0, 3, -2)), ...within])).toBe(false);
  });
  test('divisibility', () => {
    const odd: Constraint = { kind: 'divisible', a: a(1, 1), divisor: 2 };
    expect(hasNoSolution([odd, zero(a(-4, 1))])).toBe(true);
    expect(hasNoSolution([odd, zero(a(-5, 1))])).toBe(false);
  });
  test('coefficients beyond what a double holds prove nothing', () => {
    const huge = 2 ** 45;
    expect(hasNoSolution([least(a(1, huge, -huge + 1)), least(a(-1, -huge, huge + 1))])).toBe(false);
  });
});

test('what is proven empty has no point in a box; what has none there is mostly proven', () => {
  const random = randomFrom(7);
  const box = [0, 1, 2].flatMap((v) => {
    const unit = [0, 0, 0].map((_, k) => (k === v ? 1 : 0));
    return [least(a(4, ...unit)), least(a(4, ...unit.map((c) => -c)))];
  });
  let empty = 0;
  let proven = 0;
  for (let n = 0; n < 600; n++) {
    const drawn = () => a(random.int(-7, 7), random.int(-3, 3), random.int(-3, 3), random.int(-3, 3));
    const system = Array.from({ length: random.int(1, 4) }, (): Constraint => {
      const kind = random.int(0, 3);
      if (kind === 0) return { kind: 'divisible', a: drawn(), divisor: random.int(2, 4) };
      return kind === 1 ? zero(drawn()) : least(drawn());
    });
    const holds = (c: Constraint, at: readonly number[]) => {
      const value = [...c.a.terms].reduce((sum, [id, k]) => sum + k * (at[id] as number), c.a.constant);
      if (c.kind === 'divisible') return value % c.divisor === 0;
      return c.kind === 'zero' ? value === 0 : value >= 0;
    };
    const range = Array.from({ length: 9 }, (_, k) => k - 4);
    const some = range.some((x) =>
      range.some((y) => range.some((z) => system.every((c) => holds(c, [x, y, z])))),
    );
    const says = hasNoSolution([...system, ...box]);
    expect(says && some).toBe(false);
    if (!some) empty++;
    if (says) proven++;
  }
  expect(empty).toBeGreaterThan(100);
  expect(proven).toBeGreaterThan(0.9 * empty);
});

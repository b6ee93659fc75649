import { expect, test } from 'vitest';
import { constant, convert, multiply, variable } from './build';
import type { Expr, VariableId } from './types';

/* What is simplified while it is built, and what must not be. */

const [n, m] = [variable(0 as VariableId, 'i32'), variable(1 as VariableId, 'i32')];
const unary = (op: 'negate' | 'complement', operand: Expr): Expr => ({
  kind: 'unary',
  op,
  operand,
  type: operand.type,
  span: operand.span,
});

test('a minus comes out of a product, from either side; other signs stay', () => {
  expect(multiply(n, unary('negate', m))).toEqual(unary('negate', multiply(n, m)));
  expect(multiply(unary('negate', n), m)).toEqual(unary('negate', multiply(n, m)));
  expect(multiply(n, unary('complement', m))).toMatchObject({ op: 'multiply', right: { op: 'complement' } });
  expect(multiply(unary('complement', n), m)).toMatchObject({ op: 'multiply', left: { op: 'complement' } });
});

test('an integer constant is converted at once where it fits', () => {
  const five = 5_000_000_000;
  expect(convert(constant(7, 'i64'), 'i32')).toMatchObject({ kind: 'constant', value: 7, type: 'i32' });
  expect(convert(constant(five, 'i64'), 'i32')).toMatchObject({ kind: 'convert', type: 'i32' });
  expect(convert(constant(-(2 ** 31), 'i32'), 'i64')).toMatchObject({ kind: 'constant', type: 'i64' });
});

test('what was widened, and at most got another sign, is itself again in single precision', () => {
  const [single, double] = [variable(2 as VariableId, 'f32'), variable(3 as VariableId, 'f64')];
  const wide = convert(single, 'f64');
  expect(convert(wide, 'f32')).toEqual(single);
  expect(convert(unary('negate', wide), 'f32')).toEqual(unary('negate', single));
  expect(convert(convert(double, 'f32'), 'f64')).toMatchObject({
    kind: 'convert',
    operand: { kind: 'convert' },
  });
  expect(convert(multiply(constant(3, 'f64'), wide), 'f32')).toMatchObject({ kind: 'convert', type: 'f32' });
});

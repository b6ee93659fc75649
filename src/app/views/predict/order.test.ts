import { expect, test } from 'vitest';
import type { PredictQuestion } from '../../../engine/pipeline/results';
import { mixed } from './PredictView';

test('every question comes once, and kinds take turns', () => {
  const make = (kind: string, n: number) =>
    Array.from({ length: n }, (_, k) => ({ kind, id: `${kind}${k}` }) as PredictQuestion);
  const all = [...make('set', 5), ...make('next', 2), ...make('recorded', 1)];
  const order = mixed(all, () => 0.4);
  expect(new Set(order)).toEqual(new Set(all));
  expect(order.slice(0, 3).map(({ kind }) => kind)).toEqual(['set', 'next', 'recorded']);
  expect(order.slice(-2).map(({ kind }) => kind)).toEqual(['set', 'set']);
});

import { expect, test } from 'vitest';
import { without, worstFirst } from './broken';

const component = (name: string, relativeError: number, wrong: boolean) => ({
  name,
  index: 0,
  right: 1,
  broken: 2,
  difference: null,
  relativeError,
  wrong,
});

test('the worst component stands on top, the right ones last', () => {
  const all = [
    component('a', 0, false),
    component('b', 0.5, true),
    component('c', Number.NaN, true),
    component('d', 0, false),
  ];
  expect(worstFirst(all).map(({ name }) => name)).toEqual(['c', 'b', 'a', 'd']);
  expect(worstFirst(Array.from({ length: 40 }, () => component('x', 1, true)))).toHaveLength(12);
});

test('a recording is taken away once, and no longer forced', () => {
  expect(without({ without: ['p'], with: ['q'] }, 'q')).toEqual({ without: ['p', 'q'], with: [] });
  expect(without({ without: ['p'], with: [] }, 'p')).toEqual({ without: ['p'], with: [] });
});

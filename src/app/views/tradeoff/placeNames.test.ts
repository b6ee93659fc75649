import { expect, test } from 'vitest';
import { placeNames } from './placeNames';

const ROOM = { width: 300, height: 200, letter: 12 };

test('names stand beside their points, inside, the first in rank first, and none over another', () => {
  const [one] = placeNames([{ x: 100, y: 100, text: 'TBR', rank: 1 }], ROOM);
  expect(one).toMatchObject({ text: 'TBR', anchor: 'start' });
  expect(one?.x).toBeGreaterThan(100);
  const [edge] = placeNames([{ x: 290, y: 100, text: 'least tape', rank: 1 }], ROOM);
  expect(edge).toMatchObject({ anchor: 'end' });
  const crowd = Array.from({ length: 40 }, (_, k) => ({
    x: 150 + k / 10,
    y: 100,
    text: `name ${k}`,
    rank: 40 - k,
  }));
  const names = placeNames(crowd, ROOM);
  expect(names[0]?.text).toBe('name 39');
  expect(names.length).toBeLessThan(crowd.length);
  expect(new Set(names.map(({ x, y }) => `${x} ${y}`)).size).toBe(names.length);
});

import { expect, test } from 'vitest';
import { fitChips } from './fitChips';

const on = (...texts: string[]) => texts.map((text) => ({ text, on: true }));

test('what fits is shown whole', () => {
  expect(fitChips(400, [on('f'), on('x', 'y')])).toEqual([1, 2]);
});

test('the longer group gives way first, and then both in turn', () => {
  const groups = [on('hares', 'lynxes'), on('dt', 'rate', 'hares', 'lynxes')];
  expect(fitChips(600, groups)).toEqual([2, 4]);
  expect(fitChips(380, groups)).toEqual([2, 2]);
  expect(fitChips(270, groups)).toEqual([1, 1]);
  expect(fitChips(250, groups)).toEqual([1, 0]);
});

test('where nothing fits nothing is shown but what opens the list', () => {
  expect(fitChips(10, [on('temperature_of_the_outer_wall'), on('x')])).toEqual([0, 0]);
  expect(fitChips(10, [[], []])).toEqual([0, 0]);
});

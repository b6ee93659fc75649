import { expect, test } from 'vitest';
import { controlFlow } from '../../testing/controlTexts';
import { findEndlessLoops } from './endless';

const found = (text: string) =>
  findEndlessLoops(controlFlow(text).graph).map(
    ({ statement, vertices }) => `${statement?.kind} ${vertices.length}`,
  );

test('loops without a way out are found, and no others', () => {
  expect(found('L:\nA\ngoto L')).toEqual(['while 3']);
  expect(found('if ?1 {\nL:\nA\ngoto L\n}')).toEqual(['while 3']);
  expect(found('L:\nA\nif ?1 {\nexit return\n}\ngoto L')).toEqual([]);
  expect(found('L:\nA\nif ?1 {\nstop\n}\ngoto L')).toEqual([]);
  expect(found('while ?1 {\nA\n}')).toEqual([]);
  expect(found('L:\nif ?1 {\nM:\nA\ngoto M\n}\ngoto L')).toEqual(['while 3']);
  expect(found('if ?1 {\ngoto M\n}\nL:\nA\nM:\nB\ngoto L')).toEqual(['undefined 4']);
});

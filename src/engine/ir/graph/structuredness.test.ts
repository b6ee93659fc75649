import { expect, test } from 'vitest';
import { controlFlow } from '../../testing/controlTexts';
import { regions } from './structuredness';

function show(text: string): string[] {
  const { graph } = controlFlow(text);
  return regions(graph).map(
    ({ kind, head, members, structured }) =>
      `${kind} at ${graph.vertices[head]?.kind} of ${members.count()}${structured ? '' : ', not structured'}`,
  );
}

test('structured regions', () => {
  expect(show('while ?1 {\nif ?2 {\nA\n} else {\nB\n}\n}')).toEqual([
    'loop at LOOP of 6',
    'branch at BRANCH of 3',
  ]);
  expect(show('do {\nA\n} while ?1')).toEqual(['loop at JOIN of 3']);
});

test('a jump out of a loop spoils the loop, and what is around it stays', () => {
  expect(show('if ?1 {\nwhile ?2 x {\nif ?3 {\nexit x\n}\nA\n}\n}')).toEqual([
    'loop at LOOP of 5, not structured',
    'branch at BRANCH of 7',
    'branch at BRANCH of 5, not structured',
  ]);
});

test('a region that is entered twice is not structured', () => {
  const found = show('if ?1 {\ngoto M\n}\nL:\nA\nM:\nB\nif ?2 {\ngoto L\n}');
  expect(found).toEqual(['branch at BRANCH of 3, not structured', 'branch at BRANCH of 5, not structured']);
});

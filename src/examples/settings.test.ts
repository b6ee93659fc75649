import { expect, test } from 'vitest';
import { checkPlayground } from '../app/store/links/permalink';
import { OFFERED, VIEWS } from '../app/views/registry';
import { PREDICTED } from '../lessons/format';
import { sectionsOf } from '../lessons/settings';
import { EXAMPLES, playgroundOf } from '.';
import { KERNELS } from './example';
import { PAPER_ITEMS } from './papers';
import items from './papers.md?raw';

const KNOWN = {
  kernels: ['as', 'title', 'level', 'concept', 'question', 'open', 'look', 'independents', 'inputs'],
  papers: ['kernel', 'routine', 'mode', 'options', 'open', 'stand', 'directive', 'before'],
};

test('kernels and items of papers are set by settings that are read, to values that the page has', () => {
  for (const fields of KERNELS.values())
    expect(KNOWN.kernels).toEqual(expect.arrayContaining(Object.keys(fields)));
  for (const { fields } of sectionsOf(items))
    expect(KNOWN.papers).toEqual(expect.arrayContaining(Object.keys(fields)));
  const opened = [...EXAMPLES, ...PAPER_ITEMS.flatMap(({ example }) => example ?? [])];
  for (const example of opened) {
    const playground = playgroundOf(example);
    expect(checkPlayground(playground, ''), example.id).toEqual(playground);
    const { arrangement, view, question } = example;
    if (question) expect(PREDICTED, example.id).toContain(question);
    if (arrangement)
      expect(
        OFFERED.map(({ id }) => id),
        example.id,
      ).toContain(arrangement);
    if (view)
      expect(
        VIEWS.map(({ id }) => id),
        example.id,
      ).toContain(view);
  }
});

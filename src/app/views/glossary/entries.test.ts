import { expect, test } from 'vitest';
import { citationsIn } from '../../../examples/citations';
import { LESSONS } from '../../../lessons';
import { lessonOf } from '../../../lessons/format';
import { ENTRIES, found } from './entries';
import { TERMS } from './terms';

test('every term of the cards is in it, each once, with an equation and a place to see it', () => {
  const names = ENTRIES.map(({ name }) => name);
  for (const { name } of TERMS) expect(names).toContain(name);
  expect(new Set(ENTRIES.map(({ id }) => id)).size).toBe(ENTRIES.length);
  for (const { name, meaning, equation, paper, live } of ENTRIES) {
    expect(citationsIn(paper), name).not.toContain(null);
    expect(meaning, name).toMatch(/^[A-Z“`].*\.$/);
    expect(equation, name).not.toBe('');
    const lesson = LESSONS.find(({ id }) => id === live.lesson);
    expect(lesson && lessonOf(lesson).steps[live.step], name).toBeDefined();
  }
});

test('names are found before what only mentions a word', () => {
  expect(found('kill')[0]?.name).toBe('kill');
  expect(found('').length).toBe(ENTRIES.length);
  expect(found('no such word at all')).toEqual([]);
});

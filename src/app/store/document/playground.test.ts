import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../../examples';
import { guessLanguage, looksFixedForm } from './language';
import { analysisKey, EMPTY_PLAYGROUND, parseInput, runKey, runOf } from './playground';

describe('an input field reads', () => {
  const cases: [text: string, input: ReturnType<typeof parseInput>][] = [
    ['', undefined],
    ['  ', undefined],
    ['2', 2],
    ['-0.5', -0.5],
    ['−3', -3],
    ['.5', 0.5],
    ['1e-3', 1e-3],
    ['1.5d0', 1.5],
    ['2D-3', 2e-3],
    ['.true.', 1],
    ['1, 2, 3', [1, 2, 3]],
    ['[1 2 3]', [1, 2, 3]],
    ['sin(i)', 'sin(i)'],
    ['1 + i', '1 + i'],
    ['n', 'n'],
  ];
  test.each(cases)('“%s”', (text, input) => {
    expect(parseInput(text)).toEqual(input);
  });
});

test('what has no say in a result is no part of its key', () => {
  const other = { ...EMPTY_PLAYGROUND, note: 'hello', inputs: { x: '1' } };
  expect(analysisKey(other)).toBe(analysisKey({ ...EMPTY_PLAYGROUND }));
  expect(analysisKey({ ...other, source: 'x' })).not.toBe(analysisKey(other));
});

test('seeds and directions that are no numbers are left to the engine’s defaults', () => {
  const playground = {
    ...EMPTY_PLAYGROUND,
    source: 'f = g(x, y)',
    seeds: { f: '1', g: 'x' },
    directions: { x: ['1 2', '3 4'], y: ['?'] },
  };
  expect(runOf(playground, {})).toMatchObject({
    seeds: { f: [1] },
    directions: {
      x: [
        [1, 2],
        [3, 4],
      ],
    },
  });
  expect(runOf(playground, {}).directions).not.toHaveProperty('y');
});

test('what was typed for names that the text has no more waits for them', () => {
  const playground = {
    ...EMPTY_PLAYGROUND,
    source: 'subroutine S(A)\n common /blk/ c',
    inputs: { a: '1', 'blk.c': '2', b: '3', lk: '4' },
    seeds: { b: '1' },
  };
  expect(runOf(playground, {}).inputs).toEqual({ a: 1, 'blk.c': 2 });
  expect(runOf(playground, {})).not.toHaveProperty('seeds');
});

describe('the language of a text', () => {
  test.each(EXAMPLES.map((each) => [each.id, each] as const))('%s is told by its content', (_, example) => {
    expect(guessLanguage(example.source)).toBe(example.language);
  });
  test('is open for a text without marks', () => {
    expect(guessLanguage('')).toBeNull();
    expect(guessLanguage('x = y * z')).toBeNull();
  });
  test('fixed form is told from free form', () => {
    for (const { id, source, language } of EXAMPLES) {
      if (language === 'fortran') expect(looksFixedForm(source), id).toBe(id.endsWith('.f'));
    }
  });
});

test('a key does not depend on the order in which the choices came', () => {
  const { naming, ...others } = EMPTY_PLAYGROUND.options;
  const given = { ...EMPTY_PLAYGROUND, source: 'x = y', inputs: { x: '1', y: '2' } };
  const same = { ...given, inputs: { y: '2', x: '1' }, options: { naming, ...others } };
  expect(runKey(same)).toBe(runKey(given));
  expect(analysisKey(same)).toBe(analysisKey(given));
  expect(runKey({ ...given, inputs: { x: '2', y: '1' } })).not.toBe(runKey(given));
});

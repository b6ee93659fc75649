import { expect, test } from 'vitest';
import { OPTIONS } from '../engine/pipeline/optionTable';
import { parseLesson } from './format';
import format from './format.md?raw';
import { playgroundOfStep } from './start';
import template from './template.md?raw';

test('the template is understood, and so is the example of the format’s own page', () => {
  expect(parseLesson(template).problems).toEqual([]);
  const [, example = ''] = /````markdown\n([\s\S]*?)\n````/.exec(format) ?? [];
  const lesson = parseLesson(example);
  expect(lesson.problems).toEqual([]);
  expect(lesson.steps.length).toBeGreaterThan(1);
});

test('the page of the format names every option', () => {
  for (const name of Object.keys(OPTIONS)) expect(format).toContain(`\`${name}\``);
});

test('a step takes settings, text, a kernel, choices, an answer and what to try', async () => {
  const { steps, problems } = parseLesson(
    [
      '---',
      'title: T',
      '---',
      '## One',
      'inputs: x = 2; a = 1, 2',
      'options: record = all; merge = off',
      'open: graphs',
      '',
      'First `a < b`',
      'goes on.',
      '',
      '- one',
      '- two',
      '',
      '```c kernel',
      '## not a step',
      'double f(double x) { return x; }',
      '```',
      '- [ ] no',
      '- [x] yes',
      '### Answer',
      'So it is.',
      '### Now you',
      'Go on.',
    ].join('\n'),
  );
  expect(problems).toEqual([]);
  expect(steps).toHaveLength(1);
  const [step] = steps;
  expect(step).toMatchObject({ title: 'One', open: 'graphs', ask: { kind: 'choice' } });
  expect(step?.text).toEqual([
    { kind: 'paragraph', text: 'First `a < b` goes on.' },
    { kind: 'list', items: ['one', 'two'] },
  ]);
  const playground = await playgroundOfStep(steps, 0);
  expect(playground).toMatchObject({
    inputs: { x: '2', a: '1, 2' },
    options: { record: 'all', merge: false, activity: true },
  });
  // What goes on with the step before changes what it says, and keeps the rest.
  const next =
    '---\n---\n## A\ninputs: x = 1; y = 2\n\n```c kernel\nx\n```\n## B\ninputs: x = 3\noptions: merge = off\n';
  expect(await playgroundOfStep(parseLesson(next).steps, 1)).toMatchObject({
    source: 'x\n',
    inputs: { x: '3', y: '2' },
    options: { merge: false },
  });
});

test('what is not understood is told with its line, and the rest stays', async () => {
  const text =
    '---\ntitle: T\ncolour: red\n---\n## A\nask: guess\n\ntext\n## B\nstate: nowhere\nsize: 3\n\n### Else\n';
  const { steps, problems, title } = parseLesson(text);
  expect(title).toBe('T');
  expect(steps.map((step) => step.title)).toEqual(['A', 'B']);
  expect(problems.map(({ line }) => line)).toEqual(
    [3, 5, 11, 13, 9].toSorted(
      (a, b) => problems.findIndex((p) => p.line === a) - problems.findIndex((p) => p.line === b),
    ),
  );
  expect(await playgroundOfStep(steps, 1)).toMatch(/No step/);
  expect(parseLesson('').steps).toEqual([]);
  expect(
    await playgroundOfStep(parseLesson('---\n---\n## A\noptions: speed = 9\n\n```c kernel\nx\n```').steps, 0),
  ).toMatch(/speed/);
});

test('no text breaks it', () => {
  const pieces = [
    '---\n',
    '## ',
    '### ',
    '```c kernel\n',
    '```',
    'ask: set required before line 2\n',
    '- [x] ',
    '`',
    '**',
    '<img src=x onerror=alert(1)>',
    '__proto__: 1\n',
    'inputs: __proto__ = 3\n',
    '\u0000',
    '\n\n',
  ];
  for (let seed = 1; seed < 400; seed++) {
    let state = seed;
    const next = () => (state = (state * 48271) % 2147483647);
    const text = Array.from({ length: 12 }, () => pieces[next() % pieces.length]).join('');
    expect(() => parseLesson(text)).not.toThrow();
  }
  expect(Object.getPrototypeOf(parseLesson('---\n__proto__: 1\n---\n').states)).toBe(Object.prototype);
});

import { describe, expect, test } from 'vitest';
import { analysisKey, runOf } from '../app/store/document/playground';
import {
  differentiate,
  eliminate,
  execute,
  explain,
  judgeAnswer,
  type PredictQuestion,
  predictions,
} from '../engine';
import { LESSONS } from '.';
import { eliminationOf, questionOf } from './ask';
import { type LessonFile, lessonOf } from './format';
import { playgroundOfStep } from './start';

/** What a step asks, answered by the engine. */
async function questionAt(file: LessonFile, at: number): Promise<PredictQuestion | null> {
  const { steps } = lessonOf(file);
  const ask = steps[at]?.ask ?? null;
  const playground = await playgroundOfStep(steps, at);
  if (typeof playground === 'string') throw new Error(playground);
  const request = runOf(playground, {});
  const differentiation = differentiate(request);
  expect(differentiation.ok, analysisKey(playground)).toBe(true);
  if (ask === null) return null;
  const options = eliminationOf(ask);
  const block = { request: { ...request }, block: 0, outputs: 'needed' as const };
  const found = questionOf(ask, {
    source: playground.source,
    questions: ask.kind === 'predict' ? predictions(request, 1, 400).questions : [],
    differentiation,
    execution: ask.kind === 'number' ? execute(request) : null,
    eliminated: options === null ? null : eliminate(block, options).multiplications,
  });
  if (typeof found === 'string') throw new Error(`${steps[at]?.title}: ${found}`);
  for (const { subject } of found.choices)
    if (subject !== null) expect(explain(differentiation, subject, request.inputs).short).not.toBe('');
  return found;
}

const rightOf = ({ form, value, choices }: PredictQuestion) =>
  form === 'number' ? (value as number) : choices.filter(({ right }) => right).map((each) => each.value);

/** What the texts of the lessons say is right: statements by their line. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  '1-chain-rule': ['24', '12', 'line 4', '`y * fb`', '14', 'vertex −4'],
  '2-increments': ['11', 'Yes, it is reset', 'No', 'No', '`x`', '3.2'],
  '3-why-store': ['line 2, line 3', '`y` of line 3', '3', '', '5', '5'],
  '4-to-be-recorded': ['`x`, `y`, `a`', 'line 4, line 5', '`x`, `a`, `b`', '`a`', '`x`', 'line 5', 'line 3'],
  '5-control': ['line 5', 'line 4', '3', 'line 4', '0', '4'],
  '6-forward-sweep': ['line 5', '`x`, `y`, `b`', 'line 3, line 4, line 5', 'line 2, line 3, line 4', '', ''],
  '7-calls': ['1.0252', 'line 7', '2', '', '2', '6'],
  '8-elimination': ['1.7524', '3', '6', '4', '6', '14'],
  '9-checking': ['12', '1e-8', '1', '1', '0', '⟨s, J·d⟩ and ⟨Jᵀ·s, d⟩'],
};

describe.each(LESSONS.map((file) => [file.id, file] as const))('%s', (id, file) => {
  const { steps, problems, about } = lessonOf(file);

  test('is understood, and has six to ten steps', () => {
    expect(problems).toEqual([]);
    expect(about).toMatch(/\.$/);
    expect(steps.length).toBeGreaterThanOrEqual(6);
    expect(steps.length).toBeLessThanOrEqual(10);
    expect(steps.at(-1)?.now).not.toEqual([]);
  });

  test('every question is answered by the engine, as the text says', async () => {
    const answers: string[] = [];
    for (const [at, step] of steps.entries()) {
      const question = await questionAt(file, at);
      expect(step.answer, step.title).not.toEqual([]);
      if (question === null) continue;
      const right = rightOf(question);
      expect(judgeAnswer(question, right).right).toBe(true);
      answers.push(
        typeof right === 'number'
          ? String(Number(right.toPrecision(5)))
          : question.choices
              .filter((each) => each.right)
              .map(({ title }) => /^line \d+|^vertex [−\d]+|^.* of line \d+/.exec(title)?.[0] ?? title)
              .join(', '),
      );
    }
    expect(answers).toEqual(SAID[id]);
  });
});

test('what the choices of the lessons’ own say is so', async () => {
  const kernel = async (id: string, at: number) => {
    const file = LESSONS.find((each) => each.id === id) as LessonFile;
    const playground = await playgroundOfStep(lessonOf(file).steps, at);
    if (typeof playground === 'string') throw new Error(playground);
    return runOf(playground, {});
  };
  expect(differentiate(await kernel('1-chain-rule', 3)).code.text).toContain('= y * fb');
  const request = await kernel('9-checking', 1);
  const at = (x: number) => execute({ ...request, inputs: { x } }).outputs.f?.[0] as number;
  const errors = [1e-15, 1e-8, 1e-2].map((h) => Math.abs((at(2 + h) - at(2)) / h - 12));
  expect(Math.min(...errors)).toBe(errors[1]);
  expect(execute(await kernel('9-checking', 5)).check.dotProduct?.passed).toBe(true);
});

import type { Judgement, PredictQuestion } from '../pipeline/results';

/** A number that was read off and rounded to four digits or more counts as right. */
const CLOSE = 5e-4;

/** Compares an answer with the question's own facts: values of choices, or a number. */
export function judge(question: PredictQuestion, given: readonly string[] | number): Judgement {
  if (question.form === 'number') {
    const { value } = question;
    const right = typeof given === 'number' && value !== null && isClose(given, value);
    return { right, choices: [] };
  }
  const chosen = new Set(typeof given === 'number' ? [] : given);
  const choices = question.choices.flatMap(({ value, right }): Judgement['choices'] => {
    if (right) return [{ value, verdict: chosen.has(value) ? 'right' : 'missed' }];
    return chosen.has(value) ? [{ value, verdict: 'wrong' }] : [];
  });
  return { right: choices.every(({ verdict }) => verdict === 'right'), choices };
}

function isClose(given: number, value: number): boolean {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return Math.abs(given - value) <= CLOSE;
  return Math.abs(given - value) <= CLOSE * Math.max(Math.abs(value), 1e-3);
}

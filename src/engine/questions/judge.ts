import type { Judgement, PredictQuestion } from '../pipeline/results';

/** Numbers that were read off, rounded to four digits or more, are meant. */
const CLOSE = 5e-4;

/** Holds an answer against the question's own facts: values of choices, or a number. */
export function judge(question: PredictQuestion, given: readonly string[] | number): Judgement {
  if (question.form === 'number') {
    const { value } = question;
    const right = typeof given === 'number' && value !== null && isClose(given, value);
    return { right, score: right ? 1 : 0, choices: [] };
  }
  const chosen = new Set(typeof given === 'number' ? [] : given);
  const choices = question.choices.flatMap(({ value, right }): Judgement['choices'] => {
    if (right) return [{ value, verdict: chosen.has(value) ? 'right' : 'missed' }];
    return chosen.has(value) ? [{ value, verdict: 'wrong' }] : [];
  });
  const count = (verdict: string) => choices.filter((each) => each.verdict === verdict).length;
  const [found, missed, wrong] = [count('right'), count('missed'), count('wrong')];
  const right = missed === 0 && wrong === 0;
  return { right, score: right ? 1 : Math.max(0, (found - wrong) / Math.max(1, found + missed)), choices };
}

function isClose(given: number, value: number): boolean {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return Math.abs(given - value) <= CLOSE;
  return Math.abs(given - value) <= CLOSE * Math.max(Math.abs(value), 1e-3);
}

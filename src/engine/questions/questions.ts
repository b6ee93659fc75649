/**
 * What can be asked of a kernel before it is shown, and what is right, by the facts of a differentiation and of one run. No
 * rules of its own are applied: the sets, recordings and lines are those of the result, the values those of the run.
 */
import type { Differentiation, PredictQuestion, Trace } from '../pipeline/results';
import { Names } from './names';
import { programQuestions } from './program';
import { drawFrom } from './random';
import { runQuestions } from './run';

export function questionsAbout(
  d: Differentiation,
  trace: Trace | null,
  seed: number,
  most: number,
  asked: string | null,
): PredictQuestion[] {
  const names = new Names(d);
  const run = trace === null ? [] : runQuestions(d, names, trace, drawFrom(seed), most);
  return [...programQuestions(d, names, drawFrom(seed), most, asked), ...run];
}

import type { AnalysisSteps, EvaluationStep } from '../../../engine/pipeline/results';

/** A step of the structured form, with what it changed against the last time that the same node came to a result. */
export interface Evaluated extends EvaluationStep {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function evaluated(evaluation: NonNullable<AnalysisSteps['evaluation']>): Evaluated[] {
  const last = new Map<string, readonly string[]>();
  return evaluation.map((step) => {
    const key = `${step.statement} ${step.kind}`;
    const before = last.get(key) ?? step.in[0] ?? [];
    last.set(key, step.out);
    return {
      ...step,
      added: step.out.filter((each) => !before.includes(each)),
      removed: before.filter((each) => !step.out.includes(each)),
    };
  });
}

/** What each statement has come to after a step: the result of its last evaluation so far. */
export function resultsAt(steps: readonly Evaluated[], at: number): ReadonlyMap<string, Evaluated> {
  const results = new Map<string, Evaluated>();
  for (const step of steps.slice(0, at + 1)) results.set(step.statement, step);
  return results;
}

/** The step in a sentence, for the eye and the ear. */
export function toldStep(step: Evaluated, direction: AnalysisSteps['direction'], join: string): string {
  const parts = [
    step.added.length > 0 ? `${step.added.join(', ')} ${step.added.length > 1 ? 'come' : 'comes'} in` : '',
    step.removed.length > 0
      ? `${step.removed.join(', ')} ${step.removed.length > 1 ? 'go' : 'goes'} out`
      : '',
  ].filter(Boolean);
  const change = parts.length > 0 ? `${parts.join('; ')}.` : 'Nothing changes.';
  switch (step.kind) {
    case 'statement':
      return `The set is taken through it, ${direction}. ${change}`;
    case 'join':
      return `Its arms meet: the ${join} of ${step.in.length} sets. ${change}`;
    case 'loop':
      return `A loop: the closure of its body’s summary says what any number of trips adds, so its body is gone through once. ${change}`;
  }
}

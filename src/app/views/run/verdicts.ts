import type { Certificate, Differentiation, Execution } from '../../../engine/pipeline/results';
import { placed } from '../../store/results/lookup';

/** What the exact check says, beside what differences say of the same run. */
export interface Said {
  readonly verdict: 'passed' | 'failed' | 'none';
  readonly word: string;
  readonly sentence: string;
  /** What it rests on; empty where there is nothing to rest on. */
  readonly rest: string;
  /** Where certificate and differences disagree: which of them is to be believed, and why. */
  readonly disagreement: string;
}

export function saidOf({ verdict, note }: Certificate, check: Execution['check']['verdict']): Said {
  const at = note.indexOf(': ');
  const [first, rest] = at < 0 ? [note, ''] : [note.slice(0, at), note.slice(at + 2)];
  const capital = rest.charAt(0).toUpperCase() + rest.slice(1);
  switch (verdict) {
    case 'exact':
      return {
        verdict: 'passed',
        word: '✓ Exact.',
        sentence: `${first}.`,
        rest: capital,
        disagreement: ON_EXACT[check],
      };
    case 'different':
      return {
        verdict: 'failed',
        word: '✕ Different.',
        sentence: note,
        rest: '',
        disagreement:
          check === 'passed'
            ? 'Differences agree as far as they have digits: what is wrong is too small for them, or sits where they do not look. The exact check has no rounding; take its word, and do not use this derivative.'
            : '',
      };
    case 'not-applicable':
      return { verdict: 'none', word: '○ Nothing proved.', sentence: note, rest: '', disagreement: '' };
  }
}

const ON_EXACT: Record<Execution['check']['verdict'], string> = {
  passed: '',
  none: '',
  failed:
    'Differences disagree, and here they are what is off: they cross a tie or jump of another path, or have too few digits. What is generated is the derivative of this path.',
  kink: 'Differences take both sides of the kink or jump; the derivative is that of the side that the run took.',
  'ill-conditioned':
    'The formulas are right; the digits are not: rounding swallows them on these inputs, in the program as much as in its derivative.',
};

/** Outcomes that tests did not have on the path, each test once. */
export function lackingOutcomes({ path }: Certificate): { statement: string; outcome: 'true' | 'false' }[] {
  return path.tests.flatMap(({ statement, outcomes }) =>
    outcomes.length === 1 ? [{ statement, outcome: outcomes[0] === 'true' ? 'false' : 'true' }] : [],
  );
}

/** Of all tests on a path, how many of them had both outcomes on it. */
export function outcomesSentence(all: number, both: number): string {
  if (both === all)
    return `${all === 1 ? 'The only test' : `All ${all} tests`} on this path came out both ways.`;
  if (all === 1)
    return 'The only test on this path came out one way; this says nothing of the way that was not taken.';
  return `Of the ${all} tests on this path ${both === 0 ? 'none' : both} came out both ways; for the others, this says nothing of the way that was not taken.`;
}

/** A test as the kernel has it, `x < y` of `if (x < y)`; of a called routine with the routine's name. */
export function testNamed(shown: Differentiation, id: string): { text: string; routine: string | null } {
  const test = placed(shown).find((each) => each.id === id);
  return { text: conditionIn(test?.text ?? ''), routine: test && 'routine' in test ? test.routine : null };
}

const conditionIn = (test: string): string =>
  /^(?:if|while|do while)\s*\((.*)\)(?: then)?$/.exec(test)?.[1] ?? test;

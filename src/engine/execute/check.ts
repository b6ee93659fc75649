import { SCALES } from '../backend/takeaway/plan';
import type { DotProductCheck, Execution, FiniteDifferenceCheck } from '../pipeline/results';
import { type Checked, innerProduct, STEPS } from './checked';
import type { Values } from './inputs/binding';
import { pseudoRandom } from './inputs/formula';

/** How closely the two programs have to agree, relative to the terms of the inner products. */
const DOT_TOLERANCE = { double: 1e-10, single: 1e-4 };
/** The shortest step of a difference, relative to the input that is moved. */
export function shortestStep(single: boolean): number {
  return 10 ** Math.min(...STEPS[single ? 'single' : 'double']);
}
/** Smaller numbers lose digits because their exponents are at the end of the range: they count as zero. */
const SMALLEST = { double: 1e-290, single: 1e-36 };
/** Roundings may come to far more than the largest of so few draws. */
const BEYOND_DRAWS = 10;
/** A direction with no component near 0, the same every time. */
export function someDirection(inputs: Values, keys: readonly string[]): Record<string, number[]> {
  return Object.fromEntries(
    keys.map((key, k) => [
      key,
      (inputs[key] ?? [0]).map((_, i) => {
        const x = pseudoRandom(97 + k, i);
        return (x < 0.5 ? -1 : 1) * (0.5 + x);
      }),
    ]),
  );
}

/** How far roundings may move each derivative. `scaled` gives the derivatives for seeds scaled by a factor; null where a run ends early. */
export function roundings(values: Values, scaled: (factor: number) => Values | null): Values {
  const runs = SCALES.flatMap((factor) => {
    const found = scaled(factor);
    return found ? [{ factor, found }] : [];
  });
  return Object.fromEntries(
    Object.entries(values).map(([key, list]) => [
      key,
      list.map((x, i) => {
        const moved = runs.map(({ factor, found }) => Math.abs((found[key]?.[i] ?? 0) / factor - x));
        // An overflow tells nothing about rounding.
        return BEYOND_DRAWS * Math.max(0, ...moved.filter(Number.isFinite));
      }),
    ]),
  );
}

export function scaledBy(values: Values, factor: number): Values {
  return Object.fromEntries(Object.entries(values).map(([key, list]) => [key, list.map((x) => x * factor)]));
}

/** How far roundings may move the tangents and the adjoints; asked for only where the two programs seem to disagree. */
export interface DotRoundings {
  readonly tangents: () => Values;
  readonly adjoints: () => Values;
}

export function dotProduct(
  c: Pick<Checked, 'seeds' | 'single'>,
  tangents: Values,
  adjoints: Values,
  direction: Values,
  noise: DotRoundings,
): DotProductCheck {
  const left = innerProduct(c.seeds, tangents);
  const right = innerProduct(adjoints, direction);
  const scale = Math.max(Math.abs(left.sum), Math.abs(right.sum), 1e-3 * left.size, 1e-3 * right.size);
  const precision = c.single ? 'single' : 'double';
  const error = scale < SMALLEST[precision] ? 0 : Math.abs(left.sum - right.sum) / scale;
  const relativeError = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
  const passed =
    relativeError <= DOT_TOLERANCE[precision] ||
    Math.abs(left.sum - right.sum) <=
      innerProduct(c.seeds, noise.tangents()).size + innerProduct(noise.adjoints(), direction).size;
  return { tangent: left.sum, adjoint: right.sum, relativeError, passed };
}

// -------------------------------------------------------------------------------------------------------- verdict

/** What the verdict needs to know besides the two checks. */
export interface Circumstances {
  /** There is no dependent, or no independent. */
  readonly nothing: boolean;
  /** The first output or derivative that is not finite, as a sentence begins; null if all are. */
  readonly notFinite: string | null;
  /** The run meets a kink: differences take both sides of it, derivatives one. */
  readonly kink: boolean;
  /** What was read without a value, in words; null if nothing was. */
  readonly unset: string | null;
  /** For a derivative that a cast or a flat function makes zero: which one and where; `alone` if no other derivative is nonzero. */
  readonly cut: () => { readonly text: string; readonly alone: boolean } | null;
  /** The tie or jump that the run stands on in all of these components. */
  readonly jump: (failed: readonly { name: string; index: number }[]) => string | null;
  /** All derivatives are zero, though the seeds or directions are not. */
  readonly allZero: boolean;
  readonly isIllConditioned: () => boolean;
}

/** The whole check in one sentence. */
export function conclude(
  dot: DotProductCheck | null,
  differences: FiniteDifferenceCheck | null,
  c: Circumstances,
): Execution['check'] {
  const conclusion = (verdict: Execution['check']['verdict'], sentence: string) => ({
    dotProduct: dot,
    finiteDifference: differences,
    sentence,
    verdict,
  });
  if (c.nothing) return conclusion('none', 'Nothing is derived here, so there is nothing to check.');
  if (c.notFinite !== null)
    return conclusion(
      'none',
      `${c.notFinite} is not finite here, so there is nothing to compare derivatives with.`,
    );
  if (!dot && (differences?.components.length ?? 0) === 0)
    return conclusion('none', 'There was nothing to check the derivatives against.');
  if (c.unset !== null)
    return conclusion(
      'none',
      `${c.unset}, so any result is as good as another: the check judges nothing here.`,
    );
  const dotPassed = dot?.passed ?? true;
  const differencesPassed = differences?.passed ?? true;
  if (dotPassed && differencesPassed) {
    const cut = c.cut();
    if (cut !== null)
      return conclusion('passed', cut.alone ? `${cut.text}.` : `${cut.text}. ${others(dot, differences)}`);
    return conclusion('passed', c.allZero ? ALL_ZERO : praise(dot, differences));
  }
  const excuse = excuseFor(dot, differences, c);
  if (excuse) return conclusion(...excuse);
  return conclusion('failed', blame(dot, differences));
}

/** What else may keep differences from fitting: the verdict, and the sentence; null where the derivatives are wrong. */
function excuseFor(
  dot: DotProductCheck | null,
  differences: FiniteDifferenceCheck | null,
  c: Circumstances,
): [verdict: 'kink' | 'ill-conditioned', sentence: string] | null {
  const dotPassed = dot?.passed ?? true;
  if (dotPassed && c.kink)
    return [
      'kink',
      `Differences can’t check the derivatives here, since the run meets a kink${dot ? `; the tangent agrees with the adjoint to ${digits(dot.relativeError)}` : ''}.`,
    ];
  const failed = differences?.components.filter((each) => !each.passed) ?? [];
  const jump = dotPassed ? c.jump(failed) : null;
  if (jump !== null)
    return ['kink', `Differences can’t check the derivatives here: what is derived ${jump}.`];
  if (failed.length > 0 && failed.every((each) => each.isRounded))
    return ['ill-conditioned', roundedAway(failed)];
  if (!c.isIllConditioned()) return null;
  return [
    'ill-conditioned',
    'The derivatives can’t be checked here: moving an input by one unit in its last place changes them.',
  ];
}

const ALL_ZERO =
  'All derivatives are zero for these inputs, and so are differences, which says little: give inputs on which the results depend.';

/** What holds of the other derivatives, beside one that is zero for a reason of its own. */
function others(dot: DotProductCheck | null, differences: FiniteDifferenceCheck | null): string {
  return praise(dot, differences).replace('The derivatives are right', 'The others are checked');
}

function praise(dot: DotProductCheck | null, differences: FiniteDifferenceCheck | null): string {
  const worst = differences?.worst ?? null;
  const parts: string[] = [];
  if (dot)
    parts.push(
      dot.relativeError > DOT_TOLERANCE.single
        ? 'tangent and adjoint differ by no more than they round'
        : `the tangent agrees with the adjoint to ${digits(dot.relativeError)}`,
    );
  if (worst)
    parts.push(
      worst.relativeError > NO_DIGIT
        ? `central differences differ by no more than they round, most in ${worst.element}`
        : `central differences agree to ${digits(worst.relativeError)} at worst, in ${worst.element}`,
    );
  return `The derivatives are right: ${parts.join(', and ')}.`;
}

function blame(dot: DotProductCheck | null, differences: FiniteDifferenceCheck | null): string {
  const worst = differences?.worst ?? null;
  const bad = differences?.components.find((each) => each.name === worst?.name && each.index === worst.index);
  if (differences && !differences.passed && bad && worst)
    return `The derivatives are wrong: for ${worst.element} the program says ${short(bad.adjoint)}, central differences say ${short(bad.difference)}.`;
  return `The derivatives are wrong: tangent and adjoint differ, ${short(dot?.tangent ?? 0)} against ${short(dot?.adjoint ?? 0)}.`;
}

/** What is right but for the digits that a run in doubles loses. */
function roundedAway(failed: FiniteDifferenceCheck['components']): string {
  const worst = failed.reduce((a, b) => (b.relativeError > a.relativeError ? b : a));
  const kept = worst.relativeError > NO_DIGIT ? 'no digit is' : `${digits(worst.relativeError)} are`;
  return `Terms that cancel take digits of the derivatives here: in twice the digits they agree with differences, but of ${worst.element} ${kept} right.`;
}

/** Numbers whose relative difference is larger have no digit in common. */
const NO_DIGIT = 0.1;

function digits(relativeError: number): string {
  const count = relativeError <= 1e-16 ? 16 : Math.max(1, Math.floor(-Math.log10(relativeError)));
  return `${count} digit${count === 1 ? '' : 's'}`;
}

function short(x: number): string {
  return String(Number(x.toPrecision(6)));
}

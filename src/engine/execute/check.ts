/**
 * Gradient checks. Dot product: <ȳ, J·ẋ> by the tangent program against <Jᵀ·ȳ, ẋ> by the adjoint. Differences: central,
 * or from one side, over a sweep of steps of which the best counts, since the error is h² truncation at one end and ε/h
 * rounding at the other.
 */
import { itemAt, present } from '../base/lookup';
import type { DotProductCheck, Execution, FiniteDifferenceCheck } from '../pipeline/results';
import type { Values } from './inputs/binding';
import { pseudoRandom } from './inputs/formula';

/** What is checked: the linear map that the runs gave, and the function that it is said to be the derivative of. */
export interface Checked {
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
  readonly inputs: Values;
  readonly seeds: Values;
  /** An element as the program writes it. */
  readonly elementText: (key: string, index: number) => string;
  /** Single precision anywhere: tolerances are those of single. */
  readonly single: boolean;
  /** Outputs at other inputs; null when the run did not come to its end. */
  readonly evaluate: (inputs: Values) => Values | null;
  /** The run meets a kink, where differences from either side are the derivative of something. */
  readonly kink: boolean;
  /** False when time is up. */
  readonly goOn: () => boolean;
}

/** To which the two programs agree, and to which differences can be expected to. */
const DOT_TOLERANCE = { double: 1e-10, single: 1e-4 };
const DIFFERENCE_TOLERANCE = { double: 1e-6, single: 2e-2 };
/** Decimal exponents of steps, likely ones first. */
const STEPS = { double: [-5, -4, -6, -3, -7, -2, -8], single: [-2, -1, -3] };
/** Relative to what is moved. */
export function shortestStep(single: boolean): number {
  return 10 ** Math.min(...STEPS[single ? 'single' : 'double']);
}
/** Below these, numbers lose digits for lack of exponents: they count as zero. */
const SMALLEST = { double: 1e-290, single: 1e-36 };
const EPSILON = { double: 2 ** -52, single: 2 ** -23 };
/**
 * Derivatives are linear in the seeds: scaled by these and back they are what they were, but for how they round. No powers of
 * two, which round alike. What such runs differ by says how much of a derivative is rounding, whether it is right or wrong.
 */
const SCALES = [0.7, 1.3, 3, 5.1, 0.19];
/** The largest of so few draws may be far below what roundings can come to. */
const BEYOND_DRAWS = 10;
/** More components than these are sampled. */
const MOST_COMPONENTS = 48;

export function innerProduct(a: Values, b: Values): { sum: number; size: number } {
  let sum = 0;
  let size = 0;
  for (const [key, values] of Object.entries(a)) {
    values.forEach((x, i) => {
      const term = x * itemAt(present(b[key], key), i);
      sum += term;
      size += Math.abs(term);
    });
  }
  return { sum, size };
}

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

/** How far roundings may move each derivative. `scaled` gives what comes of seeds scaled by a factor; null where a run ends early. */
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
        // What overflows says nothing.
        return BEYOND_DRAWS * Math.max(0, ...moved.filter(Number.isFinite));
      }),
    ]),
  );
}

export function scaledBy(values: Values, factor: number): Values {
  return Object.fromEntries(Object.entries(values).map(([key, list]) => [key, list.map((x) => x * factor)]));
}

/** What roundings make of tangents and of adjoints; asked for only where the two programs seem to disagree. */
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

// ----------------------------------------------------------------------------------------------------- differences

type Component = FiniteDifferenceCheck['components'][number];
/** With the least that any difference has against the derivative. */
type Measured = Component & { readonly least: number };

/** Components of the gradient <seeds, f(x)>', each against a central difference. */
export function gradientDifferences(
  c: Checked,
  gradient: Values,
  noise: () => Values,
): FiniteDifferenceCheck {
  const largest = Math.max(0, ...c.independents.flatMap((key) => present(gradient[key], key).map(Math.abs)));
  const components: Measured[] = [];
  for (const { key, index } of sample(c)) {
    if (!c.goOn()) break;
    const value = itemAt(present(gradient[key], key), index);
    const along = (h: number) => moved(c.inputs, key, index, h);
    const at = Math.abs(itemAt(present(c.inputs[key], key), index));
    const best = bestDifference(c, value, largest, Math.max(at, 1), along, (outputs) =>
      innerProduct(c.seeds, outputs),
    );
    if (best)
      components.push({ name: key, index, element: c.elementText(key, index), adjoint: value, ...best });
  }
  return summary(components, noise);
}

/** Tangents of the dependents along one direction, each against a central difference. */
export function tangentDifferences(
  c: Checked,
  direction: Values,
  tangents: Values,
  noise: () => Values,
): FiniteDifferenceCheck {
  const largest = Math.max(0, ...c.dependents.flatMap((key) => present(tangents[key], key).map(Math.abs)));
  const components: Measured[] = [];
  for (const key of c.dependents) {
    for (const [index, value] of present(tangents[key], key).entries()) {
      if (!c.goOn() || components.length >= MOST_COMPONENTS) break;
      const along = (h: number) => movedAlong(c.inputs, direction, h);
      const best = bestDifference(c, value, largest, 1, along, (outputs) => {
        const y = itemAt(present(outputs[key], key), index);
        return { sum: y, size: Math.abs(y) };
      });
      if (best)
        components.push({ name: key, index, element: c.elementText(key, index), adjoint: value, ...best });
    }
  }
  return summary(components, noise);
}

/** What the difference has against a derivative may be no more than how that rounds: it says nothing then. */
function summary(found: readonly Measured[], noise: () => Values): FiniteDifferenceCheck {
  const rounded = found.every((each) => each.passed) ? null : noise();
  const isRounding = ({ name, index, least }: Measured) => least <= (rounded?.[name]?.[index] ?? 0);
  let worst: Component | null = null;
  for (const each of found)
    if (!(rounded && isRounding(each)) && (!worst || each.relativeError > worst.relativeError)) worst = each;
  const components = found.map((each): Component => {
    const { least, ...component } = each;
    return { ...component, passed: each.passed || isRounding(each) };
  });
  return {
    components,
    worst: worst && {
      name: worst.name,
      index: worst.index,
      element: worst.element,
      relativeError: worst.relativeError,
    },
    passed: components.every((each) => each.passed),
  };
}

/** All components, or some spread evenly over all when there are many. */
function sample(c: Checked): { key: string; index: number }[] {
  const all = c.independents.flatMap((key) =>
    present(c.inputs[key], key).map((_, index) => ({ key, index })),
  );
  if (all.length <= MOST_COMPONENTS) return all;
  return Array.from(
    { length: MOST_COMPONENTS },
    (_, k) => all[Math.floor((k * (all.length - 1)) / (MOST_COMPONENTS - 1))] as (typeof all)[number],
  );
}

/** How many units in the last place of an output the roundings inside a kernel may come to. */
const INNER_ROUNDINGS = 16;

/** Weights of f at multiples of h that make a derivative, times 1/h: central, and from either side, all of second order. */
const CENTRAL: Stencil = [
  [1, 0.5],
  [-1, -0.5],
];
const ONE_SIDED: readonly Stencil[] = [1, -1].map((side) => [
  [0, -1.5 * side],
  [side, 2 * side],
  [2 * side, -0.5 * side],
]);
type Stencil = readonly (readonly [multiple: number, weight: number])[];

interface Difference {
  readonly difference: number;
  readonly step: number;
  readonly error: number;
  /** What roundings may make of it. */
  readonly noise: number;
}

/**
 * The difference that comes nearest to `value`: whether it fits decides. Central ones first; where none fits, those from one
 * side: a test that turns out otherwise within a step leaves a jump or a kink between two points, and a derivative is that
 * of the side which the run is on. Where not even the nearest fits, `value` is wrong and no measure of differences: the
 * one that is told is then the best by its own account.
 */
function bestDifference(
  c: Checked,
  value: number,
  largest: number,
  unit: number,
  along: (h: number) => Values,
  measure: (outputs: Values) => { sum: number; size: number },
): Pick<Measured, 'difference' | 'step' | 'relativeError' | 'passed' | 'least'> | null {
  const precision = c.single ? 'single' : 'double';
  const scale = Math.max(Math.abs(value), 1e-3 * largest);
  const tolerance = DIFFERENCE_TOLERANCE[precision];
  const fits = ({ difference, error, noise }: Difference) =>
    error <= tolerance * Math.max(scale, Math.abs(difference)) + noise;
  const differenceBy = (stencil: Stencil, h: number): Difference | null => {
    let difference = 0;
    let size = 0;
    for (const [multiple, weight] of stencil) {
      const outputs = c.evaluate(along(multiple * h));
      if (!outputs) return null;
      const at = measure(outputs);
      difference += (weight * at.sum) / h;
      size += Math.abs(weight) * at.size;
    }
    if (!Number.isFinite(difference)) return null;
    // Values on the way are rounded too, and may be larger than what comes out.
    const noise = (2 * INNER_ROUNDINGS * EPSILON[precision] * size) / h;
    return { difference, step: h, error: Math.abs(difference - value), noise };
  };
  let best: Difference | null = null;
  const central: Difference[] = [];
  sweep: for (const stencil of c.kink ? [CENTRAL] : [CENTRAL, ...ONE_SIDED]) {
    for (const exponent of STEPS[precision]) {
      const next = differenceBy(stencil, unit * 10 ** exponent);
      if (next && stencil === CENTRAL) central.push(next);
      if (next && (!best || next.error < best.error)) best = next;
      if (best && best.error <= 1e-2 * tolerance * scale) break sweep;
    }
    if (best && fits(best)) break;
  }
  if (!best) return null;
  const passed = fits(best);
  const { difference, step, error } = passed ? best : (steadiest(central) ?? best);
  const relativeError = error === 0 ? 0 : error / Math.max(scale, Math.abs(difference));
  return {
    difference,
    step,
    relativeError: Number.isNaN(relativeError) ? 1 : relativeError,
    passed,
    least: best.error,
  };
}

/**
 * The difference that changes least from one step of the sweep to the next smaller one. Truncation changes it by about
 * h²·f‴/6 and rounding by ε·|f|/h, so the change estimates the error of either kind, with no regard to any derivative.
 */
function steadiest(found: readonly Difference[]): Difference | null {
  const sweep = [...found].sort((a, b) => b.step - a.step);
  let best: { of: Difference; change: number } | null = null;
  for (const [k, larger] of sweep.entries()) {
    const smaller = sweep[k + 1];
    if (!smaller) break;
    const change = Math.abs(smaller.difference - larger.difference) + smaller.noise;
    if (!best || change < best.change) best = { of: smaller, change };
  }
  return best?.of ?? sweep[0] ?? null;
}

function moved(inputs: Values, key: string, index: number, h: number): Values {
  const values = [...present(inputs[key], key)];
  values[index] = itemAt(values, index) + h;
  return { ...inputs, [key]: values };
}

function movedAlong(inputs: Values, direction: Values, h: number): Values {
  const next: Record<string, readonly number[]> = { ...inputs };
  for (const [key, d] of Object.entries(direction))
    next[key] = present(inputs[key], key).map((x, i) => x + h * itemAt(d, i));
  return next;
}

/** Every independent moved by one unit in its last place, up and down in turn. */
export function movedByOneUlp(c: Pick<Checked, 'inputs' | 'independents' | 'single'>): Values {
  const epsilon = EPSILON[c.single ? 'single' : 'double'];
  const next: Record<string, readonly number[]> = { ...c.inputs };
  for (const key of c.independents)
    next[key] = present(c.inputs[key], key).map((x, i) => x * (i % 2 === 0 ? 1 + epsilon : 1 - epsilon));
  return next;
}

/** By how much two sets of derivatives differ, relative to max(|gᵢ|, 10⁻³·max|g|). */
export function distance(a: Values, b: Values): number {
  const largest = Math.max(0, ...Object.values(a).flatMap((values) => values.map(Math.abs)));
  let worst = 0;
  for (const [key, values] of Object.entries(a)) {
    values.forEach((x, i) => {
      const difference = Math.abs(x - itemAt(present(b[key], key), i));
      if (difference === 0 || Object.is(x, b[key]?.[i])) return;
      const relative = difference / Math.max(Math.abs(x), 1e-3 * largest);
      worst = Math.max(worst, Number.isNaN(relative) ? Number.POSITIVE_INFINITY : relative);
    });
  }
  return worst;
}

// -------------------------------------------------------------------------------------------------------- verdict

/** What the verdict needs to know besides the two checks. */
export interface Circumstances {
  /** All outputs and derivatives are finite. */
  readonly finite: boolean;
  /** The run meets a kink: differences take both sides of it, derivatives one. */
  readonly kink: boolean;
  /** What was read without a value, in words; null if nothing was. */
  readonly unset: string | null;
  /** Of a derivative that a cast or a flat function makes zero, which and where; is there no other that is not zero? */
  readonly cut: () => { readonly text: string; readonly alone: boolean } | null;
  /** The tie or jump that the run stands on, for all of these components. */
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
  if (!c.finite)
    return conclusion(
      'none',
      'Some value is not finite here, so there is nothing to compare derivatives with.',
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
  if (dotPassed && c.kink)
    return conclusion(
      'ill-conditioned',
      `Differences can’t check the derivatives here, since the run meets a kink${dot ? `; the tangent agrees with the adjoint to ${digits(dot.relativeError)}` : ''}.`,
    );
  const failed = differences?.components.filter((each) => !each.passed) ?? [];
  const jump = dotPassed ? c.jump(failed) : null;
  if (jump !== null)
    return conclusion(
      'ill-conditioned',
      `Differences can’t check the derivatives here: what is derived ${jump}.`,
    );
  if (c.isIllConditioned())
    return conclusion(
      'ill-conditioned',
      'The derivatives can’t be checked here: moving an input by one unit in its last place changes them.',
    );
  return conclusion('failed', blame(dot, differences));
}

const ALL_ZERO =
  'All derivatives are zero for these inputs, and so are differences, which says little: inputs that change the results would say more.';

/** Beside a derivative that is zero for a reason of its own. */
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
    parts.push(`central differences agree to ${digits(worst.relativeError)} at worst, in ${worst.element}`);
  return `The derivatives are right: ${parts.join(', and ')}.`;
}

function blame(dot: DotProductCheck | null, differences: FiniteDifferenceCheck | null): string {
  const worst = differences?.worst ?? null;
  const bad = differences?.components.find((each) => each.name === worst?.name && each.index === worst.index);
  if (differences && !differences.passed && bad && worst)
    return `The derivatives are wrong: for ${worst.element} the program says ${short(bad.adjoint)}, central differences say ${short(bad.difference)}.`;
  return `The derivatives are wrong: tangent and adjoint differ, ${short(dot?.tangent ?? 0)} against ${short(dot?.adjoint ?? 0)}.`;
}

function digits(relativeError: number): string {
  const count = relativeError <= 1e-16 ? 16 : Math.max(1, Math.floor(-Math.log10(relativeError)));
  return `${count} digit${count === 1 ? '' : 's'}`;
}

function short(x: number): string {
  return String(Number(x.toPrecision(6)));
}

/** Derivatives by differences: of the gradient by components, of the tangent along a direction. Each takes the steadiest of several steps. */
import { itemAt, present } from '../base/lookup';
import type { FiniteDifferenceCheck } from '../pipeline/results';
import {
  type Checked,
  componentsOf,
  DIFFERENCE_TOLERANCE,
  EPSILON,
  INNER_ROUNDINGS,
  innerProduct,
  largestMagnitude,
  MOST_COMPONENTS,
  STEPS,
} from './checked';
import type { Values } from './inputs/binding';
import {
  type Best,
  type Component,
  type Difference,
  inTwiceTheDigits,
  type Line,
  type Measured,
  precisionOf,
  refuted,
  relative,
} from './twice';

/** Components of the gradient <seeds, f(x)>', each against a central difference. */
export function gradientDifferences(
  c: Checked,
  gradient: Values,
  noise: () => Values,
): FiniteDifferenceCheck {
  const largest = largestMagnitude(gradient, c.independents);
  const components: Measured[] = [];
  for (const { key, index } of sample(c)) {
    if (!c.goOn()) break;
    const value = itemAt(present(gradient[key], key), index);
    const along = (h: number) => moved(c.inputs, key, index, h);
    const at = Math.abs(itemAt(present(c.inputs[key], key), index));
    const measure = (outputs: Values) => innerProduct(c.seeds, outputs);
    const closer = Math.min(at, 1) || leastMagnitude(c);
    const line: Line = { unit: Math.max(at, 1), closer, along, measure, stepFor: (h) => exactStep(c, at, h) };
    const best = bestOfUnits(c, value, largest, line, closer);
    if (best)
      components.push({
        ...best,
        of: { name: key, index, element: c.elementText(key, index), adjoint: value },
        line,
      });
  }
  return summary(c, components, noise);
}

/** Tangents of the dependents along one direction, each against a central difference. */
export function tangentDifferences(
  c: Checked,
  direction: Values,
  tangents: Values,
  noise: () => Values,
): FiniteDifferenceCheck {
  const largest = largestMagnitude(tangents, c.dependents);
  const components: Measured[] = [];
  for (const key of c.dependents) {
    for (const [index, value] of present(tangents[key], key).entries()) {
      if (!c.goOn() || components.length >= MOST_COMPONENTS) break;
      const along = (h: number) => movedAlong(c.inputs, direction, h);
      const line = (inner: number): Line => ({
        unit: 1,
        along,
        measure: (outputs) => {
          const y = itemAt(present(outputs[key], key), index);
          return { sum: y, size: Math.abs(y) + inner };
        },
      });
      const by = (inner: number) => bestOfUnits(c, value, largest, line(inner), leastMagnitude(c));
      const plain = by(0);
      const best = plain && !plain.passed && c.inner ? by(c.inner()[key]?.[index] ?? 0) : plain;
      if (best)
        components.push({
          ...best,
          of: { name: key, index, element: c.elementText(key, index), adjoint: value },
          line: line(0),
        });
    }
  }
  return summary(c, components, noise);
}

/**
 * A deviation that roundings of the derivative can account for tells nothing, and counts as none. Where the kernel loses the digits
 * that a difference needs, in terms that cancel, one of a run in twice the digits decides.
 */
function summary(c: Checked, found: readonly Measured[], noise: () => Values): FiniteDifferenceCheck {
  const isRounding = ({ of: { name, index }, least }: Measured) => least <= (noise()[name]?.[index] ?? 0);
  let isOpen = true;
  const judged = found.map((each): Measured => {
    if (!each.passed && isRounding(each)) return each;
    if (each.passed) return (each.isDoubtful && !c.kink && refuted(c, each)) || each;
    const exact = isOpen ? inTwiceTheDigits(c, each) : null;
    // One that is wrong is enough.
    isOpen = exact !== null;
    return exact ? { ...each, ...exact } : each;
  });
  let worst: Measured | null = null;
  for (const each of judged)
    if ((each.passed || !isRounding(each)) && (!worst || each.relativeError > worst.relativeError))
      worst = each;
  const components = judged.map((each): Component => {
    const { difference, step, relativeError, of, isRounded } = each;
    const passed = each.passed || isRounding(each);
    return { ...of, difference, step, relativeError, passed, ...(isRounded && { isRounded }) };
  });
  const at = worst && { name: worst.of.name, index: worst.of.index, element: worst.of.element };
  return {
    components,
    worst: worst && at && { ...at, relativeError: worst.relativeError },
    passed: components.every((each) => each.passed),
  };
}

function scaleOf(value: number, largest: number): number {
  return Math.max(Math.abs(value), 1e-3 * largest);
}

/** All components, or some spread evenly over all when there are many. */
function sample(c: Checked): { key: string; index: number }[] {
  const sizes = c.independents.map((key) => present(c.inputs[key], key).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const count = componentsOf(all);
  return Array.from({ length: count }, (_, k) => {
    let index = count === all ? k : Math.floor((k * (all - 1)) / (count - 1));
    let at = 0;
    while (index >= itemAt(sizes, at)) index -= itemAt(sizes, at++);
    return { key: itemAt(c.independents, at), index };
  });
}

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

function differenceBy(
  c: Checked,
  value: number,
  line: Line,
  stencil: Stencil,
  wished: number,
): Difference | null {
  const h = line.stepFor?.(wished) ?? wished;
  let difference = 0;
  let size = 0;
  for (const [multiple, weight] of stencil) {
    const outputs = c.evaluate(line.along(multiple * h));
    if (!outputs) return null;
    const at = line.measure(outputs);
    difference += (weight * at.sum) / h;
    size += Math.abs(weight) * at.size;
  }
  if (!Number.isFinite(difference)) return null;
  // Intermediate values are rounded too, and may be larger than the outputs.
  const noise = (2 * INNER_ROUNDINGS * EPSILON[precisionOf(c)] * size) / h;
  return { difference, step: h, error: Math.abs(difference - value), noise, size: Math.abs(difference) };
}

/** About h, so that x + h and x - h are numbers of the machine: else a root of second order lies beside their middle. */
function exactStep(c: Checked, at: number, h: number): number {
  const rounded = (x: number) => (c.single ? Math.fround(x) : x);
  return rounded(rounded(at) + h) - rounded(at) || h;
}

/**
 * Where all derivatives are zero there is nothing that a deviation could be relative to: central differences of x³ at 0 are h².
 * What they tend to is found from three of them (Aitken), whatever the order of their error, and compared with their size.
 */
function limits(found: readonly Difference[], precision: 'single' | 'double', unit: number): Difference[] {
  const sweep = found.filter(({ step }) => step < unit * LONGEST[precision]).sort((a, b) => b.step - a.step);
  return sweep.flatMap((second, k) => {
    const [first, third] = [sweep[k - 1], sweep[k + 1]];
    if (!first || !third) return [];
    const [before, after] = [second.difference - first.difference, third.difference - second.difference];
    const difference = third.difference - after ** 2 / (after - before);
    const tends = Math.abs(after) <= 0.5 * Math.abs(before) && Number.isFinite(difference);
    return tends
      ? [{ ...third, difference, error: Math.abs(difference), size: Math.abs(second.difference) }]
      : [];
  });
}

/** Of steps from whose differences a limit is taken. */
const LONGEST = { double: 2e-4, single: 0.2 };

/** The smallest magnitude of the nonzero inputs, at most 1. */
function leastMagnitude({ independents, inputs }: Checked): number {
  let least = 1;
  for (const key of independents)
    for (const x of present(inputs[key], key)) if (x !== 0) least = Math.min(least, Math.abs(x));
  return least;
}

/**
 * A step relative to the size of an input, or to 1, may be too long: beside 0 for a root, at a large number or with a large
 * factor for a sine. Where no difference fits, one with steps in units of `closer`, a decade or more below, or of doubles in
 * hundredths, counts if it agrees by its digits alone, as its roundings could excuse anything.
 */
function bestOfUnits(c: Checked, value: number, largest: number, line: Line, closer: number) {
  const best = bestDifference(c, value, largest, line);
  if (!best || best.passed) return best;
  for (const unit of [closer, c.single ? 0 : line.unit / 100]) {
    if (!(unit > 0 && unit <= line.unit / 10)) continue;
    const near = bestDifference(c, value, largest, { ...line, unit });
    if (near && near.relativeError <= DIFFERENCE_TOLERANCE[precisionOf(c)]) return near;
  }
  return best;
}

/**
 * The difference nearest to `value`, central ones first; where none of these fits, those from one side: a test that turns out
 * differently within a step leaves a jump or a kink between two points, and the derivative is that of the side which the run
 * is on. Where not even the nearest fits, `value` is wrong and cannot choose between differences: the one reported is then
 * the steadiest.
 */
function bestDifference(c: Checked, value: number, largest: number, line: Line): Best | null {
  const precision = precisionOf(c);
  const scale = scaleOf(value, largest);
  const tolerance = DIFFERENCE_TOLERANCE[precision];
  const fits = ({ size, error, noise }: Difference) => error <= tolerance * Math.max(scale, size) + noise;
  let best: Difference | null = null;
  const central: Difference[] = [];
  sweep: for (const stencil of c.kink ? [CENTRAL] : [CENTRAL, ...ONE_SIDED]) {
    for (const exponent of STEPS[precision]) {
      const next = differenceBy(c, value, line, stencil, line.unit * 10 ** exponent);
      if (next && stencil === CENTRAL) central.push(next);
      if (next && (!best || next.error < best.error)) best = next;
      if (best && best.error <= 1e-2 * tolerance * scale) break sweep;
    }
    if (best && fits(best)) break;
  }
  if (!best) return null;
  const found = [best, ...(scale === 0 ? limits(central, precision, line.unit) : [])].find(fits);
  const told = found ?? steadiest(central) ?? best;
  return { ...measuredBy(told, scale, precision), passed: found !== undefined, least: best.error, scale };
}

function measuredBy(told: Difference, scale: number, precision: 'single' | 'double') {
  const found = relative(told, scale);
  const tolerance = DIFFERENCE_TOLERANCE[precision];
  const isDoubtful = found.relativeError > tolerance || told.noise > 10 * tolerance * scale;
  return { ...found, isDoubtful };
}

/**
 * The difference that changes least from one step of the sweep to the next smaller one. Truncation changes it by about
 * h²·f‴/6 and rounding by ε·|f|/h, so the change estimates either error without using any derivative.
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

export function moved(inputs: Values, key: string, index: number, h: number): Values {
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

/** The difference between two sets of derivatives, relative to max(|gᵢ|, 10⁻³·max|g|). */
export function distance(a: Values, b: Values): number {
  const largest = largestMagnitude(a);
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

/**
 * What drivers do, in the notation of `notation.ts`. An adjoint is held against its tangent by the dot product; several
 * directions at once against each of them alone; a Hessian times a direction against its symmetry, which is as sharp as a dot
 * product. All of them are held against differences.
 */
import { present } from '../../base/lookup';
import { isReal } from '../../ir/build';
import { held, type Spelling } from './notation';
import { type DerivativeText, type Part, type Plan, SCALES, type Slot, type TakeAway } from './plan';

/** A driver being put together. */
interface Making {
  readonly plan: Plan;
  readonly spell: Spelling;
}

export const ABOUT: Record<Plan['taken'], string> = {
  adjoint:
    'Checks the adjoint: against the tangent by the dot product, and against differences of the kernel.',
  vector:
    'Checks derivatives along several directions at once: against one at a time, and against differences of the kernel.',
  second:
    'Checks gradient and Hessian times a direction: by the symmetry of the Hessian, and against differences of kernel and gradient.',
};

export function driverLines(t: TakeAway, plan: Plan, spell: Spelling): string[] {
  const m = { plan, spell };
  const { routines, main } = { adjoint: gradient, vector, second }[plan.taken](m);
  return [...starts(m), ...routines, ...comparisons(t, plan), 'main', ...main];
}

/** Where inputs are moved along several ways, routines are told which. */
const moving = ({ ways }: Plan) =>
  ways > 1 ? { declared: ', integer along', passed: ', along' } : { declared: '', passed: '' };

/** Values at entry, and the kernel there. */
function starts(m: Making): string[] {
  const { plan, spell } = m;
  const { declared, passed } = moving(plan);
  const which = plan.ways > 1 ? 'along' : null;
  return [
    `note Values at entry, moved by so much along ${plan.ways > 1 ? 'one of the ways' : 'the direction'}.`,
    `do set_inputs(real by${declared})`,
    ...plan.slots
      .filter(({ kind }) => kind !== 'result')
      .flatMap((slot) => {
        const moved = spell.cast(slot, `by * ${spell.constant('way', slot, which)}`);
        return spell.set(
          slot,
          'value',
          `${spell.constant('start', slot)}${isMoved(slot) ? ` + ${moved}` : ''}`,
        );
      }),
    'note The weighted sum of the dependents.',
    `sum kernel_at(real by${declared})`,
    `  set_inputs(by${passed})`,
    spell.call(plan.primal),
    ...weighted(m, 'value'),
  ];
}

/** The comparisons that the driver judges. */
function comparisons({ noVerdict }: TakeAway, plan: Plan): string[] {
  const { isDouble, taken } = plan;
  const { declared, passed } = moving(plan);
  const at = taken === 'second' ? 'differenced_at' : 'kernel_at';
  const near = isDouble || taken === 'adjoint' ? '1e-12' : '1e-4';
  const derivative = taken === 'adjoint' ? 'adjoint' : 'derivative';
  return [
    'note How far two numbers are apart, by the larger one.',
    'sum relative_gap(real a, real b)',
    '  real larger',
    '  larger = fmax(fabs(a), fabs(b))',
    '  total = fabs(a - b)',
    '  if larger > 0.0',
    '    total = total / larger',
    'note Whether a derivative agrees with the best of differences; `scale` is the size of what they are taken of.',
    `do compare_differences(text what${declared}, real derivative, real scale)`,
    '  real best, difference, slope, stride',
    '  flag passes',
    '  best = INFINITY',
    '  difference = 0.0',
    '  stride = 1e-1',
    `  while stride > ${leastStride(plan)}`,
    `    slope = (${at}(stride${passed}) - ${at}(-stride${passed})) / (2.0 * stride)`,
    '    if relative_gap(slope, derivative) < best',
    '      best = relative_gap(slope, derivative)',
    '      difference = slope',
    '    stride = stride / 10.0',
    `  passes = best <= ${isDouble ? '1e-5' : '3e-2'} || fabs(difference - derivative) <= ${near} * (1.0 + scale)`,
    `  print difference:  {text what} {real difference}, ${derivative} {real derivative}: {passes ${noVerdict ?? 'FAILED'}}`,
    ...(noVerdict ? [] : ['  all_pass = all_pass && passes']),
    'note Whether two that are the same but for how they round are so.',
    'do compare_equal(text what, text others, real a, real b, real scale, real rounding)',
    '  flag passes',
    `  passes = fabs(a - b) <= ${isDouble ? '1e-10' : '1e-3'} * scale + rounding`,
    '  print {text what} {real a}, {text others} {real b}: {passes FAILED}',
    '  all_pass = all_pass && passes',
  ];
}

/** Inputs far below 1 are also moved by steps on their own scale. */
function leastStride({ slots, isDouble }: Plan): string {
  let least = 1;
  for (const { start } of slots.filter(isMoved))
    for (const x of start) if (x !== 0) least = Math.min(least, Math.abs(x));
  const decades = Math.floor(Math.log10(least));
  return `1e${Math.max(decades < -1 ? decades - 9 : -9, isDouble ? -290 : -36)}`;
}

/** Runs `body` with the starting derivatives scaled by each of the scales in turn, and restores them at the end. */
const scaled = (...body: readonly string[]): string[] => [
  '  note Scaled and scaled back they differ by how they round, and ten times that is no fault.',
  `  for k ${SCALES.length}`,
  '    seed_scale = seed_scales[k]',
  ...body.map((line) => `  ${line}`),
  '  seed_scale = 1.0',
];

// ----------------------------------------------------------------------------------------------------- what is set and summed

const isMoved = ({ direction }: Slot) => direction.length > 0;
const isWeighed = ({ weights }: Slot) => weights.length > 0;
const realsOf = ({ slots }: Plan) => slots.filter(({ type }) => isReal(type));

/** Sets derivatives to `from` where `starting` says so, and to zero elsewhere. */
const clear = (
  { plan, spell }: Making,
  part: Part,
  starting: (slot: Slot) => boolean,
  from: (slot: Slot) => string,
) =>
  realsOf(plan).flatMap((slot) =>
    spell.set(slot, part, starting(slot) ? spell.cast(slot, from(slot)) : null),
  );

const seeds = (m: Making) =>
  clear(m, 'adjoint', isWeighed, (slot) => `seed_scale * ${m.spell.constant('weight', slot)}`);

/** Adds up values or tangents of the dependents times their weights, or the magnitudes of these products. */
const weighted = ({ plan, spell }: Making, part: Part, sizes = false): string[] =>
  plan.slots
    .filter(isWeighed)
    .flatMap((slot) => spell.add(slot, spell.constant('weight', slot), part, sizes));

/** Adds up the derivatives by the independents times their directions, or the magnitudes of these products. */
const along = ({ plan, spell }: Making, part: Part, which: string | null, sizes = false): string[] =>
  plan.slots
    .filter(isMoved)
    .flatMap((slot) => spell.add(slot, spell.constant('way', slot, which), part, sizes));

/** Prints derivatives by the independents. */
const printed = ({ plan, spell }: Making, title: string, part: Part): string[] =>
  plan.slots
    .filter(isMoved)
    .flatMap((slot) => [
      `  for k ${slot.start.length}`,
      `    print ${title} ${spell.index(slot.key, '{integer k}')} = {real ${spell.element(slot, part)}}`,
    ]);

const call = ({ plan, spell }: Making, file: DerivativeText['file'], count?: string) =>
  spell.call(present(plan.calls[file], file), count);

interface Made {
  readonly routines: readonly string[];
  readonly main: readonly string[];
}

// ----------------------------------------------------------------------------------------------------------------- gradient

function gradient(m: Making): Made {
  const { plan, spell } = m;
  const least = plan.isDouble ? '1e-290' : '1e-36';
  const main = [
    '  real tangent, adjoint, seed_rounding',
    '  tangent = by_tangent()',
    '  adjoint = by_adjoint()',
    ...printed(m, 'gradient', 'adjoint'),
    '  seed_rounding = 0.0',
    ...scaled(
      '  seed_rounding = fmax(seed_rounding, 10.0 * (fabs(by_tangent() - tangent) + fabs(by_adjoint() - adjoint)))',
    ),
    '  tangent = by_tangent()',
    '  adjoint = by_adjoint()',
    '  if tangent != tangent',
    '    note An infinite slope times 0: such a tangent says nothing of the adjoint.',
    '    print dot product: tangent {real tangent}, adjoint {real adjoint}: says nothing',
    '  else',
    `    compare_equal("dot product: tangent", "adjoint", tangent, adjoint, fmax(size_of_adjoint(), 1e-3 * size_of_tangent()), seed_rounding + ${least})`,
    '  compare_differences("kernel ", adjoint, 0.0)',
  ];
  const routines = [
    'sum by_tangent()',
    '  set_inputs(0.0)',
    ...clear(m, 'tangent', isMoved, (slot) => `seed_scale * ${spell.constant('way', slot)}`),
    call(m, 'tangent'),
    ...weighted(m, 'tangent'),
    '  total = total / seed_scale',
    'sum by_adjoint()',
    '  set_inputs(0.0)',
    ...seeds(m),
    call(m, 'adjoint'),
    ...along(m, 'adjoint', null),
    '  total = total / seed_scale',
    'note How large the parts of the two sums are: rounding is judged by them.',
    'sum size_of_tangent()',
    ...weighted(m, 'tangent', true),
    'sum size_of_adjoint()',
    ...along(m, 'adjoint', null, true),
  ];
  return { routines, main };
}

// ------------------------------------------------------------------------------------------------------- several directions

/** A loop over elements and directions. */
const over = ({ start }: Slot, count: string | number, ...body: readonly string[]): string[] => [
  `  for k ${start.length}`,
  `    for j ${count}`,
  ...body.map((line) => `      ${line}`),
];

function vector(m: Making): Made {
  const { plan, spell } = m;
  const { slots, ways } = plan;
  const place = (slot: Slot, count: string | number) =>
    `${held(slot, 'tangent')}[${spell.zeroBased('k')} * ${count} + j]`;
  const direction = (slot: Slot) =>
    `seed_scale * way_${slot.name}[(first + ${spell.zeroBased('j')}) * ${slot.start.length} + k]`;
  const dependents = slots.filter(isWeighed);
  const main = [
    `  real together[${ways}], others[${ways}], rounding[${ways}]`,
    `  for j ${ways}`,
    '    rounding[j] = 0.0',
    `  by_vector(0, ${ways}, together)`,
    ...scaled(
      `  by_vector(0, ${ways}, others)`,
      `  for j ${ways}`,
      '    rounding[j] = fmax(rounding[j], 10.0 * fabs(others[j] - together[j]))',
    ),
    `  by_vector(0, ${ways}, together)`,
    ...dependents.flatMap((slot) =>
      over(
        slot,
        ways,
        `print derivative ${spell.index(slot.key, '{integer k}')} along {integer j} = {real ${place(slot, ways)}}`,
      ),
    ),
    `  for j ${ways}`,
    `    by_vector(${spell.zeroBased('j')}, 1, others)`,
    `    compare_equal("directions:  together", "alone", together[j], ${spell.first('others')}, sum_of_sizes, rounding[j])`,
    `    compare_differences("kernel", ${spell.zeroBased('j')}, together[j], sum_of_sizes)`,
  ];
  const routines = [
    'real sum_of_sizes = 0.0',
    'note The derivatives of the weighted sum along so many directions at once, and the sizes of all that is summed up.',
    'do by_vector(integer first, integer count, reals sums)',
    '  set_inputs(0.0, 0)',
    ...realsOf(plan).flatMap((slot) =>
      over(
        slot,
        'count',
        `${place(slot, 'count')} = ${isMoved(slot) ? spell.cast(slot, direction(slot)) : '0.0'}`,
      ),
    ),
    call(m, 'vector', 'count'),
    '  sum_of_sizes = 0.0',
    '  for j count',
    '    sums[j] = 0.0',
    ...dependents.flatMap((slot) => {
      const term = `weight_${slot.name}[k] * ${place(slot, 'count')} / seed_scale`;
      return over(
        slot,
        'count',
        `sums[j] = sums[j] + ${term}`,
        `sum_of_sizes = sum_of_sizes + fabs(${term})`,
      );
    }),
  ];
  return { routines, main };
}

// ------------------------------------------------------------------------------------------------------------- second order

function second(m: Making): Made {
  const { spell } = m;
  const summed = (name: string, part: Part, sizes = false) => [
    `sum ${name}(integer along)`,
    ...along(m, part, 'along', sizes),
    '  total = total / seed_scale',
  ];
  const main = [
    '  real gradient, one, other, sum_of_sizes, seed_rounding',
    '  run_second(0.0, 0, 0)',
    '  gradient = gradient_along(0)',
    '  one = product_along(1)',
    ...printed(m, 'gradient', 'adjoint'),
    ...printed(m, 'product', 'second'),
    '  sum_of_sizes = size_of_product(1)',
    '  run_second(0.0, 0, 1)',
    '  other = product_along(0)',
    '  sum_of_sizes = sum_of_sizes + size_of_product(0)',
    '  seed_rounding = 0.0',
    ...scaled(
      '  run_second(0.0, 0, 0)',
      '  seed_rounding = fmax(seed_rounding, 10.0 * fabs(product_along(1) - one))',
      '  run_second(0.0, 0, 1)',
      '  seed_rounding = fmax(seed_rounding, 10.0 * fabs(product_along(0) - other))',
    ),
    '  compare_equal("symmetry:    one way", "the other", one, other, sum_of_sizes, seed_rounding)',
    '  run_second(0.0, 0, 0)',
    '  compare_differences("kernel", 0, gradient, size_of_gradient(0))',
    '  run_second(0.0, 0, 0)',
    '  of_gradient = true',
    '  compare_differences("gradient", 0, one, size_of_gradient(1))',
  ];
  const routines = [
    'flag of_gradient = false',
    'note Gradient and product with one way as direction, where the inputs have moved by so much along another.',
    'do run_second(real by, integer moved, integer along)',
    '  set_inputs(by, moved)',
    ...clear(m, 'tangent', isMoved, (slot) => spell.constant('way', slot, 'along')),
    ...seeds(m),
    ...clear(m, 'second', () => false, String),
    call(m, 'second'),
    'note Of gradient and product, along a way.',
    ...summed('gradient_along', 'adjoint'),
    ...summed('product_along', 'second'),
    ...summed('size_of_gradient', 'adjoint', true),
    ...summed('size_of_product', 'second', true),
    'note What differences are taken of.',
    'sum differenced_at(real by, integer along)',
    '  if of_gradient',
    '    run_second(by, along, along)',
    '    total = gradient_along(1)',
    '  else',
    '    total = kernel_at(by, along)',
  ];
  return { routines, main };
}

/**
 * Drivers in C of the modes beside the gradient. Several directions at once are held against each of them alone; a Hessian times
 * a direction against its symmetry, which is as sharp as a dot product; both against differences.
 */

import { isReal } from '../../ir/build';
import {
  APART,
  along,
  callOf,
  callText,
  cell,
  clear,
  head,
  held,
  printed,
  seeded,
  startLines,
  way,
  weighted,
} from './cParts';
import { type Plan, SCALES, type Slot, type TakeAway } from './plan';

export function modeDriver(t: TakeAway, plan: Plan): string {
  return [
    ...head(t, plan, plan.taken === 'vector' ? ABOUT.vector : ABOUT.second),
    ...shared(t, plan),
    ...(plan.taken === 'vector' ? vector(plan) : second(plan)),
    '',
  ].join('\n');
}

/** What the drivers do, in either language. */
export const ABOUT = {
  vector:
    'Checks derivatives along several directions at once: against one at a time, and against differences of the kernel.',
  second:
    'Checks gradient and Hessian times a direction: by the symmetry of the Hessian, and against differences of kernel and gradient.',
} as const;

/** Values at entry, the kernel there, and what judges differences. */
function shared(t: TakeAway, plan: Plan): string[] {
  const { slots, isDouble } = plan;
  const verdict = t.noVerdict ?? 'FAILED';
  return [
    '/* Values at entry, moved by so much along one of the ways. */',
    'static void set_inputs(double by, int along) {',
    '  (void)by;',
    '  (void)along;',
    ...startLines(slots, 'along'),
    '}',
    '',
    '/* The weighted sum of the dependents. */',
    'static double kernel_at(double by, int along) {',
    '  double sum = 0.0;',
    '  set_inputs(by, along);',
    `  ${callText(plan.primal)}`,
    ...weighted(slots, 'value'),
    '  return sum;',
    '}',
    '',
    `static const double seed_scales[${SCALES.length}] = {${SCALES.join(', ')}};`,
    'static bool all_pass = true;',
    '',
    ...APART,
    '/* Whether a derivative agrees with the best of differences; `size` is that of what they are taken of. */',
    'static void compare_differences(const char *of, double (*at)(double, int), int along, double derivative, double size) {',
    '  double best = INFINITY, difference = 0.0, h;',
    '  bool passes;',
    '  for (h = 1e-1; h > 1e-9; h /= 10.0) {',
    '    double d = (at(h, along) - at(-h, along)) / (2.0 * h);',
    '    if (relative_gap(d, derivative) < best) {',
    '      best = relative_gap(d, derivative);',
    '      difference = d;',
    '    }',
    '  }',
    `  passes = best <= ${isDouble ? '1e-5' : '3e-2'} || fabs(difference - derivative) <= ${isDouble ? '1e-12' : '1e-4'} * (1.0 + size);`,
    '  printf("difference:  %s %.15g, derivative %.15g: %s\\n", of, difference, derivative,',
    `      passes ? "passed" : "${verdict}");`,
    ...(t.noVerdict ? [] : ['  all_pass = all_pass && passes;']),
    '}',
    '',
    '/* Whether two that are the same but for how they round are so. */',
    'static void compare_equal(const char *what, const char *others, double a, double b, double size, double rounding) {',
    `  bool passes = fabs(a - b) <= ${isDouble ? '1e-10' : '1e-3'} * size + rounding;`,
    '  printf("%s %.15g, %s %.15g: %s\\n", what, a, others, b, passes ? "passed" : "FAILED");',
    '  all_pass = all_pass && passes;',
    '}',
    '',
  ];
}

// ------------------------------------------------------------------------------------------------- several directions

/** Over elements and directions. */
const over = ({ start }: Slot, body: string) =>
  `  for (int k = 0; k < ${start.length}; k++) for (int j = 0; j < count; j++) ${body}`;

function vector(plan: Plan): string[] {
  const { slots, ways } = plan;
  const dependents = slots.filter(({ weights }) => weights.length > 0);
  return [
    '/* Sizes of all that is summed up. */',
    'static double sum_of_sizes;',
    '',
    '/* The derivatives of the weighted sum along so many directions at once. */',
    'static void by_vector(int first, int count, double *sums) {',
    '  (void)first;',
    '  set_inputs(0.0, 0);',
    ...slots
      .filter(({ type }) => isReal(type))
      .map((slot) => {
        const value =
          slot.direction.length > 0 ? `(${cell(slot)})(seed_scale * ${way(slot, 'first + j')})` : '0';
        return over(slot, `${held(slot, 'tangent')}[k * count + j] = ${value};`);
      }),
    `  ${callOf(plan, 'vector', 'count')}`,
    '  sum_of_sizes = 0.0;',
    '  for (int j = 0; j < count; j++) sums[j] = 0.0;',
    ...dependents.map((slot) => {
      const term = `weight_${slot.name}[k] * ${held(slot, 'tangent')}[k * count + j] / seed_scale`;
      return over(slot, `{ sums[j] += ${term}; sum_of_sizes += fabs(${term}); }`);
    }),
    '}',
    '',
    'int main(void) {',
    `  double together[${ways}], others[${ways}], rounding[${ways}] = {0.0};`,
    `  for (int k = 0; k < ${SCALES.length}; k++) {`,
    '    seed_scale = 1.0;',
    `    by_vector(0, ${ways}, together);`,
    '    seed_scale = seed_scales[k];',
    `    by_vector(0, ${ways}, others);`,
    '    /* Scaled and scaled back they differ by how they round, and ten times that is no fault. */',
    `    for (int j = 0; j < ${ways}; j++) rounding[j] = fmax(rounding[j], 10.0 * fabs(others[j] - together[j]));`,
    '  }',
    '  seed_scale = 1.0;',
    `  by_vector(0, ${ways}, together);`,
    ...dependents.map(
      (slot) =>
        `  for (int k = 0; k < ${slot.start.length}; k++) for (int j = 0; j < ${ways}; j++) printf("derivative ${slot.key}[%d] along %d = %.15g\\n", k, j, (double)${held(slot, 'tangent')}[k * ${ways} + j]);`,
    ),
    `  for (int j = 0; j < ${ways}; j++) {`,
    '    by_vector(j, 1, others);',
    '    compare_equal("directions:  together", "alone", together[j], others[0], sum_of_sizes, rounding[j]);',
    '    compare_differences("kernel", kernel_at, j, together[j], sum_of_sizes);',
    '  }',
    '  return all_pass ? 0 : 1;',
    '}',
  ];
}

// ------------------------------------------------------------------------------------------------------- second order

function second(plan: Plan): string[] {
  const { slots } = plan;
  const summed = (name: string, part: 'adjoint' | 'second', sizes = false) => [
    `static double ${name}(int along) {`,
    '  double sum = 0.0;',
    '  (void)along;',
    ...along(slots, part, 'along', sizes),
    '  return sum / seed_scale;',
    '}',
    '',
  ];
  return [
    '/* Gradient and product with one way as direction, where the inputs have moved by so much along another. */',
    'static void run_second(double by, int moved, int along) {',
    '  (void)along;',
    '  set_inputs(by, moved);',
    ...clear(slots, 'tangent', (slot) => (slot.direction.length > 0 ? way(slot, 'along') : null)),
    ...clear(slots, 'adjoint', seeded),
    ...clear(slots, 'second', () => null),
    `  ${callOf(plan, 'second')}`,
    '}',
    '',
    '/* Of gradient and product, along a way. */',
    ...summed('gradient_along', 'adjoint'),
    ...summed('product_along', 'second'),
    ...summed('size_of_gradient', 'adjoint', true),
    ...summed('size_of_product', 'second', true),
    'static double gradient_at(double by, int along) {',
    '  run_second(by, along, along);',
    '  return gradient_along(1);',
    '}',
    '',
    'int main(void) {',
    '  double gradient, one, other, size, rounding = 0.0;',
    '  run_second(0.0, 0, 0);',
    '  gradient = gradient_along(0);',
    '  one = product_along(1);',
    ...printed(slots, 'gradient', 'adjoint'),
    ...printed(slots, 'product', 'second'),
    '  size = size_of_product(1);',
    '  run_second(0.0, 0, 1);',
    '  other = product_along(0);',
    '  size += size_of_product(0);',
    '  /* Scaled and scaled back they differ by how they round, and ten times that is no fault. */',
    `  for (int k = 0; k < ${SCALES.length}; k++) {`,
    '    seed_scale = seed_scales[k];',
    '    run_second(0.0, 0, 0);',
    '    rounding = fmax(rounding, 10.0 * fabs(product_along(1) - one));',
    '    run_second(0.0, 0, 1);',
    '    rounding = fmax(rounding, 10.0 * fabs(product_along(0) - other));',
    '  }',
    '  seed_scale = 1.0;',
    '  compare_equal("symmetry:    one way", "the other", one, other, size, rounding);',
    '  run_second(0.0, 0, 0);',
    '  compare_differences("kernel", kernel_at, 0, gradient, size_of_gradient(0));',
    '  compare_differences("gradient", gradient_at, 0, one, size_of_gradient(1));',
    '  return all_pass ? 0 : 1;',
    '}',
  ];
}

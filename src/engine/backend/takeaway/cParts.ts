/** What drivers in C are made of: the cells of their variables, what sets and sums them, calls. */
import { present } from '../../base/lookup';
import { constant, isReal } from '../../ir/build';
import { TYPE_WORD } from '../../ir/runtime';
import { prototypeText } from '../c';
import { constantText } from '../c/expressions';
import { theirs } from './apart';
import type { CallPlan, DerivativeText, Part, Plan, Slot, TakeAway } from './plan';

export const cell = (slot: Slot) => (slot.type === 'bool' ? 'bool' : TYPE_WORD[slot.type]);
const PREFIX: Record<Part, string> = { value: 'val', tangent: 'dot', adjoint: 'bar', second: 'sec' };
export const held = (slot: Slot, part: Part) => `${PREFIX[part]}_${slot.name}`;

/** Headers, prototypes, cells. */
export function head(t: TakeAway, plan: Plan, about: string): string[] {
  return [
    `/* ${about} */`,
    '#include <math.h>',
    '#include <stdbool.h>',
    '#include <stdio.h>',
    '#include <string.h>',
    '',
    // Globals come first: they may be extents of arguments.
    ...plan.slots.flatMap((slot) => externs(slot, plan)),
    ...[{ program: t.primal, entry: t.routine }, ...t.texts].map(
      ({ program, entry }) => `${theirs(prototypeText(program, entry))};`,
    ),
    '',
    ...plan.slots.flatMap((slot) => storage(slot, plan)),
    '',
    '/* Of what derivatives start from: they are linear in it. */',
    'static double seed_scale = 1.0;',
    '',
  ];
}

/** The memory of a slot in the texts: what is set and read of a global. */
const memoryOf = (slot: Slot, part: Part) =>
  slot.kind !== 'global' ? undefined : part === 'value' ? slot : slot.derivatives[part];

const partsOf = ({ type }: Slot, { parts }: Plan): readonly Part[] =>
  isReal(type) ? ['value', ...parts] : ['value'];

function externs(slot: Slot, plan: Plan): string[] {
  return partsOf(slot, plan).flatMap((part) => {
    const memory = memoryOf(slot, part);
    const extent = memory?.variable.shape ? `[${slot.start.length}]` : '';
    return memory ? [`extern ${cell(slot)} ${theirs(memory.printed)}${extent};`] : [];
  });
}

/** C has no arrays of nothing. */
const room = (size: number) => Math.max(size, 1);

/** The cells of a slot: arrays of the driver's own, or the memory of globals. */
function storage(slot: Slot, plan: Plan): string[] {
  const n = slot.start.length;
  const type = cell(slot);
  const lines: string[] = [];
  const constants = (name: string, of: string, values: readonly (number | string)[]) =>
    lines.push(
      `static const ${of} ${name}_${slot.name}[${room(values.length)}] = {${values.join(', ') || '0'}};`,
    );
  if (slot.kind !== 'result')
    constants(
      'start',
      type,
      slot.start.map((x) => constantText(null, constant(x, slot.type))),
    );
  if (slot.direction.length > 0) constants('way', 'double', slot.direction);
  if (slot.weights.length > 0) constants('weight', 'double', slot.weights);
  for (const part of partsOf(slot, plan)) {
    const memory = memoryOf(slot, part);
    const size = part === 'tangent' && plan.taken === 'vector' ? n * plan.ways : n;
    const address = memory && `${memory.variable.shape ? '' : '&'}${theirs(memory.printed)}`;
    lines.push(
      address
        ? `static ${type} *const ${held(slot, part)} = ${address};`
        : `static ${type} ${held(slot, part)}[${room(size)}];`,
    );
  }
  return lines;
}

/** Over the elements, of which it is number k. */
export function loop(slot: Slot, body: string): string {
  return slot.start.length === 1
    ? body.replaceAll('[k]', '[0]')
    : `for (int k = 0; k < ${slot.start.length}; k++) ${body}`;
}

/** How far an element moves; `which` of several ways is an expression of the driver's. */
export function way({ name, start }: Slot, which: string | null): string {
  if (which === null) return `way_${name}[k]`;
  return `way_${name}[${start.length === 1 ? which : `(${which}) * ${start.length} + k`}]`;
}

/** Values at entry, moved along a way. */
export function startLines(slots: readonly Slot[], which: string | null): string[] {
  return slots
    .filter((s) => s.kind !== 'result')
    .map((slot) => {
      const moved = slot.direction.length > 0 ? ` + (${cell(slot)})(by * ${way(slot, which)})` : '';
      return `  ${loop(slot, `${held(slot, 'value')}[k] = start_${slot.name}[k]${moved};`)}`;
    });
}

/** Sets derivatives to what they start from, zero where `to` says nothing. */
export function clear(slots: readonly Slot[], part: Part, to: (slot: Slot) => string | null): string[] {
  return slots
    .filter((slot) => isReal(slot.type))
    .map((slot) => {
      const from = to(slot);
      const value = from === null ? '0' : `(${cell(slot)})(${from})`;
      return `  ${loop(slot, `${held(slot, part)}[k] = ${value};`)}`;
    });
}

export const seeded = (slot: Slot) =>
  slot.weights.length > 0 ? `seed_scale * weight_${slot.name}[k]` : null;

const sum = (slot: Slot, term: string, sizes: boolean) =>
  `  ${loop(slot, `sum += ${sizes ? `fabs(${term})` : term};`)}`;

/** Adds up what the dependents come to, or the sizes of that. */
export function weighted(slots: readonly Slot[], part: Part, sizes = false): string[] {
  return slots
    .filter(({ weights }) => weights.length > 0)
    .map((slot) => sum(slot, `weight_${slot.name}[k] * ${held(slot, part)}[k]`, sizes));
}

/** Adds up derivatives by the independents, times how far those move; or the sizes of all that. */
export function along(slots: readonly Slot[], part: Part, which: string | null, sizes = false): string[] {
  return slots
    .filter(({ direction }) => direction.length > 0)
    .map((slot) => sum(slot, `${way(slot, which)} * ${held(slot, part)}[k]`, sizes));
}

/** Prints derivatives by the independents. */
export function printed(slots: readonly Slot[], title: string, part: Part): string[] {
  return slots
    .filter(({ direction }) => direction.length > 0)
    .map(
      (slot) =>
        `  for (int k = 0; k < ${slot.start.length}; k++) printf("${title} ${slot.key}[%d] = %.15g\\n", k, (double)${held(slot, part)}[k]);`,
    );
}

/** How far two numbers are apart, by the larger one. */
export const APART = [
  'static double relative_gap(double a, double b) {',
  '  double size = fmax(fabs(a), fabs(b));',
  '  return size > 0.0 ? fabs(a - b) / size : 0.0;',
  '}',
  '',
];

export const callOf = ({ calls }: Plan, file: DerivativeText['file'], count = '') =>
  callText(present(calls[file], file), count);

export function callText(call: CallPlan, count = ''): string {
  const args = call.args.map((arg) => {
    // Arguments of Fortran go by reference.
    if (arg === null) return call.program.language === 'c' ? count : `&${count}`;
    const { slot, part, variable } = arg;
    const name = held(slot, part);
    if (variable.passing === 'value') return `${name}[0]`;
    return (variable.shape?.dimensions.length ?? 0) > 1 ? `(void *)${name}` : name;
  });
  const text = `${theirs(call.name)}(${args.join(', ')});`;
  return call.result ? `${held(call.result, 'value')}[0] = ${text}` : text;
}

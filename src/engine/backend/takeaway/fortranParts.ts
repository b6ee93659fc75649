/** What drivers in Fortran are made of: their variables, what sets and sums them, calls. */
import { ofEach, present } from '../../base/lookup';
import { constant, isConstant, isReal } from '../../ir/build';
import { variableOf } from '../../ir/names';
import type { ScalarType } from '../../ir/types';
import { typeText } from '../fortran/context';
import { asExternal } from '../fortran/declarations';
import { constantText } from '../fortran/expressions';
import { theirs } from './apart';
import { commons, copies, copyName, held, modules } from './fortranNames';
import {
  type CallPlan,
  type DerivativeText,
  type Part,
  type Plan,
  type Printed,
  SCALES,
  type Slot,
  type TakeAway,
} from './plan';

const number = (x: number, type: ScalarType) => constantText(null, constant(x, type));

function list(values: readonly number[], type: ScalarType): string {
  if (values.length === 0) return `[${typeText(type)} ::]`;
  const cells = values.map((x) => number(x, type));
  const lines: string[] = [];
  for (let i = 0; i < cells.length; i += 4) lines.push(cells.slice(i, i + 4).join(', '));
  return `[${lines.length > 1 ? ' &\n      ' : ''}${lines.join(', &\n      ')}]`;
}

/** What it uses and declares. */
export function head(t: TakeAway, plan: Plan, names: Printed, about: string): string[] {
  const { slots, primal, calls } = plan;
  const functions = t.primal.language === 'c' ? [] : [primal, ...Object.values(calls)];
  return [
    `! ${about}`,
    'program gradient_check',
    ...modules(t, plan, names).map((line) => `  ${line}`),
    '  implicit none',
    ...functions.flatMap(external).map((line) => `  ${line}`),
    ...slots.flatMap((slot) => storage(slot, plan)).map((line) => `  ${line}`),
    ...commons(t, slots).map((line) => `  ${line}`),
    '  ! Of what derivatives start from: they are linear in it.',
    '  real(8) :: seed_scale = 1.0d0',
    `  real(8), parameter :: seed_scales(${SCALES.length}) = ${list(SCALES, 'f64')}`,
  ];
}

function external({ routine, program, name }: CallPlan): string[] {
  const result = routine.result === null ? null : variableOf(program, routine.result).type;
  const how = asExternal(name, result);
  return how === null ? [] : [`${how} :: ${theirs(name)}`];
}

/** Whether a slot is an array here: what is passed as a scalar must be one. */
export const isArray = (slot: Slot) => slot.variable.shape !== null;
/** The element that is number k. */
export const at = (slot: Slot, part: Part) =>
  isArray(slot)
    ? `${held(slot, part)}(${isGrid(slot, part) ? gridSubscripts(slot) : 'k'})`
    : held(slot, part);

/** Whether it is an array of a module, with bounds of its own: any other is declared here, from 1 on. */
function isGrid({ kind, variable, inModule, derivatives }: Slot, part: Part): boolean {
  const isOfKernel = kind === 'global' && (part === 'value' || derivatives[part] !== undefined);
  const { dimensions = [] } = variable.shape ?? {};
  const startsElsewhere = dimensions.some(({ lower }) => !isConstant(lower, 1));
  return isOfKernel && inModule && (dimensions.length > 1 || startsElsewhere);
}

/** The elements in a row. */
function flat(slot: Slot, part: Part): string {
  const name = held(slot, part);
  return isGrid(slot, part) ? `reshape(${name}, [${slot.start.length}])` : name;
}

/** What sets it to the elements in a row. */
function shaped(slot: Slot, part: Part, elements: string): string {
  return isGrid(slot, part) ? `reshape(${elements}, shape(${held(slot, part)}))` : elements;
}

/** Of the element that is number k in memory. */
function gridSubscripts({ variable: { shape } }: Slot): string {
  const { dimensions = [], order } = shape ?? {};
  const fastestFirst = order === 'row' ? [...dimensions].reverse() : dimensions;
  let stride = 1;
  return fastestFirst
    .map(({ lower, extent }) => {
      const [from, size] = ofEach([lower, extent], (e) => (e?.kind === 'constant' ? e.value : 1));
      const text = `mod((k - 1) / ${stride}, ${size}) + ${from}`;
      stride *= size;
      return text;
    })
    .join(', ');
}

function storage(slot: Slot, { parts, ways, taken }: Plan): string[] {
  const n = slot.start.length;
  const lines: string[] = [];
  const constants = (name: string, values: readonly number[], of: ScalarType) =>
    lines.push(`${typeText(of)}, parameter :: ${name}(${values.length}) = ${list(values, of)}`);
  if (slot.kind !== 'result') constants(`start_${slot.name}`, slot.start, slot.type);
  if (slot.direction.length > 0) constants(`way_${slot.name}`, slot.direction, 'f64');
  if (slot.weights.length > 0) constants(`weight_${slot.name}`, slot.weights, 'f64');
  for (const part of isReal(slot.type) ? (['value', ...parts] as const) : (['value'] as const)) {
    const v = part === 'value' ? slot.variable : slot.derivatives[part]?.variable;
    if (slot.kind === 'global' && v) continue;
    const isWide = part === 'tangent' && taken === 'vector';
    const shape = isWide ? `(${n * ways})` : isArray(slot) ? `(${n})` : '';
    lines.push(`${typeText(slot.type)} :: ${held(slot, part)}${shape}`);
  }
  return lines;
}

/** How far the elements move; `which` of several ways, the first of which is 0, is an expression of the driver's. */
export function way(slot: Slot, which: string | null): string {
  const { name, start } = slot;
  if (which === null) return isArray(slot) ? `way_${name}` : `way_${name}(1)`;
  const n = start.length;
  return isArray(slot)
    ? `way_${name}(${which} * ${n} + 1:${which} * ${n} + ${n})`
    : `way_${name}(${which} + 1)`;
}

const kindOf = (slot: Slot) => (slot.type === 'f32' ? 4 : 8);

/** Values at entry, moved along a way. */
export function startLines(t: TakeAway, slots: readonly Slot[], which: string | null): string[] {
  return slots
    .filter(({ kind }) => kind !== 'result')
    .flatMap((slot) => {
      const start = isArray(slot) ? `start_${slot.name}` : `start_${slot.name}(1)`;
      const moved = slot.direction.length > 0 ? ` + real(by * ${way(slot, which)}, ${kindOf(slot)})` : '';
      const own = held(slot, 'value');
      return [
        `    ${own} = ${shaped(slot, 'value', `${start}${moved}`)}`,
        ...copies(t, slot).map((file) => `    ${copyName(slot, file)} = ${own}`),
      ];
    });
}

/** Sets derivatives to what they start from, zero where `to` says nothing. */
export function clear(slots: readonly Slot[], part: Part, to: (slot: Slot) => string | null): string[] {
  return slots
    .filter(({ type }) => isReal(type))
    .map((slot) => {
      const from = to(slot);
      const value =
        from === null ? number(0, slot.type) : shaped(slot, part, `real(${from}, ${kindOf(slot)})`);
      return `    ${held(slot, part)} = ${value}`;
    });
}

export const seeded = (slot: Slot) =>
  slot.weights.length > 0 ? `seed_scale * weight_${slot.name}${isArray(slot) ? '' : '(1)'}` : null;

function sum(result: string, slot: Slot, factor: string, part: Part, sizes: boolean): string {
  const product = `${factor} * ${isArray(slot) ? flat(slot, part) : held(slot, part)}`;
  const term = sizes ? `abs(${product})` : product;
  return `    ${result} = ${result} + ${isArray(slot) ? `sum(${term})` : term}`;
}

/** Adds up what the dependents come to, or the sizes of that. */
export function weighted(result: string, slots: readonly Slot[], part: Part, sizes = false): string[] {
  return slots
    .filter(({ weights }) => weights.length > 0)
    .map((slot) => sum(result, slot, `weight_${slot.name}${isArray(slot) ? '' : '(1)'}`, part, sizes));
}

/** Adds up derivatives by the independents, times how far those move; or the sizes of all that. */
export function along(
  result: string,
  slots: readonly Slot[],
  part: Part,
  which: string | null,
  sizes = false,
): string[] {
  return slots
    .filter(({ direction }) => direction.length > 0)
    .map((slot) => sum(result, slot, way(slot, which), part, sizes));
}

/** Prints derivatives by the independents. */
export function printed(slots: readonly Slot[], title: string, part: Part): string[] {
  return slots
    .filter(({ direction }) => direction.length > 0)
    .flatMap((slot) => [
      `  do k = 1, ${slot.start.length}`,
      `    print '(a, i0, a, es23.15)', '${title} ${slot.key}(', k, ') = ', ${at(slot, part)}`,
      '  end do',
    ]);
}

/** How far two numbers are apart, by the larger one. */
export const APART = [
  '  real(8) function relative_gap(a, b)',
  '    real(8), intent(in) :: a, b',
  '    relative_gap = abs(a - b) / max(abs(a), abs(b), tiny(a))',
  '  end function relative_gap',
];

/** Of two words of one length, the one that a test chooses. */
export const verdict = (noVerdict: string | null, passes: string) =>
  noVerdict
    ? `trim(merge('passed${' '.repeat(noVerdict.length - 6)}', '${noVerdict}', ${passes}))`
    : `merge('passed', 'FAILED', ${passes})`;

export const callOf = ({ calls }: Plan, file: DerivativeText['file'], count = '') =>
  callText(present(calls[file], file), count);

export function callText(call: CallPlan, count = ''): string {
  const args = call.args.map((arg) => (arg === null ? count : held(arg.slot, arg.part)));
  const text = `${theirs(call.name)}(${args.join(', ')})`;
  return call.result ? `${held(call.result, 'value')} = ${text}` : `call ${text}`;
}

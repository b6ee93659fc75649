/** Drivers in Fortran: their variables, what sets and sums them, calls. */
import { ofEach } from '../../base/lookup';
import { constant, isConstant, isReal } from '../../ir/build';
import { variableOf } from '../../ir/names';
import type { ScalarType } from '../../ir/types';
import { typeText } from '../fortran/context';
import { asExternal } from '../fortran/declarations';
import { constantText } from '../fortran/expressions';
import { theirs } from './apart';
import { ABOUT, driverLines } from './driver';
import { commons, copies, copyName, modules } from './fortranNames';
import { held, type Item, inLanguage, type Routine, type Spelling, type Words } from './notation';
import { type CallPlan, type Part, type Plan, type Printed, SCALES, type Slot, type TakeAway } from './plan';

const number = (x: number, type: ScalarType) => constantText(null, constant(x, type));

function list(values: readonly number[], type: ScalarType): string {
  if (values.length === 0) return `[${typeText(type)} ::]`;
  const cells = values.map((x) => number(x, type));
  const lines: string[] = [];
  for (let i = 0; i < cells.length; i += 4) lines.push(cells.slice(i, i + 4).join(', '));
  return `[${lines.length > 1 ? ' &\n      ' : ''}${lines.join(', &\n      ')}]`;
}

/** USE statements and declarations. */
function head(t: TakeAway, plan: Plan, names: Printed): string[] {
  const { slots, primal, calls } = plan;
  const functions = t.primal.language === 'c' ? [] : [primal, ...Object.values(calls)];
  return [
    `! ${ABOUT[plan.taken]}`,
    'program gradient_check',
    ...modules(t, plan, names).map((line) => `  ${line}`),
    '  implicit none',
    ...functions.flatMap(external).map((line) => `  ${line}`),
    ...slots.flatMap((slot) => storage(slot, plan)).map((line) => `  ${line}`),
    ...commons(t, slots).map((line) => `  ${line}`),
    '  ! Of what derivatives start from: they are linear in it.',
    '  real(8) :: seed_scale = 1.0d0',
    `  real(8), parameter :: seed_scales(${SCALES.length}) = ${list(SCALES, 'f64')}`,
    '  logical :: all_pass = .true.',
  ];
}

function external({ routine, program, name }: CallPlan): string[] {
  const result = routine.result === null ? null : variableOf(program, routine.result).type;
  const how = asExternal(name, result);
  return how === null ? [] : [`${how} :: ${theirs(name)}`];
}

/** Whether a slot is an array here: what is passed as a scalar must be a scalar. */
const isArray = (slot: Slot) => slot.variable.shape !== null;
/** Whether it is a module array with bounds of its own; any other array is declared here, from 1 on. */
function isGrid({ kind, variable, inModule, derivatives }: Slot, part: Part): boolean {
  const isOfKernel = kind === 'global' && (part === 'value' || derivatives[part] !== undefined);
  const { dimensions = [] } = variable.shape ?? {};
  const startsElsewhere = dimensions.some(({ lower }) => !isConstant(lower, 1));
  return isOfKernel && inModule && (dimensions.length > 1 || startsElsewhere);
}

/** The elements as a vector. */
function flat(slot: Slot, part: Part): string {
  const name = held(slot, part);
  return isGrid(slot, part) ? `reshape(${name}, [${slot.start.length}])` : name;
}

/** Sets it from a vector of elements. */
function shaped(slot: Slot, part: Part, elements: string): string {
  return isGrid(slot, part) ? `reshape(${elements}, shape(${held(slot, part)}))` : elements;
}

/** The subscripts of element number k in memory order. */
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

function callText(call: CallPlan, count = ''): string {
  const args = call.args.map((arg) => (arg === null ? count : held(arg.slot, arg.part)));
  const text = `${theirs(call.name)}(${args.join(', ')})`;
  return `  as ${call.result ? `${held(call.result, 'value')} = ${text}` : `call ${text}`}`;
}

const spelling = (t: TakeAway): Spelling => ({
  index: (name, k) => `${name}(${k})`,
  zeroBased: (index) => `(${index} - 1)`,
  first: (array) => `${array}[1]`,
  constant: (name, slot, which = null) => {
    const n = slot.start.length;
    const all = `${name}_${slot.name}`;
    if (isArray(slot)) return which === null ? all : `${all}(${which} * ${n} + 1:${which} * ${n} + ${n})`;
    return which === null ? `${all}(1)` : `${all}(${which} + 1)`;
  },
  cast: (slot, text) => `real(${text}, ${slot.type === 'f32' ? 4 : 8})`,
  set: (slot, part, to) => {
    const value = to === null ? number(0, slot.type) : shaped(slot, part, to);
    const others = part === 'value' ? copies(t, slot).map((file) => copyName(slot, file)) : [];
    return [held(slot, part), ...others].map((name) => `  as ${name} = ${value}`);
  },
  add: (slot, factor, part, sizes) => {
    const product = `${factor} * ${flat(slot, part)}`;
    const term = sizes ? `abs(${product})` : product;
    return [`  as total = total + ${isArray(slot) ? `sum(${term})` : term}`];
  },
  element: (slot, part) =>
    isArray(slot)
      ? `${held(slot, part)}(${isGrid(slot, part) ? gridSubscripts(slot) : 'k'})`
      : held(slot, part),
  call: callText,
});

const NAMES: Readonly<Record<string, string>> = {
  ...{ fmax: 'max', fabs: 'abs', INFINITY: 'huge(1.0d0)', true: '.true.', false: '.false.' },
  ...{ '!=': '/=', '&&': '.and.', '||': '.or.', '[': '(', ']': ')' },
};

/** Translates an expression from the notation of C. */
function expression(text: string): string {
  return text.replace(/"[^"]*"|[a-z]\w*|!=|&&|\|\||[[\]]|\b\d+(?:\.\d+|e-?\d+)/gi, (part) => {
    if (part.startsWith('"')) return `'${part.slice(1, -1)}'`;
    if (/^\d/.test(part)) return part.includes('e') ? part.replace('e', 'd') : `${part}d0`;
    return NAMES[part] ?? part;
  });
}

const FORMATS = { is: 'a', text: 'a', real: 'es23.15', integer: 'i0', passes: 'a' } as const;

function print(items: readonly Item[]): string {
  const values = items.map(([type, text]) => {
    if (type === 'is') return `'${text}'`;
    return type === 'passes' ? verdict(text) : expression(text);
  });
  return `print '(${items.map(([type]) => FORMATS[type]).join(', ')})', ${values.join(', ')}`;
}

/** Chooses between two words of the same length by the flag. */
function verdict(otherwise: string): string {
  const chosen = `merge('${'passed'.padEnd(otherwise.length)}', '${otherwise}', passes)`;
  return otherwise.length > 'passed'.length ? `trim(${chosen})` : chosen;
}

const WORDS: Words = {
  statement: (text) => expression(/^\w+\(/.test(text) ? `call ${text}` : text),
  real: (names) => `real(8) :: ${expression(names)}`,
  flag: (names) => `logical :: ${expression(names)}`,
  note: (text) => `! ${text}`,
  print,
  for: (rest) => rest.replace(/(\w+) (\w+)/, 'do $1 = 1, $2'),
  while: (test) => `do while (${expression(test)})`,
  if: (test) => `if (${expression(test)}) then`,
  else: () => 'else',
  ends: { for: 'end do', while: 'end do', if: 'end if', else: 'end if' },
};

const TYPES = {
  real: 'real(8), intent(in)',
  integer: 'integer, intent(in)',
  text: 'character(*), intent(in)',
  reals: 'real(8), dimension(*), intent(out)',
} as const;

function routineLines({ note, name, parameters, isSum, idle, declared, body }: Routine): string[] {
  const list = parameters.map(([, parameter]) => parameter).join(', ');
  const counters = ['k', 'j'].filter((index) => body.some((line) => line.includes(`do ${index} =`)));
  const kind = isSum ? 'function' : 'subroutine';
  return [
    ...(note ? [`! ${note}`] : []),
    `${isSum ? 'real(8) ' : ''}${kind} ${name}(${list})${isSum ? ' result(total)' : ''}`,
    ...parameters.map(([type, parameter]) => `  ${TYPES[type]} :: ${parameter}`),
    ...(counters.length > 0 ? [`  integer :: ${counters.join(', ')}`] : []),
    ...declared,
    ...idle.map((parameter) => `  if (${parameter} < -1) print *, ${parameter}`),
    ...(isSum ? ['  total = 0.0d0'] : []),
    ...body,
    `end ${kind} ${name}`,
  ].map((line) => `  ${line}`);
}

export function fortranDriver(t: TakeAway, plan: Plan, names: Printed): string {
  const { shared, routines, main } = inLanguage(driverLines(t, plan, spelling(t)), WORDS);
  return [
    ...head(t, plan, names),
    ...shared.map((line) => `  ${line}`),
    ...main.declared,
    '  integer :: k, j',
    ...main.body,
    '  if (.not. all_pass) error stop 1',
    'contains',
    ...routines.flatMap(routineLines),
    'end program gradient_check',
    '',
  ].join('\n');
}

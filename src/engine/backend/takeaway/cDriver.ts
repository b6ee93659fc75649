/** Drivers in C: the cells of their variables, what sets and sums them, calls. */
import { constant, isReal } from '../../ir/build';
import { TYPE_WORD } from '../../ir/runtime';
import { prototypeText } from '../c';
import { constantText } from '../c/expressions';
import { theirs } from './apart';
import { ABOUT, driverLines } from './driver';
import { held, type Item, inLanguage, type Routine, type Spelling, type Words } from './notation';
import { type CallPlan, type Part, type Plan, SCALES, type Slot, type TakeAway } from './plan';

const cell = (slot: Slot) => (slot.type === 'bool' ? 'bool' : TYPE_WORD[slot.type]);

/** Headers, prototypes, cells. */
function head(t: TakeAway, plan: Plan): string[] {
  return [
    `/* ${ABOUT[plan.taken]} */`,
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
    `static const double seed_scales[${SCALES.length}] = {${SCALES.join(', ')}};`,
    'static bool all_pass = true;',
  ];
}

/** The variable of a slot in the texts: the one that is set and read for a global. */
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

/** C has no arrays of length 0. */
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

/** A loop over the elements; `k` is the number of the element. */
function loop(slot: Slot, body: string): string[] {
  const n = slot.start.length;
  return [`  as ${n === 1 ? body.replaceAll('[k]', '[0]') : `for (int k = 0; k < ${n}; k++) ${body}`}`];
}

function callText(call: CallPlan, count = ''): string {
  const args = call.args.map((arg) => {
    // Arguments of Fortran go by reference.
    if (arg === null) return call.program.language === 'c' ? count : `&${count}`;
    const { slot, part, variable } = arg;
    const name = held(slot, part);
    if (variable.passing === 'value') return `${name}[0]`;
    return (variable.shape?.dimensions.length ?? 0) > 1 ? `(void *)${name}` : name;
  });
  const text = `${theirs(call.name)}(${args.join(', ')});`;
  return `  as ${call.result ? `${held(call.result, 'value')}[0] = ${text}` : text}`;
}

const SPELLING: Spelling = {
  index: (name, k) => `${name}[${k}]`,
  zeroBased: (index) => index,
  first: (array) => `${array}[0]`,
  constant: (name, slot, which = null) => {
    const n = slot.start.length;
    return `${name}_${slot.name}[${which === null ? 'k' : n === 1 ? which : `${which} * ${n} + k`}]`;
  },
  cast: (slot, text) => `(${cell(slot)})(${text})`,
  set: (slot, part, to) => loop(slot, `${held(slot, part)}[k] = ${to ?? '0'};`),
  add: (slot, factor, part, sizes) => {
    const term = `${factor} * ${held(slot, part)}[k]`;
    return loop(slot, `total += ${sizes ? `fabs(${term})` : term};`);
  },
  element: (slot, part) => `${held(slot, part)}[k]`,
  call: callText,
};

const FORMATS = { text: '%s', real: '%.15g', integer: '%d', passes: '%s' } as const;

function print(items: readonly Item[]): string {
  const format = items.map(([type, text]) => (type === 'is' ? text : FORMATS[type]));
  const values = items
    .filter(([type]) => type !== 'is')
    .map(([type, text]) => (type === 'passes' ? `passes ? "passed" : "${text}"` : text));
  return `printf(${[`"${format.join('')}\\n"`, ...values].join(', ')});`;
}

const WORDS: Words = {
  statement: (text) => `${text};`,
  real: (names) => `double ${names};`,
  flag: (names) => `bool ${names};`,
  note: (text) => `/* ${text} */`,
  print,
  for: (rest) => rest.replace(/(\w+) (\w+)/, 'for (int $1 = 0; $1 < $2; $1++) {'),
  while: (test) => `while (${test}) {`,
  if: (test) => `if (${test}) {`,
  else: () => '} else {',
  ends: { for: '}', while: '}', if: '}', else: '}' },
};

const TYPES = { real: 'double ', integer: 'int ', text: 'const char *', reals: 'double *' } as const;

function routineLines({ note, name, parameters, isSum, idle, declared, body }: Routine): string[] {
  const list = parameters.map(([type, parameter]) => `${TYPES[type]}${parameter}`).join(', ');
  return [
    ...(note ? [`/* ${note} */`] : []),
    `static ${isSum ? 'double' : 'void'} ${name}(${list || 'void'}) {`,
    ...(isSum ? ['  double total = 0.0;'] : []),
    ...declared,
    ...idle.map((parameter) => `  (void)${parameter};`),
    ...body,
    ...(isSum ? ['  return total;'] : []),
    '}',
    '',
  ];
}

export function cDriver(t: TakeAway, plan: Plan): string {
  const { shared, routines, main } = inLanguage(driverLines(t, plan, SPELLING), WORDS);
  return [
    ...head(t, plan),
    ...shared.map((line) => `static ${line}`),
    '',
    ...routines.flatMap(routineLines),
    'int main(void) {',
    ...main.declared,
    ...main.body,
    '  return all_pass ? 0 : 1;',
    '}',
    '',
  ].join('\n');
}

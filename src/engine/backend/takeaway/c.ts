/** The C side of what is taken away: kernel, tangent, adjoint, tape and driver as files. */
import { isReal } from '../../ir/build';
import { TYPE_WORD } from '../../ir/runtime';
import { printC, prototypeText } from '../c';
import { createContext, storageName } from '../c/context';
import {
  type CallPlan,
  keepsValues,
  type Part,
  type Plan,
  SCALES,
  type Slot,
  type TakeAway,
  withoutMain,
} from './plan';

export interface File {
  readonly path: string;
  readonly text: string;
}

export function cFiles(t: TakeAway, plan: Plan): File[] {
  const own =
    t.primal.language === 'c' &&
    t.asWritten &&
    isPlain(t.source) &&
    !takesStructures(t) &&
    !keepsValues(t.primal) &&
    t.primal.routines.every((r) => r.kind === 'function' || r.kind === 'subroutine');
  const printed = printC(withoutMain(t.primal), null).text;
  const kernel = own ? withHeaders(t.source, printed) : printed;
  const elsewhere = new Set(t.primal.routines.map((r) => r.name));
  const adjoint = printC(t.adjoint.program, t.adjoint.entry, elsewhere);
  const tangent = printC(t.tangent.program, t.tangent.entry, elsewhere);
  const { text, runtime } = adjoint;
  const tape = runtime ? text.slice(runtime.start, runtime.end) : null;
  const files: File[] = [{ path: 'kernel.c', text: kernel }];
  if (!own) files.push({ path: `original.${t.primal.language === 'c' ? 'c.txt' : 'f.txt'}`, text: t.source });
  files.push({ path: 'tangent.c', text: tangent.text });
  if (tape === null || runtime === null) files.push({ path: 'adjoint.c', text });
  else {
    const headers = ['stdio.h', 'stdlib.h', 'string.h'].map((header) => `#include <${header}>\n`).join('');
    const bool = tape.includes('bool') ? '#include <stdbool.h>\n' : '';
    const math = tape.includes('fmod') ? '#include <math.h>\n' : '';
    files.push(
      {
        path: 'tape.h',
        text: `/* What adjoint.c calls: the tape that it pushes values on and pops them from, functions that C lacks. */\n${math}${headers}${bool}\n${tape}`,
      },
      {
        path: 'adjoint.c',
        text: `${text.slice(0, runtime.start)}#include "tape.h"\n${text.slice(runtime.end)}`,
      },
    );
  }
  files.push(
    { path: 'driver.c', text: driver(t, plan) },
    { path: 'Makefile', text: makefile(tape !== null) },
  );
  return files;
}

/** Types that are read without their headers. */
const HEADER_OF = { 'stddef.h': /\bsize_t\b/, 'stdint.h': /\bu?int\d+_t\b/, 'stdbool.h': /\bbool\b/ };

/** The user's text, with the headers that it leaves to us. */
function withHeaders(source: string, printed: string): string {
  const types = Object.entries(HEADER_OF).flatMap(([header, names]) =>
    names.test(source) && !/#include/.test(source) ? [`#include <${header}>`] : [],
  );
  const needed = [...new Set([...(printed.match(/^#include <\w+\.h>$/gm) ?? []), ...types])];
  const missing = needed.filter((line) => !source.includes(line.slice('#include '.length)));
  return missing.length > 0 ? `${missing.join('\n')}\n${source}` : source;
}

/** Nothing in it that hides a name from the other files, and no main program. */
function isPlain(source: string): boolean {
  return !/\bstatic\b|\bmain\s*\(/.test(source);
}

/** A structure is passed member by member, which the user's own text would not understand. */
function takesStructures({ primal }: TakeAway): boolean {
  return primal.variables.some(({ role, name }) => role === 'parameter' && name.includes('.'));
}

function makefile(hasTape: boolean): string {
  return `CC ?= cc
CFLAGS ?= -std=gnu99 -O2 -Wall -ffp-contract=off
OBJECTS = kernel.o tangent.o adjoint.o driver.o

.PHONY: check clean
check: driver
\t./driver

driver: $(OBJECTS)
\t$(CC) $(CFLAGS) -o $@ $(OBJECTS) -lm
${hasTape ? '\nadjoint.o: tape.h\n' : ''}
clean:
\trm -f driver $(OBJECTS)
`;
}

// --------------------------------------------------------------------------------------------------------- driver

const cell = (slot: Slot) => (slot.type === 'bool' ? 'bool' : TYPE_WORD[slot.type]);
const PREFIX: Record<Part, string> = { value: 'val', tangent: 'dot', adjoint: 'bar' };
const held = (slot: Slot, part: Part) => `${PREFIX[part]}_${slot.name}`;

function number(x: number, slot: Slot): string {
  if (slot.type === 'bool') return x === 0 ? 'false' : 'true';
  return isReal(slot.type) && Number.isInteger(x) ? `${x}.0` : String(x);
}

function driver(t: TakeAway, plan: Plan): string {
  const { slots, isDouble } = plan;
  const [dot, difference] = isDouble ? ['1e-10', '1e-5'] : ['1e-3', '3e-2'];
  return [
    '/* Checks the adjoint: against the tangent by the dot product, and against differences of the kernel. */',
    '#include <math.h>',
    '#include <stdbool.h>',
    '#include <stdio.h>',
    '#include <string.h>',
    '',
    `${prototypeText(t.primal, t.routine)};`,
    `${prototypeText(t.tangent.program, t.tangent.entry)};`,
    `${prototypeText(t.adjoint.program, t.adjoint.entry)};`,
    '',
    ...slots.flatMap((slot) => storage(slot)),
    '',
    '/* Values at entry, moved by so much along the direction. */',
    'static void start(double by) {',
    '  (void)by;',
    ...slots.filter((s) => s.kind !== 'result').map((slot) => `  ${startLine(slot)}`),
    '}',
    '',
    '/* The weighted sum of the dependents. */',
    'static double weighted(void) {',
    '  double sum = 0.0;',
    ...sums(slots, 'value', 'weights'),
    '  return sum;',
    '}',
    '',
    'static double kernel_at(double by) {',
    '  start(by);',
    `  ${callText(plan.primal)}`,
    '  return weighted();',
    '}',
    '',
    '/* Of what derivatives start from: they are linear in it. */',
    'static double seed_scale = 1.0;',
    '',
    'static double by_tangent(void) {',
    '  double sum = 0.0;',
    '  start(0.0);',
    ...slots.flatMap((slot) => clear(slot, 'tangent', slot.direction.length > 0 ? `way_${slot.name}` : null)),
    `  ${callText(plan.tangent)}`,
    ...sums(slots, 'tangent', 'weights'),
    '  return sum / seed_scale;',
    '}',
    '',
    'static double by_adjoint(void) {',
    '  double sum = 0.0;',
    '  start(0.0);',
    ...slots.flatMap((slot) =>
      clear(slot, 'adjoint', slot.weights.length > 0 ? `weight_${slot.name}` : null),
    ),
    `  ${callText(plan.adjoint)}`,
    ...sums(slots, 'adjoint', 'direction'),
    '  return sum / seed_scale;',
    '}',
    '',
    '/* How large the parts of that sum are: rounding is judged by them. */',
    'static double size_of_adjoint(void) {',
    '  double sum = 0.0;',
    ...sums(slots, 'adjoint', 'direction', true),
    '  return sum;',
    '}',
    '',
    'static double apart(double a, double b) {',
    '  double size = fmax(fabs(a), fabs(b));',
    '  return size > 0.0 ? fabs(a - b) / size : 0.0;',
    '}',
    '',
    'int main(void) {',
    '  double tangent = by_tangent();',
    '  double adjoint = by_adjoint();',
    `  static const double scales[${SCALES.length}] = {${SCALES.join(', ')}};`,
    '  double rounding = 0.0;',
    '  double best = INFINITY, difference = 0.0, h;',
    '  bool dot_passes, difference_passes;',
    ...slots
      .filter((s) => s.direction.length > 0)
      .map(
        (slot) =>
          `  for (int k = 0; k < ${slot.start.length}; k++) printf("gradient ${slot.key}[%d] = %.15g\\n", k, (double)${held(slot, 'adjoint')}[k]);`,
      ),
    '  /* Scaled and scaled back they differ by how they round, and ten times that is no fault. */',
    `  for (int k = 0; k < ${SCALES.length}; k++) {`,
    '    seed_scale = scales[k];',
    '    rounding = fmax(rounding, 10.0 * (fabs(by_tangent() - tangent) + fabs(by_adjoint() - adjoint)));',
    '  }',
    '  seed_scale = 1.0;',
    '  by_adjoint();',
    '  for (h = 1e-1; h > 1e-9; h /= 10.0) {',
    '    double d = (kernel_at(h) - kernel_at(-h)) / (2.0 * h);',
    '    if (apart(d, adjoint) < best) {',
    '      best = apart(d, adjoint);',
    '      difference = d;',
    '    }',
    '  }',
    `  dot_passes = fabs(tangent - adjoint) <= ${dot} * size_of_adjoint() + rounding;`,
    `  difference_passes = best <= ${difference} || fabs(difference - adjoint) <= 1e-12;`,
    '  printf("dot product: tangent %.15g, adjoint %.15g: %s\\n", tangent, adjoint, dot_passes ? "passed" : "FAILED");',
    `  printf("difference:  kernel  %.15g, adjoint %.15g: %s\\n", difference, adjoint, difference_passes ? "passed" : "${t.noVerdict ?? 'FAILED'}");`,
    `  return dot_passes${t.noVerdict ? '' : ' && difference_passes'} ? 0 : 1;`,
    '}',
    '',
  ].join('\n');
}

/** The cells of a slot: arrays of the driver's own, or the memory of globals. */
function storage(slot: Slot): string[] {
  const n = slot.start.length;
  const type = cell(slot);
  const lines = [
    `static const ${type} start_${slot.name}[${n}] = {${slot.start.map((x) => number(x, slot)).join(', ')}};`,
  ];
  if (slot.kind === 'result') lines.length = 0;
  if (slot.direction.length > 0)
    lines.push(`static const double way_${slot.name}[${n}] = {${slot.direction.join(', ')}};`);
  if (slot.weights.length > 0)
    lines.push(`static const double weight_${slot.name}[${n}] = {${slot.weights.join(', ')}};`);
  const parts: Part[] = isReal(slot.type) ? ['value', 'tangent', 'adjoint'] : ['value'];
  if (slot.kind !== 'global')
    return [...lines, `static ${type} ${parts.map((part) => `${held(slot, part)}[${n}]`).join(', ')};`];
  for (const part of parts) {
    const v = part === 'value' ? slot.variable : slot[part];
    if (!v) lines.push(`static ${type} ${held(slot, part)}[${n}];`);
    else {
      const name = storageName(v);
      lines.push(`extern ${type} ${name}${v.shape ? `[${n}]` : ''};`);
      lines.push(`static ${type} *const ${held(slot, part)} = ${v.shape ? name : `&${name}`};`);
    }
  }
  return lines;
}

function loop(slot: Slot, body: string): string {
  return slot.start.length === 1
    ? body.replaceAll('[k]', '[0]')
    : `for (int k = 0; k < ${slot.start.length}; k++) ${body}`;
}

function startLine(slot: Slot): string {
  const moved = slot.direction.length > 0 ? ` + (${cell(slot)})(by * way_${slot.name}[k])` : '';
  return loop(slot, `${held(slot, 'value')}[k] = start_${slot.name}[k]${moved};`);
}

function clear(slot: Slot, part: Part, to: string | null): string[] {
  if (!isReal(slot.type)) return [];
  const value = to === null ? '0' : `(${cell(slot)})(seed_scale * ${to}[k])`;
  return [`  ${loop(slot, `${held(slot, part)}[k] = ${value};`)}`];
}

function sums(slots: readonly Slot[], part: Part, by: 'weights' | 'direction', sizes = false): string[] {
  return slots
    .filter((slot) => slot[by].length > 0)
    .map((slot) => {
      const factor = by === 'weights' ? `weight_${slot.name}[k]` : `way_${slot.name}[k]`;
      const term = `${factor} * ${held(slot, part)}[k]`;
      return `  ${loop(slot, `sum += ${sizes ? `fabs(${term})` : term};`)}`;
    });
}

function callText(call: CallPlan): string {
  const args = call.args.map(({ slot, part, variable }) => {
    const name = held(slot, part);
    if (variable.passing === 'value') return `${name}[0]`;
    return (variable.shape?.dimensions.length ?? 0) > 1 ? `(void *)${name}` : name;
  });
  const { names } = createContext(call.program);
  const text = `${names.routine(call.routine.name)}(${args.join(', ')});`;
  return call.result ? `${held(call.result, 'value')}[0] = ${text}` : text;
}

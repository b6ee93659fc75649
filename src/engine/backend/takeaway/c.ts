/** The C side of what is taken away: kernel, derivatives, tape and driver as files. */
import { printC } from '../c';
import { apartFrom, calledBy } from './apart';
import { cDriver } from './cDriver';
import { type File, kernelFiles } from './kernel';
import { moreText, type Plan, planDriver, type TakeAway, withoutMain } from './plan';

export function cFiles(t: TakeAway): { files: File[]; plan: Plan } {
  const elsewhere = new Set(t.primal.routines.map((r) => r.name));
  const primal = printC(withoutMain(t.primal), null);
  const texts = t.texts.map((text) => ({ file: text.file, ...printC(text.program, text.entry, elsewhere) }));
  const plan = planDriver(
    t,
    new Map([['kernel', primal], ...texts.map((text) => [text.file, text] as const)]),
  );
  const isUsable = isPlain(t.source) && !takesStructures(t);
  const files = kernelFiles(t, primal, 'c', isUsable ? withHeaders(t.source, primal.text) : null);
  let hasTape = false;
  for (const { file, text, runtime } of texts) {
    // Without a tape it has functions that C lacks, which stay where they are.
    const isApart = runtime !== null && file === plan.taken && plan.parts.includes('adjoint');
    hasTape ||= isApart;
    if (isApart) files.push({ path: 'tape.h', text: tapeText(file, text.slice(runtime.start, runtime.end)) });
    files.push({
      path: `${file}.c`,
      text: isApart ? `${text.slice(0, runtime.start)}#include "tape.h"\n${text.slice(runtime.end)}` : text,
    });
  }
  const globals = plan.slots.flatMap((slot) =>
    slot.kind === 'global' ? [slot, ...Object.values(slot.derivatives)].map(({ printed }) => printed) : [],
  );
  files.push(
    { path: 'driver.c', text: apartFrom([...calledBy(plan), ...globals], cDriver(t, plan)) },
    { path: 'Makefile', text: makefile(t, plan, hasTape) },
  );
  return { files, plan };
}

function tapeText(file: string, tape: string): string {
  const headers = ['stdio.h', 'stdlib.h', 'string.h'].map((header) => `#include <${header}>\n`).join('');
  const bool = tape.includes('bool') ? '#include <stdbool.h>\n' : '';
  const math = tape.includes('fmod') ? '#include <math.h>\n' : '';
  return `/* What ${file}.c calls: the tape that it pushes values on and pops them from, functions that C lacks. */\n${math}${headers}${bool}\n${tape}`;
}

/** Types that are read without their headers. */
const HEADER_OF = { 'stddef.h': 'size_t', 'stdint.h': 'u?int\\d+_t', 'stdbool.h': 'bool' };

/** The user's text, with the headers that it leaves to us. */
function withHeaders(source: string, printed: string): string {
  const says = (pattern: string) => new RegExp(pattern).test(source);
  const types = Object.entries(HEADER_OF).flatMap(([header, name]) =>
    says(`\\b${name}\\b`) && !says(`\\b(typedef[^;]* ${name} *;|define +${name}\\b)`)
      ? [`#include <${header}>`]
      : [],
  );
  const needed = [...new Set([...(printed.match(/^#include <\w+\.h>$/gm) ?? []), ...types])];
  const missing = needed.filter((line) => !source.includes(line.slice('#include '.length)));
  return missing.length > 0 ? `${missing.join('\n')}\n${source}` : source;
}

/** Words that hide names from other files, or types of another width than derivatives take them for. */
const WORDS = /\b(static|inline|char|short|unsigned|u?int_?(least|fast)?(8|16)_t|uint_?(least|fast)?32_t)\b/;
/** Pointers to rows, which are read as arrays. */
const ROWS = /\*\s*((const|restrict)\s*)*\*|\b(double|float|int|long)\s*\*\s*\w+\s*\[/;

/** Whether other files can call it as it is: no such words, and no main program. */
function isPlain(source: string): boolean {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ' ');
  return ![WORDS, ROWS, /\bmain\s*\(/].some((each) => each.test(code));
}

/** A structure is passed member by member, which the user's own text would not understand. */
function takesStructures({ primal }: TakeAway): boolean {
  return primal.variables.some(({ role, name }) => role === 'parameter' && name.includes('.'));
}

function makefile({ texts }: TakeAway, plan: Plan, hasTape: boolean): string {
  const { taken, absent } = plan;
  const objects = ['kernel', ...texts.map(({ file }) => file), 'driver'].map((name) => `${name}.o`);
  return `CC ?= cc
CFLAGS ?= -std=gnu99 -O2 -Wall -fwrapv -ffp-contract=off
OBJECTS = ${objects.join(' ')}
${moreText(plan)}
.PHONY: check clean
check: driver
\t./driver

driver: $(OBJECTS)
\t$(CC) $(CFLAGS) -o $@ $(OBJECTS)${absent.length > 0 ? ' $(MORE)' : ''} -lm
${hasTape ? `\n${taken}.o: tape.h\n` : ''}
clean:
\trm -f driver $(OBJECTS)
`;
}

/** The Fortran side of what is taken away: kernel, derivatives, tape and driver as files. */
import { variableOf } from '../../ir/names';
import { overlappingCalls } from '../../ir/rewrites/pieces';
import type { Program, VariableId } from '../../ir/types';
import { printFortran } from '../fortran';
import { createContext } from '../fortran/context';
import { wrapWith } from '../wrap';
import { Writer } from '../writer';
import type { File } from './c';
import { gradientDriver } from './fortranDriver';
import { modeDriver } from './fortranModes';
import type { Names } from './fortranNames';
import { keepsValues, type Plan, type TakeAway, withoutMain } from './plan';

export function fortranFiles(t: TakeAway, plan: Plan): File[] {
  const form = t.primal.language === 'fortran' ? t.primal.form : 'free';
  const suffix = form === 'fixed' ? 'f' : 'f90';
  const own =
    t.primal.language === 'fortran' &&
    t.asWritten &&
    isPlain(t.source) &&
    !keepsValues(t.primal) &&
    !takesValues(t.primal) &&
    t.primal.routines.every((r) => r.kind === 'function' || r.kind === 'subroutine');
  const printed = printFortran(bare(t.primal), null, { form });
  const kernel = own ? t.source : printed.text;
  const called = own ? t.routine : createContext(bare(t.primal), form).names.routine(t.routine);
  // Routines from C are in modules, where their names can't clash.
  const elsewhere =
    t.primal.language === 'fortran' ? new Set(t.primal.routines.map((r) => r.name)) : new Set<string>();
  const written = (id: VariableId) => variableOf(t.primal, id).name;
  const names: Names = new Map([['kernel', own ? { nameOf: written } : printed]]);
  const files: File[] = [{ path: `kernel.${suffix}`, text: kernel }];
  if (!own) files.push({ path: `original.${t.primal.language === 'c' ? 'c.txt' : 'f.txt'}`, text: t.source });
  const order = ['kernel'];
  for (const { file, program, entry } of t.texts) {
    const printedText = printFortran(program, entry, { form, elsewhere });
    const { text, runtime } = printedText;
    names.set(file, printedText);
    const isApart = runtime !== null && file === plan.taken && plan.parts.includes('adjoint');
    if (isApart) {
      const tape = text.slice(runtime.start, runtime.end);
      files.push({
        path: `tape.${suffix}`,
        text: `! What ${file}.${suffix} calls: the tape that it pushes values on and pops them from, functions of the C library.\n${tape}`,
      });
      // Modules that another text uses come before it.
      order.splice(1, 0, 'tape');
    }
    const rest = isApart ? text.slice(0, runtime.start) + text.slice(runtime.end).replace(/^\n/, '') : text;
    files.push({ path: `${file}.${suffix}`, text: rest });
    order.push(file);
  }
  const mayOverlap = [t.primal, ...t.texts.map(({ program }) => program)].some(
    (program) => overlappingCalls(program).length > 0,
  );
  const driver = plan.taken === 'adjoint' ? gradientDriver : modeDriver;
  files.push(
    {
      path: 'driver.f90',
      text: wrapped(
        apartFrom([called, ...t.texts.map(({ entry }) => entry)], driver(t, withName(plan, called), names)),
      ),
    },
    { path: 'Makefile', text: makefile(order, suffix, mayOverlap) },
  );
  return files;
}

const WRAP = wrapWith({ limit: 100, tail: ' &', head: '', comment: /^\s*!|&$/ });

/** Lines of free form that are not too long. */
function wrapped(text: string): string {
  const writer = new Writer({ indent: '', deepest: 0, wrap: WRAP });
  for (const line of text.split('\n').slice(0, -1)) writer.line(line);
  return writer.finish().text;
}

/** The driver's own variables go by other names where a routine that it calls has one of these: `k`, `slope`. */
function apartFrom(routines: readonly string[], text: string): string {
  const called = new Set(routines.map((name) => name.toLowerCase()));
  const isOfOthers = /^\s*use |\bexternal ::/;
  return text
    .split('\n')
    .map((line) =>
      isOfOthers.test(line)
        ? line
        : line.replace(/'[^']*'|!.*|\b[a-z]\w*\b(?!\s*\()/gi, (word) =>
            called.has(word.toLowerCase()) ? `${word}_here` : word,
          ),
    )
    .join('\n');
}

/** The kernel by the name that it has in its text: an intrinsic's is not for a routine of C. */
function withName(plan: Plan, name: string): Plan {
  return { ...plan, primal: { ...plan.primal, routine: { ...plan.primal.routine, name } } };
}

/** Routines stand by themselves, and nothing runs them yet. */
function isPlain(source: string): boolean {
  return !/^\s*(module|program|contains)\b/im.test(source);
}

/** The routines by themselves, as the driver calls them: no main program, and out of their module. */
function bare(program: Program): Program {
  const alone = withoutMain(program);
  return {
    ...alone,
    routines: alone.routines.map((r) => ({
      ...r,
      module: null,
    })),
  };
}

function makefile(order: readonly string[], suffix: string, mayOverlap: boolean): string {
  // What a kernel in fixed form uses is seldom in the standard any more.
  const standard = suffix === 'f' ? ' -std=legacy' : '';
  const sources = [...order.map((name) => `${name}.${suffix}`), 'driver.f90'].join(' ');
  const level = mayOverlap ? '-O0' : '-O2';
  const why = mayOverlap
    ? '# Not optimised: pieces of one array that overlap are passed, which a compiler may take for arrays apart.\n'
    : '';
  return `${why}FC = gfortran
FFLAGS = ${level} -ffp-contract=off${standard}
# In the order in which modules need each other.
SOURCES = ${sources}

.PHONY: check clean
check: driver
\t./driver

driver: $(SOURCES)
\t$(FC) $(FFLAGS) -o $@ $(SOURCES) -lm

clean:
\trm -f driver *.mod
`;
}

/** Whether a routine outside of modules takes arguments by value: whoever calls it would have to say so in an interface. */
function takesValues({ routines, variables }: Program): boolean {
  return routines.some(
    ({ module, parameters }) =>
      module === undefined && parameters.some((id) => variables[id]?.passing === 'value'),
  );
}

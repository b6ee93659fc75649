/** The Fortran side of what is taken away: kernel, derivatives, tape and driver as files. */
import { callsUnderTwoNames } from '../../ir/rewrites/pieces';
import type { Program } from '../../ir/types';
import { printFortran } from '../fortran';
import { functionNames, WORDS } from '../fortran/context';
import { wrapWith } from '../wrap';
import { Writer } from '../writer';
import { apartFrom, calledBy } from './apart';
import { fortranDriver } from './fortranDriver';
import { type File, kernelFiles } from './kernel';
import { moreText, type Plan, type Printed, planDriver, type TakeAway, withoutMain } from './plan';

export function fortranFiles(t: TakeAway): { files: File[]; plan: Plan } {
  const form = t.primal.language === 'fortran' ? t.primal.form : 'free';
  const suffix = form === 'fixed' ? 'f' : 'f90';
  const taken = new Set([
    ...DRIVERS_FUNCTIONS,
    ...[t.primal, ...t.texts.map(({ program }) => program)].flatMap(functionNames),
  ]);
  const primal = printFortran(bare(t.primal), null, { form, taken });
  // Routines from C are in modules, where their names can't clash.
  const elsewhere =
    t.primal.language === 'fortran' ? new Set(t.primal.routines.map((r) => r.name)) : new Set<string>();
  const texts = t.texts.map(({ file, program, entry }) => ({
    file,
    ...printFortran(program, entry, { form, elsewhere, taken }),
  }));
  const names: Printed = new Map([['kernel', primal], ...texts.map((text) => [text.file, text] as const)]);
  const plan = planDriver(t, names);
  const isUsable = isPlain(t.source) && !takesValues(t.primal);
  const files = kernelFiles(t, primal, suffix, isUsable ? t.source : null);
  const order = ['kernel'];
  for (const { file, text, runtime } of texts) {
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
    (program) => callsUnderTwoNames(program).length > 0,
  );
  const modules = t.primal.roots.map(({ name }) => name);
  const others = [...calledBy(plan), ...modules].filter((name) => !DRIVERS_WORDS.has(name.toLowerCase()));
  files.push(
    { path: 'driver.f90', text: wrapped(apartFrom(others, fortranDriver(t, plan, names))) },
    { path: 'Makefile', text: makefile(plan, order, suffix, mayOverlap) },
  );
  return { files, plan };
}

/** Words of the driver that others may use as names. */
const DRIVERS_WORDS = new Set([...WORDS, 'only', 'error']);
/** Functions that the driver calls: no routine may have their names. */
const DRIVERS_FUNCTIONS = 'abs huge max merge mod real reshape shape size sum tiny trim'.split(' ');

const WRAP = wrapWith({ limit: 100, tail: ' &', head: '', comment: /^\s*!|&$/ });

/** Breaks lines of free form that are too long. */
function wrapped(text: string): string {
  const writer = new Writer({ indent: '', deepest: 0, wrap: WRAP });
  for (const line of text.split('\n').slice(0, -1)) writer.line(line);
  return writer.finish().text;
}

/** Text that other files cannot call as it is, or that compilers reject: names that are too long, code for several images. */
const OTHERWISE =
  /^\s*(module|program|contains|(\w+\s*:\s*)?critical)\b|\bbind\s*\(|\bselected_int_kind\b|\w{64}/im;

/** Whether its routines stand by themselves and nothing runs them yet. */
function isPlain(source: string): boolean {
  return !OTHERWISE.test(source);
}

/** The routines as the driver calls them: outside of their module, and without a main program. */
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

function makefile(plan: Plan, order: readonly string[], suffix: string, mayOverlap: boolean): string {
  // Kernels in fixed form seldom conform to a current standard, and lines in free form may be longer than it allows.
  const accepted = suffix === 'f' ? ' -std=legacy' : ' -ffree-line-length-none';
  const sources = [...order.map((name) => `${name}.${suffix}`), 'driver.f90'].join(' ');
  const level = mayOverlap ? '-O0' : '-O2';
  const why = mayOverlap
    ? '# Not optimised: pieces of one array that overlap are passed, which a compiler may take for arrays apart.\n'
    : '';
  return `${why}FC = gfortran
FFLAGS = ${level} -fwrapv -ffp-contract=off${accepted}
# In the order in which modules need each other.
SOURCES = ${sources}
${moreText(plan)}
.PHONY: check clean
check: driver
\t./driver

driver: $(SOURCES)
\t$(FC) $(FFLAGS) -o $@ $(SOURCES)${plan.absent.length > 0 ? ' $(MORE)' : ''} -lm

clean:
\trm -f driver *.mod
`;
}

/** Whether a routine outside of modules takes arguments by value: its callers would need an interface. */
function takesValues({ routines, variables }: Program): boolean {
  return routines.some(
    ({ module, parameters }) =>
      module === undefined && parameters.some((id) => variables[id]?.passing === 'value'),
  );
}

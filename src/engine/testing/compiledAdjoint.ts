/** Generated adjoints as the system's compilers see them: no warning, and the gradient of the reference. */
import { printC } from '../backend/c';
import { printFortran } from '../backend/fortran';
import { rewriteStatements } from '../ir/statements';
import type { Language, Program } from '../ir/types';
import type { Options } from '../pipeline/options';
import { disagreement, inWords } from './compare';
import { compileAndRun, FLAGS, quickFlags, warningKind, warnings } from './compilers';
import { cDriver, fortranDriverRoutine, fortranMain, printedKeys, readOutput } from './drivers';
import { generatedAdjoint, generatedInputs } from './generated';
import { type Case, illConditioned } from './oracles';
import type { Values } from './reference';

/**
 * Warnings that follow paths which the values of the run exclude: what guards a subscript, and the states of blocks that
 * jump to each other, are beyond the compiler. That nothing is read undefined, the reference sees to.
 */
const GUESSES = ['-Wno-array-bounds', '-Wno-maybe-uninitialized'];

/** The adjoint of a random program, what it is to be run on, and what the reference says it gives. */
export interface Candidate {
  readonly name: string;
  readonly options: Options;
  readonly c: Case;
  readonly program: Program;
  readonly entry: string;
  readonly given: Values;
  /** By the primal's location keys, the adjoint's. */
  readonly names: ReadonlyMap<string, string>;
}

/** None where the engine, or the other language, declines with a reason. */
export function candidate(name: string, c: Case, options: Options, to: Language): Candidate[] {
  const adjoint = generatedAdjoint(c.program, c.entry, c.independents, c.dependents, options);
  if (!adjoint) return [];
  const { program, entry } = adjoint;
  const { diagnostics } = printedTo(to, program, entry);
  if (diagnostics.some((d) => d.severity === 'error')) return [];
  return [
    { name, options, c, program, entry, ...generatedInputs(c.program, c.entry, adjoint, c.inputs, c.seeds) },
  ];
}

function printedTo(to: Language, program: Program, entry: string) {
  return to === 'c' ? printC(program, entry) : printFortran(program, entry, { form: program.form });
}

/** What is to be said against them. Those in Fortran become one executable a form. Unless `quick`, they are optimised. */
export function complaints(batch: readonly Candidate[], to: Language, quick = false): string[] {
  return to === 'c' ? batch.flatMap((one) => judgedInC(one, quick)) : judgedInFortran(batch, quick);
}

function judgedInC(candidate: Candidate, quick: boolean): string[] {
  const { program, entry, given } = candidate;
  const { text } = printedTo('c', program, entry);
  const whole = `${text}\n${cDriver(program, entry, given, text)}`;
  const built = compileAndRun('c', whole, [...(quick ? quickFlags('c') : FLAGS.c), ...GUESSES]);
  return verdict(candidate, built.messages === '' ? built.output : null, built.messages);
}

/** Those of one form are one executable; where that fails, each is built by itself, to see which it is. */
function judgedInFortran(batch: readonly Candidate[], quick: boolean): string[] {
  return (['free', 'fixed'] as const).flatMap((form) => {
    const those = batch.filter((one) => one.program.form === form);
    if (those.length === 0) return [];
    const built = runBatch(form, those, quick);
    const told = ownWarnings(built.messages, form, those, quick);
    if ((built.output === null || told.length > 0) && those.length > 1)
      return those.flatMap((one) => judgedInFortran([one], quick));
    const outputs = new Map(
      (built.output ?? '')
        .split('@ ')
        .slice(1)
        .map((part) => [part.slice(0, part.indexOf('\n')), part] as const),
    );
    return those.flatMap((one, i) =>
      verdict(one, told.length === 0 ? (outputs.get(`driver${i}`) ?? null) : null, built.messages),
    );
  });
}

/** Warnings of a kind that compilers don't give of the primals. */
function ownWarnings(
  messages: string,
  form: 'free' | 'fixed',
  batch: readonly Candidate[],
  quick: boolean,
): string[] {
  const told = warnings(messages);
  if (told.length === 0) return [];
  const texts = batch.map(({ c }, i) => printFortran(withSuffix(c.program, `_${i}`), null, { form }).text);
  const primal = compileAndRun(form, [...texts, fortranMain([])].join('\n'), flagsOf(form, quick));
  const kinds = new Set(warnings(primal.messages).map(warningKind));
  return told.filter((line) => !kinds.has(warningKind(line)));
}

const flagsOf = (form: 'free' | 'fixed', quick: boolean) => [
  ...(quick ? quickFlags(form) : FLAGS[form]),
  ...GUESSES,
];

function runBatch(form: 'free' | 'fixed', batch: readonly Candidate[], quick: boolean) {
  const texts = batch.map(({ program, entry, given }, i) => {
    const apart = withSuffix(program, `_${i}`);
    const { text } = printFortran(apart, `${entry}_${i}`, { form });
    const own = text.replaceAll(/\bbacksweep_(tape|math)\b/g, (module) => `${module}_${i}`);
    return `${own}\n${fortranDriverRoutine(`driver${i}`, apart, `${entry}_${i}`, given)}`;
  });
  const main = fortranMain(batch.map((_, i) => `driver${i}`));
  return compileAndRun(form, [...texts, main].join('\n'), flagsOf(form, quick));
}

/** What is known to the whole of an executable gets names of its own: routines, modules, COMMON blocks. */
function withSuffix(program: Program, suffix: string): Program {
  const name = (own: string) => `${own}${suffix}`;
  return {
    ...program,
    roots: program.roots.map((root) => ({ ...root, name: name(root.name) })),
    variables: program.variables.map((v) => ({
      ...v,
      storage: v.storage && { ...v.storage, root: name(v.storage.root) },
    })),
    routines: program.routines.map((routine) => ({
      ...routine,
      name: name(routine.name),
      body: rewriteStatements(routine.body, (s) =>
        s.kind === 'call' ? [{ ...s, callee: name(s.callee) }] : [s],
      ),
    })),
  };
}

/** What a compiler, or the numbers, have against an adjoint. */
function verdict(candidate: Candidate, output: string | null, messages: string): string[] {
  const { name, options, c, program, entry, given, names } = candidate;
  if (output === null) return [`${name} ${JSON.stringify(options)} ${messages}`];
  const outputs = readOutput(output, printedKeys(program, entry, given));
  const got = Object.fromEntries(
    // What nothing touches keeps its seed.
    Object.entries(c.gradient).map(([key, g]) => [
      key,
      outputs[names.get(key) ?? ''] ?? c.seeds[key] ?? g.map(() => 0),
    ]),
  );
  const off = disagreement(c.gradient, got, c.tolerance);
  return off && !illConditioned(c) ? [`${name} ${JSON.stringify(options)} ${inWords(off)}`] : [];
}

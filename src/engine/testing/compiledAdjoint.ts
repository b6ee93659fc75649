/** Generated adjoints as the system's compilers see them: no warning, and the gradient of the reference. */
import { printC } from '../backend/c';
import { printFortran } from '../backend/fortran';
import { itemAt } from '../base/lookup';
import type { Language, Program } from '../ir/types';
import type { Options } from '../pipeline/options';
import { disagreement, inWords } from './compare';
import { type Compiled, FLAGS, quickFlags, warningKind, warnings } from './compilers';
import { compileTogether, messagesAbout } from './compileTogether';
import { cDriver, fortranDriver, printedKeys, readOutput } from './drivers';
import { generatedAdjoint, generatedInputs } from './generated';
import { type Case, illConditioned } from './oracles';
import type { Values } from './reference';

/**
 * Warnings that follow paths which the values of the run exclude: what guards a subscript, and the states of blocks that
 * jump to each other, are beyond the compiler. That nothing is read undefined, the reference sees to.
 */
export const GUESSES = ['-Wno-array-bounds', '-Wno-maybe-uninitialized'];

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

/** What is to be said against them. Unless `quick`, they are optimised. */
export function complaints(candidates: readonly Candidate[], to: Language, quick = false): string[] {
  const forms: readonly Compiled[] = to === 'c' ? ['c'] : ['free', 'fixed'];
  return forms.flatMap((form) => {
    const those = to === 'c' ? candidates : candidates.filter(({ program }) => program.form === form);
    const flags = [...(quick ? quickFlags(form) : FLAGS[form]), ...GUESSES];
    const built = compileTogether(form, those.map(standingAlone), flags, (messages, which) =>
      ownWarnings(
        form,
        messages,
        which.map((i) => itemAt(those, i)),
        flags,
      ),
    );
    return built.flatMap(({ messages, output }, i) =>
      verdict(itemAt(those, i), messages === '' ? output : null, messages),
    );

    function standingAlone({ program, entry, given }: Candidate): string {
      const { text } = printedTo(to, program, entry);
      const driver = to === 'c' ? cDriver(program, entry, given, text) : fortranDriver(program, entry, given);
      return `${text}\n${driver}`;
    }
  });
}

/** Warnings; in Fortran, where sources may use what is on its way out, those of a kind that the primals don't get. */
function ownWarnings(
  form: Compiled,
  messages: string,
  candidates: readonly Candidate[],
  flags: readonly string[],
): string[] {
  const told = warnings(messages);
  if (form === 'c' || told.length === 0) return told;
  const primals = candidates.map(({ c }) => printFortran(c.program, null, { form }).text);
  const kinds = new Set(warnings(messagesAbout(form, primals, flags)).map(warningKind));
  return told.filter((line) => !kinds.has(warningKind(line)));
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

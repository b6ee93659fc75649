/** A generated adjoint as the system's compilers see it: no warning, and the gradient of the reference. */
import { printC } from '../backend/c';
import { printFortran } from '../backend/fortran';
import type { Language } from '../ir/types';
import type { Options } from '../pipeline/options';
import { disagreement, inWords } from './compare';
import { type Compiled, compileAndRun, FLAGS } from './compilers';
import { cDriver, fortranDriver, printedKeys, readOutput } from './drivers';
import { generatedAdjoint, generatedInputs } from './generated';
import { type Case, illConditioned } from './oracles';

/** What a compiler, or the numbers, have against the adjoint of a program; null for nothing. */
export function compiledComplaint(c: Case, options: Options, to: Language): string | null {
  const { program, entry, independents, dependents, inputs, seeds, gradient, tolerance } = c;
  const adjoint = generatedAdjoint(program, entry, independents, dependents, options);
  if (!adjoint) return null;
  const { given, names } = generatedInputs(program, entry, adjoint, inputs, seeds);
  const form: Compiled = to === 'c' ? 'c' : adjoint.program.form;
  const { text, diagnostics } =
    to === 'c'
      ? printC(adjoint.program, adjoint.entry)
      : printFortran(adjoint.program, adjoint.entry, { form: adjoint.program.form });
  // What the other language can't say is refused with a reason.
  if (diagnostics.some((d) => d.severity === 'error')) return null;
  const driver = to === 'c' ? cDriver : fortranDriver;
  // The sources have loops without a trip and whole divisions of constants, and guard subscripts in ways that make gcc
  // think of those excluded.
  const own = to === 'c' ? ['-Wno-array-bounds'] : ['-Wno-zerotrip', '-Wno-integer-division'];
  const flags = [...FLAGS[form], ...own];
  const built = compileAndRun(form, `${text}\n${driver(adjoint.program, adjoint.entry, given)}`, flags);
  if (built.output === null || built.messages !== '') return `${JSON.stringify(options)} ${built.messages}`;
  const outputs = readOutput(built.output, printedKeys(adjoint.program, adjoint.entry, given));
  const got = Object.fromEntries(
    // What nothing touches keeps its seed.
    Object.entries(gradient).map(([key, g]) => [
      key,
      outputs[names.get(key) ?? ''] ?? seeds[key] ?? g.map(() => 0),
    ]),
  );
  const off = disagreement(gradient, got, tolerance);
  return off && !illConditioned(c) ? `${JSON.stringify(options)} ${inWords(off)}` : null;
}

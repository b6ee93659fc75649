/**
 * A kernel beside itself in the other language: its primal is printed there, read again as any text is, and both are run on
 * the same inputs, primal and adjoint.
 */
import { printC } from '../backend/c';
import { printFortran } from '../backend/fortran';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import { type ExecuteRequest, execute } from '../index';
import { locationKey } from '../ir/names';
import type { Language, Program, Routine } from '../ir/types';
import { compile } from '../pipeline/compile/compile';
import { disagreement, inWords, toleranceOf } from './compare';

export type Comparison =
  | { readonly kind: 'equal' }
  /** The languages don't allow it: the codes of the diagnostics that say so. */
  | { readonly kind: 'refused'; readonly codes: readonly string[] }
  | { readonly kind: 'differs'; readonly how: string };

export function inOtherLanguage(request: ExecuteRequest): Comparison {
  const other: Language = request.language === 'c' ? 'fortran' : 'c';
  const compiled = compile(request, () => 0);
  const { source: program, routine } = compiled;
  if (!routine) return { kind: 'differs', how: 'there is no routine' };
  const { text, diagnostics } =
    other === 'c' ? printC(program, null) : printFortran(program, null, { form: program.form });
  const refused = diagnostics.filter((d) => d.severity === 'error').map((d) => d.code);
  if (refused.length > 0) return { kind: 'refused', codes: refused };
  const read = (other === 'c' ? parseC(text) : parseFortran(text)).program;
  const counterpart = read.routines.filter((r) => !r.external)[bodies(program).indexOf(routine.name)];
  if (!counterpart) return { kind: 'differs', how: `${routine.name} is not in the text` };

  const here = execute(request);
  const names = counterparts(program, routine.name, read, counterpart);
  const there = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [names.get(key) ?? key, value]));
  const keys = (list: readonly string[]) => list.map((key) => names.get(key) ?? key);
  const dependents = compiled.interface?.dependents.map((id) => locationKey(compiled.program, id)) ?? [];
  const again = execute({
    source: text,
    language: other,
    routine: counterpart.name,
    independents: keys(Object.keys(here.derivatives)),
    dependents: keys(dependents),
    inputs: there(here.inputs),
    ...(request.seeds ? { seeds: there(request.seeds) } : {}),
    ...(request.budget ? { budget: request.budget } : {}),
  });
  const [error] = [...here.diagnostics, ...again.diagnostics].filter((d) => d.severity === 'error');
  if (error) return { kind: 'differs', how: error.message };
  const tolerance = toleranceOf(program);
  const outputs = Object.fromEntries(dependents.map((key) => [key, here.outputs[key] ?? []]));
  const off =
    disagreement(there(outputs), again.outputs, tolerance) ??
    disagreement(there(here.derivatives), again.derivatives, tolerance);
  return off ? { kind: 'differs', how: inWords(off) } : { kind: 'equal' };
}

/** Names of the routines that a text gives in full, in its order. */
function bodies(program: Program): string[] {
  return program.routines.filter((r) => !r.external).map((r) => r.name);
}

/** What the other text calls each place: parameters by their position, globals by their names without what they stand in. */
function counterparts(
  program: Program,
  routine: string,
  read: Program,
  counterpart: Routine,
): Map<string, string> {
  const names = new Map([[routine, counterpart.name]]);
  const own = program.routines.find((r) => r.name === routine);
  // A result goes by the name of its routine, unless a parameter has that name.
  if (own && own.result !== null && counterpart.result !== null)
    names.set(locationKey(program, own.result), locationKey(read, counterpart.result));
  own?.parameters.forEach((id, i) => {
    const to = counterpart.parameters[i];
    if (to !== undefined) names.set(locationKey(program, id), locationKey(read, to));
  });
  const plain = (key: string) =>
    key
      .replace(/^\w*_module\./, '')
      .replace(/\W/g, '_')
      .toLowerCase();
  const globals = new Map(
    read.variables.flatMap((v) => (v.storage ? [[plain(v.storage.key), v.storage.key] as const] : [])),
  );
  for (const v of program.variables) {
    const to = v.storage && globals.get(plain(v.storage.key));
    if (v.storage && to) names.set(v.storage.key, to);
  }
  return names;
}

/** The derivative, printed as C and as Fortran and read by the front ends like any text, so that the printers are checked too. */

import { printC } from '../../backend/c';
import { printFortran } from '../../backend/fortran';
import type { Diagnostic } from '../../base/diagnostics';
import type { Port, Side } from '../../certify/question';
import { parseC } from '../../frontend/c';
import { parseFortran } from '../../frontend/fortran';
import { variableOf } from '../../ir/names';
import type { Language, Program, Variable } from '../../ir/types';
import type { Compile } from '../compile/compiled';

const LANGUAGES = { c: 'C', fortran: 'Fortran' } as const;

export interface Printed {
  readonly language: string;
  /** Null where the front end does not read what was printed. */
  readonly side: Side | null;
}

/** A language that cannot express the program is left out. */
export function readAgain(c: Compile, side: Side): Printed[] {
  return (['c', 'fortran'] as const).flatMap((language) => {
    const { program, entry } = side;
    const printed =
      language === 'c' ? printC(program, entry) : printFortran(program, entry, { form: c.source.form });
    if (printed.diagnostics.some(isError)) return [];
    return [{ language: LANGUAGES[language], side: readIn(language, c, side, printed) }];
  });
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

function readIn(
  language: Language,
  c: Compile,
  { program, entry, ports }: Side,
  { text, nameOf }: ReturnType<typeof printC>,
): Side | null {
  const { program: read, diagnostics } = language === 'c' ? parseC(text) : parseFortran(text);
  if (diagnostics.some(isError)) return null;
  const routine = read.routines.find((r) => r.name.toLowerCase() === entry.toLowerCase());
  if (!routine) return null;
  const { adjoint, tangent } = c.options.naming;
  const globals = globalsIn(read, c.mode === 'adjoint' ? adjoint : tangent);
  const named = onlyOnesNamed(read);
  const moved = ports.map((port): Port | null => {
    const id =
      port.position === null
        ? (named.get(nameOf(port.id)) ?? globals.get(plainName(variableOf(program, port.id))))?.id
        : routine.parameters[port.position];
    return id === undefined ? null : { ...port, id };
  });
  return { program: read, entry: routine.name, ports: moved.filter((port) => port !== null) };
}

/** Variables of the whole program by their names, where these are unique. */
function onlyOnesNamed({ variables }: Program): Map<string, Variable> {
  const shared = variables.filter((v) => v.owner === null);
  const names = shared.map(({ name }) => name);
  return new Map(
    shared.filter(({ name }) => names.indexOf(name) === names.lastIndexOf(name)).map((v) => [v.name, v]),
  );
}

/** By their plain names; blocks and routines of derivatives also by the names of the primal's. */
function globalsIn({ variables }: Program, suffix: string): Map<string, Variable> {
  const found = new Map<string, Variable>();
  const statics = variables.filter((v) => v.storage !== null || v.role === 'global');
  for (const v of statics) found.set(plainName(v), v);
  const own = `_${suffix}.`;
  for (const v of statics) {
    const name = plain((v.storage?.key ?? v.name).replace(own, '.'));
    if (!found.has(name)) found.set(name, v);
  }
  return found;
}

/** The name of a global in every text. */
function plainName({ name, storage }: Pick<Variable, 'name' | 'storage'>): string {
  return plain(storage?.key ?? name);
}

function plain(key: string): string {
  return key
    .replace(/^\w*_module\./, '')
    .replace(/\W/g, '_')
    .toLowerCase();
}

/** Prints the generated program in the target language. */

import { printC } from '../../backend/c';
import { printFortran } from '../../backend/fortran';
import { printJavaScript } from '../../backend/javascript';
import type { PrintedCode } from '../../backend/printed';
import { present } from '../../base/lookup';
import { locationKey } from '../../ir/names';
import type { Program, Routine } from '../../ir/types';
import type { Diagnostic, GeneratedCode } from '../results';
import type { Compile } from './compile';

export function printTarget(c: Compile, diagnostics: Diagnostic[]): GeneratedCode | null {
  const generated = c.mode === 'tangent' ? c.tangent : c.adjoint;
  if (!generated) return null;
  const program = withHead(generated.program, generated.entry, headOf(c));
  const printed = print(c, program, generated.entry);
  diagnostics.push(...printed.diagnostics);
  return {
    language: c.target,
    text: printed.text,
    entry: generated.entry,
    origins: printed.origins,
    runtime: printed.runtime,
  };
}

function print(c: Compile, program: Program, entry: string): PrintedCode {
  switch (c.target) {
    case 'c':
      return printC(program, entry);
    case 'fortran':
      return printFortran(program, entry, { form: c.source.form });
    case 'javascript':
      return printJavaScript(program, entry);
  }
}

/** The head comment: what this is, of what, with respect to what, and how to call it. */
function headOf(c: Compile): string[] {
  const names = (ids: readonly number[] | undefined) =>
    (ids ?? []).map((id) => locationKey(c.program, id as never)).join(', ') || 'none';
  const name = present(c.routine, 'the routine').name;
  const lines =
    c.mode === 'tangent'
      ? [
          `Tangent of ${name}: derivatives of the dependents along one direction.`,
          `independents: ${names(c.interface?.independents)}`,
          `dependents:   ${names(c.interface?.dependents)}`,
          'On entry, tangents of inputs hold the direction; on return, tangents of outputs hold the derivative.',
        ]
      : [
          `Adjoint of ${name}: the gradient of its dependents, weighted by their adjoints.`,
          `independents: ${names(c.interface?.independents)}`,
          `dependents:   ${names(c.interface?.dependents)}`,
          "An input's adjoint is incremented; an overwritten output's adjoint is consumed.",
        ];
  return lines;
}

function withHead(program: Program, entry: string, head: readonly string[]): Program {
  return {
    ...program,
    routines: program.routines.map((r): Routine => (r.name === entry ? { ...r, head } : r)),
  };
}

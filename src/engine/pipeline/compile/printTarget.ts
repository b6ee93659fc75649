/** Prints the generated program in the target language. */

import { printC } from '../../backend/c';
import { printFortran } from '../../backend/fortran';
import { printJavaScript } from '../../backend/javascript';
import type { PrintedCode } from '../../backend/printed';
import { present } from '../../base/lookup';
import { locationKey } from '../../ir/names';
import type { Program, Routine } from '../../ir/types';
import type { Mode } from '../options';
import type { Diagnostic, GeneratedCode } from '../results';
import type { Compile } from './compiled';

export function printTarget(c: Compile, diagnostics: Diagnostic[]): GeneratedCode | null {
  const { generated } = c;
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

/** Of each mode the title, and how its code is called. */
const HEADS: Record<Mode, readonly [title: string, ...says: string[]]> = {
  tangent: [
    'Tangent of {name}: derivatives of the dependents along one direction.',
    'On entry, tangents of inputs hold the direction; on return, tangents of outputs hold the derivative.',
  ],
  'vector-tangent': [
    'Tangent of {name}: derivatives of the dependents along several directions at once.',
    'The last argument is the number of directions; the tangents of an element lie side by side.',
    'On entry, tangents of inputs hold the directions; on return, tangents of outputs hold the derivatives.',
  ],
  'tangent-over-adjoint': [
    'Tangent of the adjoint of {name}: its gradient, and its Hessian times a direction.',
    'On entry, tangents of inputs hold the direction, those of adjoints zero; on return, the tangent of an',
    "input's adjoint holds the product.",
  ],
  adjoint: [
    'Adjoint of {name}: the gradient of its dependents, weighted by their adjoints.',
    "An input's adjoint is incremented; an overwritten output's adjoint is consumed.",
  ],
};

/** The comment at the head: what is differentiated with respect to what, and how to call it. */
function headOf(c: Compile): string[] {
  const names = (ids: readonly number[] | undefined) =>
    (ids ?? []).map((id) => locationKey(c.program, id as never)).join(', ') || 'none';
  const name = present(c.routine, 'the routine').name;
  const sides = [
    `independents: ${names(c.interface?.independents)}`,
    `dependents:   ${names(c.interface?.dependents)}`,
    ...kept(c),
  ];
  const isAdjoint = c.mode === 'adjoint' || c.mode === 'tangent-over-adjoint';
  const [title, ...says] = HEADS[c.mode];
  return [title.replace('{name}', () => name), ...sides, ...says, ...(isAdjoint ? convention(c) : [])];
}

/** Variables that outlive a call, and that nobody chose, have derivatives that outlive it as well. */
function kept({ generated, program, interface: chosen }: Compile): string[] {
  if (!generated) return [];
  const named = new Set([...(chosen?.independents ?? []), ...(chosen?.dependents ?? [])]);
  const keys = new Set([...named].map((id) => locationKey(program, id)));
  const left = generated.program.variables.flatMap((v) => {
    const isKept = v.owner === null || v.storage !== null;
    return isKept && v.derivativeOf !== null ? [locationKey(generated.program, v.derivativeOf)] : [];
  });
  const unnamed = [...new Set(left)].filter((key) => !keys.has(key));
  return unnamed.length === 0
    ? []
    : [`derivatives of kept values, zero before each call: ${unnamed.join(', ')}`];
}

/** The convention for COMPLEX, whose adjoint is a pair: as in [TAP], the conjugate of the derivative. */
function convention({ diagnostics }: Compile): string[] {
  if (!diagnostics.some(({ code }) => code === 'complex-pairs')) return [];
  return [
    'Complex numbers are pairs (re, im), and so are their adjoints, the derivatives by both parts: r = w*z adds',
    'conj(w) times the adjoint of r to that of z.',
  ];
}

function withHead(program: Program, entry: string, head: readonly string[]): Program {
  return {
    ...program,
    routines: program.routines.map((r): Routine => (r.name === entry ? { ...r, head } : r)),
  };
}

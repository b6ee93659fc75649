/** Calls that pass pieces of one array that may overlap: they are inlined, or call a version that expects overlap. */

import { inlineCalls } from '../../adjoint/inline';
import { reachable } from '../../backend/reachable';
import { routineNamed } from '../../ir/names';
import { overlappingCalls } from '../../ir/rewrites/pieces';
import { withPiecesAsOne } from '../../ir/rewrites/piecesAsOne';
import { callsIn } from '../../ir/statements';
import type { Call, Program, StatementId } from '../../ir/types';
import type { Diagnostic } from '../results';

/** An inlined routine may make calls of its own that now pass pieces of one array. */
const ROUNDS = 8;

export function withOverlapsInPlace(given: Program): { program: Program; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const tried = new Set<StatementId>();
  let program = given;
  for (let k = 0; k < ROUNDS; k++) {
    const calls = overlappingCalls(program).filter(({ id }) => !tried.has(id));
    if (calls.length === 0) break;
    for (const call of calls) {
      tried.add(call.id);
      const placed =
        inPlace(program, call, new Set([call.id])) ?? inPlace(program, call, inside(program, call));
      if (!placed) continue;
      program = placed;
      diagnostics.push(message(call));
    }
  }
  const { program: made, calls } = withPiecesAsOne(program);
  diagnostics.push(...calls.map(versionMessage));
  return { program: made, diagnostics };
}

/** The program with the call inlined; null where the call stays. */
function inPlace(program: Program, call: Call, wanted: ReadonlySet<StatementId>): Program | null {
  const made = inlineCalls(program, ({ id }) => wanted.has(id)).program;
  return overlappingCalls(made).some(({ id }) => id === call.id) ? null : made;
}

/** The call, and those that its routine makes, which may pass the pieces on. */
function inside(program: Program, call: Call): Set<StatementId> {
  const wanted = new Set([call.id]);
  const callee = routineNamed(program, call.callee);
  for (const { body } of callee ? reachable(program, callee.name) : [])
    for (const { id } of callsIn(body)) wanted.add(id);
  return wanted;
}

function message({ callee, span }: Call): Diagnostic {
  return {
    severity: 'info',
    code: 'inline-call',
    message: `The call of \`${callee}\` is put in place: two of its arguments are pieces of one array that may overlap, and it writes one of them.`,
    span,
    notes: [{ message: 'Pass arrays of their own, or copies, for the mode that the options say.' }],
  };
}

function versionMessage({ callee, span }: Call): Diagnostic {
  return {
    severity: 'info',
    code: 'pieces-as-one',
    message: `A version of \`${callee}\` is called that knows that its arguments are pieces of one array, which may overlap: it gets the array and where each piece begins.`,
    span,
    notes: [{ message: 'Pass arrays of their own, or copies, to keep the routine as it is.' }],
  };
}

/** Calls that pass pieces of one array that may overlap: they are inlined, or call a version that expects overlap. */

import { inlineCalls } from '../../adjoint/inline';
import { reachable } from '../../backend/reachable';
import { diagnostic } from '../../base/diagnostics';
import { routineNamed } from '../../ir/names';
import { overlappingCalls } from '../../ir/rewrites/pieces';
import { withPiecesAsOne } from '../../ir/rewrites/piecesAsOne';
import { callsIn, walkStatements } from '../../ir/statements';
import type { Call, Program, Routine, StatementId } from '../../ir/types';
import type { Diagnostic } from '../results';

/** So many statements more than twice those of the text may result: routines that hand pieces on, twice each, would not end. */
const ROOM = 1000;

/** An inlined routine may make calls of its own that now pass pieces of one array. */
const ROUNDS = 8;

export function withOverlapsInPlace(given: Program): { program: Program; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const tried = new Set<StatementId>();
  const room = 2 * sizeOf(given, new Set()) + ROOM;
  let program = given;
  for (let k = 0; k < ROUNDS; k++) {
    const calls = overlappingCalls(program).filter(({ id }) => !tried.has(id));
    if (calls.length === 0) break;
    for (const { id } of calls) tried.add(id);
    const together = allInPlace(program, calls, room);
    program = together.program;
    diagnostics.push(...calls.filter((call) => !together.left.includes(call)).map(message));
    for (const call of together.left) {
      const placed =
        inPlace(program, call, new Set([call.id]), room) ??
        inPlace(program, call, inside(program, call), room);
      if (!placed) continue;
      program = placed;
      diagnostics.push(message(call));
    }
  }
  const { program: made, calls } = withPiecesAsOne(program);
  diagnostics.push(...calls.map(versionMessage));
  return { program: made, diagnostics };
}

/** The program with those of the calls inlined that can be by themselves, and the calls that are left; all, for lack of room. */
function allInPlace(
  program: Program,
  calls: readonly Call[],
  room: number,
): { program: Program; left: readonly Call[] } {
  const wanted = new Set(calls.map(({ id }) => id));
  if (calls.length === 0 || sizeOf(program, wanted) > room) return { program, left: calls };
  const made = inlineCalls(program, ({ id }) => wanted.has(id)).program;
  const there = new Set(overlappingCalls(made).map(({ id }) => id));
  const left = calls.filter(({ id }) => there.has(id));
  if (left.length === 0) return { program: made, left };
  const rest = allInPlace(
    program,
    calls.filter((call) => !left.includes(call)),
    room,
  );
  return { program: rest.program, left: [...left, ...rest.left] };
}

/** The program with the call inlined; null where the call stays, or too much would result. */
function inPlace(
  program: Program,
  call: Call,
  wanted: ReadonlySet<StatementId>,
  room: number,
): Program | null {
  if (sizeOf(program, wanted) > room) return null;
  const made = inlineCalls(program, ({ id }) => wanted.has(id)).program;
  return overlappingCalls(made).some(({ id }) => id === call.id) ? null : made;
}

/** The number of statements where these calls are in place. */
function sizeOf(program: Program, placed: ReadonlySet<StatementId>): number {
  const sizes = new Map<Routine, number>();
  const sizeOfBody = (routine: Routine): number => {
    const known = sizes.get(routine);
    if (known !== undefined) return known;
    // A routine that calls itself stays a call.
    sizes.set(routine, 1);
    let size = 0;
    walkStatements(routine.body, (s) => {
      const callee = s.kind === 'call' && placed.has(s.id) ? routineNamed(program, s.callee) : undefined;
      size += callee ? sizeOfBody(callee) : 1;
    });
    sizes.set(routine, size);
    return size;
  };
  return program.routines.reduce((sum, routine) => sum + sizeOfBody(routine), 0);
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
  return diagnostic(
    'info',
    'inline-call',
    `The call of \`${callee}\` is put in place: two of its arguments are pieces of one array that may overlap, and it writes one of them.`,
    span,
    'Pass arrays of their own, or copies, for the mode that the options say.',
  );
}

function versionMessage({ callee, span }: Call): Diagnostic {
  return diagnostic(
    'info',
    'pieces-as-one',
    `A version of \`${callee}\` is called that knows that its arguments are pieces of one array, which may overlap: it gets the array and where each piece begins.`,
    span,
    'Pass arrays of their own, or copies, to keep the routine as it is.',
  );
}

/**
 * Calls that pass pieces of one array for two arguments, of which the routine writes one. Where the pieces may overlap, its
 * text means something other than its arguments say: `y[i] += a*x[i]` of `axpy(n - 1, a, y, y + 1)` is a recurrence.
 */

import { itemAt } from '../../base/lookup';
import { countOf, distanceInMemory } from '../bounds';
import { subtract } from '../build';
import { evaluate } from '../evaluate';
import { parameterAt, routineNamed, variableOf } from '../names';
import { callsIn } from '../statements';
import { compareElements } from '../subscripts';
import type { Argument, Call, Expr, Place, Program, Routine, Variable, VariableId } from '../types';
import { assignedVariables, mentioned, reachedFrom } from '../uses';
import { writtenParameters } from '../writes';

interface Piece {
  /** A single element. */
  readonly place: Place | null;
  readonly variable: VariableId;
  /** Subscripts of its first element; null for the first of all. */
  readonly start: readonly Expr[] | null;
  /** How many elements its routine knows of; null where that is no constant. */
  readonly size: number | null;
  readonly isWritten: boolean;
}

/** `certain`: they begin at a known distance that is less than their size, as far as that is known. */
export type Overlap = 'possible' | 'certain';

export function overlapOf(program: Program, call: Call): Overlap | null {
  const callee = routineNamed(program, call.callee);
  if (!callee || callee.external || call.args.length < 2) return null;
  if (!passesTwice(call)) return null;
  const written = writtenParameters(program, callee);
  const pieces = call.args.flatMap((arg, k): Piece[] => {
    const formal = callee.parameters[k];
    const piece = formal === undefined ? null : pieceOf(arg);
    if (!piece || formal === undefined) return [];
    const place = arg.kind === 'reference' ? arg.place : null;
    return [{ place, size: countOf(variableOf(program, formal)), isWritten: written.has(formal), ...piece }];
  });
  let found: Overlap | null = null;
  pieces.forEach((a, k) => {
    for (const b of pieces.slice(k + 1)) {
      if (a.variable !== b.variable || !(a.isWritten || b.isWritten)) continue;
      if (a.place && b.place && compareElements(a.place, b.place) === 'different') continue;
      const distance = distanceOf(variableOf(program, a.variable), a, b);
      if (distance === null) found ??= 'possible';
      else if (!isBeyond(distance, distance > 0 ? a.size : b.size)) found = 'certain';
    }
  });
  return found;
}

/** Calls of a program that pass such pieces. */
export function overlappingCalls(program: Program): Call[] {
  return program.routines.flatMap(({ body }) => callsIn(body)).filter((call) => overlapOf(program, call));
}

/** Calls by which a routine has one thing under two names and sets it: pieces as above, or a global variable that it also names. */
export function callsUnderTwoNames(program: Program): Call[] {
  return program.routines
    .flatMap(({ body }) => callsIn(body))
    .filter((call) => overlapOf(program, call) || passesWhatItKnows(program, call));
}

function passesWhatItKnows(program: Program, call: Call): boolean {
  const callee = routineNamed(program, call.callee);
  if (!callee || callee.external) return false;
  return call.args.some((arg, k) => {
    if (arg.kind === 'value') return false;
    const id = arg.kind === 'array' ? arg.variable : arg.place.variable;
    if (variableOf(program, id).owner !== null) return false;
    const use = knownIn(program, callee, id);
    return (
      use === 'written' || (use === 'read' && writtenParameters(program, callee).has(parameterAt(callee, k)))
    );
  });
}

/** What a routine and those that it calls do with a global variable under its own name. */
export function knownIn(program: Program, callee: Routine, id: VariableId): 'no' | 'read' | 'written' {
  const knowing = [...reachedFrom(program, callee)].filter((routine) => mentioned(routine).has(id));
  if (knowing.length === 0) return 'no';
  return knowing.some(({ body }) => assignedVariables(body).has(id)) ? 'written' : 'read';
}

function passesTwice({ args }: Call): boolean {
  const passed = args.flatMap((arg) => pieceOf(arg)?.variable ?? []);
  return new Set(passed).size < passed.length;
}

/** Null for a value, and for a whole variable that is no array. */
export function pieceOf(arg: Argument): Pick<Piece, 'variable' | 'start'> | null {
  if (arg.kind === 'value') return null;
  if (arg.kind === 'array') return { variable: arg.variable, start: arg.start };
  return arg.place.kind === 'element' ? { variable: arg.place.variable, start: arg.place.subscripts } : null;
}

function isBeyond(distance: number, size: number | null): boolean {
  return size !== null && Math.abs(distance) >= size;
}

/** From the first element of one to that of the other, in elements; null where the text does not tell. */
function distanceOf({ shape }: Variable, a: Piece, b: Piece): number | null {
  const dimensions = shape?.dimensions ?? [];
  return distanceInMemory(
    shape,
    (d) => {
      const { lower } = itemAt(dimensions, d);
      return evaluate(subtract(b.start?.[d] ?? lower, a.start?.[d] ?? lower));
    },
    (d) => numberOf(itemAt(dimensions, d).extent),
  );
}

/** The value of a constant expression. */
export function numberOf(e: Expr | null | undefined): number | null {
  return e ? evaluate(e) : null;
}

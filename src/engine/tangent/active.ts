/** Which variables have a tangent, and which routines without a text are called with one. */
import { isReal } from '../ir/build';
import { type CalledDerivative, globalsTouchedBy } from '../ir/declaredDerivative';
import { routineNamed, variableOf } from '../ir/names';
import { placesRead, tangentOf } from '../ir/partials';
import { callsIn, walkStatements } from '../ir/statements';
import { tapeType, tapeVariable } from '../ir/tape';
import type { Call, Place, Program, Routine, StatementId, VariableId } from '../ir/types';
import { visitPlaces } from '../ir/uses';

export interface TangentRoutine {
  readonly routine: Routine;
  /** Is the location of this place varied before the statement? */
  isVaried(statement: StatementId, place: Place): boolean;
  /** May the tangent of this place, as written by the statement, still matter? */
  isUseful(statement: StatementId, place: Place): boolean;
  /** Does the statement overwrite all of it for certain? */
  isOverwritten(statement: StatementId, place: Place): boolean;
  /** Does anything useful that it writes depend on something varied? */
  isDifferentiated(statement: StatementId): boolean;
}

/** How a routine takes the tangents of its active arguments, and that of its result. */
export type Signature = CalledDerivative;

/** Tangents of routines without a text: the user's own, called as the convention says, every real argument being active. */
export function externalTangents(
  primal: Program,
  parts: ReadonlyMap<string, TangentRoutine>,
  suffix: string,
): Map<string, Signature> {
  const found = new Map<string, Signature>();
  const real = (id: VariableId) => isReal(variableOf(primal, id).type);
  for (const part of parts.values())
    for (const s of callsIn(part.routine.body)) {
      const callee = routineNamed(primal, s.callee);
      if (!callee?.external || !part.isDifferentiated(s.id)) continue;
      found.set(callee.name, {
        name: callee.external.tangent ?? `${callee.name}_${suffix}`,
        active: callee.parameters.map(real),
        resultActive: callee.result !== null && real(callee.result),
      });
    }
  return found;
}

/** Variables that have a tangent: varied where they are read, assigned a useful value, passed for an active formal, or on a tape with tangents. */
export function activeVariables(
  primal: Program,
  parts: ReadonlyMap<string, TangentRoutine>,
  externals: ReadonlyMap<string, Signature>,
  wanted: ReadonlySet<VariableId>,
  taped: boolean,
): Set<VariableId> {
  const active = new Set<VariableId>(wanted);
  for (const part of parts.values()) {
    walkStatements(part.routine.body, (s) => {
      const onTape = taped && (s.kind === 'push' || s.kind === 'pop') && isReal(tapeType(primal, s.what));
      if (onTape) active.add(tapeVariable(s.what));
      if (s.kind !== 'assign' || !isReal(s.target.type)) return;
      const value = tangentOf(
        s.value,
        (p) => part.isVaried(s.id, p),
        (p) => p,
      );
      if (value && part.isUseful(s.id, s.target)) {
        active.add(s.target.variable);
        visitPlaces([s], (id, place) => {
          if (place && isReal(place.type) && part.isVaried(s.id, place)) active.add(id);
        });
      }
    });
  }
  // Actuals of active formals, and formals of active actuals, across all calls.
  const byName = new Map(primal.routines.map((r) => [r.name, r]));
  for (let size = -1; size !== active.size; ) {
    size = active.size;
    for (const part of parts.values())
      for (const s of callsIn(part.routine.body)) {
        const callee = byName.get(s.callee);
        const isExternal = externals.has(s.callee);
        if (callee && (parts.has(s.callee) || isExternal))
          acrossCall({ primal, active, part, isExternal }, s, callee);
      }
  }
  return active;
}

/** `isExternal`: the user supplies the tangent of the callee. */
function acrossCall(
  {
    primal,
    active,
    part,
    isExternal,
  }: Readonly<{
    primal: Program;
    active: Set<VariableId>;
    part: TangentRoutine;
    isExternal: boolean;
  }>,
  s: Call,
  callee: Routine,
): void {
  const isRealVariable = (id: VariableId): boolean => isReal(variableOf(primal, id).type);
  // A tangent that the user supplies names tangents of globals.
  for (const id of globalsTouchedBy(callee)) if (isRealVariable(id)) active.add(id);
  callee.parameters.forEach((formal, k) => {
    const a = s.args[k];
    if (!a || !isRealVariable(formal)) return;
    const isWanted = active.has(formal) || isExternal;
    if (a.kind === 'value') {
      // What is passed by reference needs a tangent of its own even where it never varies; that tangent is zero.
      for (const p of isWanted ? placesRead(a.value) : [])
        if (isReal(p.type) && part.isVaried(s.id, p)) active.add(p.variable);
      return;
    }
    const actual = a.kind === 'array' ? a.variable : a.place.variable;
    if (isWanted) active.add(actual);
    if (active.has(actual)) active.add(formal);
  });
  if (callee.result === null || !s.result) return;
  if (!isExternal && !active.has(callee.result) && !active.has(s.result.variable)) return;
  active.add(s.result.variable);
  active.add(callee.result);
}

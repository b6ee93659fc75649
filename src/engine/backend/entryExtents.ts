/**
 * The extents of an array have the values that they had at entry, whatever becomes of the variables that they name. A
 * subscript that is computed from them, in JavaScript and in C where an array is flat, finds them wherever it stands: what
 * changes is kept.
 *
 *     subroutine f(n, x)          function f(n, x) {
 *       real(8) :: x(n, *)          const n_entry = n[0];
 *       n = n - 1                   n[0]--;
 *       x(1, 2) = 0                 x[n_entry] = 0;
 */

import { entryOf } from '../base/lookup';
import { once } from '../base/once';
import { NOWHERE } from '../base/span';
import { boundsOf } from '../ir/bounds';
import { type GivenVariable, sameExpr, variable } from '../ir/build';
import { addVariable, Emitter, growingFrom } from '../ir/emit';
import { parameterAt, variableOf, variablesOwnedBy } from '../ir/names';
import type { Expr, Program, Routine, Statement, Variable, VariableId } from '../ir/types';
import { assignedWith, mentions } from '../ir/uses';
import { mayWrite } from './locals';

/** The value of an extent at entry, by the variable that keeps it. */
export type EntryExtents = ReadonlyMap<VariableId, Expr>;

/** Which bounds of an array go into the computation of a subscript. */
type Concern = 'extents and lower' | 'lower' | null;

/** The program with the values of bounds at entry in their place; the variables that keep them are locals of the routine. */
export function withEntryExtents(
  given: Program,
  concerns: (program: Program, v: Variable) => Concern,
): { program: Program; kept: EntryExtents } {
  const variables = [...given.variables];
  const kept = new Map<VariableId, Expr>();
  const positions = once(() => positionsWritten(given));
  const routines = given.routines.map((routine, owner) => {
    const shaped = variablesOwnedBy(given, owner).filter(
      (v) => v.shape && !isConstant(v) && concerns(given, v),
    );
    // Most routines write no variable that says an extent, whatever becomes of what they pass on.
    const isWritten = (id: VariableId) => mayWrite(given, routine.body, id);
    if (!shaped.some((v) => boundsOf(v).some((e) => mentions(e, isWritten)))) return routine;
    const isChanged = changesIn(given, routine.body, positions());
    const own: VariableId[] = [];
    const atEntry = (e: Expr, v: Variable): Expr => {
      if (!mentions(e, isChanged)) return e;
      let id = own.find((each) => sameExpr(entryOf(kept, each), e));
      if (id === undefined) {
        const name = e.kind === 'variable' ? variableOf(given, e.variable).name : v.name;
        id = addVariable(variables, copy(v, `${name}_entry`, e));
        kept.set(id, e);
        own.push(id);
      }
      return variable(id, e.type, e.span);
    };
    for (const v of shaped) {
      const dimensions = v.shape?.dimensions.map(({ lower, extent }) => ({
        lower: atEntry(lower, v),
        extent: extent && concerns(given, v) !== 'lower' ? atEntry(extent, v) : extent,
      }));
      if (v.shape && dimensions) variables[v.id] = { ...v, shape: { ...v.shape, dimensions } };
    }
    return own.length === 0 ? routine : { ...routine, locals: [...routine.locals, ...own] };
  });
  return { program: { ...given, variables, routines }, kept };
}

/** The same, with the statements that save them at the start of the body. */
export function withEntryExtentsKept(
  given: Program,
  concerns: (program: Program, v: Variable) => Concern,
): Program {
  const { program, kept } = withEntryExtents(given, concerns);
  if (kept.size === 0) return given;
  const growing = growingFrom(program);
  const emit = new Emitter(growing, { span: NOWHERE, origin: null });
  const keep = (id: VariableId, value: Expr): Statement =>
    emit.assign('control', variable(id, value.type), value, 'declaration');
  const routines = program.routines.map((routine) => {
    const own = routine.locals.flatMap((id) => {
      const value = kept.get(id);
      return value ? [keep(id, value)] : [];
    });
    return own.length === 0 ? routine : { ...routine, body: [...own, ...routine.body] };
  });
  return { ...program, ...growing, routines };
}

function isConstant({ shape }: Variable): boolean {
  return (shape?.dimensions ?? []).every(
    ({ lower, extent }) => lower.kind === 'constant' && (!extent || extent.kind === 'constant'),
  );
}

function copy({ owner }: Variable, name: string, { type, span }: Expr): GivenVariable {
  return { name, type, role: 'temporary', owner, span };
}

// ------------------------------------------------------------------------------------------------------- what changes

/** By routine: the positions of the parameters that it may write, itself or through what it calls. */
type Positions = ReadonlyMap<string, ReadonlySet<number>>;

/** From below, until nothing changes. */
function positionsWritten(program: Program): Positions {
  const found = new Map<string, ReadonlySet<number>>();
  for (const routine of program.routines)
    found.set(routine.name, routine.external ? notInputs(program, routine) : new Set());
  for (let again = true; again; ) {
    again = false;
    for (const routine of program.routines) {
      if (routine.external) continue;
      const isChanged = changesIn(program, routine.body, found);
      const now = new Set([...routine.parameters.keys()].filter((i) => isChanged(parameterAt(routine, i))));
      again ||= now.size > (found.get(routine.name)?.size ?? 0);
      found.set(routine.name, now);
    }
  }
  return found;
}

function notInputs(program: Program, { parameters }: Routine): Set<number> {
  return new Set(
    [...parameters.keys()].filter((i) => program.variables[parameters[i] as VariableId]?.intent !== 'in'),
  );
}

function changesIn(program: Program, body: readonly Statement[], positions: Positions) {
  const assigned = assignedWith(body, (s, i) => positions.get(s.callee)?.has(i) !== false);
  return (id: VariableId) => mayWrite(program, body, id, assigned);
}

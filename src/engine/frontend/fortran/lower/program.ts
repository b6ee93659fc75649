/** A text's units to the routines of a program: all are declared before the first body is lowered, so that order doesn't count. */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { groupedBy } from '../../../base/once';
import { structureJumps } from '../../../control/structure';
import { addVariable } from '../../../ir/emit';
import type { Program, Routine, Statement, Variable } from '../../../ir/types';
import { findDirectives, placeDirectives } from '../../directives';
import { withOrderlyEnds } from '../../lower/endings';
import { PieceDirectives } from '../../pieces';
import type { Unit } from '../parse/syntax';
import { jumpTargets, namesBesideOwnIndices } from '../parse/visit';
import type { ScannedSource } from '../read/source';
import { finishedRoots } from '../resolve/storage';
import { declareUnits } from '../resolve/units';
import { giveShape } from './calls/externals';
import {
  type Context,
  type DeclaredRoutine,
  freshName,
  newContext,
  type RoutineInfo,
  type Shared,
} from './context';
import { lowerBody } from './emit';
import { entryCopies } from './entryBounds';
import { lowerExpression } from './expressions';
import { withSharedStorage } from './sharedStorage';
import { lowerNode } from './statements/statements';

export function lowerProgram(
  source: string,
  scanned: ScannedSource,
  units: readonly Unit[],
  names: Set<string>,
  sink: DiagnosticSink,
): Program {
  const directives = scanned.comments.flatMap((comment) =>
    findDirectives(source.slice(comment.span.start, comment.span.end), comment.span.start, sink),
  );
  const shared: Shared = {
    sink,
    lowerExpression,
    hasRuntime: scanned.hasRuntime,
    variables: [],
    routines: [],
    byName: new Map(),
    modules: new Map(),
    roots: new Map(),
    passingRoots: new Set(),
    views: new Map(),
    oldSized: new Set(),
    twins: new Map(),
    keys: new Map(),
    names,
    pieces: new PieceDirectives(directives, sink),
    nextStatement: 0,
    nextLabel: 0,
    expanded: 0,
    expanding: 0,
    numbers: new Map(),
    interfaces: new Map(),
  };
  const lowered = declareUnits(shared, units).map((each) => lowerRoutine(shared, each));
  const bodies = withSharedStorage(shared, lowered);
  shared.pieces.end(source.length);
  for (const info of shared.routines.slice(bodies.length)) giveShape(shared, info, directives);
  const owned = groupedBy(shared.variables, (v) => v.owner);
  const routines = shared.routines.map((info, i) => finish(info, owned.get(i) ?? [], bodies[i] ?? []));
  return {
    language: 'fortran',
    form: scanned.form,
    variables: shared.variables,
    routines,
    roots: finishedRoots(shared),
    directives: placeDirectives(
      directives,
      routines.filter(({ external }) => !external),
    ),
    nextStatement: shared.nextStatement,
    nextLabel: shared.nextLabel,
  };
}

function lowerRoutine(shared: Shared, { info, scope, body }: DeclaredRoutine): readonly Statement[] {
  const ctx = newContext(shared, scope, info, lowerNode);
  shared.pieces.begin(info);
  for (const label of jumpTargets(body)) ctx.targets.add(label);
  for (const name of namesBesideOwnIndices(body)) ctx.besideOwnIndices.add(name);
  lowerBody(ctx, body);
  ctx.out.unshift(...entryCopies(ctx));
  return structureJumps(ctx.out, {
    counters: shared,
    newStateVariable: () => stateVariable(ctx),
    routineLabel: info.label,
    diagnostics: shared.sink,
  });
}

function stateVariable(ctx: Context) {
  return addVariable(ctx.shared.variables, {
    name: freshName(ctx.shared, 'state'),
    type: 'i32',
    role: 'control',
    owner: ctx.routine.index,
    span: ctx.routine.nameSpan,
  });
}

function finish(info: RoutineInfo, own: readonly Variable[], body: readonly Statement[]): Routine {
  const listed = new Set([...info.parameterIds, ...(info.resultId === null ? [] : [info.resultId])]);
  const locals = own
    .filter((v) => !listed.has(v.id))
    .sort((a, b) => a.span.start - b.span.start || a.id - b.id)
    .map((v) => v.id);
  const container = info.scope?.parent?.unit;
  return withOrderlyEnds({
    name: info.name,
    kind: info.arrayResult ? 'subroutine' : info.kind,
    parameters: info.parameterIds,
    result: info.resultId,
    locals,
    label: info.label,
    body,
    span: info.span,
    nameSpan: info.nameSpan,
    external: info.external,
    ...(container?.kind === 'module' ? { module: container.name.name } : {}),
  });
}

/** Units to routines: modules first, then the interfaces of all routines, then their bodies, so that order doesn't count. */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { structureJumps } from '../../../control/structure';
import { walkStatements } from '../../../ir/statements';
import type {
  Directive,
  ExternalShape,
  LabelId,
  Program,
  Routine,
  Statement,
  StatementId,
  Variable,
} from '../../../ir/types';
import {
  checkArgumentCount,
  declaredShape,
  type ExternalSignature,
  type FoundDirective,
  findDirectives,
  isExternalFor,
  placeDirective,
  visibleGlobals,
  worstShape,
} from '../../directives';
import { PieceDirectives } from '../../pieces';
import type { Node, Unit } from '../parse/syntax';
import { jumpTargets, namesBesideOwnIndices, wholeNames } from '../parse/visit';
import type { ScannedSource } from '../read/source';
import { withoutAssociates } from '../resolve/associations';
import { capturedName, captureHostVariables } from '../resolve/captures';
import { declareUnit, openScope } from '../resolve/declarations';
import { declareSnippet } from '../resolve/snippets';
import { finishedRoots } from '../resolve/storage';
import { makeParameters, materialise, newVariable } from '../resolve/symbols';
import { settleUnwritten } from '../resolve/unwritten';
import {
  addVariable,
  type Context,
  freshName,
  newContext,
  type RoutineInfo,
  type Scope,
  type Shared,
  type VariableSymbol,
} from './context';
import { entryCopies } from './entryBounds';
import { lowerExpression } from './expressions';
import { withSharedStorage } from './sharedStorage';
import { lowerBody } from './statements/bodies';
import { lowerNode } from './statements/statements';

interface Work {
  readonly info: RoutineInfo;
  readonly scope: Scope;
  readonly context: Context;
  readonly body: readonly Node[];
}

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
    source,
    form: scanned.form,
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
  const scopes = new Map<Unit, Scope>();
  for (const unit of units) register(shared, unit, null, scopes);
  declareModules(shared, units, scopes);
  const work = declareRoutines(shared, scopes);
  for (const unit of units) if (unit.kind === 'blockdata') declareBlockData(shared, unit, scopes);
  const lowered = work.map((each) => lowerRoutine(shared, each));
  const bodies = withSharedStorage(shared, lowered);
  shared.pieces.end(source.length);
  for (const info of shared.routines.slice(bodies.length)) giveShape(shared, info, directives);
  const owned = variablesByOwner(shared);
  const routines = shared.routines.map((info, i) => finish(info, owned.get(i) ?? [], bodies[i] ?? []));
  return {
    language: 'fortran',
    form: scanned.form,
    variables: shared.variables,
    routines,
    roots: finishedRoots(shared),
    directives: placeDirectives(directives, routines),
    nextStatement: shared.nextStatement,
    nextLabel: shared.nextLabel,
  };
}

// --------------------------------------------------------------------------------------------------- interfaces

/** Gives every unit its scope and every routine its number, contained ones after their container. */
function register(shared: Shared, unit: Unit, parent: Scope | null, scopes: Map<Unit, Scope>): void {
  const scope = openScope(unit, parent);
  scopes.set(unit, scope);
  if (unit.kind === 'module') {
    if (shared.modules.has(unit.name.name))
      shared.sink.error('duplicate', `Two modules are named ${unit.name.name}.`, unit.name.span);
    else shared.modules.set(unit.name.name, scope);
  } else if (unit.kind !== 'blockdata') {
    const name = unit.bare ? freshName(shared, unit.ended ? 'main' : 'snippet') : unit.name.name;
    // A unit without its name goes by a word that is none.
    shared.names.add(name);
    const other = shared.byName.get(name);
    // Routines inside of different units may share a name.
    if (other && (!parent || other.scope?.parent === parent))
      shared.sink.error('duplicate', `Two routines are named ${name}.`, unit.name.span, {
        message: 'The other one is here.',
        span: other.nameSpan,
      });
    const info = newRoutine(shared, unit, scope, other ? freshName(shared, name) : name);
    shared.routines.push(info);
    if (!other) shared.byName.set(name, info);
    if (parent && !parent.routines.has(name)) parent.routines.set(name, info);
  }
  for (const inner of unit.contains) register(shared, inner, scope, scopes);
}

function newRoutine(shared: Shared, unit: Unit, scope: Scope, name: string): RoutineInfo {
  const kind =
    unit.kind === 'subroutine' || unit.kind === 'function'
      ? unit.kind
      : unit.bare && !unit.ended
        ? 'snippet'
        : 'program';
  return {
    index: shared.routines.length,
    name,
    unit,
    scope,
    kind,
    parameters: [],
    captured: [],
    parameterIds: [],
    hidden: [],
    result: null,
    arrayResult: null,
    resultId: null,
    external: null,
    passed: [],
    label: shared.nextLabel++ as LabelId,
    span: unit.span,
    nameSpan: unit.bare ? { start: unit.span.start, end: unit.span.start } : unit.name.span,
  };
}

/** Modules in the order of their USE; a circle is cut where it closes. */
function declareModules(shared: Shared, units: readonly Unit[], scopes: ReadonlyMap<Unit, Scope>): void {
  const done = new Set<Unit>();
  const usedBy = (unit: Unit) =>
    unit.specifications.flatMap((s) =>
      s.kind === 'use' ? (shared.modules.get(s.module.name)?.unit ?? []) : [],
    );
  const declareModule = (unit: Unit): void => {
    const scope = scopes.get(unit);
    if (!scope) return;
    // Nothing in a module runs, so it stands in for a routine only where one is asked for.
    const stand: RoutineInfo = { ...newRoutine(shared, unit, scope, unit.name.name), index: -1 };
    declareInterfaces(declareUnit(shared, scope, stand).context);
  };
  // Chains of modules may be long: what waits for others stands in a list, not on the stack.
  const waiting = units.filter((unit) => unit.kind === 'module').reverse();
  const opened = new Set<Unit>();
  for (let unit = waiting.at(-1); unit; unit = waiting.at(-1)) {
    const missing = opened.has(unit) ? [] : usedBy(unit).filter((used) => !opened.has(used));
    opened.add(unit);
    waiting.push(...missing.reverse());
    if (missing.length > 0) continue;
    waiting.pop();
    if (done.has(unit)) continue;
    done.add(unit);
    declareModule(unit);
  }
}

/** Initial values of COMMON, which is all that can stand there. */
function declareBlockData(shared: Shared, unit: Unit, scopes: ReadonlyMap<Unit, Scope>): void {
  const scope = scopes.get(unit);
  if (!scope) return;
  const before = shared.variables.length;
  declareUnit(shared, scope, { ...newRoutine(shared, unit, scope, unit.name.name), index: -1 });
  // Names that a wrong bound mentions are variables of no routine: nothing can come of them.
  shared.variables.forEach((v, id) => {
    if (id >= before && v.owner === -1) shared.variables[id] = { ...v, owner: null };
  });
  const [first] = unit.body;
  if (first) shared.sink.error('order', 'BLOCK DATA holds declarations and DATA only.', first.span);
  for (const symbol of scope.symbols.values())
    if (symbol.kind === 'variable' && symbol.initial && symbol.id === null && !symbol.poison)
      shared.sink.error(
        'block-data',
        `${symbol.name} is in no COMMON block, so nothing could see this value.`,
        symbol.span,
      );
}

function declareRoutines(shared: Shared, scopes: ReadonlyMap<Unit, Scope>): Work[] {
  const all = [...shared.routines].map((info): Work => {
    const unit = info.unit as Unit;
    const scope = scopes.get(unit) as Scope;
    if (scope.parent) scope.implicit = scope.parent.implicit;
    const declared = declareUnit(shared, scope, info);
    declareInterfaces(declared.context);
    const body = withoutAssociates(declared.context, [...declared.leading, ...unit.body]);
    if (info.kind === 'snippet') declareSnippet(declared.context, body);
    settleUnwritten(declared.context, body);
    return { info, scope, context: declared.context, body };
  });
  captureHostVariables(all);
  const captured = new Map<Scope | null, Map<string, Captured>>();
  for (const { info, scope } of all)
    for (const each of info.captured) {
      const inside = captured.get(scope.parent) ?? new Map<string, Captured>();
      captured.set(scope.parent, inside.set(each.host, each));
    }
  for (const each of all) giveInterface(shared, each, namesHandedOn(each, captured));
  return all;
}

type Captured = RoutineInfo['captured'][number];

/**
 * Whole variables that calls of routines inside pass on, without naming them. `captured`: by the unit around them, what the
 * routines inside name of their host.
 */
function namesHandedOn(
  { info, scope }: Work,
  captured: ReadonlyMap<Scope | null, ReadonlyMap<string, Captured>>,
): string[] {
  const around = info.captured.length > 0 ? scope.parent : scope;
  return [...(captured.get(around)?.values() ?? [])].map((each) => capturedName(info, each));
}

/** The variables of the IR that stand for dummies and result. */
function giveInterface(
  shared: Shared,
  { info, scope, context, body }: Work,
  handedOn: readonly string[],
): void {
  makeParameters(context, new Set([...wholeNames(body, scope.unit.specifications), ...handedOn]));
  const { result } = info;
  if (!result) return;
  info.resultId = result.poison
    ? poisonedResult(shared, info)
    : (result.id ?? materialise(context, result, result.span));
}

/** Routines from elsewhere whose dummies and result an interface block declares. Those of this text say it themselves. */
function declareInterfaces({ shared, scope }: Context): void {
  for (const unit of scope.unit.interfaces) {
    const { name, span } = unit.name;
    if (shared.byName.has(name)) continue;
    // IMPORT gives it the kinds that the unit around it knows.
    const inner = openScope(unit, scope);
    const stand: RoutineInfo = { ...newRoutine(shared, unit, inner, name), index: -1 };
    declareUnit(shared, inner, stand);
    shared.interfaces.set(name, stand.parameters);
    if (!stand.result) continue;
    const known = scope.symbols.get(name);
    const symbol = known?.kind === 'variable' ? known : newVariable(scope, name, stand.result.type, span);
    Object.assign(symbol, { external: true, typed: true, type: stand.result.type });
  }
}

/** A function keeps a result, whatever is wrong with its type. */
function poisonedResult(shared: Shared, info: RoutineInfo) {
  return addVariable(shared, {
    name: info.result?.name ?? info.name,
    type: 'f64',
    role: 'result',
    owner: info.index,
    span: info.nameSpan,
  });
}

// ------------------------------------------------------------------------------------------------------- bodies

function lowerRoutine(shared: Shared, { info, scope, body }: Work): readonly Statement[] {
  const ctx = newContext(shared, scope, info, lowerNode);
  shared.pieces.end(info.nameSpan.start);
  for (const label of jumpTargets(body)) ctx.targets.add(label);
  for (const name of namesBesideOwnIndices(body)) ctx.besideOwnIndices.add(name);
  lowerBody(ctx, body);
  ctx.out.unshift(...entryCopies(ctx));
  return structureJumps(ctx.out, {
    newStatement: () => shared.nextStatement++ as StatementId,
    newLabel: () => shared.nextLabel++ as LabelId,
    newStateVariable: () => stateVariable(ctx),
    routineLabel: info.label,
    diagnostics: shared.sink,
  });
}

function stateVariable(ctx: Context) {
  return addVariable(ctx.shared, {
    name: freshName(ctx.shared, 'state'),
    type: 'i32',
    role: 'control',
    owner: ctx.routine.index,
    span: ctx.routine.nameSpan,
  });
}

function variablesByOwner(shared: Shared): Map<number, Variable[]> {
  const owned = new Map<number, Variable[]>();
  for (const v of shared.variables) {
    if (v.owner === null) continue;
    const list = owned.get(v.owner);
    if (list) list.push(v);
    else owned.set(v.owner, [v]);
  }
  return owned;
}

function finish(info: RoutineInfo, own: readonly Variable[], body: readonly Statement[]): Routine {
  const listed = new Set([...info.parameterIds, ...(info.resultId === null ? [] : [info.resultId])]);
  const locals = own
    .filter((v) => !listed.has(v.id))
    .sort((a, b) => a.span.start - b.span.start || a.id - b.id)
    .map((v) => v.id);
  const container = info.scope?.parent?.unit;
  return {
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
  };
}

// ---------------------------------------------------------------------------------------------------- externals

function giveShape(shared: Shared, info: RoutineInfo, directives: readonly FoundDirective[]): void {
  const dummies = shared.interfaces.get(info.name) ?? [];
  const signature: ExternalSignature = {
    name: info.name,
    parameters: info.parameterIds.map((id, i) => ({
      name: dummies[i]?.name ?? shared.variables[id]?.name ?? '',
      passed: info.passed[i] ?? new Set(),
      mayBeWritten: dummies[i]?.intent !== 'in',
    })),
    globals: visibleGlobals(shared.variables, finishedRoots(shared)),
    returns: info.resultId !== null,
    language: 'fortran',
  };
  checkArgumentCount(signature, info.nameSpan, shared.sink);
  const directive = directives.find((each) => isExternalFor(each, info.name, true));
  const hint = `Paste its text, or say what it does in a comment: \`backsweep: external(${info.name}, read(…), written(…), adjoint(…), tangent(…))\`.`;
  if (directive) info.external = declaredShape(directive, signature, shared.sink);
  else if (shared.interfaces.has(info.name)) {
    info.external = interfaceShape(signature, dummies);
    shared.sink.info(
      'external',
      `Only the interface of ${info.name} is known: all that it gives may depend on all that it is given.`,
      info.nameSpan,
      hint,
    );
  } else {
    info.external = worstShape(signature);
    shared.sink.warning(
      'unknown-external',
      `The body of \`${info.name}\` is not here: it is taken to read and write whatever it can.`,
      info.nameSpan,
      hint,
    );
  }
}

/** By their INTENT: what is OUT is not read, what is IN not written. */
function interfaceShape(signature: ExternalSignature, dummies: readonly VariableSymbol[]): ExternalShape {
  const worst = worstShape(signature);
  const isRead = (i: number) => dummies[i]?.intent !== 'out';
  return {
    ...worst,
    declared: true,
    read: worst.read.filter(isRead),
  };
}

function placeDirectives(found: readonly FoundDirective[], routines: readonly Routine[]): Directive[] {
  if (found.length === 0) return [];
  const placed = routines
    .filter((routine) => !routine.external)
    .map((routine) => {
      const calls: { id: StatementId; span: { start: number; end: number } }[] = [];
      walkStatements(routine.body, (s) => {
        if (s.kind === 'call') calls.push({ id: s.id, span: s.span });
      });
      calls.sort((a, b) => a.span.start - b.span.start);
      return { name: routine.name, span: routine.span, calls };
    });
  return found.map((directive) => ({ ...directive, ...placeDirective(directive, placed) }));
}

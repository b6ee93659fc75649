/** Units of a text: their scopes and routines, modules first, then the interfaces of all routines, before any body. */
import { entryOf } from '../../../base/lookup';
import { addVariable } from '../../../ir/emit';
import {
  type Context,
  type DeclaredRoutine,
  freshName,
  newRoutine,
  type RoutineInfo,
  type Scope,
  type Shared,
  unsupported,
} from '../lower/context';
import { INTRINSIC_NAMES } from '../lower/intrinsics/intrinsics';
import { integer } from '../parse/made';
import type { ApplySyntax, DimensionSyntax, NameSyntax, Node, Unit } from '../parse/syntax';
import { allOfKind, mentionsIn, wholeNames } from '../parse/visit';
import { withoutAssociates } from './associations';
import { capturedName, captureHostVariables } from './captures';
import { declareUnit, openScope } from './declarations';
import { lookUp, makeParameters, materialise, newVariable, routineNamed } from './symbols';
import { settleUnwritten } from './unwritten';

/** The routines in the order of their numbers. */
export function declareUnits(shared: Shared, units: readonly Unit[]): DeclaredRoutine[] {
  const scopes = new Map<Unit, Scope>();
  for (const unit of units) register(shared, unit, null, scopes);
  declareModules(shared, units, scopes);
  const routines = declareRoutines(shared, scopes);
  for (const unit of units) if (unit.kind === 'blockdata') declareBlockData(shared, unit, scopes);
  return routines;
}

/** Gives every unit its scope and every routine its number, contained ones after their container. */
function register(shared: Shared, unit: Unit, parent: Scope | null, scopes: Map<Unit, Scope>): void {
  const scope = openScope(shared, unit, parent);
  scopes.set(unit, scope);
  if (unit.kind === 'module') {
    if (shared.modules.has(unit.name.name))
      shared.sink.error('duplicate', `Two modules are named ${unit.name.name}.`, unit.name.span);
    else shared.modules.set(unit.name.name, scope);
  } else if (unit.kind !== 'blockdata') {
    const name = unit.bare ? freshName(shared, unit.ended ? 'main' : 'snippet') : unit.name.name;
    // Where the header lacks its name, the parser made one up, which the text does not hold.
    shared.names.add(name);
    const other = shared.byName.get(name);
    // Routines inside of different units may share a name.
    if (other && (!parent || other.scope?.parent === parent))
      shared.sink.error('duplicate', `Two routines are named ${name}.`, unit.name.span, {
        message: 'The other one is here.',
        span: other.nameSpan,
      });
    const info = routineOf(shared, unit, scope, other ? freshName(shared, name) : name);
    shared.routines.push(info);
    if (!other) shared.byName.set(name, info);
    if (parent && !parent.routines.has(name)) parent.routines.set(name, info);
  }
  for (const inner of unit.contains) register(shared, inner, scope, scopes);
}

function routineOf(shared: Shared, unit: Unit, scope: Scope, name: string): RoutineInfo {
  const { bare, span } = unit;
  const isRoutine = unit.kind === 'subroutine' || unit.kind === 'function';
  const kind = isRoutine ? unit.kind : bare && !unit.ended ? 'snippet' : 'program';
  const nameSpan = bare ? { start: span.start, end: span.start } : unit.name.span;
  return newRoutine(shared, { name, kind, unit, scope, span, nameSpan });
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
    // A module has no routine of its own; declarations want one, so it gets one that is not listed.
    const stand: RoutineInfo = { ...routineOf(shared, unit, scope, unit.name.name), index: -1 };
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
  declareUnit(shared, scope, { ...routineOf(shared, unit, scope, unit.name.name), index: -1 });
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

function declareRoutines(shared: Shared, scopes: ReadonlyMap<Unit, Scope>): DeclaredRoutine[] {
  const all = [...shared.routines].map((info): DeclaredRoutine => {
    const unit = info.unit as Unit;
    const scope = entryOf(scopes, unit);
    if (scope.parent) scope.implicit = scope.parent.implicit;
    const declared = declareUnit(shared, scope, info);
    declareInterfaces(declared.context);
    const body = withoutAssociates(declared.context, [...declared.leading, ...unit.body]);
    if (info.kind === 'snippet') declareSnippet(declared.context, body);
    return { info, scope, context: declared.context, body };
  });
  settleUnwritten(all);
  captureHostVariables(all);
  const captured = new Map<Scope, Map<string, Captured>>();
  for (const { info } of all)
    for (const each of info.captured) {
      const inside = captured.get(each.home) ?? new Map<string, Captured>();
      captured.set(each.home, inside.set(each.host, each));
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
  { info, scope }: DeclaredRoutine,
  captured: ReadonlyMap<Scope, ReadonlyMap<string, Captured>>,
): string[] {
  const around = info.captured[0]?.home ?? scope;
  return [...(captured.get(around)?.values() ?? [])].map((each) => {
    const key = capturedName(info, each);
    return scope.symbols.get(key)?.name ?? key;
  });
}

/** The variables of the IR that stand for dummies and result. */
function giveInterface(
  shared: Shared,
  { info, scope, context, body }: DeclaredRoutine,
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
    const inner = openScope(shared, unit, scope);
    const stand: RoutineInfo = { ...routineOf(shared, unit, inner, name), index: -1 };
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
  return addVariable(shared.variables, {
    name: info.result?.name ?? info.name,
    type: 'f64',
    role: 'result',
    owner: info.index,
    span: info.nameSpan,
  });
}

/**
 * Statements without a routine around them. Names that nothing declares are parameters by reference, in order of first
 * appearance: INTEGER by their first letter, else DOUBLE PRECISION; arrays where they have a subscript.
 */
function declareSnippet(ctx: Context, body: readonly Node[]): void {
  const mentions = mentionsIn(body).sort((a, b) => a.span.start - b.span.start);
  const kept = new Set(allOfKind(body, 'keep').map(({ name }) => name.name));
  for (const e of mentions) if (!kept.has(e.name)) declare(ctx, e);
}

function declare(ctx: Context, e: NameSyntax | ApplySyntax): void {
  const known = lookUp(ctx.scope, e.name);
  if (known?.kind === 'variable' && known.dummy && e.kind === 'apply' && !known.dimensions) {
    // So far the name stood without subscripts; with these it is an array.
    known.dimensions = dimensions(ctx, e);
    return;
  }
  if (known || routineNamed(ctx, e.name) || (e.kind === 'apply' && e.args.length === 0)) return;
  if (e.kind === 'apply' && INTRINSIC_NAMES.has(e.name)) return;
  const letter = e.name.charAt(0);
  const span = e.kind === 'name' ? e.span : e.nameSpan;
  const symbol = newVariable(ctx.scope, e.name, letter >= 'i' && letter <= 'n' ? 'i32' : 'f64', span);
  symbol.dummy = true;
  symbol.typed = true;
  if (e.kind === 'apply') symbol.dimensions = dimensions(ctx, e);
  ctx.routine.parameters.push(symbol);
}

function dimensions(ctx: Context, e: ApplySyntax): DimensionSyntax[] {
  if (e.args.length > 1)
    unsupported(
      ctx,
      `Arrays of ${e.args.length} dimensions without a declaration are`,
      e.nameSpan,
      `Declare it above: double precision ${e.name}(n, m).`,
    );
  return e.args.map((_, d) => ({
    lower: null,
    upper: d === e.args.length - 1 ? 'size' : integer(1, e.nameSpan),
    span: e.nameSpan,
  }));
}

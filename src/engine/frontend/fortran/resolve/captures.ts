/**
 * Host association: a routine inside another one may name the variables of its host. Each that it names, or that a
 * routine it calls names, becomes a dummy of its own, by reference and behind the others, and every call passes it on. So
 * the routines stand side by side after lowering, and what is shared is seen by every analysis. A routine that is passed one from
 * inside of another, the copy for it, has the same dummies.
 */

import { entryOf } from '../../../base/lookup';
import { mapped } from '../../mapped';
import type { DeclaredRoutine, Late, RoutineInfo, Scope, VariableSymbol } from '../lower/context';
import { calleeOf, callsIn } from '../parse/calls';
import type { ExprSyntax, Node, StatementSyntax } from '../parse/syntax';
import { mentionsIn, mentionsInBounds, namesInBounds, visitExpression } from '../parse/visit';
import { implicitType, lookUp, newVariable, routineNamed } from './symbols';

export function captureHostVariables(routines: readonly DeclaredRoutine[]): void {
  const homes = new Map<RoutineInfo, Scope>();
  const needs = new Map<RoutineInfo, Set<string>>();
  for (const each of routines) {
    const host = hostOf(each.scope);
    if (!host) continue;
    homes.set(each.info, host);
    needs.set(each.info, namedOf(each, routines));
  }
  if (homes.size === 0) return;
  const callees = new Map(routines.map((each) => [each.info, calledBy(each)]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const { info, scope } of routines)
      for (const callee of entryOf(callees, info)) {
        const [home, wanted] = [homes.get(callee), needs.get(callee)];
        if (!home || !wanted?.size || home === scope || (homes.get(info) ?? home) !== home) continue;
        const own = needs.get(info) ?? new Set();
        const before = own.size;
        for (const name of wanted) own.add(name);
        homes.set(info, home);
        needs.set(info, own);
        changed ||= own.size > before;
      }
  }
  for (const { info, scope } of routines) {
    const home = homes.get(info);
    if (home) addDummies(info, scope, home, [...entryOf(needs, info)].sort());
  }
}

/** The routine or program around a routine; what modules hold is shared as it is. */
function hostOf({ parent }: Scope): Scope | null {
  return parent?.unit.kind === 'module' ? null : parent;
}

/** Variables of the host that a routine names itself, and those that their bounds name. */
function namedOf({ scope, body }: DeclaredRoutine, routines: readonly DeclaredRoutine[]): Set<string> {
  const host = hostOf(scope) as Scope;
  const found = new Set<string>();
  const bare = new Set<string>();
  const add = (name: string): void => {
    const symbol = host.symbols.get(name);
    if (found.has(name) || symbol?.kind !== 'variable' || !isOwned(symbol, host)) return;
    found.add(name);
    namesInBounds(symbol.dimensions ?? []).forEach(add);
  };
  visitNames(body, scope.unit.specifications, (name, isBare) => {
    if (scope.symbols.has(name)) return;
    if (isBare && !host.symbols.has(name)) bare.add(name);
    else add(name);
  });
  if (bare.size > 0) declareImplicit(bare, host, routines);
  for (const name of bare) add(name);
  return found;
}

function isOwned(symbol: VariableSymbol, host: Scope): boolean {
  return (
    symbol.home === host && !symbol.external && !symbol.intrinsic && !symbol.poison && symbol.id === null
  );
}

/** A name that the host uses without declaring it belongs to the host too. */
function declareImplicit(
  names: ReadonlySet<string>,
  host: Scope,
  routines: readonly DeclaredRoutine[],
): void {
  const outer = routines.find(({ scope }) => scope === host);
  visitNames(outer?.body ?? [], [], (name, isBare, span) => {
    if (!isBare || !names.has(name) || lookUp(host, name)) return;
    const type = implicitType(host, name);
    if (type !== null && type !== 'poison') newVariable(host, name, type, span);
  });
}

function visitNames(
  body: readonly Node[],
  specifications: readonly StatementSyntax[],
  see: (name: string, isBare: boolean, span: VariableSymbol['span']) => void,
): void {
  const mentions = mentionsIn(body);
  for (const s of specifications)
    if (s.kind === 'assign')
      visitExpression(s.value, (e) => {
        if (e.kind === 'name' || e.kind === 'apply') mentions.push(e);
      });
    else if (s.kind === 'declare')
      mentions.push(...mentionsInBounds(s.entities.flatMap((each) => each.dimensions ?? [])));
  for (const e of mentions) see(e.name, e.kind === 'name', e.kind === 'name' ? e.span : e.nameSpan);
}

function calledBy({ scope, body, context }: DeclaredRoutine): Set<RoutineInfo> {
  const names = callsIn(body).map(calleeOf);
  return new Set(
    names.flatMap((name) => (scope.symbols.has(name) ? [] : (routineNamed(context, name) ?? []))),
  );
}

// ------------------------------------------------------------------------------------------------------------- dummies

/** Where the name has another meaning in the routine, the dummy's key is one that no text can hold. */
function addDummies(info: RoutineInfo, scope: Scope, host: Scope, names: readonly string[]): void {
  const isOutside = scope.parent !== host;
  const keyOf = (name: string): string =>
    isOutside || scope.symbols.has(name) ? `${name} of the host` : name;
  const keys = new Map(names.map((name) => [name, keyOf(name)]));
  if (isOutside) bringConstants(scope, host, keys);
  for (const [name, key] of keys) {
    const outer = host.symbols.get(name);
    if (outer?.kind !== 'variable' || !names.includes(name)) continue;
    const symbol: VariableSymbol = {
      ...outer,
      name: key === name ? name : `${name}_host`,
      dimensions: outer.late ? assumed(outer.late, outer.dimensions) : renamed(outer.dimensions, keys),
      late: null,
      intent: outer.intent === 'in' ? 'in' : null,
      typed: true,
      dummy: true,
      result: false,
      byValue: false,
      saved: false,
      storage: null,
      initial: null,
      initialSyntax: null,
      hidden: null,
      home: scope,
    };
    scope.symbols.set(key, symbol);
    info.parameters.push(symbol);
    info.captured.push({ host: name, key, home: host });
  }
}

/** The routine is passed how large the array is by then; its lower bounds have to be 1. */
function assumed(late: Late, dimensions: VariableSymbol['dimensions']): VariableSymbol['dimensions'] {
  late.isReshaped = true;
  return dimensions?.map(({ span }) => ({ lower: null, upper: 'shape', span })) ?? null;
}

/** What the bounds of captured variables name besides those is constant. */
function bringConstants(scope: Scope, host: Scope, keys: Map<string, string>): void {
  for (const name of [...keys.keys()]) {
    const symbol = host.symbols.get(name);
    for (const bound of namesInBounds((symbol?.kind === 'variable' && symbol.dimensions) || [])) {
      const constant = keys.has(bound) ? null : lookUp(host, bound);
      if (!constant) continue;
      keys.set(bound, `${bound} of the host`);
      scope.symbols.set(`${bound} of the host`, constant);
    }
  }
}

/** What a caller calls a variable of the host that the callee captures: its own dummy for it, or the variable itself. */
export function capturedName(caller: RoutineInfo, captured: RoutineInfo['captured'][number]): string {
  const isSame = ({ host, home }: typeof captured) => host === captured.host && home === captured.home;
  return caller.captured.find(isSame)?.key ?? captured.host;
}

function renamed<T>(tree: T, keys: ReadonlyMap<string, string>): T {
  return mapped(tree, (e: ExprSyntax) => {
    return e.kind === 'name' || e.kind === 'apply' ? { ...e, name: keys.get(e.name) ?? e.name } : e;
  });
}

/**
 * Host association: a routine inside another one may name the variables of its host. Each that it names, or that a
 * routine it calls names, becomes a dummy of its own, by reference and behind the others, and every call passes it on. So
 * the routines stand side by side after lowering, and what is shared is seen by every analysis.
 */

import { entryOf } from '../../../base/lookup';
import { mapped } from '../../mapped';
import type { DeclaredRoutine, RoutineInfo, Scope, VariableSymbol } from '../lower/context';
import type { ExprSyntax, Node, StatementSyntax } from '../parse/syntax';
import {
  allOfKind,
  mentionsIn,
  mentionsInBounds,
  namesInBounds,
  ofKind,
  visitExpression,
} from '../parse/visit';
import { implicitType, lookUp, newVariable, routineNamed } from './symbols';

export function captureHostVariables(routines: readonly DeclaredRoutine[]): void {
  const inner = routines.filter(({ scope }) => hostOf(scope) !== null);
  if (inner.length === 0) return;
  const needs = new Map(inner.map((each) => [each.info, namedOf(each, routines)]));
  const callees = new Map(inner.map((each) => [each.info, calledBy(each)]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const { info, scope } of inner) {
      const own = entryOf(needs, info);
      const before = own.size;
      for (const callee of entryOf(callees, info))
        if (callee.scope?.parent === scope.parent) for (const name of entryOf(needs, callee)) own.add(name);
      changed ||= own.size > before;
    }
  }
  for (const { info, scope } of inner) addDummies(info, scope, [...entryOf(needs, info)].sort());
}

/** The routine around a routine; what modules and programs hold is shared as it is. */
function hostOf(scope: Scope): Scope | null {
  const kind = scope.parent?.unit.kind;
  return kind === 'subroutine' || kind === 'function' ? scope.parent : null;
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
      mentions.push(
        ...mentionsInBounds([
          ...(s.dimensions ?? []),
          ...s.entities.flatMap((each) => each.dimensions ?? []),
        ]),
      );
  for (const e of mentions) see(e.name, e.kind === 'name', e.kind === 'name' ? e.span : e.nameSpan);
}

function calledBy({ scope, body, context }: DeclaredRoutine): Set<RoutineInfo> {
  const names = [
    ...allOfKind(body, 'call').map(({ callee }) => callee.name),
    ...ofKind(mentionsIn(body), 'apply').map(({ name }) => name),
  ];
  return new Set(
    names.flatMap((name) => (scope.symbols.has(name) ? [] : (routineNamed(context, name) ?? []))),
  );
}

// ------------------------------------------------------------------------------------------------------------- dummies

/** Where the routine has given the name another meaning, the dummy's key is one that no text can hold. */
function addDummies(info: RoutineInfo, scope: Scope, names: readonly string[]): void {
  const host = hostOf(scope) as Scope;
  const keys = new Map(names.map((name) => [name, scope.symbols.has(name) ? `${name} of the host` : name]));
  for (const [name, key] of keys) {
    const outer = host.symbols.get(name) as VariableSymbol;
    const symbol: VariableSymbol = {
      ...outer,
      name: key === name ? name : `${name}_host`,
      dimensions: renamed(outer.dimensions, keys),
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
    info.captured.push({ host: name, key });
  }
}

/** What a caller calls a variable of the host that the callee captures: its own dummy for it, or the variable itself. */
export function capturedName(caller: RoutineInfo, captured: RoutineInfo['captured'][number]): string {
  return caller.captured.find(({ host }) => host === captured.host)?.key ?? captured.host;
}

function renamed<T>(tree: T, keys: ReadonlyMap<string, string>): T {
  return mapped(tree, (e: ExprSyntax) => {
    return e.kind === 'name' || e.kind === 'apply' ? { ...e, name: keys.get(e.name) ?? e.name } : e;
  });
}

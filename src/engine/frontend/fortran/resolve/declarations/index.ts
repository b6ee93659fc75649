/** The specifications of a unit: symbols with their types, bounds and storage, before any statement is lowered. */
import { settleAllocations } from '../../lower/allocations';
import {
  type Context,
  newContext,
  type RoutineInfo,
  report,
  type Scope,
  type Shared,
  unsupported,
  type VariableSymbol,
} from '../../lower/context';
import type { Entity, StatementOf, StatementSyntax, Unit } from '../../parse/syntax';
import { ofKind } from '../../parse/visit';
import { placeEquivalences } from '../equivalence';
import { assignData, assignInitial } from '../initial';
import { placeInCommon } from '../storage';
import { DEFAULT_RULES, declaredShape, implicitType, materialise, routineNamed } from '../symbols';
import { interfaceOf } from './interface';
import { specify, statementFunctions } from './specifications';
import { reportUntyped } from './variables';

export interface Declared {
  readonly scope: Scope;
  readonly context: Context;
  /** Assignments that turned out to be no statement functions. */
  readonly leading: readonly StatementSyntax[];
}

export function openScope({ modules }: Shared, unit: Unit, parent: Scope | null): Scope {
  return {
    unit,
    parent,
    implicit: parent?.implicit ?? DEFAULT_RULES,
    symbols: new Map(),
    formats: new Map(),
    routines: new Map(),
    generics: new Map(),
    modules,
  };
}

export function declareUnit(shared: Shared, scope: Scope, routine: RoutineInfo): Declared {
  const { generics, specifications, kind } = scope.unit;
  const ctx = newContext(shared, scope, routine);
  ctx.declaring = true;
  for (const { name, members } of generics)
    scope.generics.set(
      name,
      members.flatMap((member) => routineNamed(ctx, member.name) ?? []),
    );
  for (const s of specifications) {
    ctx.span = s.span;
    ctx.failed = false;
    specify(ctx, s);
  }
  interfaceOf(ctx);
  const leading = statementFunctions(ctx, ofKind(specifications, 'assign'));
  const saves = ofKind(specifications, 'save');
  const saveAll = saves.some(({ names, blocks }) => names.length === 0 && blocks.length === 0);
  const own = [...variablesOf(scope)];
  settleAllocations(ctx, own);
  for (const symbol of own) settle(ctx, symbol, saveAll);
  for (const symbol of own) initialise(ctx, symbol);
  for (const s of ofKind(specifications, 'data')) assignData(ctx, s);
  ctx.declaring = false;
  layOut(ctx, ofKind(specifications, 'common'));
  placeEquivalences(
    ctx,
    ofKind(specifications, 'equivalence').flatMap(({ sets }) => sets),
  );
  // What DATA gives a name may be read by another for the same memory.
  for (const symbol of variablesOf(scope))
    if (kind === 'module' || (symbol.storage !== null && symbol.initial !== null))
      if (!symbol.external && symbol.id === null && !symbol.poison) materialise(ctx, symbol, symbol.span);
  return { scope, context: ctx, leading };
}

/** Variables that the unit itself declares, those included that are added while one goes through them. */
function* variablesOf(scope: Scope): Generator<VariableSymbol> {
  for (const symbol of scope.symbols.values())
    if (symbol.kind === 'variable' && symbol.home === scope) yield symbol;
}

function settle(ctx: Context, symbol: VariableSymbol, saveAll: boolean): void {
  if (symbol.poison) return;
  ctx.failed = false;
  ctx.span = symbol.span;
  const untyped = !symbol.typed && implicitType(ctx.scope, symbol.name) === null;
  const callable = symbol.external || symbol.intrinsic || routineNamed(ctx, symbol.name) !== undefined;
  if (untyped && (!callable || symbol.result)) {
    reportUntyped(ctx, symbol);
    symbol.poison = true;
    return;
  }
  // IMPLICIT statements count wherever they stand among the declarations.
  const type = implicitType(ctx.scope, symbol.name);
  if (!symbol.typed && type && type !== 'poison') symbol.type = type;
  if (saveAll && !symbol.dummy && !symbol.result && !symbol.external && ctx.scope.unit.kind !== 'program')
    symbol.saved = true;
  if (symbol.dummy || symbol.result) symbol.saved = false;
  if (symbol.byValue && symbol.dimensions) {
    unsupported(ctx, 'VALUE for arrays is', symbol.span, 'Leave VALUE out.');
    symbol.byValue = false;
  }
}

function initialise(ctx: Context, symbol: VariableSymbol): void {
  if (!symbol.initialSyntax || symbol.poison) return;
  ctx.failed = false;
  const passed = roleInCalls(symbol);
  if (passed)
    report(
      ctx,
      'syntax',
      `${symbol.name} is ${passed}, so it can\u2019t have an initial value.`,
      symbol.span,
    );
  else assignInitial(ctx, symbol, symbol.initialSyntax, symbol.span);
}

function roleInCalls({ dummy, result }: VariableSymbol): string | null {
  return dummy ? 'an argument' : result ? 'the result' : null;
}

function layOut(ctx: Context, commons: readonly StatementOf<'common'>[]): void {
  const offsets = new Map<string, number>();
  for (const { name, entities } of commons.flatMap(({ blocks }) => blocks))
    for (const entity of entities) {
      const symbol = variableInCommon(ctx, entity);
      if (!symbol) continue;
      ctx.failed = false;
      const shape = symbol.dimensions ? declaredShape(ctx, symbol, symbol.dimensions) : null;
      if (ctx.failed || symbol.poison) continue;
      const key = name?.name ?? '';
      offsets.set(key, placeInCommon(ctx, name, symbol, shape, offsets.get(key) ?? 0));
    }
}

function variableInCommon(ctx: Context, { name, span }: Entity): VariableSymbol | null {
  const symbol = ctx.scope.symbols.get(name);
  if (symbol?.kind !== 'variable' || symbol.poison) return null;
  const passed = roleInCalls(symbol);
  if (!passed && symbol.id === null) return symbol;
  const why = passed ? `is ${passed}, so it can\u2019t be in COMMON` : 'is in COMMON twice';
  return report(ctx, 'duplicate', `${name} ${why}.`, span);
}

/** What names mean: look-up through scopes, implicit typing, and the variables of the IR that symbols become. */
import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import { addVariable } from '../../../ir/emit';
import type { Dimension, Expr, ScalarType, Shape, VariableId } from '../../../ir/types';
import { nearestName } from '../../suggest';
import {
  type Context,
  freshName,
  type ImplicitRules,
  newContext,
  type RoutineInfo,
  report,
  type Scope,
  type Symbol_,
  type VariableSymbol,
} from '../lower/context';
import { integer } from '../lower/values';
import { type DimensionSyntax, type ExprSyntax, OF_MODULE } from '../parse/syntax';
import { difference, fold } from './constants/fold';
import { constantShape, placeInSave } from './storage';

function innermost<T>(scope: Scope, find: (at: Scope) => T | undefined): T | undefined {
  for (let at: Scope | null = scope; at; at = at.parent) {
    const found = find(at);
    if (found) return found;
  }
  return undefined;
}

export function lookUp(scope: Scope, name: string): Symbol_ | null {
  const found = innermost(scope, (at) => at.symbols.get(name));
  if (found) return found;
  const end = name.indexOf(OF_MODULE);
  return end < 0 ? null : (scope.modules.get(name.slice(0, end))?.symbols.get(name.slice(end + 1)) ?? null);
}

/**
 * The routine that a name means here: of the innermost unit that contains one of that name, or of the text. One inside of another is
 * known to copies of those that it is passed to, too.
 */
export function routineNamed({ shared, scope }: Context, name: string): RoutineInfo | undefined {
  const near = innermost(scope, (at) => at.routines.get(name));
  const found = near ?? shared.byName.get(name);
  if (near || !found || !isInside(found)) return found;
  return innermost(scope, (at) => (at.unit.handed?.includes(name) ? found : undefined));
}

const isInside = ({ scope }: RoutineInfo): boolean =>
  !['module', undefined].includes(scope?.parent?.unit.kind);

/** The routines that a generic name may mean here. */
export function genericNamed({ scope }: Context, name: string): readonly RoutineInfo[] | null {
  return innermost(scope, (at) => at.generics.get(name)) ?? null;
}

export const DEFAULT_RULES: ImplicitRules = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) =>
  letter >= 'i' && letter <= 'n' ? 'i32' : 'f32',
);

export function implicitType(scope: Scope, name: string): ScalarType | 'poison' | null {
  return scope.implicit[name.charCodeAt(0) - 97] ?? null;
}

/** A bare name: declared, or typed by its first letter; null when it is neither, which is reported once. */
export function resolve(ctx: Context, name: string, span: Span): Symbol_ | null {
  const found = lookUp(ctx.scope, name);
  if (found) return found;
  const type = implicitType(ctx.scope, name);
  if (type !== null && type !== 'poison') return newVariable(ctx.scope, name, type, span);
  const symbol = newVariable(ctx.scope, name, 'f64', span);
  symbol.poison = true;
  ctx.failed = true;
  if (type === 'poison') return symbol;
  if (routineNamed(ctx, name)) {
    report(ctx, 'undeclared', `${name} is a routine here, not a variable.`, span);
    return symbol;
  }
  const known = [...ctx.scope.symbols.keys()].filter((key) => key !== name);
  const near = nearestName(name, known);
  report(
    ctx,
    'undeclared',
    `${name.slice(name.indexOf(OF_MODULE) + 1)} is not declared.`,
    span,
    ...(near ? [`Did you mean ${near}?`] : []),
    'IMPLICIT NONE asks for a declaration of every name.',
  );
  return symbol;
}

export function newVariable(scope: Scope, name: string, type: ScalarType, span: Span): VariableSymbol {
  const symbol: VariableSymbol = {
    kind: 'variable',
    name,
    span,
    type,
    typed: false,
    dimensions: null,
    intent: null,
    byValue: false,
    saved: false,
    external: false,
    intrinsic: false,
    allocatable: false,
    late: null,
    sized: false,
    random: false,
    poison: false,
    dummy: false,
    result: false,
    storage: null,
    memory: null,
    initial: null,
    initialSyntax: null,
    id: null,
    busy: false,
    hidden: null,
    home: scope,
  };
  scope.symbols.set(name, symbol);
  return symbol;
}

export function shapeOf(ctx: Context, id: VariableId): Shape | null {
  return ctx.shared.variables[id]?.shape ?? null;
}

/** The IR's variable for a symbol, made on first use; null if it can't be one here. */
export function variableFor(ctx: Context, symbol: VariableSymbol, span: Span): VariableId | null {
  if (symbol.poison) {
    ctx.failed = true;
    return null;
  }
  if (ctx.declaring)
    return report(ctx, 'constant', `${symbol.name} is a variable, and has no value yet.`, span);
  if (symbol.home !== ctx.scope && !isShared(symbol) && !isCommon(ctx, symbol)) {
    report(
      ctx,
      'unsupported',
      `Variables of the routine around this one are not supported: ${symbol.name} belongs to ${symbol.home.unit.name.name}.`,
      span,
      `Pass ${symbol.name} as an argument.`,
    );
    symbol.poison = true;
    return null;
  }
  if (symbol.external)
    return report(
      ctx,
      'unsupported',
      `Routines as values or arguments are not supported, and ${symbol.name} is one.`,
      span,
      'Call it by its name.',
    );
  return symbol.id ?? materialise(ctx, symbol, span);
}

function isCommon(ctx: Context, symbol: VariableSymbol): boolean {
  return symbol.id !== null && ctx.shared.variables[symbol.id]?.owner === null;
}

/** Modules share their variables with the routines they contain. */
const isShared = ({ dummy, home }: VariableSymbol): boolean => !dummy && home.unit.kind === 'module';

/** Makes the variable of the IR. */
export function materialise(ctx: Context, symbol: VariableSymbol, span: Span): VariableId | null {
  if (symbol.busy)
    return report(ctx, 'bounds', `The bounds of ${symbol.name} depend on ${symbol.name}.`, span);
  symbol.busy = true;
  const shape = symbol.dimensions ? declaredShape(ctx, symbol, symbol.dimensions) : null;
  symbol.busy = false;
  if (symbol.poison) {
    ctx.failed = true;
    return null;
  }
  const { shared } = ctx;
  const global = isShared(symbol);
  if (symbol.storage === null && (symbol.saved || symbol.initial || (global && !symbol.dummy)))
    symbol.id = placeInSave(ctx, symbol, shape);
  symbol.id ??= addVariable(shared.variables, {
    name: symbol.name,
    type: symbol.type,
    shape,
    role: symbol.dummy ? 'parameter' : symbol.storage ? 'global' : symbol.result ? 'result' : 'local',
    passing: symbol.dummy && !(symbol.byValue && !shape) ? 'reference' : 'value',
    intent: symbol.intent,
    ...(symbol.random && { isRandom: true }),
    owner: global ? null : ctx.routine.index,
    span: symbol.span,
    storage: symbol.storage,
    initial: symbol.initial,
  });
  if (symbol.storage) shared.views.set(symbol.storage.key, symbol.id);
  const last = symbol.dimensions?.[symbol.dimensions.length - 1];
  if (last && isOldAssumedSize(symbol, last)) shared.oldSized.add(symbol.id);
  return symbol.id;
}

// ---------------------------------------------------------------------------------------------------------- bounds

export function declaredShape(
  ctx: Context,
  symbol: VariableSymbol,
  dimensions: readonly DimensionSyntax[],
): Shape | null {
  const inner = newContext(ctx.shared, symbol.home, ctx.routine);
  const shape: Shape = symbol.late?.shape ?? {
    dimensions: dimensions.map((d, i) => dimension(inner, symbol, d, i, dimensions.length)),
    order: 'column',
  };
  if (inner.failed) {
    symbol.poison = true;
    return null;
  }
  if (!checkBounds(inner, symbol, shape)) symbol.poison = true;
  return shape;
}

function dimension(
  ctx: Context,
  symbol: VariableSymbol,
  d: DimensionSyntax,
  index: number,
  rank: number,
): Dimension {
  const lower = d.lower ? bound(ctx, d.lower) : b.constant(1, 'i32', d.span);
  if (d.upper === 'size') {
    if (index < rank - 1) report(ctx, 'bounds', 'Only the last dimension can have a *.', d.span);
    else if (!symbol.dummy)
      report(ctx, 'bounds', `${symbol.name} is no argument, so it needs its size.`, d.span);
    return { lower, extent: null };
  }
  if (d.upper === 'shape') {
    if (!symbol.dummy) {
      report(ctx, 'bounds', `${symbol.name} is no argument, so it needs its bounds.`, d.span);
      return { lower, extent: null };
    }
    const hidden = symbol.hidden?.[index] ?? null;
    return { lower, extent: hidden === null ? null : b.variable(hidden, 'i32', d.span) };
  }
  if (isOldAssumedSize(symbol, d) && index === rank - 1) return { lower, extent: null };
  const upper = bound(ctx, d.upper);
  const type = lower.type === 'i64' || upper.type === 'i64' ? 'i64' : 'i32';
  const extent = difference(b.convert(upper, type), b.convert(lower, type), 1);
  // An array whose bounds cross is empty.
  return { lower, extent: extent.kind === 'constant' && extent.value < 0 ? b.constant(0, type) : extent };
}

/** `A(LDA,1)`: before there was `*`, a dummy of unknown extent was declared with 1. */
function isOldAssumedSize({ dummy }: VariableSymbol, d: DimensionSyntax): boolean {
  if (!dummy || d.lower || typeof d.upper === 'string') return false;
  return d.upper.kind === 'number' && d.upper.text === '1';
}

function bound(ctx: Context, e: ExprSyntax): Expr {
  const found = integer(ctx, e, 'A bound');
  return fold(found) ?? found;
}

/** Extents of a local are known at entry; those of what outlives a call are constants. */
function checkBounds(ctx: Context, symbol: VariableSymbol, shape: Shape): boolean {
  if (!symbol.dummy && (symbol.storage || symbol.saved || symbol.initial || isShared(symbol))) {
    if (constantShape(shape) !== null) return true;
    report(ctx, 'bounds', `The bounds of ${symbol.name} must be constants here.`, symbol.span);
    return false;
  }
  let fine = true;
  if (symbol.late) return true;
  for (const { lower, extent } of shape.dimensions)
    for (const e of extent ? [lower, extent] : [lower])
      b.walk(e, (part) => {
        if (!fine || (part.kind !== 'variable' && part.kind !== 'element')) return;
        const v = ctx.shared.variables[part.variable];
        if (!v || v.role === 'parameter' || v.owner === null) return;
        fine = false;
        report(
          ctx,
          'bounds',
          `The bounds of ${symbol.name} depend on ${v.name}, which has no value at entry.`.replaceAll(
            /(\w)\.(?=\w)/g,
            '$1%',
          ),
          symbol.span,
          'Use constants or arguments, or move what uses the array to a routine that is passed its size.',
        );
      });
  return fine;
}

/** Makes the variables of a routine's dummies, and of the extents that assumed shapes bring along. */
export function makeParameters(ctx: Context, wantsExtents: ReadonlySet<string>): void {
  const { routine, shared } = ctx;
  const hidden: VariableId[] = [];
  routine.parameters.forEach((symbol, parameter) => {
    const { dimensions } = symbol;
    if (!dimensions?.some((d) => d.upper === 'shape')) return;
    symbol.hidden = dimensions.map((d, dimensionIndex) => {
      const last = dimensionIndex === dimensions.length - 1;
      if (d.upper !== 'shape' || (last && !wantsExtents.has(symbol.name))) return null;
      const id = addVariable(shared.variables, {
        name: freshName(
          shared,
          dimensions.length > 1 ? `${symbol.name}_n${dimensionIndex + 1}` : `${symbol.name}_n`,
        ),
        type: 'i32',
        role: 'parameter',
        passing: 'value',
        intent: 'in',
        owner: routine.index,
        span: d.span,
      });
      hidden.push(id);
      routine.hidden.push({ parameter, dimension: dimensionIndex });
      return id;
    });
    if (symbol.hidden.some((id) => id !== null))
      shared.sink.info(
        'assumed-shape',
        `The extents of ${symbol.name} are passed as arguments of their own.`,
        symbol.span,
        'With explicit bounds, as in x(n), the arguments stay as written.',
      );
  });
  for (const symbol of routine.parameters) {
    // A dummy that is wrong still holds its place among the arguments.
    const id = symbol.id ?? (symbol.poison ? null : materialise(ctx, symbol, symbol.span));
    routine.parameterIds.push(id ?? placeholder(ctx, symbol));
  }
  routine.parameterIds.push(...hidden);
}

function placeholder(ctx: Context, symbol: VariableSymbol): VariableId {
  return addVariable(ctx.shared.variables, {
    name: symbol.name,
    type: symbol.type,
    role: 'parameter',
    passing: 'reference',
    owner: ctx.routine.index,
    span: symbol.span,
  });
}

/** Expressions of the syntax tree to operands of the IR: names resolved, types joined, conversions written out. */
import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Constant, Expr, Place } from '../../../ir/types';
import { nearestName } from '../../suggest';
import type { ApplySyntax, BinarySyntax, ExprSyntax, NumberSyntax, UnarySyntax } from '../parse/syntax';
import { constantArray, constantSection } from '../resolve/constants/constantArrays';
import { foldValue } from '../resolve/constants/fold';
import { genericNamed, lookUp, resolve, routineNamed, shapeOf, variableFor } from '../resolve/symbols';
import { arrayOf, constructorValue, elementOrSection } from './arrays';
import { functionCall } from './calls';
import {
  type Context,
  type RoutineInfo,
  report,
  type Symbol_,
  temporary,
  unsupported,
  type VariableSymbol,
} from './context';
import { assignTo } from './emit';
import { INTRINSIC_NAMES, intrinsicCall } from './intrinsics/intrinsics';
import { bad, isArray, lift, type Operand } from './operands';
import { converted, logicalOperand, negated, numericOperand, operate, typeName } from './operators';

// ---------------------------------------------------------------------------------------------------- entry points

export function value(ctx: Context, e: ExprSyntax): Operand {
  switch (e.kind) {
    case 'number':
      return number(ctx, e);
    case 'logical':
      return b.constant(e.value ? 1 : 0, 'bool', e.span, e.value ? '.true.' : '.false.');
    case 'string':
      unsupported(ctx, 'Character values in expressions are', e.span, 'Text can stand in PRINT and WRITE.');
      return bad(ctx, e.span);
    case 'name':
      return nameValue(ctx, e.name, e.span);
    case 'apply':
      return applied(ctx, e);
    case 'unary':
      return unary(ctx, e);
    case 'binary':
      return binary(ctx, e);
    case 'paren':
      return value(ctx, e.inner);
    case 'constructor':
      return constructorValue(ctx, e);
    case 'bad':
      return bad(ctx, e.span);
  }
}

export function scalar(ctx: Context, e: ExprSyntax, what = 'A scalar'): Expr {
  const found = value(ctx, e);
  if (!isArray(found)) return found;
  if (!ctx.failed) report(ctx, 'shape', `${what} is needed here, not an array.`, e.span);
  return bad(ctx, e.span);
}

/** An integer, as subscripts, bounds and counts are. */
export function integer(ctx: Context, e: ExprSyntax, what: string): Expr {
  const found = scalar(ctx, e, what);
  if (b.isInteger(found.type)) return found;
  if (!ctx.failed) report(ctx, 'type', `${what} must be an integer, not ${typeName(found.type)}.`, e.span);
  return b.constant(1, 'i32', e.span);
}

export function condition(ctx: Context, e: ExprSyntax): Expr {
  const found = scalar(ctx, e, 'A single condition');
  if (found.type === 'bool') return found;
  if (!ctx.failed) report(ctx, 'type', `A condition must be LOGICAL, not ${typeName(found.type)}.`, e.span);
  return b.constant(1, 'bool', e.span);
}

export function constantInteger(ctx: Context, e: ExprSyntax, what: string): number | null {
  const found = integer(ctx, e, what);
  const folded = foldValue(found);
  if (folded === null && !ctx.failed) report(ctx, 'constant', `${what} must be a constant.`, e.span);
  return folded;
}

// ------------------------------------------------------------------------------------------------------- literals

function number(ctx: Context, e: NumberSyntax): Expr {
  const kind = kindOf(ctx, e);
  if (e.suffix !== null && kind !== 4 && kind !== 8) {
    if (!ctx.failed) unsupported(ctx, `Kind ${e.suffix} is`, e.span, 'Use kind 4 or 8.');
    return bad(ctx, e.span);
  }
  if (!e.real) return wholeNumber(ctx, e, kind === 8 ? 'i64' : 'i32');
  const isDouble = kind === null ? e.text.includes('d') : kind === 8;
  return realNumber(ctx, e, isDouble ? 'f64' : 'f32');
}

/** Null where none is written, and after a report. */
function kindOf(ctx: Context, { suffix, span }: NumberSyntax): number | null {
  if (suffix === null) return null;
  if (/^\d/.test(suffix)) return Number(suffix);
  const symbol = lookUp(ctx.scope, suffix);
  if (symbol?.kind === 'constant' && symbol.value) return symbol.value.value;
  if (!ctx.failed) report(ctx, 'undeclared', `${suffix} is no constant, so it can\u2019t be a kind.`, span);
  return null;
}

function wholeNumber(ctx: Context, e: NumberSyntax, type: 'i32' | 'i64'): Expr {
  const value = Number(e.text);
  if (type === 'i32' && value >= 2 ** 31)
    report(ctx, 'range', `${e.text} is too large for INTEGER.`, e.span, 'Write it with _8 for INTEGER(8).');
  else if (BigInt(e.text) >= 2n ** 63n)
    report(ctx, 'range', `${e.text} is too large for INTEGER(8).`, e.span);
  else return b.constant(value, type, e.span, spelling(e));
  return bad(ctx, e.span);
}

function realNumber(ctx: Context, e: NumberSyntax, type: 'f32' | 'f64'): Expr {
  if (e.text.includes('q')) {
    unsupported(ctx, 'Quadruple precision is', e.span, 'Write d instead of q.');
    return bad(ctx, e.span);
  }
  const parsed = Number(e.text.replace('d', 'e'));
  const rounded = type === 'f32' ? Math.fround(parsed) : parsed;
  if (!Number.isFinite(rounded) && /\d/.test(e.text)) {
    const hint = type === 'f32' && Number.isFinite(parsed) ? ['Write it in double precision, with d.'] : [];
    report(ctx, 'range', `${e.text} is too large for ${typeName(type)}.`, e.span, ...hint);
    return bad(ctx, e.span);
  }
  return b.constant(rounded, type, e.span, spelling(e));
}

/** Spellings with a named kind would need the name's declaration where they are printed. */
function spelling(e: NumberSyntax): string | undefined {
  if (e.suffix === null) return e.text;
  return /^\d/.test(e.suffix) ? `${e.text}_${e.suffix}` : undefined;
}

// ---------------------------------------------------------------------------------------------------------- names

function nameValue(ctx: Context, name: string, span: Span): Operand {
  const bound = ctx.bindings?.get(name);
  if (bound) return bound;
  const symbol = resolve(ctx, name, span);
  return symbol ? symbolValue(ctx, symbol, span) : bad(ctx, span);
}

function symbolValue(ctx: Context, symbol: Symbol_, span: Span): Operand {
  switch (symbol.kind) {
    case 'constant':
      return symbol.value ? at(symbol.value, span) : bad(ctx, span);
    case 'statementFunction':
      report(ctx, 'argument-count', `${symbol.name} is a statement function; it needs its arguments.`, span);
      return bad(ctx, span);
    case 'variable': {
      if (symbol.poison) return bad(ctx, span);
      const known = ctx.pure ? constantArray(ctx, symbol, span) : null;
      if (known) return known;
      const id = variableFor(ctx, symbol, span);
      if (id === null) return bad(ctx, span);
      const shape = shapeOf(ctx, id);
      return shape ? arrayOf(ctx, id, span) : b.variable(id, symbol.type, span);
    }
  }
}

function at(constant: Constant, span: Span): Expr {
  return { ...constant, span };
}

function applied(ctx: Context, e: ApplySyntax): Operand {
  const symbol = lookUp(ctx.scope, e.name);
  if (ctx.bindings?.has(e.name) && symbol?.kind !== 'statementFunction') {
    report(ctx, 'shape', `${e.name} is an argument of this statement function, and a scalar.`, e.nameSpan);
    return bad(ctx, e.span);
  }
  switch (symbol?.kind) {
    case 'variable':
      return elementNamed(ctx, symbol, e) ?? called(ctx, e, symbol);
    case 'constant':
      report(ctx, 'shape', `${e.name} is a constant without dimensions.`, e.nameSpan);
      return bad(ctx, e.span);
    case 'statementFunction':
      return expand(ctx, symbol, e);
    default:
      return called(ctx, e, null);
  }
}

/** Null where the variable stands for the result of a function. */
function elementNamed(ctx: Context, symbol: VariableSymbol, e: ApplySyntax): Operand | null {
  if (symbol.poison) return bad(ctx, e.span);
  const known = ctx.pure ? constantArray(ctx, symbol, e.nameSpan) : null;
  if (known) return constantSection(ctx, known, e);
  if (symbol.dimensions) return elementOrSection(ctx, symbol, e);
  if (routineNamed(ctx, e.name)) return null;
  if (symbol.dummy) return dummyProcedure(ctx, symbol, e);
  return symbol.id !== null && !symbol.external ? noArray(ctx, symbol, e) : null;
}

/** A function, which a variable of its name may declare. */
function called(ctx: Context, e: ApplySyntax, symbol: VariableSymbol | null): Operand {
  const routine = routineNamed(ctx, e.name);
  if (routine && symbol) checkResultType(ctx, symbol, routine, e);
  if (routine || genericNamed(ctx, e.name)) return functionCall(ctx, e, null);
  if (!symbol?.external && INTRINSIC_NAMES.has(e.name)) return intrinsicCall(ctx, e);
  return symbol ? functionCall(ctx, e, symbol.type) : unknownFunction(ctx, e);
}

/** A caller that declares a function says of which type it is. */
function checkResultType(
  ctx: Context,
  { typed, type, result, home, name }: VariableSymbol,
  routine: RoutineInfo,
  e: ApplySyntax,
): void {
  const own = routine.result;
  if (!own || own.poison || !typed || result || home !== ctx.scope || own.type === type || ctx.failed) return;
  const [here, there] = [typeName(type), typeName(own.type)];
  report(ctx, 'type', `${name} is declared ${here} here, and it returns ${there}.`, e.nameSpan);
}

function noArray(ctx: Context, symbol: VariableSymbol, e: ApplySyntax): Expr {
  report(
    ctx,
    'shape',
    `${symbol.name} is a scalar, so it has no elements.`,
    e.nameSpan,
    `Give it dimensions where it is declared, for example ${symbol.name}(10).`,
  );
  return bad(ctx, e.span);
}

function dummyProcedure(ctx: Context, symbol: VariableSymbol, e: ApplySyntax): Expr {
  report(
    ctx,
    'shape',
    `The argument ${symbol.name} has no dimensions, so it has no elements.`,
    e.nameSpan,
    `Declare it as an array, for example ${symbol.name}(*).`,
    'Routines as arguments are not supported.',
  );
  return bad(ctx, e.span);
}

function unknownFunction(ctx: Context, e: ApplySyntax): Expr {
  const near = nearestName(e.name, [
    ...INTRINSIC_NAMES,
    ...ctx.scope.symbols.keys(),
    ...ctx.shared.byName.keys(),
  ]);
  report(
    ctx,
    'unknown-function',
    `${e.name} is no array, no intrinsic and no function of this text.`,
    e.nameSpan,
    ...(near ? [`Did you mean ${near}?`] : []),
    `If it is a function from elsewhere, say EXTERNAL ${e.name}; if it is an array, declare its bounds.`,
  );
  return bad(ctx, e.span);
}

// -------------------------------------------------------------------------------------------- statement functions

/** So many nodes of expressions may come out of them, those that go into another one counted again. */
const MOST_EXPANDED = 50_000;
/** So deep may they stand in each other. */
const DEEPEST_EXPANSION = 50;

function expand(ctx: Context, f: Extract<Symbol_, { kind: 'statementFunction' }>, e: ApplySyntax): Operand {
  if (f.busy) {
    report(ctx, 'recursion', `The statement function ${f.name} uses itself.`, e.nameSpan);
    return bad(ctx, e.span);
  }
  if (e.args.length !== f.parameters.length) {
    report(
      ctx,
      'argument-count',
      `${f.name} takes ${count(f.parameters.length, 'argument')}, not ${e.args.length}.`,
      e.span,
    );
    return bad(ctx, e.span);
  }
  const bindings = new Map<string, Expr>();
  f.parameters.forEach((parameter, i) => {
    const arg = e.args[i];
    if (!arg || arg.value.kind === 'range') {
      report(ctx, 'shape', 'A statement function takes scalars.', e.span);
      return;
    }
    bindings.set(parameter.name, converted(ctx, scalar(ctx, arg.value), parameter.type, arg.span));
  });
  const tooLarge = (): Operand => {
    report(ctx, 'too-large', 'Statement functions expand to too much code here.', e.span, 'Use FUNCTIONs.');
    return bad(ctx, e.span);
  };
  if (ctx.shared.expanded > MOST_EXPANDED || ctx.shared.expanding >= DEEPEST_EXPANSION) return tooLarge();
  f.busy = true;
  ctx.shared.expanding++;
  const inner: Context = { ...ctx, bindings };
  const result = scalar(inner, f.body);
  ctx.shared.expanding--;
  f.busy = false;
  if (inner.failed) ctx.failed = true;
  // Everything in it stands where it is used.
  const placed = b.rewrite(result, (part) => {
    ctx.shared.expanded++;
    return hasOwnPlace(part, e.span) ? part : { ...part, span: e.span };
  });
  if (ctx.shared.expanded > MOST_EXPANDED) return tooLarge();
  return b.convert(placed, f.type, e.span);
}

function hasOwnPlace(e: Expr, around: Span): boolean {
  return e.span.start >= around.start && e.span.end <= around.end;
}

export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

// ------------------------------------------------------------------------------------------------------ operators

function unary(ctx: Context, e: UnarySyntax): Operand {
  if (e.op === '-' && e.operand.kind === 'number' && !e.operand.real && e.operand.text === '2147483648')
    return b.constant(-(2 ** 31), 'i32', e.span);
  const operand = value(ctx, e.operand);
  return lift(ctx, [operand], e.span, ([x]) => {
    const part = x as Expr;
    if (e.op === '.not.') return b.not(logicalOperand(ctx, part), e.span);
    const numeric = numericOperand(ctx, part);
    return e.op === '+' ? numeric : negated(numeric, e.span);
  });
}

/** Left-deep chains of operators are walked in a loop: they may be long. */
function binary(ctx: Context, e: BinarySyntax): Operand {
  const chain: BinarySyntax[] = [];
  let leaf: ExprSyntax = e;
  while (leaf.kind === 'binary') {
    chain.push(leaf);
    leaf = leaf.left;
  }
  let left = value(ctx, leaf);
  for (const node of chain.reverse()) {
    const right = value(ctx, node.right);
    left = lift(ctx, [left, right], node.span, ([l, r]) => operate(ctx, node, l as Expr, r as Expr));
  }
  return left;
}

// ---------------------------------------------------------------------------------------------------------- places

/** What a scalar assignment or an argument by reference names; null for arrays, constants and calls. */
export function placeOf(ctx: Context, e: ExprSyntax): Place | null {
  if (e.kind !== 'name' && e.kind !== 'apply') return null;
  if (ctx.bindings?.has(e.name)) return null;
  const symbol = e.kind === 'name' ? resolve(ctx, e.name, e.span) : lookUp(ctx.scope, e.name);
  if (symbol?.kind !== 'variable' || symbol.poison) return null;
  if (e.kind === 'apply' && !symbol.dimensions) return null;
  const found = value(ctx, e);
  return isPlace(found) ? found : null;
}

export function isPlace(e: Operand): e is Place {
  return e.kind === 'variable' || e.kind === 'element';
}

/** Keeps a value in a temporary, so that it is computed once, and before what follows. */
export function kept(ctx: Context, e: Expr, base: string): Expr {
  if (e.kind === 'constant') return e;
  const id = temporary(ctx, base, e.type);
  const place = b.variable(id, e.type, e.span);
  assignTo(ctx, place, e);
  return place;
}

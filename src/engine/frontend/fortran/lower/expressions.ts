/** Expressions of the syntax tree to operands of the IR: names resolved, types joined, conversions written out. */

import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Constant, Expr } from '../../../ir/types';
import { nearestName } from '../../suggest';
import {
  type ApplySyntax,
  type BinarySyntax,
  type ExprSyntax,
  OPERATOR,
  type UnarySyntax,
} from '../parse/syntax';
import { constantArray, constantSection } from '../resolve/constants/constantArrays';
import { genericNamed, lookUp, resolve, routineNamed, shapeOf, variableFor } from '../resolve/symbols';
import { constructorValue } from './arrays/constructors';
import { elementOrSection } from './arrays/sections';
import { arrayOf } from './arrays/wholes';
import { tellExtents } from './calls/arrayFunctions';
import { functionCall } from './calls/calls';
import { isOfNoneFor } from './calls/generics';
import {
  bad,
  type Context,
  type RoutineInfo,
  report,
  type Scope,
  type Symbol_,
  unsupported,
  type VariableSymbol,
} from './context';
import { lift } from './elementwise';
import { INTRINSIC_NAMES, intrinsicCall, RARE } from './intrinsics/intrinsics';
import { number } from './literals';
import { isArray, type Operand } from './operands';
import { logicalOperand, negated, numericOperand, operate, typeName } from './operators';
import { expand } from './statementFunctions';
import { value } from './values';

export function lowerExpression(ctx: Context, e: ExprSyntax): Operand {
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
      return lowerExpression(ctx, e.inner);
    case 'constructor':
      return constructorValue(ctx, e);
    case 'bad':
      return bad(ctx, e.span);
  }
}

// ----------------------------------------------------------------------------------------------------------- names

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
  if (routine && !symbol?.external) tellOfIntrinsic(ctx, routine, e);
  const isIntrinsic = !routine && !symbol?.external && INTRINSIC_NAMES.has(e.name);
  if (isIntrinsic && isOfNoneFor(ctx, e.name, e.args)) return intrinsicCall(ctx, e);
  if (routine || genericNamed(ctx, e.name)) return functionCall(ctx, e, null);
  if (isIntrinsic) return intrinsicCall(ctx, e);
  return symbol ? functionCall(ctx, e, symbol.type) : unknownFunction(ctx, e);
}

/** A compiler takes the intrinsic where nothing says that a function from elsewhere is meant. */
function tellOfIntrinsic(ctx: Context, { unit, scope }: RoutineInfo, { name, nameSpan }: ApplySyntax): void {
  const isElsewhere = unit !== null && scope !== null && scope.parent === null && unit !== ctx.scope.unit;
  if (!isElsewhere || !INTRINSIC_NAMES.has(name)) return;
  for (let at: Scope | null = ctx.scope; at; at = at.parent)
    if (at.unit.interfaces.some((each) => each.name.name === name)) return;
  const what = `${name} is an intrinsic, too: here the function of this text is called, where a compiler takes the intrinsic.`;
  ctx.shared.sink.warning('intrinsic-name', what, nameSpan, `Say EXTERNAL ${name}, or choose another name.`);
}

/** A caller that declares a function says which type it has. */
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
    'If it is a function, declare it EXTERNAL.',
  );
  return bad(ctx, e.span);
}

function unknownFunction(ctx: Context, e: ApplySyntax): Expr {
  if (e.name.startsWith(OPERATOR)) {
    const what = `No INTERFACE says here what ${e.name.slice(OPERATOR.length, -1)} means.`;
    report(ctx, 'unknown-function', what, e.nameSpan, 'Components of structures are named by %, as in a%b.');
    return bad(ctx, e.span);
  }
  const rare = RARE.get(e.name);
  if (rare !== undefined) {
    unsupported(ctx, `The intrinsic ${e.name.toUpperCase()} is`, e.nameSpan, rare);
    return bad(ctx, e.span);
  }
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
    if (isArray(left)) tellExtents(node.right, left.extents);
    const right = value(ctx, node.right);
    left = lift(ctx, [left, right], node.span, ([l, r]) => operate(ctx, node, l as Expr, r as Expr));
  }
  return left;
}

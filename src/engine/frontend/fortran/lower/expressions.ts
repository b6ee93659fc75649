/** Expressions of the syntax tree to operands of the IR: names resolved, types joined, conversions written out. */
import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Constant, Expr } from '../../../ir/types';
import { count } from '../../limitedSink';
import { nearestName } from '../../suggest';
import {
  type ApplySyntax,
  type BinarySyntax,
  type ExprSyntax,
  type NumberSyntax,
  OPERATOR,
  type UnarySyntax,
} from '../parse/syntax';
import { constantArray, constantSection } from '../resolve/constants/constantArrays';
import { genericNamed, lookUp, resolve, routineNamed, shapeOf, variableFor } from '../resolve/symbols';
import { constructorValue } from './arrays/constructors';
import { elementOrSection } from './arrays/sections';
import { tellExtents } from './calls/arrayFunctions';
import { functionCall, isOfNoneFor } from './calls/calls';
import {
  bad,
  type Context,
  type RoutineInfo,
  report,
  type Scope,
  type StatementFunctionSymbol,
  type Symbol_,
  type VariableSymbol,
  withBindings,
} from './context';
import { lift } from './elementwise';
import { INTRINSIC_NAMES, intrinsicCall, RARE } from './intrinsics/intrinsics';
import { isArray, type Operand } from './operands';
import {
  converted,
  lacking,
  logicalOperand,
  lost,
  negated,
  numericOperand,
  operate,
  refused,
  scalar,
  typeName,
  value,
} from './values';
import { arrayOf } from './walks';

export function lowerExpression(ctx: Context, e: ExprSyntax): Operand {
  const lower = LOWERING[e.kind] as (ctx: Context, e: ExprSyntax) => Operand;
  return lower(ctx, e);
}

const LOWERING: {
  readonly [K in ExprSyntax['kind']]: (ctx: Context, e: Extract<ExprSyntax, { kind: K }>) => Operand;
} = {
  number,
  logical: (_, e) => b.constant(e.value ? 1 : 0, 'bool', e.span, e.value ? '.true.' : '.false.'),
  string: (ctx, { span }) =>
    lacking(ctx, 'Character values in expressions are', span, 'Text can stand in PRINT and WRITE.'),
  name: (ctx, { name, span }) => nameValue(ctx, name, span),
  apply: applied,
  unary,
  binary,
  paren: (ctx, { inner }) => lowerExpression(ctx, inner),
  constructor: constructorValue,
  bad: (ctx, { span }) => bad(ctx, span),
};

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
      return refused(
        ctx,
        'argument-count',
        `${symbol.name} is a statement function; it needs its arguments.`,
        span,
      );
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
  if (ctx.bindings?.has(e.name) && symbol?.kind !== 'statementFunction')
    return refused(
      ctx,
      'shape',
      `${e.name} is an argument of this statement function, and a scalar.`,
      e.nameSpan,
    );
  switch (symbol?.kind) {
    case 'variable':
      return elementNamed(ctx, symbol, e) ?? called(ctx, e, symbol);
    case 'constant':
      return refused(ctx, 'shape', `${e.name} is a constant without dimensions.`, e.nameSpan);
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
  return refused(
    ctx,
    'shape',
    `${symbol.name} is a scalar, so it has no elements.`,
    e.nameSpan,
    `Give it dimensions where it is declared, for example ${symbol.name}(10).`,
  );
}

function dummyProcedure(ctx: Context, symbol: VariableSymbol, e: ApplySyntax): Expr {
  return refused(
    ctx,
    'shape',
    `The argument ${symbol.name} has no dimensions, so it has no elements.`,
    e.nameSpan,
    `Declare it as an array, for example ${symbol.name}(*).`,
    'If it is a function, declare it EXTERNAL.',
  );
}

function unknownFunction(ctx: Context, e: ApplySyntax): Expr {
  if (e.name.startsWith(OPERATOR)) {
    const what = `No INTERFACE says here what ${e.name.slice(OPERATOR.length, -1)} means.`;
    return refused(
      ctx,
      'unknown-function',
      what,
      e.nameSpan,
      'Components of structures are named by %, as in a%b.',
    );
  }
  const rare = RARE.get(e.name);
  if (rare !== undefined) return lacking(ctx, `The intrinsic ${e.name.toUpperCase()} is`, e.nameSpan, rare);
  const near = nearestName(e.name, [
    ...INTRINSIC_NAMES,
    ...ctx.scope.symbols.keys(),
    ...ctx.shared.byName.keys(),
  ]);
  return refused(
    ctx,
    'unknown-function',
    `${e.name} is no array, no intrinsic and no function of this text.`,
    e.nameSpan,
    ...(near ? [`Did you mean ${near}?`] : []),
    `If it is a function from elsewhere, say EXTERNAL ${e.name}; if it is an array, declare its bounds.`,
  );
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

/** Literals as constants, in the type that their spelling or their kind says. */
function number(ctx: Context, e: NumberSyntax): Expr {
  const kind = kindOf(ctx, e);
  if (e.suffix !== null && kind !== 4 && kind !== 8)
    return lost(ctx, 'unsupported', `Kind ${e.suffix} is not supported.`, e.span, 'Use kind 4 or 8.');
  if (!e.real) return wholeNumber(ctx, e, kind === 8 ? 'i64' : 'i32');
  const isDouble = kind === null ? e.text.includes('d') : kind === 8;
  return realNumber(ctx, e, isDouble ? 'f64' : 'f32');
}

/** Null if there is no kind, and after a report. */
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
  if (e.text.includes('q')) return lacking(ctx, 'Quadruple precision is', e.span, 'Write d instead of q.');
  const parsed = Number(e.text.replace('d', 'e'));
  const rounded = type === 'f32' ? Math.fround(parsed) : parsed;
  if (!Number.isFinite(rounded) && /\d/.test(e.text)) {
    const hint = type === 'f32' && Number.isFinite(parsed) ? ['Write it in double precision, with d.'] : [];
    return refused(ctx, 'range', `${e.text} is too large for ${typeName(type)}.`, e.span, ...hint);
  }
  return b.constant(rounded, type, e.span, spelling(e));
}

/** Spellings with a named kind would need the name's declaration where they are printed; long integers are told by theirs alone. */
function spelling(e: NumberSyntax): string | undefined {
  if (e.suffix === null) return e.text;
  if (/^\d/.test(e.suffix)) return `${e.text}_${e.suffix}`;
  return e.real || Number.isSafeInteger(Number(e.text)) ? undefined : `${e.text}_8`;
}

/** The most nodes that statement functions may expand to; an expansion inside another one counts again. */
const MOST_EXPANDED = 50_000;
/** How deep statement functions may be nested. */
const DEEPEST_EXPANSION = 50;

function expand(ctx: Context, f: StatementFunctionSymbol, e: ApplySyntax): Operand {
  if (f.busy) return refused(ctx, 'recursion', `The statement function ${f.name} uses itself.`, e.nameSpan);
  if (e.args.length !== f.parameters.length)
    return refused(
      ctx,
      'argument-count',
      `${f.name} takes ${count(f.parameters.length, 'argument')}, not ${e.args.length}.`,
      e.span,
    );
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
    return refused(
      ctx,
      'too-large',
      'Statement functions expand to too much code here.',
      e.span,
      'Use FUNCTIONs.',
    );
  };
  if (ctx.shared.expanded > MOST_EXPANDED || ctx.shared.expanding >= DEEPEST_EXPANSION) return tooLarge();
  f.busy = true;
  ctx.shared.expanding++;
  const result = withBindings(ctx, bindings, (inner) => scalar(inner, f.body));
  ctx.shared.expanding--;
  f.busy = false;
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

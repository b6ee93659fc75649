/**
 * Elemental references: an argument is an array where the dummy is a scalar. The routine is called once an element, in the
 * loop nest that goes over the arrays.
 */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import { variableOf } from '../../../../ir/names';
import type { Argument, Expr } from '../../../../ir/types';
import { all, apply } from '../../parse/made';
import type { ArgumentSyntax, ExprSyntax, RangeSyntax, StatementOf } from '../../parse/syntax';
import { genericNamed, lookUp, routineNamed } from '../../resolve/symbols';
import { overlaps } from '../arrays/assignment';
import { type Section, type Subscript, sectionOf } from '../arrays/sections';
import {
  type Context,
  type RoutineInfo,
  report,
  statementBase,
  unsupported,
  type VariableSymbol,
} from '../context';
import { conform } from '../elementwise';
import { emit, loopNest } from '../emit';
import { ARRAY_INTRINSICS } from '../intrinsics/overArrays';
import { type ArrayValue, elementAt, isArray, ONE, type Operand, type Walk } from '../operands';
import { argumentValue, lacking } from '../values';
import { subscriptAt } from '../walks';
import { capturedArguments, matchKeywords, throughTemporary, withExtents } from './arguments';
import { arrayArgument } from './arrayArguments';
import { kept } from './copies';
import { checkType, formalCount, formalOf, type Lowered } from './formals';

/** The arguments of an elemental call, in the order of the dummies. */
interface Elementwise {
  readonly args: readonly ArgumentSyntax[];
  /** Their values; a number in place of an array that one structure holds, which is passed as it is. Of several structures: `pieces`. */
  readonly operands: readonly Operand[];
  readonly pieces: readonly (Piece | null)[];
}
/** A component of several structures, whose first dimensions are its own. */
interface Piece {
  readonly section: Section;
  readonly own: number;
}

/** Null unless some of the arguments are arrays for scalar dummies, or structures with arrays in them and several of them. */
export function elementalOperands(
  ctx: Context,
  callee: RoutineInfo,
  given: readonly ArgumentSyntax[],
): Elementwise | null {
  if (!callee.unit?.header?.elemental) return null;
  const formals = callee.parameters.slice(0, formalCount(callee));
  if (formals.length !== given.length || given.some((arg) => arg.value.kind === 'range')) return null;
  const args = matchKeywords(ctx, callee, given);
  if (!spreads(ctx, callee, args)) return null;
  const pieces = args.map((arg, i) => {
    const formal = formals[i] as VariableSymbol;
    const section = formal.dimensions && isSpread(ctx, arg, formal) ? wholeSection(ctx, arg.value) : null;
    return section && { section, own: formal.dimensions?.length ?? 0 };
  });
  const operands = args.map((arg, i): Operand => {
    const piece = pieces[i];
    if (piece) return firstsOf(ctx, piece, arg.span);
    return formals[i]?.dimensions ? ONE : argumentValue(ctx, arg);
  });
  return { args, operands, pieces };
}

function spreads(ctx: Context, { parameters }: RoutineInfo, args: readonly ArgumentSyntax[]): boolean {
  return args.some((arg, i) => isSpread(ctx, arg, parameters[i]));
}

function isSpread(ctx: Context, { value }: ArgumentSyntax, formal: VariableSymbol | undefined): boolean {
  const own = formal?.dimensions?.length ?? 0;
  return own > 0 ? rankOf(ctx, value) > own : isArrayValued(ctx, value);
}

/** Of an array, whole or in part; 0 for all that is none by its name. */
function rankOf(ctx: Context, e: ExprSyntax | RangeSyntax): number {
  if (e.kind !== 'name' && e.kind !== 'apply') return 0;
  const symbol = lookUp(ctx.scope, e.name);
  if (symbol?.kind !== 'variable' || !symbol.dimensions) return 0;
  if (e.kind === 'name') return symbol.dimensions.length;
  return e.args.filter(({ value }) => value.kind === 'range' || isArrayValued(ctx, value)).length;
}

function wholeSection(ctx: Context, e: ExprSyntax | RangeSyntax): Section | null {
  const symbol = e.kind === 'name' || e.kind === 'apply' ? lookUp(ctx.scope, e.name) : null;
  if (symbol?.kind !== 'variable' || (e.kind !== 'name' && e.kind !== 'apply')) return null;
  const every = (symbol.dimensions ?? []).map(() => all(e.span));
  return sectionOf(ctx, symbol, e.kind === 'name' ? apply(e.name, every, e.span) : e);
}

/** The first element of the component in each of the structures. */
function firstsOf(ctx: Context, { section: { variable, subscripts }, own }: Piece, span: Span): Operand {
  const { type } = variableOf(ctx.shared, variable);
  const [inside, outside] = [subscripts.slice(0, own), subscripts.slice(own)];
  const runs = outside.flatMap((s) => (s.kind === 'run' ? [s] : []));
  if (inside.some((s) => s.kind !== 'run' || !s.whole) || outside.some(({ kind }) => kind === 'list')) {
    const what = 'Structures of which the subscripts are listed are';
    return lacking(ctx, what, span, 'Call the routine for each of them in a loop.');
  }
  const natural = runs.map((s) => s.natural);
  const at = (walks: readonly Walk[]): Expr => {
    let k = 0;
    const places = subscripts.map((s, d): Expr => {
      if (s.kind !== 'run') return s.kind === 'at' ? s.at : ONE;
      if (d < own) return s.natural.first;
      return subscriptAt(walks[k++] as Walk, s.natural.first, s.natural.step);
    });
    return b.element(variable, places, type, span);
  };
  return { kind: 'array', type, extents: runs.map(({ extent }) => extent), natural, at, span };
}

/** `call s(a, b)` of an elemental s, as calls in a loop; false where no argument is an array for a scalar. */
export function elementalStatement(ctx: Context, callee: RoutineInfo, s: StatementOf<'call'>): boolean {
  const found = elementalOperands(ctx, callee, s.args);
  const first = found?.operands.find(isArray);
  if (!found || !first) return false;
  const { args: given, operands, pieces } = found;
  for (const each of operands) if (isArray(each)) conform(ctx, first, each, s.span);
  operands.forEach((each, i) => {
    const { name, intent, byValue } = formalOf(ctx, callee, i);
    if (isArray(each) || intent === 'in' || byValue) return;
    const what = `${callee.name} is called for each element here, and sets ${name}, which gets a scalar.`;
    report(ctx, 'argument-type', what, s.span, 'Let it set an array of the same shape.');
  });
  const inTime = operands.map((o, i) => (isArray(o) ? beforeCall(ctx, callee, found, i, o) : o));
  if (ctx.failed) return true;
  // A value is the one before the first element changes.
  const fixed = inTime.map((o, i): Operand => {
    if (isArray(o) || o.kind === 'constant') return o;
    const isPlace = given[i]?.value.kind !== 'paren' && (o.kind === 'variable' || o.kind === 'element');
    return isPlace && !formalOf(ctx, callee, i).byValue ? o : throughTemporary(ctx, o);
  });
  loopNest(ctx, first.natural, (walks) => {
    const parts = fixed.map((o) => elementAt(o, walks));
    const args = elementArguments(ctx, callee, parts, { args: given, pieces }, s.span);
    if (!ctx.failed)
      emit(ctx, { kind: 'call', callee: callee.name, args, result: null, ...statementBase(ctx) });
  });
  return true;
}

/** An argument that reads other elements of an array that the call sets: its value is the one before the first element changes. */
function beforeCall(
  ctx: Context,
  callee: RoutineInfo,
  { args }: Elementwise,
  i: number,
  array: ArrayValue,
): ArrayValue {
  const own = args[i]?.value;
  const { intent, byValue } = formalOf(ctx, callee, i);
  if (!own || own.kind === 'range' || !(intent === 'in' || byValue)) return array;
  const isCrossed = args.some(({ value }, k) => {
    if ((value.kind !== 'name' && value.kind !== 'apply') || formalOf(ctx, callee, k).intent === 'in')
      return false;
    const symbol = lookUp(ctx.scope, value.name);
    return symbol?.kind === 'variable' && overlaps(ctx, symbol, value, own);
  });
  if (!isCrossed) return array;
  const before = kept(ctx, array, 'copy');
  if (!before)
    unsupported(
      ctx,
      `An argument of ${callee.name} that reads an array which it sets, without knowing its size at entry, is`,
      array.span,
      'Assign it to an array that you have declared, and pass that.',
    );
  return before ?? array;
}

/** The arguments of the call for one element. */
export function elementArguments(
  ctx: Context,
  callee: RoutineInfo,
  parts: readonly Expr[],
  { args: given, pieces }: Pick<Elementwise, 'args' | 'pieces'>,
  span: Span,
): Argument[] {
  const args = parts.map((part, i): Lowered => {
    const formal = formalOf(ctx, callee, i);
    const piece = pieces[i];
    if (piece && part.kind === 'element') return pieceAt(piece, part.subscripts, part.span);
    const whole = formal.array ? given[i] : undefined;
    if (whole) return arrayArgument(ctx, formal, whole, []);
    checkType(ctx, formal, part.type, part.span);
    if (formal.byValue) return { kind: 'value', value: part };
    if (part.kind === 'element' && !ctx.failed) return { kind: 'reference', place: part };
    return { kind: 'reference', place: throughTemporary(ctx, part) };
  });
  args.push(...capturedArguments(ctx, callee, span, args.length, []));
  return withExtents(ctx, callee, args, span);
}

/** A component of one structure, which begins at this element. */
function pieceAt(
  { section: { variable, subscripts }, own }: Piece,
  start: readonly Expr[],
  span: Span,
): Lowered {
  const inside = subscripts.map((s, d): Subscript => (d < own ? s : { kind: 'at', at: start[d] ?? ONE }));
  return { kind: 'array', variable, start, span, section: { variable, subscripts: inside } };
}

/** Whether an expression may be an array, as far as its text and the names in it tell: nothing is evaluated. */
function isArrayValued(ctx: Context, e: ExprSyntax | RangeSyntax): boolean {
  switch (e.kind) {
    case 'name': {
      const symbol = lookUp(ctx.scope, e.name);
      return symbol?.kind === 'variable' && symbol.dimensions !== null;
    }
    case 'binary':
      return isArrayValued(ctx, e.left) || isArrayValued(ctx, e.right);
    case 'unary':
      return isArrayValued(ctx, e.operand);
    case 'paren':
      return isArrayValued(ctx, e.inner);
    case 'range':
    case 'constructor':
      return true;
    case 'apply': {
      const symbol = lookUp(ctx.scope, e.name);
      const callee = symbol ? undefined : (genericNamed(ctx, e.name)?.[0] ?? routineNamed(ctx, e.name));
      if (callee?.arrayResult || ALWAYS_ARRAYS.has(e.name)) return true;
      if (!callee && ARRAY_INTRINSICS.has(e.name)) return e.args.some((arg) => arg.keyword === 'dim');
      if (callee?.parameters.some((p) => p.dimensions))
        return callee?.unit?.header?.elemental === true && spreads(ctx, callee, e.args);
      return e.args.some((arg) => isArrayValued(ctx, arg.value));
    }
    default:
      return false;
  }
}

const ALWAYS_ARRAYS: ReadonlySet<string> = new Set([
  'matmul',
  'transpose',
  'spread',
  'reshape',
  'cshift',
  'eoshift',
]);

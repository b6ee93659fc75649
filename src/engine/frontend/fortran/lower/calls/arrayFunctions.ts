/** Functions that return arrays: calls that fill a temporary, whose shape the arguments tell. */
import * as b from '../../../../ir/build';
import type { Expr, Shape, VariableId } from '../../../../ir/types';
import type { ApplySyntax, ExprSyntax } from '../../parse/syntax';
import { fold } from '../../resolve/constants/fold';
import {
  bad,
  type Context,
  dryRun,
  type RoutineInfo,
  statementBase,
  unsupported,
  type VariableSymbol,
} from '../context';
import { emit } from '../emit';
import { isKnownAtEntry } from '../entryBounds';
import { arrayOfSize } from '../lateSizes';
import { type ArrayValue, isArray, ONE, type Operand } from '../operands';
import { argumentValue } from '../values';
import { arrayOf } from '../walks';
import { lowerArguments, matchKeywords } from './arguments';
import { type AfterCall, withCopiesBack } from './copies';
import { formalCount } from './formals';

/** A function that returns an array, as a call that fills a temporary one. */
export function arrayFunction(ctx: Context, callee: RoutineInfo, e: ApplySyntax): Operand {
  const shape = callee.arrayResult && resultShape(ctx, callee, e);
  if (!callee.arrayResult || !shape) return bad(ctx, e.span);
  const id = arrayOfSize(ctx, `${callee.name}_value`, callee.arrayResult.type, shape.dimensions);
  const after: AfterCall = [];
  const args = lowerArguments(ctx, callee, e, after, id);
  if (!args) return bad(ctx, e.span);
  withCopiesBack(ctx, callee, args, after, () =>
    emit(ctx, { kind: 'call', callee: callee.name, args, result: null, ...statementBase(ctx, e.span) }),
  );
  return arrayOf(ctx, id, e.span);
}

/** Extents of what is assigned, which are those of the arrays that are combined element by element in its value. */
const told = new WeakMap<ApplySyntax, ArrayValue['extents'] | null>();

/** Tells the calls that stand in an expression for arrays of its own shape what that is; null where it may be any. */
export function tellExtents(e: ExprSyntax, extents: ArrayValue['extents'] | null): void {
  if (e.kind === 'apply') told.set(e, extents);
  else if (e.kind === 'paren') tellExtents(e.inner, extents);
  else if (e.kind === 'unary') tellExtents(e.operand, extents);
  else if (e.kind === 'binary') for (const side of [e.left, e.right]) tellExtents(side, extents);
}

/**
 * The bounds of the result with the arguments in the places of the dummies; null, reported, where they aren't known, or where the
 * function declares none that can be read.
 */
function resultShape(ctx: Context, callee: RoutineInfo, e: ApplySyntax): Shape | null {
  const inOrder = matchKeywords(ctx, callee, e.args);
  const declared =
    ctx.shared.variables[
      callee.parameterIds[callee.parameters.indexOf(callee.arrayResult as VariableSymbol)] ?? -1
    ];
  const declaredShape = declared?.shape;
  if (!declaredShape) return null;
  const actual = (id: VariableId): Expr | null => {
    const at = callee.parameterIds.indexOf(id);
    const hidden = callee.hidden[at - callee.parameters.length];
    const arg = inOrder[hidden ? hidden.parameter : at];
    if (!arg || arg.value.kind === 'range') return null;
    const found = argumentValue(ctx, arg);
    if (!hidden) return isArray(found) ? null : found;
    return isArray(found) ? (found.extents[hidden.dimension] ?? null) : null;
  };
  let known = inOrder.length === formalCount(callee);
  const inCaller = (bound: Expr): Expr => {
    const found = b.rewrite(bound, (part) => {
      if (part.kind !== 'variable' && part.kind !== 'element') return part;
      const given = ctx.shared.variables[part.variable]?.owner === null ? part : actual(part.variable);
      if (!given || part.kind === 'element') known = false;
      return given ? b.convert(given, part.type) : part;
    });
    return fold(found) ?? found;
  };
  const dimensions = dryRun(ctx, () =>
    declaredShape.dimensions.map(({ lower, extent }) => ({
      lower: inCaller(lower),
      extent: extent && inCaller(extent),
    })),
  );
  if (ctx.failed) return null;
  const isKnown = (each: readonly (Expr | null)[]) => each.every((e) => e && isKnownAtEntry(ctx, e));
  if (known && isKnown(dimensions.flatMap(({ lower, extent }) => [lower, extent])))
    return { dimensions, order: 'column' };
  const extents = told.get(e) ?? [];
  if (extents.length === dimensions.length && (!known || isKnown(extents)))
    return { dimensions: extents.map((extent) => ({ lower: ONE, extent })), order: 'column' };
  if (known) return { dimensions, order: 'column' };
  return unsupported(
    ctx,
    `A call of ${callee.name}, whose result is an array of a size that is not known here, is`,
    e.span,
    'Write a subroutine that returns the array in an argument.',
  );
}

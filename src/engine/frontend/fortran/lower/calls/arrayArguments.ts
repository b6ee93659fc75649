/** Arrays as arguments: pieces of memory are passed as they lie there, everything else as a copy. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr, VariableId } from '../../../../ir/types';
import type { ArgumentSyntax } from '../../parse/syntax';
import { lookUp, resolve, shapeOf, variableFor } from '../../resolve/symbols';
import { type Section, type Subscript, sectionOf, sectionValue } from '../arrays/sections';
import { type Context, report, unsupported } from '../context';
import { dimensionsOf } from '../entryBounds';
import { type ArrayValue, isArray, ONE } from '../operands';
import { argumentValue } from '../values';
import { type AfterCall, copyIn, copyInOut } from './copies';
import { checkType, type Formal, type Lowered, NOTHING } from './formals';

/** An array for an array: whole, from an element on, or a section without gaps; anything else is copied. */
export function arrayArgument(ctx: Context, formal: Formal, arg: ArgumentSyntax, after: AfterCall): Lowered {
  const { value } = arg;
  const symbol =
    value.kind === 'name'
      ? resolve(ctx, value.name, value.span)
      : value.kind === 'apply'
        ? lookUp(ctx.scope, value.name)
        : null;
  if (symbol?.kind !== 'variable' || symbol.poison || !symbol.dimensions) {
    if ((symbol?.kind === 'variable' && symbol.poison) || value.kind === 'bad') ctx.failed = true;
    if (ctx.failed) return NOTHING;
    const found = argumentValue(ctx, arg);
    if (isArray(found)) return expressionArgument(ctx, formal, arg, found);
    report(ctx, 'argument-type', `${formal.name} is an array, and this is a scalar.`, arg.span);
    return NOTHING;
  }
  const section = value.kind === 'apply' ? sectionOf(ctx, symbol, value) : null;
  const id = section?.variable ?? variableFor(ctx, symbol, arg.span);
  if (id === null || ctx.failed) return NOTHING;
  checkType(ctx, formal, symbol.type, arg.span);
  if (!section) return { kind: 'array', variable: id, start: null, span: arg.span };
  if (!isContiguous(section.subscripts)) {
    const found = sectionValue(ctx, section, arg.span);
    if (ctx.failed || !isArray(found)) return NOTHING;
    return copied(ctx, found, copyInOut(ctx, found, formal.intent, longest(ctx, section), after));
  }
  const start = section.subscripts.map((s) =>
    s.kind === 'at' ? s.at : s.kind === 'run' ? s.natural.first : ONE,
  );
  return { kind: 'array', variable: id, start, span: arg.span, section };
}

function expressionArgument(ctx: Context, formal: Formal, arg: ArgumentSyntax, found: ArrayValue): Lowered {
  checkType(ctx, formal, found.type, arg.span);
  if (formal.intent === 'out' || formal.intent === 'inout')
    report(
      ctx,
      'argument-type',
      `${formal.name} is written, so it needs an array, not an expression.`,
      arg.span,
    );
  return ctx.failed ? NOTHING : copied(ctx, found, copyIn(ctx, found));
}

function copied(ctx: Context, array: ArrayValue, copy: VariableId | null): Lowered {
  const { span } = array;
  if (copy !== null) {
    const subscripts = array.natural.map((natural, d): Subscript => {
      const extent = array.extents[d] ?? null;
      return { kind: 'run', natural, extent, whole: true };
    });
    return { kind: 'array', variable: copy, start: null, span, section: { variable: copy, subscripts } };
  }
  unsupported(
    ctx,
    'Array expressions and sections with gaps as arguments, where their size is not known at entry, are',
    span,
    'Assign it to an array that you have declared, and pass that.',
  );
  return NOTHING;
}

/** A section of one dimension is no longer than the dimension of the array that it runs along. */
function longest(ctx: Context, section: Section): Expr | null {
  const d = section.subscripts.findIndex((s) => s.kind === 'run');
  return shapeOf(ctx, section.variable)?.dimensions[d]?.extent ?? null;
}

/** Whole dimensions first, then at most one run, then fixed subscripts. */
function isContiguous(subscripts: readonly Subscript[]): boolean {
  let partial = false;
  for (const s of subscripts) {
    if (s.kind === 'list') return false;
    if (s.kind === 'at') partial = true;
    else if (partial || !b.isConstant(s.natural.step, 1)) return false;
    else if (!s.whole) partial = true;
  }
  return true;
}

function knownExtents(ctx: Context, id: VariableId): readonly (Expr | null)[] {
  const shape = shapeOf(ctx, id);
  return shape ? dimensionsOf(ctx, shape).map(({ extent }) => extent) : [];
}

/** The extent that is passed along for an assumed-shape dummy. */
export function extentOf(ctx: Context, arg: Lowered, dimension: number, span: Span): Expr {
  if (arg.kind !== 'array') return b.constant(0, 'i32');
  const runs = arg.section?.subscripts.filter((s) => s.kind !== 'at');
  const run = runs?.[dimension];
  const extent = runs
    ? run?.kind === 'run'
      ? run.extent
      : null
    : knownExtents(ctx, arg.variable)[dimension];
  if (extent) return b.convert(extent, 'i32');
  if (!ctx.failed)
    report(ctx, 'bounds', 'An assumed shape needs an array, or a section, whose extents are known.', span);
  return b.constant(0, 'i32');
}

/**
 * Arrays that are no contiguous piece of memory as arguments: expressions, and sections with gaps, are copied into an array
 * of their own before the call, and what the routine may write is copied back after it, as the language says.
 */
import * as b from '../../../ir/build';
import type { Dimension, Expr, Place, VariableId } from '../../../ir/types';
import { type Context, isEntryCopy, temporary } from './context';
import { assignTo, loopNest } from './emit';
import { type ArrayValue, ONE, subscriptAt, type Walk } from './operands';

/** Work to do after the call, in order. */
export type AfterCall = (() => void)[];

/**
 * Copies an array into a temporary, which is as large as the array, or as `atMost` for one of a single dimension.
 * @returns null where the text does not say at entry how large that is
 */
export function copyIn(ctx: Context, array: ArrayValue, atMost: Expr | null = null): VariableId | null {
  const copy = room(ctx, array, atMost);
  if (copy === null) return null;
  loopNest(ctx, array.natural, (walks) =>
    assignTo(ctx, elementOf(copy, array, walks), array.at(walks), array.span),
  );
  return copy;
}

/** The same for what the routine may write: `array` is a section, its elements are places. */
export function copyInOut(
  ctx: Context,
  array: ArrayValue,
  intent: 'in' | 'out' | 'inout' | null,
  atMost: Expr | null,
  after: AfterCall,
): VariableId | null {
  const copy = intent === 'out' ? room(ctx, array, atMost) : copyIn(ctx, array, atMost);
  if (copy === null || intent === 'in') return copy;
  after.push(() => {
    loopNest(ctx, array.natural, (walks) =>
      assignTo(ctx, array.at(walks) as Place, elementOf(copy, array, walks), array.span),
    );
  });
  return copy;
}

function elementOf(copy: VariableId, array: ArrayValue, walks: readonly Walk[]): Place {
  const subscripts = array.natural.map((_, d) => subscriptAt(walks[d] as Walk, ONE, ONE));
  return b.element(copy, subscripts, array.type, array.span);
}

function room(ctx: Context, array: ArrayValue, atMost: Expr | null): VariableId | null {
  const dimensions: Dimension[] = [];
  for (const own of array.extents) {
    const known = own !== null && isKnownAtEntry(ctx, own);
    // Only the last dimension may be longer than what it holds, for the elements lie one behind the other.
    const extent = known ? own : array.extents.length === 1 ? atMost : null;
    if (!extent) return null;
    dimensions.push({ lower: ONE, extent: b.convert(extent, 'i32') });
  }
  return temporary(ctx, 'copy', array.type, { dimensions, order: 'column' });
}

/** Bounds of locals are evaluated at entry: by then the expression must have the value that it has at the call. */
function isKnownAtEntry(ctx: Context, extent: Expr): boolean {
  const { variables } = ctx.shared;
  const declared = variables.some(
    (v) =>
      v.owner === ctx.routine.index &&
      v.role !== 'temporary' &&
      v.shape?.dimensions.some((d) => d.extent !== null && b.sameExpr(d.extent, extent)),
  );
  if (declared) return true;
  let fixed = true;
  b.walk(extent, (e) => {
    if (e.kind === 'element') fixed = false;
    if (e.kind === 'variable' && variables[e.variable]?.intent !== 'in' && !isEntryCopy(ctx, e.variable))
      fixed = false;
  });
  return fixed;
}

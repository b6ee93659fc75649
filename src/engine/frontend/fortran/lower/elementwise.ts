/** Operations that go element by element over operands, some of which may be arrays. */

import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Expr, ScalarType } from '../../../ir/types';
import { type Context, dryRun, report } from './context';
import { type ArrayValue, elementAt, isArray, type Operand } from './operands';

/** Applies an elementwise operation to operands, some of which may be arrays. */
export function lift(
  ctx: Context,
  operands: readonly Operand[],
  span: Span,
  apply: (parts: readonly Expr[]) => Expr,
): Operand {
  const arrays = operands.filter(isArray);
  const first = arrays[0];
  if (!first) return apply(operands as readonly Expr[]);
  for (const other of arrays) conform(ctx, first, other, span);
  // The type of an element shows on any; a dry run with the first subscripts tells it.
  const type = typeOfElements(ctx, operands, apply);
  return {
    kind: 'array',
    type,
    extents: first.extents.map((extent, d) => extent ?? arrays.find((a) => a.extents[d])?.extents[d] ?? null),
    natural: first.natural,
    at: (walks) => apply(operands.map((o) => elementAt(o, walks))),
    span,
  };
}

function typeOfElements(
  ctx: Context,
  operands: readonly Operand[],
  apply: (parts: readonly Expr[]) => Expr,
): ScalarType {
  const parts = operands.map((o) => (isArray(o) ? b.constant(1, o.type, o.span) : o));
  return dryRun(ctx, () => apply(parts).type);
}

/** Reports arrays that can't stand in one operation. */
export function conform(ctx: Context, a: ArrayValue, c: ArrayValue, span: Span): void {
  if (a === c || ctx.failed) return;
  if (a.extents.length !== c.extents.length) {
    report(
      ctx,
      'shape',
      `Arrays of ${a.extents.length} and ${c.extents.length} dimensions can\u2019t stand in one operation.`,
      span,
    );
    return;
  }
  a.extents.forEach((x, d) => {
    const y = c.extents[d];
    if (x?.kind === 'constant' && y?.kind === 'constant' && x.value !== y.value)
      report(
        ctx,
        'shape',
        `Dimension ${d + 1} has ${x.value} elements here and ${y.value} there.`,
        span,
        'Take a section of as many elements, such as `y(1:3)`.',
      );
  });
}

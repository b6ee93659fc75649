/** How an intrinsic that works element by element is lowered, and what its arguments may be. */

import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr, ScalarType } from '../../../../ir/types';
import { type Context, report } from '../context';
import { joined, numericOperand, typeName } from '../values';

/** How an elementwise intrinsic is lowered, once its arguments are scalars. */
export interface Elemental {
  readonly names: readonly string[];
  readonly least: number;
  readonly most: number;
  readonly build: (call: Call, args: readonly Expr[]) => Expr;
}
/** `counts`: of arguments, or the least and the most of them. */
export function elemental(
  names: string | readonly string[],
  counts: number | readonly [number, number],
  build: Elemental['build'],
): Elemental {
  const [least, most] = typeof counts === 'number' ? [counts, counts] : counts;
  return { names: typeof names === 'string' ? [names] : names, least, most, build };
}
export interface Call {
  readonly ctx: Context;
  readonly name: string;
  readonly span: Span;
  /** KIND=, where the function has one. */
  readonly kind: ScalarType | null;
}

export function wrongType(call: Call, e: Expr, wanted: string): Expr {
  if (!call.ctx.failed)
    report(
      call.ctx,
      'argument-type',
      `${call.name.toUpperCase()} takes ${wanted}, not ${typeName(e.type)}.`,
      e.span,
    );
  return b.constant(1, 'f64', e.span);
}

/** A real argument as it is: its type is the result's. */
export function real(call: Call, e: Expr): Expr {
  return b.isReal(e.type) ? e : wrongType(call, e, 'a real argument');
}
export function ofType(call: Call, e: Expr, type: ScalarType): Expr {
  return e.type === type ? e : { ...wrongType(call, e, typeName(type)), type };
}
export function one(args: readonly Expr[]): Expr {
  return itemAt(args, 0);
}

/**
 * Two numbers of one type; constants and integers don't mix silently, as the language has it. Two kinds may, where `mixed` says
 * so.
 */
export function pair(call: Call, args: readonly Expr[], mixed = false): [Expr, Expr, ScalarType] {
  const [x, y] = args.map((arg) => numericOperand(call.ctx, arg)) as [Expr, Expr];
  const fits = x.type === y.type || (mixed && b.isReal(x.type) === b.isReal(y.type));
  if (!fits && !call.ctx.failed)
    report(
      call.ctx,
      'argument-type',
      `The arguments of ${call.name.toUpperCase()} must have one type, not ${typeName(x.type)} and ${typeName(y.type)}.`,
      call.span,
    );
  const type = joined(x.type, y.type);
  return [b.convert(x, type), b.convert(y, type), type];
}

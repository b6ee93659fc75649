/** How an intrinsic that works element by element is lowered, and what its arguments may be. */
import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr, ScalarType } from '../../../../ir/types';
import { type Context, report, temporary } from '../context';
import { assignTo } from '../emit';
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

/** Gives a name to a value that is read more than once. */
function named(call: Call, e: Expr, base: string): Expr {
  if (call.ctx.pure || e.kind === 'variable' || e.kind === 'constant') return e;
  const held = b.variable(temporary(call.ctx, base, e.type), e.type, call.span);
  assignTo(call.ctx, held, e, call.span);
  return held;
}

const whole = (value: number) => b.constant(value, 'i32');

/** x * 2**n, in two steps, since 2**n alone may leave the type. */
function scaled(call: Call, x: Expr, n: Expr): Expr {
  const places = named(call, n, 'places');
  const half = named(call, b.binary('divide', places, whole(2), call.span), 'half');
  const power = (e: Expr) => b.intrinsic('powerInteger', [b.constant(2, x.type), e], x.type, call.span);
  const once = b.binary('multiply', x, power(half), call.span);
  return b.binary('multiply', once, power(b.binary('subtract', places, half, call.span)), call.span);
}

/** EXPONENT of a number that has a name; the logarithm may be rounded across a power of two. */
function exponent(call: Call, x: Expr): Expr {
  const size = b.intrinsic('abs', [x], x.type, call.span);
  const isZero = b.compare('eq', x, b.constant(0, x.type), call.span);
  const safe = named(call, b.select(isZero, b.constant(1, x.type), size, call.span), 'size');
  const near = b.intrinsic('floor', [b.intrinsic('log2', [safe], x.type, call.span)], x.type, call.span);
  const first = named(call, b.add(b.convert(near, 'i32'), whole(1)), 'exponent');
  const rest = named(call, scaled(call, safe, b.negate(first)), 'rest');
  const below = b.compare('lt', rest, b.constant(0.5, x.type), call.span);
  const above = b.compare('ge', rest, b.constant(1, x.type), call.span);
  const off = b.select(below, whole(-1), b.select(above, whole(1), whole(0), call.span), call.span);
  return named(call, b.select(isZero, whole(0), b.add(first, off), call.span), 'exponent');
}

function part(name: string, build: (call: Call, x: Expr) => Expr): Elemental {
  return elemental(name, 1, (call, args) => {
    const x = real(call, itemAt(args, 0));
    return call.ctx.failed ? x : build(call, named(call, x, 'number'));
  });
}
/** With a whole number as second argument. */
function withPlaces(name: string, build: (call: Call, x: Expr, n: Expr) => Expr): Elemental {
  return elemental(name, 2, (call, args) => {
    const [x, n] = [real(call, itemAt(args, 0)), itemAt(args, 1)];
    if (!b.isInteger(n.type)) return wrongType(call, n, 'a whole number as its second argument');
    return call.ctx.failed ? x : build(call, named(call, x, 'number'), b.convert(n, 'i32'));
  });
}

const digits = (x: Expr) => (x.type === 'f64' ? 53 : 24);
const fraction = (call: Call, x: Expr) => scaled(call, x, b.negate(exponent(call, x)));

export const NUMBER_PARTS: readonly Elemental[] = [
  part('exponent', exponent),
  part('fraction', fraction),
  withPlaces('scale', scaled),
  withPlaces('set_exponent', (call, x, n) => scaled(call, x, b.subtract(n, exponent(call, x)))),
  part('rrspacing', (call, x) =>
    b.intrinsic('abs', [scaled(call, fraction(call, x), whole(digits(x)))], x.type, call.span),
  ),
  part('spacing', (call, x) => {
    const tiny = b.constant(x.type === 'f64' ? 2 ** -1022 : 2 ** -126, x.type);
    const places = b.subtract(exponent(call, x), whole(digits(x)));
    const gap = scaled(call, b.constant(1, x.type), places);
    const isZero = b.compare('eq', x, b.constant(0, x.type), call.span);
    return b.select(isZero, tiny, b.intrinsic('max', [gap, tiny], x.type, call.span), call.span);
  }),
];

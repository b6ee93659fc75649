/** Comparisons of unsigned values in texts that don't count on wrapping around, where these are read as signed ones. */
import { compare, constant, isReal, logical } from '../../../ir/build';
import type { Expr } from '../../../ir/types';
import { type RoutineState, sourceName } from './state';
import { isWrapping, staysInside } from './unsigned';

/** Of casts, numbers as they are written, and sizes in bytes: whether the type is unsigned, and read as a signed one. */
const FROM_ZERO = new WeakMap<Expr, boolean>();

export function asFromZero(made: Expr, is = true): Expr {
  FROM_ZERO.set(made, is);
  return made;
}

/**
 * `i < n` where one of them is unsigned, read as signed, and one may be less than zero: that has wrapped around in C, and is
 * larger than all that it is compared with.
 */
export function unlessWrapped(s: RoutineState, test: Expr): Expr {
  if (test.kind !== 'compare' || test.op === 'eq' || test.op === 'ne') return test;
  const { left, right, span } = test;
  if (isReal(left.type) || ![left, right].some((e) => isFromZero(s, e))) return test;
  const [smaller, larger] = test.op === 'lt' || test.op === 'le' ? [left, right] : [right, left];
  const beside = (op: 'ge' | 'lt', e: Expr): Expr => compare(op, e, constant(0, e.type, e.span), span);
  const isLow = mayBeNegative(s, smaller) ? beside('ge', smaller) : null;
  const isHigh = mayBeNegative(s, larger) ? beside('lt', larger) : null;
  if (!isLow) return isHigh ? logical('or', isHigh, test, span) : test;
  if (!isHigh) return logical('and', isLow, test, span);
  const alike = logical('and', test, logical('or', isLow, isHigh, span), span);
  return logical('or', logical('and', isLow, isHigh, span), alike, span);
}

function isFromZero(s: RoutineState, e: Expr): boolean {
  const said = FROM_ZERO.get(e);
  if (said !== undefined) return said;
  if (e.kind === 'variable' || e.kind === 'element') return s.file.fromZero.has(e.variable);
  return e.kind === 'binary' && (isFromZero(s, e.left) || isFromZero(s, e.right));
}

function mayBeNegative(s: RoutineState, e: Expr): boolean {
  if (isWrapping(s.file, e) || e.type === 'bool') return false;
  if (e.kind === 'convert') return mayBeNegative(s, e.operand);
  if (e.kind === 'constant') return e.value < 0;
  if (e.kind === 'variable' && s.file.fromZero.has(e.variable)) {
    const variable = s.file.variables[e.variable];
    return variable !== undefined && s.lowered.has(sourceName(s, variable));
  }
  if (e.kind === 'binary' && e.op !== 'subtract')
    return mayBeNegative(s, e.left) || mayBeNegative(s, e.right);
  return !staysInside(s, e) && !(e.kind === 'element' && s.file.fromZero.has(e.variable));
}

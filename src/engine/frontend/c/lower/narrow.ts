/**
 * `char`, `short` and their kin: an `int` stands for them, and what may be outside of their range is brought back into it where
 * it is stored or cast, as C does.
 *
 *     unsigned char c; c = a + b;       c = a + b & 255
 *     short s; s += 2;                  s = (s + 2 & 65535 ^ 32768) - 32768
 */
import { constant, isReal } from '../../../ir/build';
import { evaluate } from '../../../ir/evaluate';
import type { Expr, VariableId } from '../../../ir/types';
import type { TypeSpecifier } from '../parse/syntax';
import { arithmetic } from './arithmetic';

/** By variable that is declared with such a type: the type. */
export type NarrowTypes = ReadonlyMap<VariableId, Narrow>;

export type Narrow = Pick<TypeSpecifier, 'bytes' | 'isUnsigned'>;

type Wraps = Pick<TypeSpecifier, 'wraps'>;

/** Members of a few bits, too, are parts of a byte. */
export function isNarrow({ bytes }: Narrow): boolean {
  return bytes !== undefined && bytes < 4;
}

/** An integer brought into a type that is stored in fewer bytes. */
export function intoNarrow(types: NarrowTypes, type: Narrow, e: Expr): Expr {
  if (isReal(e.type) || e.type === 'bool' || holds(types, type, e)) return e;
  const size = 2 ** (8 * (type.bytes ?? 4));
  const known = evaluate(e);
  if (known !== null) {
    const rest = ((known % size) + size) % size;
    return constant(type.isUnsigned || rest < size / 2 ? rest : rest - size, 'i32', e.span);
  }
  const low = arithmetic('&', e, constant(size - 1, 'i32', e.span), e.span);
  if (type.isUnsigned) return low;
  const sign = constant(size / 2, 'i32', e.span);
  return arithmetic('-', arithmetic('^', low, sign, e.span), sign, e.span);
}

/** Whether all that it can be is in the range: constants, and what has the type already. */
function holds(types: NarrowTypes, type: Narrow, e: Expr): boolean {
  const known = evaluate(e);
  if (known !== null) {
    const size = 2 ** (8 * (type.bytes ?? 4));
    const least = type.isUnsigned ? 0 : -size / 2;
    return known >= least && known < least + size;
  }
  if (e.kind === 'select') return holds(types, type, e.whenTrue) && holds(types, type, e.whenFalse);
  if (e.kind === 'compare' || e.kind === 'logical') return true;
  if (e.kind !== 'variable' && e.kind !== 'element') return false;
  const own = types.get(e.variable);
  return own !== undefined && isWithin(own, type);
}

/** Whether a type takes all values of another one, written with the same type here, as they are. */
export function holdsAll(type: Narrow & Wraps, own: Narrow & Wraps): boolean {
  return isNarrow(type) ? isWithin(own, type) : !type.wraps || own.wraps === true;
}

function isWithin(own: Narrow, type: Narrow): boolean {
  if (!isNarrow(own)) return false;
  if (own.isUnsigned === type.isUnsigned) return (own.bytes ?? 4) <= (type.bytes ?? 4);
  return own.isUnsigned === true && (own.bytes ?? 4) < (type.bytes ?? 4);
}

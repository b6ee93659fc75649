/** Numbers as text that reads back as exactly the same number. */
import type { ScalarType } from '../ir/types';

/** Shortest digits of a finite real, as JavaScript spells it (`0.1`, `1e-7`), without sign of an exponent's plus. */
export function shortest(value: number, type: 'f64' | 'f32'): string {
  if (type === 'f64') return String(value).replace('e+', 'e');
  const single = Math.fround(value);
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return String(short).replace('e+', 'e');
  }
  return String(single).replace('e+', 'e');
}

/** With a point or an exponent, so that it is a real: `1.0`, `1e-7`. */
export function withPoint(digits: string): string {
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

/** The magnitude that a type's literals can't have, since the sign is an operator: `-2147483648`. */
export function isLeast(value: number, type: ScalarType): boolean {
  return (type === 'i32' && value === -(2 ** 31)) || (type === 'i64' && value === -(2 ** 63));
}

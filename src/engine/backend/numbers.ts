/** Numbers as text that reads back as exactly the same number. */
import { itemAt } from '../base/lookup';
import type { Constant, ScalarType } from '../ir/types';

/** The shortest digits of a finite real, as JavaScript spells it (`0.1`, `1e-7`), without the plus of an exponent. */
export function shortest(value: number, type: 'f64' | 'f32'): string {
  if (type === 'f64') return String(value).replace('e+', 'e');
  const single = Math.fround(value);
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return String(short).replace('e+', 'e');
  }
  return String(single).replace('e+', 'e');
}

/** Adds a point unless there is one or an exponent, so that it reads as a real: `1.0`, `1e-7`. */
export function withPoint(digits: string): string {
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

type Spelt = Pick<Constant, 'value' | 'text'>;

/** An integer constant, exact: beyond 2^53 its digits are in the spelling only. */
export function exactInteger({ value, text }: Spelt): bigint {
  if (Number.isSafeInteger(value)) return BigInt(value);
  const digits = /^(-?)(0[xX][0-9a-fA-F]+|\d+)(?:[uUlL]*|_\w+)$/.exec(text?.trim() ?? '');
  if (digits) {
    const body = itemAt(digits, 2);
    const octal = /^0[0-7]+$/.test(body) ? BigInt(`0o${body.slice(1)}`) : BigInt(body);
    return BigInt.asIntN(64, digits[1] === '-' ? -octal : octal);
  }
  return Number.isFinite(value) ? BigInt.asIntN(64, BigInt(Math.trunc(value))) : 0n;
}

/** Whether it is the least integer of its type, `-2147483648`: the sign is an operator, and no literal has its magnitude. */
export function isLeast(e: Spelt & { readonly type: ScalarType }): boolean {
  if (e.type === 'i32') return e.value === -(2 ** 31);
  return e.type === 'i64' && e.value === -(2 ** 63) && exactInteger(e) === -(2n ** 63n);
}

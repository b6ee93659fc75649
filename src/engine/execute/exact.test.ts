/** Double-doubles against decimals of sixty digits, function by function of the table. */
import type { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import type { DoubleDouble } from '../base/doubleDouble';
import { ELEMENTARY, ELEMENTARY_NAMES, type Elementary } from '../ir/elementary';
import { draws } from '../testing/draws';
import { randomFrom } from '../testing/prng';
import { decimal, decimals, hasDecimals } from '../testing/reference/decimal';
import { exactFunction } from './interpreter/exact';

/** Arguments where the function is defined, small and large, near where it vanishes too. */
const DRAWS: Partial<Record<Elementary, (random: () => number) => number[]>> = {
  asin: (r) => [2 * r() - 1],
  acos: (r) => [2 * r() - 1],
  atanh: (r) => [2 * r() - 1],
  acosh: (r) => [1 + 3 * r()],
  log: (r) => [0.2 + 2 * r()],
  log2: (r) => [0.2 + 2 * r()],
  log10: (r) => [0.2 + 2 * r()],
  log1p: (r) => [r() - 0.5],
  sqrt: (r) => [5 * r()],
  power: (r) => [3 * r(), 6 * r() - 3],
  powerInteger: (r) => [3 * r() + 0.1, Math.floor(9 * r()) - 4],
  modulo: (r) => [9 * r() - 4, r() + 0.2],
  lgamma: (r) => [0.2 + 6 * r()],
  tgamma: (r) => [0.2 + 6 * r()],
  digamma: (r) => [0.2 + 6 * r()],
  trigamma: (r) => [0.2 + 6 * r()],
  erfc: (r) => [8 * r() - 3],
};

/** The very double: Decimal itself takes the shortest text that reads back as it. */
function whole(x: number): Decimal {
  if (x === 0) return decimal(0);
  const exponent = Math.floor(Math.log2(Math.abs(x))) - 55;
  const mantissa = BigInt(x * 2 ** -(exponent >> 1) * 2 ** -(exponent - (exponent >> 1)));
  return decimal(String(mantissa)).mul(decimal(2).pow(exponent));
}

function total([high, low]: DoubleDouble): Decimal {
  return whole(high).add(whole(low));
}

/** Of each function. */
const DRAWN = draws(16, 40);

test.each(ELEMENTARY_NAMES.filter(hasDecimals))('%s to 25 digits', (fn) => {
  const random = randomFrom(7);
  const draw = DRAWS[fn] ?? ((r) => Array.from({ length: ELEMENTARY[fn].arity }, () => 6 * r() - 3));
  for (let k = 0; k < DRAWN; k++) {
    const args = draw(() => random.next()).map((x) =>
      k % 4 === 3 && ELEMENTARY[fn].whole === undefined ? x * 1e-3 + 2 ** -20 : x,
    );
    if (fn === 'acosh') args[0] = Math.max(1, args[0] as number) + (k % 4 === 3 ? 1 : 0);
    const exact = decimals.elementary(fn, args.map(whole));
    if (!exact.isFinite()) continue;
    const off = total(
      exactFunction(
        fn,
        args.map((x) => [x, 0] as const),
      ),
    )
      .sub(exact)
      .abs();
    expect(off.lte(exact.abs().mul('1e-25').add('1e-290')), `${fn}(${args}) = ${exact}, off ${off}`).toBe(
      true,
    );
  }
});

import { expect, test } from 'vitest';
import type { Domain } from './domain';
import { newField } from './field';
import { raiseWhole } from './functions';

const P = 2n ** 61n - 1n;

function integerIn(field: Domain): bigint {
  field.canonical();
  const [l0 = 0, l1 = 0, l2 = 0] = field.acc;
  return BigInt(l0) + (BigInt(l1) << 21n) + (BigInt(l2) << 42n);
}

const modulo = (x: bigint) => ((x % P) + P) % P;

test('arithmetic is that of integers modulo 2⁶¹ − 1', () => {
  const field = newField(1);
  const draw = (k: number) => {
    if (k % 7 === 0) field.number(k % 2 === 0 ? -1 : 0);
    else field.random('draw', [k]);
    return { limbs: [...field.acc] as [number, number, number], value: integerIn(field) };
  };
  for (let k = 1; k < 2000; k++) {
    const a = draw(k);
    const b = draw(7919 * k + 1);
    const load = () => field.acc.set(b.limbs);
    load();
    field.add(...a.limbs);
    expect(integerIn(field)).toBe(modulo(a.value + b.value));
    load();
    field.subtract(...a.limbs);
    expect(integerIn(field)).toBe(modulo(a.value - b.value));
    load();
    field.multiply(...a.limbs);
    expect(integerIn(field)).toBe(modulo(a.value * b.value));
    load();
    if (field.divide(...a.limbs)) expect(modulo(integerIn(field) * b.value)).toBe(a.value);
    else expect(b.value).toBe(0n);
  }
});

test('a double is its mantissa times a power of two, an integer itself', () => {
  const field = newField(1);
  for (const x of [0, 1, -1, 0.1, -2.5, 1e300, -1e-300, 5e-324, 2 ** 61, 123456789012345, 2 / 3]) {
    field.number(x);
    const found = integerIn(field);
    let [m, e] = [x, 0];
    while (!Number.isInteger(m)) [m, e] = [m * 2, e + 1];
    expect(modulo(found * 2n ** BigInt(e % 61)), String(x)).toBe(modulo(BigInt(m)));
  }
  field.big(-(2n ** 80n) - 5n);
  expect(integerIn(field)).toBe(modulo(-(2n ** 80n) - 5n));
});

test('whole powers, and their inverses', () => {
  const field = newField(3);
  field.number(3);
  raiseWhole(field, 45);
  expect(integerIn(field)).toBe(modulo(3n ** 45n));
  raiseWhole(field, -1);
  expect(modulo(integerIn(field) * 3n ** 45n)).toBe(1n);
});

test('random functions differ by seed, name and argument, and in nothing else', () => {
  const seen = new Set<bigint>();
  for (const seed of [1, 2])
    for (const name of ['exp', 'log'])
      for (let x = 0; x < 500; x++) {
        const field = newField(seed);
        field.random(name, [x, 0, 0]);
        const once = integerIn(field);
        field.random(name, [x, 0, 0]);
        expect(integerIn(field)).toBe(once);
        seen.add(once);
      }
  expect(seen.size).toBe(2000);
});

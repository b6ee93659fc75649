/**
 * Dual numbers whose every operation reads its operands, values and derivatives alike, moved by one unit in the last place
 * of their precision, up or down at random. How far results scatter tells how much of them is rounding: another order of the same operations,
 * such as a backward sweep is, may differ by as much and be right.
 */
import type { Elementary } from '../../ir/elementary';
import type { Random } from '../prng';
import type { Dual } from './dual';
import type { Numbers } from './numbers';

/** One unit in the last place, relative to a number just above a power of two. */
export const UNIT = { f64: 2 ** -52, f32: 2 ** -23 };

/** An exponent is no measured value: moved, it would leave the domain of its base. */
const EXACT_SECOND: ReadonlySet<Elementary> = new Set(['power', 'powerInteger']);

export function noisy(numbers: Numbers<Dual>, random: Random): Numbers<Dual> {
  const either = (unit: number) => 1 + (random.next() < 0.5 ? -unit : unit);
  const by = ({ v, d }: Dual, unit: number): Dual => ({
    v: v * either(unit),
    d: d?.map((x) => x * either(unit)) ?? null,
  });
  const singles = new WeakSet<Dual>();
  const moved = (x: Dual) => by(x, singles.has(x) ? UNIT.f32 : UNIT.f64);
  return {
    ...numbers,
    single: (x) => {
      const result = numbers.single(by(x, UNIT.f32));
      singles.add(result);
      return result;
    },
    add: (a, b) => numbers.add(moved(a), moved(b)),
    subtract: (a, b) => numbers.subtract(moved(a), moved(b)),
    multiply: (a, b) => numbers.multiply(moved(a), moved(b)),
    divide: (a, b) => numbers.divide(moved(a), moved(b)),
    elementary: (fn, args) =>
      numbers.elementary(
        fn,
        args.map((x, i) => (i > 0 && EXACT_SECOND.has(fn) ? x : moved(x))),
      ),
  };
}

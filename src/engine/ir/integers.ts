/** What integers can hold. */
import type { ScalarType } from './types';

/** The least and the greatest value of an integer type, as near as numbers of 53 bits come: open cases end there. */
export function extremes(type: ScalarType): readonly [least: number, greatest: number] {
  return type === 'i64' ? [-(2 ** 63), 2 ** 63] : [-(2 ** 31), 2 ** 31 - 1];
}

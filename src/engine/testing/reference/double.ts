import { ELEMENTARY } from '../../ir/elementary';
import type { Numbers } from './numbers';

/** Plain doubles, for running generated code. */
export const doubles: Numbers<number> = {
  constant: (value) => value,
  toNumber: (x) => x,
  single: Math.fround,
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  negate: (a) => -a,
  less: (a, b) => a < b,
  equal: (a, b) => a === b,
  elementary: (fn, args) => ELEMENTARY[fn].evaluate(...args),
};

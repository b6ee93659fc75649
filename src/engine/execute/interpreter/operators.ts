/** Operators on numbers of the machine. */
import { present } from '../../base/lookup';
import { ON_BITS } from '../../ir/integers';
import type { Binary, Expr } from '../../ir/types';
import type { Num } from './scope';
import { fail, type Interpreter, noteOverflow } from './state';

export function realBinary(op: Binary['op'], left: Num, right: Num): Num {
  switch (op) {
    case 'add':
      return (f) => left(f) + right(f);
    case 'subtract':
      return (f) => left(f) - right(f);
    case 'multiply':
      return (f) => left(f) * right(f);
    case 'divide':
      return (f) => left(f) / right(f);
    default:
      throw new Error(`${op} of reals`);
  }
}

export function dualBinary(m: Interpreter, op: Binary['op'], left: Num, right: Num): Num {
  return (f) => {
    const a = left(f);
    const da = m.dot;
    const b = right(f);
    const db = m.dot;
    switch (op) {
      case 'add':
        m.dot = da + db;
        return a + b;
      case 'subtract':
        m.dot = da - db;
        return a - b;
      case 'multiply':
        m.dot = da * b + a * db;
        return a * b;
      case 'divide':
        m.dot = (da - (a / b) * db) / b;
        return a / b;
      default:
        throw new Error(`${op} of reals`);
    }
  };
}

export function integerBinary(m: Interpreter, e: Binary, left: Num, right: Num): Num {
  const { op } = e;
  switch (op) {
    case 'add':
      return (f) => held(m, e, left(f) + right(f));
    case 'subtract':
      return (f) => held(m, e, left(f) - right(f));
    case 'multiply':
      return (f) => {
        const a = left(f);
        const b = right(f);
        held(m, e, a * b);
        return Math.imul(a, b);
      };
    case 'divide':
    case 'remainder':
      return (f) => {
        const a = left(f);
        const b = right(f);
        if (b === 0) fail(m, 'division-by-zero', { culprit: e.right });
        return op === 'divide' ? (a / b) | 0 : (a % b) | 0;
      };
    default: {
      const bits = present(ON_BITS[op], op);
      const isShift = op === 'shiftleft' || op === 'shiftright';
      return (f) => bits(left(f), isShift ? places(m, e, right(f)) : right(f));
    }
  }
}

/** The result as an integer of 32 bits holds it. */
export function held(m: Interpreter, e: Expr, exact: number): number {
  const wrapped = exact | 0;
  // A product of numbers may be -0, an integer is not.
  if (wrapped !== exact) noteOverflow(m, e, exact);
  return wrapped;
}

function places(m: Interpreter, e: Binary, count: number): number {
  if (!(count >= 0 && count < 32)) noteOverflow(m, e, null);
  return count;
}

export function withoutTangent(m: Interpreter, value: Num): Num {
  if (!m.dual) return value;
  return (f) => {
    const result = value(f);
    m.dot = 0;
    return result;
  };
}

export function truncated(m: Interpreter, value: number): number {
  if (!(value > -2147483649 && value < 2147483648)) fail(m, 'conversion-out-of-range', { value });
  return Math.trunc(value) | 0;
}

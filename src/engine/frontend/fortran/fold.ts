/** Values of constant expressions, rounded as the run would round them; null where an operand is no constant. */
import { constant, isReal } from '../../ir/build';
import { ELEMENTARY } from '../../ir/elementary';
import type { Binary, Compare, Constant, Expr, ScalarType } from '../../ir/types';

export function fold(e: Expr): Constant | null {
  const value = foldValue(e);
  if (value === null) return null;
  // A literal keeps its spelling.
  return e.kind === 'constant' ? e : constant(value, e.type, e.span);
}

function rounded(value: number, type: ScalarType): number | null {
  if (type === 'f32') return Math.fround(value);
  if (type === 'f64') return value;
  if (type === 'bool') return value ? 1 : 0;
  return Number.isSafeInteger(value) && (type === 'i64' || (value >= -(2 ** 31) && value < 2 ** 31))
    ? value
    : null;
}

export function foldValue(e: Expr): number | null {
  switch (e.kind) {
    case 'constant':
      return e.value;
    case 'variable':
    case 'element':
      return null;
    case 'unary': {
      const x = foldValue(e.operand);
      if (x === null) return null;
      return e.op === 'negate' ? rounded(-x, e.type) : e.op === 'not' ? (x ? 0 : 1) : ~x;
    }
    case 'binary': {
      const l = foldValue(e.left);
      const r = foldValue(e.right);
      return l === null || r === null ? null : foldBinary(e.op, l, r, e.type);
    }
    case 'compare': {
      const l = foldValue(e.left);
      const r = foldValue(e.right);
      return l === null || r === null ? null : foldCompare(e.op, l, r);
    }
    case 'logical': {
      const l = foldValue(e.left);
      const r = foldValue(e.right);
      if (l === null || r === null) return null;
      return (e.op === 'and' ? l && r : l || r) ? 1 : 0;
    }
    case 'convert': {
      const x = foldValue(e.operand);
      if (x === null) return null;
      return rounded(isReal(e.type) || e.type === 'bool' ? x : Math.trunc(x), e.type);
    }
    case 'select': {
      const c = foldValue(e.condition);
      return c === null ? null : foldValue(c ? e.whenTrue : e.whenFalse);
    }
    case 'intrinsic': {
      const args = e.args.map(foldValue);
      if (args.some((arg) => arg === null)) return null;
      const value = ELEMENTARY[e.fn].evaluate(...(args as number[]));
      return rounded(isReal(e.type) ? value : Math.trunc(value), e.type);
    }
  }
}

function foldBinary(op: Binary['op'], l: number, r: number, type: ScalarType): number | null {
  const real = isReal(type);
  switch (op) {
    case 'add':
      return rounded(l + r, type);
    case 'subtract':
      return rounded(l - r, type);
    case 'multiply':
      return rounded(l * r, type);
    case 'divide':
      if (real) return rounded(l / r, type);
      return r === 0 ? null : rounded(Math.trunc(l / r), type);
    case 'remainder':
      return r === 0 ? null : l % r;
    case 'bitand':
      return l & r;
    case 'bitor':
      return l | r;
    case 'bitxor':
      return l ^ r;
    case 'shiftleft':
      return l << r;
    case 'shiftright':
      return l >> r;
  }
}

function foldCompare(op: Compare['op'], l: number, r: number): number {
  const holds = { lt: l < r, le: l <= r, gt: l > r, ge: l >= r, eq: l === r, ne: l !== r }[op];
  return holds ? 1 : 0;
}

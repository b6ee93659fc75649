/** Operators between two operands, as C and JavaScript have them and as people read them. */

/** How tightly operators bind; an operand that binds less tightly than its place requires is put in parentheses. */
export const BINDS = {
  select: 1,
  or: 2,
  and: 3,
  bitor: 4,
  bitxor: 5,
  bitand: 6,
  equality: 7,
  relation: 8,
  shift: 9,
  sum: 10,
  product: 11,
  unary: 12,
  power: 13,
  primary: 14,
} as const;

export interface Infix {
  readonly text: string;
  readonly binds: number;
  /** How tightly operands must bind: compilers, and readers, want more parentheses than the grammar. */
  readonly left: number;
  readonly right: number;
}

const { sum, product, unary, relation, equality, shift, bitand, bitor, bitxor, and, or } = BINDS;

const INFIX: Readonly<Record<string, Infix>> = {
  add: { text: '+', binds: sum, left: sum, right: product },
  subtract: { text: '-', binds: sum, left: sum, right: product },
  multiply: { text: '*', binds: product, left: product, right: unary },
  divide: { text: '/', binds: product, left: product, right: unary },
  remainder: { text: '%', binds: product, left: product, right: unary },
  bitand: { text: '&', binds: bitand, left: unary, right: unary },
  bitor: { text: '|', binds: bitor, left: unary, right: unary },
  bitxor: { text: '^', binds: bitxor, left: unary, right: unary },
  shiftleft: { text: '<<', binds: shift, left: unary, right: unary },
  shiftright: { text: '>>', binds: shift, left: unary, right: unary },
  lt: { text: '<', binds: relation, left: sum, right: sum },
  le: { text: '<=', binds: relation, left: sum, right: sum },
  gt: { text: '>', binds: relation, left: sum, right: sum },
  ge: { text: '>=', binds: relation, left: sum, right: sum },
  eq: { text: '==', binds: equality, left: sum, right: sum },
  ne: { text: '!=', binds: equality, left: sum, right: sum },
  and: { text: '&&', binds: and, left: and, right: bitor },
  or: { text: '||', binds: or, left: or, right: bitor },
};

/** The entry for an operator and what stands left of it: `a || b || c` and `a & b & c` need no parentheses. */
export function infixOf(op: string, leftOp: string | null): Infix {
  const infix = INFIX[op] as Infix;
  if (op === 'or') return leftOp === 'or' ? infix : { ...infix, left: bitor };
  const chains = op === 'bitand' || op === 'bitor' || op === 'bitxor';
  return chains && leftOp === op ? { ...infix, left: infix.binds } : infix;
}

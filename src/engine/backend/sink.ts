/** The target that expressions are printed to: a writer, or a plain string where no origins are wanted. */
import type { Span } from '../base/span';
import type { Expr } from '../ir/types';

export interface Sink {
  write(text: string): void;
  /** Begins text that stands for a range of the source; returns what `close` needs to know. */
  open(source: Span): number;
  close(mark: number): void;
}

export function textOf(print: (sink: Sink) => void): string {
  let text = '';
  print({
    write(piece) {
      text += piece;
    },
    open: () => 0,
    close() {},
  });
  return text;
}

/** Prints items with commas between them. */
export function separated<T>(to: Pick<Sink, 'write'>, items: readonly T[], print: (item: T) => void): void {
  items.forEach((item, i) => {
    if (i > 0) to.write(', ');
    print(item);
  });
}

/** Begins the text of an expression, in parentheses where these are open; returns what `closeExpr` needs to know. */
export function openExpr(to: Sink, { span }: Expr, isOpen: boolean): number {
  const mark = to.open(span);
  if (isOpen) to.write('(');
  return mark;
}

export function closeExpr(to: Sink, mark: number, isOpen: boolean): void {
  if (isOpen) to.write(')');
  to.close(mark);
}

/** How tightly operators of C and JavaScript bind; an operand that binds less tightly than its place requires is put in parentheses. */
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
  primary: 13,
} as const;

export interface Infix {
  readonly text: string;
  readonly binds: number;
  /** How tightly operands must bind: compilers, and readers, want more parentheses than the grammar. */
  readonly left: number;
  readonly right: number;
}

const { sum, product, unary, relation, equality, shift, bitand, bitor, bitxor, and, or } = BINDS;

export const INFIX: Readonly<Record<string, Infix>> = {
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

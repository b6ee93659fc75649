/** Expressions as text, in a notation: our own, which tells every two trees apart, or that of a language, for people to read. */
import { assertNever } from '../../base/assert';
import { isPower } from '../elementary';
import { variableOf } from '../names';
import type { Binary, Compare, Constant, Convert, Expr, Intrinsic, Program, ScalarType } from '../types';
import { BINDS, infixOf } from './infix';

export interface Notation {
  /** Operators with their spaces; what is no operator is called, with its operands as arguments. */
  readonly operators: Readonly<
    Record<Binary['op'] | Compare['op'] | 'and' | 'or' | 'not' | 'complement', string>
  >;
  readonly element: (name: string, subscripts: readonly string[]) => string;
  readonly constant: (e: Constant) => string;
  /** What a conversion is written as; null where it goes without saying. */
  readonly convert: (e: Convert) => ((operand: string) => string) | null;
  readonly call: (e: Intrinsic) => string;
  /** An integer made a real, where it must be said. */
  readonly widened: (operand: string, type: ScalarType) => string;
  /** Powers with an operator. */
  readonly power: boolean;
  readonly select: 'merge' | '?:';
}

const isCalled = (operator: string) => /^\w+$/.test(operator);

export function expressionText(program: Program, e: Expr, notation: Notation): string {
  return new Writer(program, notation).whole(e);
}

class Writer {
  constructor(
    private readonly program: Program,
    private readonly notation: Notation,
  ) {}

  whole(e: Expr): string {
    return this.printed(e, BINDS.select);
  }

  private printed(e: Expr, least: number): string {
    const text = this.bare(e);
    return this.binds(e) < least ? `(${text})` : text;
  }

  private binds(e: Expr): number {
    const { operators, power, convert, select } = this.notation;
    switch (e.kind) {
      case 'constant':
        return e.value < 0 || Object.is(e.value, -0) ? BINDS.unary : BINDS.primary;
      case 'unary':
        return BINDS.unary;
      case 'binary':
      case 'compare':
        return isCalled(operators[e.op]) ? BINDS.primary : infixOf(e.op, null).binds;
      case 'logical':
        return e.op === 'and' ? BINDS.and : BINDS.or;
      case 'intrinsic':
        return power && isPower(e.fn) ? BINDS.power : BINDS.primary;
      case 'select':
        return select === 'merge' ? BINDS.primary : BINDS.select;
      case 'convert':
        return convert(e) ? BINDS.primary : this.binds(e.operand);
      default:
        return BINDS.primary;
    }
  }

  private bare(e: Expr): string {
    const { notation, program } = this;
    switch (e.kind) {
      case 'constant':
        return notation.constant(e);
      case 'variable':
        return variableOf(program, e.variable).name;
      case 'element':
        return notation.element(
          variableOf(program, e.variable).name,
          e.subscripts.map((part) => this.whole(part)),
        );
      case 'unary': {
        const sign = e.op === 'negate' ? '-' : notation.operators[e.op];
        if (isCalled(sign)) return `${sign}(${this.whole(e.operand)})`;
        return `${sign}${this.printed(e.operand, e.op === 'negate' ? BINDS.power : BINDS.unary)}`;
      }
      case 'binary':
      case 'compare':
        return this.operation(e);
      case 'logical': {
        const own = e.op === 'and' ? BINDS.and : BINDS.or;
        return `${this.printed(e.left, own)}${notation.operators[e.op]}${this.printed(e.right, own + 1)}`;
      }
      case 'intrinsic': {
        if (!notation.power || !isPower(e.fn))
          return `${notation.call(e)}(${e.args.map((part) => this.whole(part)).join(', ')})`;
        const [base, exponent] = e.args as readonly [Expr, Expr];
        return `${this.printed(base, BINDS.primary)}**${this.printed(exponent, BINDS.primary)}`;
      }
      case 'convert':
        return notation.convert(e)?.(this.whole(e.operand)) ?? this.bare(e.operand);
      case 'select': {
        const { condition, whenTrue, whenFalse } = e;
        if (notation.select === 'merge')
          return `merge(${[whenTrue, whenFalse, condition].map((part) => this.whole(part)).join(', ')})`;
        return `${this.printed(condition, BINDS.or)} ? ${this.printed(whenTrue, BINDS.or)} : ${this.printed(whenFalse, BINDS.select)}`;
      }
      default:
        return assertNever(e);
    }
  }

  private operation(e: Binary | Compare): string {
    const { notation } = this;
    const operator = notation.operators[e.op];
    if (isCalled(operator)) return `${operator}(${this.whole(e.left)}, ${this.whole(e.right)})`;
    const own = infixOf(e.op, null).binds;
    const least = e.kind === 'compare' ? own + 1 : own;
    // What is left unsaid of two integers would make the operation one of integers.
    const isUnsaid = e.kind === 'binary' && this.readsAsInteger(e.left) && this.readsAsInteger(e.right);
    const left = isUnsaid
      ? notation.widened(this.printed(e.left, BINDS.primary), e.left.type)
      : this.printed(e.left, least);
    return `${left}${operator}${this.printed(e.right, own + 1)}`;
  }

  private readsAsInteger(e: Expr): boolean {
    if (e.kind === 'unary' && e.op === 'negate') return this.readsAsInteger(e.operand);
    return (
      e.kind === 'convert' &&
      this.notation.convert(e) === null &&
      /^i/.test(e.operand.type) &&
      /^f/.test(e.type)
    );
  }
}

/** Reals carry a point, conversions are written out. */
export const OURS: Notation = {
  operators: {
    add: ' + ',
    subtract: ' - ',
    multiply: '*',
    divide: '/',
    remainder: '%',
    bitand: ' & ',
    bitor: ' | ',
    bitxor: ' ^ ',
    shiftleft: ' << ',
    shiftright: ' >> ',
    lt: ' < ',
    le: ' <= ',
    gt: ' > ',
    ge: ' >= ',
    eq: ' == ',
    ne: ' != ',
    and: ' && ',
    or: ' || ',
    not: '!',
    complement: '~',
  },
  element: (name, subscripts) => `${name}[${subscripts.join(', ')}]`,
  constant: plainConstant,
  convert: (e) => (operand) => `${e.type}(${operand})`,
  call: (e) => e.fn,
  widened: (operand, type) => `${type}(${operand})`,
  power: true,
  select: '?:',
};

function plainConstant(e: Constant): string {
  if (e.type === 'bool') return e.value === 0 ? 'false' : 'true';
  if (e.type === 'i64' && !Number.isSafeInteger(e.value)) return e.text ?? String(e.value);
  if (e.type === 'i32' || e.type === 'i64') return String(e.value);
  const text = Object.is(e.value, -0) ? '-0' : String(e.value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** `sin(x)*y + a[i,j]` in our own notation. */
export function printExpr(program: Program, e: Expr): string {
  return expressionText(program, e, OURS);
}

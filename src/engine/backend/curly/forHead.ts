/** The head of a counted loop in a language with braces, where bounds that the body changes are computed ahead of it. */
import { constant, isInteger, negate, sameExpr } from '../../ir/build';
import { BINDS } from '../../ir/text/infix';
import type { Assign, Binary, Expr, For, Program } from '../../ir/types';
import { mentions } from '../../ir/uses';
import { difference, sum } from '../affine';
import { mayWrite } from '../locals';
import type { Part } from '../sink';
import type { Dialect } from './dialect';

/** The parts that each language writes in its own way. */
export interface HeadParts {
  readonly program: Program;
  readonly index: string;
  readonly fresh: (wanted: string) => string;
  /** `const`, or a type: the word before the name of a bound that is computed ahead. */
  readonly declared: string;
  /** A value as the index is given it. */
  readonly value: (e: Expr) => Expr;
  /** The index in front of `++`. */
  readonly stepped: string;
  /** `i -= k` for a step of `-k`. */
  readonly subtracts: boolean;
}

/** Whether the loop's body, or counting itself, changes something that a bound reads. */
export function isComputedAhead(program: Program, { body, index }: For, bound: Expr): boolean {
  return mentions(bound, (id) => id === index || mayWrite(program, body, id));
}

export function forHead(d: Dialect, s: For, p: HeadParts): { before: () => void; head: () => void } {
  const { writer } = d;
  const { index } = p;
  const ahead: { name: string; value: Expr }[] = [];
  const atEntry = (e: Expr, wanted: string): Expr | string => {
    if (!isComputedAhead(p.program, s, e)) return e;
    const name = p.fresh(wanted);
    ahead.push({ name, value: e });
    return name;
  };
  const step = atEntry(s.step, 'step');
  const last = atEntry(s.last, 'last');
  const operand = (e: Expr | string): Part => (typeof e === 'string' ? e : [e, BINDS.sum]);
  const sign =
    s.step.kind === 'constant' ? Math.sign(s.step.value) : s.test === 'do' ? 0 : s.test[0] === 'l' ? 1 : -1;
  const strict = (s.test === 'lt' || s.test === 'gt') && typeof last !== 'string';
  const one = constant(1, s.last.type);
  const bound = strict && sign > 0 ? sum(last, one) : strict ? difference(last, one) : last;
  const test =
    sign === 0
      ? [operand(step), ` > 0 ? ${index} <= `, operand(last), ` : ${index} >= `, operand(last)]
      : [`${index} ${sign > 0 ? '<' : '>'}${strict ? '' : '='} `, operand(bound)];
  return {
    before() {
      for (const { name, value } of ahead) {
        d.print(`${p.declared} ${name} = `, p.value(value));
        writer.line(';');
      }
    },
    head: () => d.print(`${index} = `, p.value(s.first), '; ', ...test, '; ', ...stepParts(s.step, step, p)),
  };
}

function stepParts(e: Expr, step: Expr | string, { index, stepped, subtracts }: HeadParts): Part[] {
  if (e.kind === 'constant') {
    if (Math.abs(e.value) === 1) return [`${stepped}${e.value > 0 ? '++' : '--'}`];
    return [`${index} ${e.value > 0 ? '+=' : '-='} ${Math.abs(e.value)}`];
  }
  if (subtracts && e.kind === 'unary' && e.op === 'negate') return [`${index} -= `, e.operand];
  return [`${index} += `, typeof step === 'string' ? step : [step, BINDS.sum]];
}

/** `+= e` where the value is `target + e`; `e` must not be narrower in C than the sum was. */
export function incrementOf(s: Assign): { op: '+=' | '-='; by: Expr } | null {
  if (s.form !== 'increment' || s.value.kind !== 'binary') return null;
  const { op, left, right }: Binary = s.value;
  if (op !== 'add' && op !== 'subtract') return null;
  const [by, sign] = sameExpr(left, s.target)
    ? [right, op === 'add']
    : op === 'add' && sameExpr(right, s.target)
      ? [left, true]
      : [null, true];
  if (!by) return null;
  if (by.kind === 'unary' && by.op === 'negate') return { op: sign ? '-=' : '+=', by: by.operand };
  if (by.kind === 'constant' && by.value < 0 && isInteger(by.type))
    return { op: sign ? '-=' : '+=', by: negate(by, by.span) };
  return { op: sign ? '+=' : '-=', by };
}

/** Whether `i++` can say it. */
export function isUnit(e: Expr): boolean {
  return e.kind === 'constant' && e.value === 1 && isInteger(e.type);
}

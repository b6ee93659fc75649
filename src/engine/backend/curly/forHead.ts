/** The head of a counted loop in a language with braces, where bounds that the body changes are computed ahead of it. */
import { constant } from '../../ir/build';
import type { Expr, For, Program } from '../../ir/types';
import { mentions } from '../../ir/uses';
import { difference, sum } from '../affine';
import { mayWrite } from '../locals';
import type { Dialect } from './dialect';

/** The parts that each language writes in its own way. */
export interface HeadParts {
  readonly program: Program;
  readonly index: string;
  readonly fresh: (wanted: string) => string;
  /** `const`, or a type: the word before the name of a bound that is computed ahead. */
  readonly declared: string;
  /** Prints a value converted to the type of the index. */
  readonly value: (e: Expr) => void;
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
  const operand = (e: Expr | string) => (typeof e === 'string' ? writer.write(e) : d.operand(e));
  const sign =
    s.step.kind === 'constant' ? Math.sign(s.step.value) : s.test === 'do' ? 0 : s.test[0] === 'l' ? 1 : -1;
  const strict = (s.test === 'lt' || s.test === 'gt') && typeof last !== 'string';
  return {
    before() {
      for (const { name, value } of ahead) {
        writer.write(`${p.declared} ${name} = `);
        p.value(value);
        writer.line(';');
      }
    },
    head() {
      writer.write(`${index} = `);
      p.value(s.first);
      writer.write('; ');
      if (sign === 0) {
        operand(step);
        writer.write(` > 0 ? ${index} <= `);
        operand(last);
        writer.write(` : ${index} >= `);
        operand(last);
      } else {
        writer.write(`${index} ${sign > 0 ? '<' : '>'}${strict ? '' : '='} `);
        const one = constant(1, s.last.type);
        operand(strict ? (sign > 0 ? sum(last, one) : difference(last, one)) : last);
      }
      writer.write('; ');
      printStep(d, s.step, step, p);
    },
  };
}

function printStep(d: Dialect, e: Expr, step: Expr | string, { index, stepped, subtracts }: HeadParts): void {
  const { writer } = d;
  if (e.kind === 'constant') {
    if (Math.abs(e.value) === 1) writer.write(`${stepped}${e.value > 0 ? '++' : '--'}`);
    else writer.write(`${index} ${e.value > 0 ? '+=' : '-='} ${Math.abs(e.value)}`);
  } else if (subtracts && e.kind === 'unary' && e.op === 'negate') {
    writer.write(`${index} -= `);
    d.expr(e.operand);
  } else {
    writer.write(`${index} += `);
    if (typeof step === 'string') writer.write(step);
    else d.step(step);
  }
}

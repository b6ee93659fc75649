/** Executions of a statement, one for each iteration of the loops around it, and constraints on two of them (`iterationSpace.ts`). */
import { entryOf, itemAt } from '../../base/lookup';
import { type Affine, scale, sum } from '../../ir/subscripts';
import type { Statement, VariableId } from '../../ir/types';
import { type Constraint, without } from './integerPoints';

/** One execution: for each loop around it the number of its iteration, and the index that goes with it. */
export interface Execution {
  readonly loops: readonly Iteration[];
}
export interface Iteration {
  readonly loop: Statement;
  readonly count: VariableId;
  /** Null for a loop without one. */
  readonly index: { readonly id: VariableId; readonly value: Affine } | null;
}

const ONE: Affine = { terms: new Map(), constant: 1 };
export const minus = (a: Affine, b: Affine) => sum(a, b, -1);
export const just = (id: VariableId): Affine => ({ terms: new Map([[id, 1]]), constant: 0 });

/** How x can come before y: in an earlier iteration of one of the loops around both, or in the same where `isFirst`. */
export function before(x: Execution, y: Execution, isFirst: boolean): Constraint[][] {
  const n = x.loops.findIndex((l, d) => l.loop.id !== y.loops[d]?.loop.id);
  const common = x.loops.slice(0, n < 0 ? x.loops.length : n);
  const later = (d: number) =>
    minus(just(y.loops[d]?.count as VariableId), just(x.loops[d]?.count as VariableId));
  if (common.length === 0) return isFirst ? [[]] : [];
  return common.map((_, level) => {
    const isInnermost = level === common.length - 1;
    const outside = common.slice(0, level).map((_, d): Constraint => ({ kind: 'zero', a: later(d) }));
    const a = isInnermost && isFirst ? later(level) : minus(later(level), ONE);
    return [...outside, { kind: 'atLeastZero', a }];
  });
}

/** x and y in the same iteration of all loops around both. */
export function inOneIteration(x: Execution, y: Execution): Constraint[] {
  const n = x.loops.findIndex((l, d) => l.loop.id !== y.loops[d]?.loop.id);
  return x.loops
    .slice(0, n < 0 ? x.loops.length : n)
    .map((l, d): Constraint => ({ kind: 'zero', a: minus(just(itemAt(y.loops, d).count), just(l.count)) }));
}

interface Found {
  readonly conditions: readonly Constraint[];
  /** Puts a form, times a positive factor, in terms of the other two executions. */
  readonly replace: (a: Affine) => Affine;
}

/**
 * Iterations of x in which the equations hold, no more than `most`. Where the equations leave a loop open, it is in the iteration
 * of the read or of the write, or in the one beside it: if any iteration between the two will do, one of these does.
 */
export function solutions(
  x: Execution,
  r: Execution,
  w: Execution,
  equations: readonly Affine[],
  most: number,
): Found[] {
  const found: Found[] = [];
  const search = (known: ReadonlyMap<VariableId, Fraction>, conditions: readonly Constraint[]) => {
    if (found.length >= most) return;
    const open = x.loops.filter((l) => !known.has(l.count));
    for (const e of equations) {
      const a = replaced(e, known);
      const [one, ...more] = open.filter((l) => a.terms.has(l.count));
      if (!one || more.length > 0) continue;
      const c = entryOf(a.terms, one.count);
      const numerator = scale(without(a, one.count), -Math.sign(c));
      const divisor = Math.abs(c);
      const whole: Constraint[] = divisor === 1 ? [] : [{ kind: 'divisible', a: numerator, divisor }];
      search(new Map([...known, [one.count, { numerator, divisor }]]), [...conditions, ...whole]);
      return;
    }
    const [next] = open;
    if (!next) {
      const equal = equations.map((e): Constraint => ({ kind: 'zero', a: replaced(e, known) }));
      found.push({
        conditions: [...conditions, ...equal.filter(({ a }) => a.terms.size > 0 || a.constant !== 0)],
        replace: (a) => replaced(a, known),
      });
      return;
    }
    const depth = x.loops.indexOf(next);
    const [a, b] = [r.loops[depth], w.loops[depth]];
    const near = [
      ...(a?.loop.id === next.loop.id ? [just(a.count), sum(just(a.count), ONE)] : []),
      ...(b?.loop.id === next.loop.id ? [just(b.count), minus(just(b.count), ONE)] : []),
    ];
    for (const numerator of near.length > 0 ? near : [scale(ONE, 0)])
      search(new Map([...known, [next.count, { numerator, divisor: 1 }]]), conditions);
  };
  search(new Map(), []);
  return found;
}

interface Fraction {
  readonly numerator: Affine;
  readonly divisor: number;
}

/** a, times the product of the divisors, with `known` put in for the unknowns. */
function replaced(a: Affine, known: ReadonlyMap<VariableId, Fraction>): Affine {
  let result = a;
  for (const [id, { numerator, divisor }] of known) {
    const c = result.terms.get(id);
    if (c !== undefined) result = sum(scale(without(result, id), divisor), scale(numerator, c));
  }
  return result;
}

export function negationsOf(c: Constraint): Constraint[] {
  const least = (a: Affine): Constraint => ({ kind: 'atLeastZero', a });
  const negative = (a: Affine) => least(minus(scale(a, -1), ONE));
  switch (c.kind) {
    case 'atLeastZero':
      return [negative(c.a)];
    case 'zero':
      return [negative(c.a), negative(scale(c.a, -1))];
    case 'divisible':
      return Array.from({ length: c.divisor - 1 }, (_, k) => ({
        ...c,
        a: sum(c.a, scale(ONE, -(k + 1))),
      }));
  }
}

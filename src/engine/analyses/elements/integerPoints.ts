/**
 * Has a system of linear equations and inequalities over the integers no solution? (theory 4.4)
 *
 * Equations are solved exactly: a gcd that does not divide the constant ends it; two unknowns x, y with coefficients p, q and
 * g = gcd(p, q) are exchanged for z = (p·x + q·y)/g and a free one, until one is left. Inequalities then lose one unknown
 * after the other (Fourier and Motzkin), their constants rounded to what integers can reach. `true` is a proof; `false` says
 * that none was found.
 *
 *   2·i = j + 1, i >= 0, j >= 0, i < j       2·i - 1 > i: solutions from i = 2 on
 *   2·i = 2·j + 1                            no solution: 2 does not divide 1
 */
import { entryOf } from '../../base/lookup';
import { type Affine, scale, sum } from '../../ir/subscripts';
import type { VariableId } from '../../ir/types';

/** `a = 0`, `a >= 0`, or: `divisor` divides a. */
export type Constraint =
  | { readonly kind: 'zero'; readonly a: Affine }
  | { readonly kind: 'atLeastZero'; readonly a: Affine }
  | { readonly kind: 'divisible'; readonly a: Affine; readonly divisor: number };

/** Sums of products of these are exact in a double. */
const GREATEST = 2 ** 26;
/** With more inequalities than these, nothing is proven. */
const MOST_INEQUALITIES = 120;

/** A fresh unknown takes an id that no variable has: below all that the constraints mention. */
export function hasNoSolution(constraints: readonly Constraint[]): boolean {
  let fresh = Math.min(0, ...constraints.flatMap(({ a }) => [...a.terms.keys()])) - 1;
  const unknown = () => fresh-- as VariableId;
  const equations: Affine[] = [];
  let inequalities: Affine[] = [];
  for (const c of constraints) {
    if (c.kind === 'atLeastZero') inequalities.push(c.a);
    else if (c.kind === 'zero') equations.push(c.a);
    else equations.push(sum(c.a, { terms: new Map([[unknown(), -c.divisor]]), constant: 0 }));
  }
  for (let e = equations.pop(); e !== undefined; e = equations.pop()) {
    const solved = solve(e, unknown);
    if (!solved) return true;
    for (const [id, value] of solved) {
      inequalities = inequalities.map((a) => substitute(a, id, value));
      equations.forEach((a, k) => {
        equations[k] = substitute(a, id, value);
      });
    }
  }
  return eliminated(inequalities);
}

/** What unknowns are replaced by, one after the other, so that the equation holds for all values of what is left; null if it can't. */
function solve(equation: Affine, unknown: () => VariableId): (readonly [VariableId, Affine])[] | null {
  const steps: (readonly [VariableId, Affine])[] = [];
  let rest = equation;
  for (;;) {
    const unit = [...rest.terms].find(([, c]) => Math.abs(c) === 1);
    if (unit) {
      const [id, c] = unit;
      return [...steps, [id, scale(without(rest, id), -c)]];
    }
    const [first, second] = [...rest.terms];
    if (!first) return rest.constant === 0 ? steps : null;
    if (!second) {
      const value = -rest.constant / first[1];
      return Number.isInteger(value) ? [...steps, [first[0], { terms: new Map(), constant: value }]] : null;
    }
    const [[x, p], [y, q]] = [first, second];
    const { g, u, v } = bezout(p, q);
    const [z, w] = [unknown(), unknown()];
    const pair = (a: number, b: number): Affine => ({ terms: nonZero([z, a], [w, b]), constant: 0 });
    for (const step of [[x, pair(u, -q / g)] as const, [y, pair(v, p / g)] as const]) {
      steps.push(step);
      rest = substitute(rest, step[0], step[1]);
    }
  }
}

function nonZero(...terms: readonly (readonly [VariableId, number])[]): Map<VariableId, number> {
  return new Map(terms.filter(([, c]) => c !== 0));
}

/** u·p + v·q = g = gcd(p, q) > 0. */
function bezout(p: number, q: number): { g: number; u: number; v: number } {
  let [r, s, u, w, v, t] = [p, q, 1, 0, 0, 1];
  while (s !== 0) {
    const n = Math.trunc(r / s);
    [r, s] = [s, r - n * s];
    [u, w] = [w, u - n * w];
    [v, t] = [t, v - n * t];
  }
  return r < 0 ? { g: -r, u: -u, v: -v } : { g: r, u, v };
}

/** Fourier-Motzkin over a >= 0; true where a contradiction is left. */
function eliminated(system: readonly Affine[]): boolean {
  let all: readonly Affine[] = system;
  for (;;) {
    const tight = tightened(all);
    if (!tight) return true;
    if (tight.length > MOST_INEQUALITIES) return false;
    const next = cheapest(tight);
    if (next === null) return false;
    const low = tight.filter((a) => (a.terms.get(next) ?? 0) > 0);
    const high = tight.filter((a) => (a.terms.get(next) ?? 0) < 0);
    const rest = tight.filter((a) => !a.terms.has(next));
    const both = low.flatMap((l) =>
      high.map((h) => sum(scale(l, -entryOf(h.terms, next)), scale(h, entryOf(l.terms, next)))),
    );
    all = [...rest, ...both];
  }
}

/** Divided by what their coefficients share, the constant rounded down; of parallel ones the sharpest. Null: a contradiction. */
function tightened(all: readonly Affine[]): Affine[] | null {
  const sharpest = new Map<string, Affine>();
  for (const a of all) {
    if (a.terms.size === 0) {
      if (a.constant < 0) return null;
      continue;
    }
    // Without it the system is weaker, and what is proven of it holds.
    if ([a.constant, ...a.terms.values()].some((c) => Math.abs(c) > GREATEST)) continue;
    const g = [...a.terms.values()].reduce(gcd, 0);
    const terms = new Map([...a.terms].map(([id, c]) => [id, c / g] as const));
    const constant = Math.floor(a.constant / g);
    const key = [...terms].sort(([x], [y]) => x - y).join(' ');
    const known = sharpest.get(key);
    if (!known || constant < known.constant) sharpest.set(key, { terms, constant });
  }
  return [...sharpest.values()];
}

/** The unknown whose elimination makes the fewest inequalities; null where none is left. */
function cheapest(all: readonly Affine[]): VariableId | null {
  const signs = new Map<VariableId, [number, number]>();
  for (const a of all)
    for (const [id, c] of a.terms) {
      const count = signs.get(id) ?? [0, 0];
      count[c > 0 ? 0 : 1]++;
      signs.set(id, count);
    }
  let best: VariableId | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, [low, high]] of signs) {
    const cost = low * high - low - high;
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}

export function substitute(a: Affine, id: VariableId, value: Affine): Affine {
  const c = a.terms.get(id);
  return c === undefined ? a : sum(without(a, id), scale(value, c));
}

export function without(a: Affine, id: VariableId): Affine {
  const terms = new Map(a.terms);
  terms.delete(id);
  return { terms, constant: a.constant };
}

export function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b);
}

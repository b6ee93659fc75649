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
import type { Affine } from '../../ir/subscripts';
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

/** A linear form: the constant, then a coefficient for each unknown. */
type Row = number[];

export function hasNoSolution(constraints: readonly Constraint[]): boolean {
  const system = new System(constraints);
  for (let e = system.equations.pop(); e !== undefined; e = system.equations.pop())
    if (!system.solve(e)) return true;
  return eliminated(system.inequalities);
}

class System {
  readonly equations: Row[] = [];
  readonly inequalities: Row[] = [];

  constructor(constraints: readonly Constraint[]) {
    const columns = new Map<VariableId, number>();
    for (const { a } of constraints)
      for (const id of a.terms.keys()) if (!columns.has(id)) columns.set(id, columns.size + 1);
    for (const { a, kind } of constraints) {
      const row: Row = new Array(columns.size + 1).fill(0);
      row[0] = a.constant;
      for (const [id, coefficient] of a.terms) row[entryOf(columns, id)] = coefficient;
      (kind === 'atLeastZero' ? this.inequalities : this.equations).push(row);
    }
    constraints
      .filter((c) => c.kind !== 'atLeastZero')
      .forEach((c, k) => {
        if (c.kind === 'divisible') (this.equations[k] as Row)[this.unknown()] = -c.divisor;
      });
  }

  private unknown(...also: Row[]): number {
    let column = 0;
    for (const rows of [this.equations, this.inequalities, also])
      for (const row of rows) column = row.push(0) - 1;
    return column;
  }

  /** Puts `value`, in which the unknown does not occur, in its place everywhere, and in `also`. */
  private replace(unknown: number, value: Row, also: Row): void {
    for (const rows of [this.equations, this.inequalities, [also]])
      for (const row of rows) {
        const c = row[unknown] as number;
        if (c === 0) continue;
        row[unknown] = 0;
        for (let k = 0; k < value.length; k++) row[k] = (row[k] as number) + c * (value[k] as number);
      }
  }

  /** Replaces unknowns until the equation holds for all values of what is left; false if it can't. */
  solve(equation: Row): boolean {
    for (;;) {
      const involved = unknownsOf(equation);
      const unit = involved.find((k) => Math.abs(equation[k] as number) === 1);
      if (unit !== undefined) {
        const c = equation[unit] as number;
        const value = equation.map((x, k) => (k === unit || x === 0 ? 0 : -c * x));
        this.replace(unit, value, equation);
        return true;
      }
      const [x, y] = involved;
      if (x === undefined) return equation[0] === 0;
      const p = equation[x] as number;
      if (y === undefined) {
        const value = -(equation[0] as number) / p;
        if (!Number.isInteger(value)) return false;
        this.replace(x, [value], equation);
        return true;
      }
      const q = equation[y] as number;
      const { g, u, v } = bezout(p, q);
      const [z, w] = [this.unknown(equation), this.unknown(equation)];
      const pair = (a: number, b: number): Row => equation.map((_, k) => (k === z ? a : k === w ? b : 0));
      this.replace(x, pair(u, -q / g), equation);
      this.replace(y, pair(v, p / g), equation);
    }
  }
}

function unknownsOf(row: Row): number[] {
  const found: number[] = [];
  for (let k = 1; k < row.length; k++) if (row[k] !== 0) found.push(k);
  return found;
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

/** Fourier-Motzkin over rows >= 0; true where a contradiction is left. */
function eliminated(inequalities: readonly Row[]): boolean {
  let rows: Row[] = [];
  for (const row of inequalities) if (!tighten(rows, row)) return true;
  for (;;) {
    if (rows.length > MOST_INEQUALITIES) return false;
    const unknown = cheapest(rows);
    if (unknown === null) return false;
    const low = rows.filter((row) => (row[unknown] as number) > 0);
    const high = rows.filter((row) => (row[unknown] as number) < 0);
    rows = rows.filter((row) => row[unknown] === 0);
    for (const l of low)
      for (const h of high) {
        const [a, b] = [-(h[unknown] as number), l[unknown] as number];
        if (
          !tighten(
            rows,
            l.map((x, k) => a * x + b * (h[k] as number)),
          )
        )
          return true;
      }
  }
}

/**
 * Adds a row, divided by what its coefficients share, the constant rounded down; of parallel ones the sharpest stays. False: the row
 * is a contradiction.
 */
function tighten(rows: Row[], row: Row): boolean {
  let shared = 0;
  for (let k = 1; k < row.length; k++) if (row[k] !== 0) shared = gcd(shared, row[k] as number);
  if (shared === 0) return (row[0] as number) >= 0;
  // Without it the system is weaker, and what is proven of it holds.
  if (row.some((c) => Math.abs(c) > GREATEST)) return true;
  const tight = shared === 1 ? row : row.map((c, k) => (k === 0 ? Math.floor(c / shared) : c / shared));
  const at = rows.findIndex((known) => areParallel(known, tight));
  if (at < 0) rows.push(tight);
  else if ((tight[0] as number) < ((rows[at] as Row)[0] as number)) rows[at] = tight;
  return true;
}

function areParallel(a: Row, b: Row): boolean {
  for (let k = 1; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** The unknown whose elimination makes the fewest inequalities; null where none is left. */
function cheapest(rows: readonly Row[]): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 1; k < (rows[0]?.length ?? 0); k++) {
    let [low, high] = [0, 0];
    for (const row of rows) {
      if ((row[k] as number) > 0) low++;
      else if ((row[k] as number) < 0) high++;
    }
    const cost = low * high - low - high;
    if (low + high > 0 && cost < least) [best, least] = [k, cost];
  }
  return best;
}

export function without(a: Affine, id: VariableId): Affine {
  const terms = new Map(a.terms);
  terms.delete(id);
  return { terms, constant: a.constant };
}

export function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b);
}

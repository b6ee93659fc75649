/**
 * What the two generators of texts share: names in reach and bounded expressions.
 *
 * What always holds of the texts: real variables stay in [-2, 2] but for accumulators, which are read through a function
 * that squashes; subscripts are in bounds, divisors and arguments of functions far from where they are not defined; loops
 * end; nothing undefined is read; in one statement nothing is read that a side effect in it writes.
 */
import type { Random } from '../prng';
import type { Values } from '../reference';
import type { Piece } from './pieces';

export interface Written {
  readonly seed: number;
  readonly pieces: readonly Piece[];
  readonly entry: string;
  readonly inputs: Values;
  /** What the text was made of. */
  readonly constructs: ReadonlySet<string>;
}

/** Names in reach; the lists are copied where a construct brings its own. */
export interface Scope {
  /** Real scalars that statements may set. */
  readonly reals: readonly string[];
  /** Real values that are only read: parameters, elements of tables. */
  readonly values: readonly string[];
  readonly accumulators: readonly string[];
  /** Real arrays: each says one element, at random subscripts. */
  readonly arrays: readonly ArrayName[];
  /** Integer scalars of any value, that statements may set. */
  readonly integers: readonly string[];
  /** Whole numbers from 0 to 3: indices of the loops around. */
  readonly indices: readonly string[];
  readonly flags: readonly string[];
  /** Innermost loop that `break` and `continue` mean, as a name where it has one. */
  readonly loops: readonly string[];
  /** Trips of the loops around, multiplied. */
  readonly trips: number;
  readonly depth: number;
  /** How the routine is left early; null where it is not. */
  readonly leave: (() => string) | null;
  /** Not to be named: what a side effect of the statement writes. */
  readonly avoided: ReadonlySet<string>;
}

export interface ArrayName {
  readonly name: string;
  readonly rank: 1 | 2;
  readonly writable: boolean;
}

export interface Writer {
  readonly random: Random;
  readonly constructs: Set<string>;
  count: number;
}

/** A name that no other place of the text has. */
export function fresh(w: Writer, stem: string): string {
  return `${stem}${++w.count}`;
}

export function readable(scope: Scope, names: readonly string[]): readonly string[] {
  return names.filter((name) => !scope.avoided.has(name));
}

export function avoiding(scope: Scope, ...names: readonly string[]): Scope {
  return { ...scope, avoided: new Set([...scope.avoided, ...names]) };
}

export function deeper(scope: Scope, changes: Partial<Scope> = {}): Scope {
  return { ...scope, depth: scope.depth + 1, ...changes };
}

/** A rule: how often, its name in the statistics, and what it writes; null where the scope lacks what it needs. */
export type Rule<T> = readonly [weight: number, name: string, write: () => T | null];

/** Draws rules until one can be followed; the last is one that always can. */
export function follow<T>(w: Writer, rules: readonly Rule<T>[]): T {
  for (;;) {
    const [name, write] = w.random.weighted(
      rules.map(([weight, name, write]) => [weight, [name, write]] as const),
    );
    const made = write();
    if (made === null) continue;
    if (name !== '') w.constructs.add(name);
    return made;
  }
}

/** A number of two digits, never zero. */
export function number(w: Writer, low = -1.9, high = 1.9): number {
  return w.random.decimal(low, high) || 0.45;
}

/** What the table holds of one elementary function, and the parts that its entries are made of. */
import { itemAt } from '../../base/lookup';
import * as b from '../build';
import type { Expr, ScalarType } from '../types';

type RealType = 'f64' | 'f32';

/** A function that a language lacks: it is printed in front of a text that calls it, for the type of its result. */
export interface Helper {
  readonly name: (type: ScalarType) => string;
  readonly text: (type: ScalarType) => string;
  /** Other helpers that its text calls. */
  readonly needs?: readonly Helper[];
}

/** What a language calls the function, by the type of its result; a helper serves types that have no name of their own. */
export type Spelling =
  | { readonly names: Readonly<Partial<Record<ScalarType, string>>>; readonly helper?: Helper }
  | { readonly names?: undefined; readonly helper: Helper };

/**
 * An intrinsic of Fortran: its generic name, and older names that belong to one type. `c`: taken from the C library.
 * Else a helper.
 */
export type FortranSpelling =
  | {
      readonly generic: string;
      readonly specific?: Readonly<Partial<Record<ScalarType, readonly string[]>>>;
      readonly helper?: undefined;
    }
  | 'c'
  | { readonly generic?: undefined; readonly helper: Helper };

/** An operator, a function of the language, or a helper. */
export type JavaScriptSpelling = { readonly operator: '**' | '%' } | string | Helper;

export type Partial1 = (...args: Expr[]) => Expr;
export type PartialByResult = (result: Expr, ...args: Expr[]) => Expr;

/** A partial derivative that we don't have, with the reason and what to do instead. */
export interface NoPartial {
  readonly refused: string;
}

export interface ElementaryRule {
  readonly arity: 1 | 2 | 3;
  /**
   * `real`: every argument and the result have one real type. `any`: one type, real or integer.
   */
  readonly types: 'real' | 'any';
  /** An argument that is an integer all the same: an exponent, an order. */
  readonly whole?: 0 | 1;
  /** One per argument; `null` where it is flat almost everywhere. */
  readonly partials: readonly (Partial1 | NoPartial | null)[];
  /**
   * The same partials written with the result of the function, where that is cheaper or needs less (theory 4.6); only
   * read with the option `useResults`. `null`: as in `partials`.
   */
  readonly partialsByResult?: readonly (PartialByResult | null)[];
  /** Where the function is not differentiable, in words; reported when a run hits it. */
  readonly kink?: string;
  /** True at arguments where a run stands on a kink. */
  readonly atKink?: (...args: number[]) => boolean;
  /** Where it is defined, in words; for messages. */
  readonly domain?: string;
  readonly c: Spelling;
  readonly fortran: FortranSpelling;
  readonly javascript: JavaScriptSpelling;
  /** In double precision. */
  readonly evaluate: (...args: number[]) => number;
  /** What one call counts for when runs are compared; left out: a function. */
  readonly cost?: 'add' | 'divide' | 'multiplyAdd';
  readonly random: RandomUse;
}

/** How random programs call the function. */
export interface RandomUse {
  /** Where each argument is kept, well inside the domain. */
  readonly domains: readonly (readonly [low: number, high: number])[];
  /** How often, beside other functions; left out: 1. */
  readonly weight?: number;
  /** Only in programs of this language, whose text can say it. */
  readonly language?: 'c' | 'fortran';
  /** The slope to expect, where samples on a grid would take jumps for slopes. */
  readonly gain?: number;
  /** Near a multiple of the second argument the value jumps by it. */
  readonly remainder?: boolean;
}

/** `sin` and `sinf`. */
export function realNames(name: string): Record<RealType, string> {
  return { f64: name, f32: `${name}f` };
}

/** A generic intrinsic with the older name for double precision. */
export function intrinsic(generic: string, double = `d${generic}`, single?: string): FortranSpelling {
  return { generic, specific: { f64: [double], ...(single ? { f32: [single] } : {}) } };
}

type More = globalThis.Partial<Omit<ElementaryRule, 'random'>> & { readonly name?: string };

/** A function of one real argument, called alike everywhere but where `more` says otherwise. */
export function unary(
  name: string,
  partial: Partial1 | null,
  evaluate: (x: number) => number,
  random: RandomUse['domains'][0] | RandomUse,
  more: More = {},
): ElementaryRule {
  return {
    arity: 1,
    types: 'real',
    partials: [partial],
    c: { names: realNames(name) },
    fortran: intrinsic(name),
    javascript: `Math.${name}`,
    evaluate,
    random: 'domains' in random ? random : { domains: [random] },
    ...more,
  };
}

// Partials are read after the whole table stands: a name in them is checked by the tests of the table.
export const call = (fn: string, ...args: Expr[]): Expr =>
  b.intrinsic(fn as Parameters<typeof b.intrinsic>[0], args, itemAt(args, 0).type);
export const num = (value: number, like: Expr): Expr => b.constant(value, like.type);
export const sq = (x: Expr): Expr => b.multiply(x, x);
export const over = (n: number, d: Expr): Expr => b.divide(num(n, d), d);
export const one = (x: Expr): Expr => num(1, x);
export const positive = (x: Expr): Expr => b.compare('gt', x, num(0, x));
/** `then`, but 0 where x is 0. */
export const unlessZero = (x: Expr, then: Expr): Expr =>
  b.select(b.compare('eq', x, num(0, x)), num(0, x), then);

/** Half away from zero, as C's round and Fortran's ANINT. */
export function roundAway(x: number): number {
  const t = Math.trunc(x);
  return Math.abs(x - t) >= 0.5 ? t + Math.sign(x) : t;
}
/** Half to even, as C's rint in the default rounding mode. */
export function roundEven(x: number): number {
  const f = Math.floor(x);
  const d = x - f;
  if (d < 0.5) return f;
  if (d > 0.5) return f + 1;
  return f % 2 === 0 ? f : f + 1;
}

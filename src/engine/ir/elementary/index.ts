/**
 * The one table of elementary functions: names in each language, partial derivatives, flatness, evaluation, and how random
 * programs call them. Tangent, adjoint, the use sets of TBR (theory 4.1) and the linearised graph all read the partials from
 * here; front ends and printers take the names, the tests their arguments.
 *
 * A partial is an expression over the arguments. Conventions at kinks (theory 14): ties of min and max go to the
 * first argument; abs'(0) = +1; sqrt'(0) = 0; x**p at x <= 0 has dx = 0 for p zero or not an integer, and dp = 0.
 * `null` marks an argument in which the function is flat almost everywhere.
 */
import { keysOf, present } from '../../base/lookup';
import type { Language, ScalarType } from '../types';
import { BESSEL } from './bessel';
import type { Elementary } from './names';
import { PIECEWISE } from './piecewise';
import { POWERS } from './powers';
import type { ElementaryRule, Helper, Partial1 } from './rule';
import { SMOOTH } from './smooth';

export type { Elementary } from './names';
export type { ElementaryRule, Helper } from './rule';

const TABLE = { ...SMOOTH, ...POWERS, ...PIECEWISE, ...BESSEL };

declare module './names' {
  interface ElementaryNames extends Record<keyof typeof TABLE, true> {}
}

export const ELEMENTARY: Record<Elementary, ElementaryRule> = TABLE;

export const ELEMENTARY_NAMES = keysOf(ELEMENTARY);

/** The partial with respect to an argument; null where the function is flat almost everywhere. */
export function partialRule(fn: Elementary, argument: number): Partial1 | null {
  const partial = ELEMENTARY[fn].partials[argument];
  return typeof partial === 'function' ? partial : null;
}

/** Why there is no partial with respect to an argument, and what to do instead; null where there is one. */
export function refusedPartial(fn: Elementary, argument: number): string | null {
  const partial = ELEMENTARY[fn].partials[argument];
  return partial !== null && typeof partial === 'object' ? partial.refused : null;
}

/** Printed with an operator in Fortran, and in our own notation. */
export function isPower(fn: Elementary): boolean {
  const { fortran } = ELEMENTARY[fn];
  return fortran !== 'c' && fortran.generic === '**';
}

/** What C calls the function at this type of its result: its name, or the helper that stands in for it. */
export function inC(fn: Elementary, type: ScalarType): string | Helper {
  const { names, helper } = ELEMENTARY[fn].c;
  return names?.[type] ?? present(helper, `a name of ${fn} for ${type} in C`);
}

/** No function of the language: texts that call it compile with a helper only. */
export function isOnlyOurs(fn: Elementary, language: Language): boolean {
  const { c, fortran } = ELEMENTARY[fn];
  return language === 'c' ? c.names === undefined : fortran !== 'c' && fortran.helper !== undefined;
}

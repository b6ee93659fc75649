/** The state of the rewriting of complex numbers. */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { freshName } from '../../../mapped';
import { declaration, declarator, integer, named, plainType } from '../../parse/build';
import type * as S from '../../parse/syntax';

/** Of names, how many subscripts lead to a complex number; null for what is real. */
export type Names = Map<string, number | null>;

/** Of what the pairs are that a function returns, and that it is passed by value; null for all else. */
export interface Signature {
  readonly result: S.BaseType | null;
  readonly scalars: readonly (S.BaseType | null)[];
}

export interface State {
  readonly sink: DiagnosticSink;
  readonly functions: ReadonlyMap<string, Signature>;
  readonly taken: Set<string>;
  readonly globals: Names;
  readonly names: Names;
  readonly temporaries: S.Statement[];
  /** The pair that the function returns. */
  readonly result: string | null;
  readonly base: 'f64' | 'f32';
  /** At file scope, where first values are constants. */
  readonly isOutside: boolean;
}

export function isComplex(type: S.TypeSpecifier): boolean {
  return type.isComplex === true;
}

export function baseOf(type: S.TypeSpecifier): S.BaseType | null {
  return isComplex(type) ? type.base : null;
}

export function realType(type: S.TypeSpecifier): S.TypeSpecifier {
  const { isComplex: _, ...rest } = type;
  return rest;
}

export function rankOf(s: State, name: string): number | null {
  const own = s.names.get(name);
  return own === undefined ? (s.globals.get(name) ?? null) : own;
}

/** A variable of the rewriting's own: a part, or a pair. */
export function temporary(
  s: State,
  wanted: 'part' | 'pair' | 'chosen',
  span: Span,
  base: S.BaseType = wanted === 'chosen' ? 'i32' : s.base,
): S.Name {
  const name = freshName(s.taken, wanted);
  const derivations = wanted === 'pair' ? [pairOf(span)] : [];
  s.temporaries.push(declaration(plainType(base, span), declarator(name, span, derivations)));
  return named(name, span);
}

export function pairOf(span: Span): S.Derivation {
  return { kind: 'array', size: integer(2, span), span };
}

/** The state of a unit while its COMPLEX variables become pairs. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { freshName } from '../../../mapped';
import { declared, entityOf, integer } from '../../parse/made';
import type { StatementSyntax, TypeSyntax } from '../../parse/syntax';
import type { Hoisting } from '../hoisted';

export interface Signature {
  /** Dimensions of COMPLEX dummies, by position; null for others. */
  readonly parameters: readonly { readonly name: string; readonly rank: number | null }[];
  readonly result: boolean;
  /** Dimensions of the result. */
  readonly resultRank: number;
  readonly isElemental: boolean;
}

export interface State extends Hoisting {
  readonly sink: DiagnosticSink;
  readonly names: Set<string>;
  /** Dimensions of a variable that is COMPLEX; null for a name that means something else here. */
  readonly scope: Map<string, number | null>;
  /** Letters that IMPLICIT makes COMPLEX, and those of names it made so. */
  readonly letters: Set<string>;
  readonly implied: Set<string>;
  readonly signatures: ReadonlyMap<string, Signature>;
  /** How many dimensions names of the unit have that have bounds. */
  readonly arrays: ReadonlyMap<string, number>;
  /** Of variables that keep parts. */
  readonly real: TypeSyntax;
  readonly temporaries: StatementSyntax[];
  /** The number of the last array that holds real parts while imaginary parts are assigned. */
  lastCopy: number;
}

/** How many dimensions a COMPLEX variable has; null for any other name. */
export function rankOf(s: State, name: string): number | null {
  const known = s.scope.get(name);
  if (known !== undefined) return known;
  if (!s.letters.has(name.charAt(0)) || s.signatures.has(name)) return null;
  s.scope.set(name, 0);
  s.implied.add(name);
  return 0;
}

/** A variable of the rewriting's own: a part, or a pair. */
export function temporary(s: State, extent: number | null): string {
  const name = freshName(s.names, extent === null ? 'part' : 'pair');
  const { span } = s.real;
  const dimensions = extent === null ? null : [{ lower: null, upper: integer(extent, span), span }];
  s.temporaries.push(declared(s.real, entityOf(name, span, dimensions)));
  return name;
}

/** The same for an array of pairs, which has the size of the value assigned to it. */
export function temporaryArray(s: State, rank: number): string {
  const name = freshName(s.names, 'pairs');
  const { span } = s.real;
  const dimensions = Array.from({ length: rank + 1 }, () => ({ lower: null, upper: 'shape' as const, span }));
  s.temporaries.push(declared(s.real, entityOf(name, span, dimensions), ['allocatable']));
  return name;
}

/** The state while members of structures replace them: names, signatures, the function at hand. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { declaration, declarator, plainType } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { type Fenced, fence } from '../fence';
import { type Aggregate, isPlain, type Leaf, leavesOf } from './types';

/** A variable that is a structure, or an array of them or pointer to them. */
export interface Root extends Aggregate {
  /** What the names of its members begin with. */
  readonly name: string;
  /** A parameter that points to one structure: its members are parameters, and arrays in it are just arrays. */
  readonly isSingle: boolean;
  readonly isParameter: boolean;
  /** Members that go by another name: copies of what was passed by value. */
  readonly renamed: ReadonlyMap<string, string>;
}

export interface Signature {
  /** Null for a parameter that has nothing to do with structures. */
  readonly parameters: readonly (Pick<Root, 'struct' | 'derivations' | 'isSingle'> | null)[];
  readonly result: S.StructType | null;
}

export interface State {
  readonly sink: DiagnosticSink;
  readonly functions: ReadonlyMap<string, Signature>;
  /** Names of the file, and those that are known where the rewriting is. Null for what hides a structure and is none. */
  readonly globals: Map<string, Root | null>;
  names: Map<string, Root | null>;
  /** Members that the text names. */
  readonly members: ReadonlySet<string>;
  /** Those that were said to be outside of the subset. */
  readonly told: Set<string>;
  /** What the function at hand returns through pointers. */
  result: Root | null;
  /** Declarations that go to the top of the function at hand. */
  temporaries: S.Statement[];
  made: number;
  /** Rewrites an expression that is no structure. */
  readonly scalar: (e: S.Expr) => S.Expr;
}

/** Says once that a member is outside of the subset. */
export function refuseMember(s: State, what: Fenced, span: Span, name: string): void {
  if (!s.told.has(name)) fence(s.sink, what, span, name);
  s.told.add(name);
}

export function lookUp(s: State, name: string): Root | null {
  return s.names.get(name) ?? null;
}

/** Around a leaf of a variable: a pointer to one structure is not there but for single numbers. */
export function leafDerivations(root: Root, leaf: Pick<Leaf, 'derivations'>): readonly S.Derivation[] {
  if (root.isSingle && leaf.derivations.length > 0) return leaf.derivations;
  return [...root.derivations, ...leaf.derivations];
}

/** Whether a variable of its own can stand for a leaf. */
export function isVariable(root: Root, leaf: Pick<Leaf, 'type' | 'derivations'>): boolean {
  return isPlain({ type: leaf.type, derivations: leafDerivations(root, leaf) });
}

export function leafName(root: Root, path: readonly string[]): string {
  const name = [root.name, ...path].join('.');
  return root.renamed.get(name) ?? name;
}

/** A variable that is no parameter. */
export function localRoot(name: string, struct: S.StructType, derivations: Root['derivations'] = []): Root {
  return { name, struct, derivations, isSingle: false, isParameter: false, renamed: new Map() };
}

/** A structure of the rewriting's own, declared at the top of the function. */
export function temporaryStruct(s: State, struct: S.StructType, wanted: string, span: Span): Root {
  s.made++;
  const root = localRoot(s.made === 1 ? wanted : `${wanted}${s.made}`, struct);
  for (const leaf of leavesOf(struct))
    s.temporaries.push(declaration(leaf.type, declarator(leafName(root, leaf.path), span, leaf.derivations)));
  return root;
}

export function temporaryInteger(s: State, span: Span): string {
  s.made++;
  const name = `at.${s.made}`;
  s.temporaries.push(declaration(plainType('i32', span), declarator(name, span)));
  return name;
}

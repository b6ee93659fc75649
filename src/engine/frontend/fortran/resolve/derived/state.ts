/** The state of a unit while variables replace the components of its structures. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import type { StatementSyntax } from '../../parse/syntax';
import type { Operators } from './operators';
import type { Root, Scope } from './references';
import type { Signature } from './signatures';
import type { Type } from './types';

export interface Text {
  readonly types: ReadonlyMap<string, Type>;
  readonly signatures: ReadonlyMap<string, Signature>;
  readonly operators: Operators;
  readonly names: Set<string>;
  readonly sink: DiagnosticSink;
}

/** A unit at work. */
export interface State extends Text {
  /** Its variables start with the values that their types say. */
  readonly isModule: boolean;
  readonly scope: Map<string, Root | null>;
  /** Structures of modules, which USE may name. */
  readonly modules: ReadonlyMap<string, Scope>;
  /** Structures of the rewriting's own. */
  readonly temporaries: { readonly root: Root; readonly span: Span }[];
  /** What has to be done before the statement at hand. */
  before: StatementSyntax[];
}

/** Names that mean something else inside of a construct. */
export function inScope<T>(s: State, run: () => T): T {
  const around = new Map(s.scope);
  const made = run();
  s.scope.clear();
  for (const [name, root] of around) s.scope.set(name, root);
  return made;
}

/** Where pointers can point, at one place of a routine. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { nameAt } from '../../parse/made';
import type { NameSyntax, StatementSyntax } from '../../parse/syntax';
import type { Facts, Target } from './facts';

/** Where each pointer points: a target's number, 0 for nowhere, -1 where nothing is known. */
export type Stand = readonly number[];
export type Stands = ReadonlyMap<string, Stand>;

export interface Heap {
  readonly first: Target;
  readonly spare: () => Target;
}

export interface State {
  readonly facts: Facts;
  readonly sink: DiagnosticSink;
  readonly names: Set<string>;
  /** The pointers, in the order of their numbers in a stand. */
  readonly order: readonly string[];
  readonly byId: ReadonlyMap<number, Target>;
  /** Variables that hold where pointers point. */
  readonly held: Map<string, string>;
  /** By ALLOCATE, what it can give the pointers in it. */
  readonly heaps: Map<StatementSyntax, Map<string, Heap>>;
  readonly declarations: StatementSyntax[];
  /** Of each loop around: where pointers can point at its EXITs and CYCLEs. */
  readonly left: Map<string, Stand>[];
}

export function joined(...all: readonly Stands[]): Stands {
  const found = new Map<string, Stand>();
  for (const stands of all) for (const [key, stand] of stands) found.set(key, stand);
  return found;
}

/** The stands after one pointer has moved. */
export function changed(stands: Stands, at: number, to: (stand: Stand) => number): Stands {
  const found = new Map<string, Stand>();
  for (const stand of stands.values()) {
    const next = stand.map((id, k) => (k === at ? to(stand) : id));
    found.set(next.join(), next);
  }
  return found;
}

/** The variable that holds where a pointer points. */
export function holder(s: State, name: string, span: Span): NameSyntax {
  return nameAt(s.held.get(name) ?? name, span);
}

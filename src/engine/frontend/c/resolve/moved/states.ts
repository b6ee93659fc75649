/** The states of pointers while they are followed, their numbers, and the variables that stand for them. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { assign, named, statement } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { fence } from '../fence';
import type { Facts } from './facts';
import type { Meaning, Target } from './substitute';

/** Beyond this many, so much code would come of it that nobody could read it. */
export const MOST_STATES = 24;

/** By the pointers' order: `name/rows`, 'null' or 'nothing'. */
export type State = readonly string[];

export interface Jumps {
  readonly exit: string;
  readonly again: string;
}

export interface Flow {
  readonly facts: Facts;
  readonly pointers: readonly string[];
  /** Pointers that are read only right after they were set. */
  readonly passing: ReadonlySet<string>;
  readonly sink: DiagnosticSink;
  readonly fresh: (wanted: string) => string;
  /** States, by what they are written as. */
  readonly states: Map<string, State>;
  /** States with which a place is reached by jumps. */
  readonly reached: Map<string, Set<string>>;
  readonly ids: Map<string, number>;
  /** Variables that were made, by what they are for. */
  readonly made: Map<string, string>;
  /** Arrays from the heap, by the pointer that was set to them first, and the size each was made with. */
  readonly heaps: Map<string, { pointer: string; bytes: readonly S.Expr[] }>;
  changed: boolean;
  writes: boolean;
}

/** What is at a place: the states that can be, each with the one that the variable still says. */
export class At {
  constructor(readonly now: Map<string, string>) {}
  static of(states: Iterable<string>): At {
    return new At(new Map([...states].map((state) => [state, state])));
  }
  get states(): Set<string> {
    return new Set(this.now.values());
  }
}

export function key(f: Flow, state: State): string {
  const written = state.join(' ');
  if (!f.states.has(written)) f.states.set(written, state);
  return written;
}

export function variable(f: Flow, what: string, wanted: string): string {
  const known = f.made.get(what) ?? f.fresh(wanted);
  f.made.set(what, known);
  return known;
}

export function which(f: Flow): string {
  return variable(f, '', 'pointing');
}

export function at(f: Flow, pointer: string): string | null {
  return f.facts.shifted.has(pointer) ? variable(f, `at ${pointer}`, `${pointer}_at`) : null;
}

export function row(f: Flow, pointer: string, k: number): string {
  return variable(f, `row${k} ${pointer}`, `${pointer}_row${k === 0 ? '' : k + 1}`);
}

export function reach(f: Flow, place: string, states: Iterable<string>): void {
  const known = f.reached.get(place) ?? new Set();
  f.reached.set(place, known);
  for (const state of states) {
    if (!known.has(state)) f.changed = true;
    known.add(state);
  }
}

export function moved(f: Flow, here: At, change: (state: State) => State): At {
  return new At(
    new Map([...here.now].map(([said, now]) => [said, key(f, change(f.states.get(now) ?? []))] as const)),
  );
}

export function idOf(f: Flow, state: string): number {
  const known = f.ids.get(state);
  if (known !== undefined) return known;
  f.changed = true;
  f.ids.set(state, f.ids.size);
  return f.ids.size - 1;
}

export function* namesIn(e: S.Expr): Iterable<string> {
  const waiting: unknown[] = [e];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if ('kind' in next && next.kind === 'name' && 'name' in next) yield String(next.name);
    waiting.push(...Object.values(next).filter((part) => typeof part === 'object'));
  }
}

export function meaning(f: Flow, written: string): Meaning {
  const state = f.states.get(written) ?? [];
  const target = (pointer: string): Target => {
    const of = state[f.pointers.indexOf(pointer)] ?? 'nothing';
    const [name = '', rows] = of.split('/');
    return rows === undefined ? (of as 'null' | 'nothing') : { name, rows: Number(rows) };
  };
  return {
    names: f.facts.names,
    moved: f.facts.moved,
    target,
    row: (pointer, k) => row(f, pointer, k),
    at: (pointer) => at(f, pointer),
    dead: false,
    refuse: (span) => {
      if (f.writes) fence(f.sink, 'pointerValue', span);
    },
  };
}

export function set(name: string, value: S.Expr, span: Span): S.Statement {
  return statement(assign(named(name, span), value, span));
}

/** Without what is said of the pointers when it is said anew before anybody asks. */
export function tidied(name: string, stmts: readonly S.Statement[]): S.Statement[] {
  const isSet = (stmt: S.Statement): boolean =>
    stmt.kind === 'expression' &&
    stmt.expr.kind === 'assign' &&
    stmt.expr.target.kind === 'name' &&
    stmt.expr.target.name === name;
  return stmts.filter((stmt, i) => {
    if (!isSet(stmt)) return true;
    for (const next of stmts.slice(i + 1)) {
      if (isSet(next)) return false;
      if (next.kind !== 'expression' && next.kind !== 'declaration') return true;
    }
    return true;
  });
}

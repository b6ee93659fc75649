/**
 * What one window keeps and what it computes again, at least cost (theory 15). A window is a run of assignments in one basic
 * block. Its derivatives read values; each is to be there when the window's backward sweep starts: where the forward sweep
 * has left it, kept in a variable of its own, or computed from others that are there.
 *
 *   h = x + d*k;  k = h*(a - h);  x = x + d*k;      x at entry is kept; h, k are computed again from it
 */
import { children, isReal, somePart, tapeBytes } from '../../ir/build';
import { ELEMENTARY } from '../../ir/elementary';
import type { Locations } from '../../ir/locations';
import { placesRead } from '../../ir/partials';
import type { Assign, Expr, Place } from '../../ir/types';
import type { AssignDerivative } from '../instructions/derivatives';
import { type Closure, type ClosureValue, leastClosure } from './cut';
import { type Value, ValueNumbers } from './values';

export interface WindowFacts {
  readonly statements: readonly Assign[];
  readonly locations: Locations;
  /** It stays in the forward sweep. */
  readonly stays: (s: Assign) => boolean;
  readonly derivative: (s: Assign) => AssignDerivative | undefined;
  /** Something may overwrite the location between the window's end and its backward sweep. */
  readonly isLost: (location: number) => boolean;
  /** Upstream needs what the location held at the window's entry, so that it is stored anyway. */
  readonly isStoredAnyway: (location: number) => boolean;
  /** An integer that every statement of the window that writes it can be undone for. */
  readonly isUndone: (location: number) => boolean;
  /** A variable of its own is overwritten when the window runs again, or does not outlive the sweep. */
  readonly repeats: boolean;
}

/** A part of a derivative that names no adjoint: an expression in the state before statement `at`. */
export interface Read {
  readonly at: number;
  readonly expr: Expr;
  readonly value: number;
}

export interface Window extends WindowFacts {
  readonly values: readonly Value[];
  /** By statement: what its expressions come to. */
  readonly numbers: readonly ReadonlyMap<Expr, number>[];
  /** What derivatives read and must be provided for. */
  readonly reads: readonly Read[];
  /** Places that hold a value when the window has run, and keep it for the backward sweep or have it put back. */
  readonly holders: ReadonlyMap<number, readonly Place[]>;
  /** What `closure` is the least choice of, by value. */
  readonly problem: readonly ClosureValue[];
  readonly closure: Closure;
  /** By value: the bytes that keeping it costs, and the weight of computing it again; null where that is not possible. */
  readonly costs: readonly { readonly bytes: number; readonly again: number | null }[];
}

/** More than any window's operations weigh together: bytes come first. */
export const BYTE = 2 ** 20;

/** `byte`, `operation`: what keeping a byte and running an operation again weigh, in units of the network. */
export function windowOf(
  facts: WindowFacts,
  byte = BYTE,
  operation = 1,
  /**
   * `alone`: bytes kept and the number of operations run again count, for all that derivatives read, and nothing else. `all`:
   * operations count by weight, and derivatives read for themselves what is there in the backward sweep anyway.
   */
  counted: 'alone' | 'all' = 'all',
): Window | null {
  const { statements, locations } = facts;
  const numbering = new ValueNumbers(locations);
  const reads: Read[] = [];
  const numbers: ReadonlyMap<Expr, number>[] = [];
  const ofForwardSweep = new Set<number>();
  statements.forEach((s, at) => {
    const stays = facts.stays(s);
    if (stays) {
      eachCertain(s.value, (e) => {
        ofForwardSweep.add(numbering.of(e));
      });
    }
    const d = facts.derivative(s);
    if (d && isPlain(d)) {
      for (const expr of readsOf(d)) {
        const value = numbering.of(expr);
        if (counted === 'alone' || !isSteady(facts, expr, at)) reads.push({ at, expr, value });
      }
    }
    const value = stays ? numbering.of(s.value) : null;
    numbering.write(s.target, s.value.type === s.target.type ? value : null);
    numbers.push(numbering.next());
  });
  if (reads.length === 0) return null;
  const held = new Map(
    [...numbering.holders()].map(([v, places]) => [v, places.filter((p) => isReadable(facts, p))] as const),
  );
  const needed = new Set(reads.map((r) => r.value));
  const passing = occurrencesIn(facts, reads, numbers);
  const weight = counted === 'alone' ? (e: Expr) => Math.min(1, weightOf(e)) : weightOf;
  const costs = numbering.values.map((v) => ({
    bytes: bytesOf(facts, v, held.get(v.id) ?? [], passing.has(v.id)),
    again: v.kind === 'computed' ? weight(v.expr) : isReadAgain(facts, v) ? 1 : null,
  }));
  // What only derivatives compute costs the same in either sweep; a variable of its own is written.
  const besidesKeeping = (v: Value, again: number | null) =>
    (ofForwardSweep.has(v.id) ? 0 : (again ?? 0)) + ((held.get(v.id)?.length ?? 0) > 0 ? 0 : 2);
  const problem = numbering.values.map((v, k): ClosureValue => {
    const { bytes = 0, again = null } = costs[k] ?? {};
    const isFree = v.kind === 'constant';
    const besides = counted === 'alone' ? 0 : besidesKeeping(v, again);
    const keep = isFree ? 0 : byte * bytes + operation * besides;
    return {
      keep,
      again: isFree ? 0 : again === null ? null : operation * again,
      operands: again === null || isFree ? [] : v.operands,
      isNeeded: needed.has(v.id),
    };
  });
  const closure = leastClosure(problem);
  return { ...facts, values: numbering.values, numbers, reads, holders: held, problem, closure, costs };
}

/** Every part of an expression that is evaluated whenever it is. */
export function eachCertain(e: Expr, visit: (e: Expr) => void): void {
  visit(e);
  for (const part of e.kind === 'select' || e.kind === 'logical' ? [] : children(e)) eachCertain(part, visit);
}

/** The largest subexpressions of a derivative that have a value before any adjoint is known. */
function readsOf({ target, shared, contributions }: AssignDerivative): Expr[] {
  const found: Expr[] = [];
  const visit = (e: Expr) => {
    if (e.kind === 'constant') return;
    if (!namesAdjoint(e)) found.push(e);
    else for (const part of children(e)) visit(part);
  };
  for (const { value } of shared) visit(value);
  for (const { place, value } of contributions) {
    visit(value);
    if (place.kind === 'element') place.subscripts.forEach(visit);
  }
  if (target.kind === 'element') target.subscripts.forEach(visit);
  return found;
}

function namesAdjoint(e: Expr): boolean {
  return placesRead(e).some((p) => p.variable < 0);
}

/** Nothing in it is evaluated in part. */
function isPlain({ shared, contributions }: AssignDerivative): boolean {
  const isInPart = ({ kind }: Expr): boolean => kind === 'select' || kind === 'logical';
  return ![...shared, ...contributions].some(({ value }) => somePart(value, isInPart));
}

/** Whatever it reads before statement `at` is still there in the backward sweep, or is put back there anyway. */
export function isSteady(facts: WindowFacts, expr: Expr, at: number): boolean {
  const { locations, statements, stays, isLost, isStoredAnyway } = facts;
  return placesRead(expr).every((p) => {
    const l = locations.of(p);
    const [before, after] = [statements.slice(0, at), statements.slice(at)].map((list) =>
      list.some((s) => stays(s) && locations.of(s.target) === l),
    );
    if (facts.isUndone(l) || (!before && isStoredAnyway(l))) return true;
    return !after && !isLost(l);
  });
}

/** At the window's end; its subscripts need nothing stored. */
function isReadable({ locations, isLost, statements, stays }: WindowFacts, place: Place): boolean {
  if (statements.some((s) => !stays(s) && locations.of(s.target) === locations.of(place))) return false;
  if (place.kind === 'variable') return true;
  return place.subscripts.flatMap(placesRead).every((p) => p.kind === 'variable' && !isLost(locations.of(p)));
}

function bytesOf(facts: WindowFacts, v: Value, holders: readonly Place[], isLost: boolean): number {
  if (v.kind === 'constant') return 0;
  const { locations, repeats } = facts;
  const isHere = holders.some((p) => !facts.isLost(locations.of(p)));
  return isHere || !repeats || (v.kind === 'given' && !isLost) ? 0 : tapeBytes(v.expr.type);
}

/** An element of an array that nothing overwrites: its subscripts will do. */
function isReadAgain({ locations, statements, isLost }: WindowFacts, { kind, expr }: Value): boolean {
  if (kind !== 'given' || expr.kind !== 'element') return false;
  const l = locations.of(expr);
  return l >= 0 && !isLost(l) && !statements.some((s) => locations.of(s.target) === l);
}

/** Values that derivatives read where something of the window, or after it, overwrites them. */
function occurrencesIn(
  facts: WindowFacts,
  reads: readonly Read[],
  numbers: readonly ReadonlyMap<Expr, number>[],
): Set<number> {
  const lost = new Set<number>();
  for (const { at, expr } of reads)
    eachCertain(expr, (e) => {
      const value = numbers[at]?.get(e);
      if (value !== undefined && !isSteady(facts, e, at)) lost.add(value);
    });
  return lost;
}

/** By the table of weights: what its last operation costs. */
function weightOf(e: Expr): number {
  if (!isReal(e.type) && e.kind !== 'compare') return 0;
  switch (e.kind) {
    case 'unary':
      return 1;
    case 'binary':
      return e.op === 'divide' ? 4 : 1;
    case 'compare':
      return 1;
    case 'intrinsic': {
      const { cost } = ELEMENTARY[e.fn];
      if (cost === 'add') return 1;
      if (cost === 'divide') return 4;
      return cost === 'multiplyAdd' ? 2 : 10;
    }
    default:
      return 0;
  }
}

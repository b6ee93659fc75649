/** What the pointers of a function may point to, on any path. */

import { isNull } from '../../lower/memory/pointerVariables';
import { binary, integer } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { calleeOf, operands, withoutCasts } from '../../parse/walk';
import {
  type Declared,
  declarationsIn,
  expressionsIn,
  hasLabel,
  partsIn,
  statementsIn,
  testsIn,
} from '../survey';

export interface Facts {
  /** Of parameters, locals and what stands around them; pointers and arrays among them, and whose address is taken. */
  readonly names: ReadonlyMap<string, Declared>;
  /** Pointers that no single place stands for. */
  readonly moved: ReadonlySet<string>;
  /** Moved pointers that may point behind the first element. */
  readonly shifted: ReadonlySet<string>;
}

/** Where an address leads: to one pointer or array, `at` elements on, from a row of it, or through a choice to several. */
export type Source =
  | {
      readonly kind: 'place';
      readonly name: string;
      readonly rows: readonly S.Expr[];
      readonly at: S.Expr | null;
    }
  | { readonly kind: 'null' }
  | { readonly kind: 'heap'; readonly call: S.CallExpression }
  | { readonly kind: 'choice'; readonly of: S.Conditional }
  | { readonly kind: 'other' };

const OTHER: Source = { kind: 'other' };
/** Functions that give memory. */
export const ALLOCATING: ReadonlySet<string> = new Set(['malloc', 'calloc', 'realloc', 'alloca']);
export const givesMemory = (e: S.Expr): boolean => ALLOCATING.has(calleeOf(withoutCasts(e)));

export function isPointer({ derivations: [first, ...rest] }: Pick<Declared, 'derivations'>): boolean {
  return first?.kind === 'pointer' && rest.every(({ kind }) => kind === 'array');
}

function isArray({ derivations }: Pick<Declared, 'derivations'>): boolean {
  return derivations.length > 0 && derivations.every(({ kind }) => kind === 'array');
}

/** What is declared under a name. */
export type Names = Pick<ReadonlyMap<string, Declared>, 'get'>;

export function sourceOf(names: Names, e: S.Expr): Source {
  if (isNull(e)) return { kind: 'null' };
  switch (e.kind) {
    case 'cast':
      return e.type === 'pointer' ? sourceOf(names, e.operand) : OTHER;
    case 'name': {
      const known = names.get(e.name);
      if (!known || !(isPointer(known) || isArray(known))) return OTHER;
      return { kind: 'place', name: e.name, rows: [], at: null };
    }
    case 'conditional':
      return { kind: 'choice', of: e };
    case 'call':
      return ALLOCATING.has(calleeOf(e)) ? { kind: 'heap', call: e } : OTHER;
    case 'binary': {
      if (e.op !== '+' && e.op !== '-') return OTHER;
      const left = sourceOf(names, e.left);
      if (left.kind === 'place') return shiftedBy(left, e.right, e.op, e);
      const right = e.op === '+' ? sourceOf(names, e.right) : OTHER;
      return right.kind === 'place' ? shiftedBy(right, e.left, '+', e) : OTHER;
    }
    case 'subscript':
      return rowOf(names, e);
    case 'unary':
      return e.op === '&' ? addressOf(names, e.operand) : OTHER;
    default:
      return OTHER;
  }
}

function shiftedBy(place: Source & { kind: 'place' }, by: S.Expr, op: '+' | '-', e: S.Expr): Source {
  const left = place.at ?? (op === '-' ? integer(0, e.span) : null);
  return { ...place, at: left ? binary(op, left, by, e.span) : by };
}

/** `a[i]` is an address where `a` has rows. */
function rowOf(names: Names, e: S.Subscript): Source {
  const base = sourceOf(names, e.base);
  if (base.kind !== 'place' || base.at) return OTHER;
  const known = names.get(base.name);
  const rank = known?.derivations.length ?? 0;
  return rank > base.rows.length + 1 ? { ...base, rows: [...base.rows, e.index] } : OTHER;
}

function addressOf(names: Names, e: S.Expr): Source {
  if (e.kind === 'name') {
    const known = names.get(e.name);
    return known && known.derivations.length === 0
      ? { kind: 'place', name: e.name, rows: [], at: null }
      : OTHER;
  }
  if (e.kind === 'unary' && e.op === '*') return sourceOf(names, e.operand);
  if (e.kind !== 'subscript') return OTHER;
  const base = sourceOf(names, e.base);
  return base.kind === 'place' ? shiftedBy(base, e.index, '+', e) : OTHER;
}

/** `null` as a target is the null pointer. */
type Targets = Map<string, Set<string | null>>;

/** `absent`: parameters that are null pointers; `tested`: what is asked whether it points to anything. */
export function factsOf(
  names: ReadonlyMap<string, Declared>,
  body: S.BlockStatement,
  absent: ReadonlySet<string>,
  tested: ReadonlySet<string>,
): Facts {
  const targets: Targets = new Map();
  const copies: [to: string, from: string][] = [];
  const shifted = new Set<string>();
  const several = new Set<string>(absent);
  const writes = new Map<string, number>();
  const again = madeAgain(body);
  const heaps = new Map<string, boolean>();
  const pointers = [...names.values()].filter(isPointer);
  for (const { name, isParameter } of pointers) targets.set(name, new Set(isParameter ? [name] : []));
  for (const name of absent) targets.get(name)?.add(null);
  const give = (to: string, e: S.Expr): void => {
    const source = sourceOf(names, e);
    const own = targets.get(to);
    writes.set(to, (writes.get(to) ?? 0) + 1);
    if (source.kind === 'choice') {
      give(to, source.of.whenTrue);
      give(to, source.of.whenFalse);
      several.add(to);
    } else if (source.kind === 'null') own?.add(null);
    else if (source.kind === 'heap') {
      const heap = `heap ${writes.get(to)} ${to}`;
      own?.add(heap);
      heaps.set(heap, again.has(source.call));
      if (calleeOf(source.call) === 'realloc') several.add(to);
    } else if (source.kind === 'place') {
      if (source.at || source.rows.length > 0) shifted.add(to);
      if (targets.has(source.name) && source.rows.length === 0) copies.push([to, source.name]);
      else own?.add(`${source.name}/${source.rows.length}`);
    }
  };
  const visit = (e: S.Expr): void => {
    if (e.kind === 'assign' && e.target.kind === 'name' && targets.has(e.target.name)) {
      if (e.op === null) give(e.target.name, e.value);
      else shifted.add(e.target.name);
    }
    if (e.kind === 'update' && e.operand.kind === 'name') {
      shifted.add(e.operand.name);
      writes.set(e.operand.name, 2);
    }
    for (const part of e.kind === 'sizeof' && e.operand ? [e.operand] : operands(e)) visit(part);
  };
  for (const e of expressionsIn(body)) visit(e);
  for (const { name, value } of declarationsIn(body)) if (value && targets.has(name)) give(name, value);
  close(targets, copies, shifted, several);
  const moved = new Set(
    pointers
      .map(({ name }) => name)
      .filter((name) => several.has(name) || needsState(targets.get(name), tested.has(name))),
  );
  // What a moved pointer was taken from has to stay where it is, or be known, too.
  const isSteady = (name: string): boolean => {
    const most = names.get(name)?.isParameter ? 0 : 1;
    return (writes.get(name) ?? 0) <= most && !shifted.has(name);
  };
  for (let before = -1; before !== moved.size; ) {
    before = moved.size;
    for (const [to, from] of copies) if (moved.has(to) && !isSteady(from)) moved.add(from);
    for (const name of holdersOf(heaps, targets, moved)) moved.add(name);
  }
  return { names, moved, shifted };
}

/**
 * Pointers that hold one memory: while another has that of a round before, the next round needs its own; and memory outlives the
 * block of a name.
 */
function holdersOf(
  heaps: ReadonlyMap<string, boolean>,
  targets: Targets,
  moved: ReadonlySet<string>,
): string[] {
  return [...heaps].flatMap(([heap, isMadeAgain]) => {
    const holders = [...targets].flatMap(([name, held]) => (held.has(heap) ? name : []));
    const isFollowed = isMadeAgain || holders.some((name) => moved.has(name));
    return holders.length > 1 && isFollowed ? holders : [];
  });
}

/** Calls that may be reached again. */
function madeAgain(body: S.BlockStatement): ReadonlySet<S.Expr> {
  const found = new Set<S.Expr>();
  const canJump = hasLabel(body);
  const visit = (stmt: S.Statement): void => {
    const isLoop = stmt.kind === 'for' || stmt.kind === 'while' || stmt.kind === 'doWhile';
    if (isLoop || canJump)
      for (const part of partsIn(stmt)) {
        if (part.kind === 'call') found.add(part);
      }
    else statementsIn(stmt).forEach(visit);
  };
  visit(body);
  return found;
}

/** A pointer that is null at first and then points to one place is that place, where nobody asks. */
function needsState(targets: ReadonlySet<string | null> | undefined, isTested: boolean): boolean {
  return [...(targets ?? [])].filter((target) => target !== null || isTested).length > 1;
}

/** Names that are asked whether they point to anything, here or by a function that asks it of its k-th argument. */
export function testedIn(
  body: S.BlockStatement,
  asks: (callee: string, k: number) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const e of testsIn(body)) {
    const asked = e.kind === 'assign' ? e.target : e;
    if (asked.kind === 'name') found.add(asked.name);
  }
  for (const part of partsIn(body)) {
    for (const name of testedBy(part)) found.add(name);
    if (part.kind !== 'call') continue;
    part.args.forEach((given, k) => {
      const arg = withoutCasts(given);
      if (arg.kind === 'name' && asks(calleeOf(part), k)) found.add(arg.name);
    });
  }
  return found;
}

function testedBy(e: S.Expr): string[] {
  const asked =
    e.kind === 'unary' && e.op === '!'
      ? [e.operand]
      : e.kind === 'conditional'
        ? [e.condition]
        : e.kind === 'binary' && (e.op === '&&' || e.op === '||' || e.op === '==' || e.op === '!=')
          ? [e.left, e.right]
          : [];
  return asked.flatMap((each) => {
    const inner = each.kind === 'assign' ? each.target : each;
    return inner.kind === 'name' ? [inner.name] : [];
  });
}

function close(
  targets: Targets,
  copies: readonly (readonly [string, string])[],
  shifted: Set<string>,
  several: Set<string>,
): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const [to, from] of copies) {
      const [own, others] = [targets.get(to), targets.get(from)];
      for (const target of others ?? [])
        if (own && !own.has(target)) {
          own.add(target);
          changed = true;
        }
      for (const set of [shifted, several])
        if (set.has(from) && !set.has(to)) {
          set.add(to);
          changed = true;
        }
    }
  }
}

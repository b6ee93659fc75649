/** What sets a pointer: assignments, memory from the heap and its end. */

import type { Span } from '../../../../base/span';
import { sketch } from '../../../mapped';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { calleeOf, factorsOf } from '../../parse/walk';
import { fence } from '../fence';
import { declarationsIn, expressionsIn, expressionsOf, statementsIn } from '../survey';
import { sourceOf } from './facts';
import { isMove } from './normal';
import { type At, at, type Flow, moved, namesIn, row, type State, set, variable } from './states';
import { chosen, eachItsOwn, settled, type Version } from './versions';

/** Memory from one call of `malloc` that is in use at once, in as many arrays. */
const MOST_INSTANCES = 4;

/** What stands where a pointer was declared. */
export function ownVariables(f: Flow, pointer: string, span: Span, isGiven: boolean): S.Statement[] {
  const made: S.Statement[] = [];
  const offset = at(f, pointer);
  const int = b.plainType('i32', span);
  const zero = b.given(b.integer(0, span));
  if (offset !== null) made.push(b.declaration(int, b.declarator(offset, span), isGiven ? zero : null));
  for (let k = 0; f.made.has(`row${k} ${pointer}`); k++)
    made.push(b.declaration(int, b.declarator(row(f, pointer, k), span), zero));
  return made;
}

/** Memory from the heap outlives the block of the pointer that was set to it first. */
export function heapArrays(f: Flow): S.Statement[] {
  return [...f.heaps].flatMap(([name, { pointer }]) => {
    const known = f.facts.names.get(pointer);
    if (!known) return [];
    const { type, derivations } = known;
    return [b.declaration({ ...type, isConst: false }, b.declarator(name, type.span, derivations))];
  });
}

/** What a pointer only holds while others are set, as `t` in `t = p; p = q; q = t;`, is over with the last of these. */
export function withoutPassing(f: Flow, here: At): At {
  return f.passing.size === 0
    ? here
    : moved(f, here, (state) => state.map((t, i) => (f.passing.has(f.pointers[i] ?? '') ? 'nothing' : t)));
}

export function isSwap(f: Flow, stmt: S.Statement | undefined): boolean {
  return stmt?.kind === 'expression' && isMove(f.facts.moved, stmt.expr);
}

/** Pointers that are read only in a row of assignments to pointers that sets them before. */
export function passingPointers(
  moved: ReadonlySet<string>,
  body: readonly S.Statement[],
): ReadonlySet<string> {
  const found = new Set(moved);
  const visit = (list: readonly S.Statement[]): void => {
    let set = new Set<string>();
    for (const stmt of list) {
      const value = stmt.kind === 'expression' && isMove(moved, stmt.expr) ? stmt.expr : null;
      if (!value) set = new Set();
      const read = value ? [value.value] : [...expressionsOf(stmt), ...initialsOf(stmt)];
      const open = read.flatMap((e) => [...namesIn(e)]).filter((name) => !set.has(name));
      for (const name of open) found.delete(name);
      if (value) set.add(value.target.name);
      const inner = statementsIn(stmt);
      (stmt.kind === 'block' ? [inner] : inner.map((each) => [each])).forEach(visit);
    }
  };
  visit(body);
  return found;
}

function initialsOf(stmt: S.Statement): readonly S.Expr[] {
  return stmt.kind === 'declaration' ? expressionsIn(stmt) : [];
}

export function freed(f: Flow, e: S.Expr): string | null {
  const [first] = e.kind === 'call' && calleeOf(e) === 'free' ? e.args : [];
  const source = first ? sourceOf(f.facts.names, first) : null;
  return source?.kind === 'place' && f.facts.moved.has(source.name) ? source.name : null;
}

export function effect(f: Flow, here: At, e: S.Expr, out: S.Statement[]): At {
  const gone = freed(f, e);
  if (gone !== null) {
    const index = f.pointers.indexOf(gone);
    return moved(f, here, (state) => {
      const target = state[index] ?? '';
      return f.heaps.has(target.split('/')[0] ?? '')
        ? state.map((t) => (t === target ? 'nothing' : t))
        : state;
    });
  }
  if (!isMove(f.facts.moved, e)) return here;
  const pointer = e.target.name;
  const source = sourceOf(f.facts.names, e.value);
  const { span } = e;
  const put = (place: (state: State) => string): At =>
    moved(f, here, (state) => state.with(f.pointers.indexOf(pointer), place(state)));
  const offset = at(f, pointer);
  if (source.kind === 'null') return put(() => 'null');
  if (source.kind === 'heap') {
    if (offset !== null) out.push(set(offset, b.integer(0, span), span));
    return allocated(f, here, pointer, source.call, out);
  }
  if (source.kind !== 'place' || !isSameType(f, pointer, source.name)) {
    if (f.writes) fence(f.sink, 'pointerValue', e.value.span);
    return here;
  }
  const from = f.facts.moved.has(source.name) ? f.pointers.indexOf(source.name) : -1;
  source.rows.forEach((e, k) => {
    out.push(set(row(f, pointer, k), chosen(f, here, e), span));
  });
  if (from >= 0 && source.rows.length === 0)
    for (let k = 0; f.made.has(`row${k} ${source.name}`); k++)
      out.push(set(row(f, pointer, k), b.named(row(f, source.name, k), span), span));
  if (offset !== null) {
    const own = from >= 0 ? at(f, source.name) : null;
    const by = source.at && chosen(f, here, source.at);
    const base = own === null ? null : b.named(own, span);
    const sum = base && by ? b.binary('+', base, by, span) : null;
    out.push(set(offset, sum ?? by ?? base ?? b.integer(0, span), span));
  }
  return put((state) => {
    const target = from >= 0 ? (state[from] ?? 'nothing') : `${source.name}/0`;
    const [name, rows] = target.split('/');
    return rows === undefined ? target : `${name}/${Number(rows) + source.rows.length}`;
  });
}

function isSameType(f: Flow, pointer: string, name: string): boolean {
  return f.facts.names.get(pointer)?.type.base === f.facts.names.get(name)?.type.base;
}

/** Memory that no other pointer has yet: an array of its own for each piece in use at once. */
function allocated(f: Flow, here: At, pointer: string, call: S.CallExpression, out: S.Statement[]): At {
  const isGrown = calleeOf(call) === 'realloc';
  const [given] = call.args;
  const grown = isGrown && given ? sourceOf(f.facts.names, given) : null;
  const own = f.pointers.indexOf(pointer);
  const from = grown?.kind === 'place' ? f.pointers.indexOf(grown.name) : -1;
  const site = `heap ${call.span.start} ${sketch(call.args)}`;
  const instance = (state: State): string | null => {
    for (let k = 1; k <= MOST_INSTANCES; k++) {
      const place = variable(f, `${site} ${k}`, `${pointer}_heap`);
      const inUse = state.some((target, i) => target === `${place}/0` && (i !== own || i === from));
      if (!inUse) return place;
    }
    return null;
  };
  const groups = new Map<string, string[]>();
  for (const state of here.states) {
    const of = f.states.get(state) ?? [];
    const place = instance(of);
    const old = from >= 0 ? (of[from] ?? 'nothing') : 'null';
    if (place === null || (isGrown && grown?.kind !== 'null' && from < 0) || old === 'nothing') {
      if (f.writes) fence(f.sink, 'heap', call.span);
      return here;
    }
    const bytes = isGrown ? call.args.slice(1) : call.args;
    if (!f.heaps.has(place)) f.heaps.set(place, { pointer, bytes });
    const group = `${place} ${old}`;
    groups.set(group, [...(groups.get(group) ?? []), state]);
  }
  const made = [...groups].map(([group, states]): Version => {
    const [place = '', old = ''] = group.split(' ');
    return { states, body: allocation(f, here, call, place, isGrown ? (old.split('/')[0] ?? '') : 'null') };
  });
  const ready = made.length > 1 ? settled(f, here, out, call.span) : here;
  out.push(...eachItsOwn(f, made, call.span));
  return moved(f, ready, (state) => {
    const place = instance(state);
    const old = from >= 0 ? state[from] : undefined;
    const rest = isGrown ? state.map((target) => (target === old ? 'nothing' : target)) : state;
    return rest.with(own, `${place}/0`);
  });
}

function allocation(f: Flow, here: At, call: S.CallExpression, place: string, old: string): S.Statement[] {
  const { span } = call;
  const heap = f.heaps.get(place);
  const args = (heap?.bytes ?? []).map((e) => chosen(f, here, e));
  const callee = calleeOf(call) === 'realloc' ? b.named('malloc', span) : call.callee;
  const made = b.node({ ...call, callee, args }, ...args);
  const from = f.heaps.get(old);
  const filled = b.statement(b.assign(b.named(place, span), made, span));
  return from ? [filled, ...copied(f, place, old, [counted(from.bytes), counted(args)], span)] : [filled];
}

/** Copies as many elements as both arrays have. */
function copied(
  f: Flow,
  place: string,
  old: string,
  counts: readonly [S.Expr | null, S.Expr | null],
  span: Span,
): S.Statement[] {
  const [had, asked] = counts;
  if (!had || !asked) {
    if (f.writes) fence(f.sink, 'heap', span);
    return [];
  }
  const k = b.named(variable(f, `copy ${span.start}`, 'k_copied'), span);
  const fewer =
    sketch(had) === sketch(asked) ? had : b.conditional(b.binary('<', had, asked, span), had, asked);
  const copy = b.assign(
    b.subscript(b.named(place, span), k, span),
    b.subscript(b.named(old, span), k, span),
    span,
  );
  const end = b.named(`${k.name}_end`, span);
  const most = b.declaration(b.plainType('i32', span), b.declarator(end.name, span), {
    ...b.given(fewer),
    span,
  });
  return [b.block([most, b.countedLoop(k, end, b.statement(copy))], span)];
}

/** `n * sizeof(double)` without its unit. */
function counted(parts: readonly S.Expr[]): S.Expr | null {
  const all = parts.flatMap(factorsOf);
  const rest = all.filter(({ kind }) => kind !== 'sizeof');
  const [first] = rest;
  return first && rest.length === all.length - 1 ? b.product(rest, first.span) : null;
}

/** Names of a block end with it. */
export function withoutLocals(f: Flow, here: At, body: readonly S.Statement[]): At {
  const own = new Set(
    body.flatMap((stmt) => (stmt.kind === 'declaration' ? declarationsIn(stmt).map(({ name }) => name) : [])),
  );
  if (own.size === 0) return here;
  return moved(f, here, (state) =>
    state.map((target, i) =>
      own.has(f.pointers[i] ?? '') || own.has(target.split('/')[0] ?? '') ? 'nothing' : target,
    ),
  );
}

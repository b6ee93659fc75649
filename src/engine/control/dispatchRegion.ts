/**
 * Builds a dispatch region from pieces that jump to each other, with as few blocks as the jumps allow. A construct stays
 * whole unless a jump inside it leads to another block. A counted loop always stays whole: a variable notes which jump was
 * taken in it, and the branch of its block reads that variable.
 */

import { reached } from '../base/components';
import { itemAt, lastOf } from '../base/lookup';
import { cover, NOWHERE } from '../base/span';
import { constant, variable } from '../ir/build';
import { newLabel, newStatement } from '../ir/emit';
import { completes } from '../ir/graph/completes';
import { bodies, isCompound, targetsOf, walkStatements } from '../ir/statements';
import type { Dispatch, DispatchBlock, DispatchJump, If, Switch } from '../ir/types';
import { isMadeName, jump, type Maker, openConstruct } from './openConstructs';
import type { Piece } from './pieceOrder';
import { gotosIn, type RawCompound, type RawStatement, replaceLeaves } from './rawTree';

type DraftJump = DispatchJump<string>;
interface Draft {
  readonly names: string[];
  body: RawStatement[];
  jump: DraftJump;
  /** The user's label. */
  name: string | null;
}

/** The region, followed by a jump to the place where most of the jumps out of it lead. `pieces[0]` is the entry. */
export function buildDispatch(pieces: readonly Piece[], make: Maker): RawStatement[] {
  const own = new Set(pieces.flatMap((piece) => piece.names));
  const exit = mostWanted(pieces, own);
  const drafts = draftBlocks(pieces, own, exit, make);
  const blocks = finish(drafts, exit);
  const span = pieces.reduce((sum, piece) => cover(sum, piece.span), NOWHERE);
  const region: Dispatch<RawStatement> = {
    kind: 'dispatch',
    id: newStatement(make.counters),
    span,
    role: 'primal',
    origin: null,
    label: newLabel(make.counters),
    state: make.newStateVariable(),
    blocks,
  };
  const leaves = exit !== null && blocks.some((block) => completes(block.body) && leavesRegion(block.jump));
  return leaves ? [region, jump(exit, { start: span.end, end: span.end }, make)] : [region];
}

function mostWanted(pieces: readonly Piece[], own: ReadonlySet<string>): string | null {
  const inside = new Set(own);
  for (const piece of pieces)
    walkStatements(piece.body, (s) => {
      if (s.kind === 'labelled') inside.add(s.label);
    });
  const wanted = new Map<string, number>();
  for (const { label } of pieces.flatMap((piece) => gotosIn(piece.body)))
    if (!inside.has(label)) wanted.set(label, (wanted.get(label) ?? 0) + 1);
  const [first] = [...wanted].sort((a, b) => b[1] - a[1]);
  return first?.[0] ?? null;
}

/** The blocks made so far; statements are added to the last one opened. */
interface Writer {
  readonly drafts: Draft[];
  /** Labels that blocks of the region can jump to, and its way out. Gotos to others stay in the bodies. */
  readonly local: Set<string>;
  readonly make: Maker;
}

function open(w: Writer, names: readonly string[], name: string | null): void {
  w.drafts.push({ names: [...names], body: [], jump: { kind: 'go', to: '' }, name });
}
function current(w: Writer): Draft {
  return lastOf(w.drafts);
}
function close(w: Writer, how: DraftJump, next: readonly string[]): void {
  current(w).jump = how;
  open(w, next, null);
}

function draftBlocks(
  pieces: readonly Piece[],
  own: ReadonlySet<string>,
  exit: string | null,
  make: Maker,
): Draft[] {
  const w: Writer = { drafts: [], local: new Set(own), make };
  if (exit !== null) w.local.add(exit);
  for (const piece of pieces) {
    open(w, piece.names, piece.label);
    lower(w, piece.body);
  }
  return w.drafts;
}

function lower(w: Writer, list: readonly RawStatement[]): void {
  for (const s of list) if (s.kind === 'labelled') w.local.add(s.label);
  for (const s of list) {
    if (s.kind === 'labelled') close(w, { kind: 'go', to: s.label }, [s.label]);
    else if (!gotosIn([s]).some((g) => w.local.has(g.label))) current(w).body.push(s);
    else if (s.kind === 'goto') close(w, { kind: 'go', to: s.label }, []);
    else if (isCompound(s)) lowerCompound(w, s);
  }
}

function lowerCompound(w: Writer, s: RawCompound): void {
  const jumpsOnly = bodies(s).every(([first, second]) => !second && (!first || first.kind === 'goto'));
  if ((s.kind === 'if' || s.kind === 'switch') && jumpsOnly) {
    lowerDirect(w, s);
    return;
  }
  const opened = s.kind === 'for' ? null : openConstruct(s, w.make);
  if (opened) lower(w, opened);
  else lowerNoted(w, s);
}

/** An `if` or `switch` whose arms are single jumps, or empty; an empty arm goes on behind the statement. */
function lowerDirect(w: Writer, s: If<RawStatement> | Switch<RawStatement>): void {
  const rest = w.make.newName();
  const outside: Draft[] = [];
  const arm = ([only]: readonly RawStatement[]): string => {
    if (only?.kind !== 'goto') return rest;
    if (w.local.has(only.label)) return only.label;
    const name = w.make.newName();
    outside.push({ names: [name], body: [only], jump: { kind: 'go', to: '' }, name: null });
    return name;
  };
  const { id, span } = s;
  let how: DraftJump;
  if (s.kind === 'switch') {
    const cases = s.cases.map((c) => ({ values: c.values, to: arm(c.body) }));
    how = { kind: 'select', id, selector: s.selector, cases, default: arm(s.default), span };
  } else if (s.condition.kind === 'constant') {
    how = { kind: 'go', to: arm(s.condition.value === 0 ? s.else : s.then) };
  } else {
    how = { kind: 'branch', id, condition: s.condition, then: arm(s.then), else: arm(s.else), span };
  }
  current(w).jump = how;
  w.drafts.push(...outside);
  open(w, [rest], null);
}

/** `arrow = 0; block { S with "arrow = k; exit" for its jumps }`, then a branch on the arrow. */
function lowerNoted(w: Writer, s: RawCompound): void {
  const { make, local } = w;
  const arrow = make.newStateVariable();
  const label = newLabel(make.counters);
  const targets: string[] = [];
  const common = { span: s.span, role: 'primal', origin: null } as const;
  const note = (value: number): RawStatement => ({
    ...common,
    kind: 'assign',
    id: newStatement(make.counters),
    target: variable(arrow, 'i32', s.span),
    value: constant(value, 'i32', s.span),
  });
  const body = replaceLeaves([s], (leaf) => {
    if (leaf.kind !== 'goto' || !local.has(leaf.label)) return [leaf];
    if (!targets.includes(leaf.label)) targets.push(leaf.label);
    const out = { ...common, kind: 'exit', id: leaf.id, target: label, form: 'goto' } as const;
    return [note(targets.indexOf(leaf.label) + 1), out];
  });
  current(w).body.push(note(0), { ...common, kind: 'block', id: newStatement(make.counters), label, body });
  const rest = make.newName();
  const selector = variable(arrow, 'i32', s.span);
  const cases = targets.map((to, i) => ({ values: [{ from: i + 1, to: i + 1 }], to }));
  const id = newStatement(make.counters);
  close(w, { kind: 'select', id, selector, cases, default: rest, span: s.span }, [rest]);
}

// ------------------------------------------------------------------------------------------------------- finishing

/** Drops what nothing jumps to, joins blocks that always follow each other, and numbers the rest. */
function finish(drafts: readonly Draft[], exit: string | null): DispatchBlock<RawStatement>[] {
  const byName = new Map(drafts.flatMap((draft) => draft.names.map((name) => [name, draft] as const)));
  /** The block that a jump comes to, past empty ones; null outside. */
  const settle = (name: string): Draft | null => {
    const seen = new Set<Draft>();
    let draft = byName.get(name) ?? null;
    while (draft && draft.body.length === 0 && draft.jump.kind === 'go' && !seen.has(draft)) {
      seen.add(draft);
      draft = byName.get(draft.jump.to) ?? null;
    }
    return draft;
  };
  const targets = (draft: Draft): Draft[] =>
    completes(draft.body) ? targetsOf(draft.jump).flatMap((name) => settle(name) ?? []) : [];
  const entry = itemAt(drafts, 0);
  const kept = reached([entry], targets);
  mergeChains(kept, entry, targets);

  const order = drafts.filter((draft) => kept.has(draft));
  const number = (name: string) => {
    const draft = name === exit ? null : settle(name);
    return draft ? order.indexOf(draft) : -1;
  };
  return order.map((draft) => ({
    body: draft.body,
    jump: completes(draft.body) ? numbered(draft.jump, number) : { kind: 'go', to: -1 },
    span: draft.body.reduce((sum, s) => cover(sum, s.span), 'span' in draft.jump ? draft.jump.span : NOWHERE),
    name: draft.name === null || isMadeName(draft.name) ? null : draft.name,
  }));
}

function mergeChains(reached: Set<Draft>, entry: Draft, targets: (draft: Draft) => Draft[]): void {
  const sources = new Map<Draft, number>();
  for (const draft of reached) for (const to of targets(draft)) sources.set(to, (sources.get(to) ?? 0) + 1);
  for (const draft of reached) {
    for (;;) {
      const [next] = draft.jump.kind === 'go' ? targets(draft) : [];
      if (!next || next === entry || next === draft || sources.get(next) !== 1) break;
      draft.body = [...draft.body, ...next.body];
      draft.jump = next.jump;
      reached.delete(next);
    }
  }
}

function numbered(how: DraftJump, number: (name: string) => number): DispatchJump {
  switch (how.kind) {
    case 'go':
      return { kind: 'go', to: number(how.to) };
    case 'branch':
      return { ...how, then: number(how.then), else: number(how.else) };
    case 'select':
      return {
        ...how,
        cases: how.cases.map((c) => ({ values: c.values, to: number(c.to) })),
        default: number(how.default),
      };
  }
}

function leavesRegion(how: DispatchJump): boolean {
  switch (how.kind) {
    case 'go':
      return how.to < 0;
    case 'branch':
      return how.then < 0 || how.else < 0;
    case 'select':
      return how.default < 0 || how.cases.some((c) => c.to < 0);
  }
}

/**
 * Untangles a part of a list in which a jump leads into what another jump repeats.
 *
 * The part is cut into pieces at its labels; every piece then says with a goto where control goes at its end, so that
 * pieces can be laid in any order: each after those that lead to it, loops in one run with their head first. For
 * reducible control that order has no tangles. A set of pieces that repeat each other and can be entered at two of them
 * is irreducible, whatever the order: together with the way there from their nearest common dominator it becomes one
 * dispatch region, which is one piece with one entry.
 */

import { itemAt } from '../base/lookup';
import { cover, NOWHERE } from '../base/span';
import { newLabel } from '../ir/emit';
import { completes } from '../ir/graph/completes';
import { isCompound } from '../ir/statements';
import { buildDispatch } from './dispatchRegion';
import type { Jump, JumpList } from './jumps';
import { jump, type Maker, mark } from './openConstructs';
import { orderPieces, type Piece } from './pieceOrder';
import { gotosIn, type RawStatement, replaceLeaves } from './rawTree';

/**
 * Turns a construct whose own end something jumps to into a block that is left, so that the list is never cut at that end. If
 * a single jump already says where the end of the list leads (`endIsJump`), a construct that ends there needs no block.
 */
export function withOwnEnds(list: readonly RawStatement[], endIsJump: boolean, make: Maker): RawStatement[] {
  const wanted = new Map<string, number>();
  for (const { label } of gotosIn(list)) wanted.set(label, (wanted.get(label) ?? 0) + 1);
  const out: RawStatement[] = [];
  const last = list.findLastIndex((s) => s.kind !== 'labelled' && s.kind !== 'comment');
  for (const [i, s] of list.entries()) {
    const before = out.at(-1);
    const atEnd = endIsJump && i > last;
    const from =
      s.kind === 'labelled' && before && !atEnd && isCompound(before) ? gotosTo(s.label, before) : 0;
    if (s.kind === 'labelled' && before && from > 0 && from === wanted.get(s.label)) {
      const label = newLabel(make.counters);
      const common = { role: 'primal', origin: null } as const;
      const body = replaceLeaves([before], (leaf) =>
        leaf.kind === 'goto' && leaf.label === s.label
          ? [{ ...common, kind: 'exit', id: leaf.id, span: leaf.span, target: label, form: 'goto' }]
          : [leaf],
      );
      out[out.length - 1] = { ...common, kind: 'block', id: s.id, span: before.span, label, body };
    } else out.push(s);
  }
  return out;
}

function gotosTo(label: string, s: RawStatement): number {
  return gotosIn([s]).filter((goto) => goto.label === label).length;
}

export function untangle(
  list: JumpList,
  tangle: { start: number; end: number },
  make: Maker,
): RawStatement[] {
  const { start, end } = closed(list.jumps, tangle);
  const known = labelBehind(list, end);
  const after = known ?? make.newName();
  let pieces = cut(list, start, end, after, make);
  for (;;) {
    const result = orderPieces(pieces);
    if (result.kind === 'order') {
      reportUnreached(pieces, result.order, make);
      pieces = result.order.map((i) => itemAt(pieces, i));
      break;
    }
    pieces = collapse(pieces, result.region, result.head, make);
  }
  const middle = pieces.flatMap((piece, i) => [
    // Labels of the part's start stay where they are, before it.
    ...(i === 0 ? [] : piece.names.map((name) => mark(name, piece.span, make))),
    ...piece.body,
  ]);
  const last = list.statements.length;
  return [
    ...(start > 0 ? [...labelsAt(list, 0), ...run(list, 0, start)] : []),
    ...labelsAt(list, start),
    ...middle,
    ...(known === null ? [mark(after, NOWHERE, make)] : []),
    ...(end < last ? [...labelsAt(list, end), ...run(list, end, last)] : []),
    ...labelsAt(list, last),
  ];
}

/** A label that already stands at this place. */
function labelBehind(list: JumpList, at: number): string | null {
  const label = list.labels.find((each) => each.at === at);
  const next = list.statements[at];
  return label?.label ?? (next?.kind === 'goto' ? next.label : null);
}

function labelsAt(list: JumpList, at: number): RawStatement[] {
  return list.labels.filter((label) => label.at === at);
}

/** Statements `[from, to)` and the labels between them. */
function run(list: JumpList, from: number, to: number): RawStatement[] {
  return list.statements
    .slice(from, to)
    .flatMap((s, i) => (i === 0 ? [s] : [...labelsAt(list, from + i), s]));
}

/** The least part around a tangle that is entered at its start only. */
function closed(
  jumps: readonly Jump[],
  tangle: { start: number; end: number },
): { start: number; end: number } {
  let { start, end } = tangle;
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to } of jumps) {
      if (start < to && to < end && (from < start || from >= end)) {
        start = Math.min(start, from);
        end = Math.max(end, from + 1);
        changed = true;
      }
    }
  }
  return { start, end };
}

function cut(list: JumpList, start: number, end: number, after: string, make: Maker): Piece[] {
  const inside = list.labels.filter((label) => start < label.at && label.at < end);
  const starts = [start, ...new Set(inside.map((label) => label.at))];
  const drafts = starts.map((at, i) => {
    const labels = inside.filter((label) => label.at === at);
    return {
      names: i === 0 ? [make.newName()] : labels.map((label) => label.label),
      label: labels[0]?.label ?? null,
      statements: list.statements.slice(at, starts[i + 1] ?? end),
    };
  });
  return drafts.map(({ names, label, statements }, i) => {
    const span = statements.reduce((sum, s) => cover(sum, s.span), NOWHERE);
    const next = drafts[i + 1]?.names[0] ?? after;
    const body = completes(statements)
      ? [...statements, jump(next, { start: span.end, end: span.end }, make)]
      : statements;
    return { names, body, label, span };
  });
}

/** Replaces the pieces of a region by one that dispatches. What its head does before its first jump stays before. */
function collapse(pieces: readonly Piece[], region: readonly number[], head: number, make: Maker): Piece[] {
  const entry = itemAt(pieces, head);
  const inner = new Set(region.flatMap((i) => (i === head ? [] : itemAt(pieces, i).names)));
  const jumps = (s: RawStatement) => gotosIn([s]).some((g) => inner.has(g.label));
  const first = entry.body.findIndex(jumps);
  const [before, rest] = [entry.body.slice(0, first), entry.body.slice(first)];
  const members = [
    { ...entry, names: [make.newName()], label: first === 0 ? entry.label : null, body: rest },
    ...region.filter((i) => i !== head).map((i) => itemAt(pieces, i)),
  ];
  const collapsed: Piece = {
    ...entry,
    body: [...before, ...buildDispatch(members, make)],
    span: members.reduce((sum, piece) => cover(sum, piece.span), entry.span),
  };
  const gone = new Set(region);
  return pieces.flatMap((piece, i) => (i === head ? [collapsed] : gone.has(i) ? [] : [piece]));
}

function reportUnreached(pieces: readonly Piece[], order: readonly number[], make: Maker): void {
  const laid = new Set(order);
  pieces.forEach((piece, i) => {
    if (!laid.has(i) && piece.span !== NOWHERE)
      make.diagnostics.info('unreachable-code', 'Control never reaches these statements.', piece.span);
  });
}

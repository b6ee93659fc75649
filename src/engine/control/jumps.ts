/**
 * The jumps of one list: its statements without the labels, where the labels stand, who jumps where. A position q is
 * the place before statement q; the position after the last statement is the list's end.
 */
import { type Counters, newLabel } from '../ir/emit';
import type { LabelId } from '../ir/types';
import { gotosIn, type Labelled, type RawStatement } from './rawTree';

export interface Jump {
  /** The statement of the list that the goto stands in, at whatever depth. */
  readonly from: number;
  /** Position of its label. */
  readonly to: number;
}

export interface JumpList {
  readonly statements: readonly RawStatement[];
  readonly labels: readonly (Labelled & { readonly at: number })[];
  readonly position: ReadonlyMap<string, number>;
  readonly jumps: readonly Jump[];
}

export function listJumps(list: readonly RawStatement[]): JumpList {
  const statements: RawStatement[] = [];
  const labels: (Labelled & { at: number })[] = [];
  for (const s of list) {
    if (s.kind === 'labelled')
      labels.push({ kind: s.kind, id: s.id, span: s.span, label: s.label, at: statements.length });
    else statements.push(s);
  }
  const position = new Map(labels.map((label) => [label.label, label.at]));
  const jumps: Jump[] = [];
  if (position.size > 0)
    statements.forEach((s, from) => {
      for (const { label } of gotosIn([s])) {
        const to = position.get(label);
        // A jump to the very next statement does nothing.
        if (to === undefined || (s.kind === 'goto' && to === from + 1)) continue;
        jumps.push({ from, to });
      }
    });
  return { statements, labels, position, jumps };
}

/** Statements `[start, end)` as a loop whose jumps go back to `start`, or as a block whose jumps go to `end`. */
export interface Scope {
  readonly kind: 'loop' | 'block';
  start: number;
  end: number;
  readonly label: LabelId;
}

/** A jump forward into statements that a jump backward repeats, other than to their start: `[from, end)` is tangled. */
export function findTangle(jumps: readonly Jump[]): { start: number; end: number } | null {
  const loops = loopRanges(jumps);
  for (const jump of jumps) {
    for (const [start, end] of loops) {
      if (jump.from < start && start < jump.to && jump.to < end) return { start: jump.from, end };
    }
  }
  return null;
}

/** By position, one past the last statement that jumps back to it. */
export function loopRanges(jumps: readonly Jump[]): Map<number, number> {
  const loops = new Map<number, number>();
  for (const { from, to } of jumps) {
    if (to <= from) loops.set(to, Math.max(loops.get(to) ?? 0, from + 1));
  }
  return loops;
}

/**
 * Finds loops and blocks, properly nested, that give every jump its `next` or `exit`. Where two overlap, a loop is extended
 * downwards (what it gains runs once, then leaves it) and a block upwards. Expects a list without tangles. No block is made
 * where a loop that contains all of its jumps ends at the same place; the loop serves.
 */
export function nestScopes(
  jumps: readonly Jump[],
  blockTargets: ReadonlySet<number>,
  counters: Counters,
): Scope[] {
  const loops: Scope[] = [...loopRanges(jumps)].map(([start, end]) => ({
    kind: 'loop',
    start,
    end,
    label: newLabel(counters),
  }));
  growDownwards(loops);
  const starts = new Map<number, number>();
  for (const { from, to } of jumps) {
    if (from < to && blockTargets.has(to)) starts.set(to, Math.min(starts.get(to) ?? from, from));
  }
  for (const { start, end } of loops) if ((starts.get(end) ?? -1) >= start) starts.delete(end);
  const blocks: Scope[] = [...starts].map(([end, start]) => ({
    kind: 'block',
    start,
    end,
    label: newLabel(counters),
  }));
  const scopes = [...loops, ...blocks];
  growUpwards(scopes);
  return scopes.sort((a, b) => a.start - b.start || b.end - a.end || (a.kind === 'block' ? -1 : 1));
}

/** Where one loop starts inside another and ends below it, the other grows. */
function growDownwards(loops: Scope[]): void {
  // Settled loops below, the nearest last; none of them overlap.
  const below: Scope[] = [];
  for (const loop of loops.sort((a, b) => b.start - a.start)) {
    for (let next = below.at(-1); next && next.start < loop.end; next = below.at(-1)) {
      loop.end = Math.max(loop.end, next.end);
      below.pop();
    }
    below.push(loop);
  }
}

/** Where a block starts inside another scope and ends below it, it starts with the other. */
function growUpwards(scopes: Scope[]): void {
  const above: Scope[] = [];
  for (const scope of scopes.sort((a, b) => a.end - b.end || b.start - a.start)) {
    for (let last = above.at(-1); last && last.end > scope.start; last = above.at(-1)) {
      scope.start = Math.min(scope.start, last.start);
      above.pop();
    }
    above.push(scope);
  }
}

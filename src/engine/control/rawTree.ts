/**
 * The statement tree as front ends first build it: the IR's statements, and beside them labels and gotos, which may
 * stand in any list of statements. `structureJumps` takes both away.
 *
 * A label is a statement of its own: it stands before what it labels, in the same list.
 */

import { onceEach } from '../base/once';
import type { Span } from '../base/span';
import type { Counters } from '../ir/emit';
import { bodies, isCompound, isLoop, mapBodies } from '../ir/statements';
import type { Compound, Exit, For, If, LabelId, Next, StatementId, WithLeaves } from '../ir/types';

export interface Goto {
  readonly kind: 'goto';
  readonly id: StatementId;
  readonly span: Span;
  readonly label: string;
}
export interface Labelled {
  readonly kind: 'labelled';
  readonly id: StatementId;
  readonly span: Span;
  readonly label: string;
}

export type RawCompound = Compound<RawStatement>;
export type RawStatement = WithLeaves<Goto | Labelled>;

/** Where control goes at the end of a list inside a construct after which it goes to `end`, if one jump says it. */
export function endInside<To>(s: RawCompound, slot: number, end: To | null): To | EndOfConstruct | null {
  if (s.kind === 'if') return end;
  if (isLoop(s)) return slot === 0 ? { kind: 'next', target: s.label, form: 'goto' } : null;
  return s.kind === 'dispatch' ? null : { kind: 'exit', target: s.label, form: 'goto' };
}
interface EndOfConstruct {
  readonly kind: 'exit' | 'next';
  readonly target: LabelId;
  readonly form: 'goto';
}

/** Makes what a pass needs beside the tree. */
export interface Fresh {
  readonly counters: Counters;
}

/** Nothing inside jumps, ends the routine or can be jumped to, and control comes to its end: no pass has to look into it. */
export function isStraight(s: RawStatement): boolean {
  switch (s.kind) {
    case 'if':
    case 'for':
      return straightInside(s);
    case 'goto':
    case 'labelled':
    case 'exit':
    case 'next':
    case 'stop':
      return false;
    default:
      return !isCompound(s);
  }
}

const straightInside = onceEach((s: If<RawStatement> | For<RawStatement>): boolean =>
  s.kind === 'if' ? s.then.every(isStraight) && s.else.every(isStraight) : s.body.every(isStraight),
);

/** Replaces leaves (exits, nexts, gotos) wherever they stand. */
export function replaceLeaves(
  list: readonly RawStatement[],
  change: (s: Exit | Next | Goto) => readonly RawStatement[],
): RawStatement[] {
  return list.flatMap((s): readonly RawStatement[] => {
    if (isStraight(s)) return [s];
    if (s.kind === 'exit' || s.kind === 'next' || s.kind === 'goto') return change(s);
    return isCompound(s) ? [mapBodies(s, (body) => replaceLeaves(body, change))] : [s];
  });
}

/** The labels that gotos inside name. */
export function gotosIn(list: readonly RawStatement[]): Goto[] {
  const found: Goto[] = [];
  const look = (inner: readonly RawStatement[]): void => {
    for (const s of inner) {
      if (s.kind === 'goto') found.push(s);
      else if (!isStraight(s)) for (const body of bodies(s)) look(body);
    }
  };
  look(list);
  return found;
}

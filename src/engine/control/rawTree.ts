/**
 * The statement tree as front ends first build it: the IR's statements, and beside them labels and gotos, which may
 * stand in any list of statements. `structureJumps` takes both away.
 *
 * A label is a statement of its own: it stands before what it labels, in the same list.
 */

import { onceEach } from '../base/once';
import type { Span } from '../base/span';
import { isConstant } from '../ir/build';
import type { Counters } from '../ir/emit';
import { bodies, isCompound, mapBodies } from '../ir/statements';
import type {
  Block,
  Compound,
  Dispatch,
  DoWhile,
  Exit,
  For,
  If,
  LabelId,
  Next,
  Simple,
  StatementId,
  Switch,
  While,
} from '../ir/types';

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
export type RawStatement =
  | Simple
  | Goto
  | Labelled
  | If<RawStatement>
  | For<RawStatement>
  | While<RawStatement>
  | DoWhile<RawStatement>
  | Block<RawStatement>
  | Switch<RawStatement>
  | Dispatch<RawStatement>;

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

export function walkRaw(list: readonly RawStatement[], visit: (s: RawStatement) => void): void {
  for (const s of list) {
    visit(s);
    if (isCompound(s)) for (const body of bodies(s)) walkRaw(body, visit);
  }
}

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

/** Whether control can come to the end of a list; yes where in doubt. A label may always be reached. */
export function completes(list: readonly RawStatement[]): boolean {
  let here = true;
  for (const s of list) {
    if (s.kind === 'labelled') here = true;
    else if (here) here = isStraight(s) || passes(s);
  }
  return here;
}

function passes(s: RawStatement): boolean {
  switch (s.kind) {
    case 'goto':
    case 'exit':
    case 'next':
    case 'stop':
      return false;
    case 'if':
      return completes(s.then) || completes(s.else);
    case 'block':
      return completes(s.body) || leaves(s.body, s.label);
    case 'while':
      return !(s.condition.kind === 'constant' && !isConstant(s.condition, 0)) || leaves(s.body, s.label);
    case 'switch':
      return bodies(s).some(completes) || bodies(s).some((body) => leaves(body, s.label));
    default:
      return true;
  }
}

function leaves(body: readonly RawStatement[], label: LabelId): boolean {
  let found = false;
  walkRaw(body, (s) => {
    if (s.kind === 'exit' && s.target === label) found = true;
  });
  return found;
}

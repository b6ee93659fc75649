/**
 * The statement tree as front ends first build it: the IR's statements, and beside them labels and gotos, which may
 * stand in any list of statements. `structureJumps` takes both away.
 *
 * A label is a statement of its own: it stands before what it labels, in the same list.
 */

import { onceEach } from '../base/once';
import type { Span } from '../base/span';
import { isConstant } from '../ir/build';
import type {
  Block,
  Dispatch,
  DispatchBlock,
  DoWhile,
  Exit,
  For,
  If,
  LabelId,
  Next,
  Statement,
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

export interface IfOf<T> extends Omit<If, 'then' | 'else'> {
  readonly then: readonly T[];
  readonly else: readonly T[];
}
export interface ForOf<T> extends Omit<For, 'body'> {
  readonly body: readonly T[];
}
export interface WhileOf<T> extends Omit<While, 'body' | 'increment'> {
  readonly body: readonly T[];
  readonly increment?: readonly T[];
}
export interface DoWhileOf<T> extends Omit<DoWhile, 'body'> {
  readonly body: readonly T[];
}
export interface BlockOf<T> extends Omit<Block, 'body'> {
  readonly body: readonly T[];
}
export interface CaseOf<T> extends Omit<Switch['cases'][number], 'body'> {
  readonly body: readonly T[];
}
export interface SwitchOf<T> extends Omit<Switch, 'cases' | 'default'> {
  readonly cases: readonly CaseOf<T>[];
  readonly default: readonly T[];
}
export interface DispatchBlockOf<T> extends Omit<DispatchBlock, 'body'> {
  readonly body: readonly T[];
}
export interface DispatchOf<T> extends Omit<Dispatch, 'blocks'> {
  readonly blocks: readonly DispatchBlockOf<T>[];
}
/** The statements that hold lists of `T`. With `Statement` for T it is what the IR has. */
export type CompoundOf<T> =
  | IfOf<T>
  | ForOf<T>
  | WhileOf<T>
  | DoWhileOf<T>
  | BlockOf<T>
  | SwitchOf<T>
  | DispatchOf<T>;
type Compound = If | For | While | DoWhile | Block | Switch | Dispatch;
export type Simple = Exclude<Statement, Compound>;

export type RawStatement =
  | Simple
  | Goto
  | Labelled
  | IfOf<RawStatement>
  | ForOf<RawStatement>
  | WhileOf<RawStatement>
  | DoWhileOf<RawStatement>
  | BlockOf<RawStatement>
  | SwitchOf<RawStatement>
  | DispatchOf<RawStatement>;
export type RawCompound = CompoundOf<RawStatement>;

/** Makes what a pass needs beside the tree. */
export interface Fresh {
  newStatement(): StatementId;
  newLabel(): LabelId;
}

export function isCompound(s: RawStatement): s is RawCompound {
  switch (s.kind) {
    case 'if':
    case 'for':
    case 'while':
    case 'doWhile':
    case 'block':
    case 'switch':
    case 'dispatch':
      return true;
    default:
      return false;
  }
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

const straightInside = onceEach((s: IfOf<RawStatement> | ForOf<RawStatement>): boolean =>
  s.kind === 'if' ? s.then.every(isStraight) && s.else.every(isStraight) : s.body.every(isStraight),
);

/** Lists directly inside a statement, in source order. */
export function rawBodies(s: RawStatement): readonly (readonly RawStatement[])[] {
  switch (s.kind) {
    case 'if':
      return [s.then, s.else];
    case 'for':
    case 'doWhile':
    case 'block':
      return [s.body];
    case 'while':
      return s.increment ? [s.body, s.increment] : [s.body];
    case 'switch':
      return [...s.cases.map((c) => c.body), s.default];
    case 'dispatch':
      return s.blocks.map((b) => b.body);
    default:
      return [];
  }
}

/** Rebuilds a compound with every list inside changed; `slot` counts as `rawBodies` lists them. */
export function mapBodies<T>(
  s: RawCompound,
  change: (body: readonly RawStatement[], slot: number) => readonly T[],
): CompoundOf<T> {
  switch (s.kind) {
    case 'if':
      return { ...s, then: change(s.then, 0), else: change(s.else, 1) };
    case 'for':
    case 'doWhile':
    case 'block':
      return { ...s, body: change(s.body, 0) };
    case 'while': {
      const { increment, ...rest } = s;
      const body = change(s.body, 0);
      return increment ? { ...rest, body, increment: change(increment, 1) } : { ...rest, body };
    }
    case 'switch':
      return {
        ...s,
        cases: s.cases.map((c, i) => ({ ...c, body: change(c.body, i) })),
        default: change(s.default, s.cases.length),
      };
    case 'dispatch':
      return { ...s, blocks: s.blocks.map((b, i) => ({ ...b, body: change(b.body, i) })) };
  }
}

export function walkRaw(list: readonly RawStatement[], visit: (s: RawStatement) => void): void {
  for (const s of list) {
    visit(s);
    if (isCompound(s)) for (const body of rawBodies(s)) walkRaw(body, visit);
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
      else if (!isStraight(s)) for (const body of rawBodies(s)) look(body);
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
      return rawBodies(s).some(completes) || rawBodies(s).some((body) => leaves(body, s.label));
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

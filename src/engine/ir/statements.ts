/** Walks over statement trees. */
import { itemAt } from '../base/lookup';
import { onceEach } from '../base/once';
import type {
  Call,
  Compound,
  DoWhile,
  Exit,
  For,
  LabelId,
  Next,
  Program,
  Simple,
  Statement,
  StatementId,
  VariableId,
  While,
} from './types';

/** A statement that holds no others; gotos and labels stand in the trees with jumps that front ends build first. */
type Leaf = { readonly kind: Simple['kind'] | 'goto' | 'labelled' };
type Listed<T> = Compound<T> | Leaf;

const NO_BODIES: readonly never[] = [];

/** The statement lists directly inside a statement, in source order. */
export function bodies<T = Statement>(s: Compound<T> | Leaf): readonly (readonly T[])[] {
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
      return NO_BODIES;
  }
}

/** Where a jump from a block may go, by the blocks' numbers or names. */
export function targetsOf<T>(
  jump:
    | { readonly kind: 'go'; readonly to: T }
    | { readonly kind: 'branch'; readonly then: T; readonly else: T }
    | { readonly kind: 'select'; readonly cases: readonly { readonly to: T }[]; readonly default: T },
): T[] {
  switch (jump.kind) {
    case 'go':
      return [jump.to];
    case 'branch':
      return [jump.then, jump.else];
    case 'select':
      return [...jump.cases.map(({ to }) => to), jump.default];
  }
}

export function isCompound<T = Statement>(s: Compound<T> | Leaf): s is Compound<T> {
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

export function isLoop(s: { readonly kind: string }): s is For | While | DoWhile {
  return s.kind === 'for' || s.kind === 'while' || s.kind === 'doWhile';
}

/** Rebuilds a compound with every list inside changed; `slot` counts as `bodies` lists them. */
export function mapBodies<S, T>(
  s: Compound<S>,
  change: (body: readonly S[], slot: number) => readonly T[],
): Compound<T> {
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

/** Rebuilds a statement with other lists inside, as many as `bodies` gives. */
export function withBodies(s: Statement, lists: readonly (readonly Statement[])[]): Statement {
  return isCompound(s) ? mapBodies(s, (_, slot) => itemAt(lists, slot)) : s;
}

/** The statement of the program that one belongs to: itself, where a routine comes along as it was; null for what was only made. */
export function primalStatement(s: Statement): StatementId | null {
  return s.origin ?? (s.role === 'primal' && s.sweep === undefined ? s.id : null);
}

/** Visits every statement, outermost first, in source order. */
export function walkStatements<T extends Listed<T>>(list: readonly T[], visit: (s: T) => void): void {
  for (let i = 0; i < list.length; i++) {
    const s = list[i] as T;
    visit(s);
    // The most frequent ones, without a list of their lists.
    switch (s.kind) {
      case 'assign':
        break;
      case 'if':
        walkStatements(s.then, visit);
        walkStatements(s.else, visit);
        break;
      case 'for':
        walkStatements(s.body, visit);
        break;
      default:
        for (const body of bodies<T>(s)) walkStatements(body, visit);
    }
  }
}

/** Every statement of a list and those inside of them, in source order. */
export function allStatements(list: readonly Statement[]): Statement[] {
  const all: Statement[] = [];
  walkStatements(list, (s) => all.push(s));
  return all;
}

/** Jumps in a list of statements to places outside of it, in source order. */
export function jumpsOutOf(list: readonly Statement[]): (Exit | Next)[] {
  const jumps: (Exit | Next)[] = [];
  const labels = new Set<LabelId>();
  walkStatements(list, (s) => {
    if ('label' in s) labels.add(s.label);
    if (s.kind === 'exit' || s.kind === 'next') jumps.push(s);
  });
  return jumps.filter((s) => !labels.has(s.target));
}

/** Whether a statement of a list, or one inside of them, ends the run. */
export function endsRun(list: readonly Statement[]): boolean {
  return someStatement(list, (s) => s.kind === 'stop');
}

/** Does the test hold for a statement of a list, or for one inside of them? */
export function someStatement<T extends Listed<T>>(list: readonly T[], test: (s: T) => boolean): boolean {
  return list.some((s) => test(s) || bodies<T>(s).some((body) => someStatement(body, test)));
}

/** May run what is inside of it more than once: a loop, or a region of jumps. */
export function isRepeating({ kind }: Statement): boolean {
  return kind === 'for' || kind === 'while' || kind === 'doWhile' || kind === 'dispatch';
}

/** The statement of a program with that number. */
export function statementOf(
  { routines }: Pick<Program, 'routines'>,
  id: StatementId | null | undefined,
): Statement | null {
  let found: Statement | null = null;
  for (const { body } of routines)
    walkStatements(body, (s) => {
      if (s.id === id) found = s;
    });
  return found;
}
/**
 * The kinds of statements that a body holds, however deep: a pass that is about others has nothing to do. Bodies never change,
 * so that each is looked through once.
 */
export const kindsIn = onceEach((body: readonly Statement[]): ReadonlySet<Statement['kind']> => {
  const found = new Set<Statement['kind']>();
  walkStatements(body, ({ kind }) => found.add(kind));
  return found;
});

/** All calls that a body holds, in source order. */
export const callsIn = onceEach((body: readonly Statement[]): readonly Call[] => {
  return kindsIn(body).has('call') ? allStatements(body).filter((s) => s.kind === 'call') : [];
});

/** The indices of the counted loops of a body. */
export function indicesIn(body: readonly Statement[]): VariableId[] {
  return allStatements(body).flatMap((s) => (s.kind === 'for' ? [s.index] : []));
}

/** One statement, or several, or none. */
type Changed = Statement | readonly Statement[];

/** Replaces each statement, innermost first. Statements and lists in which nothing changes stay the same objects. */
export function rewriteStatements(
  list: readonly Statement[],
  change: (s: Statement) => Changed,
): readonly Statement[] {
  let changed: Statement[] | null = null;
  // Mostly one takes the place of one: then the list keeps its length.
  let isAsLong = true;
  for (let i = 0; i < list.length; i++) {
    const s = list[i] as Statement;
    const next = change(rewriteInside(s, change));
    const only = 'kind' in next ? next : next.length === 1 ? (next[0] as Statement) : null;
    if (only && isAsLong) {
      if (only !== s) changed ??= list.slice();
      if (changed) changed[i] = only;
      continue;
    }
    if (isAsLong) changed = (changed ?? list).slice(0, i);
    isAsLong = false;
    if (only) changed?.push(only);
    else for (const made of next as readonly Statement[]) changed?.push(made);
  }
  return changed ?? list;
}

function rewriteInside(s: Statement, change: (s: Statement) => Changed): Statement {
  if (s.kind === 'for') {
    const body = rewriteStatements(s.body, change);
    return body === s.body ? s : { ...s, body };
  }
  if (s.kind === 'if') {
    const then = rewriteStatements(s.then, change);
    const otherwise = rewriteStatements(s.else, change);
    return then === s.then && otherwise === s.else ? s : { ...s, then, else: otherwise };
  }
  const inner = bodies(s);
  if (inner.length === 0) return s;
  const next = inner.map((body) => rewriteStatements(body, change));
  return next.every((body, i) => body === inner[i]) ? s : withBodies(s, next);
}

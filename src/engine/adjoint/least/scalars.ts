/**
 * Scalars that need not be recorded though they are required (theory 15): those that a statement of the same list set and that
 * can be set again at its end, and integers whose update can be undone.
 *
 *   do i = 1, n              do i = 1, n
 *     k = 2*i                  k = 2*i
 *     if (x(k) > 0) …          if (x(k) > 0) …
 *   end do                     again: k = 2*i      backward, before all else of the iteration
 *
 *   k = k + 1                backward: k = k - 1
 */
import type { Window } from '../../analyses/least/window';
import { add, isInteger, sameExpr, subtract } from '../../ir/build';
import type { Locations } from '../../ir/locations';
import { bodies } from '../../ir/statements';
import type { Assign, Expr, Statement, StatementId } from '../../ir/types';
import type { Made } from './rewrite';

export interface RoutineChoices {
  readonly locations: Locations;
  /** Null where the run stays as it is. */
  readonly window: (run: Run) => Window | null;
  /** It is recorded, and may be set again at the end of its list. */
  readonly mayRunAgain: (s: Assign) => boolean;
  readonly mayUndo: (s: Assign) => boolean;
  /** May the backward sweep read the location at the end of a list that ends with this, with nothing stored for it? */
  readonly isThereAfter: (last: Statement, location: number) => boolean;
  /** May the run that starts here store so many bytes for variables of its own? If not, it stays as it is. */
  readonly mayStore: (first: Assign, bytes: number) => boolean;
  /** What a statement writes, those inside of it included. */
  readonly writes: (s: Statement) => readonly number[];
  /** Statements may be added to lists that end in a basic block only: elsewhere they are a block of their own, which `blocks` numbers. */
  readonly onlyBlockEnds: boolean;
}

export function undoOf(choices: RoutineChoices, s: Assign): Assign {
  const back = choices.mayUndo(s) ? inverseOf(s) : null;
  return back ? { ...s, undo: back } : s;
}

/** `k - 1` for `k = k + 1`; null where the old value can't be had from the new one. */
export function inverseOf({ target, value }: Assign): Expr | null {
  if (!isInteger(target.type) || target.kind !== 'variable') return null;
  if (value.kind !== 'binary' || value.type !== target.type) return null;
  const { op, left, right } = value;
  if (op === 'add' && sameExpr(left, target) && right.kind === 'constant') return subtract(target, right);
  if (op === 'add' && sameExpr(right, target) && left.kind === 'constant') return subtract(target, left);
  if (op === 'subtract' && sameExpr(left, target) && right.kind === 'constant') return add(target, right);
  return null;
}

/** A copy of a statement for the end of its list. */
export interface EndCopy {
  readonly copy: Assign;
  readonly of: StatementId;
}

/** Statements for the end of a list, the one that is to run first last. */
export function recomputedAtEnd(choices: RoutineChoices, list: readonly Statement[], made: Made): EndCopy[] {
  const { locations } = choices;
  const last = list[list.length - 1];
  if (!last || last.kind === 'exit' || last.kind === 'next') return [];
  if (choices.onlyBlockEnds && last.kind !== 'assign') return [];
  let found: { s: Assign; location: number; read: readonly number[] }[] = [];
  const written = new Set<number>();
  for (const s of list.toReversed()) {
    if (s.kind === 'assign' && choices.mayRunAgain(s) && s.target.kind === 'variable') {
      const location = locations.of(s.target);
      const read = locations.read(s.value);
      const isStill = location >= 0 && locations.at(location).strong && !written.has(location);
      if (isStill && !read.includes(location) && !read.some((r) => written.has(r)))
        found.push({ s, location, read });
    }
    for (const l of allWrites(choices, s)) written.add(l);
  }
  // Nothing is gained where an operand would have to be stored instead.
  for (let all = 0; all !== found.length; ) {
    all = found.length;
    const again = new Set(found.map(({ location }) => location));
    found = found.filter(({ read }) => read.every((r) => again.has(r) || choices.isThereAfter(last, r)));
  }
  return found.map(({ s }) => ({ copy: { ...endCopy(s), id: made.statement() }, of: s.id }));
}

function endCopy(s: Assign): Omit<Assign, 'id'> {
  const { kind, span, role, origin, target, value } = s;
  return { kind, span, role, origin, target, value, jacobian: null, again: true, keeps: true };
}

function allWrites(choices: RoutineChoices, s: Statement): number[] {
  return [...choices.writes(s), ...bodies(s).flatMap((list) => list.flatMap((x) => allWrites(choices, x)))];
}

/** Assignments that follow each other in one basic block. */
export type Run = readonly Assign[];

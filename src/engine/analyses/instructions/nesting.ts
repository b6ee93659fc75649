/**
 * Which tests decide whether a statement runs. Exact where control is nested; where jumps leave constructs, every test
 * around a jump is taken to decide everything inside the construct that the jump leaves (a safe over-estimate).
 */

import { BitSet } from '../../base/bitset';
import { entryOf, itemAt } from '../../base/lookup';
import { getOrMake } from '../../base/once';
import { bodies, kindsIn } from '../../ir/statements';
import type { For, LabelId, Statement, StatementId } from '../../ir/types';

export interface Nesting {
  /** Tests that decide whether this statement (or test) runs, innermost last. */
  readonly controllers: ReadonlyMap<StatementId, readonly StatementId[]>;
  /** Counted loops around it, innermost last. */
  readonly fors: ReadonlyMap<StatementId, readonly For[]>;
  /** Constructs around it, innermost last. */
  readonly parents: ReadonlyMap<StatementId, readonly Statement[]>;
  readonly statements: ReadonlyMap<StatementId, Statement>;
}

export function nestingOf(body: readonly Statement[], routineLabel: LabelId): Nesting {
  const controllers = new Map<StatementId, StatementId[]>();
  const fors = new Map<StatementId, For[]>();
  const parents = new Map<StatementId, Statement[]>();
  const statements = new Map<StatementId, Statement>();
  // Asked for where something jumps.
  const hasJumps = JUMPS.some((kind) => kindsIn(body).has(kind));
  const inside = new Map<LabelId, StatementId[]>([[routineLabel, []]]);
  /** By target: the jumps that go there. */
  const leaving = new Map<LabelId, StatementId[]>();

  const visit = (
    list: readonly Statement[],
    tests: StatementId[],
    around: Statement[],
    labels: LabelId[],
  ) => {
    const counted = around.filter((p) => p.kind === 'for');
    const record = (id: StatementId, s: Statement | null) => {
      controllers.set(id, tests);
      fors.set(id, counted);
      parents.set(id, around);
      if (s) statements.set(id, s);
      for (const label of labels) inside.get(label)?.push(id);
    };
    for (const s of list) {
      record(s.id, s);
      const label = hasJumps && 'label' in s ? [s.label] : [];
      for (const l of label) if (!inside.has(l)) inside.set(l, []);
      const deciding = testsOf(s);
      // Any branch of a region may decide about any block of it, and about the other branches.
      const branches = s.kind === 'dispatch' ? deciding : [];
      for (const id of branches) record(id, null);
      for (const body of bodies(s))
        visit(body, [...tests, ...deciding], [...around, s], [...labels, ...label]);
      for (const id of branches) controllers.set(id, [...tests, ...branches.filter((x) => x !== id)]);
    }
  };
  visit(body, [], [], hasJumps ? [routineLabel] : []);
  for (const s of statements.values()) {
    const target = targetOf(s, routineLabel);
    if (target !== null) leaving.set(target, [...(leaving.get(target) ?? []), s.id]);
  }
  if (leaving.size > 0) decideByJumps(controllers, leaving, inside);
  return { controllers, fors, parents, statements };
}

const JUMPS = ['exit', 'next', 'stop'] as const;

/** Where a jump goes; null for what is none. */
function targetOf(s: Statement, routineLabel: LabelId): LabelId | null {
  if (s.kind === 'exit' || s.kind === 'next') return s.target;
  return s.kind === 'stop' ? routineLabel : null;
}

/** The tests that decide about what is inside of a statement. */
function testsOf(s: Statement): StatementId[] {
  switch (s.kind) {
    case 'if':
    case 'switch':
    case 'for':
    case 'while':
    case 'doWhile':
      return [s.id];
    case 'dispatch':
      return s.blocks.flatMap((b) => (b.jump.kind === 'go' ? [] : [b.jump.id]));
    default:
      return [];
  }
}

/** A jump is decided by the tests around it, and by whatever decides whether control gets to it at all. */
function decideByJumps(
  controllers: Map<StatementId, StatementId[]>,
  leaving: ReadonlyMap<LabelId, readonly StatementId[]>,
  inside: ReadonlyMap<LabelId, readonly StatementId[]>,
): void {
  const tests = [...new Set([...new Set(controllers.values())].flat())];
  const numbers = new Map(tests.map((t, n) => [t, n]));
  // Of all statements of a list, which share what is around them.
  const sets = new Map<readonly StatementId[], BitSet>();
  const setOf = (id: StatementId): BitSet => {
    const own = entryOf(controllers, id);
    return getOrMake(sets, own, () =>
      BitSet.of(
        tests.length,
        own.map((t) => entryOf(numbers, t)),
      ),
    );
  };
  for (let grew = true; grew; ) {
    grew = false;
    for (const [target, sites] of leaving) {
      const deciding = new BitSet(tests.length);
      for (const site of sites) deciding.unionWith(setOf(site));
      for (const id of entryOf(inside, target)) grew = setOf(id).unionWith(deciding) || grew;
    }
  }
  const all = new Map<readonly StatementId[], StatementId[]>();
  for (const [own, set] of sets) {
    for (const t of own) set.delete(entryOf(numbers, t));
    if (!set.isEmpty()) all.set(own, [...own, ...set.toArray().map((n) => itemAt(tests, n))]);
  }
  for (const [id, own] of controllers) {
    const deciding = all.get(own);
    // A test is decided by others only.
    if (deciding) controllers.set(id, deciding.includes(id) ? deciding.filter((t) => t !== id) : deciding);
  }
}

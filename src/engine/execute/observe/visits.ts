/**
 * Which run of which primal statement a step of a generated program belongs to. A statement's code, in either sweep, is a
 * stretch of statements with the same origin; each time such a stretch is entered anew is one visit.
 */

import { getOrMake } from '../../base/once';
import { routineOf } from '../../ir/names';
import { isLoop, primalStatement, walkStatements } from '../../ir/statements';
import type { Program, Statement, StatementId } from '../../ir/types';

type Sweep = 'forward' | 'backward';

export interface VisitOf {
  readonly origin: StatementId;
  readonly sweep: Sweep;
  /** Counted from 1 in the order of the run, separately in each sweep. */
  readonly number: number;
  /** Whether this statement begins the visit. */
  readonly begins: boolean;
}

interface Known {
  readonly origin: StatementId;
  readonly sweep: Sweep;
  /** Whether its loop has the same origin: coming back to it is then no new visit. */
  readonly repeats: boolean;
}

/** Called with every statement of one run of a routine when control enters it; null for code without an origin. */
export type VisitCounter = (id: StatementId) => VisitOf | null;

/** Makes counters, one for each run of a routine. */
export function visitCounters(program: Program): (routine: string) => VisitCounter {
  const routines = new Map<string, ReadonlyMap<StatementId, Known>>();
  return (routine) => {
    const known = getOrMake(routines, routine, () => {
      const made = new Map<StatementId, Known>();
      enter(made, routineOf(program, routine).body, new Set());
      return made;
    });
    return counterOf(known);
  };
}

function counterOf(known: ReadonlyMap<StatementId, Known>): VisitCounter {
  const counts = { forward: new Map<StatementId, number>(), backward: new Map<StatementId, number>() };
  let current: Known | null = null;
  const seen = new Set<StatementId>();
  return (id) => {
    const at = known.get(id) ?? null;
    if (at === null) {
      current = null;
      return null;
    }
    const goesOn =
      current?.origin === at.origin && current.sweep === at.sweep && (at.repeats || !seen.has(id));
    const before = counts[at.sweep].get(at.origin) ?? 0;
    if (!goesOn) seen.clear();
    seen.add(id);
    current = at;
    const number = goesOn ? before : before + 1;
    counts[at.sweep].set(at.origin, number);
    return { origin: at.origin, sweep: at.sweep, number, begins: !goesOn };
  };
}

function enter(
  known: Map<StatementId, Known>,
  body: readonly Statement[],
  loops: ReadonlySet<StatementId>,
): void {
  const inside = new Map<StatementId, Set<StatementId>>();
  walkStatements(body, (s) => {
    const origin = primalStatement(s);
    const around = inside.get(s.id) ?? new Set(loops);
    if (isLoop(s) && origin !== null)
      walkStatements(s.body, (each) => {
        const own = inside.get(each.id) ?? new Set(around);
        inside.set(each.id, own.add(origin));
      });
    // Recomputation on the way back, and control, are no statement's derivative code.
    const control = s.kind === 'pushControl' || s.kind === 'popControl' || s.role === 'control';
    const counted = s.sweep !== 'backward' || s.role === 'derivative' || s.role === 'pop';
    if (origin !== null && counted && !control)
      known.set(s.id, { origin, sweep: s.sweep ?? 'forward', repeats: around.has(origin) });
  });
}

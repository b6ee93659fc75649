/** Which line of the backward sweep comes next, where branches and the trips of loops allow more than one answer. */
import { bodies, isLoop } from '../../ir/statements';
import type { Statement, StatementId } from '../../ir/types';
import type { Context } from '../context';

/** A line of the backward sweep, and the statement that it belongs to. */
export interface SweepLine {
  readonly statement: StatementId;
  readonly code: string;
  /** Whether its line stands in the text after the one that the search starts from. */
  readonly after: boolean;
}

/**
 * Those of `lines`, in the order of the text, that control may reach first after the lines of statement `id`: in the same
 * trip of the loops around it, in the next trip of each, and behind them.
 */
export function firstAfter(c: Context, id: StatementId, lines: readonly SweepLine[]): SweepLine[] {
  const { parents } = c.analysis.nesting;
  const aroundOf = (line: StatementId) => parents.get(line) ?? [];
  const own = armsOf(c, id);
  const loops = aroundOf(id).filter(isLoop).reverse();
  const found = new Set<SweepLine>();
  let inner: Statement | null = null;
  for (const level of [...loops, null]) {
    const isIn = (line: SweepLine, loop: Statement | null) =>
      loop === null || aroundOf(line.statement).includes(loop);
    const onwards = lines.filter(
      (line) =>
        line.after &&
        isIn(line, level) &&
        (inner === null || !isIn(line, inner)) &&
        !own.some((arm) => armsOf(c, line.statement).some((other) => isOtherArm(arm, other))),
    );
    if (takeFirst(c, onwards, own, found)) break;
    if (level) {
      const arms = [...armsOf(c, level.id), armOf(level, 0)];
      const body = lines.filter((line) => isIn(line, level));
      takeFirst(c, body, arms, found);
    }
    inner = level;
  }
  return lines.filter((line) => found.has(line));
}

/** Takes lines up to one that surely runs wherever `arms` does; returns whether there is one. */
function takeFirst(
  c: Context,
  lines: readonly SweepLine[],
  arms: readonly string[],
  found: Set<SweepLine>,
): boolean {
  const passed: (readonly string[])[] = [];
  for (const line of lines) {
    const own = armsOf(c, line.statement).filter((arm) => !arms.includes(arm));
    // Control can come here only by way of an earlier one.
    if (passed.some((before) => before.every((arm) => own.includes(arm)))) continue;
    found.add(line);
    if (own.length === 0) return true;
    passed.push(own);
  }
  return false;
}

/** The arms of branches that contain a statement, and the bodies of loops around it that may not run at all. */
function armsOf(c: Context, id: StatementId): string[] {
  const { parents, statements } = c.analysis.nesting;
  const around = parents.get(id) ?? [];
  return around.flatMap((s, k) => {
    if (s.kind === 'doWhile' || s.kind === 'block') return [];
    const child = around[k + 1] ?? statements.get(id);
    return [
      armOf(
        s,
        bodies(s).findIndex((body) => child !== undefined && body.includes(child)),
      ),
    ];
  });
}

function armOf({ id }: Statement, arm: number): string {
  return `${id} ${arm}`;
}

/** Whether it is another arm of the same branch, so that a run takes only one of the two. */
function isOtherArm(a: string, b: string): boolean {
  return a !== b && a.split(' ')[0] === b.split(' ')[0];
}

/** A statement of a run, mapped to the program: for generated code, to the statement that it comes from. */

import type { RunHistory } from '../../execute/interpreter/history';
import { primalStatement, statementOf } from '../../ir/statements';
import type { Program, StatementId } from '../../ir/types';

export interface ProgramPlace {
  readonly statement: StatementId;
  readonly sweep: 'forward' | 'backward';
  readonly visit: number;
}

/** The first node of a run that a statement made with this value. */
function visitBy(h: RunHistory, statement: StatementId, value: number): number | null {
  for (let n = 1; n < h.count; n++) {
    const node = h.node(n);
    if (node.statement === statement && Object.is(node.value, value)) return node.visit;
  }
  return null;
}

/** `generated` is the program of history `h`; `primal` the history of the program itself. */
export function placeOf(
  h: RunHistory,
  n: number,
  generated: Program,
  primal: RunHistory,
): ProgramPlace | null {
  const { statement: id, visit, value } = h.node(n);
  const s = statementOf(generated, id);
  if (id === null || !s) return null;
  const statement = primalStatement(s);
  if (statement === null) return null;
  const sweep = s.sweep ?? 'forward';
  // On the way back the last run of a statement comes first.
  if (sweep === 'backward' && s.role === 'derivative')
    return {
      statement,
      sweep,
      visit: Math.max(1, Math.max(h.visits(id), primal.visits(statement)) - visit + 1),
    };
  return { statement, sweep, visit: visitBy(primal, statement, value) ?? visit };
}

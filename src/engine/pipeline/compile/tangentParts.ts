/** The generator of tangents' questions to the analyses, for each routine. */

import type { Effect } from '../../analyses/instructions/summary';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { present } from '../../base/lookup';
import { instructionOf } from '../../ir/graph/flow';
import type { StatementId } from '../../ir/types';
import type { TangentRoutine } from '../../tangent/active';
import type { ProgramAnalysis } from './contexts';

export function tangentParts(analysis: ProgramAnalysis): ReadonlyMap<string, TangentRoutine> {
  return new Map([...analysis.routines].map(([name, a]) => [name, partOf(a)]));
}

function partOf(a: RoutineAnalysis): TangentRoutine {
  const { locations } = a.model;
  return {
    routine: a.model.routine,
    isVaried: (statement, place) => {
      const l = locations.of(place);
      return l >= 0 && (a.varied.around(statement)?.before.has(l) ?? false);
    },
    isUseful: (statement, place) => {
      const l = locations.of(place);
      return l >= 0 && (a.useful.around(statement)?.after.has(l) ?? false);
    },
    isOverwritten: (statement, place) => {
      const l = locations.of(place);
      return l >= 0 && effectOf(a, statement).kill.has(l);
    },
    isDifferentiated: (statement) => isDifferentiated(a, statement),
  };
}

function effectOf({ model }: RoutineAnalysis, statement: StatementId): Effect {
  return model.effects(present(instructionOf(model.graph, statement), 'a statement of the graph'));
}

/** Does anything useful that the statement writes depend on something varied? */
export function isDifferentiated(a: RoutineAnalysis, statement: StatementId): boolean {
  const varied = a.varied.around(statement)?.before;
  const useful = a.useful.around(statement)?.after;
  if (!varied || !useful) return false;
  return [...effectOf(a, statement).diffDep].some(([l, from]) => useful.has(l) && from.intersects(varied));
}

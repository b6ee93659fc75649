/** What is asked about the two runs, that of the program and that of the generated program. */

import { DiagnosticSink } from '../../base/diagnostics';
import { dictionary, present } from '../../base/lookup';
import type { Values } from '../../execute/inputs/binding';
import { resolveInputs } from '../../execute/inputs/inputs';
import type { Runnable } from '../../execute/runnable';
import { directionRows, type Session } from '../../execute/session';
import { type RememberedRun, remember as rememberRun } from '../../execute/trouble/remembered';
import { locationKey } from '../../ir/names';
import type { VariableId } from '../../ir/types';
import type { Compile } from '../compile/compiled';
import type { Diagnostic, ExecuteRequest } from '../results';

export interface Asked extends Pick<Session, 'seeds' | 'directions' | 'independents' | 'dependents'> {
  readonly c: Compile;
  readonly values: Values;
  readonly budget: ExecuteRequest['budget'];
}

/** The question with everything filled in that was left out; or the errors that prevent it. */
export function askedOf(c: Compile, request: ExecuteRequest): Asked | readonly Diagnostic[] {
  const sink = new DiagnosticSink();
  const name = present(c.routine, 'the routine').name;
  const { values } = resolveInputs(c.source, name, request.inputs ?? {}, sink, { now: () => 0 });
  if (sink.hasErrors) return sink.list;
  const sides = present(c.interface, 'the interface');
  const keys = (ids: readonly VariableId[]) => ids.map((id) => locationKey(c.program, id));
  const [independents, dependents] = [keys(sides.independents), keys(sides.dependents)];
  const filled = (names: readonly string[], given: Values) => {
    const all = dictionary<number[]>();
    for (const key of names)
      all[key] = (values[key] ?? [0]).map((_, i) => (given[key] ? (given[key][i] ?? 0) : 1));
    return all;
  };
  return {
    c,
    values,
    seeds: filled(dependents, request.seeds ?? {}),
    directions: directionRows(request.directions ?? {}).map((row) => filled(independents, row)),
    independents,
    dependents,
    budget: request.budget,
  };
}

export type { RememberedRun } from '../../execute/trouble/remembered';

/** A run of the program, or of the generated one, with the asked values. */
export function remember(asked: Asked, runnable: Runnable): RememberedRun | null {
  const primal = { program: asked.c.program, entry: present(asked.c.routine, 'the routine').name };
  const { values: inputs, seeds, budget } = asked;
  return rememberRun(primal, runnable, { inputs, seeds }, { budget });
}

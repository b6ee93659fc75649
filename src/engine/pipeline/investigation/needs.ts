/**
 * Which recordings a run of the adjoint needed. This is the only notion of it: cards look for a run that needs a value, the
 * count of needed recordings is about one run, and a broken run with an unchanged gradient tells by it whether the value was
 * read at all.
 */
import { givenTo } from '../../execute/derivatives';
import type { Values } from '../../execute/inputs/binding';
import { interpret } from '../../execute/interpreter';
import { type EntryCounts, neededEntries } from '../../execute/observe/needed';
import { cameToEnd, HANGS_AFTER_MS, type RunLimits, within } from '../../execute/outcome';
import { bindPorts, portsOf } from '../../execute/runnable';
import type { RecordingId } from '../../ir/types';
import type { Compile } from '../compile/compiled';
import type { ExecuteRequest } from '../results';

const LIMITS: RunLimits = { steps: 2_000_000, milliseconds: HANGS_AFTER_MS, bytes: 256 * 2 ** 20 };

export type Needs = ReadonlyMap<RecordingId, EntryCounts>;

/** `values` are those of every input. Null if the adjoint does not come to its end, or is too long to follow. */
export function needsOf(
  c: Compile,
  values: Values,
  now: () => number = () => 0,
  budget: ExecuteRequest['budget'] = {},
): Needs | null {
  if (!c.adjoint || !c.routine) return null;
  const ports = portsOf({ program: c.program, entry: c.routine.name }, c.adjoint);
  const input = bindPorts(c.adjoint.entry, ports, (port) => givenTo(port, { inputs: values }));
  const limits = within(LIMITS, budget);
  const outcome = interpret(c.adjoint.program, input, { now, limits, watch: true });
  return outcome.watch && cameToEnd(outcome) ? neededEntries(c.adjoint.program, outcome.watch) : null;
}

/** The counts of several recordings together; one that the run did not reach has none. */
export function countOf(needs: Needs, recordings: readonly { readonly id: RecordingId }[]): EntryCounts {
  let made = 0;
  let needed = 0;
  for (const { id } of recordings) {
    made += needs.get(id)?.made ?? 0;
    needed += needs.get(id)?.needed ?? 0;
  }
  return { made, needed };
}

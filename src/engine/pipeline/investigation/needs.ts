/**
 * Which recordings a run of the adjoint needed. This is the only notion of it: cards look for a run that needs a value, the
 * count of needed recordings is about one run, and a broken run with an unchanged gradient tells by it whether the value was
 * read at all.
 */

import { DiagnosticSink } from '../../base/diagnostics';
import { givenTo } from '../../execute/derivatives';
import { defaultHost } from '../../execute/host';
import type { Values } from '../../execute/inputs/binding';
import { resolveInputs } from '../../execute/inputs/inputs';
import { interpret } from '../../execute/interpreter';
import type { Watch } from '../../execute/interpreter/watch';
import { cameToEnd, HANGS_AFTER_MS, type RunLimits, within } from '../../execute/outcome';
import { bindPorts, portsOf } from '../../execute/runnable';
import { walkStatements } from '../../ir/statements';
import type { Program, RecordingId, StatementId } from '../../ir/types';
import { onlyDifferentiation } from '../answers/execute';
import { compile } from '../compile/compile';
import type { Compile } from '../compile/compiled';
import type { ExecuteRequest, NeededRecordings } from '../results';

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

interface EntryCounts {
  made: number;
  needed: number;
}

/**
 * How many values the run pushed, by recording, and how many of them it needed. An entry of the tape is needed if, after its
 * POP, what the POP restored is read
 *
 *   by a derivative instruction or by control (a test, bounds, an address that something is passed by), or
 *   by a statement, a PUSH or the address of a POP that is itself needed for one of these,
 *
 * before anything else is written there. This is liveness of cells over one run, from its end to its start, in which only
 * derivative instructions and control are of use by themselves: a copy that is never looked at is no reason to keep its
 * source, nor is the subscript of an element that nobody reads.
 */
function neededEntries(program: Program, watch: Watch): Map<RecordingId, EntryCounts> {
  const recordings = new Map<number, RecordingId>();
  const derivatives = new Set<number>();
  for (const routine of program.routines)
    walkStatements(routine.body, (s) => {
      if (s.kind === 'push') recordings.set(s.id, s.recording);
      if (s.role === 'derivative') derivatives.add(s.id as StatementId);
    });
  const wanted = new Uint8Array(watch.cells + 1);
  const needed = new Uint8Array(watch.entries);
  const isWanted = (cell: number, wide: boolean) => wanted[cell] === 1 || (wide && wanted[cell + 1] === 1);
  const set = (cell: number, wide: boolean, value: 0 | 1) => {
    wanted[cell] = value;
    if (wide) wanted[cell + 1] = value;
  };
  const want = (reads: Int32Array) => {
    for (const place of reads) set(place >> 1, (place & 1) === 1, 1);
  };
  const counts = new Map<RecordingId, EntryCounts>();
  watch.backwards((event, reads) => {
    if (event.kind === 'decide') {
      want(reads);
      return;
    }
    const { cell, wide } = event;
    if (event.kind === 'push') {
      const recording = recordings.get(event.statement);
      if (recording === undefined) return;
      const count = counts.get(recording) ?? { made: 0, needed: 0 };
      counts.set(recording, count);
      count.made++;
      if (needed[event.entry] !== 1) return;
      count.needed++;
      set(cell, wide, 1);
      want(reads);
      return;
    }
    const used = isWanted(cell, wide);
    set(cell, wide, 0);
    if (event.kind === 'pop' && used) needed[event.entry] = 1;
    if (used || derivatives.has(event.statement)) want(reads);
  });
  return counts;
}

/** The door's `neededRecordings`: a traced run of the adjoint, and how many of its recordings the run needed. */
export function countNeeded(request: ExecuteRequest): NeededRecordings {
  const host = defaultHost();
  const c = compile(onlyDifferentiation(request), host.now);
  if (c.mode !== 'adjoint') return noCount('Only an adjoint has recordings of this kind.');
  if (!c.adjoint || !c.routine || c.diagnostics.some((d) => d.severity === 'error'))
    return noCount('There is no adjoint to run: the program has errors.');
  const sink = new DiagnosticSink();
  const { values } = resolveInputs(c.source, c.routine.name, request.inputs ?? {}, sink, host);
  if (sink.hasErrors) return noCount('The inputs do not fit the program.');
  const needs = needsOf(c, values, host.now, request.budget);
  if (!needs) return noCount('The run did not come to its end, or was too long to follow.');
  const result: NeededRecordings = { ok: true, reason: '', made: 0, needed: 0, ratio: 1, byRecording: {} };
  for (const [recording, { made, needed }] of needs) {
    result.byRecording[`r${recording}`] = { made, needed };
    result.made += made;
    result.needed += needed;
  }
  if (result.made > 0) result.ratio = result.needed / result.made;
  return result;
}

export function noCount(reason: string): NeededRecordings {
  return { ok: false, reason, made: 0, needed: 0, ratio: 1, byRecording: {} };
}

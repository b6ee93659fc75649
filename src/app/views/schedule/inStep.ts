import type { Schedule, ScheduleLoop, Trace } from '../../../engine/pipeline/results';

/** By event of a schedule: the step of a run after which it has happened. */
export type InStep = readonly number[];

/**
 * Where a run of the program is when a schedule of one of its loops is so far: null where the run does not go by this schedule. Every
 * iteration that runs forward passes one statement of the body, and every one that is reversed one of its derivatives.
 */
export function inStepWith(trace: Trace, loop: ScheduleLoop, schedule: Schedule): InStep | null {
  const { events, forward } = schedule;
  const reversed = events.filter(({ kind }) => kind === 'adjoint').length;
  const runs = passing(trace, loop, 'forward', forward);
  const back = passing(trace, loop, 'backward', reversed);
  if (runs === null || back === null || trace.cutAt !== null) return null;
  let [ran, undone, at] = [0, 0, -1];
  const steps: number[] = [];
  for (const { kind, from, to } of events) {
    if (kind === 'advance' || kind === 'tape') ran += to - from;
    if (kind === 'adjoint') undone++;
    const next =
      kind === 'adjoint' ? back[undone - 1] : kind === 'snapshot' || kind === 'restore' ? at : runs[ran - 1];
    if (next === undefined || next < at) return null;
    at = next;
    steps.push(at);
  }
  return steps;
}

/** The event that a run has come to after a step. */
export function eventAt(inStep: InStep, step: number): number {
  return Math.max(
    0,
    inStep.findLastIndex((at) => at <= step),
  );
}

/** The steps of some statement of the body that a sweep passes so often. */
function passing(
  { statements, statement, steps }: Trace,
  { body }: ScheduleLoop,
  sweep: 'forward' | 'backward',
  times: number,
): number[] | null {
  const isInside = statements.map(
    ({ tape, source, sweep: of }) =>
      (of === 'backward') === (sweep === 'backward') &&
      tape === null &&
      source.start >= body.start &&
      source.end <= body.end,
  );
  const found = new Map<string, number[]>();
  for (let k = 0; k < steps; k++) {
    const which = statement[k] as number;
    const s = statements[which];
    if (s === undefined || isInside[which] !== true) continue;
    // A statement may stand in several routines.
    const key = `${s.source.start} ${s.source.end} ${s.role} ${s.text}`;
    const list = found.get(key);
    if (list) list.push(k);
    else found.set(key, [k]);
  }
  return [...found.values()].find((list) => list.length === times) ?? null;
}

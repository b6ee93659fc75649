/** The door's `schedule`: the counted loops of a routine, and the steps of a schedule for a given number of iterations (theory 11). */

import { ofEach } from '../../base/lookup';
import { cover, isNowhere, NOWHERE, type Span } from '../../base/span';
import { SCHEDULE_KINDS, scheduleEvents } from '../../checkpoints/events';
import { defaultHost } from '../../execute/host';
import { evaluate } from '../../ir/evaluate';
import { locationKey } from '../../ir/names';
import { allStatements, walkStatements } from '../../ir/statements';
import type { For, PieceDirective, Place, Program } from '../../ir/types';
import { compileAgain } from '../compile/again';
import { type Form, givenBeside, NUMBER, oneOf } from '../given';
import type {
  Diagnostic,
  ExecuteRequest,
  Schedule,
  ScheduleEvent,
  ScheduleLoop,
  ScheduleRequest,
} from '../results';
import { onlyDifferentiation } from './execute';

/** What is planned while one waits. */
const MOST_STEPS = 1000;

/** Diagnostics of directives: why a piece is not reversed as they say. */
const REFUSALS = new Set(['no-checkpoint', 'not-independent']);

const STEPS: Form = {
  holds: (value) => NUMBER.holds(value) && Number(value) <= MOST_STEPS,
  told: `a number up to ${MOST_STEPS}`,
};
const FORMS = { kind: oneOf(SCHEDULE_KINDS), steps: STEPS, amount: NUMBER };

export function scheduleOf(request: ExecuteRequest, given: ScheduleRequest): Schedule {
  const asked = givenBeside(given, 'schedule', FORMS);
  const c = compileAgain(onlyDifferentiation(request), true, defaultHost().now);
  const [steps, amount] = ofEach([asked.steps, asked.amount], (n) => Math.min(MOST_STEPS, Math.trunc(n)));
  const events = scheduleEvents(asked.kind, steps, Math.max(1, amount));
  const routine = c.source.routines.find((r) => r.name === c.routine?.name);
  const loops = routine ? loopsOf(c.source, routine.body, request) : [];
  const diagnostics = c.diagnostics.filter(({ code }) => REFUSALS.has(code));
  return { ok: true, diagnostics, loops, events, ...countsOf(events) };
}

export function noSchedule(diagnostics: Diagnostic[]): Schedule {
  return { ok: false, diagnostics, loops: [], events: [], forward: 0, snapshots: 0, tapes: 0 };
}

function countsOf(events: readonly ScheduleEvent[]) {
  let [forward, snapshots, tapes, held, taped] = [0, 0, 0, 0, 0];
  for (const { kind, from, to } of events) {
    if (kind === 'advance' || kind === 'tape') forward += to - from;
    if (kind === 'snapshot') held++;
    if (kind === 'restore') held--;
    if (kind === 'tape') taped++;
    if (kind === 'adjoint') taped--;
    snapshots = Math.max(snapshots, held);
    tapes = Math.max(tapes, taped);
  }
  return { forward, snapshots, tapes };
}

function loopsOf(program: Program, body: Parameters<typeof walkStatements>[0], request: ExecuteRequest) {
  const loops: ScheduleLoop[] = [];
  const said = new Map<For, PieceDirective>();
  walkStatements(body, (s) => {
    const last = s.kind === 'block' ? s.body[s.body.length - 1] : undefined;
    if (s.kind === 'block' && s.piece && last?.kind === 'for') said.set(last, s.piece);
    if (s.kind !== 'for') return;
    const directive = said.get(s);
    const [head = ''] = request.source.slice(s.span.start, s.span.end).split('\n');
    loops.push({
      span: s.span,
      body: extentOf(s),
      title: head.trim().replace(/\s*\{.*$/, ''),
      trips: tripsOf(program, s, request.inputs ?? {}),
      directive: directive
        ? { text: request.source.slice(directive.span.start, directive.span.end), span: directive.span }
        : null,
    });
  });
  return loops;
}

function extentOf({ span, body }: For): Span {
  const extent = allStatements(body).reduce((all, s) => cover(all, s.span), NOWHERE);
  return isNowhere(extent) ? span : extent;
}

function tripsOf(program: Program, loop: For, inputs: NonNullable<ExecuteRequest['inputs']>): number | null {
  const read = (place: Place): number | null => {
    if (place.kind !== 'variable') return null;
    const input = inputs[locationKey(program, place.variable)];
    const [value] = Array.isArray(input) ? input : [input];
    return typeof value === 'number' ? value : null;
  };
  const [first, last, step] = [loop.first, loop.last, loop.step].map((e) => evaluate(e, { read }));
  if (first == null || last == null || step == null || step === 0) return null;
  return Math.max(0, Math.floor((last - first + step) / step));
}

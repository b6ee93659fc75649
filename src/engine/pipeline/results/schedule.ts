/** The events by which a loop is stored or run again: the answer of `schedule`. */
import type { Diagnostic } from '../../base/diagnostics';
import type { Span } from '../../base/span';
import type { ScheduleEvent, ScheduleKind } from '../../checkpoints/events';

export type { ScheduleEvent, ScheduleKind } from '../../checkpoints/events';

export interface ScheduleRequest {
  kind: ScheduleKind;
  /** How many iterations: 1000 at most. */
  steps: number;
  /** The number of snapshots for `binomial` and `mixed`, or of iterations in a piece for `every`. */
  amount: number;
}

export interface Schedule {
  ok: boolean;
  /** Why directives of the program cannot be carried out. */
  diagnostics: Diagnostic[];
  /** The counted loops of the routine, in order of the text. */
  loops: ScheduleLoop[];
  /** In order: what runs, what is saved and restored. */
  events: ScheduleEvent[];
  /** The total number of steps that run forward, including those whose tape is kept. */
  forward: number;
  /** The largest numbers of snapshots, and of tapes of single steps, kept at once. */
  snapshots: number;
  tapes: number;
}

export interface ScheduleLoop {
  /** Of its head. */
  span: Span;
  /** From the first statement of its body to the last. */
  body: Span;
  /** Its head as it is written. */
  title: string;
  /** The number of its trips with these inputs, if its bounds tell it. */
  trips: number | null;
  /** The directive before it, if any. */
  directive: { text: string; span: Span } | null;
}

/** How a loop is stored or run again, event by event: what `schedule` answers. */
import type { Diagnostic } from '../../base/diagnostics';
import type { Span } from '../../base/span';
import type { ScheduleEvent, ScheduleKind } from '../../checkpoints/events';

export type { ScheduleEvent, ScheduleKind } from '../../checkpoints/events';

export interface ScheduleRequest {
  kind: ScheduleKind;
  /** How many iterations: 1000 at most. */
  steps: number;
  /** Snapshots of `binomial` and `mixed`, iterations a piece of `every`. */
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
  /** Steps that are run forward in all, those whose tape is kept among them. */
  forward: number;
  /** The most snapshots, and the most tapes of single steps, that are kept at once. */
  snapshots: number;
  tapes: number;
}

export interface ScheduleLoop {
  /** Of its head. */
  span: Span;
  /** From its first statement to its last. */
  body: Span;
  /** Its head as it is written. */
  title: string;
  /** How often it runs with these inputs, where its bounds tell. */
  trips: number | null;
  /** The directive before it, if any. */
  directive: { text: string; span: Span } | null;
}

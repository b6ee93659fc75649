/** A run with one recording taken away or forced. */
import type { Diagnostic } from '../../base/diagnostics';

/** The same run with one recording taken away or forced, beside the run as it should be. */
export interface BrokenRun {
  /** Whether both could be run; if not, `refused` says why. */
  ok: boolean;
  refused: string;
  /** The recording, as `tamper` names it. */
  key: string;
  change: 'removed' | 'forced';
  effect: 'changed' | 'unchanged' | 'failed';
  components: BrokenComponent[];
  worst: BrokenComponent | null;
  /** Why nothing changed; empty if something did. */
  reason: string;
  sentence: string;
  /** Of the tape. */
  bytes: { before: number; after: number };
  /** Of the broken run. */
  diagnostics: Diagnostic[];
}

export interface BrokenComponent {
  name: string;
  /** In memory order. */
  index: number;
  /** The element as the program writes it. */
  element: string;
  right: number;
  broken: number;
  /** By finite differences, if one was taken. */
  difference: number | null;
  relativeError: number;
  wrong: boolean;
}

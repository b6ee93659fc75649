/** What answers of the engine begin with. */
import type { Diagnostic } from '../../base/diagnostics';

/** If there is no answer, diagnostics say why. */
export interface Answer {
  ok: boolean;
  diagnostics: Diagnostic[];
}

/** Why there is no answer; empty if there is one. */
export interface Reasoned {
  ok: boolean;
  reason: string;
}

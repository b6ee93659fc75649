import type { Call, StatementId } from '../../ir/types';
import type { ControlReversal } from '../plans/controlReversal';
import type { ForwardSweep } from '../plans/forwardSweep';
import type { AdjointInfo, RoutineFacts } from '../routineFacts';
import type { DerivativeInstructions } from './derivativeInstructions';

export interface TbrParts {
  readonly facts: RoutineFacts;
  readonly derivatives: DerivativeInstructions;
  readonly sweep: ForwardSweep;
  readonly control: ControlReversal;
  readonly infoOf: (call: Call) => AdjointInfo;
  /** Assignments that are not to be run again. */
  readonly declined: ReadonlySet<StatementId>;
}

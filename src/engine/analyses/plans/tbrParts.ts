import type { Call, StatementId } from '../../ir/types';
import type { DerivativeInstructions } from '../instructions/derivativeInstructions';
import type { AdjointInfo, RoutineFacts } from '../routineFacts';
import type { ControlReversal } from './controlReversal';
import type { ForwardSweep } from './forwardSweep';

export interface TbrParts {
  readonly facts: RoutineFacts;
  readonly derivatives: DerivativeInstructions;
  readonly sweep: ForwardSweep;
  readonly control: ControlReversal;
  readonly infoOf: (call: Call) => AdjointInfo;
  /** Assignments that are not to be run again. */
  readonly declined: ReadonlySet<StatementId>;
}

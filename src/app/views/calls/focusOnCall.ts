import type { CallSite, Differentiation } from '../../../engine/pipeline/results';
import { focusOnStatement } from '../../store/focus';

/** A call in the routine that is shown is a statement that every view knows. */
export function focusOnCall(
  shown: Differentiation,
  { caller, statement }: Pick<CallSite, 'caller' | 'statement'>,
) {
  const known = caller === shown.routine?.name && shown.statements.some(({ id }) => id === statement);
  return known ? focusOnStatement(shown, statement, 'calls') : null;
}

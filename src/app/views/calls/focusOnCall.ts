import type { CallSite, Differentiation } from '../../../engine/pipeline/results';
import { placed } from '../../store/results/lookup';
import { focusOnStatement } from '../../store/view/focus';

/** A call of the routine that is shown, or of one that it calls, has a card. */
export function focusOnCall(shown: Differentiation, { statement }: Pick<CallSite, 'statement'>) {
  const known = placed(shown).some(({ id }) => id === statement);
  return known ? focusOnStatement(shown, statement, 'calls') : null;
}

/** Backward code that stands in two places: the second time with ids and labels of its own. */
import { rewriteStatements, walkStatements } from '../ir/statements';
import type { LabelId, Statement, StatementId } from '../ir/types';
import { type Builder, newLabel } from './builder';

export function copyOf(b: Builder, list: readonly Statement[]): readonly Statement[] {
  const labels = new Map<LabelId, LabelId>();
  walkStatements(list, (s) => {
    if ('label' in s) labels.set(s.label, newLabel(b));
  });
  const own = (label: LabelId) => labels.get(label) ?? label;
  return rewriteStatements(list, (s) => {
    const copy = { ...s, id: b.state.nextStatement++ as StatementId };
    if ('label' in copy) return { ...copy, label: own(copy.label) };
    if (copy.kind === 'exit' || copy.kind === 'next') return { ...copy, target: own(copy.target) };
    return copy;
  });
}

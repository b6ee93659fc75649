/** Backward code that stands in two places: the second time with ids and labels of its own. */
import { type Counters, newLabel, newStatement } from '../ir/emit';
import { rewriteStatements, walkStatements } from '../ir/statements';
import type { LabelId, Statement } from '../ir/types';

export function copyOf(counters: Counters, list: readonly Statement[]): readonly Statement[] {
  const labels = new Map<LabelId, LabelId>();
  walkStatements(list, (s) => {
    if ('label' in s) labels.set(s.label, newLabel(counters));
  });
  const own = (label: LabelId) => labels.get(label) ?? label;
  return rewriteStatements(list, (s) => {
    const copy = { ...s, id: newStatement(counters) };
    if ('label' in copy) return { ...copy, label: own(copy.label) };
    if (copy.kind === 'exit' || copy.kind === 'next') return { ...copy, target: own(copy.target) };
    return copy;
  });
}

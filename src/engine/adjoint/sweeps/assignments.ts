/** Both sweeps of an assignment: record, compute; take the derivative back, restore (theory 4, 8). */
import { holding } from '../../analyses/instructions/derivatives';
import type { Assign, Statement } from '../../ir/types';
import { adjointOfAssignment } from '../assignment';
import { assign, base, record } from '../builder';
import { adjointInCodeList } from '../codeList';
import { backwardOf, forwardOf, type SweepContext, type Sweeps } from './context';

export function sweepAssign(c: SweepContext, s: Assign): Sweeps {
  const { b, analysis } = c;
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (s.again) return { forward, backward };
  const recorded = (analysis.recorded.get(s.id)?.length ?? 0) > 0;
  if (recorded && s.undo) backward.push(assign(b, backwardOf(s), 'pop', s.target, s.undo));
  else if (recorded) {
    const location = analysis.model.locations.at(
      (analysis.recorded.get(s.id) as readonly number[])[0] as number,
    );
    const id = record(b, {
      kind: 'value',
      variable: s.target.variable,
      place: s.target,
      location: location.key,
      statement: s.id,
      span: s.span,
      type: s.target.type,
      width: null,
    });
    const what = { kind: 'scalar', place: s.target } as const;
    forward.push({ kind: 'push', ...base(b, forwardOf(s), 'push'), what, recording: id });
    backward.push({ kind: 'pop', ...base(b, backwardOf(s), 'pop'), what, recording: id });
  }
  if (analysis.stays.has(s.id)) {
    const value = holding((s.held ?? []).filter((h) => h.forward))(s.value);
    const form = recorded || value !== s.value ? undefined : s.form;
    forward.push({ ...assign(b, forwardOf(s), 'primal', s.target, value), form });
  }
  const d = analysis.derivatives.get(s.id);
  if (d) {
    const isInCodeList =
      s.codeList || (s.value.kind === 'variable' && c.codeListVariables.has(s.value.variable));
    const derivative = isInCodeList
      ? adjointInCodeList(b, s, d, (id) => c.codeListVariables.has(id))
      : adjointOfAssignment(b, s, d, c.merge);
    // With useResults the partial reads the result, so it runs before the POP takes it away.
    if (d.useOut.isEmpty()) backward.push(...derivative);
    else backward.unshift(...derivative);
  }
  return { forward, backward };
}

/** At the end of a block: what its backward sweep computes again (theory 4.6). */
export function recomputeBefore(c: SweepContext, s: Statement): Statement[] {
  return (c.analysis.recomputed.get(s.id) ?? []).flatMap((id) => {
    const j = c.analysis.nesting.statements.get(id);
    return j?.kind === 'assign' ? [assign(c.b, backwardOf(j), 'primal', j.target, j.value)] : [];
  });
}

/** Both sweeps of an assignment: record, compute; take the derivative back, restore (theory 4, 8). */
import { holding } from '../../analyses/instructions/derivatives';
import type { Assign, Statement } from '../../ir/types';
import { adjointOfAssignment } from '../assignment';
import { adjointInCodeList } from '../codeList';
import type { SweepContext, Sweeps } from './context';

export function sweepAssign(c: SweepContext, s: Assign): Sweeps {
  const { b, analysis } = c;
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (s.again) return { forward, backward };
  const at = b.at(s);
  const [location] = analysis.recorded.get(s.id) ?? [];
  const recorded = location !== undefined;
  if (recorded && s.undo) backward.push(at.backward.assign('pop', s.target, s.undo));
  else if (recorded) {
    const { variable, type } = s.target;
    const of = { variable, location: analysis.model.locations.at(location).key, type };
    const { push, pop } = at.saved('value', { kind: 'scalar', place: s.target }, of);
    forward.push(push);
    backward.push(pop);
  }
  if (analysis.stays.has(s.id)) {
    const value = holding((s.held ?? []).filter((h) => h.forward))(s.value);
    const form = recorded || value !== s.value ? undefined : s.form;
    forward.push(at.forward.assign('primal', s.target, value, form));
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
    return j?.kind === 'assign' ? [c.b.at(j).backward.assign('primal', j.target, j.value)] : [];
  });
}

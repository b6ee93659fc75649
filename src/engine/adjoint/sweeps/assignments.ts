/** Both sweeps of an assignment: record, compute; take the derivative back, restore (theory 4, 8). */
import { type AssignDerivative, holding } from '../../analyses/instructions/derivatives';
import { constant } from '../../ir/build';
import type { Assign, Expr, Place, Statement, VariableId } from '../../ir/types';
import { adjointOfAssignment, nameShared } from '../assignment';
import type { Builder } from '../builder';
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

/**
 * The adjoint of an assignment of a code list (theory 8.2). A variable of a code list is read once, by what it is an operand of, whose
 * adjoint comes right before its own: so its adjoint is overwritten, and neither incremented nor reset.
 */
function adjointInCodeList(
  b: Builder,
  s: Assign,
  d: AssignDerivative,
  isCompilerVariable: (id: VariableId) => boolean,
): Statement[] {
  const { backward } = b.at(s);
  const put = (place: Place, value: Expr) =>
    isCompilerVariable(place.variable)
      ? backward.assign('derivative', b.adjointPlace(place), value)
      : backward.increment('derivative', b.adjointPlace(place), value);
  const seed = b.adjointPlace(d.target);
  const statements: Statement[] = [];
  const named = nameShared(b, backward, d, seed, statements);
  const given = new Set(d.contributions.map(({ place }) => place.variable));
  // An operand that contributes nothing, as in `floor(v1)`, must not keep what it had in another code list.
  const silent = d.operands.filter((p) => isCompilerVariable(p.variable) && !given.has(p.variable));
  for (const place of silent) statements.push(put(place, constant(0, place.type)));
  for (const { place, value } of d.contributions) statements.push(put(place, named(value)));
  if (!isCompilerVariable(d.target.variable))
    statements.push(backward.assign('derivative', seed, constant(0, seed.type)));
  return statements;
}

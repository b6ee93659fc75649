/**
 * The adjoint of an assignment of a code list (theory 8.2). A variable of a code list is read once, by what it is an operand of, whose
 * adjoint comes right before its own: so its adjoint is overwritten, and neither incremented nor reset.
 */
import type { AssignDerivative } from '../analyses/instructions/derivatives';
import { constant } from '../ir/build';
import type { Assign, Expr, Place, Statement, VariableId } from '../ir/types';
import { nameShared } from './assignment';
import type { Builder } from './builder';

export function adjointInCodeList(
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

/**
 * The adjoint of one assignment (theory 8.1): `t = v̄; v̄ = 0; b̄ += ∂e/∂b · t` for each active operand b, v among them
 * safe. With `merge`, v̄ is read in place and its own contribution takes the place of the reset.
 */
import type { AssignDerivative } from '../analyses/instructions/derivatives';
import { itemAt } from '../base/lookup';
import { add, constant, multiply, negate, rewrite, sameExpr } from '../ir/build';
import type { Emitter } from '../ir/emit';
import type { Contribution } from '../ir/partials';
import { compareElements } from '../ir/subscripts';
import type { Assign, Expr, Place, Statement } from '../ir/types';
import type { Builder } from './builder';

export function adjointOfAssignment(b: Builder, s: Assign, d: AssignDerivative, merge: boolean): Statement[] {
  const { backward } = b.at(s);
  const target = b.adjointPlace(d.target);
  const contributions = merge ? gather(d.contributions) : d.contributions;
  const near = contributions.filter((c) => c.place.variable === d.target.variable);
  const own = near.filter((c) => compareElements(c.place, d.target) === 'same');
  const aliased = near.some((c) => compareElements(c.place, d.target) === 'unknown');
  const inPlace = merge && !aliased;

  const statements: Statement[] = [];
  let seed: Expr = target;
  if (!inPlace) {
    if (contributions.length > 0) {
      const t = b.ref(b.slot(`temp${b.state.suffix}`, d.target.type, 0, 'adjoint'));
      statements.push(backward.assign('derivative', t, target));
      seed = t;
    }
    statements.push(backward.assign('derivative', target, constant(0, target.type)));
  }
  const put = nameShared(b, backward, d, seed, statements);
  for (const c of contributions) {
    if (inPlace && own.includes(c)) continue;
    statements.push(backward.increment('derivative', b.adjointPlace(c.place), put(c.value)));
  }
  if (inPlace) {
    const value = own.map((c) => put(c.value)).reduce<Expr | null>((sum, v) => (sum ? add(sum, v) : v), null);
    if (!value) statements.push(backward.assign('derivative', target, constant(0, target.type)));
    else if (!sameExpr(value, target)) statements.push(backward.assign('derivative', target, value));
  }
  return statements;
}

/** Puts values that several contributions need into temporaries; returns the substitution of these, and of the seed. */
export function nameShared(
  b: Builder,
  emit: Emitter,
  d: AssignDerivative,
  seed: Expr,
  statements: Statement[],
): (e: Expr) => Expr {
  // By their numbers: -1 is the seed, -2 the first shared value.
  const names = [seed];
  const put = (e: Expr): Expr =>
    rewrite(e, (x) => (x.kind === 'variable' && x.variable < 0 ? itemAt(names, -1 - x.variable) : x));
  d.shared.forEach((shared, k) => {
    const t = b.ref(b.slot(`temp${b.state.suffix}`, shared.type, k + 1, 'adjoint'));
    statements.push(emit.assign('derivative', t, put(shared.value)));
    names.push(t);
  });
  return put;
}

/** Contributions to one place become one; a pair that cancels is left out, as adding it would lose digits of small ones. */
function gather(list: readonly Contribution[]): readonly Contribution[] {
  const isRepeated = ({ place }: Contribution, k: number) =>
    list.findIndex((c) => sameExpr(c.place, place)) < k;
  if (!list.some(isRepeated)) return list;
  const groups: { place: Place; terms: Expr[] }[] = [];
  for (const c of list) {
    const group = groups.find((g) => sameExpr(g.place, c.place));
    if (!group) {
      groups.push({ place: c.place, terms: [c.value] });
      continue;
    }
    const opposite = group.terms.findIndex(
      (t) => sameExpr(negate(t), c.value) || sameExpr(t, negate(c.value)),
    );
    if (opposite >= 0) group.terms.splice(opposite, 1);
    else group.terms.push(c.value);
  }
  return groups.filter((g) => g.terms.length > 0).map(({ place, terms }) => ({ place, value: sum(terms) }));
}

function sum(terms: readonly Expr[]): Expr {
  return terms.reduce((total, term, k) => {
    // `2*v` is exactly v + v.
    const twice = k === 1 && sameExpr(total, term);
    return twice ? doubled(term) : add(total, term);
  });
}

/** `2*v*w` for `2*(v*w)`: the same number, since doubling rounds nothing. */
function doubled(e: Expr): Expr {
  if (e.kind === 'binary' && e.op === 'multiply') return multiply(doubled(e.left), e.right);
  return multiply(constant(2, e.type), e);
}

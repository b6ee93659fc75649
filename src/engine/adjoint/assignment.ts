/**
 * The adjoint of one assignment (theory 8.1): `t = v̄; v̄ = 0; b̄ += ∂e/∂b · t` for each active operand b, v among them
 * safe. With `merge`, v̄ is read in place and its own contribution takes the place of the reset.
 */
import type { AssignDerivative } from '../analyses/instructions/derivatives';
import { SEED } from '../analyses/instructions/derivatives';
import { add, constant, multiply, negate, rewrite, sameExpr } from '../ir/build';
import type { Contribution } from '../ir/partials';
import { compareElements } from '../ir/subscripts';
import type { Assign, Expr, Place, Statement, VariableId } from '../ir/types';
import { adjointPlace, assign, type Builder, type From, ref, slot } from './builder';

export function adjointOfAssignment(b: Builder, s: Assign, d: AssignDerivative, merge: boolean): Statement[] {
  const from: From = { span: s.span, origin: s.id, sweep: 'backward' };
  const target = adjointPlace(b, d.target);
  const contributions = merge ? gather(d.contributions) : d.contributions;
  const own = contributions.filter((c) => compareElements(c.place, d.target) === 'same');
  const aliased = contributions.some(
    (c) => c.place.variable === d.target.variable && compareElements(c.place, d.target) === 'unknown',
  );
  const inPlace = merge && !aliased;

  const statements: Statement[] = [];
  let seed: Expr = target;
  if (!inPlace) {
    if (contributions.length > 0) {
      const t = slot(b, `temp${b.state.suffix}`, d.target.type, 'adjoint', 0);
      statements.push(assign(b, from, 'derivative', ref(b, t), target));
      seed = ref(b, t);
    }
    statements.push(assign(b, from, 'derivative', target, constant(0, target.type)));
  }
  const put = nameShared(b, from, d, seed, statements);
  for (const c of contributions) {
    if (inPlace && own.includes(c)) continue;
    statements.push(increment(b, from, adjointPlace(b, c.place), put(c.value)));
  }
  if (inPlace) {
    const value = own.map((c) => put(c.value)).reduce<Expr | null>((sum, v) => (sum ? add(sum, v) : v), null);
    if (!value) statements.push(assign(b, from, 'derivative', target, constant(0, target.type)));
    else if (!sameExpr(value, target)) statements.push(assign(b, from, 'derivative', target, value));
  }
  return statements;
}

/** Puts values that several contributions need into temporaries; returns what puts their names, and the seed, in place. */
export function nameShared(
  b: Builder,
  from: From,
  d: AssignDerivative,
  seed: Expr,
  statements: Statement[],
): (e: Expr) => Expr {
  const names = new Map<VariableId, Expr>([[SEED, seed]]);
  const put = (e: Expr): Expr =>
    rewrite(e, (x) => (x.kind === 'variable' ? (names.get(x.variable) ?? x) : x));
  d.shared.forEach((shared, k) => {
    const t = slot(b, `temp${b.state.suffix}`, shared.type, 'adjoint', k + 1);
    statements.push(assign(b, from, 'derivative', ref(b, t), put(shared.value)));
    names.set(shared.id, ref(b, t));
  });
  return put;
}

export function increment(b: Builder, from: From, place: Place, value: Expr): Assign {
  return { ...assign(b, from, 'derivative', place, add(place, value)), form: 'increment' };
}

/** Contributions to one place become one; a pair that cancels goes, rather than swallowing what is small beside it. */
function gather(list: readonly Contribution[]): Contribution[] {
  const groups: { place: Place; terms: Expr[] }[] = [];
  for (const c of list) {
    let group = groups.find((g) => sameExpr(g.place, c.place));
    if (!group) {
      group = { place: c.place, terms: [] };
      groups.push(group);
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

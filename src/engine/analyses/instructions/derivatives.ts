/**
 * The derivative instruction I' of each assignment, and what it reads: use(I') of theory 4.1.
 *
 * The instruction is built symbolically, with placeholders for the adjoint of the target and for shared values; the
 * generator later replaces these by variables. The use set is read off the expressions themselves.
 */
import { BitSet } from '../../base/bitset';
import { itemAt } from '../../base/lookup';
import {
  children,
  convert,
  isConstant,
  isReal,
  multiply,
  sameExpr,
  variable,
  walkPlaces,
  withChildren,
} from '../../ir/build';
import type { Locations } from '../../ir/locations';
import { backpropagate, type Contribution, isToldByResult, placesRead } from '../../ir/partials';
import type { Assign, Expr, Held, JacobianTerm, Place, ScalarType, VariableId } from '../../ir/types';

/** Stands for the adjoint of the assignment's target. */
export const SEED = -1 as VariableId;

export interface AssignDerivative {
  readonly target: Place;
  /** Values that several contributions need: placeholders -2, -3, … in order of computation. */
  readonly shared: readonly { readonly id: VariableId; readonly value: Expr; readonly type: ScalarType }[];
  /** Increments, the target's own (`x = x*y`) among them. */
  readonly contributions: readonly Contribution[];
  /** Active operands, in order of occurrence; one whose partial derivative is 0 has no contribution. */
  readonly operands: readonly Place[];
  /** What it reads of the primal state before the assignment. */
  readonly use: BitSet;
  /** The same as places, so that elements of one array can be told apart (theory 4.4). */
  readonly places: readonly Place[];
  /** What it reads of the state after the assignment (its own result), with `useResults`. */
  readonly useOut: BitSet;
}

export interface DerivativeContext {
  readonly locations: Locations;
  /** Locations varied before the assignment. */
  readonly varied: BitSet;
  /** Locations whose adjoint may be non-zero after it. */
  readonly reached: BitSet;
  readonly useResults: boolean;
}

/** Null where the adjoint of the target is zero for certain, or is left as it is (`x = x + 1`). */
export function derivativeOf(s: Assign, context: DerivativeContext): AssignDerivative | null {
  const { locations, varied, reached } = context;
  const target = locations.of(s.target);
  if (!isReal(s.target.type) || target < 0 || !reached.has(target) || s.jacobian === null || s.again)
    return null;
  const held = holding(s.held ?? []);
  const isActive = (place: Place) => {
    const l = locations.of(place);
    return l >= 0 && varied.has(l);
  };
  const build = (result: Expr | null): AssignDerivative => {
    let shared: { id: VariableId; value: Expr; type: ScalarType }[] = [];
    const seed = variable(SEED, s.target.type, s.target.span);
    const fromValue = () =>
      backpropagate(s.value, seed, {
        isActive,
        share: (value) => {
          const known = shared.find((x) => sameExpr(x.value, value));
          if (known) return variable(known.id, known.type, value.span);
          const id = (-2 - shared.length) as VariableId;
          shared.push({ id, value, type: value.type });
          return variable(id, value.type, value.span);
        },
        result,
      });
    let contributions = (
      s.jacobian
        ? fromRow(
            s.jacobian.filter(({ place }) => isActive(place)),
            seed,
          )
        : fromValue()
    ).filter((c) => !isConstant(c.value, 0));
    if (s.held) {
      shared = shared.map((x) => ({ ...x, value: held(x.value) }));
      contributions = contributions.map((c) => ({ place: heldAddress(c.place, held), value: held(c.value) }));
    }
    const aim = s.held ? heldAddress(s.target, held) : s.target;
    const use = new BitSet(locations.size);
    const useOut = new BitSet(locations.size);
    const places: Place[] = [];
    const read = (e: Place) => {
      const l = locations.of(e);
      if (e === result) {
        if (l >= 0) useOut.add(l);
        return;
      }
      places.push(e);
      if (l >= 0) use.add(l);
    };
    const addressOf = (p: Place) => {
      if (p.kind === 'element') for (const subscript of p.subscripts) walkPlaces(subscript, read);
    };
    for (const { value } of shared) walkPlaces(value, read);
    for (const { value } of contributions) walkPlaces(value, read);
    addressOf(aim);
    for (const { place } of contributions) addressOf(place);
    const readHere = s.jacobian ? s.jacobian.map((term) => term.place) : placesRead(s.value);
    const operands = readHere.filter(isActive);
    return { target: aim, shared, contributions, operands, use, places, useOut };
  };
  const plain = build(null);
  if (isIdentity(plain)) return null;
  // The result may be read only where it names a value that the statement itself does not need any more.
  if (!context.useResults || s.jacobian || s.held || s.target.kind !== 'variable') return plain;
  if (!isToldByResult(s.value)) return plain;
  if (placesRead(s.value).some((p) => locations.of(p) === target)) return plain;
  const byResult = build({ ...s.target });
  return byResult.useOut.isEmpty() || !strictlyLess(byResult.use, plain.use) ? plain : byResult;
}

/** Puts the variables that hold them in place of the largest subexpressions that are held. */
export function holding(list: readonly Held[]): (e: Expr) => Expr {
  const put = (e: Expr): Expr => {
    if (e.kind === 'constant') return e;
    const known = list.find((h) => sameExpr(h.value, e));
    if (known) return { ...known.by, span: e.span };
    const parts = children(e);
    const next = parts.map(put);
    return next.every((part, k) => part === parts[k]) ? e : withChildren(e, next);
  };
  return list.length === 0 ? (e) => e : put;
}

export function heldAddress(place: Place, held: (e: Expr) => Expr): Place {
  if (place.kind !== 'element') return place;
  return { ...place, subscripts: place.subscripts.map(held) };
}

/** A row of a local Jacobian times the adjoint of what it is the row of. */
function fromRow(row: readonly JacobianTerm[], seed: Expr): Contribution[] {
  return row.map(({ place, partial }) => {
    const type = seed.type === 'f64' ? 'f64' : partial.type;
    return { place, value: convert(multiply(convert(partial, type), convert(seed, type)), place.type) };
  });
}

/** `v = v + …` with nothing else active: the adjoint of v stays. */
function isIdentity(d: AssignDerivative): boolean {
  const own = d.contributions.filter((c) => sameExpr(c.place, d.target));
  return own.length === 1 && d.contributions.length === 1 && isSeed(itemAt(own, 0).value);
}

export function isSeed(e: Expr): boolean {
  return e.kind === 'variable' && e.variable === SEED;
}

function strictlyLess(a: BitSet, b: BitSet): boolean {
  return a.isSubsetOf(b) && !a.equals(b);
}

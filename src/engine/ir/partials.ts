/**
 * The adjoint of an expression, symbolically: which places it increments, and by what (theory 4.1, 8.1).
 *
 * One walk from the root to the active leaves multiplies the seed by local partial derivatives of the table in
 * `elementary/`. TBR reads off its use sets from the very expressions that the generator emits, so that the two can
 * never disagree; the tangent reads the same partials.
 */
import {
  add,
  constant,
  convert,
  divide,
  isConstant,
  isReal,
  multiply,
  negate,
  sameExpr,
  select,
  subtract,
  walkPlaces,
} from './build';
import { ELEMENTARY, partialRule } from './elementary';
import type { Expr, Intrinsic, Place, ScalarType } from './types';

export interface Contribution {
  /** The active operand whose adjoint grows … */
  readonly place: Place;
  /** … by this, of the operand's type. */
  readonly value: Expr;
}

export interface BackpropagateOptions {
  /** Is this read of a real location active (varied) here? */
  readonly isActive: (place: Place) => boolean;
  /** Names a value that several contributions need: returns what to read instead of computing it again. */
  readonly share: (value: Expr) => Expr;
  /**
   * For `useResults` (theory 4.6): the place that holds the value of the whole right-hand side after the assignment, when
   * partials may read it instead of operands.
   */
  readonly result?: Expr | null;
  /** Contributions may be wider than their operands: a local derivative is rounded where it is used, and only there. */
  readonly unrounded?: boolean;
}

/** Contributions of `value`'s adjoint `seed` to the active operands, in order of occurrence. */
export function backpropagate(value: Expr, seed: Expr, options: BackpropagateOptions): Contribution[] {
  const found: Contribution[] = [];
  const active = countActive(value, options.isActive);
  const descend = (e: Expr, s: Expr): void => {
    const leaves = active(e);
    // A factor that is zero, as the derivative of `x**0` has, leaves nothing to contribute.
    if (leaves === 0 || isConstant(s, 0)) return;
    const seedHere = leaves > 1 && !isTrivial(s) ? options.share(s) : s;
    switch (e.kind) {
      case 'variable':
      case 'element':
        found.push({ place: e, value: seedHere });
        return;
      case 'unary':
        descend(e.operand, negate(seedHere));
        return;
      case 'convert':
        if (options.unrounded && isLinear(e.operand)) descend(e.operand, widened(seedHere, e.operand.type));
        else descend(e.operand, convert(seedHere, e.operand.type));
        return;
      case 'select': {
        const zero: Expr = { kind: 'constant', type: seedHere.type, value: 0, span: seedHere.span };
        descend(e.whenTrue, select(e.condition, seedHere, zero));
        descend(e.whenFalse, select(e.condition, zero, seedHere));
        return;
      }
      case 'binary':
        switch (e.op) {
          case 'add':
            descend(e.left, seedHere);
            descend(e.right, seedHere);
            return;
          case 'subtract':
            descend(e.left, seedHere);
            descend(e.right, negate(seedHere));
            return;
          case 'multiply':
            descend(e.left, multiply(e.right, seedHere));
            descend(e.right, multiply(e.left, seedHere));
            return;
          case 'divide':
            throughDivision(e, seedHere);
            return;
          default:
            return;
        }
      case 'intrinsic':
        e.args.forEach((arg, i) => {
          if (active(arg) === 0) return;
          const partial = partialOf(e, i, e === value ? (options.result ?? null) : null);
          if (partial) descend(arg, times(partial, seedHere));
        });
        return;
      default:
        return;
    }
  };
  const throughDivision = (e: Binary, s: Expr): void => {
    const result = e === value ? options.result : null;
    if (active(e.left) === 0) {
      const slope = result
        ? divide(multiply(result, s), e.right)
        : divide(multiply(e.left, s), multiply(e.right, e.right));
      descend(e.right, negate(slope));
      return;
    }
    if (active(e.right) === 0) {
      descend(e.left, divide(s, e.right));
      return;
    }
    // One division serves both operands: d(l/r) = (dl - (l/r) dr) / r.
    const quotient = options.share(divide(s, e.right));
    descend(e.left, quotient);
    descend(e.right, negate(multiply(result ?? divide(e.left, e.right), quotient)));
  };
  descend(value, seed);
  return found;
}

/** Sums and signs of places: nothing multiplies a derivative on its way there, so that its type is free. */
function isLinear(e: Expr): boolean {
  if (e.kind === 'unary' || e.kind === 'convert') return isLinear(e.operand);
  if (e.kind === 'binary')
    return (e.op === 'add' || e.op === 'subtract') && isLinear(e.left) && isLinear(e.right);
  return e.kind === 'variable' || e.kind === 'element' || e.kind === 'constant';
}

function widened(e: Expr, type: ScalarType): Expr {
  return type === 'f64' ? convert(e, type) : e;
}

/** Whether a partial of the expression as a whole may be told by its result. */
export function isToldByResult(e: Expr): boolean {
  if (e.kind === 'intrinsic') return ELEMENTARY[e.fn].partialsByResult !== undefined;
  return e.kind === 'binary' && e.op === 'divide';
}

/** ∂fn/∂arg_i as an expression over the arguments (and the result, where given and cheaper); null where flat. */
export function partialOf(e: Intrinsic, i: number, result: Expr | null): Expr | null {
  const partial = partialRule(e.fn, i);
  if (!partial) return null;
  const byResult = ELEMENTARY[e.fn].partialsByResult?.[i];
  if (result && byResult) return byResult(result, ...e.args);
  return partial(...e.args);
}

/**
 * A partial times what comes in: `u/t` for `1/t*u`; where the partial is zero by definition, as that of the root at 0, nothing
 * is computed.
 */
function times(partial: Expr, by: Expr): Expr {
  if (partial.kind === 'binary' && partial.op === 'divide' && partial.left.kind === 'constant')
    return divide(multiply(partial.left, by), partial.right);
  if (partial.kind === 'select' && isConstant(partial.whenTrue, 0))
    return select(partial.condition, partial.whenTrue, times(partial.whenFalse, by));
  return multiply(partial, by);
}

/**
 * The tangent of an expression: Σ ∂e/∂v · v̇ over active operands; null when none is active. `tangentOf` gives v̇.
 */
export function tangentOf(
  e: Expr,
  isActive: (place: Place) => boolean,
  dot: (place: Place) => Expr,
): Expr | null {
  switch (e.kind) {
    case 'variable':
    case 'element':
      return isReal(e.type) && isActive(e) ? dot(e) : null;
    case 'unary': {
      if (e.op !== 'negate') return null;
      const d = tangentOf(e.operand, isActive, dot);
      return d && negate(d);
    }
    case 'convert': {
      if (!isReal(e.type) || !isReal(e.operand.type)) return null;
      const d = tangentOf(e.operand, isActive, dot);
      return d && convert(d, e.type);
    }
    case 'select': {
      const t = tangentOf(e.whenTrue, isActive, dot);
      const f = tangentOf(e.whenFalse, isActive, dot);
      if (!t && !f) return null;
      const zero: Expr = { kind: 'constant', type: e.type, value: 0, span: e.span };
      return select(e.condition, t ?? zero, f ?? zero);
    }
    case 'binary': {
      if (!isReal(e.type)) return null;
      return tangentOfBinary(e, tangentOf(e.left, isActive, dot), tangentOf(e.right, isActive, dot));
    }
    case 'intrinsic': {
      if (!isReal(e.type)) return null;
      let sum: Expr | null = null;
      e.args.forEach((arg, i) => {
        const d = tangentOf(arg, isActive, dot);
        const partial = d && partialOf(e, i, null);
        if (!d || !partial) return;
        const term = times(partial, d);
        sum = sum ? add(sum, term) : term;
      });
      return sum;
    }
    default:
      return null;
  }
}

type Binary = Extract<Expr, { kind: 'binary' }>;

/** `l`, `r`: tangents of the operands; null where one is not active. */
function tangentOfBinary(e: Binary, l: Expr | null, r: Expr | null): Expr | null {
  if (!l && !r) return null;
  switch (e.op) {
    case 'add':
      return l && r ? add(l, r) : (l ?? r);
    case 'subtract':
      return l && r ? subtract(l, r) : (l ?? negate(r as Expr));
    case 'multiply': {
      // The tangent of a square, as people write it.
      if (l && sameExpr(e.left, e.right)) return multiply(multiply(constant(2, e.type), e.left), l);
      const a = l && multiply(e.right, l);
      const b = r && multiply(e.left, r);
      return a && b ? add(a, b) : (a ?? b);
    }
    case 'divide':
      if (l && r) return divide(subtract(l, multiply(divide(e.left, e.right), r)), e.right);
      if (l) return divide(l, e.right);
      return negate(divide(multiply(e.left, r as Expr), multiply(e.right, e.right)));
    default:
      return null;
  }
}

/** The real operands through which an expression is differentiable: DP(e) of theory 3, as places. */
export function differentiablePlaces(e: Expr): Place[] {
  const places: Place[] = [];
  const descend = (x: Expr): void => {
    if (!isReal(x.type)) return;
    switch (x.kind) {
      case 'variable':
      case 'element':
        places.push(x);
        return;
      case 'intrinsic':
        x.args.forEach((arg, i) => {
          if (ELEMENTARY[x.fn].partials[i]) descend(arg);
        });
        return;
      case 'unary':
      case 'convert':
        descend(x.operand);
        return;
      case 'binary':
        descend(x.left);
        descend(x.right);
        return;
      case 'select':
        descend(x.whenTrue);
        descend(x.whenFalse);
        return;
      default:
        return;
    }
  };
  descend(e);
  return places;
}

/** Every place that an expression reads, those inside subscripts included: Vars(e). */
export function placesRead(e: Expr): Place[] {
  if (e.kind === 'variable') return [e];
  const places: Place[] = [];
  walkPlaces(e, (place) => {
    places.push(place);
  });
  return places;
}

function countActive(root: Expr, isActive: (place: Place) => boolean): (e: Expr) => number {
  const counts = new Map<Expr, number>();
  const count = (e: Expr): number => {
    const known = counts.get(e);
    if (known !== undefined) return known;
    let n = 0;
    if (isReal(e.type)) {
      switch (e.kind) {
        case 'variable':
        case 'element':
          n = isActive(e) ? 1 : 0;
          break;
        case 'unary':
        case 'convert':
          n = count(e.operand);
          break;
        case 'binary':
          n = count(e.left) + count(e.right);
          break;
        case 'select':
          n = count(e.whenTrue) + count(e.whenFalse);
          break;
        case 'intrinsic':
          e.args.forEach((arg, i) => {
            if (ELEMENTARY[e.fn].partials[i]) n += count(arg);
          });
          break;
        default:
          break;
      }
    }
    counts.set(e, n);
    return n;
  };
  count(root);
  return count;
}

/** Cheap enough to write twice: a variable, a constant, their negation or conversion. */
function isTrivial(e: Expr): boolean {
  switch (e.kind) {
    case 'variable':
    case 'constant':
      return true;
    case 'element':
      return e.subscripts.every(isTrivial);
    case 'unary':
    case 'convert':
      return isTrivial(e.operand);
    default:
      return false;
  }
}

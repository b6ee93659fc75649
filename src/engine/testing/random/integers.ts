/** Random integer expressions whose value lies in a given range, whatever the variables in it hold. */
import * as build from '../../ir/build';
import type { Expr, ScalarType, VariableId } from '../../ir/types';
import { condition, cutReal } from './expressions';
import { isReadable, readPlace } from './places';
import { metaAt, type Scope } from './scope';

interface Whole {
  readonly e: Expr;
  readonly low: number;
  readonly high: number;
}

/** In [low, high], both ends included. */
export function integer(scope: Scope, type: ScalarType, low: number, high: number, depth = 1): Expr {
  const { random } = scope.b;
  const near = candidates(scope, type, low, high);
  if (depth <= 0) {
    return near.length > 0 && random.chance(0.8)
      ? shifted(scope, type, nearest(scope, near), low, high)
      : wholeBelow(scope, type, low, high);
  }
  return random.weighted<() => Expr>([
    [near.length > 0 ? 6 : 0, () => shifted(scope, type, nearest(scope, near), low, high)],
    [2, () => wholeBelow(scope, type, low, high)],
    [2, () => wrapped(scope, free(scope, type, depth), low, high)],
    [1, () => clamped(scope, type, free(scope, type, depth), low, high)],
    [0.6, () => cutReal(scope, type, low, high)],
    [0.6, () => otherWidth(scope, type, low, high, depth)],
    [0.3, () => either(scope, type, low, high, depth)],
  ])();
}

export function wholeBelow(scope: Scope, type: ScalarType, low: number, high: number): Expr {
  return build.constant(scope.b.random.int(low, high), type);
}

/** Variables whose range, moved by a constant, fits. */
function candidates(scope: Scope, type: ScalarType, low: number, high: number): VariableId[] {
  return scope.names.filter((id) => {
    if (!isReadable(scope, id, type)) return false;
    const [from, to] = rangeOf(scope, id);
    return to - from <= high - low;
  });
}

/** Indices of the loops around come first, so that subscripts move with them. */
function nearest(scope: Scope, ids: readonly VariableId[]): VariableId {
  const moving = ids.filter((id) => scope.ranges.has(id));
  return moving.length > 0 && scope.b.random.chance(0.8)
    ? scope.b.random.pick(moving)
    : scope.b.random.pick(ids);
}

export function rangeOf(scope: Scope, id: VariableId): readonly [number, number] {
  const { low, high } = metaAt(scope.b, id);
  return scope.ranges.get(id) ?? [low, high];
}

function shifted(scope: Scope, type: ScalarType, id: VariableId, low: number, high: number): Expr {
  const [from, to] = rangeOf(scope, id);
  const e = shallowRead(scope, id);
  const least = low - from;
  const most = high - to;
  const shift = least <= 0 && most >= 0 && scope.b.random.chance(0.7) ? 0 : scope.b.random.int(least, most);
  if (shift === 0) return e;
  return shift > 0
    ? build.binary('add', e, build.constant(shift, type))
    : build.binary('subtract', e, build.constant(-shift, type));
}

/** Elements of index arrays take plain subscripts: nesting ends here. */
function shallowRead(scope: Scope, id: VariableId): Expr {
  const { bounds } = metaAt(scope.b, id);
  if (bounds.length === 0) return readPlace(scope, id);
  return build.element(
    id,
    bounds.map(([low, high]) => plainIndex(scope, low, high)),
    (scope.b.variables[id] as { type: ScalarType }).type,
  );
}

function plainIndex(scope: Scope, low: number, high: number): Expr {
  const scalars = candidates(scope, 'i32', low, high).filter((id) => metaAt(scope.b, id).bounds.length === 0);
  return scalars.length > 0 && scope.b.random.chance(0.75)
    ? shifted(scope, 'i32', nearest(scope, scalars), low, high)
    : wholeBelow(scope, 'i32', low, high);
}

/** Any integer expression, with its range. */
function free(scope: Scope, type: ScalarType, depth: number): Whole {
  const { random, profile } = scope.b;
  if (depth <= 0) return freeLeaf(scope, type);
  const l = free(scope, type, depth - 1);
  const r = free(scope, type, depth - 1);
  const c = random.int(2, 4);
  const constant = build.constant(c, type);
  const inC = profile.language === 'c' ? 1 : 0;
  return random.weighted<() => Whole>([
    [4, () => ({ e: build.binary('add', l.e, r.e), low: l.low + r.low, high: l.high + r.high })],
    [3, () => ({ e: build.binary('subtract', l.e, r.e), low: l.low - r.high, high: l.high - r.low })],
    [3, () => scaledBy(l, c, build.binary('multiply', constant, l.e))],
    [2, () => scaledBy(l, 1, build.binary('divide', l.e, constant))],
    [2, () => ({ e: build.binary('remainder', l.e, constant), low: 1 - c, high: c - 1 })],
    [1, () => ({ e: minus(l.e), low: -l.high, high: -l.low })],
    [0.5, () => absolute(l)],
    [0.4, () => ({ e: square(l.e), low: 0, high: Math.max(l.low ** 2, l.high ** 2) })],
    [1 - inC, () => extremum(scope, l, r)],
    [2.5 * inC, () => bitwise(scope, l, r)],
  ])();
}

function freeLeaf(scope: Scope, type: ScalarType): Whole {
  const ids = scope.names.filter((id) => isReadable(scope, id, type));
  if (ids.length === 0 || scope.b.random.chance(0.2)) {
    const value = scope.b.random.int(-4, 6);
    return { e: build.constant(value, type), low: value, high: value };
  }
  const id = scope.b.random.pick(ids);
  const [low, high] = rangeOf(scope, id);
  return { e: shallowRead(scope, id), low, high };
}

function scaledBy(x: Whole, c: number, e: Expr): Whole {
  const size = Math.max(Math.abs(x.low), Math.abs(x.high)) * c;
  return { e, low: -size, high: size };
}
function minus(e: Expr): Expr {
  return { kind: 'unary', op: 'negate', operand: e, type: e.type, span: e.span };
}
function square(e: Expr): Expr {
  return build.binary('multiply', e, e);
}
function absolute(x: Whole): Whole {
  const high = Math.max(Math.abs(x.low), Math.abs(x.high));
  return { e: build.intrinsic('abs', [x.e], x.e.type), low: 0, high };
}
function extremum(scope: Scope, l: Whole, r: Whole): Whole {
  const fn = scope.b.random.pick(['min', 'max', 'dim', 'sign'] as const);
  const size = Math.max(...[l.low, l.high, r.low, r.high].map(Math.abs));
  return { e: build.intrinsic(fn, [l.e, r.e], l.e.type), low: -2 * size, high: 2 * size };
}

/** C's operators on bits; two's complement keeps their range. */
function bitwise(scope: Scope, l: Whole, r: Whole): Whole {
  const { random } = scope.b;
  const type = l.e.type;
  const op = random.pick(['bitand', 'bitor', 'bitxor', 'shiftleft', 'shiftright', 'complement'] as const);
  const bound = 2 ** Math.ceil(Math.log2(Math.max(...[l.low, l.high, r.low, r.high].map(Math.abs)) + 2));
  const range = { low: -bound, high: bound };
  if (op === 'complement')
    return { e: { kind: 'unary', op, operand: l.e, type, span: l.e.span }, low: -bound - 1, high: bound };
  if (op === 'shiftright') return { e: build.binary(op, l.e, build.constant(1, type)), ...range };
  if (op === 'shiftleft') {
    // Shifting a negative number to the left is undefined in C.
    const e = build.binary(op, build.binary('bitand', l.e, build.constant(7, type)), build.constant(1, type));
    return { e, low: 0, high: 14 };
  }
  return { e: build.binary(op, l.e, r.e), ...range };
}

/** `low + (e mod m)`, in the way that the language says it. */
function wrapped(scope: Scope, x: Whole, low: number, high: number): Expr {
  const type = x.e.type;
  const m = build.constant(high - low + 1, type);
  if (high === low) return build.constant(low, type);
  const raised = (e: Expr) =>
    low === 0
      ? e
      : low > 0
        ? build.binary('add', e, build.constant(low, type))
        : build.binary('subtract', e, build.constant(-low, type));
  if (scope.b.profile.language === 'fortran') return raised(build.intrinsic('modulo', [x.e, m], type));
  const once = build.binary('remainder', x.e, m);
  if (x.low >= 0) return raised(once);
  return raised(build.binary('remainder', build.binary('add', once, m), m));
}

function clamped(scope: Scope, type: ScalarType, x: Whole, low: number, high: number): Expr {
  const l = build.constant(low, type);
  const h = build.constant(high, type);
  if (scope.b.profile.language === 'fortran')
    return build.intrinsic('max', [l, build.intrinsic('min', [x.e, h], type)], type);
  const lower = build.select(build.compare('lt', x.e, l), l, x.e);
  return build.select(build.compare('gt', x.e, h), h, lower);
}

function otherWidth(scope: Scope, type: ScalarType, low: number, high: number, depth: number): Expr {
  const operand = integer(scope, type === 'i32' ? 'i64' : 'i32', low, high, depth - 1);
  if (operand.kind === 'constant') return build.constant(operand.value, type);
  return { kind: 'convert', operand, type, span: operand.span };
}

function either(scope: Scope, type: ScalarType, low: number, high: number, depth: number): Expr {
  const arm = () => integer(scope, type, low, high, depth - 1);
  return build.select(condition(scope, 0), arm(), arm());
}

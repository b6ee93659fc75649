/** Random expressions with intervals: real, integer and logical ones. */
import * as build from '../../ir/build';
import type { Compare, Expr, ScalarType, VariableId } from '../../ir/types';
import { FUNCTION_USES, type FunctionUse, reach } from './functions';
import { integer, wholeBelow } from './integers';
import { isReadable, readPlace } from './places';
import { type Bounded, metaAt, type Scope } from './scope';

/** A constant of two digits, never zero. */
export function realConstant(scope: Scope, type: ScalarType, low: number, high: number): Bounded {
  const drawn = scope.b.random.decimal(low, high) || 0.75;
  const value = type === 'f32' ? Math.fround(drawn) : drawn;
  return { e: build.constant(value, type), low: value, high: value, gain: 0 };
}

export function real(scope: Scope, type: ScalarType, depth: number): Bounded {
  const { random } = scope.b;
  if (depth <= 0 || random.chance(0.12)) return realLeaf(scope, type);
  return random.weighted<() => Bounded>([
    [6, () => sum(scope, type, depth)],
    [7, () => product(scope, type, depth)],
    [2.5, () => quotient(scope, type, depth)],
    [1, () => negated(real(scope, type, depth - 1))],
    [7, () => elementary(scope, type, depth)],
    [1, () => choice(scope, type, depth)],
    [1.2, () => fromInteger(scope, type, depth)],
    [scope.b.mixed ? 1.5 : 0.1, () => fromOther(scope, type, depth)],
  ])();
}

function realLeaf(scope: Scope, type: ScalarType): Bounded {
  const { random } = scope.b;
  const ids = scope.names.filter((id) => isReadable(scope, id, type));
  if (ids.length === 0 || random.chance(0.2)) return realConstant(scope, type, -2, 2);
  return readReal(scope, random.pick(ids), type);
}

/** The value of a variable or of an element; accumulators come squashed. */
export function readReal(scope: Scope, id: VariableId, type: ScalarType): Bounded {
  const { random } = scope.b;
  const e = readPlace(scope, id);
  const { low, high, accumulator } = metaAt(scope.b, id);
  if (!accumulator) return { e, low, high, gain: 1 };
  const squash = random.pick(['sin', 'cos', 'atan'] as const);
  const slow = build.binary('multiply', build.constant(type === 'f32' ? 0.25 : 0.2, type), e);
  return { e: build.intrinsic(squash, [slow], type), low: -1.6, high: 1.6, gain: 1 };
}

function sum(scope: Scope, type: ScalarType, depth: number): Bounded {
  const l = real(scope, type, depth - 1);
  const r = real(scope, type, depth - 1);
  const gain = l.gain + r.gain;
  return scope.b.random.chance(0.5)
    ? { e: build.binary('add', l.e, r.e), low: l.low + r.low, high: l.high + r.high, gain }
    : { e: build.binary('subtract', l.e, r.e), low: l.low - r.high, high: l.high - r.low, gain };
}

function product(scope: Scope, type: ScalarType, depth: number): Bounded {
  const l = real(scope, type, depth - 1);
  const square = scope.b.random.chance(0.1);
  const r = square ? l : real(scope, type, depth - 1);
  return multiplied(l, r);
}

export function multiplied(l: Bounded, r: Bounded): Bounded {
  const corners = [l.low * r.low, l.low * r.high, l.high * r.low, l.high * r.high];
  return {
    e: build.binary('multiply', l.e, r.e),
    low: Math.min(...corners),
    high: Math.max(...corners),
    gain: l.gain * size(r) + r.gain * size(l),
  };
}

/** The divisor keeps away from zero. */
function quotient(scope: Scope, type: ScalarType, depth: number): Bounded {
  const l = real(scope, type, depth - 1);
  const r = into(scope, real(scope, type, depth - 1), 0.6, 4);
  const corners = [l.low / r.low, l.low / r.high, l.high / r.low, l.high / r.high];
  return {
    e: build.binary('divide', l.e, r.e),
    low: Math.min(...corners),
    high: Math.max(...corners),
    gain: l.gain / r.low + (size(l) * r.gain) / (r.low * r.low),
  };
}

export function negated(x: Bounded): Bounded {
  return {
    e: { kind: 'unary', op: 'negate', operand: x.e, type: x.e.type, span: x.e.span },
    low: -x.high,
    high: -x.low,
    gain: x.gain,
  };
}

function elementary(scope: Scope, type: ScalarType, depth: number): Bounded {
  const { random, profile } = scope.b;
  const uses = FUNCTION_USES.filter((use) => !use.language || use.language === profile.language);
  const use = random.weighted(uses.map((each) => [each.weight, each]));
  return applied(scope, use, type, depth);
}

function applied(scope: Scope, use: FunctionUse, type: ScalarType, depth: number): Bounded {
  const args = use.domains.map(([low, high], i) => {
    if (use.fn === 'powerInteger' && i === 1) return wholePower(scope, low, high);
    // Sums and products inside functions stay short; functions of functions do occur.
    return into(scope, real(scope, type, Math.min(depth - 1, 1)), low, high);
  });
  const range = reach(
    use,
    args.map((arg) => [arg.low, arg.high]),
  );
  return {
    e: build.intrinsic(
      use.fn,
      args.map((arg) => arg.e),
      type,
    ),
    low: range.low,
    high: range.high,
    gain: args.reduce((total, arg, i) => total + arg.gain * (range.slopes[i] ?? 0), 0),
  };
}

function wholePower(scope: Scope, low: number, high: number): Bounded {
  const e = scope.b.random.chance(0.7)
    ? build.constant(scope.b.random.int(2, 4), 'i32')
    : integer(scope, 'i32', low, high);
  return e.kind === 'constant' ? { e, low: e.value, high: e.value, gain: 0 } : { e, low, high, gain: 0 };
}

function choice(scope: Scope, type: ScalarType, depth: number): Bounded {
  const l = real(scope, type, depth - 1);
  const r = real(scope, type, depth - 1);
  return {
    e: build.select(condition(scope, depth - 1), l.e, r.e),
    low: Math.min(l.low, r.low),
    high: Math.max(l.high, r.high),
    gain: Math.max(l.gain, r.gain),
  };
}

function fromInteger(scope: Scope, type: ScalarType, depth: number): Bounded {
  const [low, high] = [-3, 4];
  const e = integer(scope, scope.b.random.chance(0.85) ? 'i32' : 'i64', low, high, depth - 1);
  return { e: { kind: 'convert', operand: e, type, span: e.span }, low, high, gain: 0 };
}

function fromOther(scope: Scope, type: ScalarType, depth: number): Bounded {
  const x = real(scope, type === 'f64' ? 'f32' : 'f64', depth - 1);
  if (x.e.kind === 'constant') return realLeaf(scope, type);
  return { ...x, e: { kind: 'convert', operand: x.e, type, span: x.e.span } };
}

/** Moves an expression into an interval, by an affine map where it isn't there yet, or through a function that squashes. */
export function into(scope: Scope, x: Bounded, low: number, high: number): Bounded {
  if (x.low >= low && x.high <= high) return x;
  const { random } = scope.b;
  const type = x.e.type;
  if (x.e.kind === 'constant') return realConstant(scope, type, low + 0.01, high - 0.01);
  const centre = Math.round(50 * (low + high)) / 100;
  const reachable = Math.min(centre - low, high - centre);
  const squashed = random.chance(0.35) || size(x) > 30 ? squash(scope, x) : x;
  const factor = floor2(reachable / Math.max(0.3, size(squashed)));
  if (factor <= 0) return realConstant(scope, type, low + 0.01, high - 0.01);
  const scaled = times(squashed, factor);
  if (centre === 0) return scaled;
  return {
    e: build.binary('add', constantOf(centre, type), scaled.e),
    low: centre + scaled.low - 1e-6,
    high: centre + scaled.high + 1e-6,
    gain: scaled.gain,
  };
}

function squash(scope: Scope, x: Bounded): Bounded {
  // Far out tanh is flat, and its slope all rounding error.
  const fn = scope.b.random.pick(
    size(x) < 3 ? (['sin', 'cos', 'tanh'] as const) : (['sin', 'cos', 'atan'] as const),
  );
  const reach = fn === 'atan' ? 1.6 : 1;
  return { e: build.intrinsic(fn, [x.e], x.e.type), low: -reach, high: reach, gain: x.gain };
}

/** Brings an expression below a bound and below a gain, so that it can be assigned. */
export function fitted(scope: Scope, x: Bounded, bound: number, gain: number): Bounded {
  let result = x;
  if (size(result) > bound && bound > 1.6 && scope.b.random.chance(0.5)) result = squash(scope, result);
  const factor = Math.min(1, bound / Math.max(size(result), 1e-9), gain / Math.max(result.gain, 1e-9));
  if (factor >= 1) return result;
  if (result.e.kind === 'constant') return realConstant(scope, x.e.type, -bound, bound);
  return times(result, Math.max(0.01, floor2(factor)));
}

export function times(x: Bounded, factor: number): Bounded {
  if (factor === 1) return x;
  return {
    e: build.binary('multiply', constantOf(factor, x.e.type), x.e),
    low: x.low * factor,
    high: x.high * factor,
    gain: x.gain * factor,
  };
}

function constantOf(value: number, type: ScalarType): Expr {
  return build.constant(type === 'f32' ? Math.fround(value) : value, type);
}

export function size(x: Bounded): number {
  return Math.max(Math.abs(x.low), Math.abs(x.high));
}
function floor2(x: number): number {
  return Math.floor(x * 100) / 100;
}

/** A test: of reals, of integers, of logical variables, and of tests. */
export function condition(scope: Scope, depth: number): Expr {
  const { random } = scope.b;
  const op = () => random.pick(['lt', 'le', 'gt', 'ge'] as const);
  return random.weighted<() => Expr>([
    [4, () => build.compare(op(), ...realPair(scope, depth))],
    [3, () => integerTest(scope, depth)],
    [depth > 0 ? 1 : 0, () => joined(scope, depth)],
    [depth > 0 ? 0.5 : 0, () => ({ ...build.not(condition(scope, depth - 1)) })],
    [1, () => flag(scope) ?? integerTest(scope, depth)],
  ])();
}

function realPair(scope: Scope, depth: number): [Expr, Expr] {
  const type = scope.b.real;
  const l = real(scope, type, Math.min(depth, 1));
  const left = l.e.kind === 'constant' ? realLeaf(scope, type) : l;
  if (scope.b.random.chance(0.4)) return [left.e, realLeaf(scope, type).e];
  // Away from the values that flat functions and constants take: there tests would stand on their jump.
  return [left.e, build.constant(type === 'f32' ? Math.fround(offGrid(scope)) : offGrid(scope), type)];
}

function offGrid(scope: Scope): number {
  return Math.round((scope.b.random.decimal(-1.5, 1.5) + 0.00317) * 1e5) / 1e5;
}

function integerTest(scope: Scope, depth: number): Expr {
  const { random } = scope.b;
  const op: Compare['op'] = random.pick(['lt', 'le', 'gt', 'ge', 'eq', 'ne']);
  const left = integer(scope, 'i32', -4, 8, Math.min(depth, 1));
  return build.compare(op, left, build.constant(random.int(-1, 4), 'i32'));
}

function joined(scope: Scope, depth: number): Expr {
  const op = scope.b.random.pick(['and', 'or'] as const);
  return build.logical(op, condition(scope, depth - 1), condition(scope, depth - 1));
}

function flag(scope: Scope): Expr | null {
  const flags = scope.names.filter((id) => isReadable(scope, id, 'bool'));
  if (flags.length === 0) return null;
  const e = readPlace(scope, scope.b.random.pick(flags));
  return scope.b.random.chance(0.3) ? build.not(e) : e;
}

/** A real cut to an integer of [low, high]. */
export function cutReal(scope: Scope, type: ScalarType, low: number, high: number): Expr {
  const from = low > 0 ? low + 0.05 : low - 0.9;
  const to = high < 0 ? high - 0.05 : high + 0.9;
  if (from >= to) return wholeBelow(scope, type, low, high);
  const x = into(scope, real(scope, scope.b.real, 1), from, to);
  if (x.e.kind === 'constant') return wholeBelow(scope, type, low, high);
  return { kind: 'convert', operand: x.e, type, span: x.e.span };
}

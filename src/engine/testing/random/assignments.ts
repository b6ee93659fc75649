/** Random assignments and calls: statements without statements inside. */
import * as build from '../../ir/build';
import type { Argument, Assign, Expr, Place, ScalarType, Statement, VariableId } from '../../ir/types';
import { condition, fitted, into, multiplied, readReal, real } from './expressions';
import { integer } from './integers';
import { isReadable, isWritable, readPlace } from './places';
import {
  addVariable,
  at,
  BOUND,
  type Bounded,
  define,
  isArray,
  metaAt,
  type Scope,
  type Signature,
  statementId,
  variableAt,
} from './scope';

/** How far one assignment may amplify; inside loops it must not, or long runs would be ill-conditioned. */
function gainLimit(scope: Scope): number {
  return scope.loops > 0 || scope.routine < scope.b.profile.routines ? 1.5 : 3;
}

/** What all statements have. */
export function statement(scope: Scope) {
  return { id: statementId(scope.b), span: at, role: 'primal' as const, origin: null };
}

export function assign(scope: Scope, target: Place, value: Expr, form?: Assign['form']): Assign {
  const plain: Assign = { ...statement(scope), kind: 'assign', target, value };
  return form ? { ...plain, form } : plain;
}

export function writable(scope: Scope, type: ScalarType): VariableId[] {
  return scope.names.filter((id) => isWritable(scope, id, type));
}

/** Assigns something to a real variable or element; null where there is none. */
export function realAssignment(scope: Scope): Statement | null {
  const { random } = scope.b;
  const type = scope.b.mixed && random.chance(0.4) ? (scope.b.real === 'f64' ? 'f32' : 'f64') : scope.b.real;
  const ids = writable(scope, type);
  return ids.length === 0 ? null : assignReal(scope, random.pick(ids));
}

function assignReal(scope: Scope, id: VariableId): Statement {
  const { type } = variableAt(scope.b, id);
  // Subscripts first: they read what was defined before.
  const target = readPlace(scope, id);
  if (metaAt(scope.b, id).accumulator) return accumulate(scope, target);
  const value = realValue(scope, type, target);
  if (!isArray(scope.b, id)) define(scope, id);
  return assign(scope, target, value);
}

function realValue(scope: Scope, type: ScalarType, target: Place): Expr {
  const { random } = scope.b;
  const known = target.kind === 'element' || isReadable(scope, target.variable, type);
  const limit = gainLimit(scope);
  return random.weighted<() => Expr>([
    [14, () => fitted(scope, real(scope, type, random.int(1, 3)), BOUND, limit).e],
    [known ? 2 : 0, () => blended(scope, target, limit).e],
    [known ? 1 : 0, () => fitted(scope, ownProduct(scope, target), BOUND, limit).e],
    [target.kind === 'element' ? 2 : 0, () => fitted(scope, neighbours(scope, target), BOUND, limit).e],
    [known ? 0.4 : 0, () => target],
    [1, () => fitted(scope, real(scope, type, 0), BOUND, limit).e],
    [0.2, () => build.constant(0, type)],
  ])();
}

const own = (scope: Scope, target: Place): Bounded => ({
  e: target,
  low: metaAt(scope.b, target.variable).low,
  high: metaAt(scope.b, target.variable).high,
  gain: 1,
});

/** `x = 0.6*x + 0.4*e`: a variable that depends on its own past. */
function blended(scope: Scope, target: Place, limit: number): Bounded {
  const part = scope.b.random.decimal(0.2, 0.8);
  const rest = fitted(scope, real(scope, target.type, 2), BOUND * (1 - part) - 0.01, limit * (1 - part));
  const keep = build.binary('multiply', build.constant(single(part, target.type), target.type), target);
  return { e: build.binary('add', keep, rest.e), low: -BOUND, high: BOUND, gain: limit };
}

/** `x = x*y`: an instruction that overwrites an operand of its own derivative. */
function ownProduct(scope: Scope, target: Place): Bounded {
  const ids = scope.names.filter((id) => isReadable(scope, id, target.type));
  const other = ids.length > 0 ? readReal(scope, scope.b.random.pick(ids), target.type) : own(scope, target);
  return multiplied(own(scope, target), other);
}

/** `a[i] = a[j]*y`: another element, or the same one, as it happens. */
function neighbours(scope: Scope, target: Place): Bounded {
  const other = readReal(scope, target.variable, target.type);
  return scope.b.random.chance(0.5)
    ? multiplied(other, other)
    : multiplied(other, real(scope, target.type, 1));
}

function single(value: number, type: ScalarType): number {
  return type === 'f32' ? Math.fround(value) : value;
}

function accumulate(scope: Scope, target: Place): Statement {
  const { random } = scope.b;
  const e = fitted(scope, real(scope, target.type, random.int(1, 2)), 1, 1).e;
  const op = random.chance(0.8) ? 'add' : 'subtract';
  return assign(
    scope,
    target,
    build.binary(op, target, e),
    scope.b.profile.language === 'c' ? 'increment' : undefined,
  );
}

export function integerAssignment(scope: Scope): Statement | null {
  const { random } = scope.b;
  const type = random.chance(0.8) ? 'i32' : 'i64';
  const ids = writable(scope, type);
  if (ids.length === 0) return null;
  const id = random.pick(ids);
  const target = readPlace(scope, id);
  const { low, high } = metaAt(scope.b, id);
  const value = integer(scope, type, low, high, 2);
  if (!isArray(scope.b, id)) define(scope, id);
  return assign(scope, target, value);
}

export function flagAssignment(scope: Scope): Statement | null {
  const ids = writable(scope, 'bool');
  if (ids.length === 0) return null;
  const id = scope.b.random.pick(ids);
  const target = readPlace(scope, id);
  const value = condition(scope, 1);
  if (!isArray(scope.b, id)) define(scope, id);
  return assign(scope, target, value);
}

/** A call with arguments that don't overlap: what one of them may write, no other names. */
export function call(scope: Scope): Statement[] | null {
  const { b } = scope;
  const callees = b.signatures.filter((s) => s.routine < scope.routine);
  if (callees.length === 0 || scope.trips > 16) return null;
  return callTo(scope, b.random.pick(callees.slice(-3)));
}

/** A call of the routine before this one, which makes chains of calls as long as there are routines. */
export function callBefore(scope: Scope): Statement[] {
  const before = scope.b.signatures.findLast((s) => s.routine < scope.routine);
  return (before && callTo(scope, before, true)) ?? [];
}

function callTo(scope: Scope, callee: Signature, room = false): Statement[] | null {
  const { random } = scope.b;
  const counter = callee.recursive ? build.constant(random.int(0, 3), 'i32') : null;
  const made = callOf(scope, callee, counter, room);
  return made && [...made, ...overwriteArgument(scope, made)];
}

/** What a call read, and perhaps left alone, is overwritten next: its adjoint needs the old value back. */
function overwriteArgument(scope: Scope, made: readonly Statement[]): Statement[] {
  const last = made.at(-1);
  if (last?.kind !== 'call' || scope.b.random.chance(0.4)) return [];
  const ids = last.args.flatMap((arg) =>
    arg.kind === 'value' ? [] : [arg.kind === 'array' ? arg.variable : arg.place.variable],
  );
  const real = ids.filter((id) => {
    const { type } = variableAt(scope.b, id);
    return build.isReal(type) && isWritable(scope, id, type);
  });
  return real.length === 0 ? [] : [assignReal(scope, scope.b.random.pick(real))];
}

/**
 * Null where the caller has nothing to pass.
 * `counter`: what the first argument is to be, for a callee that calls itself.
 * `room`: scalars that it lacks are declared for the call.
 */
export function callOf(
  scope: Scope,
  callee: Signature,
  counter: Expr | null,
  room = false,
): Statement[] | null {
  const { b } = scope;
  const taken = new Set<VariableId>(
    callee.touchesGlobals ? scope.names.filter((id) => isGlobal(scope, id)) : [],
  );
  const before: Statement[] = [];
  const args: Argument[] = [];
  const defined: VariableId[] = [];
  for (const [i, formal] of callee.parameters.entries()) {
    const arg =
      i === 0 && counter
        ? counterArgument(scope, formal, counter, before, defined)
        : (argument(scope, formal, taken, defined) ??
          (room ? freshArgument(scope, formal, before, defined) : null));
    if (!arg) return null;
    args.push(arg);
  }
  const result =
    callee.result === null
      ? null
      : (resultPlace(scope, callee.result, taken) ?? (room ? freshPlace(scope, callee.result) : null));
  if (callee.result !== null && result === null) return null;
  for (const id of defined) define(scope, id);
  if (result && !isArray(b, result.variable)) define(scope, result.variable);
  return [...before, { ...statement(scope), kind: 'call', callee: callee.name, args, result }];
}

function isGlobal(scope: Scope, id: VariableId): boolean {
  return variableAt(scope.b, id).role === 'global';
}

/** By reference goes a variable, so the count is put into one first. */
function counterArgument(
  scope: Scope,
  formal: VariableId,
  counter: Expr,
  before: Statement[],
  defined: VariableId[],
): Argument {
  if (variableAt(scope.b, formal).passing === 'value') return { kind: 'value', value: counter };
  const place = build.variable(freshCounter(scope), 'i32');
  before.push(assign(scope, place, counter));
  defined.push(place.variable);
  return { kind: 'reference', place };
}

/** A counter of its own, which nothing else assigns. */
export function freshCounter(scope: Scope): VariableId {
  const { b } = scope;
  const count = b.variables.filter((v) => v.name.startsWith('k')).length;
  const meta = { low: 0, high: 20, fixed: true };
  const id = addVariable(b, { name: `k${count + 1}`, type: 'i32', owner: scope.routine, meta });
  scope.names.push(id);
  return id;
}

/** A scalar of the formal's type and range, set before the call; null for arrays. */
function freshArgument(
  scope: Scope,
  formal: VariableId,
  before: Statement[],
  defined: VariableId[],
): Argument | null {
  const v = variableAt(scope.b, formal);
  if (v.shape || v.type === 'bool') return null;
  const place = freshPlace(scope, formal);
  before.push(assign(scope, place, valueFor(scope, formal)));
  defined.push(place.variable);
  return { kind: 'reference', place };
}

function freshPlace(scope: Scope, like: VariableId): Place {
  const { b } = scope;
  const { type } = variableAt(b, like);
  const { low, high } = metaAt(b, like);
  const count = b.variables.filter((v) => v.name.startsWith('u')).length;
  const id = addVariable(b, { name: `u${count + 1}`, type, owner: scope.routine, meta: { low, high } });
  scope.names.push(id);
  return build.variable(id, type);
}

function resultPlace(scope: Scope, result: VariableId, taken: ReadonlySet<VariableId>): Place | null {
  const type = variableAt(scope.b, result).type;
  const ids = writable(scope, type).filter((id) => !taken.has(id) && !metaAt(scope.b, id).accumulator);
  if (ids.length === 0) return null;
  return readPlace(scope, scope.b.random.pick(ids));
}

function argument(
  scope: Scope,
  formal: VariableId,
  taken: Set<VariableId>,
  defined: VariableId[],
): Argument | null {
  const { b } = scope;
  const v = variableAt(b, formal);
  if (v.passing === 'value') return { kind: 'value', value: valueFor(scope, formal) };
  const fits = scope.names.filter((id) => !taken.has(id) && serves(scope, id, formal));
  if (fits.length === 0) return null;
  const id = b.random.pick(fits);
  taken.add(id);
  if (v.shape) return { kind: 'array', variable: id, start: startFor(scope, id, formal), span: at };
  const place = readPlace(scope, id);
  // A formal of intent `out` is defined by the call.
  if (v.intent !== 'in' && place.kind === 'variable') defined.push(id);
  return { kind: 'reference', place };
}

/** Whether a variable may go to a formal by reference: type, range, shape, and what the callee may do to it. */
function serves(scope: Scope, id: VariableId, formal: VariableId): boolean {
  const { b } = scope;
  const v = variableAt(b, formal);
  const meta = metaAt(b, formal);
  const actual = variableAt(b, id);
  const m = metaAt(b, id);
  if (actual.type !== v.type || m.accumulator || meta.accumulator) return false;
  if (m.low < meta.low || m.high > meta.high) return false;
  if (v.intent !== 'in') {
    if (m.fixed || scope.frozen.has(id) || actual.intent === 'in') return false;
    if (m.low !== meta.low || m.high !== meta.high) return false;
  }
  if (v.shape) return actual.shape !== null && isReadable(scope, id, v.type) && covers(scope, id, formal);
  return (v.intent === 'out' && actual.shape === null) || isReadable(scope, id, v.type);
}

function valueFor(scope: Scope, formal: VariableId): Expr {
  const { type } = variableAt(scope.b, formal);
  const { low, high } = metaAt(scope.b, formal);
  if (type === 'bool') return condition(scope, 0);
  if (type === 'i32' || type === 'i64') return integer(scope, type, low, high);
  return into(scope, fitted(scope, real(scope, type, 1), BOUND, gainLimit(scope)), low, high).e;
}

const extents = (scope: Scope, id: VariableId) =>
  metaAt(scope.b, id).bounds.map(([low, high]) => high - low + 1);

/** An actual array serves a formal of the same extents; a vector also one that is shorter. */
function covers(scope: Scope, actual: VariableId, formal: VariableId): boolean {
  const a = extents(scope, actual);
  const f = extents(scope, formal);
  if (a.length !== f.length) return false;
  if (a.length === 1) return (a[0] as number) >= (f[0] as number);
  return a.every((extent, i) => extent === f[i]);
}

function startFor(scope: Scope, actual: VariableId, formal: VariableId): Expr[] | null {
  const [bounds] = metaAt(scope.b, actual).bounds;
  const [extent] = extents(scope, actual);
  const [wanted] = extents(scope, formal);
  if (metaAt(scope.b, actual).bounds.length !== 1 || !bounds || extent === undefined) return null;
  const slack = extent - (wanted ?? extent);
  if (slack === 0 || scope.b.random.chance(0.3)) return null;
  return [integer(scope, 'i32', bounds[0], bounds[0] + slack, 0)];
}

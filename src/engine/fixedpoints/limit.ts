/**
 * Derivatives of the limit of `z = φ(z, x)`, from its last iterate alone (theory 10, Christianson 1994):
 *
 *     adjoint     w = z̄ + wᵀ ∂φ/∂z   until it rests; then x̄ += wᵀ ∂φ/∂x, z̄ = 0
 *     tangent     ż = ∂φ/∂z ż + ∂φ/∂x ẋ   until it rests
 *
 * One trip φ and its derivatives are routines. What else a trip computes, `u = g(z, x)`, is pulled back once beforehand and adds
 * to z̄. A trip overwrites what it is given, so it is given copies. Where the iteration does not come to rest within its
 * budget, the run ends.
 */

import { entryOf, itemAt } from '../base/lookup';
import {
  add,
  compare,
  constant,
  convert,
  element,
  intrinsic,
  isReal,
  logical,
  multiply,
  not,
  subtract,
  variable,
} from '../ir/build';
import type { Emitter } from '../ir/emit';
import { parameterAt, routineOf, variableOf } from '../ir/names';
import type {
  Argument,
  Expr,
  FixedPointPart,
  Place,
  Program,
  Routine,
  ScalarType,
  Statement,
  Variable,
  VariableId,
} from '../ir/types';
import { assignedVariables } from '../ir/uses';

/** What the generator provides: the routine, and ways to make statements and variables of it. */
export interface LimitTools {
  readonly primal: Program;
  readonly routine: Routine;
  readonly emit: Emitter;
  readonly local: (
    hint: string,
    more: Pick<Variable, 'type' | 'shape' | 'role' | 'derivativeOf'>,
  ) => VariableId;
  /** By position: the derivative of the parameter, where it is active. */
  readonly derivatives: readonly (VariableId | null)[];
  /** The derivative of one trip: the name of its routine, and which parameters have a derivative beside them. */
  readonly step: { readonly name: string; readonly active: readonly boolean[] };
}

type Limit = Extract<FixedPointPart, { part: 'limit' }>;

/** What a parameter is to a trip. */
type Kind = 'iterate' | 'result' | 'given';

interface Making extends LimitTools {
  readonly limit: Limit;
  readonly kinds: readonly Kind[];
  /** By position: what is passed for it, a copy where the trip overwrites it. */
  readonly copies: readonly VariableId[];
  readonly indices: VariableId[];
}

export const limitHead = (sweep: 'forward' | 'backward'): readonly string[] => [
  sweep === 'backward'
    ? 'Adjoint of a fixed point: w = zb + w dphi/dz until it rests, then xb = xb + w dphi/dx.'
    : 'Tangent of a fixed point: zd = dphi/dz zd + dphi/dx xd until it rests.',
];

export function limitAdjoint(tools: LimitTools, limit: Limit): Statement[] {
  const m = making(tools, limit);
  const of = (kind: Kind) => activeOf(m, kind);
  const [iterates, results, givens] = [of('iterate'), of('result'), of('given')];
  const scratch = (ks: readonly number[], hint: string) =>
    new Map(ks.map((k) => [k, derivativeLike(m, k, hint)] as const));
  const [seed, fixed, weight] = [
    scratch(iterates, 'seed'),
    scratch(iterates, 'fixed'),
    scratch(iterates, 'w'),
  ];
  const [aside, none] = [scratch(givens, 'aside'), scratch(results, 'none')];
  const own = new Map(m.derivatives.flatMap((id, k) => (id === null ? [] : [[k, id] as const])));
  const passed = (...maps: readonly ReadonlyMap<number, VariableId>[]) =>
    new Map(maps.flatMap((map) => [...map]));
  const zero = (map: ReadonlyMap<number, VariableId>) => [...map.values()].flatMap((id) => setZero(m, id));
  const copyFrom = (from: ReadonlyMap<number, VariableId>, to: ReadonlyMap<number, VariableId>) =>
    [...to].flatMap(([k, id]) => setTo(m, id, entryOf(from, k)));
  const given = passed(new Map(givens.map((k) => [k, entryOf(own, k)])));
  // What a trip computes beside the iterate depends on the last iterate, and on what is given.
  const pullBack =
    results.length === 0
      ? copyFrom(own, fixed)
      : [
          ...zero(seed),
          ...trip(m, passed(seed, given, new Map(results.map((k) => [k, entryOf(own, k)])))),
          ...[...fixed].flatMap(([k, id]) =>
            each(m, id, (at) => [
              m.emit.assign('derivative', at(id), add(at(entryOf(own, k)), at(entryOf(seed, k)))),
            ]),
          ),
        ];
  const round = [
    ...copyFrom(weight, seed),
    ...zero(aside),
    ...zero(none),
    ...trip(m, passed(seed, aside, none)),
  ];
  return [
    ...pullBack,
    ...copyFrom(fixed, weight),
    ...untilRest(m, round, iterates, (k, at) => ({
      next: add(at(entryOf(fixed, k)), at(entryOf(seed, k))),
      into: at(entryOf(weight, k)),
    })),
    ...copyFrom(weight, seed),
    ...zero(none),
    ...trip(m, passed(seed, given, none)),
    ...iterates.flatMap((k) => setZero(m, entryOf(own, k))),
  ];
}

export function limitTangent(tools: LimitTools, limit: Limit): Statement[] {
  const m = making(tools, limit);
  const iterates = activeOf(m, 'iterate');
  const own = new Map(m.derivatives.flatMap((id, k) => (id === null ? [] : [[k, id] as const])));
  const next = new Map(iterates.map((k) => [k, derivativeLike(m, k, 'next')] as const));
  const round = [
    ...[...next].flatMap(([k, id]) => setTo(m, id, entryOf(own, k))),
    ...trip(m, new Map([...own, ...next])),
  ];
  return [
    ...iterates.flatMap((k) => setZero(m, entryOf(own, k))),
    ...untilRest(m, round, iterates, (k, at) => ({
      next: at(entryOf(next, k)),
      into: at(entryOf(own, k)),
    })),
  ];
}

function making(tools: LimitTools, limit: Limit): Making {
  const { primal, routine } = tools;
  const step = routineOf(primal, limit.step);
  const written = assignedVariables(step.body);
  const iterate = new Set(limit.iterate);
  const isWritten = step.parameters.map((id) => written.has(id));
  const kinds = isWritten.map((is, k): Kind => (iterate.has(k) ? 'iterate' : is ? 'result' : 'given'));
  const copies = routine.parameters.map((id, k) => {
    if (!isWritten[k]) return id;
    const { name, type, shape } = variableOf(tools.emit.into, id);
    return tools.local(`${name}_copy`, { type, shape, role: 'local', derivativeOf: null });
  });
  return { ...tools, limit, kinds, copies, indices: [] };
}

const activeOf = (m: Making, kind: Kind): number[] =>
  m.kinds.flatMap((each, k) => (each === kind && m.derivatives[k] !== null ? [k] : []));

function derivativeLike(m: Making, k: number, hint: string): VariableId {
  const { name, type, shape } = variableOf(m.emit.into, parameterAt(m.routine, k));
  const role = m.emit.sweep === 'backward' ? 'adjoint' : 'tangent';
  return m.local(`${name}_${hint}`, { type, shape, role, derivativeOf: null });
}

// -------------------------------------------------------------------------------------------------------- statements

/** The statements for every element of what has this shape; at a scalar, once. */
function each(
  m: Making,
  like: VariableId,
  make: (at: (id: VariableId) => Place) => Statement[],
): Statement[] {
  const { emit } = m;
  const { shape } = variableOf(emit.into, like);
  if (!shape) return make((id) => emit.ref(id));
  const indices = shape.dimensions.map((_, k) => index(m, k));
  const subscripts = indices.map((i) => variable(i, 'i32'));
  let body = make((id) => element(id, subscripts, emit.ref(id).type));
  const inside = shape.order === 'row' ? [...indices.keys()].reverse() : [...indices.keys()];
  for (const k of inside) {
    const d = shape.dimensions[k];
    if (!d?.extent) return [];
    const last = subtract(add(d.lower, convert(d.extent, 'i32')), constant(1, 'i32'));
    body = [emit.loop('derivative', { index: itemAt(indices, k), first: d.lower, last, test: 'le' }, body)];
  }
  return body;
}

function index(m: Making, k: number): VariableId {
  m.indices[k] ??= m.local('k', { type: 'i32', shape: null, role: 'control', derivativeOf: null });
  return m.indices[k];
}

const setZero = (m: Making, id: VariableId): Statement[] =>
  each(m, id, (at) => [m.emit.assign('derivative', at(id), constant(0, at(id).type))]);
const setTo = (m: Making, id: VariableId, from: VariableId): Statement[] =>
  each(m, id, (at) => [m.emit.assign('derivative', at(id), at(from))]);

/** A call of the derivative of one trip, taken where the iteration has come to rest. Derivatives that are not in `passed` are passed as zeros. */
function trip(m: Making, passed: ReadonlyMap<number, VariableId>): Statement[] {
  const before: Statement[] = [];
  const args: Argument[] = [];
  const { parameters } = m.routine;
  parameters.forEach((id, k) => {
    const copy = itemAt(m.copies, k);
    if (copy !== id) before.push(...setTo(m, copy, id));
    const byValue = variableOf(m.emit.into, id).passing === 'value';
    args.push(actual(m, copy, byValue));
    if (!m.step.active[k]) return;
    let derivative = passed.get(k);
    if (derivative === undefined) {
      derivative = derivativeLike(m, k, 'zero');
      before.push(...setZero(m, derivative));
    }
    args.push(actual(m, derivative, byValue && m.emit.sweep === 'forward'));
  });
  return [...before, m.emit.call('derivative', m.step.name, args)];
}

function actual(m: Making, id: VariableId, byValue: boolean): Argument {
  const { span, into } = m.emit;
  const { shape, type } = variableOf(into, id);
  if (shape) return { kind: 'array', variable: id, start: null, span };
  const place = variable(id, type, span);
  return byValue ? { kind: 'value', value: place } : { kind: 'reference', place };
}

/** Larger values mean that the iteration has diverged. */
const LARGEST = 1e300;

/** Repeats `round` and takes over the new value of each component, until the sum of changes is small against the sum of values. */
function untilRest(
  m: Making,
  round: readonly Statement[],
  iterates: readonly number[],
  component: (k: number, at: (id: VariableId) => Place) => { next: Expr; into: Place },
): Statement[] {
  const { emit } = m;
  const scalar = (hint: string, type: ScalarType) =>
    emit.ref(m.local(hint, { type, shape: null, role: 'control', derivativeOf: null }));
  const [change, size, trips] = [scalar('change', 'f64'), scalar('size', 'f64'), scalar('trips', 'i32')];
  const set = (target: Place, value: Expr) => emit.assign('control', target, value);
  // Sums, as a NaN in any component makes them NaN.
  const gather = (sum: Place, e: Expr) => set(sum, add(sum, convert(intrinsic('abs', [e], e.type), 'f64')));
  const compared = iterates.flatMap((k) =>
    each(m, parameterAt(m.routine, k), (at) => {
      const { next, into } = component(k, at);
      const advance = emit.assign('derivative', into, next);
      return [gather(change, subtract(next, into)), advance, gather(size, into)];
    }),
  );
  const { tolerance, trips: most } = m.limit;
  const text = m.primal.language === 'c' ? 'exit(1)' : 'stop 1';
  const budget = emit.if('control', compare('gt', trips, constant(most, 'i32')), [
    { kind: 'stop', ...emit.stamp('control'), text, unrest: true },
  ]);
  return [
    set(trips, constant(0, 'i32')),
    {
      kind: 'doWhile',
      ...emit.stamp('control'),
      label: emit.label(),
      body: [
        ...round,
        set(change, constant(0, 'f64')),
        set(size, constant(0, 'f64')),
        ...compared,
        set(trips, add(trips, constant(1, 'i32'))),
        budget,
      ],
      condition: not(
        logical(
          'and',
          compare('le', change, multiply(constant(tolerance, 'f64'), size)),
          compare('lt', size, constant(LARGEST, 'f64')),
        ),
      ),
    },
  ];
}

/** The relative change at which the iteration of a derivative ends where no directive gives one. */
export const restTolerance = (types: readonly ScalarType[]): number =>
  types.some((type) => isReal(type) && type === 'f32') ? 1e-6 : 1e-14;
/** How many trips they may take. */
export const MOST_TRIPS = 100_000;

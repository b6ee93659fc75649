/** One random routine: its parameters, locals, prologue, body and epilogue. */
import * as build from '../../ir/build';
import type { Dimension, Routine, ScalarType, Statement, VariableId } from '../../ir/types';
import {
  assign,
  call,
  callBefore,
  callOf,
  flagAssignment,
  integerAssignment,
  realAssignment,
  statement,
} from './assignments';
import { block, branch, choice, counted, jump, region, tested } from './control';
import { condition, fitted, real } from './expressions';
import { integer } from './integers';
import { readPlace } from './places';
import {
  addVariable,
  at,
  BOUND,
  type Builder,
  define,
  indexRange,
  inner,
  isArray,
  isDefined,
  labelId,
  metaAt,
  type Scope,
  type Signature,
  variableAt,
} from './scope';

export function addRoutine(
  b: Builder,
  name: string,
  entry: boolean,
  globals: readonly VariableId[],
): Routine {
  const { random, profile } = b;
  const index = b.routines.length;
  const recursive = !entry && random.chance(profile.recursion);
  const label = labelId(b);
  const parameters = addParameters(b, index, recursive);
  const result = random.chance(profile.functions)
    ? addVariable(b, {
        name: profile.language === 'c' ? 'result' : name,
        type: b.real,
        owner: index,
        role: 'result',
      })
    : null;
  const before = b.variables.length;
  const scope: Scope = {
    b,
    routine: index,
    defined: new Set([...parameters.filter((id) => variableAt(b, id).intent !== 'out'), ...globals]),
    extended: new Set(),
    frozen: new Set(),
    ranges: new Map(),
    targets: random.chance(profile.exits) ? [{ label, kind: 'routine', next: false }] : [],
    depth: 0,
    loops: 0,
    trips: entry ? 1 : 8,
    names: [...parameters, ...globals, ...(result === null ? [] : [result])],
    top: true,
  };
  scope.names.push(...addLocals(b, index, profile.size));
  const signature: Signature = {
    routine: index,
    name,
    parameters,
    result,
    touchesGlobals: globals.length > 0 || b.signatures.some((s) => s.touchesGlobals),
    recursive,
  };
  const size = entry ? profile.size : Math.max(2, Math.round(profile.size / 2));
  const body = [
    ...prologue(scope, result),
    ...writeBody(scope, size),
    ...(profile.chains > 0 && random.chance(profile.chains) ? callBefore(scope) : []),
    ...(recursive ? recursion(scope, signature) : []),
    ...epilogue(scope, result),
  ];
  b.signatures.push(signature);
  const own = b.variables.slice(before).filter((v) => v.owner === index);
  const views = globals.filter((id) => variableAt(b, id).owner === index);
  return {
    name,
    kind: result === null && profile.language === 'fortran' ? 'subroutine' : 'function',
    parameters,
    result,
    locals: [...views, ...own.map((v) => v.id)],
    label,
    body,
    span: at,
    nameSpan: at,
    external: null,
  };
}

// ------------------------------------------------------------------------------------------------------- variables

function addParameters(b: Builder, owner: number, recursive: boolean): VariableId[] {
  const { random, profile } = b;
  const inC = profile.language === 'c';
  const ids: VariableId[] = [];
  const add = (name: string, type: ScalarType, more: Partial<Parameters<typeof addVariable>[1]> = {}) => {
    const id = addVariable(b, {
      name,
      type,
      owner,
      role: 'parameter',
      passing: inC && !more.dimensions ? 'value' : 'reference',
      ...more,
    });
    ids.push(id);
    return id;
  };
  const fixed = (low: number, high: number) => ({ meta: { low, high, fixed: true } });
  if (recursive) add('depth', 'i32', { ...fixed(0, 3), intent: inC ? null : 'in' });
  const n = random.chance(0.6) ? add('n', 'i32', { ...fixed(b.n, b.n), intent: inC ? null : 'in' }) : null;
  const scalars = random.int(1, 3);
  for (let i = 0; i < scalars; i++) {
    const type = otherReal(b);
    const reference = !inC || random.chance(0.4);
    const intent = inC
      ? null
      : random.weighted([
          [5, 'inout'],
          [3, 'in'],
          [0.8, 'out'],
          [2, null],
        ] as const);
    add(`x${i + 1}`, type, { passing: reference ? 'reference' : 'value', intent });
  }
  const arrays = random.chance(profile.arrays) ? random.int(1, 2) : 0;
  for (let i = 0; i < arrays; i++) {
    const { dimensions, bounds } = addShape(
      b,
      n,
      random.weighted([
        [5, 1],
        [3, 2],
        [1, 3],
      ]),
      true,
    );
    const intent = random.chance(0.25) ? 'in' : inC || random.chance(0.5) ? null : 'inout';
    add(`a${i + 1}`, otherReal(b), { dimensions, intent, meta: { bounds } });
  }
  if (random.chance(0.35)) {
    const { dimensions, bounds } = addShape(b, n, 1, false);
    const [low, high] = indexRange(b);
    add('p', 'i32', { dimensions, intent: random.chance(0.5) ? 'in' : null, meta: { bounds, low, high } });
  }
  if (random.chance(0.3)) add('m', random.chance(0.75) ? 'i32' : 'i64');
  if (random.chance(0.12)) add('flag', 'bool');
  return ids;
}

function otherReal(b: Builder): ScalarType {
  return b.mixed && b.random.chance(0.35) ? (b.real === 'f64' ? 'f32' : 'f64') : b.real;
}

/** Extents of three to five: constants, `n`, or, of a parameter's slowest dimension, not told. */
function addShape(b: Builder, n: VariableId | null, rank: number, open: boolean) {
  const { random, profile } = b;
  const inC = profile.language === 'c';
  const dimensions: Dimension[] = [];
  const bounds: [number, number][] = [];
  for (let i = 0; i < rank; i++) {
    const byN = n !== null && random.chance(0.5);
    const extent = byN ? b.n : rank > 1 ? 3 : random.int(3, 5);
    const lower = inC || random.chance(0.6) ? (inC ? 0 : 1) : random.pick([0, -1, 2]);
    const slowest = inC ? i === 0 : i === rank - 1;
    const unknown = open && slowest && random.chance(0.15);
    // Of a matrix, integers of both widths are multiplied.
    const told = byN
      ? build.convert(build.variable(n, 'i32'), rank > 1 && i === 0 ? 'i64' : 'i32')
      : build.constant(extent, 'i32');
    dimensions.push({ lower: build.constant(lower, 'i32'), extent: unknown ? null : told });
    bounds.push([lower, lower + extent - 1]);
  }
  return { dimensions, bounds };
}

function addLocals(b: Builder, owner: number, size: number): VariableId[] {
  const { random, profile } = b;
  const ids: VariableId[] = [];
  const add = (name: string, type: ScalarType, more: Partial<Parameters<typeof addVariable>[1]> = {}) =>
    ids.push(addVariable(b, { name, type, owner, ...more }));
  const reals = random.int(2, size > 15 ? 5 : 3);
  for (let i = 0; i < reals; i++) add(`t${i + 1}`, otherReal(b));
  if (random.chance(0.6)) add('s', b.real, { meta: { accumulator: true, low: -1e3, high: 1e3 } });
  for (const name of ['i', 'j', 'l']) add(name, 'i32');
  if (random.chance(0.15)) add('w', 'i64');
  if (random.chance(0.25)) add('q', 'bool');
  if (random.chance(profile.arrays * 0.6)) {
    const { dimensions, bounds } = addShape(
      b,
      null,
      random.weighted([
        [5, 1],
        [3, 2],
        [0.7, 3],
      ]),
      false,
    );
    add('b', otherReal(b), { dimensions, meta: { bounds } });
  }
  if (random.chance(0.15)) {
    const { dimensions, bounds } = addShape(b, null, 1, false);
    const [low, high] = indexRange(b);
    add('c', 'i32', { dimensions, meta: { bounds, low, high } });
  }
  return ids;
}

// ------------------------------------------------------------------------------------------------------------ body

/** Arrays, the result and accumulators start with values; of the scalars only some do. */
function prologue(scope: Scope, result: VariableId | null): Statement[] {
  const { b } = scope;
  return scope.names.flatMap((id) => {
    const v = variableAt(b, id);
    if (isDefined(scope, id)) return [];
    if (v.shape) return fill(scope, id);
    const needed = id === result || v.role === 'parameter' || metaAt(b, id).accumulator;
    if (!needed && !b.random.chance(0.5)) return [];
    const declared = v.role === 'local' && b.profile.language === 'c' && b.random.chance(0.6);
    const value = initialValue(scope, id);
    define(scope, id);
    return [assign(scope, build.variable(id, v.type), value, declared ? 'declaration' : undefined)];
  });
}

function initialValue(scope: Scope, id: VariableId) {
  const { type } = variableAt(scope.b, id);
  const { low, high, accumulator } = metaAt(scope.b, id);
  if (type === 'bool') return condition(scope, 1);
  if (type === 'i32' || type === 'i64') return integer(scope, type, low, high, 1);
  if (accumulator) return build.constant(0, type);
  return fitted(scope, real(scope, type, 2), BOUND, 2).e;
}

/** Loops over all subscripts, so that every element is defined. */
function fill(scope: Scope, id: VariableId): Statement[] {
  const { b } = scope;
  const { bounds, low, high } = metaAt(b, id);
  const { type } = variableAt(b, id);
  const indices = ['i', 'j', 'l'].map((name) => scope.names.find((v) => variableAt(b, v).name === name));
  const used = bounds.map((_, d) => indices[d] as VariableId);
  const frozen = new Set([...scope.frozen, ...used]);
  const ranges = new Map([
    ...scope.ranges,
    ...bounds.map((range, d) => [used[d] as VariableId, range] as const),
  ]);
  const inside = inner(scope, { frozen, ranges, loops: 1, trips: 8 });
  for (const index of used) define(inside, index);
  const subscripts = used.map((index) => build.variable(index, 'i32'));
  const value =
    type === 'i32' ? integer(inside, type, low, high, 1) : fitted(inside, real(inside, type, 2), BOUND, 1).e;
  let body: Statement[] = [assign(inside, build.element(id, subscripts, type), value)];
  const inC = b.profile.language === 'c';
  for (let d = bounds.length - 1; d >= 0; d--) {
    const [from, to] = bounds[d] as readonly [number, number];
    body = [
      {
        ...statement(scope),
        kind: 'for',
        label: labelId(b),
        index: used[d] as VariableId,
        first: build.constant(from, 'i32'),
        last: build.constant(to, 'i32'),
        step: build.constant(1, 'i32'),
        test: inC ? 'lt' : 'do',
        body,
      },
    ];
  }
  define(scope, id);
  define(scope, used[0] as VariableId);
  return body;
}

/** What is left to the caller: outputs get a last assignment that gathers what the body left. */
function epilogue(scope: Scope, result: VariableId | null): Statement[] {
  const { b } = scope;
  const outputs = scope.names.filter((id) => {
    const v = variableAt(b, id);
    return v.role === 'parameter' && v.passing === 'reference' && v.shape === null && v.intent !== 'in';
  });
  const chosen = result === null ? outputs.slice(0, 1) : [result];
  return chosen.flatMap((id) => {
    const { type } = variableAt(b, id);
    if (!build.isReal(type) || metaAt(b, id).fixed) return [];
    return [assign(scope, build.variable(id, type), fitted(scope, real(scope, type, 3), BOUND, 2).e)];
  });
}

/** `if (depth > 0) call itself with depth - 1`. */
function recursion(scope: Scope, signature: Signature): Statement[] {
  const depth = build.variable(signature.parameters[0] as VariableId, 'i32');
  const one = build.constant(1, 'i32');
  const then = callOf(inner(scope), signature, build.binary('subtract', depth, one));
  if (!then) return [];
  const test = build.compare('gt', depth, build.constant(0, 'i32'));
  return [{ ...statement(scope), kind: 'if', condition: test, then, else: [] }];
}

export function writeBody(scope: Scope, budget: number): Statement[] {
  const list: Statement[] = [];
  let rest = budget;
  while (rest > 0) {
    const some = writeStatement(scope, Math.min(rest, 8));
    list.push(...some);
    rest -= Math.max(1, weigh(some));
  }
  return list;
}

function weigh(list: readonly Statement[]): number {
  let count = 0;
  for (const s of list) {
    count++;
    if (s.kind === 'if') count += weigh(s.then) + weigh(s.else);
    else if (s.kind === 'switch') count += weigh(s.cases.flatMap((c) => c.body)) + weigh(s.default);
    else if (s.kind === 'dispatch') count += weigh(s.blocks.flatMap((c) => c.body));
    else if ('body' in s) count += weigh(s.body);
  }
  return count;
}

function writeStatement(scope: Scope, budget: number): Statement[] {
  const { random, profile } = scope.b;
  const deep = scope.depth >= 4 ? 0 : 1;
  const loop = scope.trips >= 64 || budget < 2 ? 0 : deep;
  const nest = budget < 2 ? 0 : deep;
  const jumps = scope.targets.length > 0 ? profile.exits * 3 : 0;
  const made = random.weighted<() => Statement | readonly Statement[] | null>([
    [16, () => realAssignment(scope)],
    [3, () => integerAssignment(scope)],
    [1, () => flagAssignment(scope)],
    [3.5 * nest, () => branch(scope, budget - 1, writeBody)],
    [4 * loop, () => counted(scope, budget - 1, writeBody)],
    [3 * profile.whiles * loop, () => tested(scope, budget - 1, writeBody)],
    [0.8 * nest, () => choice(scope, budget - 1, writeBody)],
    [profile.exits * 1.5 * nest, () => block(scope, budget - 1, writeBody)],
    [jumps, () => jump(scope)],
    [profile.gotos * 3 * loop, () => region(scope, budget, writeBody)],
    [scope.b.signatures.length > 0 ? 3 : 0, () => call(scope)],
    [profile.io, () => output(scope)],
    [0.15, () => remark(scope)],
  ])();
  if (made === null) return [];
  return Array.isArray(made) ? [...made] : [made as Statement];
}

function output(scope: Scope): Statement | null {
  const ids = scope.names.filter((id) => isDefined(scope, id) && !isArray(scope.b, id));
  // The text is the source's own, and a function that calls itself has its result under another name.
  const reals = ids.filter((id) => {
    const { type, role } = variableAt(scope.b, id);
    return type === scope.b.real && role !== 'result';
  });
  if (reals.length === 0) return null;
  const item = readPlace(scope, scope.b.random.pick(reals));
  const name = variableAt(scope.b, item.variable).name;
  const text = scope.b.profile.language === 'c' ? `printf("%g\\n", ${name})` : `print *, ${name}`;
  return { ...statement(scope), kind: 'io', text, items: [item] };
}

function remark(scope: Scope): Statement {
  return { ...statement(scope), kind: 'comment', text: 'nothing happens here' };
}

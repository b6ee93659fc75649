/**
 * Several directions at once (theory 10, [TAP] 3): every tangent gets one more dimension, in which elements lie side by
 * side, `xd[n][nbd]` in C and `xd(nbd,n)` in Fortran; `nbd`, their number, is the last argument. The primal runs once. One
 * loop over the directions serves derivative statements that follow each other, also past primal statements that write nothing
 * the loop still reads. What does not depend on the direction is computed before the loop.
 *
 *   one direction                        several
 *     xd = y * xd + x * yd;                for (nd = 0; nd < nbd; nd++)
 *     x = x * y;                             xd[nd] = y * xd[nd] + x * yd[nd];
 *     zd = cos(x) * xd;                    x = x * y;
 *     z = sin(x);                          partial = cos(x);
 *                                          for (nd = 0; nd < nbd; nd++) zd[nd] = partial * xd[nd];
 *                                          z = sin(x);
 */

import { itemAt } from '../base/lookup';
import { NOWHERE } from '../base/span';
import {
  add,
  children,
  constant,
  convert,
  element,
  isConstant,
  multiply,
  rewrite,
  shifted,
  subtract,
  variable,
  walkPlaces,
  withChildren,
} from '../ir/build';
import { Emitter } from '../ir/emit';
import { variableOf } from '../ir/names';
import { bodies, withBodies } from '../ir/statements';
import { tapeVariable } from '../ir/tape';
import type {
  Argument,
  Assign,
  Call,
  Dimension,
  ElementRef,
  Expr,
  For,
  Place,
  Pop,
  Push,
  Routine,
  Statement,
  Variable,
  VariableId,
} from '../ir/types';
import { mentions } from '../ir/uses';
import type { Making, Scope } from './making';

interface Vector extends Making {
  readonly scope: Scope;
  /** Variables that hold tangents. */
  readonly tangents: Set<VariableId>;
  readonly count: VariableId;
  readonly index: VariableId;
  readonly inC: boolean;
  readonly lower: Expr;
  readonly last: Expr;
}

function upward({ index, lower, last }: Vector): Pick<For, 'index' | 'first' | 'last'> {
  return { index, first: lower, last };
}

/** The routine over all directions; `directions` is the parameter that counts them. */
export function withDirections(
  m: Making & { readonly scope: Scope },
  routine: Routine,
): { routine: Routine; directions: VariableId } {
  const inC = m.primal.language === 'c';
  const count = m.scope.scratch('nbd', 'i32');
  const index = m.scope.scratch('nd', 'i32');
  const { locals } = m.scope;
  locals.splice(locals.indexOf(count), 1);
  m.growing.variables[count] = {
    ...variableOf(m.growing, count),
    role: 'parameter',
    passing: inC ? 'value' : 'reference',
    intent: inC ? null : 'in',
  };
  const v: Vector = {
    ...m,
    tangents: new Set(m.scope.made),
    count,
    index,
    inC,
    lower: constant(inC ? 0 : 1, 'i32'),
    last: inC ? subtract(variable(count, 'i32'), constant(1, 'i32')) : variable(count, 'i32'),
  };
  for (const id of v.tangents) vectorise(v, id, routine.parameters.includes(id) ? 'reference' : 'value');
  const body = fused(v, routine.body);
  const own = new Set(routine.locals);
  return {
    routine: {
      ...routine,
      parameters: [...routine.parameters, count],
      locals: [...routine.locals, ...locals.filter((id) => !own.has(id))],
      body,
    },
    directions: count,
  };
}

function vectorise(
  { growing: { variables }, count, inC, lower }: Vector,
  id: VariableId,
  passing: Variable['passing'],
): void {
  const v = itemAt(variables, id);
  const dimensions = v.shape?.dimensions ?? [];
  const directions: Dimension = { lower, extent: variable(count, 'i32') };
  variables[id] = {
    ...v,
    shape: inC
      ? { dimensions: [...dimensions, directions], order: 'row' }
      : { dimensions: [directions, ...dimensions], order: 'column' },
    passing,
  };
}

// ------------------------------------------------------------------------------------------------------------ fusion

/** Derivative statements that wait for their loop. */
interface Waiting {
  body: Statement[];
  /** Primal variables that it reads. */
  reads: Set<VariableId>;
}

function fused(v: Vector, list: readonly Statement[]): Statement[] {
  const out: Statement[] = [];
  let waiting: Waiting = { body: [], reads: new Set() };
  const flush = () => {
    if (waiting.body.length > 0) out.push(loopOver(v, upward(v), waiting.body));
    waiting = { body: [], reads: new Set() };
  };
  for (const s of list) {
    if (s.kind === 'assign' && v.tangents.has(s.target.variable)) {
      const { before, statement } = atOneDirection(v, s);
      out.push(...before);
      waiting.body.push(statement);
      addReads(v, statement, waiting.reads);
      continue;
    }
    // What the loop still reads must be as it is now when the loop runs.
    const passes =
      s.kind === 'assign' && !waiting.reads.has(s.target.variable) && !sharesStorage(v, s.target, waiting);
    if (!passes) flush();
    out.push(...others(v, s));
  }
  flush();
  return out;
}

function sharesStorage(v: Vector, target: Place, { reads }: Waiting): boolean {
  const rootOf = (id: VariableId) => variableOf(v.growing, id).storage?.root;
  const root = rootOf(target.variable);
  return root !== undefined && [...reads].some((id) => rootOf(id) === root);
}

function addReads(v: Vector, s: Assign, reads: Set<VariableId>): void {
  for (const e of [s.value, s.target])
    walkPlaces(e, (x) => {
      if (!v.tangents.has(x.variable)) reads.add(x.variable);
    });
}

/** One derivative statement in the loop, and what it needs computed before the loop. */
function atOneDirection(v: Vector, s: Assign): { before: Statement[]; statement: Assign } {
  const before: Statement[] = [];
  const value = hoisted(v, s, s.value, before);
  const { form, ...rest } = s;
  return {
    before,
    statement: {
      ...rest,
      ...(form === 'increment' ? { form } : {}),
      role: 'derivative',
      target: directed(v, s.target),
      value: rewrite(value, (e) => (isPlace(e) && v.tangents.has(e.variable) ? directed(v, e) : e)),
    },
  };
}

const isPlace = (e: Expr): e is Place => e.kind === 'variable' || e.kind === 'element';

/** The place in the direction of the loop. */
function directed(v: Vector, place: Place, at: Expr = variable(v.index, 'i32')): ElementRef {
  const subscripts = place.kind === 'element' ? place.subscripts : [];
  const all = v.inC ? [...subscripts, at] : [at, ...subscripts];
  return element(place.variable, all, place.type, place.span);
}

/** Largest parts without a tangent, but for those that cost nothing, go to variables of their own. */
function hoisted(v: Vector, s: Assign, e: Expr, before: Statement[]): Expr {
  if (mentionsTangent(v, e))
    return withChildren(
      e,
      children(e).map((part) => hoisted(v, s, part, before)),
    );
  if (!costs(e)) return e;
  const id = v.scope.scratch('partial', e.type);
  before.push(v.at(s).assign('derivative', variable(id, e.type), e));
  return variable(id, e.type, e.span);
}

function mentionsTangent(v: Vector, e: Expr): boolean {
  return mentions(e, (id) => v.tangents.has(id));
}

function costs(e: Expr): boolean {
  if (e.type === 'bool') return false;
  return e.kind === 'binary' || e.kind === 'intrinsic' || e.kind === 'select';
}

// ---------------------------------------------------------------------------------------------------- other statements

function others(v: Vector, s: Statement): Statement[] {
  if (s.kind === 'call') return call(v, s);
  if ((s.kind === 'push' || s.kind === 'pop') && onTape(v, s)) return tapeLoop(v, s);
  const lists = bodies(s);
  return [
    lists.length === 0
      ? s
      : withBodies(
          s,
          lists.map((list) => fused(v, list)),
        ),
  ];
}

function onTape(v: Vector, { what }: Push | Pop): boolean {
  return v.tangents.has(tapeVariable(what));
}

/** All directions of a value: pushed upwards, popped downwards. */
function tapeLoop(v: Vector, s: Push | Pop): Statement[] {
  const { what } = s;
  if (what.kind === 'array')
    return [{ ...s, what: { ...what, count: multiply(what.count, variable(v.count, 'i32')) } }];
  const one = { ...s, what: { ...what, place: directed(v, what.place) } };
  return [
    s.kind === 'push'
      ? loopOver(v, upward(v), [one])
      : loopOver(v, { index: v.index, first: v.last, last: v.lower, step: constant(-1, 'i32') }, [one]),
  ];
}

/** Tangents are passed as arrays over the directions, those of values by way of a copy. */
function call(v: Vector, s: Call): Statement[] {
  const signature = [...v.signatures.values()].find(({ name }) => name === s.callee);
  if (!signature) return [s];
  const isDerivative = signature.active.flatMap((active) => (active ? [false, true] : [false]));
  if (signature.resultActive) isDerivative.push(true);
  const copies: Assign[] = [];
  const args = s.args.map((arg, k): Argument => (isDerivative[k] ? passed(v, s, arg, copies) : arg));
  const count = variable(v.count, 'i32');
  const counted: Argument = v.inC ? { kind: 'value', value: count } : { kind: 'reference', place: count };
  return [...fused(v, copies), { ...s, args: [...args, counted] }];
}

function passed(v: Vector, s: Call, arg: Argument, copies: Assign[]): Argument {
  if (arg.kind === 'array')
    return { ...arg, start: arg.start && (v.inC ? [...arg.start, v.lower] : [v.lower, ...arg.start]) };
  if (arg.kind === 'reference') {
    const { place } = arg;
    const start = place.kind === 'element' ? directed(v, place, v.lower).subscripts : null;
    return { kind: 'array', variable: place.variable, start, span: place.span };
  }
  const { type } = arg.value;
  const copy = v.scope.scratch('valued', type);
  v.growing.variables[copy] = { ...variableOf(v.growing, copy), role: 'tangent' };
  vectorise(v, copy, 'value');
  v.tangents.add(copy);
  copies.push(v.at(s).assign('derivative', variable(copy, type), arg.value));
  return { kind: 'array', variable: copy, start: null, span: NOWHERE };
}

/** Applies `make` to every element of the array, in loops; nothing where an extent is unknown. */
export function overElements(
  m: Making,
  scope: Scope,
  array: Variable,
  make: (place: Place) => Statement,
): Statement[] {
  const { dimensions = [], order } = array.shape ?? {};
  const types = dimensions.map(({ lower, extent }) => (extent?.type === 'i64' ? extent.type : lower.type));
  const indices = types.map((type) => scope.scratch('k', type));
  const place = element(
    array.id,
    indices.map((i, k) => variable(i, itemAt(types, k))),
    array.type,
  );
  let body: Statement = make(place);
  // The index that varies fastest is innermost.
  const inside = order === 'row' ? [...indices.keys()].reverse() : [...indices.keys()];
  for (const k of inside) {
    const d = dimensions[k];
    if (!d?.extent) return [];
    const [first, extent] = [d.lower, d.extent].map((e) => convert(e, itemAt(types, k))) as [Expr, Expr];
    const last = isConstant(first, 1) ? extent : shifted(add(first, extent), -1);
    body = loopOver(m, { index: itemAt(indices, k), first, last }, [body]);
  }
  return [body];
}

/** A loop with the origin of its first statement. */
function loopOver(
  { growing }: Pick<Making, 'growing'>,
  range: Pick<For, 'index' | 'first' | 'last'> & Partial<Pick<For, 'step'>>,
  body: readonly Statement[],
): For {
  const { origin, sweep } = itemAt(body, 0);
  const from = { span: NOWHERE, origin, sweep };
  return new Emitter(growing, from).loop('derivative', { ...range, test: range.step ? 'ge' : 'le' }, body);
}

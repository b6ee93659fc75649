/** Routines and calls: frames are made, arguments bound, bounds of arrays evaluated at entry. */

import { inOrderOfBounds, slowestFirst, withReadByBounds } from '../ir/bounds';
import { isReal } from '../ir/build';
import { copiesMember, parameterAt, routineNamed, variableOf } from '../ir/names';
import type { Argument, Call, Expr, Program, Routine, Statement, Variable, VariableId } from '../ir/types';
import { mentioned } from '../ir/uses';
import {
  compileAddress,
  compileBool,
  compileElementAddress,
  compileIndex,
  compileReal,
  compileWhole,
} from './expressions';
import {
  allocate,
  fail,
  type Machine,
  type PathObserver,
  storeReal,
  storeWhole,
  takeStep,
  wordsOf,
} from './machine';
import { type Frame, type Num, type Run, type Scope, slotOf } from './scope';
import { compileTangent } from './tangents';

/** Calls nested deeper than this are taken for endless recursion. */
const MAX_DEPTH = 1000;

/** What is passed: the first cell, and the number of elements from there to the end of the object. */
export interface Pointer {
  readonly at: number;
  readonly count: number;
}

/** What all routines of a program share while they are compiled. */
export interface World {
  readonly m: Machine;
  readonly path: PathObserver | null;
  readonly globals: ReadonlyMap<VariableId, Pointer>;
  /** Compiles the statements of a routine. */
  readonly compileBody: (c: CallScope, body: readonly Statement[]) => Run;
  readonly routines: Map<string, (parameters: readonly Pointer[]) => Pointer | null>;
}

export interface CallScope extends Scope {
  readonly world: World;
}

/** A routine as a function of its parameters; null if the program does not hold its body. */
export function compiledRoutine(
  world: World,
  name: string,
): ((parameters: readonly Pointer[]) => Pointer | null) | null {
  const known = world.routines.get(name);
  if (known) return known;
  const routine = routineNamed(world.m.program, name);
  if (!routine || routine.external) return null;
  // Entered before its body is compiled, so that recursion finds it.
  let run: ((parameters: readonly Pointer[]) => Pointer | null) | null = null;
  const later = (parameters: readonly Pointer[]) => (run ? run(parameters) : null);
  world.routines.set(name, later);
  run = compileRoutine(world, routine);
  world.routines.set(name, run);
  return run;
}

function compileRoutine(world: World, routine: Routine): (parameters: readonly Pointer[]) => Pointer | null {
  const { m } = world;
  const variables = variablesOf(m.program, routine);
  const slots = new Map<VariableId, number>();
  let size = 0;
  for (const v of variables) {
    slots.set(v.id, size);
    size += v.shape ? 2 + 2 * v.shape.dimensions.length : 1;
  }
  const c: CallScope = { m, slots, isTangent: false, path: world.path, world };
  const scalars = variables.filter((v) => !v.shape).map((v) => scalarBinder(c, routine, v));
  const isGiven = (v: Variable) => world.globals.has(v.id) || routine.parameters.includes(v.id);
  const arrays = inOrderOfBounds(variables.filter((v) => v.shape))
    .sort((a, b) => Number(isGiven(b)) - Number(isGiven(a)))
    .map((v) => arrayBinder(c, routine, v));
  const body = world.compileBody(c, routine.body);
  const result = routine.result === null ? null : slotOf(c, routine.result);
  return (parameters) => {
    const f: Frame = new Array<number>(size).fill(0);
    for (const bind of scalars) bind(f, parameters);
    for (const bind of arrays) bind(f, parameters);
    body(f);
    return result === null ? null : { at: f[result] as number, count: 1 };
  };
}

function variablesOf(program: Program, routine: Routine): Variable[] {
  const ids = new Set<VariableId>([...routine.parameters, ...routine.locals, ...mentioned(routine)]);
  if (routine.result !== null) ids.add(routine.result);
  return [...withReadByBounds(program, ids)].map((id) => variableOf(program, id));
}

type Binder = (f: Frame, parameters: readonly Pointer[]) => void;

function scalarBinder(c: CallScope, routine: Routine, v: Variable): Binder {
  const slot = slotOf(c, v.id);
  const global = c.world.globals.get(v.id);
  const position = routine.parameters.indexOf(v.id);
  const words = wordsOf(v.type);
  return (f, parameters) => {
    f[slot] = (global ?? parameters[position])?.at ?? allocate(c.m, words, v.id);
  };
}

function arrayBinder(c: CallScope, routine: Routine, v: Variable): Binder {
  const slot = slotOf(c, v.id);
  const global = c.world.globals.get(v.id);
  const position = routine.parameters.indexOf(v.id);
  const words = wordsOf(v.type);
  const bounds = (v.shape?.dimensions ?? []).map(({ lower, extent }) => ({
    lower: compileIndex(c, lower),
    extent: extent && compileIndex(c, extent),
  }));
  const [slowest = 0] = slowestFirst(v.shape);
  return (f, parameters) => {
    let inner = 1;
    bounds.forEach(({ lower, extent }, d) => {
      f[slot + 2 + 2 * d] = lower(f);
      const size = extent ? Math.max(0, extent(f)) : Number.POSITIVE_INFINITY;
      f[slot + 3 + 2 * d] = size;
      if (d !== slowest) inner *= size;
    });
    const outer = f[slot + 3 + 2 * slowest] as number;
    const given = global ?? parameters[position];
    if (given) {
      f[slot] = given.at;
      f[slot + 1] = given.count;
      // Of `a(lda, *)`, the last column may be there in part.
      const columns = inner === 0 ? 0 : given.count / inner;
      f[slot + 3 + 2 * slowest] = bounds[slowest]?.extent
        ? Math.min(outer, Math.floor(columns))
        : Math.ceil(columns);
    } else {
      f[slot] = allocate(c.m, outer * inner * words, v.id);
      f[slot + 1] = outer * inner;
    }
  };
}

// ---------------------------------------------------------------------------------------------------------- calls

export function compileCall(c: CallScope, s: Call): Run {
  const { m, world } = c;
  const callee = routineNamed(m.program, s.callee);
  if (!callee || callee.external) return () => fail(m, 'external');
  const target = s.result && compileAddress(c, s.result);
  const real = s.result !== null && isReal(s.result.type);
  const args = s.args.map((arg, i) => compileArgument(c, arg, parameterAt(callee, i)));
  return (f) => {
    takeStep(m);
    const place = target ? target(f) : -1;
    const { top } = m;
    const pointers = args.map((arg) => arg(f));
    if (++m.depth > MAX_DEPTH) fail(m, 'stack');
    const result = compiledRoutine(world, s.callee)?.(pointers) ?? null;
    m.depth--;
    m.statement = s.id;
    if (place >= 0 && result && callee.result !== null) {
      if (m.isSet[result.at] !== 1 && m.strict) fail(m, 'unset', callee.result);
      copy(m, result.at, place, real);
    }
    m.top = top;
    return 0;
  };
}

function copy(m: Machine, from: number, to: number, real: boolean): void {
  storeWhole(m, to, m.big.get(from) ?? (m.value[from] as number));
  if (!real) return;
  m.element.copyWithin(3 * to, 3 * from, 3 * from + 3);
  if (m.dual) m.dot.copyWithin(3 * to, 3 * from, 3 * from + 3);
}

function compileArgument(c: CallScope, arg: Argument, formal: VariableId): (f: Frame) => Pointer {
  const { m } = c;
  if (arg.kind === 'value') {
    const { type } = variableOf(m.program, formal);
    const store = compileValue(c, arg.value);
    const words = wordsOf(type);
    const isUnset = compileIsUnset(c, formal, arg.value);
    return (f) => {
      const at = allocate(m, words, formal);
      if (!isUnset?.(f)) store(f, at);
      return { at, count: 1 };
    };
  }
  if (arg.kind === 'reference' && arg.place.kind === 'variable') {
    const slot = slotOf(c, arg.place.variable);
    return (f) => ({ at: f[slot] as number, count: 1 });
  }
  const [variable, subscripts] =
    arg.kind === 'array'
      ? [arg.variable, arg.start]
      : [arg.place.variable, arg.place.kind === 'element' ? arg.place.subscripts : null];
  const slot = slotOf(c, variable);
  if (!subscripts) return (f) => ({ at: f[slot] as number, count: f[slot + 1] as number });
  const { type } = variableOf(m.program, variable);
  const address = compileElementAddress(c, { variable, subscripts, type }, arg.kind === 'array');
  const words = wordsOf(type);
  return (f) => {
    const at = address(f);
    return { at, count: (f[slot + 1] as number) - (at - (f[slot] as number)) / words };
  };
}

/** Whether what a statement copies has no value; null of what is no step of copying a structure. */
export function compileIsUnset(c: Scope, to: VariableId, value: Expr): ((f: Frame) => boolean) | null {
  if (!copiesMember(c.m.program, to, value)) return null;
  const address = compileAddress(c, value);
  return (f) => c.m.isSet[address(f)] !== 1;
}

/** Stores a value that is passed, with its tangent in a dual run. */
function compileValue(c: CallScope, e: Expr) {
  const { m } = c;
  if (!isReal(e.type)) {
    const value = e.type === 'bool' ? compileBool(c, e) : compileWhole(c, e);
    return (f: Frame, at: number) => storeWhole(m, at, value(f));
  }
  const value = compileReal(c, e);
  const tangent: Num | null = m.dual ? compileTangent(c, e) : null;
  return (f: Frame, at: number) => {
    storeReal(m, at, value(f));
    if (!tangent) return;
    tangent(f);
    m.dot.set(m.domain.acc, 3 * at);
  };
}

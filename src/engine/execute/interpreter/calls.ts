/** Routines and calls: frames are made, arguments bound, bounds of arrays evaluated at entry. */

import { MAX_ARRAY_BYTES, MAX_DEPTH } from '../../backend/wasm/index';
import { inOrderOfBounds } from '../../ir/bounds';
import { memoryBytes } from '../../ir/build';
import { copiesMember, parameterAt, routineNamed, shapeOf, variableOf } from '../../ir/names';
import type {
  Argument,
  Call,
  Program,
  Routine,
  Statement,
  StatementId,
  Variable,
  VariableId,
} from '../../ir/types';
import { mentioned } from '../../ir/uses';
import type { Grid } from '../grid';
import { compileAddress, compileBig, compileIndex, compileNumber, EXPRESSIONS } from './expressions';
import { newBlock } from './history';
import { heightOf, isWide, markDefined, readBig, readNumber, storeBig, storeNumber } from './memory';
import { compilePlace, copying } from './places';
import type { Num, Run, Scope } from './scope';
import {
  type ArrayView,
  type Frame,
  fail,
  type Interpreter,
  noteUninitialised,
  type OpenRoutine,
  type Pointer,
  takeBytes,
  takeStep,
} from './state';

/** What all routines of a program share while they are compiled. */
export interface World {
  readonly m: Interpreter;
  readonly globals: ReadonlyMap<VariableId, Pointer>;
  readonly routines: Map<string, CompiledRoutine>;
  /** The number of the location, for traces, of a variable that lives in a frame. */
  readonly locationOf: (id: VariableId) => number;
  /** By location: the largest number of elements that it had. */
  readonly lengths: number[];
  /** By location, the declared grid of an array in a trace, in the routine that owns it. */
  readonly grids: Grid[];
  /** Compiles the bodies of routines, for statements that call them. */
  readonly compileBody: (c: CallScope, list: readonly Statement[]) => Run;
}

export interface CallScope extends Scope {
  readonly world: World;
}

export interface CompiledRoutine {
  /** Runs it with its parameters bound; returns the pointer to the result, if it has one. */
  readonly run: (parameters: readonly Pointer[]) => Pointer | null;
}

export function compiledRoutine(world: World, name: string): CompiledRoutine | null {
  const known = world.routines.get(name);
  if (known) return known;
  const routine = routineNamed(world.m.program, name);
  if (!routine || routine.external) return null;
  // Entered before the body is compiled, so that recursion finds it.
  let run: CompiledRoutine['run'] | null = null;
  const compiled: CompiledRoutine = {
    run: (parameters) => (run as CompiledRoutine['run'])(parameters),
  };
  world.routines.set(name, compiled);
  run = compileRoutine(world, routine);
  return compiled;
}

type Binder = (f: Frame, parameters: readonly Pointer[]) => Pointer;

function compileRoutine(world: World, routine: Routine): CompiledRoutine['run'] {
  const { m } = world;
  const { program } = m;
  const scalars = new Map<VariableId, number>();
  const arrays = new Map<VariableId, number>();
  const variables = variablesOf(program, routine);
  for (const v of variables) (v.shape ? arrays : scalars).set(v.id, (v.shape ? arrays : scalars).size);
  const scope: CallScope = { m, scalars, arrays, compile: EXPRESSIONS, world };
  const bindScalars = variables.filter((v) => !v.shape).map((v) => scalarBinder(world, routine, v));
  const bindArrays = inOrderOfBounds(variables.filter((v) => v.shape))
    .sort((a, b) => Number(isOwn(routine, world, a)) - Number(isOwn(routine, world, b)))
    .map((v) => ({ at: arrays.get(v.id) as number, make: arrayBinder(scope, routine, v) }));
  const body = world.compileBody(scope, routine.body);
  const openRoutine = (f: Frame): OpenRoutine => {
    const arrayOf = (id: VariableId) => {
      const k = arrays.get(id);
      return k === undefined ? null : (f.arrays[k] ?? null);
    };
    return {
      routine: routine.name,
      arrayOf,
      pointerOf: (id) => {
        const k = scalars.get(id);
        return k === undefined ? (arrayOf(id)?.pointer ?? null) : (f.pointers[k] ?? null);
      },
    };
  };
  const result = routine.result === null ? null : (scalars.get(routine.result) as number);
  return (parameters) => {
    const f: Frame = { pointers: [], arrays: [] };
    const bytes = m.bytes;
    for (const bind of bindScalars) f.pointers.push(bind(f, parameters));
    for (const { at, make } of bindArrays) f.arrays[at] = make(f, parameters);
    const own = m.bytes - bytes;
    if (m.enter) m.open[m.depth] = openRoutine(f);
    m.watch?.decide();
    const test = m.history?.test ?? 0;
    body(f);
    if (m.history) m.history.test = test;
    if (m.leave) {
      m.leave();
      if (m.depth > 0) m.open.length = m.depth;
    }
    m.bytes -= own;
    return result === null ? null : (f.pointers[result] as Pointer);
  };
}

function variablesOf(program: Program, routine: Routine): Variable[] {
  const ids = new Set<VariableId>([...routine.parameters, ...routine.locals, ...mentioned(routine)]);
  if (routine.result !== null) ids.add(routine.result);
  // Extents may read globals that no statement mentions.
  for (const v of program.variables) if (v.role === 'global' || v.storage) ids.add(v.id);
  return [...ids].map((id) => variableOf(program, id));
}

function isOwn(routine: Routine, world: World, v: Variable): boolean {
  return !world.globals.has(v.id) && !routine.parameters.includes(v.id);
}

function scalarBinder(world: World, routine: Routine, v: Variable): Binder {
  const { m } = world;
  const global = world.globals.get(v.id);
  if (global) return () => global;
  const position = routine.parameters.indexOf(v.id);
  if (position >= 0) return (_, parameters) => parameters[position] as Pointer;
  const location = world.locationOf(v.id);
  return () => ({ block: newBlock(8, m.shadows, false), offset: 0, count: 1, location, start: 0 });
}

// --------------------------------------------------------------------------------------------------------- arrays

function arrayBinder(
  c: CallScope,
  routine: Routine,
  v: Variable,
): (f: Frame, parameters: readonly Pointer[]) => ArrayView {
  const { m, world } = c;
  const { dimensions } = shapeOf(v);
  const lowers = dimensions.map((d) => compileIndex(c, d.lower));
  const extents = dimensions.map((d) => (d.extent ? compileIndex(c, d.extent) : null));
  const slowest = v.shape?.order === 'row' ? 0 : dimensions.length - 1;
  const position = routine.parameters.indexOf(v.id);
  const global = world.globals.get(v.id);
  const location = world.locationOf(v.id);
  const size = memoryBytes(v.type);
  return (f, parameters) => {
    const lower = lowers.map((each) => each(f));
    const extent = extents.map((each) => (each ? Math.max(0, each(f)) : Number.POSITIVE_INFINITY));
    const inner = extent.reduce((all, each, d) => (d === slowest ? all : all * each), 1);
    const given = global ?? parameters[position];
    if (given) {
      // The last column of `a(lda, *)` may be incomplete.
      const columns = inner === 0 ? 0 : given.count / inner;
      extent[slowest] = extents[slowest]
        ? Math.min(extent[slowest] as number, Math.floor(columns))
        : Math.ceil(columns);
      if (m.trace && given.location === location) world.grids[location] = { lower, extents: extent };
      return { pointer: given, lower, extent, inner };
    }
    const count = (extent[slowest] as number) * inner;
    const declared = { statement: null, variable: v.id };
    if (!(count * size <= MAX_ARRAY_BYTES)) fail(m, 'budget-memory', { ...declared, value: count });
    takeBytes(m, count * size, declared);
    world.lengths[location] = Math.max(world.lengths[location] ?? 0, count);
    if (m.trace) world.grids[location] = { lower, extents: extent };
    const pointer = { block: newBlock(count * size, m.shadows, false), offset: 0, count, location, start: 0 };
    return { pointer, lower, extent, inner };
  };
}

// ---------------------------------------------------------------------------------------------------------- calls

export function compileCall(c: CallScope, s: Call): Run {
  const { m, world } = c;
  const callee = routineNamed(m.program, s.callee);
  if (!callee || callee.external) return () => fail(m, 'external-routine', { callee: s.callee });
  const target = s.result ? compilePlace(c, s.result) : null;
  const args = s.args.map((arg, i) => compileArgument(c, s.id, arg, parameterAt(callee, i)));
  return (f) => {
    takeStep(m);
    const place = target ? target(f) : null;
    m.watch?.decide();
    const pointers = args.map((arg) => arg(f));
    if (++m.depth > MAX_DEPTH) fail(m, 'stack-overflow');
    m.trace?.enter(s.id);
    const result = (compiledRoutine(world, s.callee) as CompiledRoutine).run(pointers);
    m.trace?.leave();
    m.depth--;
    m.statement = s.id;
    if (!place || !result || callee.result === null || !s.result) return 0;
    if (result.block.defined[0] !== 1) noteUninitialised(m, callee.result);
    m.watch?.read(result.block, 0, isWide(s.result.type));
    if (result.block.dots) m.dot = result.block.dots[0] as number;
    if (s.result.type === 'i64') storeBig(m, place.pointer, place.at, readBig(result.block, 0));
    else {
      const value = readNumber(result.block, s.result.type, 0);
      storeNumber(m, place.pointer, s.result.type, place.at, value, s.result.variable);
    }
    return 0;
  };
}

function compileArgument(
  c: CallScope,
  s: StatementId,
  arg: Argument,
  formal: VariableId,
): (f: Frame) => Pointer {
  const { m } = c;
  const isCopy = arg.kind === 'value' && copiesMember(m.program, formal, arg.value);
  return copying(m, isCopy, compilePassed(c, s, arg, formal), (_, { block }) =>
    markDefined(block, variableOf(m.program, formal).type, 0, 0),
  );
}

function compilePassed(
  c: CallScope,
  s: StatementId,
  arg: Argument,
  formal: VariableId,
): (f: Frame) => Pointer {
  const { m, world } = c;
  const type = variableOf(m.program, formal).type;
  if (arg.kind === 'value') {
    const location = world.locationOf(formal);
    const fresh = (): Pointer => ({
      block: newBlock(8, m.shadows, true),
      offset: 0,
      count: 1,
      location,
      start: 0,
    });
    if (type === 'i64') {
      const big = compileBig(c, arg.value);
      return (f) => {
        const p = fresh();
        const x = big(f);
        p.block.view.setBigInt64(0, x, true);
        if (m.history && p.block.dots) p.block.dots[0] = m.dot;
        m.trace?.write(m.statement, location, 0, 0, Number(x), heightOf(m));
        m.watch?.write(s, p.block, 0, true);
        return p;
      };
    }
    const value: Num = compileNumber(c, arg.value);
    return (f) => {
      const p = fresh();
      const x = value(f);
      if (type === 'f64') p.block.view.setFloat64(0, x, true);
      else if (type === 'f32') p.block.view.setFloat32(0, x, true);
      else p.block.view.setInt32(0, x, true);
      if (p.block.dots) p.block.dots[0] = m.dot;
      m.trace?.write(m.statement, location, 0, 0, x, heightOf(m));
      m.watch?.write(s, p.block, 0, isWide(type));
      return p;
    };
  }
  if (arg.kind === 'reference' && arg.place.kind === 'variable') {
    const k = c.scalars.get(arg.place.variable) as number;
    return (f) => f.pointers[k] as Pointer;
  }
  const [variable, start] =
    arg.kind === 'array'
      ? [arg.variable, arg.start]
      : [arg.place.variable, arg.place.kind === 'element' ? arg.place.subscripts : null];
  const k = c.arrays.get(variable) as number;
  if (!start) return (f) => (f.arrays[k] as ArrayView).pointer;
  const address = compileAddress(c, { variable, subscripts: start, type }, arg.kind === 'array');
  const size = memoryBytes(type);
  return (f) => {
    const at = address(f);
    m.watch?.decide();
    const { pointer } = f.arrays[k] as ArrayView;
    return { ...pointer, offset: at, count: pointer.count - (at - pointer.offset) / size };
  };
}

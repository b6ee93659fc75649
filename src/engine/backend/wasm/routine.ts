/**
 * One routine: where its variables live, what happens at entry and at exit.
 * Scalars are locals unless their address is needed; arrays of the routine stand on a stack in memory.
 */

import { entryOf, present } from '../../base/lookup';
import { inOrderOfBounds } from '../../ir/bounds';
import { memoryBytes } from '../../ir/build';
import { shapeOf } from '../../ir/names';
import type { Routine, Variable, VariableId } from '../../ir/types';
import { mentioned } from '../../ir/uses';
import { emitDimensions } from './bounds';
import { canRun, signatureOf } from './calls';
import { type ArrayStorage, type ModuleContext, type RoutineContext, site, variableAt } from './context';
import { FunctionBody, wasmType } from './encoding/emit';
import type { FinishedFunction } from './encoding/module';
import { Op, WasmType } from './encoding/opcodes';
import { emitExpr } from './expressions';
import type { RoutineFacts } from './facts';
import { align16, elementCount, isStatic } from './layout';
import { emitStatements } from './statements';
import { growImport, trap } from './traps';

/** A single array larger than this is refused, whatever the budget: 64 MiB. */
export const MAX_ARRAY_BYTES = 2 ** 26;

export function compileRoutine(m: ModuleContext, given: Routine, index: number): FinishedFunction {
  const isRun = canRun(m.program.variables, given);
  const routine = isRun ? given : { ...given, parameters: [], result: null, body: [] };
  const signature = signatureOf(m.program.variables, routine);
  const r: RoutineContext = {
    m,
    routine,
    facts: m.facts.get(routine.name) as RoutineFacts,
    f: new FunctionBody(signature.parameters),
    storage: new Map(),
    labels: new Map(),
    emitExpr,
    proved: new Map(),
    statement: null,
    point: null,
  };
  if (!isRun) trap(r, site(r, 'external-routine', { callee: routine.name }));
  const copiedBack = enterParameters(r);
  const frame = enterLocals(r);
  const exit = r.f.block();
  r.labels.set(routine.label, { exit, next: null });
  emitStatements(r, routine.body);
  r.f.end();
  leave(r, copiedBack, frame);
  return { name: `r${index}`, signature, body: r.f };
}

/** A scalar by reference that is copied to a local at entry, and back at exit if the routine writes it. */
interface Promoted {
  readonly variable: Variable;
  readonly address: number;
  readonly local: number;
}

function isPromotable(r: RoutineContext, v: Variable): boolean {
  return !r.facts.mayStop && !r.facts.addressTaken.has(v.id) && !r.facts.aliased.has(v.id);
}

/** Scalars first: extents of arrays read them. */
function enterParameters(r: RoutineContext): Promoted[] {
  const promoted: Promoted[] = [];
  const arrays = new Map<Variable, { base: number; count: number }>();
  let next = 0;
  for (const id of r.routine.parameters) {
    const v = variableAt(r, id);
    const local = next++;
    if (v.shape) arrays.set(v, { base: local, count: next++ });
    else if (v.passing === 'value') r.storage.set(id, { kind: 'local', local });
    else if (isPromotable(r, v)) {
      const copy = r.f.newLocal(wasmType(v.type));
      r.f.get(local).load(v.type).set(copy);
      r.storage.set(id, { kind: 'local', local: copy });
      promoted.push({ variable: v, address: local, local: copy });
    } else r.storage.set(id, { kind: 'pointer', local });
  }
  enterGlobals(r);
  for (const v of inOrderOfBounds([...arrays.keys()])) {
    const { base, count } = entryOf(arrays, v);
    setArray(r, v, { local: base }, { local: count });
  }
  return promoted.filter((p) => r.facts.written.has(p.variable.id));
}

function enterGlobals(r: RoutineContext): void {
  const used = mentioned(r.routine);
  const arrays: { v: Variable; address: number }[] = [];
  for (const [id, address] of r.m.statics.addresses) {
    const v = variableAt(r, id);
    if (!v.shape) r.storage.set(id, { kind: 'static', address });
    else if (used.has(id)) arrays.push({ v, address });
  }
  // After the scalars, which their bounds may read.
  for (const { v, address } of arrays) setArray(r, v, { constant: address }, { constant: elementCount(v) });
}

// --------------------------------------------------------------------------------------------------------- locals

/** The local that holds the frame's start, or null when nothing of the routine lives in memory. */
function enterLocals(r: RoutineContext): number | null {
  const own = ownVariables(r);
  const inMemory: Variable[] = [];
  for (const v of own) {
    if (v.shape) inMemory.push(v);
    else if (r.facts.addressTaken.has(v.id)) inMemory.push(v);
    else if (!r.storage.has(v.id))
      r.storage.set(v.id, { kind: 'local', local: r.f.newLocal(wasmType(v.type)) });
  }
  if (inMemory.length === 0) return null;
  const frame = r.f.newLocal(WasmType.i32);
  r.f.globalGet(r.m.globals.frame).set(frame);
  const scalars = inMemory.filter((v) => !v.shape);
  const fixed = inMemory.filter((v) => v.shape && isFixed(v));
  const bytes = placeFixed(r, frame, [...scalars, ...fixed]);
  for (const v of inMemory) if (v.shape && !isFixed(v)) placeDynamic(r, v, bytes.top);
  return frame;
}

/** Locals and the result, value parameters whose address is taken among them. */
function ownVariables(r: RoutineContext): Variable[] {
  const ids = new Set<VariableId>(r.routine.locals);
  if (r.routine.result !== null) ids.add(r.routine.result);
  for (const id of mentioned(r.routine)) ids.add(id);
  for (const id of r.routine.parameters) {
    const v = variableAt(r, id);
    const needsMemory = !v.shape && v.passing === 'value' && r.facts.addressTaken.has(id);
    if (needsMemory) ids.add(id);
    else ids.delete(id);
  }
  return [...ids].map((id) => variableAt(r, id)).filter((v) => !isStatic(v));
}

/** The size of an array whose bounds are constants. */
function bytesOf(v: Variable): number {
  return elementCount(v) * memoryBytes(v.type);
}

function isFixed(v: Variable): boolean {
  const { dimensions } = shapeOf(v);
  const constant = dimensions.every((d) => d.extent?.kind === 'constant' && d.lower.kind === 'constant');
  return constant && bytesOf(v) <= MAX_ARRAY_BYTES;
}

/** Gives everything of known size its place; returns the local that holds the top after it. */
function placeFixed(r: RoutineContext, frame: number, list: readonly Variable[]): { top: number } {
  const offsets = new Map<VariableId, number>();
  let size = 0;
  for (const v of list) {
    offsets.set(v.id, size);
    size += v.shape ? align16(bytesOf(v)) : 8;
  }
  size = align16(size);
  const top = r.f.newLocal(WasmType.i32);
  r.f.get(frame).i32(size).op(Op.i32_add).set(top);
  const most = list.filter((v) => v.shape).sort((v, w) => bytesOf(w) - bytesOf(v))[0];
  raiseFrame(r, top, () => r.f.i32(size), most);
  for (const v of list) {
    const address = r.f.newLocal(WasmType.i32);
    r.f.get(frame).i32(entryOf(offsets, v.id));
    r.f.op(Op.i32_add).set(address);
    if (v.shape) {
      const count = { constant: elementCount(v) };
      setArray(r, v, { local: address }, count);
    } else placeScalar(r, v, address);
  }
  return { top };
}

/** A parameter by value is copied to its place; other scalars start as 0, so that runs repeat. */
function placeScalar(r: RoutineContext, v: Variable, address: number): void {
  const before = r.storage.get(v.id);
  r.f.get(address);
  if (before?.kind === 'local') r.f.get(before.local);
  else r.f.get(r.f.newLocal(wasmType(v.type)));
  r.f.store(v.type);
  r.storage.set(v.id, { kind: 'pointer', local: address });
}

function orderOf({ name, shape }: Variable): Pick<ArrayStorage, 'order' | 'isOpen'> {
  const { order, dimensions } = present(shape, `the shape of ${name}`);
  const slowest = order === 'row' ? dimensions[0] : dimensions[dimensions.length - 1];
  return { order, isOpen: dimensions.length > 1 && slowest?.extent === null };
}

function setArray(
  r: RoutineContext,
  v: Variable,
  base: ArrayStorage['base'],
  count: ArrayStorage['count'],
  dimensions = emitDimensions(r, v, count),
): void {
  r.storage.set(v.id, { kind: 'array', base, count, dimensions, ...orderOf(v) });
}

/** An array whose extents are computed at entry: placed at `top`, which moves past it. */
function placeDynamic(r: RoutineContext, v: Variable, top: number): void {
  const base = r.f.newLocal(WasmType.i32);
  const count = r.f.newLocal(WasmType.i32);
  const bytes = r.f.newLocal(WasmType.i32);
  const size = memoryBytes(v.type);
  const dimensions = emitDimensions(r, v, null, { into: count, most: Math.floor(MAX_ARRAY_BYTES / size) });
  r.f.get(top).set(base);
  r.f.get(count).i32(size).op(Op.i32_mul).i32(15).op(Op.i32_add).i32(-16).op(Op.i32_and).tee(bytes).get(top);
  r.f.op(Op.i32_add).set(top);
  raiseFrame(r, top, () => r.f.get(bytes), v);
  setArray(r, v, { local: base }, { local: count }, dimensions);
}

/** Raises the top of the frame after checking that there is room below it; `array` is the one that needs it most. */
function raiseFrame(r: RoutineContext, top: number, bytes: () => void, array: Variable | undefined): void {
  r.f.get(top).globalGet(r.m.globals.frameLimit).op(Op.i32_gt_u);
  r.f.ifBlock();
  r.f.i32(0);
  bytes();
  r.f.i32(site(r, 'budget-memory', array ? { variable: array.id } : {})).callImport(growImport(r));
  r.f.end().get(top).globalSet(r.m.globals.frame);
}

// ----------------------------------------------------------------------------------------------------------- exit

function leave(r: RoutineContext, copiedBack: readonly Promoted[], frame: number | null): void {
  for (const { variable, address, local } of copiedBack) r.f.get(address).get(local).store(variable.type);
  const { result } = r.routine;
  if (result !== null) {
    const storage = r.storage.get(result);
    if (storage?.kind === 'pointer') {
      r.f.get(storage.local).load(variableAt(r, result).type);
    } else if (storage?.kind === 'local') r.f.get(storage.local);
    else trap(r, site(r, 'external-routine', { callee: r.routine.name }));
  }
  if (frame !== null) r.f.get(frame).globalSet(r.m.globals.frame);
}

/**
 * PUSH and POP: values on one stack of bytes, control on two, bits (packed) and the rest. Each area grows when full.
 * Neighbouring pushes share one test for room, neighbouring pops one for underflow.
 */
import { itemAt } from '../../base/lookup';
import { memoryBytes, tapeBytes } from '../../ir/build';
import { controlWord } from '../../ir/runtime';
import type { ControlWidth, Pop, PopControl, Push, PushControl, ScalarType, Statement } from '../../ir/types';
import { type GlobalName, type RoutineContext, site, variableAt } from './context';
import { countArrayPush, countPart } from './counters';
import { arrayStorage, emitElementAddress, getOperand } from './elements';
import { Op, WasmType } from './encoding/opcodes';
import { emitExpr, writeScalar } from './expressions';
import { growImport, trapIf } from './traps';

/** Areas that the host can make room in, from low addresses to high; what lies above an area moves when it grows. */
export const AREAS = ['frame', 'bit', 'control', 'value'] as const;

type ScalarPush = Push & { readonly what: { readonly kind: 'scalar' } };
type ScalarPop = Pop & { readonly what: { readonly kind: 'scalar' } };

export function isScalarPush(s: Statement): s is ScalarPush {
  return s.kind === 'push' && s.what.kind === 'scalar';
}
export function isScalarPop(s: Statement): s is ScalarPop {
  return s.kind === 'pop' && s.what.kind === 'scalar';
}

/** Leaves in the returned local the top of a stack of bytes with room for what `bytes` leaves on the stack (i32). */
function reserve(r: RoutineContext, area: 'control' | 'value', bytes: () => void): number {
  const top = r.f.scratch(WasmType.i32);
  const { globals } = r.m;
  r.f.globalGet(globals[area]).tee(top);
  bytes();
  r.f.op(Op.i32_add).globalGet(globals[`${area}Limit`]);
  r.f.op(Op.i32_gt_u);
  r.f.ifBlock();
  r.f.i32(AREAS.indexOf(area));
  bytes();
  r.f.i32(site(r, 'budget-memory')).callImport(growImport(r));
  r.f.globalGet(globals[area]).set(top);
  r.f.end();
  return top;
}

/** Takes bytes off a stack; the returned local holds its new top. */
function takeBack(r: RoutineContext, area: 'control' | 'value', bytes: () => void): number {
  notePeak(r);
  const top = r.f.scratch(WasmType.i32);
  const { globals } = r.m;
  r.f.globalGet(globals[area]).globalGet(globals[`${area}Base`]);
  r.f.op(Op.i32_sub);
  bytes();
  r.f.op(Op.i32_lt_u);
  trapIf(r, 'tape-underflow');
  r.f.globalGet(globals[area]);
  bytes();
  r.f.op(Op.i32_sub).tee(top).globalSet(globals[area]);
  return top;
}

/** Notes the height of the tape, which is highest just before something is popped. */
function notePeak(r: RoutineContext): void {
  if (!r.m.options.counters) return;
  const g = r.m.globals;
  const height = r.f.scratch(WasmType.i32);
  const get = (name: GlobalName) => r.f.globalGet(g[name]);
  get('value');
  get('valueBase');
  r.f.op(Op.i32_sub);
  get('control');
  r.f.op(Op.i32_add);
  get('controlBase');
  r.f.op(Op.i32_sub);
  get('bit');
  r.f.i32(7).op(Op.i32_add).i32(3).op(Op.i32_shr_u, Op.i32_add).tee(height);
  get('peak');
  r.f.get(height);
  get('peak');
  r.f.op(Op.i32_gt_u, Op.select).globalSet(g.peak);
  r.f.release(height);
}

/** How many snapshots the tape holds, and the most so far. */
function noteSnapshot(r: RoutineContext, s: Push | Pop): void {
  if (!r.m.options.counters || !s.snapshot) return;
  const { snapshots, mostSnapshots } = r.m.globals;
  r.f.globalGet(snapshots).i32(s.kind === 'push' ? 1 : -1);
  r.f.op(Op.i32_add).globalSet(snapshots);
  if (s.kind === 'pop') return;
  for (const id of [snapshots, mostSnapshots, snapshots, mostSnapshots]) r.f.globalGet(id);
  r.f.op(Op.i32_gt_u, Op.select).globalSet(mostSnapshots);
}

// --------------------------------------------------------------------------------------------------------- values

export function emitPushes(r: RoutineContext, pushes: readonly ScalarPush[]): void {
  const total = countEntries(r, pushes);
  const top = reserve(r, 'value', () => r.f.i32(total));
  let offset = 0;
  for (const { id, what } of pushes) {
    const { place } = what;
    r.statement = id;
    r.f.get(top);
    emitExpr(r, place);
    if (place.type === 'bool') r.f.access(Op.i32_store8, 0, offset);
    else r.f.store(place.type, offset);
    offset += tapeBytes(place.type);
  }
  r.f.get(top).i32(total).op(Op.i32_add).globalSet(r.m.globals.value);
  r.f.release(top);
}

/** Counts statements that use the tape, the first of which is at work, and returns how many bytes they take of it. */
function countEntries(r: RoutineContext, entries: readonly (ScalarPush | ScalarPop)[]): number {
  r.statement = itemAt(entries, 0).id;
  for (const s of entries) {
    countPart(r, { kind: 'statement', id: s.id });
    noteSnapshot(r, s);
  }
  return entries.reduce((sum, { what }) => sum + tapeBytes(what.place.type), 0);
}

export function emitPops(r: RoutineContext, pops: readonly ScalarPop[]): void {
  const total = countEntries(r, pops);
  const top = takeBack(r, 'value', () => r.f.i32(total));
  let offset = total;
  for (const { id, what } of pops) {
    const { place } = what;
    r.statement = id;
    offset -= tapeBytes(place.type);
    const from = offset;
    const value = () => {
      r.f.get(top);
      loadEntry(r, place.type, from);
    };
    if (place.kind === 'variable') writeScalar(r, place.variable, value);
    else {
      const at = emitElementAddress(r, place);
      value();
      r.f.store(place.type, at);
    }
  }
  r.f.release(top);
}

function loadEntry(r: RoutineContext, type: ScalarType, offset: number): void {
  if (type === 'bool') r.f.access(Op.i32_load8_u, 0, offset);
  else r.f.load(type, offset);
}

/** A whole array, as it lies in memory. */
export function emitArrayTape(r: RoutineContext, s: Push | Pop): void {
  if (s.what.kind !== 'array') return;
  const { variable, count } = s.what;
  const array = arrayStorage(r, variable);
  const size = memoryBytes(variableAt(r, variable).type);
  countPart(r, { kind: 'statement', id: s.id });
  noteSnapshot(r, s);
  const elements = r.f.scratch(WasmType.i32);
  const bytes = r.f.scratch(WasmType.i32);
  emitExpr(r, count);
  if (count.type === 'i64') r.f.op(Op.i32_wrap_i64);
  r.f.tee(elements);
  getOperand(r, array.count);
  r.f.op(Op.i32_gt_u);
  const detail = () => {
    r.f.get(elements).op(Op.f64_convert_i32_s);
  };
  trapIf(r, 'out-of-bounds', detail, { variable });
  r.f.get(elements).i32(size).op(Op.i32_mul).set(bytes);
  const getBytes = () => r.f.get(bytes);
  if (s.kind === 'push') {
    countArrayPush(r, s.recording, () => {
      r.f.get(elements).op(Op.i64_extend_i32_u);
    });
    const top = reserve(r, 'value', getBytes);
    r.f.get(top);
    getOperand(r, array.base);
    getBytes();
    r.f.memoryCopy().get(top);
    getBytes();
    r.f.op(Op.i32_add).globalSet(r.m.globals.value);
    r.f.release(top);
  } else {
    const top = takeBack(r, 'value', getBytes);
    getOperand(r, array.base);
    r.f.get(top);
    getBytes();
    r.f.memoryCopy().release(top);
  }
  r.f.release(bytes).release(elements);
}

// -------------------------------------------------------------------------------------------------------- control

const BYTES = { bit: 1 / 8, byte: 1, short: 2, word: 4, count: 4 };

/** Bytes of an entry, an eighth for a bit. A count is as wide as the integer that is pushed. */
export function controlBytes(width: ControlWidth, type: ScalarType): number {
  const word = controlWord(width);
  return word === 'count' && type === 'i64' ? 8 : BYTES[word];
}
export function emitPushControl(r: RoutineContext, s: PushControl): void {
  countPart(r, { kind: 'statement', id: s.id });
  const bytes = controlBytes(s.width, s.value.type);
  if (bytes < 1) {
    emitPushBit(r, s);
    return;
  }
  const top = reserve(r, 'control', () => r.f.i32(bytes));
  r.f.get(top);
  emitExpr(r, s.value);
  if (bytes === 8) r.f.access(Op.i64_store, 0, 0);
  else {
    if (s.value.type === 'i64') r.f.op(Op.i32_wrap_i64);
    r.f.access(bytes === 1 ? Op.i32_store8 : bytes === 2 ? Op.i32_store16 : Op.i32_store, 0, 0);
  }
  r.f.get(top).i32(bytes).op(Op.i32_add).globalSet(r.m.globals.control);
  r.f.release(top);
}

export function emitPopControl(r: RoutineContext, s: PopControl): void {
  countPart(r, { kind: 'statement', id: s.id });
  const { type } = variableAt(r, s.target);
  const bytes = controlBytes(s.width, type);
  if (bytes < 1) {
    emitPopBit(r, s);
    return;
  }
  const top = takeBack(r, 'control', () => r.f.i32(bytes));
  writeScalar(r, s.target, () => {
    r.f.get(top);
    if (bytes === 8) {
      r.f.access(Op.i64_load, 0, 0);
      return;
    }
    r.f.access(bytes === 1 ? Op.i32_load8_u : bytes === 2 ? Op.i32_load16_u : Op.i32_load, 0, 0);
    if (type === 'i64') r.f.op(Op.i64_extend_i32_s);
  });
  r.f.release(top);
}

function emitPushBit(r: RoutineContext, s: PushControl): void {
  const g = r.m.globals;
  r.f.globalGet(g.bit).globalGet(g.bitLimit).op(Op.i32_ge_u);
  r.f.ifBlock();
  r.f.i32(AREAS.indexOf('bit')).i32(1);
  r.f.i32(site(r, 'budget-memory')).callImport(growImport(r));
  r.f.end();
  const address = r.f.scratch(WasmType.i32);
  const shift = r.f.scratch(WasmType.i32);
  bitAddress(r, address, shift);
  r.f.get(address);
  // Bits above the top do not matter, so they are cleared along the way.
  r.f.get(address).access(Op.i32_load8_u, 0, 0).i32(1).get(shift).op(Op.i32_shl).i32(1);
  r.f.op(Op.i32_sub, Op.i32_and);
  emitExpr(r, s.value);
  if (s.value.type === 'i64') r.f.op(Op.i32_wrap_i64);
  r.f.i32(1).op(Op.i32_and).get(shift).op(Op.i32_shl, Op.i32_or).access(Op.i32_store8, 0, 0).globalGet(g.bit);
  r.f.i32(1).op(Op.i32_add).globalSet(g.bit);
  r.f.release(shift).release(address);
}

function emitPopBit(r: RoutineContext, s: PopControl): void {
  notePeak(r);
  const g = r.m.globals;
  r.f.globalGet(g.bit).op(Op.i32_eqz);
  trapIf(r, 'tape-underflow');
  r.f.globalGet(g.bit).i32(1).op(Op.i32_sub).globalSet(g.bit);
  const address = r.f.scratch(WasmType.i32);
  const shift = r.f.scratch(WasmType.i32);
  bitAddress(r, address, shift);
  writeScalar(r, s.target, () => {
    r.f.get(address).access(Op.i32_load8_u, 0, 0).get(shift).op(Op.i32_shr_u).i32(1).op(Op.i32_and);
    if (variableAt(r, s.target).type === 'i64') r.f.op(Op.i64_extend_i32_u);
  });
  r.f.release(shift).release(address);
}

/** The address and shift of the bit that the global `bit` numbers. */
function bitAddress(r: RoutineContext, address: number, shift: number): void {
  const g = r.m.globals;
  r.f.globalGet(g.bit).i32(3).op(Op.i32_shr_u).globalGet(g.bitBase).op(Op.i32_add).set(address);
  r.f.globalGet(g.bit).i32(7).op(Op.i32_and).set(shift);
}

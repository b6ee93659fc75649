/**
 * PUSH and POP: values on one stack of bytes, control on two, bits (packed) and the rest. Each area grows when full.
 * Neighbouring pushes share one test for room, neighbouring pops one for underflow.
 */
import { memoryBytes, tapeBytes } from '../../ir/build';
import { controlWord } from '../../ir/runtime';
import type {
  ControlWidth,
  Place,
  Pop,
  PopControl,
  Push,
  PushControl,
  ScalarType,
  Statement,
} from '../../ir/types';
import { type GlobalName, type RoutineContext, site, variableAt } from './context';
import { countArrayPush, countPart } from './counters';
import { arrayStorage, emitElementAddress, getOperand } from './elements';
import {
  access,
  callImport,
  end,
  globalGet,
  globalSet,
  i32Const,
  ifBlock,
  load,
  localGet,
  localSet,
  localTee,
  memoryCopy,
  op,
  release,
  scratch,
  store,
} from './encoding/emit';
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
  const top = scratch(r.f, WasmType.i32);
  const { globals } = r.m;
  globalGet(r.f, globals[area]);
  localTee(r.f, top);
  bytes();
  op(r.f, Op.i32_add);
  globalGet(r.f, globals[`${area}Limit`]);
  op(r.f, Op.i32_gt_u);
  ifBlock(r.f);
  i32Const(r.f, AREAS.indexOf(area));
  bytes();
  i32Const(r.f, site(r, 'budget-memory'));
  callImport(r.f, growImport(r));
  globalGet(r.f, globals[area]);
  localSet(r.f, top);
  end(r.f);
  return top;
}

/** Takes bytes off a stack; the returned local holds its new top. */
function takeBack(r: RoutineContext, area: 'control' | 'value', bytes: () => void): number {
  notePeak(r);
  const top = scratch(r.f, WasmType.i32);
  const { globals } = r.m;
  globalGet(r.f, globals[area]);
  globalGet(r.f, globals[`${area}Base`]);
  op(r.f, Op.i32_sub);
  bytes();
  op(r.f, Op.i32_lt_u);
  trapIf(r, 'tape-underflow');
  globalGet(r.f, globals[area]);
  bytes();
  op(r.f, Op.i32_sub);
  localTee(r.f, top);
  globalSet(r.f, globals[area]);
  return top;
}

/** The tape is highest just before something is popped. */
function notePeak(r: RoutineContext): void {
  if (!r.m.options.counters) return;
  const g = r.m.globals;
  const height = scratch(r.f, WasmType.i32);
  const get = (name: GlobalName) => globalGet(r.f, g[name]);
  get('value');
  get('valueBase');
  op(r.f, Op.i32_sub);
  get('control');
  op(r.f, Op.i32_add);
  get('controlBase');
  op(r.f, Op.i32_sub);
  get('bit');
  i32Const(r.f, 7);
  op(r.f, Op.i32_add);
  i32Const(r.f, 3);
  op(r.f, Op.i32_shr_u, Op.i32_add);
  localTee(r.f, height);
  get('peak');
  localGet(r.f, height);
  get('peak');
  op(r.f, Op.i32_gt_u, Op.select);
  globalSet(r.f, g.peak);
  release(r.f, height);
}

/** How many snapshots the tape holds, and the most so far. */
function noteSnapshot(r: RoutineContext, s: Push | Pop): void {
  if (!r.m.options.counters || !s.snapshot) return;
  const { snapshots, mostSnapshots } = r.m.globals;
  globalGet(r.f, snapshots);
  i32Const(r.f, s.kind === 'push' ? 1 : -1);
  op(r.f, Op.i32_add);
  globalSet(r.f, snapshots);
  if (s.kind === 'pop') return;
  for (const id of [snapshots, mostSnapshots, snapshots, mostSnapshots]) globalGet(r.f, id);
  op(r.f, Op.i32_gt_u, Op.select);
  globalSet(r.f, mostSnapshots);
}

// --------------------------------------------------------------------------------------------------------- values

export function emitPushes(r: RoutineContext, pushes: readonly ScalarPush[]): void {
  const places = pushes.map((s) => s.what.place);
  const total = places.reduce((sum, place) => sum + tapeBytes(place.type), 0);
  r.statement = (pushes[0] as ScalarPush).id;
  for (const s of pushes) {
    countPart(r, { kind: 'statement', id: s.id });
    noteSnapshot(r, s);
  }
  const top = reserve(r, 'value', () => i32Const(r.f, total));
  let offset = 0;
  pushes.forEach((s, i) => {
    const place = places[i] as Place;
    r.statement = s.id;
    localGet(r.f, top);
    emitExpr(r, place);
    if (place.type === 'bool') access(r.f, Op.i32_store8, 0, offset);
    else store(r.f, place.type, offset);
    offset += tapeBytes(place.type);
  });
  localGet(r.f, top);
  i32Const(r.f, total);
  op(r.f, Op.i32_add);
  globalSet(r.f, r.m.globals.value);
  release(r.f, top);
}

export function emitPops(r: RoutineContext, pops: readonly ScalarPop[]): void {
  const places = pops.map((s) => s.what.place);
  const total = places.reduce((sum, place) => sum + tapeBytes(place.type), 0);
  r.statement = (pops[0] as ScalarPop).id;
  for (const s of pops) {
    countPart(r, { kind: 'statement', id: s.id });
    noteSnapshot(r, s);
  }
  const top = takeBack(r, 'value', () => i32Const(r.f, total));
  let offset = total;
  pops.forEach((s, i) => {
    const place = places[i] as Place;
    r.statement = s.id;
    offset -= tapeBytes(place.type);
    const from = offset;
    const value = () => {
      localGet(r.f, top);
      loadEntry(r, place.type, from);
    };
    if (place.kind === 'variable') writeScalar(r, place.variable, value);
    else {
      const at = emitElementAddress(r, place);
      value();
      store(r.f, place.type, at);
    }
  });
  release(r.f, top);
}

function loadEntry(r: RoutineContext, type: ScalarType, offset: number): void {
  if (type === 'bool') access(r.f, Op.i32_load8_u, 0, offset);
  else load(r.f, type, offset);
}

/** A whole array, as it lies in memory. */
export function emitArrayTape(r: RoutineContext, s: Push | Pop): void {
  if (s.what.kind !== 'array') return;
  const { variable, count } = s.what;
  const array = arrayStorage(r, variable);
  const size = memoryBytes(variableAt(r, variable).type);
  countPart(r, { kind: 'statement', id: s.id });
  noteSnapshot(r, s);
  const elements = scratch(r.f, WasmType.i32);
  const bytes = scratch(r.f, WasmType.i32);
  emitExpr(r, count);
  if (count.type === 'i64') op(r.f, Op.i32_wrap_i64);
  localTee(r.f, elements);
  getOperand(r, array.count);
  op(r.f, Op.i32_gt_u);
  const detail = () => {
    localGet(r.f, elements);
    op(r.f, Op.f64_convert_i32_s);
  };
  trapIf(r, 'out-of-bounds', detail, { variable });
  localGet(r.f, elements);
  i32Const(r.f, size);
  op(r.f, Op.i32_mul);
  localSet(r.f, bytes);
  const getBytes = () => localGet(r.f, bytes);
  if (s.kind === 'push') {
    countArrayPush(r, s.recording, () => {
      localGet(r.f, elements);
      op(r.f, Op.i64_extend_i32_u);
    });
    const top = reserve(r, 'value', getBytes);
    localGet(r.f, top);
    getOperand(r, array.base);
    getBytes();
    memoryCopy(r.f);
    localGet(r.f, top);
    getBytes();
    op(r.f, Op.i32_add);
    globalSet(r.f, r.m.globals.value);
    release(r.f, top);
  } else {
    const top = takeBack(r, 'value', getBytes);
    getOperand(r, array.base);
    localGet(r.f, top);
    getBytes();
    memoryCopy(r.f);
    release(r.f, top);
  }
  release(r.f, bytes);
  release(r.f, elements);
}

// -------------------------------------------------------------------------------------------------------- control

/** Bytes of an entry; null for a bit. A count is as wide as the integer that is pushed. */
export function controlBytes(width: ControlWidth, type: ScalarType): 1 | 2 | 4 | 8 | null {
  switch (controlWord(width)) {
    case 'bit':
      return null;
    case 'byte':
      return 1;
    case 'short':
      return 2;
    case 'word':
      return 4;
    case 'count':
      return type === 'i64' ? 8 : 4;
  }
}

export function emitPushControl(r: RoutineContext, s: PushControl): void {
  countPart(r, { kind: 'statement', id: s.id });
  const bytes = controlBytes(s.width, s.value.type);
  if (bytes === null) {
    emitPushBit(r, s);
    return;
  }
  const top = reserve(r, 'control', () => i32Const(r.f, bytes));
  localGet(r.f, top);
  emitExpr(r, s.value);
  if (bytes === 8) access(r.f, Op.i64_store, 0, 0);
  else {
    if (s.value.type === 'i64') op(r.f, Op.i32_wrap_i64);
    access(r.f, bytes === 1 ? Op.i32_store8 : bytes === 2 ? Op.i32_store16 : Op.i32_store, 0, 0);
  }
  localGet(r.f, top);
  i32Const(r.f, bytes);
  op(r.f, Op.i32_add);
  globalSet(r.f, r.m.globals.control);
  release(r.f, top);
}

export function emitPopControl(r: RoutineContext, s: PopControl): void {
  countPart(r, { kind: 'statement', id: s.id });
  const { type } = variableAt(r, s.target);
  const bytes = controlBytes(s.width, type);
  if (bytes === null) {
    emitPopBit(r, s);
    return;
  }
  const top = takeBack(r, 'control', () => i32Const(r.f, bytes));
  writeScalar(r, s.target, () => {
    localGet(r.f, top);
    if (bytes === 8) return access(r.f, Op.i64_load, 0, 0);
    access(r.f, bytes === 1 ? Op.i32_load8_u : bytes === 2 ? Op.i32_load16_u : Op.i32_load, 0, 0);
    if (type === 'i64') op(r.f, Op.i64_extend_i32_s);
  });
  release(r.f, top);
}

function emitPushBit(r: RoutineContext, s: PushControl): void {
  const g = r.m.globals;
  globalGet(r.f, g.bit);
  globalGet(r.f, g.bitLimit);
  op(r.f, Op.i32_ge_u);
  ifBlock(r.f);
  i32Const(r.f, AREAS.indexOf('bit'));
  i32Const(r.f, 1);
  i32Const(r.f, site(r, 'budget-memory'));
  callImport(r.f, growImport(r));
  end(r.f);
  const address = scratch(r.f, WasmType.i32);
  const shift = scratch(r.f, WasmType.i32);
  bitAddress(r, address, shift);
  localGet(r.f, address);
  // Bits above the top are of no account, so they are cleared along the way.
  localGet(r.f, address);
  access(r.f, Op.i32_load8_u, 0, 0);
  i32Const(r.f, 1);
  localGet(r.f, shift);
  op(r.f, Op.i32_shl);
  i32Const(r.f, 1);
  op(r.f, Op.i32_sub, Op.i32_and);
  emitExpr(r, s.value);
  if (s.value.type === 'i64') op(r.f, Op.i32_wrap_i64);
  i32Const(r.f, 1);
  op(r.f, Op.i32_and);
  localGet(r.f, shift);
  op(r.f, Op.i32_shl, Op.i32_or);
  access(r.f, Op.i32_store8, 0, 0);
  globalGet(r.f, g.bit);
  i32Const(r.f, 1);
  op(r.f, Op.i32_add);
  globalSet(r.f, g.bit);
  release(r.f, shift);
  release(r.f, address);
}

function emitPopBit(r: RoutineContext, s: PopControl): void {
  notePeak(r);
  const g = r.m.globals;
  globalGet(r.f, g.bit);
  op(r.f, Op.i32_eqz);
  trapIf(r, 'tape-underflow');
  globalGet(r.f, g.bit);
  i32Const(r.f, 1);
  op(r.f, Op.i32_sub);
  globalSet(r.f, g.bit);
  const address = scratch(r.f, WasmType.i32);
  const shift = scratch(r.f, WasmType.i32);
  bitAddress(r, address, shift);
  writeScalar(r, s.target, () => {
    localGet(r.f, address);
    access(r.f, Op.i32_load8_u, 0, 0);
    localGet(r.f, shift);
    op(r.f, Op.i32_shr_u);
    i32Const(r.f, 1);
    op(r.f, Op.i32_and);
    if (variableAt(r, s.target).type === 'i64') op(r.f, Op.i64_extend_i32_u);
  });
  release(r.f, shift);
  release(r.f, address);
}

/** Of the bit that the global `bit` numbers. */
function bitAddress(r: RoutineContext, address: number, shift: number): void {
  const g = r.m.globals;
  globalGet(r.f, g.bit);
  i32Const(r.f, 3);
  op(r.f, Op.i32_shr_u);
  globalGet(r.f, g.bitBase);
  op(r.f, Op.i32_add);
  localSet(r.f, address);
  globalGet(r.f, g.bit);
  i32Const(r.f, 7);
  op(r.f, Op.i32_and);
  localSet(r.f, shift);
}

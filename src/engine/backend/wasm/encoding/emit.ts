/**
 * The body of one function under construction: instructions, locals, nesting of labels.
 * A label is the absolute depth of its block, so that it stays the same however deep the branch to it stands.
 */
import type { ScalarType } from '../../../ir/types';
import { type Bytes, f32, f64, placeholder, s32, s64, u32 } from './bytes';
import { Op, type Opcode, WasmType } from './opcodes';

export interface FunctionBody {
  readonly code: Bytes;
  /** Of parameters, then of locals. */
  readonly localTypes: WasmType[];
  readonly parameterCount: number;
  /** Scratch locals that nobody uses at the moment. */
  readonly free: Map<WasmType, number[]>;
  /** Places in `code` where the index of a function of the program is still to be filled in. */
  readonly calls: { at: number; callee: number }[];
  depth: number;
}
export type Label = number;

export function newBody(parameters: readonly WasmType[]): FunctionBody {
  return {
    code: [],
    localTypes: [...parameters],
    parameterCount: parameters.length,
    free: new Map(),
    calls: [],
    depth: 0,
  };
}

export function wasmType(type: ScalarType): WasmType {
  return type === 'bool' ? WasmType.i32 : WasmType[type];
}

export function newLocal(f: FunctionBody, type: WasmType): number {
  f.localTypes.push(type);
  return f.localTypes.length - 1;
}
/** A scratch local; give it back with `release`. Its value is undefined at first. */
export function scratch(f: FunctionBody, type: WasmType): number {
  return f.free.get(type)?.pop() ?? newLocal(f, type);
}
export function release(f: FunctionBody, local: number): void {
  const type = f.localTypes[local] as WasmType;
  const list = f.free.get(type);
  if (list) list.push(local);
  else f.free.set(type, [local]);
}

export function op(f: FunctionBody, ...codes: Opcode[]): void {
  for (const code of codes) f.code.push(code);
}
export function i32Const(f: FunctionBody, value: number): void {
  f.code.push(Op.i32_const);
  s32(f.code, value);
}
export function i64Const(f: FunctionBody, value: bigint): void {
  f.code.push(Op.i64_const);
  s64(f.code, value);
}
export function f64Const(f: FunctionBody, value: number): void {
  f.code.push(Op.f64_const);
  f64(f.code, value);
}
export function numberConst(f: FunctionBody, type: WasmType, value: number): void {
  switch (type) {
    case WasmType.i32:
      i32Const(f, value);
      return;
    case WasmType.i64:
      i64Const(f, BigInt(value));
      return;
    case WasmType.f64:
      f64Const(f, value);
      return;
    case WasmType.f32:
      f.code.push(Op.f32_const);
      f32(f.code, value);
      return;
  }
}
export function localGet(f: FunctionBody, local: number): void {
  f.code.push(Op.local_get);
  u32(f.code, local);
}
export function localSet(f: FunctionBody, local: number): void {
  f.code.push(Op.local_set);
  u32(f.code, local);
}
export function localTee(f: FunctionBody, local: number): void {
  f.code.push(Op.local_tee);
  u32(f.code, local);
}
export function globalGet(f: FunctionBody, index: number): void {
  f.code.push(Op.global_get);
  u32(f.code, index);
}
export function globalSet(f: FunctionBody, index: number): void {
  f.code.push(Op.global_set);
  u32(f.code, index);
}

const ALIGN: Record<ScalarType, number> = { f64: 3, i64: 3, f32: 2, i32: 2, bool: 2 };
const LOAD: Record<ScalarType, Opcode> = {
  f64: Op.f64_load,
  f32: Op.f32_load,
  i64: Op.i64_load,
  i32: Op.i32_load,
  bool: Op.i32_load,
};
const STORE: Record<ScalarType, Opcode> = {
  f64: Op.f64_store,
  f32: Op.f32_store,
  i64: Op.i64_store,
  i32: Op.i32_store,
  bool: Op.i32_store,
};
export function load(f: FunctionBody, type: ScalarType, offset = 0): void {
  access(f, LOAD[type], ALIGN[type], offset);
}
export function store(f: FunctionBody, type: ScalarType, offset = 0): void {
  access(f, STORE[type], ALIGN[type], offset);
}
/** A load or store of some width; `align` is the exponent of 2 that the address is likely to be a multiple of. */
export function access(f: FunctionBody, code: Opcode, align: number, offset: number): void {
  f.code.push(code);
  u32(f.code, align);
  u32(f.code, offset);
}
export function memoryCopy(f: FunctionBody): void {
  f.code.push(0xfc, 0x0a, 0x00, 0x00);
}

const EMPTY = 0x40;
export function block(f: FunctionBody, result: WasmType | null = null): Label {
  f.code.push(Op.block, result ?? EMPTY);
  return ++f.depth;
}
export function loop(f: FunctionBody): Label {
  f.code.push(Op.loop, EMPTY);
  return ++f.depth;
}
export function ifBlock(f: FunctionBody, result: WasmType | null = null): Label {
  f.code.push(Op.if, result ?? EMPTY);
  return ++f.depth;
}
export function elseBlock(f: FunctionBody): void {
  f.code.push(Op.else);
}
export function end(f: FunctionBody): void {
  f.code.push(Op.end);
  f.depth--;
}
export function br(f: FunctionBody, label: Label): void {
  f.code.push(Op.br);
  u32(f.code, f.depth - label);
}
export function brIf(f: FunctionBody, label: Label): void {
  f.code.push(Op.br_if);
  u32(f.code, f.depth - label);
}
export function brTable(f: FunctionBody, labels: readonly Label[], otherwise: Label): void {
  f.code.push(Op.br_table);
  u32(f.code, labels.length);
  for (const label of labels) u32(f.code, f.depth - label);
  u32(f.code, f.depth - otherwise);
}
export function callImport(f: FunctionBody, index: number): void {
  f.code.push(Op.call);
  u32(f.code, index);
}
/** Calls the function of routine number `callee`; its index is known when all imports are. */
export function callRoutine(f: FunctionBody, callee: number): void {
  f.code.push(Op.call);
  f.calls.push({ at: placeholder(f.code), callee });
}

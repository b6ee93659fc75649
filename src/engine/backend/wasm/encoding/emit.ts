/**
 * The body of one function under construction: instructions, locals, nesting of labels.
 * A label is the absolute depth of its block, so that it stays the same however deep the branch to it stands.
 */
import { getOrMake } from '../../../base/once';
import type { Compare, ScalarType } from '../../../ir/types';
import { type Bytes, f32, f64, placeholder, s32, s64, u32 } from './bytes';
import { instruction, Op, type Opcode, type Operation, WasmType } from './opcodes';

export type Label = number;

const ALIGN: Record<ScalarType, number> = { f64: 3, i64: 3, f32: 2, i32: 2, bool: 2 };
const EMPTY = 0x40;

export function wasmType(type: ScalarType): WasmType {
  return type === 'bool' ? WasmType.i32 : WasmType[type];
}

export class FunctionBody {
  readonly code: Bytes = [];
  /** Of parameters, then of locals. */
  readonly localTypes: WasmType[];
  readonly parameterCount: number;
  /** Places in `code` where the index of a function of the program is still to be filled in. */
  readonly calls: { at: number; callee: number }[] = [];
  /** Scratch locals that nobody uses at the moment. */
  private readonly free = new Map<WasmType, number[]>();
  private depth = 0;

  constructor(parameters: readonly WasmType[]) {
    this.localTypes = [...parameters];
    this.parameterCount = parameters.length;
  }

  newLocal(type: WasmType): number {
    this.localTypes.push(type);
    return this.localTypes.length - 1;
  }
  /** A scratch local; give it back with `release`. Its value is undefined at first. */
  scratch(type: WasmType): number {
    return this.free.get(type)?.pop() ?? this.newLocal(type);
  }
  release(local: number): this {
    const type = this.localTypes[local] as WasmType;
    getOrMake(this.free, type, () => []).push(local);
    return this;
  }

  op(...codes: Opcode[]): this {
    for (const code of codes) this.code.push(code);
    return this;
  }
  /** An instruction for values of this type. */
  of(type: ScalarType, name: Operation): this {
    return this.op(instruction(type, name));
  }
  /** Integers are compared with their signs. */
  compare(type: ScalarType, op: Compare['op']): this {
    const isSame = type === 'f64' || type === 'f32' || op === 'eq' || op === 'ne';
    return this.of(type, isSame ? op : `${op}_s`);
  }
  i32(value: number): this {
    this.code.push(Op.i32_const);
    s32(this.code, value);
    return this;
  }
  i64(value: bigint): this {
    this.code.push(Op.i64_const);
    s64(this.code, value);
    return this;
  }
  f64(value: number): this {
    this.code.push(Op.f64_const);
    f64(this.code, value);
    return this;
  }
  number(type: WasmType, value: number): this {
    if (type === WasmType.i32) return this.i32(value);
    if (type === WasmType.i64) return this.i64(BigInt(value));
    if (type === WasmType.f64) return this.f64(value);
    this.code.push(Op.f32_const);
    f32(this.code, value);
    return this;
  }
  get(local: number): this {
    return this.indexed(Op.local_get, local);
  }
  set(local: number): this {
    return this.indexed(Op.local_set, local);
  }
  tee(local: number): this {
    return this.indexed(Op.local_tee, local);
  }
  globalGet(index: number): this {
    return this.indexed(Op.global_get, index);
  }
  globalSet(index: number): this {
    return this.indexed(Op.global_set, index);
  }

  load(type: ScalarType, offset = 0): this {
    return this.access(instruction(type, 'load'), ALIGN[type], offset);
  }
  store(type: ScalarType, offset = 0): this {
    return this.access(instruction(type, 'store'), ALIGN[type], offset);
  }
  /** A load or store of some width; `align` is the exponent of 2 that the address is likely to be a multiple of. */
  access(code: Opcode, align: number, offset: number): this {
    this.indexed(code, align);
    u32(this.code, offset);
    return this;
  }
  memoryCopy(): this {
    this.code.push(0xfc, 0x0a, 0x00, 0x00);
    return this;
  }

  block(): Label {
    this.code.push(Op.block, EMPTY);
    return ++this.depth;
  }
  loop(): Label {
    this.code.push(Op.loop, EMPTY);
    return ++this.depth;
  }
  ifBlock(result: WasmType | null = null): Label {
    this.code.push(Op.if, result ?? EMPTY);
    return ++this.depth;
  }
  elseBlock(): this {
    return this.op(Op.else);
  }
  end(): this {
    this.depth--;
    return this.op(Op.end);
  }
  br(label: Label): this {
    return this.indexed(Op.br, this.depth - label);
  }
  brIf(label: Label): this {
    return this.indexed(Op.br_if, this.depth - label);
  }
  brTable(labels: readonly Label[], otherwise: Label): this {
    this.indexed(Op.br_table, labels.length);
    for (const label of labels) u32(this.code, this.depth - label);
    u32(this.code, this.depth - otherwise);
    return this;
  }
  callImport(index: number): this {
    return this.indexed(Op.call, index);
  }
  /** Calls the function of routine number `callee`; its index is known when all imports are. */
  callRoutine(callee: number): this {
    this.op(Op.call);
    this.calls.push({ at: placeholder(this.code), callee });
    return this;
  }

  private indexed(code: Opcode, index: number): this {
    this.code.push(code);
    u32(this.code, index);
    return this;
  }
}

/**
 * Addresses of array elements, with their subscripts checked one by one.
 * Address = base + size * ((t1*e2 + t2)*e3 + …), t = subscript - lower, dimensions from the slowest to the fastest.
 */
import { itemAt, present } from '../../base/lookup';
import { slowestFirst } from '../../ir/bounds';
import { memoryBytes } from '../../ir/build';
import { evaluate } from '../../ir/evaluate';
import type { ElementRef, Expr, VariableId } from '../../ir/types';
import { type ArrayStorage, type Operand, type RoutineContext, site, variableAt } from './context';
import { Op, WasmType } from './encoding/opcodes';
import { boundsImport } from './traps';

export function arrayStorage(r: RoutineContext, id: VariableId): ArrayStorage {
  const storage = r.storage.get(id);
  if (storage?.kind !== 'array') throw new Error(`${variableAt(r, id).name} has no array storage`);
  return storage;
}

export function getOperand(r: RoutineContext, operand: Operand): void {
  if ('constant' in operand) r.f.i32(operand.constant);
  else r.f.get(operand.local);
}

/**
 * Leaves an address on the stack and returns what to add to it as the offset of the load or store.
 * An access at that offset is inside the array, or the run has ended.
 */
export function emitElementAddress(r: RoutineContext, ref: ElementRef): number {
  const array = arrayStorage(r, ref.variable);
  const size = memoryBytes(variableAt(r, ref.variable).type);
  const fixed = fixedOffset(array, ref.subscripts, size);
  if (fixed !== null) {
    if ('constant' in array.base) {
      r.f.i32(0);
      return array.base.constant + fixed;
    }
    r.f.get(array.base.local);
    return fixed;
  }
  emitLinearIndex(r, ref, array);
  r.f.i32(size === 8 ? 3 : 2).op(Op.i32_shl);
  if ('constant' in array.base) return array.base.constant;
  r.f.get(array.base.local).op(Op.i32_add);
  return 0;
}

/**
 * Number of the element in memory order, from 0, checked. An array that is passed may begin where this one ends: `sum(a + n, 0)`.
 */
export function emitLinearIndex(
  r: RoutineContext,
  ref: ElementRef,
  array: ArrayStorage,
  isPassed = false,
): void {
  slowestFirst(array).forEach((d, k) => {
    const dimension = array.dimensions[d] as ArrayStorage['dimensions'][number];
    if (k > 0) {
      getOperand(r, dimension.extent);
      r.f.op(Op.i32_mul);
    }
    emitSubscript(r, ref, d, dimension, isPassed && k === 0);
    if (k > 0) r.f.op(Op.i32_add);
  });
  if (array.isOpen) emitEnd(r, ref, array, isPassed);
}

/** The last column of `a(lda, *)` may be incomplete: the number on the stack is compared with that of all elements. */
function emitEnd(r: RoutineContext, ref: ElementRef, array: ArrayStorage, isPassed: boolean): void {
  const fastest = present(slowestFirst(array).pop(), 'a dimension');
  const { lower } = itemAt(array.dimensions, fastest);
  const culprit = itemAt(ref.subscripts, fastest);
  const subscript = () => {
    r.emitExpr(r, culprit);
    r.f.op(culprit.type === 'i64' ? Op.f64_convert_i64_s : Op.f64_convert_i32_s);
  };
  const linear = r.f.scratch(WasmType.i32);
  r.f.tee(linear);
  getOperand(r, array.count);
  r.f.op(isPassed ? Op.i32_gt_u : Op.i32_ge_u);
  r.f.ifBlock();
  r.f.i32(site(r, 'out-of-bounds', { variable: ref.variable, dimension: fastest, culprit }));
  subscript();
  getOperand(r, lower);
  r.f.op(Op.f64_convert_i32_s);
  // What is there of this column.
  subscript();
  getOperand(r, lower);
  r.f.op(Op.f64_convert_i32_s, Op.f64_sub).get(linear);
  getOperand(r, array.count);
  r.f.op(Op.i32_sub, Op.f64_convert_i32_s, Op.f64_sub).callImport(boundsImport(r));
  r.f.op(Op.unreachable).end().get(linear).release(linear);
}

function fixedOffset(array: ArrayStorage, subscripts: readonly Expr[], size: number): number | null {
  let linear = 0;
  for (const d of slowestFirst(array)) {
    const { lower, extent } = array.dimensions[d] as ArrayStorage['dimensions'][number];
    const value = evaluate(subscripts[d] as Expr);
    if (value === null || !('constant' in lower) || !('constant' in extent)) return null;
    const t = value - lower.constant;
    if (t < 0 || t >= extent.constant) return null;
    linear = linear * extent.constant + t;
  }
  return linear * size;
}

/** Leaves subscript - lower on the stack (i32). */
function emitSubscript(
  r: RoutineContext,
  ref: ElementRef,
  d: number,
  { lower, extent }: ArrayStorage['dimensions'][number],
  isPassed: boolean,
): void {
  const subscript = ref.subscripts[d] as Expr;
  r.emitExpr(r, subscript);
  const wide = subscript.type === 'i64';
  const zeroBased = 'constant' in lower && lower.constant === 0;
  if (((r.proved.get(ref) ?? 0) >> d) & 1 || isInside(subscript, lower, extent)) {
    if (wide) r.f.op(Op.i32_wrap_i64);
    if (zeroBased) return;
    getOperand(r, lower);
    r.f.op(Op.i32_sub);
    return;
  }
  if (!zeroBased) {
    getOperand(r, lower);
    r.f.op(...(wide ? [Op.i64_extend_i32_s, Op.i64_sub] : [Op.i32_sub]));
  }
  const t = r.f.scratch(wide ? WasmType.i64 : WasmType.i32);
  r.f.tee(t);
  getOperand(r, extent);
  const [wideTest, test] = isPassed ? [Op.i64_gt_u, Op.i32_gt_u] : [Op.i64_ge_u, Op.i32_ge_u];
  r.f.op(...(wide ? [Op.i64_extend_i32_u, wideTest] : [test]));
  r.f.ifBlock();
  r.f.i32(site(r, 'out-of-bounds', { variable: ref.variable, dimension: d, culprit: subscript })).get(t);
  if (!wide) r.f.op(Op.i64_extend_i32_s);
  getOperand(r, lower);
  r.f.op(Op.i64_extend_i32_s, Op.i64_add, Op.f64_convert_i64_s);
  getOperand(r, lower);
  r.f.op(Op.f64_convert_i32_s);
  getOperand(r, extent);
  r.f.op(Op.f64_convert_i32_s).callImport(boundsImport(r));
  r.f.op(Op.unreachable).end().get(t);
  if (wide) r.f.op(Op.i32_wrap_i64);
  r.f.release(t);
}

function isInside(subscript: Expr, lower: Operand, extent: Operand): boolean {
  const value = evaluate(subscript);
  if (value === null || !('constant' in lower) || !('constant' in extent)) return false;
  return value >= lower.constant && value < lower.constant + extent.constant;
}

/** The address of an array's element `start` (its first if null), and how many elements follow from there on. */
export function emitArrayStart(
  r: RoutineContext,
  id: VariableId,
  start: ElementRef | null,
  isPassed: boolean,
): { address: number; count: number } {
  const array = arrayStorage(r, id);
  const { i32 } = WasmType;
  const address = r.f.scratch(i32);
  const count = r.f.scratch(i32);
  if (start) emitLinearIndex(r, start, array, isPassed);
  else r.f.i32(0);
  r.f.tee(count).i32(memoryBytes(variableAt(r, id).type) === 8 ? 3 : 2);
  r.f.op(Op.i32_shl);
  getOperand(r, array.base);
  r.f.op(Op.i32_add).set(address);
  getOperand(r, array.count);
  r.f.get(count).op(Op.i32_sub).set(count);
  return { address, count };
}

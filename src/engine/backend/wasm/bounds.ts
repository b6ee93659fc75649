/** Bounds of arrays at entry of a routine: constants where they are constant, otherwise evaluated once into locals. */
import { itemAt, present } from '../../base/lookup';
import { slowestFirst } from '../../ir/bounds';
import { evaluate } from '../../ir/evaluate';
import { shapeOf } from '../../ir/names';
import type { Dimension, Expr, Variable } from '../../ir/types';
import { type ArrayStorage, localOperand, type Operand, type RoutineContext } from './context';
import { getOperand } from './elements';
import { Op, WasmType } from './encoding/opcodes';
import { emitExpr } from './expressions';
import { trapIf } from './traps';

type Bounds = ArrayStorage['dimensions'][number];

/** For an array to be allocated: its number of elements goes into a local; more than `most` are refused. */
interface Allocation {
  readonly into: number;
  readonly most: number;
}

/**
 * Lower bounds and extents of an array of `count` elements. The slowest extent is cut to what `count` has room for, so
 * that no subscript within the bounds leaves the array; an extent that the text doesn't tell is what there is room for, in part
 * for the last (`isOpen`).
 */
export function emitDimensions(
  r: RoutineContext,
  v: Variable,
  count: Operand | null,
  allocation: Allocation | null = null,
): Bounds[] {
  const { dimensions } = shapeOf(v);
  const bounds = dimensions.map((d) => ({ lower: emitBound(r, d.lower), extent: emitExtent(r, d) }));
  if (allocation) emitCount(r, v, bounds, allocation);
  else if (count) cutSlowest(r, v, bounds, count);
  return bounds.map(({ lower, extent }) => ({ lower, extent: extent ?? { constant: 0 } }));
}

function emitBound(r: RoutineContext, e: Expr): Operand {
  const constant = evaluate(e);
  if (constant !== null) return { constant };
  const result = localOperand(r);
  emitExpr(r, e);
  if (e.type === 'i64') r.f.op(Op.i32_wrap_i64);
  r.f.set(result.local);
  return result;
}

/** An extent, forced into the range 0 to 2^31 - 1. */
function emitExtent(r: RoutineContext, d: Dimension): Operand | null {
  if (!d.extent) return null;
  const constant = evaluate(d.extent);
  if (constant !== null) return { constant: Math.max(0, Math.min(constant, 2 ** 31 - 1)) };
  const result = localOperand(r);
  const wide = r.f.newLocal(WasmType.i64);
  emitExpr(r, d.extent);
  if (d.extent.type !== 'i64') r.f.op(Op.i64_extend_i32_s);
  r.f.set(wide);
  clamp(r, wide, 0n, Op.i64_lt_s);
  clamp(r, wide, 2n ** 31n - 1n, Op.i64_gt_s);
  r.f.get(wide).op(Op.i32_wrap_i64).set(result.local);
  return result;
}

/** Replaces the i64 in a local by `bound` where the comparison holds. */
function clamp(
  r: RoutineContext,
  local: number,
  bound: bigint,
  comparison: typeof Op.i64_lt_s | typeof Op.i64_gt_s,
) {
  r.f.i64(bound).get(local).get(local).i64(bound).op(comparison, Op.select).set(local);
}

/** Product of extents in an i64 local, never more than 2^32: so that it can't wrap around. */
function emitProduct(r: RoutineContext, extents: readonly Operand[]): number {
  const product = r.f.scratch(WasmType.i64);
  r.f.i64(1n).set(product);
  for (const extent of extents) {
    r.f.get(product);
    getOperand(r, extent);
    r.f.op(Op.i64_extend_i32_u, Op.i64_mul).set(product);
    clamp(r, product, 2n ** 32n, Op.i64_gt_s);
  }
  return product;
}

function emitCount(
  r: RoutineContext,
  v: Variable,
  bounds: readonly { extent: Operand | null }[],
  { into, most }: Allocation,
): void {
  const product = emitProduct(
    r,
    bounds.map((b) => present(b.extent, 'the extent of what is allocated')),
  );
  r.f.get(product).i64(BigInt(most));
  r.f.op(Op.i64_gt_s);
  trapIf(r, 'budget-memory', () => emitRealCount(r, v), { variable: v.id });
  r.f.get(product).op(Op.i32_wrap_i64).set(into);
  r.f.release(product);
}

/** The number of elements that the text asks for, however large, as f64: for the message. */
function emitRealCount(r: RoutineContext, v: Variable): void {
  r.f.f64(1);
  for (const { extent } of shapeOf(v).dimensions) {
    if (!extent) continue;
    emitExpr(r, extent);
    r.f.op(extent.type === 'i64' ? Op.f64_convert_i64_s : Op.f64_convert_i32_s).f64(0);
    r.f.op(Op.f64_max, Op.f64_mul);
  }
}

function cutSlowest(
  r: RoutineContext,
  v: Variable,
  bounds: { lower: Operand; extent: Operand | null }[],
  count: Operand,
): void {
  if (!v.shape || bounds.length === 0) return;
  const [slowest, ...faster] = slowestFirst(v.shape) as [number, ...number[]];
  const own = bounds[slowest] as { extent: Operand | null };
  const others = faster.map((d) => present(itemAt(bounds, d).extent, 'an inner extent'));
  const declared = own.extent;
  if ('constant' in count && isConstant(declared) && others.every(isConstant)) {
    const product = others.reduce((all, each) => all * (each as { constant: number }).constant, 1);
    const room = product === 0 ? 0 : Math.floor(count.constant / product);
    own.extent = { constant: Math.min((declared as { constant: number }).constant, room) };
    return;
  }
  const product = emitProduct(r, others);
  const room = localOperand(r);
  getOperand(r, count);
  r.f.op(Op.i64_extend_i32_u);
  if (declared) {
    // Usually there is room: no division then.
    const needed = r.f.scratch(WasmType.i64);
    getOperand(r, declared);
    r.f.op(Op.i64_extend_i32_u).get(product).op(Op.i64_mul).tee(needed).op(Op.i64_ge_s).release(needed);
  } else {
    r.f.op(Op.drop).i32(0);
  }
  r.f.ifBlock(WasmType.i32);
  if (declared) getOperand(r, declared);
  else r.f.i32(0);
  r.f.elseBlock();
  emitQuotient(r, count, product, !declared);
  r.f.end().set(room.local);
  own.extent = room;
  r.f.release(product);
}

/** count / product, rounded down, or up where a part of the last row or column counts; 0 for an empty product. */
function emitQuotient(r: RoutineContext, count: Operand, product: number, isOpen: boolean): void {
  r.f.get(product).op(Op.i64_eqz);
  r.f.ifBlock(WasmType.i32);
  r.f.i32(0).elseBlock();
  getOperand(r, count);
  r.f.op(Op.i64_extend_i32_u);
  if (isOpen) r.f.get(product).op(Op.i64_add).i64(1n).op(Op.i64_sub);
  r.f.get(product).op(Op.i64_div_s, Op.i32_wrap_i64).end();
}

function isConstant(o: Operand | null): o is { readonly constant: number } {
  return o !== null && 'constant' in o;
}

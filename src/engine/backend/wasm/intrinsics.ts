/**
 * Elementary functions. Those that WebAssembly has are instructions, short ones are written out, the rest are imported
 * from the host, which takes them from the table `ELEMENTARY`, in double precision.
 */
import type { Elementary } from '../../ir/elementary';
import { evaluate } from '../../ir/evaluate';
import type { Expr, Intrinsic, ScalarType } from '../../ir/types';
import type { RoutineContext } from './context';
import { wasmType } from './encoding/emit';
import { importFunction } from './encoding/module';
import { Op, type Opcode, WasmType } from './encoding/opcodes';
import { trapIf } from './traps';

const DIRECT: Partial<Record<Elementary, { readonly f64: Opcode; readonly f32: Opcode }>> = {
  sqrt: { f64: Op.f64_sqrt, f32: Op.f32_sqrt },
  abs: { f64: Op.f64_abs, f32: Op.f32_abs },
  floor: { f64: Op.f64_floor, f32: Op.f32_floor },
  ceil: { f64: Op.f64_ceil, f32: Op.f32_ceil },
  trunc: { f64: Op.f64_trunc, f32: Op.f32_trunc },
  rint: { f64: Op.f64_nearest, f32: Op.f32_nearest },
  sign: { f64: Op.f64_copysign, f32: Op.f32_copysign },
};

export function emitIntrinsic(r: RoutineContext, e: Intrinsic): void {
  if (e.fn === 'powerInteger') {
    emitIntegerPower(r, e);
    return;
  }
  if (e.fn === 'min' || e.fn === 'max') {
    emitExtremum(r, e);
    return;
  }
  if (e.type !== 'f64' && e.type !== 'f32') {
    emitIntegerFunction(r, e);
    return;
  }
  const direct = DIRECT[e.fn];
  if (direct) {
    for (const arg of e.args) r.emitExpr(r, arg);
    r.f.op(direct[e.type]);
    return;
  }
  if (e.fn === 'power' && isConstantTwo(e.args[1])) {
    const x = r.f.scratch(wasmType(e.type));
    r.emitExpr(r, e.args[0] as Expr);
    r.f.tee(x).get(x);
    r.f.op(e.type === 'f64' ? Op.f64_mul : Op.f32_mul).release(x);
    return;
  }
  emitImported(r, e);
}

function isConstantTwo(e: Expr | undefined): boolean {
  return e?.kind === 'constant' && e.value === 2;
}

function emitImported(r: RoutineContext, e: Intrinsic): void {
  const { f64 } = WasmType;
  const index = importFunction(r.m.module, e.fn, { parameters: e.args.map(() => f64), results: [f64] });
  for (const arg of e.args) {
    r.emitExpr(r, arg);
    if (arg.type === 'f32') r.f.op(Op.f64_promote_f32);
  }
  r.f.callImport(index);
  if (e.type === 'f32') r.f.op(Op.f32_demote_f64);
}

/** Two values kept in scratch locals while `emit` uses them. */
function withPair(r: RoutineContext, e: Intrinsic, emit: (a: number, b: number) => void): void {
  const t = wasmType(e.type);
  const a = r.f.scratch(t);
  const b = r.f.scratch(t);
  r.emitExpr(r, e.args[0] as Expr);
  r.emitExpr(r, e.args[1] as Expr);
  r.f.set(b);
  r.f.set(a);
  emit(a, b);
  r.f.release(b).release(a);
}

/** Ties go to the first argument; a NaN loses against a number, as in C's fmin and fmax. */
function emitExtremum(r: RoutineContext, e: Intrinsic): void {
  const real = e.type === 'f64' || e.type === 'f32';
  const less = { f64: Op.f64_le, f32: Op.f32_le, i32: Op.i32_le_s, i64: Op.i64_le_s, bool: Op.i32_le_s };
  const more = { f64: Op.f64_ge, f32: Op.f32_ge, i32: Op.i32_ge_s, i64: Op.i64_ge_s, bool: Op.i32_ge_s };
  withPair(r, e, (a, b) => {
    r.f.get(a).get(b).get(a).get(b);
    r.f.op((e.fn === 'min' ? less : more)[e.type]);
    if (real) {
      r.f.get(b).get(b);
      r.f.op(e.type === 'f64' ? Op.f64_ne : Op.f32_ne, Op.i32_or);
    }
    r.f.op(Op.select);
  });
}

/** abs, sign, dim, modulo on integers. */
function emitIntegerFunction(r: RoutineContext, e: Intrinsic): void {
  const wide = e.type === 'i64';
  const t = wasmType(e.type);
  const sub = wide ? Op.i64_sub : Op.i32_sub;
  const negative = (local: number) => {
    r.f.get(local).number(t, 0);
    r.f.op(wide ? Op.i64_lt_s : Op.i32_lt_s);
  };
  const negated = (local: number) => {
    r.f.number(t, 0).get(local).op(sub);
  };
  if (e.fn === 'abs') {
    const x = r.f.scratch(t);
    r.emitExpr(r, e.args[0] as Expr);
    r.f.set(x);
    negated(x);
    r.f.get(x);
    negative(x);
    r.f.op(Op.select).release(x);
    return;
  }
  withPair(r, e, (a, b) => {
    if (e.fn === 'sign') {
      negated(a);
      r.f.get(a);
      negative(a);
      negative(b);
      r.f.op(Op.i32_xor, Op.select);
    } else if (e.fn === 'dim') {
      r.f.get(a).get(b).op(sub).number(t, 0).get(a).get(b);
      r.f.op(wide ? Op.i64_gt_s : Op.i32_gt_s, Op.select);
    } else {
      emitModulo(r, e.type, { a, b, culprit: e.args[1] as Expr });
    }
  });
}

/** The remainder with the sign of the right operand. */
function emitModulo(
  r: RoutineContext,
  type: ScalarType,
  { a, b, culprit }: { readonly a: number; readonly b: number; readonly culprit: Expr },
): void {
  const wide = type === 'i64';
  const t = wasmType(type);
  r.f.get(b).op(wide ? Op.i64_eqz : Op.i32_eqz);
  trapIf(r, 'division-by-zero', undefined, { culprit });
  r.f.get(a).get(b);
  r.f.op(wide ? Op.i64_rem_s : Op.i32_rem_s).tee(a);
  r.f.get(b).op(wide ? Op.i64_add : Op.i32_add);
  r.f.get(a);
  // Add b where the remainder is not 0 and its sign is not b's.
  r.f.get(a).number(t, 0);
  r.f.op(wide ? Op.i64_ne : Op.i32_ne).get(a);
  r.f.get(b).op(wide ? Op.i64_xor : Op.i32_xor);
  r.f.number(t, 0).op(wide ? Op.i64_lt_s : Op.i32_lt_s, Op.i32_and, Op.select);
}

// ------------------------------------------------------------------------------------------------- integer powers

const MULTIPLY: Record<ScalarType, Opcode> = {
  f64: Op.f64_mul,
  f32: Op.f32_mul,
  i32: Op.i32_mul,
  i64: Op.i64_mul,
  bool: Op.i32_mul,
};

/** x**n by squaring, as compilers do it: x⁻ⁿ is 1/xⁿ. On integers it wraps around, and 0 to a negative power traps. */
function emitIntegerPower(r: RoutineContext, e: Intrinsic): void {
  const [base, exponent] = e.args as [Expr, Expr];
  const n = evaluate(exponent);
  const real = e.type === 'f64' || e.type === 'f32';
  if (n !== null && Math.abs(n) <= 64 && (n >= 0 || real)) {
    emitConstantPower(r, base, n, e.type);
  } else {
    emitGeneralPower(r, base, exponent, e.type);
  }
}

function emitConstantPower(r: RoutineContext, base: Expr, n: number, type: ScalarType): void {
  const t = wasmType(type);
  const square = r.f.scratch(t);
  if (n < 0) r.f.number(t, 1);
  r.emitExpr(r, base);
  r.f.set(square);
  let count = Math.abs(n);
  let any = false;
  for (; count > 0; count = Math.floor(count / 2)) {
    if (count % 2 === 1) {
      r.f.get(square);
      if (any) r.f.op(MULTIPLY[type]);
      any = true;
    }
    if (count > 1) r.f.get(square).get(square).op(MULTIPLY[type]).set(square);
  }
  if (!any) r.f.number(t, 1);
  if (n < 0) r.f.op(type === 'f64' ? Op.f64_div : Op.f32_div);
  r.f.release(square);
}

function emitGeneralPower(r: RoutineContext, base: Expr, exponent: Expr, type: ScalarType): void {
  const { i64 } = WasmType;
  const real = type === 'f64' || type === 'f32';
  const t = wasmType(type);
  const square = r.f.scratch(t);
  const result = r.f.scratch(t);
  const n = r.f.scratch(i64);
  const count = r.f.scratch(i64);
  r.emitExpr(r, base);
  r.f.set(square);
  r.emitExpr(r, exponent);
  if (exponent.type !== 'i64') r.f.op(Op.i64_extend_i32_s);
  r.f.set(n);
  if (!real) emitNegativeIntegerPower(r, square, n, type);
  r.f.number(t, 1).set(result);
  // |n| as an unsigned number, so that the least integer has one too.
  r.f.i64(0n).get(n).op(Op.i64_sub).get(n).get(n).i64(0n).op(Op.i64_lt_s, Op.select).set(count);
  const out = r.f.block();
  const again = r.f.loop();
  r.f.get(count).op(Op.i64_eqz).brIf(out);
  r.f.get(result).get(square).op(MULTIPLY[type]).get(result).get(count).i64(1n);
  r.f.op(Op.i64_and, Op.i32_wrap_i64, Op.select).set(result);
  r.f.get(square).get(square).op(MULTIPLY[type]).set(square);
  r.f.get(count).i64(1n).op(Op.i64_shr_u).set(count);
  r.f.br(again);
  r.f.end().end();
  if (real) {
    r.f.number(t, 1).get(result);
    r.f.op(type === 'f64' ? Op.f64_div : Op.f32_div).get(result);
    r.f.get(n).i64(0n).op(Op.i64_lt_s, Op.select);
  } else {
    r.f.get(result);
  }
  for (const local of [count, n, result, square]) r.f.release(local);
}

/**
 * An integer to a negative power is 0 unless the base is 1 or -1, for which the sign of the power does not matter: so any
 * other base is replaced by 0. Base 0 ends the run.
 */
function emitNegativeIntegerPower(r: RoutineContext, base: number, n: number, type: ScalarType): void {
  const wide = type === 'i64';
  const t = wasmType(type);
  const negative = () => {
    r.f.get(n).i64(0n).op(Op.i64_lt_s);
  };
  r.f.get(base).op(wide ? Op.i64_eqz : Op.i32_eqz);
  negative();
  r.f.op(Op.i32_and);
  trapIf(r, 'division-by-zero');
  r.f.number(t, 0).get(base);
  negative();
  // base + 1 > 2, unsigned: neither -1, 0 nor 1.
  r.f.get(base).number(t, 1);
  r.f.op(wide ? Op.i64_add : Op.i32_add).number(t, 2);
  r.f.op(wide ? Op.i64_gt_u : Op.i32_gt_u, Op.i32_and, Op.select).set(base);
}

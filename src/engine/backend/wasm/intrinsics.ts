/**
 * Elementary functions. Those that WebAssembly has are instructions, short ones are written out, the rest are imported
 * from the host, which takes them from the table `ELEMENTARY`, in double precision.
 */
import type { Elementary } from '../../ir/elementary';
import type { Expr, Intrinsic, ScalarType } from '../../ir/types';
import type { RoutineContext } from './context';
import {
  block,
  br,
  brIf,
  callImport,
  end,
  i64Const,
  localGet,
  localSet,
  localTee,
  loop,
  numberConst,
  op,
  release,
  scratch,
  wasmType,
} from './encoding/emit';
import { importFunction } from './encoding/module';
import { Op, type Opcode, WasmType } from './encoding/opcodes';
import { constantInteger } from './fold';
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
    op(r.f, direct[e.type]);
    return;
  }
  if (e.fn === 'power' && isConstantTwo(e.args[1])) {
    const x = scratch(r.f, wasmType(e.type));
    r.emitExpr(r, e.args[0] as Expr);
    localTee(r.f, x);
    localGet(r.f, x);
    op(r.f, e.type === 'f64' ? Op.f64_mul : Op.f32_mul);
    release(r.f, x);
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
    if (arg.type === 'f32') op(r.f, Op.f64_promote_f32);
  }
  callImport(r.f, index);
  if (e.type === 'f32') op(r.f, Op.f32_demote_f64);
}

/** Two values kept in scratch locals while `emit` uses them. */
function withPair(r: RoutineContext, e: Intrinsic, emit: (a: number, b: number) => void): void {
  const t = wasmType(e.type);
  const a = scratch(r.f, t);
  const b = scratch(r.f, t);
  r.emitExpr(r, e.args[0] as Expr);
  r.emitExpr(r, e.args[1] as Expr);
  localSet(r.f, b);
  localSet(r.f, a);
  emit(a, b);
  release(r.f, b);
  release(r.f, a);
}

/** Ties go to the first argument; a NaN loses against a number, as in C's fmin and fmax. */
function emitExtremum(r: RoutineContext, e: Intrinsic): void {
  const real = e.type === 'f64' || e.type === 'f32';
  const less = { f64: Op.f64_le, f32: Op.f32_le, i32: Op.i32_le_s, i64: Op.i64_le_s, bool: Op.i32_le_s };
  const more = { f64: Op.f64_ge, f32: Op.f32_ge, i32: Op.i32_ge_s, i64: Op.i64_ge_s, bool: Op.i32_ge_s };
  withPair(r, e, (a, b) => {
    localGet(r.f, a);
    localGet(r.f, b);
    localGet(r.f, a);
    localGet(r.f, b);
    op(r.f, (e.fn === 'min' ? less : more)[e.type]);
    if (real) {
      localGet(r.f, b);
      localGet(r.f, b);
      op(r.f, e.type === 'f64' ? Op.f64_ne : Op.f32_ne, Op.i32_or);
    }
    op(r.f, Op.select);
  });
}

/** abs, sign, dim, modulo on integers. */
function emitIntegerFunction(r: RoutineContext, e: Intrinsic): void {
  const wide = e.type === 'i64';
  const t = wasmType(e.type);
  const sub = wide ? Op.i64_sub : Op.i32_sub;
  const negative = (local: number) => {
    localGet(r.f, local);
    numberConst(r.f, t, 0);
    op(r.f, wide ? Op.i64_lt_s : Op.i32_lt_s);
  };
  const negated = (local: number) => {
    numberConst(r.f, t, 0);
    localGet(r.f, local);
    op(r.f, sub);
  };
  if (e.fn === 'abs') {
    const x = scratch(r.f, t);
    r.emitExpr(r, e.args[0] as Expr);
    localSet(r.f, x);
    negated(x);
    localGet(r.f, x);
    negative(x);
    op(r.f, Op.select);
    release(r.f, x);
    return;
  }
  withPair(r, e, (a, b) => {
    if (e.fn === 'sign') {
      negated(a);
      localGet(r.f, a);
      negative(a);
      negative(b);
      op(r.f, Op.i32_xor, Op.select);
    } else if (e.fn === 'dim') {
      localGet(r.f, a);
      localGet(r.f, b);
      op(r.f, sub);
      numberConst(r.f, t, 0);
      localGet(r.f, a);
      localGet(r.f, b);
      op(r.f, wide ? Op.i64_gt_s : Op.i32_gt_s, Op.select);
    } else {
      emitModulo(r, e.type, a, b);
    }
  });
}

/** The remainder with the sign of the right operand. */
function emitModulo(r: RoutineContext, type: ScalarType, a: number, b: number): void {
  const wide = type === 'i64';
  const t = wasmType(type);
  localGet(r.f, b);
  op(r.f, wide ? Op.i64_eqz : Op.i32_eqz);
  trapIf(r, 'division-by-zero');
  localGet(r.f, a);
  localGet(r.f, b);
  op(r.f, wide ? Op.i64_rem_s : Op.i32_rem_s);
  localTee(r.f, a);
  localGet(r.f, b);
  op(r.f, wide ? Op.i64_add : Op.i32_add);
  localGet(r.f, a);
  // Add b where the remainder is not 0 and its sign is not b's.
  localGet(r.f, a);
  numberConst(r.f, t, 0);
  op(r.f, wide ? Op.i64_ne : Op.i32_ne);
  localGet(r.f, a);
  localGet(r.f, b);
  op(r.f, wide ? Op.i64_xor : Op.i32_xor);
  numberConst(r.f, t, 0);
  op(r.f, wide ? Op.i64_lt_s : Op.i32_lt_s, Op.i32_and, Op.select);
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
  const n = constantInteger(exponent);
  const real = e.type === 'f64' || e.type === 'f32';
  if (n !== null && Math.abs(n) <= 64 && (n >= 0 || real)) {
    emitConstantPower(r, base, n, e.type);
  } else {
    emitGeneralPower(r, base, exponent, e.type);
  }
}

function emitConstantPower(r: RoutineContext, base: Expr, n: number, type: ScalarType): void {
  const t = wasmType(type);
  const square = scratch(r.f, t);
  if (n < 0) numberConst(r.f, t, 1);
  r.emitExpr(r, base);
  localSet(r.f, square);
  let count = Math.abs(n);
  let any = false;
  for (; count > 0; count = Math.floor(count / 2)) {
    if (count % 2 === 1) {
      localGet(r.f, square);
      if (any) op(r.f, MULTIPLY[type]);
      any = true;
    }
    if (count > 1) {
      localGet(r.f, square);
      localGet(r.f, square);
      op(r.f, MULTIPLY[type]);
      localSet(r.f, square);
    }
  }
  if (!any) numberConst(r.f, t, 1);
  if (n < 0) op(r.f, type === 'f64' ? Op.f64_div : Op.f32_div);
  release(r.f, square);
}

function emitGeneralPower(r: RoutineContext, base: Expr, exponent: Expr, type: ScalarType): void {
  const { i64 } = WasmType;
  const real = type === 'f64' || type === 'f32';
  const t = wasmType(type);
  const square = scratch(r.f, t);
  const result = scratch(r.f, t);
  const n = scratch(r.f, i64);
  const count = scratch(r.f, i64);
  r.emitExpr(r, base);
  localSet(r.f, square);
  r.emitExpr(r, exponent);
  if (exponent.type !== 'i64') op(r.f, Op.i64_extend_i32_s);
  localSet(r.f, n);
  if (!real) emitNegativeIntegerPower(r, square, n, type);
  numberConst(r.f, t, 1);
  localSet(r.f, result);
  // |n| as an unsigned number, so that the least integer has one too.
  i64Const(r.f, 0n);
  localGet(r.f, n);
  op(r.f, Op.i64_sub);
  localGet(r.f, n);
  localGet(r.f, n);
  i64Const(r.f, 0n);
  op(r.f, Op.i64_lt_s, Op.select);
  localSet(r.f, count);
  const out = block(r.f);
  const again = loop(r.f);
  localGet(r.f, count);
  op(r.f, Op.i64_eqz);
  brIf(r.f, out);
  localGet(r.f, result);
  localGet(r.f, square);
  op(r.f, MULTIPLY[type]);
  localGet(r.f, result);
  localGet(r.f, count);
  i64Const(r.f, 1n);
  op(r.f, Op.i64_and, Op.i32_wrap_i64, Op.select);
  localSet(r.f, result);
  localGet(r.f, square);
  localGet(r.f, square);
  op(r.f, MULTIPLY[type]);
  localSet(r.f, square);
  localGet(r.f, count);
  i64Const(r.f, 1n);
  op(r.f, Op.i64_shr_u);
  localSet(r.f, count);
  br(r.f, again);
  end(r.f);
  end(r.f);
  if (real) {
    numberConst(r.f, t, 1);
    localGet(r.f, result);
    op(r.f, type === 'f64' ? Op.f64_div : Op.f32_div);
    localGet(r.f, result);
    localGet(r.f, n);
    i64Const(r.f, 0n);
    op(r.f, Op.i64_lt_s, Op.select);
  } else {
    localGet(r.f, result);
  }
  for (const local of [count, n, result, square]) release(r.f, local);
}

/**
 * An integer to a negative power is 0 but for bases 1 and -1, where the sign of the power does not matter: so the base
 * is set to 0 elsewhere. Base 0 ends the run.
 */
function emitNegativeIntegerPower(r: RoutineContext, base: number, n: number, type: ScalarType): void {
  const wide = type === 'i64';
  const t = wasmType(type);
  const negative = () => {
    localGet(r.f, n);
    i64Const(r.f, 0n);
    op(r.f, Op.i64_lt_s);
  };
  localGet(r.f, base);
  op(r.f, wide ? Op.i64_eqz : Op.i32_eqz);
  negative();
  op(r.f, Op.i32_and);
  trapIf(r, 'division-by-zero');
  numberConst(r.f, t, 0);
  localGet(r.f, base);
  negative();
  // base + 1 > 2, unsigned: neither -1, 0 nor 1.
  localGet(r.f, base);
  numberConst(r.f, t, 1);
  op(r.f, wide ? Op.i64_add : Op.i32_add);
  numberConst(r.f, t, 2);
  op(r.f, wide ? Op.i64_gt_u : Op.i32_gt_u, Op.i32_and, Op.select);
  localSet(r.f, base);
}

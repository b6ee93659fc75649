/**
 * Elementary functions. Those that WebAssembly has are instructions, short ones are written out, the rest are imported
 * from the host, which takes them from the table `ELEMENTARY`, in double precision.
 */
import { isReal } from '../../ir/build';
import type { Elementary } from '../../ir/elementary';
import { evaluate } from '../../ir/evaluate';
import type { Expr, Intrinsic, ScalarType } from '../../ir/types';
import type { RoutineContext } from './context';
import { wasmType } from './encoding/emit';
import { importFunction } from './encoding/module';
import { Op, type Operation, WasmType } from './encoding/opcodes';
import { trapIf } from './traps';

const DIRECT: Partial<Record<Elementary, Operation>> = {
  sqrt: 'sqrt',
  abs: 'abs',
  floor: 'floor',
  ceil: 'ceil',
  trunc: 'trunc',
  rint: 'nearest',
  sign: 'copysign',
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
    r.f.of(e.type, direct);
    return;
  }
  if (e.fn === 'power' && isConstantTwo(e.args[1])) {
    const x = r.f.scratch(wasmType(e.type));
    r.emitExpr(r, e.args[0] as Expr);
    r.f.tee(x).get(x).of(e.type, 'mul').release(x);
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
    else if (arg.type === 'i32') r.f.op(Op.f64_convert_i32_s);
    else if (arg.type === 'i64') r.f.op(Op.f64_convert_i64_s);
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
  withPair(r, e, (a, b) => {
    r.f.get(a).get(b).get(a).get(b);
    r.f.compare(e.type, e.fn === 'min' ? 'le' : 'ge');
    if (isReal(e.type)) r.f.get(b).get(b).of(e.type, 'ne').op(Op.i32_or);
    r.f.op(Op.select);
  });
}

/** abs, sign, dim, modulo on integers. */
function emitIntegerFunction(r: RoutineContext, e: Intrinsic): void {
  const t = wasmType(e.type);
  const negative = (local: number) => r.f.get(local).number(t, 0).compare(e.type, 'lt');
  const negated = (local: number) => r.f.number(t, 0).get(local).of(e.type, 'sub');
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
      r.f.get(a).get(b).of(e.type, 'sub').number(t, 0).get(a).get(b);
      r.f.compare(e.type, 'gt').op(Op.select);
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
  const t = wasmType(type);
  r.f.get(b).of(type, 'eqz');
  trapIf(r, 'division-by-zero', undefined, { culprit });
  r.f.get(a).get(b).of(type, 'rem_s').tee(a);
  r.f.get(b).of(type, 'add').get(a);
  // Add b where the remainder is not 0 and its sign is not b's.
  r.f.get(a).number(t, 0).of(type, 'ne');
  r.f.get(a).get(b).of(type, 'xor').number(t, 0).compare(type, 'lt');
  r.f.op(Op.i32_and, Op.select);
}

// ------------------------------------------------------------------------------------------------- integer powers

/** x**n by squaring, as compilers do it: x⁻ⁿ is 1/xⁿ. On integers it wraps around, and 0 to a negative power traps. */
function emitIntegerPower(r: RoutineContext, e: Intrinsic): void {
  const [base, exponent] = e.args as [Expr, Expr];
  const n = evaluate(exponent);
  if (n !== null && Math.abs(n) <= 64 && (n >= 0 || isReal(e.type))) emitConstantPower(r, base, n, e.type);
  else emitGeneralPower(r, base, exponent, e.type);
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
      if (any) r.f.of(type, 'mul');
      any = true;
    }
    if (count > 1) r.f.get(square).get(square).of(type, 'mul').set(square);
  }
  if (!any) r.f.number(t, 1);
  if (n < 0) r.f.of(type, 'div');
  r.f.release(square);
}

function emitGeneralPower(r: RoutineContext, base: Expr, exponent: Expr, type: ScalarType): void {
  const { i64 } = WasmType;
  const real = isReal(type);
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
  r.f.get(result).get(square).of(type, 'mul').get(result).get(count).i64(1n);
  r.f.op(Op.i64_and, Op.i32_wrap_i64, Op.select).set(result);
  r.f.get(square).get(square).of(type, 'mul').set(square);
  r.f.get(count).i64(1n).op(Op.i64_shr_u).set(count);
  r.f.br(again);
  r.f.end().end();
  if (real) {
    r.f.number(t, 1).get(result);
    r.f.of(type, 'div').get(result);
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
  const t = wasmType(type);
  const negative = () => r.f.get(n).i64(0n).op(Op.i64_lt_s);
  r.f.get(base).of(type, 'eqz');
  negative();
  r.f.op(Op.i32_and);
  trapIf(r, 'division-by-zero');
  r.f.number(t, 0).get(base);
  negative();
  // base + 1 > 2, unsigned: neither -1, 0 nor 1.
  r.f.get(base).number(t, 1).of(type, 'add').number(t, 2).of(type, 'gt_u');
  r.f.op(Op.i32_and, Op.select).set(base);
}

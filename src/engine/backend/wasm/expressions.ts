/** Expressions: each leaves its value on the stack, typed as its node says (bool as i32 0 or 1). */
import { assertNever } from '../../base/assert';
import { isInteger, isReal } from '../../ir/build';
import { evaluate } from '../../ir/evaluate';
import type { Binary, Convert, Expr, ScalarType, Unary, VariableId } from '../../ir/types';
import { exactInteger } from '../numbers';
import { type RoutineContext, type ScalarStorage, variableAt } from './context';
import { countPart, separately } from './counters';
import { emitElementAddress } from './elements';
import { wasmType } from './encoding/emit';
import { instruction, Op, WasmType } from './encoding/opcodes';
import { emitIntrinsic } from './intrinsics';
import { trapIf } from './traps';

export function emitExpr(r: RoutineContext, e: Expr): void {
  switch (e.kind) {
    case 'constant':
      if (e.type === 'i64') r.f.i64(exactInteger(e));
      else r.f.number(wasmType(e.type), e.value);
      return;
    case 'variable':
      readScalar(r, e.variable);
      return;
    case 'element': {
      const offset = emitElementAddress(r, e);
      r.f.load(e.type, offset);
      return;
    }
    case 'unary':
      emitUnary(r, e);
      return;
    case 'binary':
      emitBinary(r, e);
      return;
    case 'compare':
      emitExpr(r, e.left);
      emitExpr(r, e.right);
      r.f.compare(e.left.type, e.op);
      return;
    case 'logical':
      emitExpr(r, e.left);
      r.f.ifBlock(WasmType.i32);
      if (e.op === 'and') emitArm(r, e.right);
      else r.f.i32(1);
      r.f.elseBlock();
      if (e.op === 'and') r.f.i32(0);
      else emitArm(r, e.right);
      r.f.end();
      return;
    case 'intrinsic':
      emitIntrinsic(r, e);
      return;
    case 'convert':
      emitConvert(r, e);
      return;
    case 'select':
      emitSelect(r, e.condition, e.whenTrue, e.whenFalse, e.type);
      return;
    default:
      assertNever(e);
      return;
  }
}

/** An expression that is evaluated on one path only, so that it is counted by itself. */
function emitArm(r: RoutineContext, e: Expr): void {
  separately(r, () => {
    if (!isLeaf(e)) countPart(r, { kind: 'expr', expr: e });
    emitExpr(r, e);
  });
}

function isLeaf(e: Expr): boolean {
  return e.kind === 'constant' || e.kind === 'variable';
}

function emitSelect(
  r: RoutineContext,
  condition: Expr,
  whenTrue: Expr,
  whenFalse: Expr,
  type: ScalarType,
): void {
  if (isLeaf(whenTrue) && isLeaf(whenFalse)) {
    emitExpr(r, whenTrue);
    emitExpr(r, whenFalse);
    emitExpr(r, condition);
    r.f.op(Op.select);
    return;
  }
  emitExpr(r, condition);
  r.f.ifBlock(wasmType(type));
  emitArm(r, whenTrue);
  r.f.elseBlock();
  emitArm(r, whenFalse);
  r.f.end();
}

// ------------------------------------------------------------------------------------------------------- scalars

export function scalarStorage(r: RoutineContext, id: VariableId): ScalarStorage {
  const storage = r.storage.get(id);
  if (!storage || storage.kind === 'array') throw new Error(`${variableAt(r, id).name} is no scalar here`);
  return storage;
}

export function readScalar(r: RoutineContext, id: VariableId): void {
  const storage = scalarStorage(r, id);
  if (storage.kind === 'local') {
    r.f.get(storage.local);
    return;
  }
  emitScalarAddress(r, storage);
  r.f.load(variableAt(r, id).type, storage.kind === 'static' ? storage.address : 0);
}

/** Writes what `value` leaves on the stack. */
export function writeScalar(r: RoutineContext, id: VariableId, value: () => void): void {
  const storage = scalarStorage(r, id);
  if (storage.kind === 'local') {
    value();
    r.f.set(storage.local);
    return;
  }
  emitScalarAddress(r, storage);
  value();
  r.f.store(variableAt(r, id).type, storage.kind === 'static' ? storage.address : 0);
}

function emitScalarAddress(r: RoutineContext, storage: ScalarStorage): void {
  if (storage.kind === 'static') r.f.i32(0);
  else r.f.get(storage.local);
}

// ----------------------------------------------------------------------------------------------------- operations

function emitUnary(r: RoutineContext, e: Unary): void {
  if (e.op === 'not') {
    emitExpr(r, e.operand);
    r.f.op(Op.i32_eqz);
    return;
  }
  if (e.op === 'complement') {
    emitExpr(r, e.operand);
    r.f.number(wasmType(e.type), -1).of(e.type, 'xor');
    return;
  }
  if (e.type === 'f64' || e.type === 'f32') {
    emitExpr(r, e.operand);
    r.f.of(e.type, 'neg');
    return;
  }
  r.f.number(wasmType(e.type), 0);
  emitExpr(r, e.operand);
  r.f.of(e.type, 'sub');
}

const OPERATIONS = {
  add: 'add',
  subtract: 'sub',
  multiply: 'mul',
  divide: 'div',
  bitand: 'and',
  bitor: 'or',
  bitxor: 'xor',
  shiftleft: 'shl',
  shiftright: 'shr_s',
} as const;

function emitBinary(r: RoutineContext, e: Binary): void {
  const { op, type, left, right } = e;
  if (op === 'remainder' || (op === 'divide' && isInteger(type))) {
    emitIntegerDivision(r, op, type, left, right);
    return;
  }
  emitExpr(r, left);
  emitExpr(r, right);
  r.f.of(type, OPERATIONS[op]);
}

/** Truncating; the least integer divided by -1 wraps around, where WebAssembly's instruction would trap. */
export function emitIntegerDivision(
  r: RoutineContext,
  what: 'divide' | 'remainder',
  type: ScalarType,
  left: Expr,
  right: Expr,
): void {
  const t = wasmType(type);
  const known = evaluate(right);
  const code = instruction(type, what === 'divide' ? 'div_s' : 'rem_s');
  if (known !== null && known !== 0 && (known !== -1 || what === 'remainder')) {
    emitExpr(r, left);
    emitExpr(r, right);
    r.f.op(code);
    return;
  }
  const a = r.f.scratch(t);
  const b = r.f.scratch(t);
  emitExpr(r, left);
  emitExpr(r, right);
  r.f.set(b);
  r.f.set(a);
  r.f.get(b).of(type, 'eqz');
  trapIf(r, 'division-by-zero', undefined, { culprit: right });
  if (what === 'remainder') {
    r.f.get(a).get(b).op(code);
  } else {
    r.f.get(b).number(t, -1).of(type, 'eq').ifBlock(t);
    r.f.number(t, 0).get(a).of(type, 'sub').elseBlock();
    r.f.get(a).get(b).op(code).end();
  }
  r.f.release(b).release(a);
}

// ---------------------------------------------------------------------------------------------------- conversions

function emitConvert(r: RoutineContext, e: Convert): void {
  const from = e.operand.type;
  const to = e.type;
  emitExpr(r, e.operand);
  if (from === to) return;
  if (to === 'bool') {
    r.f.number(wasmType(from), 0).of(from, 'ne');
    return;
  }
  if (to === 'f64' || to === 'f32') {
    if (isReal(from)) r.f.op(to === 'f64' ? Op.f64_promote_f32 : Op.f32_demote_f64);
    else r.f.of(to, from === 'i64' ? 'convert_i64_s' : 'convert_i32_s');
    return;
  }
  if (from === 'f64' || from === 'f32') {
    if (from === 'f32') r.f.op(Op.f64_promote_f32);
    emitTruncation(r, to);
    return;
  }
  if (to === 'i64') {
    r.f.op(Op.i64_extend_i32_s);
    return;
  }
  if (from === 'i64') r.f.op(Op.i32_wrap_i64);
}

/** From the f64 on the stack; what has no place in the integer type, NaN included, ends the run. */
function emitTruncation(r: RoutineContext, to: 'i32' | 'i64'): void {
  const x = r.f.scratch(WasmType.f64);
  r.f.tee(x).f64(to === 'i32' ? -2147483649 : -(2 ** 63));
  r.f.op(to === 'i32' ? Op.f64_gt : Op.f64_ge).get(x);
  r.f.f64(to === 'i32' ? 2147483648 : 2 ** 63).op(Op.f64_lt, Op.i32_and, Op.i32_eqz);
  trapIf(r, 'conversion-out-of-range', () => r.f.get(x));
  r.f.get(x).op(to === 'i32' ? Op.i32_trunc_f64_s : Op.i64_trunc_f64_s);
  r.f.release(x);
}

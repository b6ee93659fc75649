/** Loops. Each iteration takes a step of the budget; a counted loop that nothing leaves takes them all at its entry. */
import { walkStatements } from '../../ir/statements';
import type { DoWhile, ElementRef, Expr, For, Statement, While } from '../../ir/types';
import { type RoutineContext, variableAt } from './context';
import { countPart, countTrips, endRun, leaves } from './counters';
import {
  block,
  br,
  brIf,
  elseBlock,
  end,
  i64Const,
  ifBlock,
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
import { Op, WasmType } from './encoding/opcodes';
import { emitExpr, readScalar, writeScalar } from './expressions';
import { constantInteger } from './fold';
import { takeFuel } from './fuel';
import { emitTests, type Hoisted, hoistable } from './hoist';
import { trapIf } from './traps';

type EmitBody = (r: RoutineContext, list: readonly Statement[]) => void;

/** Where a long body would let much time pass between two looks at the clock, steps are taken one by one. */
const LONG_BODY = 200;

export function emitFor(r: RoutineContext, s: For, emitBody: EmitBody): void {
  const { type } = variableAt(r, s.index);
  const step = constantInteger(s.step);
  const trips = scratch(r.f, WasmType.i64);
  const stepLocal = step === null ? scratch(r.f, wasmType(type)) : null;
  emitTrips(r, s, step, stepLocal, trips);
  localGet(r.f, trips);
  i64Const(r.f, 0n);
  op(r.f, Op.i64_gt_s);
  ifBlock(r.f);
  const atOnce = runsThrough(s);
  if (atOnce) takeFuel(r, () => localGet(r.f, trips));
  const hoisted = hoistable(r, s);
  const copy = () => emitTurns(r, s, emitBody, { step, stepLocal, trips, atOnce });
  if (hoisted) emitGuarded(r, s, hoisted, { step, stepLocal, trips }, copy);
  else copy();
  end(r.f);
  endRun(r);
  release(r.f, trips);
  if (stepLocal !== null) release(r.f, stepLocal);
}

interface Turns {
  /** A constant step, or the local that holds it. */
  readonly step: number | null;
  readonly stepLocal: number | null;
  /** The local (i64) that counts down; above 0 at first. */
  readonly trips: number;
}

/** The copy without checks where the tests before the loop hold, else the one with them. */
function emitGuarded(r: RoutineContext, s: For, hoisted: Hoisted, turns: Turns, copy: () => void): void {
  const first = scratch(r.f, WasmType.i64);
  const last = scratch(r.f, WasmType.i64);
  readScalar(r, s.index);
  if (variableAt(r, s.index).type !== 'i64') op(r.f, Op.i64_extend_i32_s);
  localTee(r.f, first);
  localGet(r.f, turns.trips);
  i64Const(r.f, 1n);
  op(r.f, Op.i64_sub);
  emitWideStep(r, s, turns);
  op(r.f, Op.i64_mul, Op.i64_add);
  localSet(r.f, last);
  emitTests(r, s, hoisted, first, last);
  release(r.f, last);
  release(r.f, first);
  ifBlock(r.f);
  const added: ElementRef[] = [];
  for (const [ref, mask] of hoisted.proved) {
    if (!r.proved.has(ref)) added.push(ref);
    r.proved.set(ref, mask);
  }
  copy();
  for (const ref of added) r.proved.delete(ref);
  elseBlock(r.f);
  copy();
  end(r.f);
}

function emitWideStep(r: RoutineContext, s: For, { step, stepLocal }: Turns): void {
  if (stepLocal === null) {
    i64Const(r.f, BigInt(step ?? 1));
    return;
  }
  localGet(r.f, stepLocal);
  if (s.step.type !== 'i64') op(r.f, Op.i64_extend_i32_s);
}

function emitTurns(
  r: RoutineContext,
  s: For,
  emitBody: EmitBody,
  turns: Turns & { readonly atOnce: boolean },
): void {
  const { type } = variableAt(r, s.index);
  const { step, stepLocal, trips } = turns;
  const point = turns.atOnce ? countTrips(r, () => localGet(r.f, trips)) : null;
  const exit = block(r.f);
  const again = loop(r.f);
  r.point = point;
  r.statement = s.id;
  if (!turns.atOnce) takeFuel(r);
  const next = block(r.f);
  r.labels.set(s.label, { exit, next });
  emitBody(r, s.body);
  end(r.f);
  endRun(r);
  r.statement = s.id;
  writeScalar(r, s.index, () => {
    readScalar(r, s.index);
    if (stepLocal === null) numberConst(r.f, wasmType(type), step ?? 1);
    else localGet(r.f, stepLocal);
    op(r.f, type === 'i64' ? Op.i64_add : Op.i32_add);
  });
  localGet(r.f, trips);
  i64Const(r.f, 1n);
  op(r.f, Op.i64_sub);
  localTee(r.f, trips);
  op(r.f, Op.i64_eqz, Op.i32_eqz);
  brIf(r.f, again);
  end(r.f);
  end(r.f);
}

/** Sets the index to `first`, and `trips` to (last - first + step) / step; not positive when there are none. */
function emitTrips(
  r: RoutineContext,
  s: For,
  step: number | null,
  stepLocal: number | null,
  trips: number,
): void {
  const first = scratch(r.f, WasmType.i64);
  const last = scratch(r.f, WasmType.i64);
  emitWide(r, s.first);
  localSet(r.f, first);
  emitWide(r, s.last);
  localSet(r.f, last);
  if (stepLocal !== null) {
    emitExpr(r, s.step);
    localTee(r.f, stepLocal);
    op(r.f, s.step.type === 'i64' ? Op.i64_eqz : Op.i32_eqz);
    trapIf(r, 'zero-step');
  }
  const down = step !== null && step < 0;
  localGet(r.f, down ? first : last);
  localGet(r.f, down ? last : first);
  op(r.f, Op.i64_sub);
  if (stepLocal !== null) {
    const getStep = () => {
      localGet(r.f, stepLocal);
      if (s.step.type === 'i32') op(r.f, Op.i64_extend_i32_s);
    };
    getStep();
    op(r.f, Op.i64_add);
    getStep();
    op(r.f, Op.i64_div_s);
  } else {
    const stride = BigInt(Math.abs(step ?? 1));
    i64Const(r.f, stride);
    op(r.f, Op.i64_add);
    if (stride !== 1n) {
      i64Const(r.f, stride);
      op(r.f, Op.i64_div_s);
    }
  }
  localSet(r.f, trips);
  writeScalar(r, s.index, () => {
    localGet(r.f, first);
    if (variableAt(r, s.index).type === 'i32') op(r.f, Op.i32_wrap_i64);
  });
  release(r.f, last);
  release(r.f, first);
}

function emitWide(r: RoutineContext, e: Expr): void {
  emitExpr(r, e);
  if (e.type !== 'i64') op(r.f, Op.i64_extend_i32_s);
}

/** Nothing in the body leaves the loop, or ends the run, before its last trip. */
function runsThrough(s: For): boolean {
  let size = 0;
  let breaks = false;
  walkStatements(s.body, (each) => {
    size++;
    if (each.kind === 'exit' && each.target === s.label) breaks = true;
  });
  return size <= LONG_BODY && !breaks && !leaves(s);
}

export function emitWhile(r: RoutineContext, s: While, emitBody: EmitBody): void {
  const exit = block(r.f);
  const again = loop(r.f);
  endRun(r);
  countPart(r, { kind: 'statement', id: s.id });
  emitExpr(r, s.condition);
  op(r.f, Op.i32_eqz);
  brIf(r.f, exit);
  endRun(r);
  takeFuel(r);
  const next = block(r.f);
  r.labels.set(s.label, { exit, next });
  emitBody(r, s.body);
  end(r.f);
  endRun(r);
  if (s.increment) emitBody(r, s.increment);
  br(r.f, again);
  end(r.f);
  end(r.f);
  endRun(r);
}

export function emitDoWhile(r: RoutineContext, s: DoWhile, emitBody: EmitBody): void {
  const exit = block(r.f);
  const again = loop(r.f);
  endRun(r);
  takeFuel(r);
  const next = block(r.f);
  r.labels.set(s.label, { exit, next });
  emitBody(r, s.body);
  end(r.f);
  endRun(r);
  r.statement = s.id;
  countPart(r, { kind: 'statement', id: s.id });
  emitExpr(r, s.condition);
  brIf(r.f, again);
  end(r.f);
  end(r.f);
  endRun(r);
}

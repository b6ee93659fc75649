/** Loops. Each iteration takes a step of the budget; a counted loop that nothing leaves takes them all at its entry. */
import { evaluate } from '../../ir/evaluate';
import { allStatements } from '../../ir/statements';
import type { DoWhile, ElementRef, Expr, For, Statement, While } from '../../ir/types';
import { type RoutineContext, variableAt } from './context';
import { countPart, countTrips, endRun, leaves } from './counters';
import { wasmType } from './encoding/emit';
import { Op, WasmType } from './encoding/opcodes';
import { emitExpr, readScalar, writeScalar } from './expressions';
import { takeFuel } from './fuel';
import { emitTests, type Hoisted, hoistable } from './hoist';
import { trapIf } from './traps';

type EmitBody = (r: RoutineContext, list: readonly Statement[]) => void;

/** With a longer body too much time could pass between two looks at the clock, so steps are taken one by one. */
const LONG_BODY = 200;

export function emitFor(r: RoutineContext, s: For, emitBody: EmitBody): void {
  const { type } = variableAt(r, s.index);
  const step = evaluate(s.step);
  const trips = r.f.scratch(WasmType.i64);
  const stepLocal = step === null ? r.f.scratch(wasmType(type)) : null;
  emitTrips(r, s, step, stepLocal, trips);
  r.f.get(trips).i64(0n).op(Op.i64_gt_s);
  r.f.ifBlock();
  const atOnce = runsThrough(s);
  if (atOnce) takeFuel(r, () => r.f.get(trips));
  const hoisted = hoistable(r, s);
  const copy = () => emitTurns(r, s, emitBody, { step, stepLocal, trips, atOnce });
  if (hoisted) emitGuarded(r, s, hoisted, { step, stepLocal, trips }, copy);
  else copy();
  r.f.end();
  endRun(r);
  r.f.release(trips);
  if (stepLocal !== null) r.f.release(stepLocal);
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
  const first = r.f.scratch(WasmType.i64);
  const last = r.f.scratch(WasmType.i64);
  readScalar(r, s.index);
  if (variableAt(r, s.index).type !== 'i64') r.f.op(Op.i64_extend_i32_s);
  r.f.tee(first).get(turns.trips).i64(1n).op(Op.i64_sub);
  emitWideStep(r, s, turns);
  r.f.op(Op.i64_mul, Op.i64_add).set(last);
  emitTests(r, s, hoisted, first, last);
  r.f.release(last).release(first);
  r.f.ifBlock();
  const added: ElementRef[] = [];
  for (const [ref, mask] of hoisted.proved) {
    if (!r.proved.has(ref)) added.push(ref);
    r.proved.set(ref, mask);
  }
  copy();
  for (const ref of added) r.proved.delete(ref);
  r.f.elseBlock();
  copy();
  r.f.end();
}

function emitWideStep(r: RoutineContext, s: For, { step, stepLocal }: Turns): void {
  if (stepLocal === null) {
    r.f.i64(BigInt(step ?? 1));
    return;
  }
  r.f.get(stepLocal);
  if (s.step.type !== 'i64') r.f.op(Op.i64_extend_i32_s);
}

function emitTurns(
  r: RoutineContext,
  s: For,
  emitBody: EmitBody,
  turns: Turns & { readonly atOnce: boolean },
): void {
  const { type } = variableAt(r, s.index);
  const { step, stepLocal, trips } = turns;
  const point = turns.atOnce ? countTrips(r, () => r.f.get(trips)) : null;
  const exit = r.f.block();
  const again = r.f.loop();
  r.point = point;
  r.statement = s.id;
  if (!turns.atOnce) takeFuel(r);
  const next = r.f.block();
  r.labels.set(s.label, { exit, next });
  emitBody(r, s.body);
  r.f.end();
  endRun(r);
  r.statement = s.id;
  writeScalar(r, s.index, () => {
    readScalar(r, s.index);
    if (stepLocal === null) r.f.number(wasmType(type), step ?? 1);
    else r.f.get(stepLocal);
    r.f.of(type, 'add');
  });
  r.f.get(trips).i64(1n).op(Op.i64_sub).tee(trips).op(Op.i64_eqz, Op.i32_eqz).brIf(again);
  r.f.end().end();
}

/** Sets the index to `first`, and `trips` to (last - first + step) / step; not positive when there are none. */
function emitTrips(
  r: RoutineContext,
  s: For,
  step: number | null,
  stepLocal: number | null,
  trips: number,
): void {
  const first = r.f.scratch(WasmType.i64);
  const last = r.f.scratch(WasmType.i64);
  emitWide(r, s.first);
  r.f.set(first);
  emitWide(r, s.last);
  r.f.set(last);
  if (stepLocal !== null) {
    emitExpr(r, s.step);
    r.f.tee(stepLocal).of(s.step.type, 'eqz');
    trapIf(r, 'zero-step');
  }
  const down = step !== null && step < 0;
  r.f.get(down ? first : last).get(down ? last : first);
  r.f.op(Op.i64_sub);
  if (stepLocal !== null) {
    const getStep = () => {
      r.f.get(stepLocal);
      if (s.step.type === 'i32') r.f.op(Op.i64_extend_i32_s);
    };
    getStep();
    r.f.op(Op.i64_add);
    getStep();
    r.f.op(Op.i64_div_s);
  } else {
    const stride = BigInt(Math.abs(step ?? 1));
    r.f.i64(stride).op(Op.i64_add);
    if (stride !== 1n) r.f.i64(stride).op(Op.i64_div_s);
  }
  r.f.set(trips);
  writeScalar(r, s.index, () => {
    r.f.get(first);
    if (variableAt(r, s.index).type === 'i32') r.f.op(Op.i32_wrap_i64);
  });
  r.f.release(last).release(first);
}

function emitWide(r: RoutineContext, e: Expr): void {
  emitExpr(r, e);
  if (e.type !== 'i64') r.f.op(Op.i64_extend_i32_s);
}

/** Whether nothing in the body leaves the loop, or ends the run, before its last trip. */
function runsThrough(s: For): boolean {
  const inside = allStatements(s.body);
  const breaks = inside.some((each) => each.kind === 'exit' && each.target === s.label);
  return inside.length <= LONG_BODY && !breaks && !leaves(s);
}

export function emitTestedLoop(r: RoutineContext, s: While | DoWhile, emitBody: EmitBody): void {
  const exit = r.f.block();
  const again = r.f.loop();
  endRun(r);
  const emitTest = () => {
    r.statement = s.id;
    countPart(r, { kind: 'statement', id: s.id });
    emitExpr(r, s.condition);
  };
  if (s.kind === 'while') {
    emitTest();
    r.f.op(Op.i32_eqz).brIf(exit);
    endRun(r);
  }
  takeFuel(r);
  const next = r.f.block();
  r.labels.set(s.label, { exit, next });
  emitBody(r, s.body);
  r.f.end();
  endRun(r);
  if (s.kind === 'while') {
    if (s.increment) emitBody(r, s.increment);
    r.f.br(again);
  } else {
    emitTest();
    r.f.brIf(again);
  }
  r.f.end().end();
  endRun(r);
}

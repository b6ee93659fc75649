/** Statements, loops and dispatch regions aside. */
import { assertNever } from '../../base/assert';
import { itemAt } from '../../base/lookup';
import type { Assign, Dispatch, DispatchJump, If, ScalarType, Statement, Switch } from '../../ir/types';
import { emitCall } from './calls';
import { type RoutineContext, site } from './context';
import { around, countPart, endRun } from './counters';
import { emitElementAddress } from './elements';
import { type Label, wasmType } from './encoding/emit';
import { Op } from './encoding/opcodes';
import { emitExpr, readScalar, writeScalar } from './expressions';
import { takeFuel } from './fuel';
import { emitFor, emitTestedLoop } from './loops';
import {
  emitArrayTape,
  emitPopControl,
  emitPops,
  emitPushControl,
  emitPushes,
  isScalarPop,
  isScalarPush,
} from './tape';
import { trap } from './traps';

export function emitStatements(r: RoutineContext, list: readonly Statement[]): void {
  for (let i = 0; i < list.length; ) {
    const rest = list.slice(i, i + 64);
    const pushes = takeWhile(rest, isScalarPush);
    const pops = takeWhile(rest, isScalarPop);
    if (pushes.length > 0) emitPushes(r, pushes);
    else if (pops.length > 0) emitPops(r, pops);
    else emitStatement(r, list[i] as Statement);
    i += Math.max(1, pushes.length, pops.length);
  }
}

function takeWhile<S extends Statement>(list: readonly Statement[], is: (s: Statement) => s is S): S[] {
  const taken: S[] = [];
  for (const s of list) {
    if (!is(s)) break;
    taken.push(s);
  }
  return taken;
}

function emitStatement(r: RoutineContext, s: Statement): void {
  r.statement = s.id;
  switch (s.kind) {
    case 'assign':
      emitAssign(r, s);
      return;
    case 'call':
      emitCall(r, s);
      return;
    case 'if':
      around(r, s, () => emitIf(r, s));
      return;
    case 'for':
      around(r, s, () => emitFor(r, s, emitStatements));
      return;
    case 'while':
    case 'doWhile':
      around(r, s, () => emitTestedLoop(r, s, emitStatements));
      return;
    case 'block': {
      const exit = r.f.block();
      r.labels.set(s.label, { exit, next: null });
      around(r, s, () => emitStatements(r, s.body));
      r.f.end();
      return;
    }
    case 'exit':
    case 'next': {
      const label = r.labels.get(s.target);
      const goal = s.kind === 'exit' ? label?.exit : label?.next;
      if (goal == null) throw new Error(`L${s.target} encloses no jump`);
      r.f.br(goal);
      return;
    }
    case 'switch':
      around(r, s, () => emitSwitch(r, s));
      return;
    case 'dispatch':
      around(r, s, () => emitDispatch(r, s));
      return;
    case 'stop':
      trap(r, site(r, s.unrest ? 'no-fixed-point' : 'stopped'));
      return;
    case 'io':
    case 'comment':
      return;
    case 'push':
    case 'pop':
      emitArrayTape(r, s);
      return;
    case 'pushControl':
      emitPushControl(r, s);
      return;
    case 'popControl':
      emitPopControl(r, s);
      return;
    default:
      assertNever(s);
      return;
  }
}

function emitAssign(r: RoutineContext, s: Assign): void {
  // It belongs to no run but the backward sweep's, which has a statement of its own for it.
  if (s.again) return;
  countPart(r, { kind: 'statement', id: s.id });
  if (s.target.kind === 'variable') {
    writeScalar(r, s.target.variable, () => emitExpr(r, s.value));
    return;
  }
  const offset = emitElementAddress(r, s.target);
  emitExpr(r, s.value);
  r.f.store(s.target.type, offset);
}

function emitIf(r: RoutineContext, s: If): void {
  emitExpr(r, s.condition);
  r.f.ifBlock();
  endRun(r);
  emitStatements(r, s.then);
  if (s.else.length > 0) {
    r.f.elseBlock();
    endRun(r);
    emitStatements(r, s.else);
  }
  r.f.end();
  endRun(r);
}

// --------------------------------------------------------------------------------------------------------- choices

interface Choice {
  readonly values: readonly { readonly from: number; readonly to: number }[];
  readonly goal: Label;
}

function emitSwitch(r: RoutineContext, s: Switch): void {
  const exit = r.f.block();
  r.labels.set(s.label, { exit, next: null });
  const selector = emitCases(r, s.selector, s.cases);
  for (const { body } of s.cases) {
    r.f.end();
    endRun(r);
    emitStatements(r, body);
    r.f.br(exit);
  }
  r.f.end();
  endRun(r);
  emitStatements(r, s.default);
  r.f.end();
  endRun(r);
  r.f.release(selector);
}

/** Jumps out of as many blocks as there are cases, to the end of the one whose case holds; gives the selector's local. */
function emitCases(
  r: RoutineContext,
  e: Switch['selector'],
  cases: readonly Pick<Choice, 'values'>[],
): number {
  emitExpr(r, e);
  const selector = r.f.scratch(wasmType(e.type));
  r.f.set(selector);
  const otherwise = r.f.block();
  const goals = cases.map(() => r.f.block()).reverse();
  const choices = cases.map(({ values }, i) => ({ values, goal: itemAt(goals, i) }));
  emitChoices(r, selector, e.type, choices, otherwise);
  return selector;
}

/** Jumps to the goal of the choice that holds the selector: through a table where the values lie close together. */
function emitChoices(
  r: RoutineContext,
  selector: number,
  type: ScalarType,
  choices: readonly Choice[],
  otherwise: Label,
): void {
  const wide = type === 'i64';
  const ranges = choices.flatMap(({ values, goal }) => values.map((v) => ({ ...v, goal })));
  const low = Math.min(...ranges.map((v) => v.from));
  const high = Math.max(...ranges.map((v) => v.to));
  if (!wide && ranges.length > 2 && high - low < 512) {
    const table = new Array<Label>(high - low + 1).fill(otherwise);
    for (const { from, to, goal } of ranges) table.fill(goal, from - low, to - low + 1);
    r.f.get(selector).i32(low).op(Op.i32_sub);
    r.f.brTable(table, otherwise);
    return;
  }
  const top = 2n ** 63n - 1n;
  const longConst = (value: bigint) => r.f.i64(value > top ? top : value);
  const constant = (value: number) => (wide ? longConst(BigInt(value)) : r.f.i32(value));
  for (const { from, to, goal } of ranges) {
    r.f.get(selector);
    constant(from);
    if (from === to) r.f.of(type, 'eq');
    else {
      r.f.of(type, 'ge_s').get(selector);
      constant(to);
      r.f.of(type, 'le_s').op(Op.i32_and);
    }
    r.f.brIf(goal);
  }
  r.f.br(otherwise);
}

// -------------------------------------------------------------------------------------------------------- dispatch

/** A loop around a jump table over the state; each block ends with the number of the next. */
function emitDispatch(r: RoutineContext, s: Dispatch): void {
  writeScalar(r, s.state, () => r.f.i32(0));
  const exit = r.f.block();
  r.labels.set(s.label, { exit, next: null });
  const again = r.f.loop();
  endRun(r);
  takeFuel(r);
  const bad = r.f.block();
  const goals = s.blocks.map(() => r.f.block()).reverse();
  readScalar(r, s.state);
  r.f.brTable(goals, bad);
  for (const { body, jump } of s.blocks) {
    r.f.end();
    endRun(r);
    emitStatements(r, body);
    emitJump(r, s, jump, again, exit);
  }
  r.f.end().op(Op.unreachable).end().end();
  endRun(r);
}

function emitJump(r: RoutineContext, s: Dispatch, jump: DispatchJump, again: Label, exit: Label): void {
  const go = (to: number) => {
    writeScalar(r, s.state, () => r.f.i32(to));
    r.f.br(to < 0 ? exit : again);
  };
  if (jump.kind === 'go') {
    go(jump.to);
    return;
  }
  r.statement = jump.id;
  countPart(r, { kind: 'statement', id: jump.id });
  if (jump.kind === 'branch') {
    emitExpr(r, jump.condition);
    r.f.ifBlock();
    go(jump.then);
    r.f.end();
    go(jump.else);
    return;
  }
  const selector = emitCases(r, jump.selector, jump.cases);
  for (const { to } of jump.cases) {
    r.f.end();
    go(to);
  }
  r.f.end();
  go(jump.default);
  r.f.release(selector);
}

/**
 * The budget of steps: a global counts down, one for each iteration and each call. Below 0 the host is asked for more,
 * and looks at its clock.
 */
import { type RoutineContext, site } from './context';
import {
  callImport,
  end,
  globalGet,
  globalSet,
  i32Const,
  i64Const,
  ifBlock,
  localGet,
  localTee,
  op,
  release,
  scratch,
} from './encoding/emit';
import { Op, WasmType } from './encoding/opcodes';
import { refuelImport } from './traps';

/** Takes as many steps as `amount` leaves on the stack (i64), or one. */
export function takeFuel(r: RoutineContext, amount?: () => void): void {
  const rest = scratch(r.f, WasmType.i64);
  globalGet(r.f, r.m.globals.fuel);
  if (amount) amount();
  else i64Const(r.f, 1n);
  op(r.f, Op.i64_sub);
  localTee(r.f, rest);
  globalSet(r.f, r.m.globals.fuel);
  localGet(r.f, rest);
  i64Const(r.f, 0n);
  op(r.f, Op.i64_lt_s);
  ifBlock(r.f);
  i32Const(r.f, site(r, 'budget-steps'));
  callImport(r.f, refuelImport(r));
  end(r.f);
  release(r.f, rest);
}

/** The budget of steps: a global counts down by one for each iteration and each call. Below 0 the host is asked for more, and looks at its clock. */
import { type RoutineContext, site } from './context';
import { Op, WasmType } from './encoding/opcodes';
import { refuelImport } from './traps';

/** Takes as many steps as `amount` leaves on the stack (i64), or one. */
export function takeFuel(r: RoutineContext, amount?: () => void): void {
  const rest = r.f.scratch(WasmType.i64);
  r.f.globalGet(r.m.globals.fuel);
  if (amount) amount();
  else r.f.i64(1n);
  r.f.op(Op.i64_sub).tee(rest).globalSet(r.m.globals.fuel);
  r.f.get(rest).i64(0n).op(Op.i64_lt_s);
  r.f.ifBlock();
  r.f.i32(site(r, 'budget-steps')).callImport(refuelImport(r));
  r.f.end().release(rest);
}

/** Ways out of a run: calls of the host that never return. */
import { type RoutineContext, site, type TrapCode } from './context';
import { importFunction } from './encoding/module';
import { Op, WasmType } from './encoding/opcodes';

const { i32, f64 } = WasmType;

/** The run ends here. `detail`, if given, leaves a number (f64) on the stack: the value at fault. */
export function trap(r: RoutineContext, siteIndex: number, detail?: () => void): void {
  const index = importFunction(r.m.module, 'trap', { parameters: [i32, f64], results: [] });
  r.f.i32(siteIndex);
  if (detail) detail();
  else r.f.f64(0);
  r.f.callImport(index).op(Op.unreachable);
}

/** Ends the run when the i32 on the stack is not 0. */
export function trapIf(
  r: RoutineContext,
  code: TrapCode,
  detail?: () => void,
  more: Parameters<typeof site>[2] = {},
): void {
  r.f.ifBlock();
  trap(r, site(r, code, more), detail);
  r.f.end();
}

/** A subscript was out of bounds: value, lower bound and extent are on the stack as f64, the site below them. */
export function boundsImport(r: RoutineContext): number {
  return importFunction(r.m.module, 'bounds', { parameters: [i32, f64, f64, f64], results: [] });
}

/** Asks for room in one of the growing areas; the host moves what lies above. Returns, or ends the run. */
export function growImport(r: RoutineContext): number {
  return importFunction(r.m.module, 'grow', { parameters: [i32, i32, i32], results: [] });
}

/** The step counter fell below 0: the host grants more, or ends the run. */
export function refuelImport(r: RoutineContext): number {
  return importFunction(r.m.module, 'refuel', { parameters: [i32], results: [] });
}

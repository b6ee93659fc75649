/**
 * The back end that runs: typed IR to the bytes of a WebAssembly module.
 *
 * Every routine becomes an exported function `r<index>`. The module imports `host.memory` and functions of the host:
 * `trap(site, detail)`, `bounds(site, subscript, lower, extent)`, `grow(area, bytes, site)`, `refuel(site)`, and
 * elementary functions under the names of the table. The first two never return.
 *
 * Memory, from low to high: globals, count points, what the host puts there for the entry's arguments, then four areas
 * that grow: frames, bits, control, values. Pointers into an area are exported globals, so the host can move it.
 */
import type { Program, VariableId } from '../../ir/types';
import { type CountPoint, type ModuleContext, moduleGlobals, type Site, type WasmOptions } from './context';
import { finishModule, newModule } from './encoding/module';
import { routineFacts } from './facts';
import { align16, staticLayout } from './layout';
import { compileRoutine } from './routine';

export { MAX_DEPTH } from './calls';
export type { CountedPart, CountPoint, Site, TrapCode, WasmOptions } from './context';
export { elementCount as elementCountOf, isStatic } from './layout';
export { MAX_ARRAY_BYTES } from './routine';
export { AREAS, controlBytes } from './tape';

export interface WasmModule {
  readonly bytes: Uint8Array;
  /** Addresses of globals. */
  readonly addresses: ReadonlyMap<VariableId, number>;
  /** The sites that a trap's first argument counts through. */
  readonly sites: readonly Site[];
  /** With `counters`: what is counted in the 64-bit words from `pointsAddress` on. */
  readonly points: readonly CountPoint[];
  readonly pointsAddress: number;
  /** With `counters`: by recording, the word that counts the elements of arrays pushed whole. */
  readonly arrayPushes: ReadonlyMap<number, number>;
  /** First address that the host may use, 16-aligned. */
  readonly free: number;
}

export function compileToWasm(program: Program, options: WasmOptions = { counters: false }): WasmModule {
  const module = newModule();
  const statics = staticLayout(program);
  const m: ModuleContext = {
    program,
    options,
    module,
    globals: moduleGlobals(module),
    statics,
    facts: routineFacts(program),
    sites: [],
    points: [],
    pointsAddress: align16(statics.end),
    arrayPushes: new Map(),
  };
  const functions = program.routines.map((routine, index) => compileRoutine(m, routine, index));
  return {
    bytes: finishModule(module, functions),
    addresses: statics.addresses,
    sites: m.sites,
    points: m.points,
    pointsAddress: m.pointsAddress,
    arrayPushes: m.arrayPushes,
    free: align16(m.pointsAddress + 8 * m.points.length),
  };
}

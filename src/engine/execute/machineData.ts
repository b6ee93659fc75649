/** The data of a machine's run: arguments, globals, areas of memory that grow. */
import { AREAS, type WasmModule } from '../backend/wasm';
import { invariant } from '../base/assert';
import { itemAt } from '../base/lookup';
import { memoryBytes } from '../ir/build';
import { variableOf } from '../ir/names';
import type { Program, Routine } from '../ir/types';
import type { WasmGlobal, WasmMemory } from './host';
import { writeValues } from './inputs/values';
import { type RunInput, type RunLimits, type RunOutcome, type Trap, trapAt } from './outcome';

export function globalOf(state: State, name: string): WasmGlobal {
  const found = state.globals[name];
  invariant(found, `no global ${name}`);
  return found;
}

export function numberOf(state: State, name: string): number {
  return Number(globalOf(state, name).value);
}

export function setGlobal(state: State, name: string, value: number): void {
  globalOf(state, name).value = value;
}

/** Doubles an area, or makes it just large enough where doubling would exceed the budget; false if even that would exceed it. */
export function growArea(state: State, area: number, bytes: number): boolean {
  const { borders } = state;
  const start = borders[area] as number;
  const limit = borders[area + 1] as number;
  const last = borders.at(-1) as number;
  const least = Math.ceil((bytes + 16) / 16) * 16;
  const wanted = Math.max(limit - start, least);
  const delta = last + wanted <= state.limits.bytes ? wanted : least;
  if (last + delta > state.limits.bytes || !ensureMemory(state, last + delta)) return false;
  new Uint8Array(state.memory.buffer).copyWithin(limit + delta, limit, last);
  for (let i = area + 1; i < borders.length; i++) borders[i] = (borders[i] as number) + delta;
  AREAS.forEach((name, i) => {
    if (i > area && (name === 'control' || name === 'value'))
      setGlobal(state, name, numberOf(state, name) + delta);
  });
  setAreaGlobals(state);
  return true;
}

export function ensureMemory(state: State, bytes: number): boolean {
  const missing = bytes - state.memory.buffer.byteLength;
  if (missing <= 0) return true;
  try {
    state.memory.grow(Math.ceil(missing / PAGE));
    return true;
  } catch {
    return false;
  }
}

function setAreaGlobals(state: State): void {
  const [, bit, control, value, end] = state.borders as [number, number, number, number, number];
  setGlobal(state, 'frameLimit', bit);
  setGlobal(state, 'bitBase', bit);
  setGlobal(state, 'bitLimit', (control - bit) * 8);
  setGlobal(state, 'controlBase', control);
  setGlobal(state, 'controlLimit', value);
  setGlobal(state, 'valueBase', value);
  setGlobal(state, 'valueLimit', end);
}

export interface Places {
  /** The arguments of the function. */
  readonly values: readonly (number | bigint)[];
  /** By parameter: the address of what is passed by reference, or null. */
  readonly addresses: readonly (number | null)[];
  readonly end: number;
}

export function placeArguments(
  program: Program,
  routine: Routine,
  module: WasmModule,
  input: RunInput,
): Places {
  let end = module.free;
  const values: (number | bigint)[] = [];
  const addresses = routine.parameters.map((id, i) => {
    const v = variableOf(program, id);
    const given = itemAt(input.arguments, i);
    if (!v.shape && v.passing === 'value') {
      const value = itemAt(given, 0);
      values.push(v.type === 'i64' ? BigInt(Math.trunc(value)) : value);
      return null;
    }
    const address = end;
    values.push(address);
    if (v.shape) values.push(given.length);
    end += Math.ceil((Math.max(1, given.length) * memoryBytes(v.type)) / 16) * 16;
    return address;
  });
  return { values, addresses, end };
}

export function tooLarge(input: RunInput): MachineOutcome {
  return {
    trap: trapAt({ code: 'budget-memory', statement: null }),
    arguments: input.arguments,
    result: null,
    globals: new Map(),
    steps: 0,
    counts: [],
    peakBytes: 0,
    peakSnapshots: 0,
    milliseconds: 0,
  };
}

export function startAreas(state: State, start: number): boolean {
  const sizes = FIRST_SIZES.map((size, i) =>
    state.borders.length === 0
      ? size
      : Math.max(size, (state.borders[i + 1] as number) - (state.borders[i] as number)),
  );
  let end = start;
  const borders = [end];
  for (const size of sizes) {
    end += size;
    borders.push(end);
  }
  if (!ensureMemory(state, end)) return false;
  state.borders.splice(0, state.borders.length, ...borders);
  setGlobal(state, 'frame', borders[0] as number);
  setGlobal(state, 'bit', 0);
  setGlobal(state, 'control', borders[2] as number);
  setGlobal(state, 'value', borders[3] as number);
  setAreaGlobals(state);
  return true;
}

export function writeGlobals(program: Program, module: WasmModule, state: State, input: RunInput): void {
  new Uint8Array(state.memory.buffer).fill(0, 0, module.free);
  const view = new DataView(state.memory.buffer);
  for (const [id, address] of module.addresses) {
    const v = variableOf(program, id);
    if (v.initial) writeValues(view, v.type, address, v.initial);
  }
  for (const [id, values] of input.globals) {
    const address = module.addresses.get(id);
    if (address !== undefined) writeValues(view, variableOf(program, id).type, address, values);
  }
}

export function writeArguments(
  program: Program,
  routine: Routine,
  state: State,
  places: Places,
  input: RunInput,
): void {
  const view = new DataView(state.memory.buffer);
  routine.parameters.forEach((id, i) => {
    const address = places.addresses[i];
    if (address != null) writeValues(view, variableOf(program, id).type, address, itemAt(input.arguments, i));
  });
}

export const PAGE = 65_536;

export const FIRST_SIZES = [65_536, 1_024, 8_192, 65_536] as const;

export interface MachineOutcome extends RunOutcome {
  /** With `counters`: how many times each count point was passed. */
  readonly counts: readonly number[];
  /** With `counters`: the largest number of bytes on the tape. */
  readonly peakBytes: number;
  /** With `counters`: the largest number of snapshots on the tape. */
  readonly peakSnapshots: number;
  /** The time of the program alone. */
  readonly milliseconds: number;
}

export interface State {
  readonly memory: WasmMemory;
  readonly globals: Record<string, WasmGlobal>;
  /** The start of each area, and the end of the last. */
  readonly borders: number[];
  limits: RunLimits;
  granted: number;
  started: number;
  trap: Trap | null;
}

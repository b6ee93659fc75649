/**
 * Runs a program as WebAssembly. A machine is compiled once and run as often as one likes; each run starts from fresh
 * globals. Memory above the arguments is four areas that grow when full (see backend/wasm/index.ts).
 */
import { compileToWasm, elementCountOf, type WasmModule, type WasmOptions } from '../backend/wasm/index';
import { invariant } from '../base/assert';
import { itemAt, keysOf } from '../base/lookup';
import { ELEMENTARY } from '../ir/elementary';
import { variableOf } from '../ir/names';
import type { Program, Routine, VariableId } from '../ir/types';
import type { Host, WasmGlobal, WasmMemory } from './host';
import { readValue, readValues } from './inputs/values';
import {
  ensureMemory,
  globalOf,
  growArea,
  type MachineOutcome,
  numberOf,
  type Places,
  placeArguments,
  type State,
  setGlobal,
  startAreas,
  tooLarge,
  writeArguments,
  writeGlobals,
} from './machineData';
import { type RunInput, type RunLimits, type Trap, trapAt } from './outcome';

/** Steps between two looks at the clock. */
const CHUNK = 1_048_576;
/** More steps than any run takes. */
const PLENTY = 1n << 60n;

export interface Machine {
  readonly module: WasmModule;
  readonly run: (input: RunInput, limits: RunLimits) => MachineOutcome;
  /**
   * Runs it `times` over, each time from the same state, and returns the milliseconds for all of them. `empty` does
   * everything except the run itself, for a time to subtract. Null if a run ended early.
   */
  readonly repeat: (input: RunInput, limits: RunLimits, times: number, empty: boolean) => number | null;
}

/**
 * Machines that take turns may share a memory, since every run sets it up afresh: memories are expensive, because JavaScript
 * engines reserve address space for the largest size.
 */
export function createMachine(
  host: Host,
  program: Program,
  options: WasmOptions = { counters: false },
  memory: WasmMemory = newMemory(host),
): Machine {
  const module = compileToWasm(program, options);
  const state: State = {
    memory,
    globals: {},
    borders: [],
    limits: { steps: 0, milliseconds: 0, bytes: 0 },
    granted: 0,
    started: 0,
    trap: null,
  };
  const instance = new host.wasm.Instance(new host.wasm.Module(module.bytes), {
    host: { memory, ...imports(state, module, host) },
  });
  for (const [name, value] of Object.entries(instance.exports))
    if (typeof value !== 'function') state.globals[name] = value as WasmGlobal;
  const made: Made = { program, module, state, host, exports: instance.exports };
  return {
    module,
    run: (input, limits) => runOnce(made, input, limits),
    repeat: (input, limits, times, empty) => {
      const call = entryOf(made, input);
      return prepare(made, call, input, limits) ? runRepeatedly(made, call, times, empty) : null;
    },
  };
}

export function newMemory(host: Host): WasmMemory {
  return new host.wasm.Memory({ initial: 1 });
}

// -------------------------------------------------------------------------------------------------------- imports

function imports(state: State, module: WasmModule, host: Host): Record<string, unknown> {
  const end = (trap: Trap): never => {
    state.trap = trap;
    throw new Error('the run ended early');
  };
  const at = (site: number, more: Partial<Trap> = {}): Trap => {
    const found = module.sites[site];
    invariant(found, `no site ${site}`);
    return trapAt(found, more);
  };
  const functions: Record<string, unknown> = {
    trap: (site: number, value: number) => end(at(site, { value })),
    bounds: (site: number, value: number, lower: number, extent: number) =>
      end(at(site, { value, lower, extent })),
    grow: (area: number, bytes: number, site: number) => {
      if (!growArea(state, area, bytes >>> 0)) end(at(site));
    },
    refuel: (site: number) => {
      const fuel = globalOf(state, 'fuel');
      const used = state.granted - Number(fuel.value);
      if (used > state.limits.steps) end(at(site));
      if (host.now() - state.started > state.limits.milliseconds) end(at(site, { code: 'budget-time' }));
      const more = Math.min(CHUNK, state.limits.steps - used);
      state.granted = used + more;
      fuel.value = BigInt(more);
    },
  };
  for (const fn of keysOf(ELEMENTARY)) functions[fn] = ELEMENTARY[fn].evaluate;
  return functions;
}

// ------------------------------------------------------------------------------------------------------------ run

interface Made {
  readonly program: Program;
  readonly module: WasmModule;
  readonly state: State;
  readonly host: Host;
  readonly exports: Record<string, unknown>;
}

/** The exported function of the routine that is run, and where its arguments lie. */
interface EntryCall {
  readonly routine: Routine;
  readonly entry: (...args: unknown[]) => unknown;
  readonly places: Places;
}

function runOnce(made: Made, input: RunInput, limits: RunLimits): MachineOutcome {
  const { state, host } = made;
  const call = entryOf(made, input);
  if (!prepare(made, call, input, limits)) return tooLarge(input);
  const from = host.now();
  const result = callEntry(state, call.entry, call.places.values);
  const milliseconds = host.now() - from;
  return { ...collect(made, call, input, result), milliseconds };
}

function entryOf({ program, module, exports }: Made, input: RunInput): EntryCall {
  const index = program.routines.findIndex((r) => r.name === input.entry);
  const routine = program.routines[index];
  invariant(routine, `no routine ${input.entry}`);
  const entry = exports[`r${index}`] as (...args: unknown[]) => unknown;
  return { routine, entry, places: placeArguments(program, routine, module, input) };
}

/** Sets everything up for a run; false if there is not enough memory. */
function prepare(
  { program, module, state, host }: Made,
  { routine, places }: EntryCall,
  input: RunInput,
  limits: RunLimits,
): boolean {
  state.limits = limits;
  state.trap = null;
  if (places.end > limits.bytes || !ensureMemory(state, places.end)) return false;
  writeGlobals(program, module, state, input);
  writeArguments(program, routine, state, places, input);
  if (!startAreas(state, places.end)) return false;
  state.started = host.now();
  state.granted = Math.min(CHUNK, limits.steps);
  globalOf(state, 'fuel').value = BigInt(state.granted);
  for (const name of ['depth', 'callSite', 'peak', 'snapshots', 'mostSnapshots']) setGlobal(state, name, 0);
  return true;
}

function runRepeatedly(
  { state, host }: Made,
  { entry, places: { values, end } }: EntryCall,
  times: number,
  empty: boolean,
): number | null {
  const image = new Uint8Array(state.memory.buffer.slice(0, end));
  // One run within its limits: the later ones do the same, and need neither fuel nor more memory.
  callEntry(state, entry, values);
  if (state.trap) return null;
  const [frame, , control, value] = state.borders as [number, number, number, number, number];
  const start = { frame, bit: 0, control, value };
  const names = keysOf(start);
  // A run that leaves all stacks as they were, as an adjoint does, need not have them reset.
  const unbalanced = names.filter((name) => numberOf(state, name) !== start[name]);
  globalOf(state, 'fuel').value = PLENTY;
  const memory = new Uint8Array(state.memory.buffer);
  const from = host.now();
  for (let k = 0; k < times; k++) {
    memory.set(image);
    for (const name of unbalanced) setGlobal(state, name, start[name]);
    if (!empty) entry(...values);
  }
  return host.now() - from;
}

function callEntry(
  state: State,
  entry: (...args: unknown[]) => unknown,
  values: readonly (number | bigint)[],
): number | null {
  try {
    const result = entry(...values);
    return result === undefined ? null : Number(result);
  } catch (error) {
    if (state.trap) return null;
    if (!isStackOverflow(error)) throw error;
    const called = numberOf(state, 'depth') > 0;
    const statement = called ? (numberOf(state, 'callSite') as Trap['statement']) : null;
    state.trap = trapAt({ code: 'stack-overflow', statement });
    return null;
  }
}

/** A RangeError in most engines; Firefox has an error of its own. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && /recursion/.test(error.message));
}

function collect(
  { program, module, state }: Made,
  { routine, places }: EntryCall,
  input: RunInput,
  result: number | null,
): Omit<MachineOutcome, 'milliseconds'> {
  const view = new DataView(state.memory.buffer);
  const read = (id: VariableId, address: number, count: number) =>
    readValues(view, variableOf(program, id).type, address, count);
  const globals = new Map<VariableId, number[]>();
  for (const [id, address] of module.addresses) {
    const count = (input.globals.get(id) ?? []).length || elementCountOf(variableOf(program, id));
    globals.set(id, read(id, address, count));
  }
  const height =
    numberOf(state, 'value') -
    numberOf(state, 'valueBase') +
    (numberOf(state, 'control') - numberOf(state, 'controlBase')) +
    Math.ceil(numberOf(state, 'bit') / 8);
  return {
    trap: state.trap,
    arguments: routine.parameters.map((id, i) => {
      const address = places.addresses[i];
      const given = itemAt(input.arguments, i);
      return address == null ? given : read(id, address, given.length);
    }),
    result,
    globals,
    steps: state.granted - numberOf(state, 'fuel'),
    counts: module.points.map((_, i) => readValue(view, 'i64', module.pointsAddress + 8 * i)),
    peakBytes: Math.max(numberOf(state, 'peak'), height),
    peakSnapshots: numberOf(state, 'mostSnapshots'),
  };
}

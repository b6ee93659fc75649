/**
 * The reference interpreter: the same IR as WebAssembly runs, executed by closures that share nothing with it but the
 * table of elementary functions. Slower, and it sees more: undefined reads, kinks, the first value that is not finite,
 * tangents by dual numbers, and every step for a trace.
 */

import { elementCountOf } from '../backend/wasm/index';
import { itemAt } from '../base/lookup';
import { getOrMake } from '../base/once';
import { isReal, memoryBytes } from '../ir/build';
import { parameterAt, routineOf, variableOf } from '../ir/names';
import type { Program, StatementId, Variable, VariableId } from '../ir/types';
import type { Grid } from './grid';
import { globalsOf } from './inputs/binding';
import { readValues, writeValue, writeValues } from './inputs/values';
import { compiledRoutine, type World } from './interpreter/calls';
import { type Block, type Historian, newBlock, newHistory, type RunHistory } from './interpreter/history';
import { markDefined } from './interpreter/memory';
import {
  type Finding,
  fail,
  type Interpreter,
  type OpenRoutine,
  type Overflow,
  type Pointer,
  setTrap,
} from './interpreter/state';
import { compileBody } from './interpreter/statements';
import { newTrace, type TraceColumns } from './interpreter/trace';
import { newWatch, type Watch } from './interpreter/watch';
import type { RunInput, RunLimits, RunOutcome } from './outcome';

export interface InterpretOptions {
  readonly now: () => number;
  readonly limits: RunLimits;
  /** Tangents of parameters and globals, in the form of `RunInput`; the tangents of outputs are then in `dots` of the outcome. */
  readonly dots?: Pick<RunInput, 'arguments' | 'globals'>;
  readonly trace?: boolean;
  /** Records how every value came about, in at most so many nodes. */
  readonly history?: number;
  /** Called before every assignment, call, PUSH and POP, with the routines that run, the entry first; may change memory. */
  readonly enter?: (id: StatementId, open: readonly OpenRoutine[]) => void;
  /** Called at the end of every routine, which is the last of those that run; used with `enter`. */
  readonly leave?: (open: readonly OpenRoutine[]) => void;
  /** Records every read and write, in order. */
  readonly watch?: boolean;
  /** Arguments, by position, that grow when a subscript needs more elements, up to `most` in all; `fill` gives the new values. */
  readonly stretch?: {
    readonly mayGrow: (position: number) => boolean;
    readonly fill: (position: number, index: number) => number;
    readonly most: number;
  };
}

export interface InterpretOutcome extends RunOutcome {
  /** In dual mode, tangents at the end. */
  readonly dots: {
    readonly arguments: number[][];
    readonly result: number;
    readonly globals: Map<VariableId, number[]>;
  };
  /** The entry routine as it was at its end, for callers that use `enter`. */
  readonly open: readonly OpenRoutine[];
  readonly parts: Interpreter['parts'];
  readonly counts: readonly number[];
  /** Entries pushed, by recording. */
  readonly pushes: ReadonlyMap<number, number>;
  readonly uninitialised: readonly Finding[];
  readonly kinks: readonly Finding[];
  readonly notFinite: Finding | null;
  readonly overflows: readonly Overflow[];
  readonly trace: {
    readonly columns: TraceColumns;
    /** Variables, each with the largest number of elements that it had, and its values at entry; null for locals. */
    readonly locations: readonly {
      readonly id: VariableId;
      readonly length: number;
      /** The grid of an array that the run came to. */
      readonly grid: Grid | null;
      readonly atEntry: readonly number[] | null;
    }[];
  } | null;
  readonly watch: Watch | null;
  /** With the nodes of parameters and globals at entry; the nodes at the end are in `dots`. */
  readonly history: {
    readonly run: RunHistory;
    readonly arguments: readonly (readonly number[])[];
    readonly globals: ReadonlyMap<VariableId, readonly number[]>;
  } | null;
}

/** One name for variables of several routines that are the same memory, as in a COMMON block. */
export function memoryName(v: Variable): string {
  return v.storage ? `${v.storage.root} ${v.storage.offset} ${v.type} ${elementCountOf(v)}` : `${v.id}`;
}

export function interpret(program: Program, input: RunInput, options: InterpretOptions): InterpretOutcome {
  const m = newInterpreter(program, options);
  const routine = routineOf(program, input.entry);
  const locations: VariableId[] = [];
  const numbers = new Map<string, number>();
  const locationOf = (id: VariableId) =>
    getOrMake(numbers, memoryName(variableOf(program, id)), () => locations.push(id) - 1);
  const globals = placeGlobals(program, m, input, options, locationOf);
  const parameters = routine.parameters.map((id, i) =>
    placeArgument(m, variableOf(program, id), i, { input, options }, locationOf(id)),
  );
  const { history } = m;
  const remembered =
    history && untilTrap(m, () => rememberInputs(program, history, routine.parameters, parameters, globals));
  const lengths: number[] = [];
  for (const p of [...parameters, ...globals.values()]) lengths[p.location] = p.count;
  const world: World = { m, globals, routines: new Map(), locationOf, lengths, grids: [], compileBody };
  const atEntry = new Map<number, readonly number[]>();
  if (m.trace) {
    const given = [...globals].map(([id, p]) => [p, id] as const);
    for (const [p, id] of [...parameters.map((p, i) => [p, parameterAt(routine, i)] as const), ...given])
      atEntry.set(p.location, readValues(p.block.view, variableOf(program, id).type, p.offset, p.count));
  }
  const result = untilTrap(m, () => compiledRoutine(world, input.entry)?.run(parameters) ?? null);
  const read = (p: Pointer, v: Variable, count: number) => readValues(p.block.view, v.type, p.offset, count);
  const used = globalsOf(program, routine);
  return {
    trap: m.trap,
    arguments: parameters.map((p, i) => {
      const v = variableOf(program, parameterAt(routine, i));
      if (v.passing === 'value' && !v.shape) return [...itemAt(input.arguments, i)];
      return read(p, v, p.count);
    }),
    result:
      result && routine.result !== null
        ? (read(result, variableOf(program, routine.result), 1)[0] as number)
        : null,
    globals: new Map(
      used.map((id) => {
        const p = globals.get(id) as Pointer;
        return [id, read(p, variableOf(program, id), p.count)];
      }),
    ),
    steps: m.steps,
    dots: {
      arguments: parameters.map((p, i) => dotsOf(p, variableOf(program, parameterAt(routine, i)))),
      result: result?.block.dots?.[0] ?? 0,
      globals: new Map(used.map((id) => [id, dotsOf(globals.get(id) as Pointer, variableOf(program, id))])),
    },
    open: m.open,
    parts: m.parts,
    counts: m.counts,
    pushes: m.pushes,
    uninitialised: [...m.uninitialised.values()],
    kinks: [...m.kinks.values()],
    notFinite: m.notFinite,
    overflows: [...m.overflows.values()],
    trace: m.trace
      ? {
          columns: m.trace.columns(),
          locations: locations.map((id, k) => ({
            id,
            length: lengths[k] ?? 1,
            grid: world.grids[k] ?? null,
            atEntry: atEntry.get(k) ?? null,
          })),
        }
      : null,
    watch: m.watch,
    history: remembered,
  };
}

function newInterpreter(program: Program, options: InterpretOptions): Interpreter {
  const m: Interpreter = {
    program,
    limits: options.limits,
    now: options.now,
    dual: options.dots !== undefined,
    shadows: options.dots !== undefined || options.history !== undefined,
    history: options.history
      ? newHistory(
          () => m.statement,
          () => fail(m, 'budget-memory'),
          options.history,
        )
      : null,
    trace: options.trace
      ? newTrace(
          () => fail(m, 'stopped'),
          () => m.depth,
        )
      : null,
    watch: options.watch ? newWatch(() => fail(m, 'budget-memory')) : null,
    enter: options.enter ? (id) => options.enter?.(id, m.open) : null,
    leave: options.enter ? () => options.leave?.(m.open) : null,
    open: [],
    statement: null,
    dot: 0,
    partialArgs: [],
    steps: 0,
    nextLook: 10_000,
    started: options.now(),
    depth: 0,
    bytes: 0,
    values: [],
    controls: [],
    parts: [],
    counts: [],
    pushes: new Map(),
    trap: null,
    uninitialised: new Map(),
    copied: null,
    kinks: new Map(),
    overflows: new Map(),
    notFinite: null,
  };
  return m;
}

/** Null from the trap on, and at once where there has been one. */
function untilTrap<Result>(m: Interpreter, run: () => Result): Result | null {
  if (m.trap) return null;
  try {
    return run();
  } catch (error) {
    if (m.trap) return null;
    if (!(error instanceof RangeError) || !/stack|recursion/.test(error.message)) throw error;
    setTrap(m, 'stack-overflow');
    return null;
  }
}

// -------------------------------------------------------------------------------------------------------- memory

function placeGlobals(
  program: Program,
  m: Interpreter,
  input: RunInput,
  options: InterpretOptions,
  locationOf: (id: VariableId) => number,
): Map<VariableId, Pointer> {
  const roots = new Map<string, Block>();
  for (const root of program.roots) roots.set(root.name, newBlock(root.bytes + 8, m.shadows, true));
  const globals = new Map<VariableId, Pointer>();
  for (const v of program.variables) {
    if (!v.storage && v.role !== 'global') continue;
    const count = elementCountOf(v);
    const root = v.storage ? roots.get(v.storage.root) : undefined;
    const block = root ?? newBlock(count * memoryBytes(v.type), m.shadows, true);
    const offset = root ? (v.storage?.offset ?? 0) : 0;
    globals.set(v.id, { block, offset, count, location: locationOf(v.id), start: offset });
    if (v.initial) writeValues(block.view, v.type, offset, v.initial);
  }
  for (const [id, values] of input.globals) {
    const p = globals.get(id);
    if (p) writeValues(p.block.view, variableOf(program, id).type, p.offset, values);
  }
  for (const [id, dots] of options.dots?.globals ?? []) {
    const p = globals.get(id);
    if (p) writeDots(p, variableOf(program, id), dots);
  }
  return globals;
}

function placeArgument(
  m: Interpreter,
  v: Variable,
  position: number,
  { input, options }: { readonly input: RunInput; readonly options: InterpretOptions },
  location: number,
): Pointer {
  const given = itemAt(input.arguments, position);
  const size = memoryBytes(v.type);
  const { stretch } = options;
  let pointer: Pointer | null = null;
  const grow = (count: number): boolean => {
    if (!stretch || !pointer || count > stretch.most) return false;
    if (count <= pointer.count) return true;
    stretchBlock(pointer, v, count, (i) => stretch.fill(position, i));
    return true;
  };
  const block = newBlock(given.length * size, m.shadows, true, stretch?.mayGrow(position) ? grow : null);
  pointer = { block, offset: 0, count: given.length, location, start: 0 };
  writeValues(block.view, v.type, 0, given);
  const dots = options.dots?.arguments[position];
  if (dots) writeDots(pointer, v, dots);
  return pointer;
}

function stretchBlock(p: Pointer, v: Variable, count: number, fill: (index: number) => number): void {
  const size = memoryBytes(v.type);
  const room = p.block.view.byteLength;
  // Room doubles: an array that grows by one element at a time is copied only now and then.
  if (count * size > room) enlarge(p.block, Math.max(count * size, 2 * room));
  for (let i = p.count; i < count; i++) {
    writeValue(p.block.view, v.type, i * size, fill(i));
    markDefined(p.block, v.type, i * size);
  }
  p.count = count;
}

function enlarge(block: Block, bytes: number): void {
  const next = newBlock(bytes, block.dots !== null, true);
  new Uint8Array(next.view.buffer).set(new Uint8Array(block.view.buffer));
  next.defined.set(block.defined);
  if (block.dots) next.dots?.set(block.dots);
  block.view = next.view;
  block.defined = next.defined;
  block.dots = next.dots;
}

/** Makes a node for each element of a real; names that share storage share its nodes. */
function rememberInputs(
  program: Program,
  history: Historian,
  ids: readonly VariableId[],
  parameters: readonly Pointer[],
  globals: ReadonlyMap<VariableId, Pointer>,
): NonNullable<InterpretOutcome['history']> {
  const all = [...parameters.map((p, i) => [itemAt(ids, i), p] as const), ...globals];
  for (const [id, p] of all) {
    const v = variableOf(program, id);
    if (!isReal(v.type)) continue;
    writeDots(
      p,
      v,
      readValues(p.block.view, v.type, p.offset, p.count).map((x) => history.input(x)),
    );
  }
  const nodes = (id: VariableId, p: Pointer) => dotsOf(p, variableOf(program, id));
  return {
    run: history,
    arguments: parameters.map((p, i) => nodes(itemAt(ids, i), p)),
    globals: new Map([...globals].map(([id, p]) => [id, nodes(id, p)] as const)),
  };
}

function writeDots(p: Pointer, v: Variable, dots: readonly number[]): void {
  if (!isReal(v.type) || !p.block.dots) return;
  const words = memoryBytes(v.type) / 4;
  for (let i = 0; i < dots.length; i++) p.block.dots[(p.offset >> 2) + i * words] = dots[i] as number;
}

function dotsOf(p: Pointer, v: Variable): number[] {
  const { dots } = p.block;
  if (!dots || !isReal(v.type)) return [];
  const words = memoryBytes(v.type) / 4;
  return Array.from({ length: p.count }, (_, i) => dots[(p.offset >> 2) + i * words] as number);
}

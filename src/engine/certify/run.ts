/** One run over pairs: memory is laid out, given values and elements are placed, the entry routine runs. */

import { countOf } from '../ir/bounds';
import { isReal } from '../ir/build';
import { variableOf } from '../ir/names';
import type { Program, Variable, VariableId } from '../ir/types';
import { compiledRoutine, type Pointer, type World } from './calls';
import type { Domain } from './domain';
import { load } from './domain';
import {
  allocate,
  type Failed,
  type Limits,
  type Machine,
  newMachine,
  type PathObserver,
  storeReal,
  storeWhole,
  wordsOf,
} from './machine';
import { compileBody } from './statements';

/** A parameter or global, and what it holds when the run starts. */
export interface Placed {
  readonly id: VariableId;
  /** Position among the parameters; null for a global. */
  readonly position: number | null;
  readonly values: readonly number[];
  /**
   * Leaves the element beside value `i` in the domain's `acc`; false where there is none to be placed. Null where elements are
   * the values themselves.
   */
  readonly element: ((i: number) => boolean) | null;
  /** The same for the element of its tangent, in dual runs; null where that is zero. */
  readonly tangent?: ((i: number) => boolean) | null;
}

export interface RunOver {
  readonly program: Program;
  readonly entry: string;
  readonly domain: Domain;
  readonly limits: Limits;
  readonly placed: readonly Placed[];
  readonly dual?: boolean;
  readonly strict?: boolean;
  readonly path?: PathObserver;
}

export interface Finished {
  readonly failed: Failed | null;
  /** Entries that are left on the tape. */
  readonly left: number;
  /** Loads an element as the run left it into `acc`, and gives its double. `result`: of the entry routine. */
  readonly load: (which: VariableId | 'result', i: number) => number;
  readonly loadTangent: (which: VariableId | 'result', i: number) => void;
}

export function runOver(o: RunOver): Finished {
  const m = newMachine(o.program, o.domain, o.limits, { dual: o.dual ?? false, strict: o.strict ?? false });
  const pointers = new Map<VariableId | 'result', Pointer>();
  const attempt = <T>(run: () => T): T | null => {
    try {
      return run();
    } catch (error) {
      if (m.failed) return null;
      if (!(error instanceof RangeError) && !(error instanceof Error && /recursion/.test(error.message)))
        throw error;
      m.failed = { why: 'stack', statement: m.statement, variable: null };
      return null;
    }
  };
  const result = attempt(() => {
    const globals = placeGlobals(m, o, pointers);
    const world: World = {
      m,
      path: o.path ?? null,
      globals,
      compileBody,
      routines: new Map(),
    };
    const parameters = placeParameters(m, o, pointers);
    return compiledRoutine(world, o.entry)?.(parameters) ?? null;
  });
  if (result) pointers.set('result', result);
  const cell = (which: VariableId | 'result', i: number): number => {
    const p = pointers.get(which);
    if (!p) throw new Error(`nothing was placed for ${which}`);
    const type = which === 'result' ? 'f64' : variableOf(o.program, which).type;
    return p.at + i * wordsOf(type);
  };
  return {
    failed: m.failed,
    left: m.tape.length + m.control.length,
    load: (which, i) => {
      const at = cell(which, i);
      load(o.domain, m.element, at);
      return m.value[at] as number;
    },
    loadTangent: (which, i) => load(o.domain, m.dot, cell(which, i)),
  };
}

function placeGlobals(
  m: Machine,
  o: RunOver,
  pointers: Map<VariableId | 'result', Pointer>,
): Map<VariableId, Pointer> {
  const roots = new Map<string, number>();
  const take = (cells: number) => {
    const at = allocate(m, cells);
    m.isSet.fill(1, at, at + cells);
    return at;
  };
  for (const root of o.program.roots) roots.set(root.name, take(Math.ceil(root.bytes / 4) + 2));
  const globals = new Map<VariableId, Pointer>();
  for (const v of o.program.variables) {
    if (!v.storage && v.role !== 'global') continue;
    const count = countOf(v) ?? 1;
    const root = v.storage ? roots.get(v.storage.root) : undefined;
    const at = root === undefined ? take(count * wordsOf(v.type)) : root + (v.storage?.offset ?? 0) / 4;
    globals.set(v.id, { at, count });
    pointers.set(v.id, { at, count });
    if (v.initial) place(m, v, at, { values: v.initial.slice(0, count), element: null });
  }
  for (const placed of o.placed) {
    const p = placed.position === null ? globals.get(placed.id) : undefined;
    if (p) place(m, variableOf(o.program, placed.id), p.at, placed);
  }
  return globals;
}

function placeParameters(m: Machine, o: RunOver, pointers: Map<VariableId | 'result', Pointer>): Pointer[] {
  const parameters: Pointer[] = [];
  for (const placed of o.placed) {
    if (placed.position === null) continue;
    const v = variableOf(o.program, placed.id);
    const count = placed.values.length;
    const p = { at: allocate(m, Math.max(1, count) * wordsOf(v.type)), count };
    place(m, v, p.at, placed);
    parameters[placed.position] = p;
    pointers.set(placed.id, p);
  }
  return parameters;
}

function place(
  m: Machine,
  v: Variable,
  at: number,
  given: Pick<Placed, 'values' | 'element' | 'tangent'>,
): void {
  const words = wordsOf(v.type);
  given.values.forEach((value, i) => {
    const cell = at + i * words;
    if (!isReal(v.type)) {
      storeWhole(m, cell, value);
      return;
    }
    const x = v.type === 'f32' ? Math.fround(value) : value;
    m.isSet[cell] = 1;
    if (given.element?.(i) === false) return;
    if (!given.element && Number.isFinite(x)) m.domain.number(x);
    storeReal(m, cell, x);
    if (given.tangent?.(i)) m.dot.set(m.domain.acc, 3 * cell);
  });
}

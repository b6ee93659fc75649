/**
 * The adjoints of a backward sweep, at the points of the program that inside.ts counts. The backward code of a statement
 * turns the adjoints after it into those before it, so the adjoints at a point are the values in memory when the code of an
 * earlier statement begins. The backward code of a call runs the backward sweep of the callee for the same call: in each
 * routine the last run of a statement comes first on the way back.
 */
import { itemAt, lastOf } from '../../base/lookup';
import { getOrMake } from '../../base/once';
import { locationKey, routineNamed, routineOf, variableOf } from '../../ir/names';
import { primalStatement } from '../../ir/statements';
import type { Program, StatementId, VariableId } from '../../ir/types';
import { givenTo } from '../derivatives';

import { readValues } from '../inputs/values';
import { interpret } from '../interpreter';
import type { OpenRoutine, Pointer } from '../interpreter/state';
import { cameToEnd } from '../outcome';
import { bindPorts, portsOf } from '../runnable';
import { type Cell, type Inside, type Point, placeOf } from './inside';
import { type VisitCounter, visitCounters } from './visits';

/** Cell by cell; 0 where a cell has no adjoint, as `known` tells. */
export interface Adjoints {
  readonly values: Float64Array;
  readonly known: Uint8Array;
}

/** A routine that runs in the adjoint program. */
interface Sweep {
  /** The call whose backward sweep it is, by its point; -1 is the entry. Null if it is not the backward sweep of a call. */
  readonly call: number | null;
  readonly count: VisitCounter;
  readonly ends: ReadonlySet<StatementId>;
  /** By statement: its points in this run, in order. */
  readonly runs: ReadonlyMap<StatementId, readonly number[]>;
  /** The point whose backward code runs; null between the codes of two points. */
  at: number | null;
  last: number;
  /** The adjoints of its parameters when it began, by place. */
  readonly before: Places<number>;
}

type Places<T> = Map<Pointer['block'], Map<number, T>>;

/**
 * Adjoints at some points, for the cells of each. A point that the backward sweep does not reach is left out: a routine
 * called there has no adjoint. A text says why the sweep can't be read in this way.
 */
export function adjointsAt(
  s: Inside,
  points: readonly Point[],
  wanted: readonly number[],
  cellsAt: (point: number) => readonly Cell[],
): ReadonlyMap<number, Adjoints> | string {
  const { program, entry } = s.adjoint;
  const runsOf = runsByCall(points);
  const counters = visitCounters(program);
  const at = new Map<number, Adjoints>();
  const open = [...wanted].sort((a, b) => b - a);
  let next = 0;
  let order = true;
  const ports = portsOf(s.primal, s.adjoint);
  const reader = createReader(s, new Set(ports.map(({ id }) => id)));
  const sweeps: Sweep[] = [];
  const groups = new Map<StatementId, number>();

  function begin(routines: readonly OpenRoutine[]): Sweep {
    const routine = routines[sweeps.length] as OpenRoutine;
    const around = sweeps.at(-1);
    const call = around === undefined ? -1 : around.call === null ? null : around.at;
    const sweep: Sweep = {
      call,
      count: counters(routine.routine),
      ends: endsOf(program, routine.routine),
      runs: (call === null ? undefined : runsOf.get(call)) ?? new Map(),
      at: null,
      last: points.length,
      before: new Map(),
    };
    if (call !== null && call >= 0) reader.keepParameters(routine, sweep.before);
    sweeps.push(sweep);
    return sweep;
  }
  /** The points asked for after `beyond` have the current adjoints, if they belong to the routine that runs. */
  function look(beyond: number, routines: readonly OpenRoutine[]): void {
    const { call } = lastOf(sweeps);
    for (; next < open.length && (open[next] as number) > beyond; next++) {
      const point = open[next] as number;
      if ((points[point]?.call ?? -1) === call) at.set(point, reader.read(cellsAt(point), routines, sweeps));
    }
  }

  const input = bindPorts(entry, ports, (port) => givenTo(port, { inputs: s.inputs, seeds: s.seeds }));
  const outcome = interpret(program, input, {
    now: () => 0,
    limits: s.limits,
    enter: (id, routines) => {
      const sweep = sweeps.length < routines.length ? begin(routines) : lastOf(sweeps);
      if (sweep.call === null) return;
      const visit = sweep.count(id);
      if (visit?.sweep !== 'backward') {
        if (sweep.call >= 0 && visit === null) {
          // What follows gives adjoints back to the caller; at the end of the sweep also for points without backward code.
          const beyond = sweep.ends.has(id) ? sweep.call : (sweep.at ?? points.length) - 1;
          look(beyond, routines);
        }
        sweep.at = null;
        return;
      }
      if (!visit.begins) return;
      const list = sweep.runs.get(visit.origin);
      const point = list?.[list.length - visit.number];
      if (sweep.call < 0) groups.set(visit.origin, visit.number);
      sweep.at = point ?? null;
      if (point === undefined) return;
      if (sweep.call < 0) order &&= point < sweep.last;
      sweep.last = point;
      look(itemAt(points, point).last, routines);
    },
    leave: (routines) => {
      // A routine without statements never began.
      if (sweeps.length < routines.length) return;
      const { call } = lastOf(sweeps);
      if (routines.length === 1) return;
      if (call !== null) look(call, routines);
      sweeps.pop();
    },
  });
  if (!cameToEnd(outcome)) return 'The run of the adjoint does not come to its end.';
  if (sweeps.length === 0) begin(outcome.open);
  look(-1, outcome.open.slice(0, 1));
  const runs = runsOf.get(-1);
  const matched = [...groups].every(([origin, n]) => !runs?.has(origin) || runs.get(origin)?.length === n);
  if (!order || !matched)
    return 'The backward sweep does not go back statement by statement here, so its adjoints can’t be matched with points of the program.';
  return at;
}

/** The assignments at the end of a routine that belong to no statement of the program. */
function endsOf(program: Program, name: string): ReadonlySet<StatementId> {
  const { body } = routineOf(program, name);
  const own = body.findLastIndex((s) => s.kind !== 'assign' || primalStatement(s) !== null);
  return new Set(body.slice(own + 1).map(({ id }) => id));
}

function runsByCall(points: readonly Point[]): Map<number, Map<StatementId, number[]>> {
  const calls = new Map<number, Map<StatementId, number[]>>();
  points.forEach(({ id, call }, point) => {
    const runs = calls.get(call) ?? new Map<StatementId, number[]>();
    calls.set(call, runs);
    getOrMake(runs, id, () => []).push(point);
  });
  return calls;
}

/** Reads the adjoints of cells from the memory of the adjoint program. `named`: adjoints that are its arguments. */
function createReader(s: Inside, named: ReadonlySet<VariableId>) {
  const { program } = s.adjoint;
  const primal = s.primal.program;
  const inRoutine = adjointsByRoutine(primal, program);
  const isGlobal = (id: VariableId) => variableOf(primal, id).role === 'global';
  const adjointOf = (depth: number, routine: string, variable: VariableId) =>
    depth === 0 || isGlobal(variable) ? s.adjointOf.get(variable) : inRoutine(routine).get(variable);
  /** The variable that holds an adjoint; null for a seed that the adjoint program does not name, which stays as it is. */
  const heldBy = (depth: number, open: OpenRoutine | undefined, variable: VariableId) => {
    const id = open && adjointOf(depth, open.routine, variable);
    const isUsed = id !== undefined && (depth > 0 || !isGlobal(variable) || named.has(id));
    return isUsed ? id : null;
  };

  return {
    /** Stores the current adjoints of parameters into `places`. */
    keepParameters({ routine, pointerOf }: OpenRoutine, places: Places<number>): void {
      for (const id of inRoutine(routine).values()) {
        const p = pointerOf(id);
        if (!p || variableOf(program, id).shape) continue;
        const [x = 0] = readValues(p.block.view, variableOf(program, id).type, p.offset, 1);
        keep(places, p, p.offset, x);
      }
    },
    /**
     * A parameter passed by value is a cell of its own, but shares its adjoint with the actual argument: its share is what
     * has been added since its routine began.
     */
    read(cells: readonly Cell[], routines: readonly OpenRoutine[], sweeps: readonly Sweep[]): Adjoints {
      const values = new Float64Array(cells.length);
      const known = new Uint8Array(cells.length);
      const owners: Places<{ cell: number; from: number }> = new Map();
      cells.forEach(({ depth, variable, index }, k) => {
        const id = heldBy(depth, routines[depth], variable);
        const p = id === null ? null : (routines[depth]?.pointerOf(id) ?? null);
        known[k] = p || depth === 0 ? 1 : 0;
        if (!p || id === null) {
          if (depth === 0) values[k] = s.seeds[locationKey(primal, variable)]?.[index] ?? 0;
          return;
        }
        if (index >= p.count) return;
        const place = placeOf(program, { variable: id, index }, p);
        const [x = 0] = readValues(p.block.view, variableOf(program, id).type, place, 1);
        const owner = owners.get(p.block)?.get(place);
        const from = sweeps[depth]?.before.get(p.block)?.get(place);
        if (owner === undefined || from === undefined) {
          values[k] = x;
          keep(owners, p, place, { cell: k, from: 0 });
        } else {
          values[owner.cell] = from - owner.from;
          values[k] = x - from;
          keep(owners, p, place, { cell: k, from });
        }
      });
      return { values, known };
    },
  };
}

function keep<T>(places: Places<T>, { block }: Pointer, place: number, value: T): void {
  const known = places.get(block) ?? new Map<number, T>();
  places.set(block, known);
  known.set(place, value);
}

/** By routine of the adjoint program, the adjoint of each primal variable; for a parameter with a copy, that of the copy. */
function adjointsByRoutine(
  primal: Program,
  program: Program,
): (routine: string) => ReadonlyMap<VariableId, VariableId> {
  const known = new Map<string, Map<VariableId, VariableId>>();
  return (name) => {
    return getOrMake(known, name, () => {
      const routine = routineNamed(program, name);
      return new Map(
        [...(routine?.parameters ?? []), ...(routine?.locals ?? [])].flatMap((id) => {
          const of = variableOf(program, id).derivativeOf;
          return of !== null && of < primal.variables.length ? [[of, id] as const] : [];
        }),
      );
    });
  };
}

/**
 * Looks at runs from the inside, between the statements of the entry routine: the tangents of a primal run, the adjoints of
 * a backward sweep, and the derivative from a point on. A point is the moment just before a statement runs, numbered in
 * the order of the primal run; the last one is the end.
 */
import { itemAt } from '../base/lookup';
import { isReal, memoryBytes } from '../ir/build';
import { locationKey } from '../ir/names';
import { walkStatements } from '../ir/statements';
import type { Program, StatementId, VariableId } from '../ir/types';
import { bindByKey, routineOf, type Values, valuesByKey, variableOf } from './binding';
import { givenTo } from './derivatives';
import { type InterpretOutcome, interpret } from './interpreter';
import type { Pointer } from './interpreter/state';
import { cameToEnd, type RunLimits } from './outcome';
import { bindPorts, portsOf, type Runnable } from './runnable';
import { readValues, writeValue } from './values';
import { visitCounter } from './visits';

/** The two programs, and what they are run on. */
export interface Inside {
  readonly primal: Runnable;
  readonly adjoint: Runnable;
  /** A primal variable's adjoint. */
  readonly adjointOf: ReadonlyMap<VariableId, VariableId>;
  readonly inputs: Values;
  readonly seeds: Values;
  readonly limits: RunLimits;
}

/** One element of a primal variable that has an adjoint. */
export interface Cell {
  readonly variable: VariableId;
  readonly index: number;
}

type PointerOf = (variable: VariableId) => Pointer | null;
const now = () => 0;

/** The statement at each point of the primal run; null where the run does not come to its end. */
export function pointsOf(s: Inside, most: number): StatementId[] | null {
  const leaves = new Set<StatementId>();
  const body = routineOf(s.primal.program, s.primal.entry).body;
  walkStatements(body, (each) => {
    if (each.kind === 'assign' || each.kind === 'call') leaves.add(each.id);
  });
  const points: StatementId[] = [];
  const outcome = runPrimal(s, {}, (id) => {
    if (leaves.has(id) && points.length <= most) points.push(id);
  });
  return cameToEnd(outcome) && points.length <= most ? points : null;
}

function runPrimal(
  s: Inside,
  dots: Values | null,
  enter: (id: StatementId, pointerOf: PointerOf) => void,
): InterpretOutcome {
  const { program, entry } = s.primal;
  return interpret(program, bindByKey(program, entry, s.inputs), {
    now,
    limits: s.limits,
    enter,
    ...(dots ? { dots: bindByKey(program, entry, zerosBut(s.inputs, dots)) } : {}),
  });
}

function zerosBut(inputs: Values, dots: Values): Values {
  return Object.fromEntries(Object.entries(inputs).map(([key, x]) => [key, dots[key] ?? x.map(() => 0)]));
}

/** Calls `at` when a run comes to a point; points are asked for in ascending order. */
function atPoints(
  points: readonly StatementId[],
  wanted: readonly number[],
  at: (point: number, pointerOf: PointerOf) => void,
) {
  let next = 0;
  let point = 0;
  return (id: StatementId, pointerOf: PointerOf) => {
    if (points[point] !== id) return;
    while (wanted[next] === point) at(wanted[next++] as number, pointerOf);
    point++;
  };
}

/** Sum of seeds times outputs, or of seeds times their tangents. */
function seeded(s: Inside, values: Values): number {
  let sum = 0;
  for (const [key, seeds] of Object.entries(s.seeds))
    seeds.forEach((x, i) => {
      if (x !== 0) sum += x * (values[key]?.[i] ?? 0);
    });
  return sum;
}

function seededDots(s: Inside, { dots }: InterpretOutcome): number {
  const { program, entry } = s.primal;
  return seeded(s, valuesByKey(program, entry, { ...dots, trap: null, steps: 0 }));
}

// ------------------------------------------------------------------------------------------------ along the whole run

/** The cells that both programs know, each once even where storage is shared. */
export function cellsOf(s: Inside, pointerOf: PointerOf): Cell[] {
  const seen = new Map<unknown, Set<number>>();
  const cells: Cell[] = [];
  for (const variable of s.adjointOf.keys()) {
    const p = pointerOf(variable);
    const v = s.primal.program.variables[variable];
    if (!p || !v || !isReal(v.type)) continue;
    const size = memoryBytes(v.type);
    const places = seen.get(p.block) ?? new Set();
    seen.set(p.block, places);
    for (let index = 0; index < p.count; index++) {
      const at = p.offset + index * size;
      if (!places.has(at)) cells.push({ variable, index });
      places.add(at);
    }
  }
  return cells;
}

/** Tangents along a direction at some points, cell by cell; the last one is what the seeds make of them at the end. */
export function tangentsAt(
  s: Inside,
  points: readonly StatementId[],
  wanted: readonly number[],
  direction: Values,
): {
  readonly cells: readonly Cell[];
  readonly at: ReadonlyMap<number, Float64Array>;
  readonly end: number;
} | null {
  const at = new Map<number, Float64Array>();
  let cells: Cell[] | null = null;
  const look = (point: number, pointerOf: PointerOf) => {
    cells ??= cellsOf(s, pointerOf);
    at.set(
      point,
      Float64Array.from(cells, (cell) => dotOf(s, cell, pointerOf)),
    );
  };
  const outcome = runPrimal(s, direction, atPoints(points, wanted, look));
  if (!cameToEnd(outcome)) return null;
  if (wanted.includes(points.length)) look(points.length, outcome.pointerOf);
  return { cells: cells ?? [], at, end: seededDots(s, outcome) };
}

function place(program: Program, cell: Cell, p: Pointer): number {
  return p.offset + cell.index * memoryBytes(variableOf(program, cell.variable).type);
}

function dotOf(s: Inside, cell: Cell, pointerOf: PointerOf): number {
  const p = pointerOf(cell.variable);
  return p?.block.dots?.[place(s.primal.program, cell, p) >> 2] ?? 0;
}

/**
 * Adjoints at some points, cell by cell. The backward code of a statement takes the adjoints after it to those before
 * it, so those at a point are what stands there when the code of an earlier statement begins. A text says why the sweep
 * can't be read so.
 */
export function adjointsAt(
  s: Inside,
  points: readonly StatementId[],
  wanted: readonly number[],
  cells: readonly Cell[],
): ReadonlyMap<number, Float64Array> | string {
  const { program, entry } = s.adjoint;
  const runs = new Map<StatementId, number[]>();
  points.forEach((id, point) => {
    const list = runs.get(id);
    if (list) list.push(point);
    else runs.set(id, [point]);
  });
  const count = visitCounter(program, entry);
  const at = new Map<number, Float64Array>();
  const open = [...wanted].sort((a, b) => b - a);
  let next = 0;
  let last = points.length;
  let order = true;
  const ports = portsOf(s.primal, s.adjoint);
  const given = { inputs: s.inputs, seeds: s.seeds };
  // A seed that the adjoint program does not name stays what it is.
  const named = new Set(ports.map(({ id }) => id));
  const look = (pointerOf: PointerOf) =>
    Float64Array.from(cells, ({ variable, index }) => {
      const id = s.adjointOf.get(variable) as VariableId;
      const isGlobal = variableOf(s.primal.program, variable).role === 'global';
      const p = isGlobal && !named.has(id) ? null : pointerOf(id);
      if (!p) return s.seeds[locationKey(s.primal.program, variable)]?.[index] ?? 0;
      if (index >= p.count) return 0;
      const at = place(program, { variable: id, index }, p);
      return itemAt(readValues(p.block.view, variableOf(program, id).type, at, 1), 0);
    });
  const groups = new Map<StatementId, number>();
  const input = bindPorts(entry, ports, (port) => givenTo(port, given));
  const outcome = interpret(program, input, {
    now,
    limits: s.limits,
    enter: (id, pointerOf) => {
      const visit = count(id);
      if (!visit?.begins || visit.sweep !== 'backward') return;
      groups.set(visit.origin, visit.number);
      const list = runs.get(visit.origin);
      const point = list?.[list.length - visit.number];
      if (point === undefined) return;
      order &&= point < last;
      last = point;
      while (next < open.length && (open[next] as number) > point)
        at.set(open[next++] as number, look(pointerOf));
    },
  });
  if (!cameToEnd(outcome)) return 'The run of the adjoint does not come to its end.';
  while (next < open.length) at.set(open[next++] as number, look(outcome.pointerOf));
  const matched = [...groups].every(([origin, n]) => !runs.has(origin) || runs.get(origin)?.length === n);
  if (!order || !matched)
    return 'The backward sweep does not go back statement by statement here, so its adjoints can’t be matched with points of the program.';
  return at;
}

// --------------------------------------------------------------------------------------------------- from a point on

/** The derivative of the seeded outputs by a cell at a point, by a tangent that starts there; null where the run ends early. */
export function derivativeFrom(
  s: Inside,
  points: readonly StatementId[],
  point: number,
  cell: Cell,
): number | null {
  const outcome = runPrimal(
    s,
    {},
    atPoints(points, [point], (_, pointerOf) => {
      const p = pointerOf(cell.variable);
      if (p?.block.dots) p.block.dots[place(s.primal.program, cell, p) >> 2] = 1;
    }),
  );
  return cameToEnd(outcome) ? seededDots(s, outcome) : null;
}

/** The seeded outputs when a cell is moved at a point; null where that run ends early. */
function movedAt(
  s: Inside,
  points: readonly StatementId[],
  point: number,
  cell: Cell,
  h: number,
): number | null {
  const { program, entry } = s.primal;
  const { type } = variableOf(program, cell.variable);
  let moved = false;
  const outcome = runPrimal(
    s,
    null,
    atPoints(points, [point], (_, pointerOf) => {
      const p = pointerOf(cell.variable);
      if (!p || moved) return;
      moved = true;
      const at = place(program, cell, p);
      const [x = 0] = readValues(p.block.view, type, at, 1);
      writeValue(p.block.view, type, at, x + h);
    }),
  );
  return cameToEnd(outcome) ? seeded(s, valuesByKey(program, entry, outcome)) : null;
}

/** What the cell holds at the point. */
function valueAt(s: Inside, points: readonly StatementId[], point: number, cell: Cell): number {
  const { program } = s.primal;
  let value = 0;
  runPrimal(
    s,
    null,
    atPoints(points, [point], (_, pointerOf) => {
      const p = pointerOf(cell.variable);
      if (p)
        [value = 0] = readValues(
          p.block.view,
          variableOf(program, cell.variable).type,
          place(program, cell, p),
          1,
        );
    }),
  );
  return value;
}

const EXPONENTS = { double: [-3, -4, -5, -6, -7], single: [-1, -2, -3] };

/**
 * A central difference at a point. Of a row of steps the one counts that differs least from its neighbour: truncation
 * spoils the long ones, rounding the short ones. `doubt` is that difference.
 */
export function differenceAt(
  s: Inside,
  points: readonly StatementId[],
  point: number,
  cell: Cell,
): { readonly difference: number; readonly step: number; readonly doubt: number } | null {
  const single = variableOf(s.primal.program, cell.variable).type === 'f32';
  const unit = Math.max(1e-3, Math.abs(valueAt(s, points, point, cell)));
  const found: { difference: number; step: number }[] = [];
  for (const exponent of EXPONENTS[single ? 'single' : 'double']) {
    const step = unit * 10 ** exponent;
    const up = movedAt(s, points, point, cell, step);
    const down = movedAt(s, points, point, cell, -step);
    if (up === null || down === null) continue;
    const difference = (up - down) / (2 * step);
    if (Number.isFinite(difference)) found.push({ difference, step });
  }
  let best: { difference: number; step: number; doubt: number } | null = null;
  for (let k = 1; k < found.length; k++) {
    const [a, b] = [found[k - 1], found[k]] as [(typeof found)[number], (typeof found)[number]];
    const doubt = Math.abs(a.difference - b.difference);
    if (!best || doubt < best.doubt) best = { ...b, doubt };
  }
  return best ?? (found[0] ? { ...found[0], doubt: Math.abs(found[0].difference) } : null);
}

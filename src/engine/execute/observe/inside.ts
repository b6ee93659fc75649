/**
 * Looks at runs of the program from the inside, between statements, in called routines too: the tangents on the way, and
 * the derivative from a point on. A point is the moment just before a statement runs, numbered in the order of the run; the
 * last one is the end. The adjoints at a point are looked at by insideAdjoints.ts.
 */
import { invariant } from '../../base/assert';
import { entryOf, itemAt, present } from '../../base/lookup';
import { isReal, memoryBytes } from '../../ir/build';
import { variableOf } from '../../ir/names';
import { allStatements } from '../../ir/statements';
import type { Program, StatementId, VariableId } from '../../ir/types';
import type { Grid } from '../grid';
import { bindByKey, type Values, valuesByKey } from '../inputs/binding';
import { readValue, writeValue } from '../inputs/values';
import { type InterpretOutcome, interpret } from '../interpreter';
import type { OpenRoutine, Pointer } from '../interpreter/state';
import { cameToEnd, type RunLimits } from '../outcome';
import type { Runnable } from '../runnable';

/** The two programs and their inputs. */
export interface Inside {
  readonly primal: Runnable;
  readonly adjoint: Runnable;
  /** The variable of a primal variable's adjoint in the entry routine. */
  readonly adjointOf: ReadonlyMap<VariableId, VariableId>;
  readonly inputs: Values;
  readonly seeds: Values;
  readonly limits: RunLimits;
}

export interface Point {
  readonly id: StatementId;
  /** The number of calls around it. */
  readonly depth: number;
  /** The point of the call that runs its routine; -1 in the entry. */
  readonly call: number;
  /** The last point of the call that it makes; itself if it makes none. */
  readonly last: number;
}

/** One element of a primal variable, by its name in the outermost routine that has it. */
export interface Cell {
  readonly depth: number;
  readonly variable: VariableId;
  readonly index: number;
  /** The same by its name in the innermost routine. */
  readonly inner: { readonly depth: number; readonly variable: VariableId; readonly index: number };
}

const now = () => 0;

/**
 * The points of the primal run, with at most `deepest` calls around them; null where the run does not come to its end, or has
 * more than `most` points.
 */
export function pointsOf(s: Inside, most: number, deepest: number): readonly Point[] | null {
  const all = s.primal.program.routines.flatMap(({ body }) => allStatements(body));
  const leaves = new Set(all.filter(({ kind }) => kind === 'assign' || kind === 'call').map(({ id }) => id));
  const points: { id: StatementId; depth: number; call: number; last: number }[] = [];
  /** By depth, the point at which the run is. */
  const at: number[] = [];
  const outcome = runPrimal(s, {}, (id, open) => {
    const depth = open.length - 1;
    if (!leaves.has(id) || points.length > most || depth > deepest) return;
    const call = depth === 0 ? -1 : (at[depth - 1] as number);
    at[depth] = points.length;
    points.push({ id, depth, call, last: points.length });
  });
  if (!cameToEnd(outcome) || points.length > most) return null;
  for (let k = points.length - 1; k >= 0; k--) {
    const { call, last } = points[k] as Point;
    const around = points[call];
    if (around) around.last = Math.max(around.last, last);
  }
  return points;
}

function runPrimal(
  s: Inside,
  dots: Values | null,
  enter: (id: StatementId, open: readonly OpenRoutine[]) => void,
): InterpretOutcome {
  const { program, entry } = s.primal;
  return interpret(program, bindByKey(program, entry, s.inputs), {
    now,
    limits: s.limits,
    enter,
    ...(dots ? { dots: bindByKey(program, entry, zerosBut(s.inputs, dots)) } : {}),
  });
}

/** A run with tangents takes as many steps as one without, so it comes to its end if the run that counted the points did. */
function runWithTangents(s: Inside, dots: Values, enter: Parameters<typeof runPrimal>[2]): InterpretOutcome {
  const outcome = runPrimal(s, dots, enter);
  invariant(cameToEnd(outcome), 'a run with tangents comes to its end');
  return outcome;
}

function zerosBut(inputs: Values, dots: Values): Values {
  return Object.fromEntries(Object.entries(inputs).map(([key, x]) => [key, dots[key] ?? x.map(() => 0)]));
}

/** Calls `look` when the run comes to a point; `points` are in ascending order. */
function atPoints(
  points: readonly Point[],
  wanted: readonly number[],
  look: (point: number, open: readonly OpenRoutine[]) => void,
) {
  let next = 0;
  let point = 0;
  return (id: StatementId, open: readonly OpenRoutine[]) => {
    const here = points[point];
    if (here?.id !== id || here.depth !== open.length - 1) return;
    while (wanted[next] === point) look(wanted[next++] as number, open);
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

/** Everything in memory at a point: each place once, even where several names share it. */
function cellsOf(
  s: Inside,
  own: (routine: string) => readonly VariableId[],
  open: readonly OpenRoutine[],
): Cell[] {
  const seen = new Map<unknown, Map<number, number>>();
  const cells: Cell[] = [];
  open.forEach(({ routine, pointerOf }, depth) => {
    for (const variable of depth === 0 ? s.adjointOf.keys() : own(routine)) {
      const p = pointerOf(variable);
      if (!p) continue;
      const size = memoryBytes(variableOf(s.primal.program, variable).type);
      const places = seen.get(p.block) ?? new Map<number, number>();
      seen.set(p.block, places);
      for (let index = 0; index < p.count; index++) {
        const at = p.offset + index * size;
        const known = places.get(at);
        const inner = { depth, variable, index };
        if (known === undefined) places.set(at, cells.push({ ...inner, inner }) - 1);
        else if ((cells[known] as Cell).inner.depth < depth)
          cells[known] = { ...(cells[known] as Cell), inner };
      }
    }
  });
  return cells;
}

/** The real variables of each routine's own, parameters first. */
function ownReals(program: Program): (routine: string) => readonly VariableId[] {
  const known = new Map(
    program.routines.map(({ name, parameters, locals, result }) => [
      name,
      [...parameters, ...locals, ...(result === null ? [] : [result])].filter((id) =>
        isReal(variableOf(program, id).type),
      ),
    ]),
  );
  return (routine) => entryOf(known, routine);
}

export interface Tangents {
  readonly at: ReadonlyMap<number, { readonly cells: readonly Cell[]; readonly dots: Float64Array }>;
  /** The derivative of the seeded outputs, from the tangents at the end. */
  readonly end: number;
}

/** Tangents along a direction at some points, cell by cell. */
export function tangentsAt(
  s: Inside,
  points: readonly Point[],
  wanted: readonly number[],
  direction: Values,
): Tangents {
  const at = new Map<number, { cells: readonly Cell[]; dots: Float64Array }>();
  const own = ownReals(s.primal.program);
  let entryCells: Cell[] | null = null;
  const look = (point: number, open: readonly OpenRoutine[]) => {
    // The entry's cells are the same at all of its points.
    const cells = open.length > 1 ? cellsOf(s, own, open) : (entryCells ?? cellsOf(s, own, open));
    if (open.length === 1) entryCells = cells;
    at.set(point, { cells, dots: Float64Array.from(cells, (cell) => dotOf(s, cell, open)) });
  };
  const outcome = runWithTangents(s, direction, atPoints(points, wanted, look));
  if (wanted.includes(points.length)) look(points.length, outcome.open.slice(0, 1));
  return { at, end: seededDots(s, outcome) };
}

type Named = Pick<Cell, 'depth' | 'variable' | 'index'>;

/** The address of an element, in bytes. */
export function placeOf(program: Program, { variable, index }: Omit<Named, 'depth'>, p: Pointer): number {
  return p.offset + index * memoryBytes(variableOf(program, variable).type);
}

function pointerTo(cell: Named, open: readonly OpenRoutine[]): Pointer {
  return present(itemAt(open, cell.depth).pointerOf(cell.variable), 'the cell');
}

function dotsAt(s: Inside, cell: Named, open: readonly OpenRoutine[]): { dots: Float64Array; at: number } {
  const p = pointerTo(cell, open);
  return { dots: present(p.block.dots, 'its tangent'), at: placeOf(s.primal.program, cell, p) >> 2 };
}

function dotOf(s: Inside, cell: Cell, open: readonly OpenRoutine[]): number {
  const { dots, at } = dotsAt(s, cell, open);
  return itemAt(dots, at);
}

interface Element {
  /** Its index among the cells of the point; -1 if it is none of them. */
  readonly cell: number;
  /** The number of elements of its variable. */
  readonly count: number;
  /** Null for a scalar. */
  readonly grid: Grid | null;
}

/** How an element of a routine that runs at a point is declared there, and its first name; null if it does not exist. */
export function elementAt(
  s: Inside,
  points: readonly Point[],
  point: number,
  cells: readonly Cell[],
  asked: Named,
): Element | null {
  let found: Element | null = null;
  const look = (_: number, open: readonly OpenRoutine[]) => {
    const p = open[asked.depth]?.pointerOf(asked.variable);
    if (!p || asked.index >= p.count) return;
    const place = placeOf(s.primal.program, asked, p);
    const cell = cells.findIndex((each) => {
      const q = open[each.depth]?.pointerOf(each.variable);
      return q?.block === p.block && placeOf(s.primal.program, each, q) === place;
    });
    const array = open[asked.depth]?.arrayOf(asked.variable);
    found = { cell, count: p.count, grid: array ? { lower: array.lower, extents: array.extent } : null };
  };
  const outcome = runPrimal(s, null, atPoints(points, [point], look));
  if (point === points.length) look(point, outcome.open);
  return found;
}

// --------------------------------------------------------------------------------------------------- from a point on

/** The derivative of the seeded outputs by a cell at a point, by a tangent that starts there. */
export function derivativeFrom(s: Inside, points: readonly Point[], point: number, cell: Named): number {
  const start = atPoints(points, [point], (_, open) => {
    const { dots, at } = dotsAt(s, cell, open);
    dots[at] = 1;
  });
  return seededDots(s, runWithTangents(s, {}, start));
}

/** The seeded outputs when a cell is moved at a point; null where that run ends early. */
function movedAt(s: Inside, points: readonly Point[], point: number, cell: Named, h: number): number | null {
  const { program, entry } = s.primal;
  const { type } = variableOf(program, cell.variable);
  const outcome = runPrimal(
    s,
    null,
    atPoints(points, [point], (_, open) => {
      const p = pointerTo(cell, open);
      const at = placeOf(program, cell, p);
      writeValue(p.block.view, type, at, readValue(p.block.view, type, at) + h);
    }),
  );
  return cameToEnd(outcome) ? seeded(s, valuesByKey(program, entry, outcome)) : null;
}

/** What the cell holds at the point. */
function valueAt(s: Inside, points: readonly Point[], point: number, cell: Named): number {
  const { program } = s.primal;
  const { type } = variableOf(program, cell.variable);
  let value = 0;
  runPrimal(
    s,
    null,
    atPoints(points, [point], (_, open) => {
      const p = pointerTo(cell, open);
      value = readValue(p.block.view, type, placeOf(program, cell, p));
    }),
  );
  return value;
}

const EXPONENTS = { double: [-3, -4, -5, -6, -7], single: [-1, -2, -3] };

/**
 * A central difference at a point. Among several steps the one chosen differs least from its neighbour: truncation spoils the
 * long ones, rounding the short ones. `doubt` is that difference.
 */
export function differenceAt(
  s: Inside,
  points: readonly Point[],
  point: number,
  cell: Named,
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
    const [a, b] = [itemAt(found, k - 1), itemAt(found, k)];
    const doubt = Math.abs(a.difference - b.difference);
    if (!best || doubt < best.doubt) best = { ...b, doubt };
  }
  return best ?? (found[0] ? { ...found[0], doubt: Math.abs(found[0].difference) } : null);
}

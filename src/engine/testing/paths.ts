/**
 * Paths through a routine, element by element. Counted loops make the trips that their bounds say; every other test goes either
 * way, as `random` chooses. Integers are computed, so that subscripts are known; a path that leaves an array, or whose
 * subscripts cannot be told, is not followed.
 */
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import type { Instruction } from '../ir/flow';
import { testExpressions } from '../ir/flow';
import { locationKey } from '../ir/names';
import { differentiablePlaces, placesRead } from '../ir/partials';
import type { Expr, Place } from '../ir/types';
import type { Random } from './prng';
import type { RandomProgram } from './random';

/** A longer path is not followed. */
const STEPS = 120;

/** `x`, `a 3`: one element of one location. */
export type Cell = string;
type Integers = Map<Cell, number>;

/** One execution of an instruction, with the cells that it reads and writes. */
export interface Step {
  readonly i: Instruction;
  readonly reads: readonly Cell[];
  /** Of the value assigned, those read differentiably. */
  readonly differentiable: readonly Cell[];
  /** What the derivative instruction reads before. */
  readonly derivative: readonly Cell[];
  readonly address: readonly Cell[];
  readonly written: Cell | null;
  readonly location: number;
}

class Lost extends Error {}

class Walker {
  readonly integers: Integers = new Map();
  constructor(
    private readonly a: RoutineAnalysis,
    made: RandomProgram,
  ) {
    const { program, routine } = a.model;
    for (const id of routine.parameters) {
      const v = program.variables[id];
      const values = made.inputs[locationKey(program, id)] ?? [];
      if (v && v.type !== 'f64' && v.type !== 'f32')
        for (const [k, x] of values.entries()) this.integers.set(v.shape ? `${id} #${k}` : `${id}`, x);
    }
  }

  cell(place: Place): Cell {
    if (place.kind === 'variable') return `${place.variable}`;
    const shape = this.a.model.program.variables[place.variable]?.shape;
    if (!shape) throw new Lost();
    const subscripts = place.subscripts.map((e) => this.value(e));
    const { dimensions, order } = shape;
    const ranks = dimensions.map((_, d) => d);
    if (order === 'column') ranks.reverse();
    let position = 0;
    for (const d of ranks) {
      const { lower, extent } = dimensions[d] as (typeof dimensions)[number];
      const t = (subscripts[d] as number) - this.value(lower);
      const size = extent ? this.value(extent) : Number.POSITIVE_INFINITY;
      if (t < 0 || t >= size) throw new Lost();
      position = position * (Number.isFinite(size) ? size : 1) + t;
    }
    return `${place.variable} #${position}`;
  }

  value(e: Expr): number {
    switch (e.kind) {
      case 'constant':
        return e.value;
      case 'variable':
      case 'element': {
        const x = this.integers.get(this.cell(e));
        if (x === undefined) throw new Lost();
        return x;
      }
      case 'convert':
        if (e.operand.type === 'f64' || e.operand.type === 'f32') throw new Lost();
        return this.value(e.operand);
      case 'unary':
        if (e.op !== 'negate') throw new Lost();
        return -this.value(e.operand);
      case 'binary':
        return arithmetic(e.op, this.value(e.left), this.value(e.right));
      default:
        throw new Lost();
    }
  }

  step(i: Instruction): Step {
    const { locations } = this.a.model;
    const cells = (places: readonly Place[]) => places.map((p) => this.cell(p));
    const none = { differentiable: [], derivative: [], address: [], written: null, location: -1 };
    if (i.kind === 'test') return { i, ...none, reads: cells(testExpressions(i.test).flatMap(placesRead)) };
    const s = i.statement;
    if (s.kind !== 'assign') {
      if (s.kind === 'call') throw new Lost();
      return { i, ...none, reads: [] };
    }
    const subscripts = s.target.kind === 'element' ? s.target.subscripts.flatMap(placesRead) : [];
    const made: Step = {
      i,
      reads: cells([...placesRead(s.value), ...subscripts]),
      differentiable: cells(differentiablePlaces(s.value)),
      derivative: cells(this.a.derivatives.get(i.id)?.places ?? []),
      address: cells(subscripts),
      written: this.cell(s.target),
      location: locations.of(s.target),
    };
    if (s.target.type !== 'f64' && s.target.type !== 'f32') {
      let value: number | null = null;
      try {
        value = this.value(s.value);
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
      }
      if (value === null) this.integers.delete(made.written as Cell);
      else this.integers.set(made.written as Cell, value);
    }
    return made;
  }
}

function arithmetic(op: string, x: number, y: number): number {
  if (op === 'add') return x + y;
  if (op === 'subtract') return x - y;
  if (op === 'multiply') return x * y;
  if (op === 'divide' && y !== 0) return Math.trunc(x / y);
  if (op === 'remainder' && y !== 0) return x % y;
  throw new Lost();
}

/** One path from ENTRY to EXIT; null where it could not be followed. */
export function follow(a: RoutineAnalysis, made: RandomProgram, random: Random): Step[] | null {
  const { graph } = a.model;
  const walker = new Walker(a, made);
  const trips = new Map<number, { left: number; next: number; step: number }>();
  const steps: Step[] = [];
  let v = graph.entry;
  let cameFrom = -1;
  try {
    while (v !== graph.exit) {
      const vertex = graph.vertices[v] as (typeof graph.vertices)[number];
      let enters: boolean | null = null;
      for (const i of vertex.instructions) {
        if (steps.length >= STEPS) return null;
        if (i.kind === 'leaf' && i.statement.kind === 'stop') return null;
        if (i.kind === 'test' && i.test.kind === 'for') {
          const again = graph.vertices[cameFrom]?.kind === 'ENDLOOP' && vertex.partner === cameFrom;
          const made = walker.step(i);
          const index = `${i.test.index}`;
          if (!again) {
            const [first, last, step] = [i.test.first, i.test.last, i.test.step].map((e) => walker.value(e));
            const count = Math.floor(
              ((last as number) - (first as number) + (step as number)) / (step as number),
            );
            trips.set(v, { left: count, next: first as number, step: step as number });
            steps.push({
              ...made,
              written: index,
              location: a.model.locations.ofVariable(i.test.index)[0] ?? -1,
            });
          }
          const loop = trips.get(v) as { left: number; next: number; step: number };
          walker.integers.set(index, loop.next);
          enters = loop.left > 0;
          loop.left--;
          loop.next += loop.step;
        } else steps.push(walker.step(i));
      }
      const out = graph.edges.filter((e) => e.from === v);
      const chosen = enters === null ? random.pick(out) : out.find((e) => (e.label === '1') === enters);
      if (!chosen) return null;
      cameFrom = v;
      v = chosen.to;
    }
  } catch (error) {
    if (error instanceof Lost) return null;
    throw error;
  }
  return steps;
}

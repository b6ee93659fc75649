/**
 * Paths through a program, element by element, calls included. Counted loops make the trips that their bounds say; every other
 * test goes either way, as `random` chooses. Integers are computed, so that subscripts are known; a path that leaves an array,
 * or whose subscripts cannot be told, is not followed. A call is one step of its caller: what the path through the routine
 * called reads before it writes it, what it writes, and what of that depends on what.
 */
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { isReal } from '../ir/build';
import type { Instruction } from '../ir/graph/flow';
import { testExpressions } from '../ir/graph/flow';
import { locationKey } from '../ir/names';
import { differentiablePlaces, placesRead } from '../ir/partials';
import type { Argument, Assign, Call, Expr, Place, Variable, VariableId } from '../ir/types';
import type { ProgramAnalysis } from '../pipeline/compile/contexts';
import type { Random } from './prng';
import type { RandomProgram } from './random';

/** A longer path is not followed. */
const STEPS = 160;

/** `x`, `a #3`: one element of one variable of the routine that the path starts in; `2:x` is the own one of a call. */
export type Cell = string;

export interface Write {
  readonly cell: Cell;
  /** What its value depends on differentiably, as it was before. */
  readonly differentiable: readonly Cell[];
}

/** One execution of an instruction, with the cells that it reads and writes. */
export interface Step {
  readonly i: Instruction;
  /** Of a call: before they are written in it. */
  readonly reads: readonly Cell[];
  readonly writes: readonly Write[];
  /** What the derivative instruction reads before. */
  readonly derivative: readonly Cell[];
  readonly address: readonly Cell[];
  /** Of a call: what its adjoint call certainly leaves changed, as it writes it and records none of what writes it. */
  readonly leaves?: ReadonlySet<Cell>;
}

class Lost extends Error {}

/** Where a variable of a routine lives: a cell, or the cells of an array from an offset on. */
interface Home {
  readonly name: string;
  readonly offset: number | null;
}

/** One run of a routine. */
class Frame {
  private readonly homes = new Map<VariableId, Home>();

  constructor(
    readonly a: RoutineAnalysis,
    private readonly integers: Map<Cell, number>,
    /** Prefix of the cells that are its own; empty for the routine that the path starts in. */
    private readonly own: string,
    private readonly globals: (v: Variable) => VariableId,
  ) {}

  settle(id: VariableId, home: Home): void {
    this.homes.set(id, home);
  }

  variable(id: VariableId): Variable {
    return this.a.model.program.variables[id] as Variable;
  }

  private home(id: VariableId): Home {
    const known = this.homes.get(id);
    if (known) return known;
    const v = this.variable(id);
    const name = v.role === 'global' ? `${this.globals(v)}` : `${this.own}${id}`;
    return { name, offset: v.shape ? 0 : null };
  }

  cell(place: Place): Cell {
    const { name, offset } = this.home(place.variable);
    if (place.kind === 'variable') {
      if (this.variable(place.variable).shape) throw new Lost();
      return offset === null ? name : `${name} #${offset}`;
    }
    if (offset === null) throw new Lost();
    return `${name} #${offset + this.position(place.variable, place.subscripts)}`;
  }

  /** Elements of an array passed to a routine. */
  arrayHome(a: Extract<Argument, { kind: 'array' }>): Home {
    const { name, offset } = this.home(a.variable);
    if (offset === null) throw new Lost();
    return { name, offset: offset + (a.start ? this.position(a.variable, a.start) : 0) };
  }

  private position(id: VariableId, subscripts: readonly Expr[]): number {
    const shape = this.variable(id).shape;
    if (!shape) throw new Lost();
    const values = subscripts.map((e) => this.value(e));
    const { dimensions, order } = shape;
    const ranks = dimensions.map((_, d) => d);
    if (order === 'column') ranks.reverse();
    let position = 0;
    for (const d of ranks) {
      const { lower, extent } = dimensions[d] as (typeof dimensions)[number];
      const t = (values[d] as number) - this.value(lower);
      const size = extent ? this.value(extent) : Number.POSITIVE_INFINITY;
      if (t < 0 || t >= size) throw new Lost();
      position = position * (Number.isFinite(size) ? size : 1) + t;
    }
    return position;
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
        if (isReal(e.operand.type)) throw new Lost();
        return this.value(e.operand);
      case 'unary':
        if (e.op !== 'negate') throw new Lost();
        return -this.value(e.operand);
      case 'binary':
        return arithmetic(e.op, this.value(e.left), this.value(e.right));
      case 'intrinsic': {
        const args = e.args.map((x) => this.value(x));
        if (e.fn === 'min') return Math.min(...args);
        if (e.fn === 'max') return Math.max(...args);
        if (e.fn === 'abs') return Math.abs(args[0] as number);
        throw new Lost();
      }
      default:
        throw new Lost();
    }
  }

  cells(places: readonly Place[]): Cell[] {
    return places.map((p) => this.cell(p));
  }

  /** The cell takes the value of an expression, as far as integers can be told. */
  keep(cell: Cell, e: Expr): void {
    if (isReal(e.type)) return;
    try {
      this.integers.set(cell, this.value(e));
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.integers.delete(cell);
    }
  }

  assign(i: Instruction, s: Assign): Step {
    const subscripts = s.target.kind === 'element' ? s.target.subscripts.flatMap(placesRead) : [];
    const cell = this.cell(s.target);
    const step: Step = {
      i,
      reads: this.cells([...placesRead(s.value), ...subscripts]),
      writes: [
        { cell, differentiable: isReal(s.target.type) ? this.cells(differentiablePlaces(s.value)) : [] },
      ],
      // Placeholders, such as that of the target's adjoint, are no variables.
      derivative: this.cells((this.a.derivatives.get(i.id)?.places ?? []).filter((p) => p.variable >= 0)),
      address: this.cells(subscripts),
    };
    if (!isReal(s.target.type)) this.keep(cell, s.value);
    return step;
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

/** One path from ENTRY to EXIT of the entry; null where it could not be followed. */
export function follow(all: ProgramAnalysis, made: RandomProgram, random: Random): Step[] | null {
  try {
    return new Path(all, made, random).steps();
  } catch (error) {
    if (error instanceof Lost) return null;
    throw error;
  }
}

class Path {
  private readonly integers = new Map<Cell, number>();
  private readonly entry: RoutineAnalysis;
  private left = STEPS;
  private calls = 0;

  constructor(
    private readonly all: ProgramAnalysis,
    made: RandomProgram,
    private readonly random: Random,
  ) {
    this.entry = all.routines.get(made.entry) as RoutineAnalysis;
    const { program, routine } = this.entry.model;
    for (const id of routine.parameters) {
      const v = program.variables[id];
      const values = made.inputs[locationKey(program, id)] ?? [];
      if (v && !isReal(v.type))
        for (const [k, x] of values.entries()) this.integers.set(v.shape ? `${id} #${k}` : `${id}`, x);
    }
  }

  steps(): Step[] {
    return this.through(this.frame(this.entry, ''));
  }

  private frame(a: RoutineAnalysis, own: string): Frame {
    return new Frame(a, this.integers, own, (v) => this.entryView(v));
  }

  /** The entry's own name for a global: in Fortran each routine has one for the member of a COMMON block. */
  private entryView(v: Variable): VariableId {
    if (v.owner === null) return v.id;
    const { program, routine } = this.entry.model;
    const owner = program.routines.indexOf(routine);
    const same = program.variables.find(
      (w) =>
        w.owner === owner && w.storage?.root === v.storage?.root && w.storage?.offset === v.storage?.offset,
    );
    if (!same?.storage) throw new Lost();
    return same.id;
  }

  private through(frame: Frame): Step[] {
    const { graph } = frame.a.model;
    const trips = new Map<number, { left: number; next: number; step: number }>();
    const steps: Step[] = [];
    let v = graph.entry;
    let cameFrom = -1;
    while (v !== graph.exit) {
      const vertex = graph.vertices[v] as (typeof graph.vertices)[number];
      let enters: boolean | null = null;
      for (const i of vertex.instructions) {
        if (this.left-- <= 0) throw new Lost();
        if (i.kind === 'leaf') {
          if (i.statement.kind === 'stop') throw new Lost();
          if (i.statement.kind === 'assign') steps.push(frame.assign(i, i.statement));
          else if (i.statement.kind === 'call') steps.push(this.call(frame, i, i.statement));
          continue;
        }
        const reads = frame.cells(testExpressions(i.test).flatMap(placesRead));
        const test: Step = { i, reads, writes: [], derivative: [], address: [] };
        if (i.test.kind !== 'for') {
          steps.push(test);
          continue;
        }
        const again = graph.vertices[cameFrom]?.kind === 'ENDLOOP' && vertex.partner === cameFrom;
        const index = frame.cell({
          kind: 'variable',
          variable: i.test.index,
          type: 'i32',
          span: i.test.span,
        });
        if (!again) {
          const [first, last, step] = [i.test.first, i.test.last, i.test.step].map((e) => frame.value(e));
          const count = Math.floor(
            ((last as number) - (first as number) + (step as number)) / (step as number),
          );
          trips.set(v, { left: count, next: first as number, step: step as number });
          steps.push({ ...test, writes: [{ cell: index, differentiable: [] }] });
        }
        const loop = trips.get(v) as { left: number; next: number; step: number };
        this.integers.set(index, loop.next);
        enters = loop.left > 0;
        loop.left--;
        loop.next += loop.step;
      }
      const out = graph.edges.filter((e) => e.from === v);
      const chosen = enters === null ? this.random.pick(out) : out.find((e) => (e.label === '1') === enters);
      if (!chosen) throw new Lost();
      cameFrom = v;
      v = chosen.to;
    }
    return steps;
  }

  private call(caller: Frame, i: Instruction, s: Call): Step {
    const a = this.all.routines.get(s.callee);
    if (!a) throw new Lost();
    const own = `${++this.calls}:`;
    const frame = this.frame(a, own);
    const inside: Omit<Step, 'i'>[] = [];
    const address: Cell[] = [];
    const copy = (cell: Cell, e: Expr) => {
      const differentiable = isReal(e.type) ? caller.cells(differentiablePlaces(e)) : [];
      inside.push({
        reads: caller.cells(placesRead(e)),
        writes: [{ cell, differentiable }],
        derivative: [],
        address: [],
      });
      caller.keep(cell, e);
    };
    a.model.routine.parameters.forEach((id, k) => {
      const actual = s.args[k];
      if (!actual) throw new Lost();
      if (actual.kind === 'value') copy(`${own}${id}`, actual.value);
      else if (actual.kind === 'array') {
        address.push(...caller.cells((actual.start ?? []).flatMap(placesRead)));
        frame.settle(id, caller.arrayHome(actual));
      } else {
        const { place } = actual;
        if (place.kind === 'element') address.push(...caller.cells(place.subscripts.flatMap(placesRead)));
        const [name, position] = caller.cell(place).split(' #');
        frame.settle(id, { name: name as string, offset: position === undefined ? null : Number(position) });
      }
    });
    const through = this.through(frame);
    inside.push(...through);
    if (s.result && a.model.routine.result !== null) {
      const result = `${own}${a.model.routine.result}`;
      const cell = caller.cell(s.result);
      inside.push({
        reads: [result],
        writes: [{ cell, differentiable: isReal(s.result.type) ? [result] : [] }],
        derivative: [],
        address: [],
      });
      const value = this.integers.get(result);
      if (value === undefined) this.integers.delete(cell);
      else this.integers.set(cell, value);
      if (s.result.kind === 'element') address.push(...caller.cells(s.result.subscripts.flatMap(placesRead)));
    }
    const adjoint = caller.a.calls.get(i.id)?.adjoint ?? false;
    return {
      i,
      ...asOne(inside, adjoint, (cell) => !cell.startsWith(own)),
      address,
      leaves: adjoint ? leftChanged(a, through) : new Set(),
    };
  }
}

function leftChanged({ stays, calls, recorded }: RoutineAnalysis, steps: readonly Step[]): Set<Cell> {
  const changed = new Set<Cell>();
  const restored = new Set<Cell>();
  for (const { i, writes, leaves } of steps) {
    const plan = calls.get(i.id);
    const saves = plan ? !plan.sbk.isEmpty() || !plan.snp.isEmpty() : (recorded.get(i.id)?.length ?? 0) > 0;
    for (const { cell } of writes) {
      if (saves) restored.add(cell);
      else if (i.kind === 'leaf' && (stays.has(i.id) || leaves?.has(cell))) changed.add(cell);
    }
  }
  for (const cell of restored) changed.delete(cell);
  return changed;
}

/** Steps one after the other, as the caller sees them. */
function asOne(
  steps: readonly Omit<Step, 'i'>[],
  adjoint: boolean,
  isVisible: (cell: Cell) => boolean,
): Pick<Step, 'reads' | 'writes' | 'derivative'> {
  const reads = new Set<Cell>();
  const derivative = new Set<Cell>();
  const from = new Map<Cell, ReadonlySet<Cell>>();
  for (const s of steps) {
    for (const cell of s.reads) if (!from.has(cell)) reads.add(cell);
    for (const cell of s.derivative) if (!from.has(cell)) derivative.add(cell);
    const next = s.writes.map(
      (w) => [w.cell, new Set(w.differentiable.flatMap((d) => [...(from.get(d) ?? [d])]))] as const,
    );
    for (const [cell, set] of next) from.set(cell, set);
  }
  return {
    reads: [...reads].filter(isVisible),
    writes: [...from]
      .filter(([cell]) => isVisible(cell))
      .map(([cell, set]) => ({ cell, differentiable: [...set].filter(isVisible) })),
    derivative: adjoint ? [...derivative].filter(isVisible) : [],
  };
}

/**
 * The reference interpreter: runs an IR tree as its types say, over any `Numbers`. It shares nothing with the
 * engine's own executors, checks every subscript, and reads nothing that is undefined without saying so.
 */
import { onceEach } from '../../base/once';
import { isReal } from '../../ir/build';
import { ELEMENTARY } from '../../ir/elementary';
import { locationKey } from '../../ir/names';
import type {
  Call,
  Dispatch,
  Expr,
  For,
  LabelId,
  Place,
  Program,
  Routine,
  Statement,
  TapeValue,
  Variable,
  VariableId,
} from '../../ir/types';
import type { Numbers } from './numbers';

/** One memory cell: a real of the numbers at hand, or a plain number; undefined until it is written. */
type Cell<T> = T | number | undefined;

/** Where a variable lives: cells, from an offset on. */
interface Binding<T> {
  readonly cells: Cell<T>[];
  readonly offset: number;
  /** Lower bound, extent and stride by dimension. */
  readonly dimensions: readonly { readonly low: number; readonly extent: number; readonly stride: number }[];
}

interface Frame<T> {
  readonly routine: Routine;
  readonly bindings: Map<VariableId, Binding<T>>;
}

type Signal = { readonly kind: 'exit' | 'next'; readonly target: LabelId } | { readonly kind: 'stop' } | null;

export interface ReferenceRun<T> {
  /** Parameters by reference, globals and the result, by location key. */
  readonly outputs: Readonly<Record<string, readonly Cell<T>[]>>;
  readonly steps: number;
}

/** Globals, and their adjoints. A global that is another routine's view of a COMMON block does no harm. */
function isStatic(v: Variable): boolean {
  return v.role === 'global' || v.storage !== null;
}

const staticsOf = onceEach(({ variables }: Program) => variables.filter(isStatic));

/** A fault of the program that is run, or of the generator that wrote it. */
export class ReferenceFault extends Error {}

class UndefinedRead extends ReferenceFault {}

export function interpret<T>(
  numbers: Numbers<T>,
  program: Program,
  entry: string,
  inputs: Readonly<Record<string, readonly (T | number)[]>>,
  limit = 200_000,
): ReferenceRun<T> {
  const routine = program.routines.find((r) => r.name === entry);
  if (!routine) throw new ReferenceFault(`no routine ${entry}`);
  const machine = new Machine(numbers, program, limit);
  const givenTo = (v: Variable): Cell<T>[] => {
    const given = inputs[locationKey(program, v.id)] ?? [];
    return v.type === 'f32' ? given.map((x) => numbers.single(x as T)) : [...given];
  };
  for (const v of staticsOf(program)) {
    const given = givenTo(v);
    machine.globalCells(v).splice(0, given.length, ...given);
  }
  const frame = machine.enter(routine, (id) => ({
    cells: givenTo(program.variables[id] as Variable),
    offset: 0,
  }));
  machine.run(frame);
  if (machine.left > 0) throw new ReferenceFault(`${machine.left} entries are left on the tape`);
  const outputs: Record<string, readonly Cell<T>[]> = {};
  for (const [id, { cells }] of frame.bindings) {
    const v = program.variables[id] as Variable;
    const parameter = routine.parameters.includes(id);
    if (isStatic(v)) outputs[locationKey(program, id)] = machine.globalCells(v);
    else if (parameter && v.passing === 'reference') outputs[v.name] = cells;
    else if (id === routine.result) outputs[routine.name] = cells;
  }
  return { outputs, steps: machine.steps };
}

class Machine<T> {
  steps = 0;
  private depth = 0;
  private readonly stacks = { push: [] as Cell<T>[][], pushControl: [] as Cell<T>[][] };
  private readonly globals = new Map<string, Cell<T>[]>();

  constructor(
    private readonly numbers: Numbers<T>,
    private readonly program: Program,
    private readonly limit: number,
  ) {}

  globalCells(v: Variable): Cell<T>[] {
    const key = v.storage ? `${v.storage.root}@${v.storage.offset}` : v.name;
    const found = this.globals.get(key);
    if (found) return found;
    const cells: Cell<T>[] = [...(v.initial ?? [])].map((x) =>
      isReal(v.type) ? this.numbers.constant(x) : x,
    );
    this.globals.set(key, cells);
    return cells;
  }

  enter(routine: Routine, bind: (id: VariableId) => { cells: Cell<T>[]; offset: number }): Frame<T> {
    const frame: Frame<T> = { routine, bindings: new Map() };
    const place = (id: VariableId, at: { cells: Cell<T>[]; offset: number }) =>
      frame.bindings.set(id, { ...at, dimensions: [] });
    for (const id of routine.parameters) place(id, bind(id));
    const globals = staticsOf(this.program).map((v) => v.id);
    const own = routine.result === null ? routine.locals : [routine.result, ...routine.locals];
    for (const id of [...globals, ...own]) {
      if (frame.bindings.has(id)) continue;
      const v = this.variable(id);
      // A local of a generated routine may be a parameter of the primal one.
      place(id, { cells: isStatic(v) ? this.globalCells(v) : [], offset: 0 });
    }
    // Extents read parameters and globals, so that those come first.
    for (const [id, binding] of frame.bindings) {
      const v = this.variable(id);
      if (v.shape) frame.bindings.set(id, { ...binding, dimensions: this.dimensions(frame, v, binding) });
    }
    return frame;
  }

  private dimensions(frame: Frame<T>, v: Variable, binding: Binding<T>): Binding<T>['dimensions'] {
    const given = v.shape?.dimensions ?? [];
    const order = v.shape?.order === 'row' ? [...given.keys()].reverse() : [...given.keys()];
    const result: { low: number; extent: number; stride: number }[] = [];
    let stride = 1;
    for (const i of order) {
      const dimension = given[i];
      if (!dimension) continue;
      const low = this.whole(frame, dimension.lower);
      const extent =
        dimension.extent === null
          ? Math.floor((binding.cells.length - binding.offset) / stride)
          : this.whole(frame, dimension.extent);
      result[i] = { low, extent, stride };
      stride *= extent;
    }
    if (binding.cells.length === 0) binding.cells.length = stride;
    return result;
  }

  private variable(id: VariableId): Variable {
    return this.program.variables[id] as Variable;
  }

  /** Entries that were pushed and never popped. */
  get left(): number {
    return this.stacks.push.length + this.stacks.pushControl.length;
  }

  run(frame: Frame<T>): Signal {
    if (++this.depth > 60) throw new ReferenceFault('calls nest too deep');
    const signal = this.list(frame, frame.routine.body);
    this.depth--;
    return signal?.kind === 'stop' ? signal : null;
  }

  // ---------------------------------------------------------------------------------------------------- statements

  private list(frame: Frame<T>, body: readonly Statement[]): Signal {
    for (const s of body) {
      const signal = this.statement(frame, s);
      if (signal) return signal;
    }
    return null;
  }

  private statement(frame: Frame<T>, s: Statement): Signal {
    if (++this.steps > this.limit) throw new ReferenceFault('too many steps');
    switch (s.kind) {
      case 'assign': {
        const [binding, index] = this.address(frame, s.target);
        binding.cells[index] = this.expr(frame, s.value);
        return null;
      }
      case 'call':
        return this.call(frame, s);
      case 'if':
        return this.list(frame, this.test(frame, s.condition) ? s.then : s.else);
      case 'for':
        return this.counted(frame, s);
      case 'while':
        return this.whileLoop(frame, s);
      case 'doWhile':
        do {
          const signal = this.list(frame, s.body);
          if (leaves(signal, s.label)) return null;
          if (signal && !repeats(signal, s.label)) return signal;
        } while (this.test(frame, s.condition));
        return null;
      case 'block':
        return passing(this.list(frame, s.body), s.label);
      case 'switch': {
        const value = this.whole(frame, s.selector);
        const chosen = s.cases.find((c) => c.values.some((r) => r.from <= value && value <= r.to));
        return passing(this.list(frame, chosen ? chosen.body : s.default), s.label);
      }
      case 'exit':
        return { kind: 'exit', target: s.target };
      case 'next':
        return { kind: 'next', target: s.target };
      case 'dispatch':
        return this.dispatch(frame, s);
      case 'stop':
        return { kind: 'stop' };
      case 'io':
      case 'comment':
        return null;
      default:
        return this.tape(frame, s);
    }
  }

  /** Generated code: values and control have a stack each. A pop of another size than its push is a fault. */
  private tape(
    frame: Frame<T>,
    s: Extract<Statement, { kind: 'push' | 'pop' | 'pushControl' | 'popControl' }>,
  ): Signal {
    if (s.kind === 'pushControl') this.stacks.pushControl.push([this.expr(frame, s.value)]);
    else if (s.kind === 'popControl') {
      const binding = frame.bindings.get(s.target) as Binding<T>;
      binding.cells[binding.offset] = this.popped('pushControl', 1)[0];
    } else {
      const [cells, start, count] = this.extent(frame, s.what);
      const run = Array.from({ length: count }, (_, i) => cells[start + i]);
      if (s.kind === 'push') this.stacks.push.push(run);
      else
        this.popped('push', count).forEach((cell, i) => {
          cells[start + i] = cell;
        });
    }
    return null;
  }

  private popped(kind: 'push' | 'pushControl', count: number): Cell<T>[] {
    const top = this.stacks[kind].pop();
    if (!top) throw new ReferenceFault('a pop from the empty tape');
    if (top.length !== count) throw new ReferenceFault('a pop of what was not pushed');
    return top;
  }

  private extent(frame: Frame<T>, what: TapeValue): [Cell<T>[], number, number] {
    if (what.kind === 'scalar') {
      const [binding, index] = this.address(frame, what.place);
      return [binding.cells, index, 1];
    }
    const binding = frame.bindings.get(what.variable) as Binding<T>;
    return [binding.cells, binding.offset, this.whole(frame, what.count)];
  }

  private whileLoop(frame: Frame<T>, s: Extract<Statement, { kind: 'while' }>): Signal {
    while (this.test(frame, s.condition)) {
      const signal = this.list(frame, s.body);
      if (leaves(signal, s.label)) return null;
      if (signal && !repeats(signal, s.label)) return signal;
      const after = s.increment ? this.list(frame, s.increment) : null;
      if (after) return after;
      if (++this.steps > this.limit) throw new ReferenceFault('too many steps');
    }
    return null;
  }

  private counted(frame: Frame<T>, s: For): Signal {
    const first = this.whole(frame, s.first);
    const last = this.whole(frame, s.last);
    const step = this.whole(frame, s.step);
    const trips = Math.max(0, Math.floor((last - first + step) / step));
    const index = frame.bindings.get(s.index) as Binding<T>;
    for (let k = 0; k < trips; k++) {
      index.cells[index.offset] = first + k * step;
      const signal = this.list(frame, s.body);
      if (leaves(signal, s.label)) return null;
      if (signal && !repeats(signal, s.label)) return signal;
    }
    index.cells[index.offset] = first + trips * step;
    return null;
  }

  private dispatch(frame: Frame<T>, s: Dispatch): Signal {
    let next = 0;
    while (next >= 0) {
      if (++this.steps > this.limit) throw new ReferenceFault('too many steps');
      const block = s.blocks[next];
      if (!block) throw new ReferenceFault('a jump to nowhere');
      const signal = this.list(frame, block.body);
      if (leaves(signal, s.label)) return null;
      if (signal) return signal;
      const { jump } = block;
      if (jump.kind === 'go') next = jump.to;
      else if (jump.kind === 'branch') next = this.test(frame, jump.condition) ? jump.then : jump.else;
      else {
        const value = this.whole(frame, jump.selector);
        const found = jump.cases.find((c) => c.values.some((r) => r.from <= value && value <= r.to));
        next = found ? found.to : jump.default;
      }
    }
    return null;
  }

  private call(frame: Frame<T>, s: Call): Signal {
    const callee = this.program.routines.find((r) => r.name === s.callee);
    if (!callee || callee.external) throw new ReferenceFault(`no body for ${s.callee}`);
    const given = new Map<VariableId, { cells: Cell<T>[]; offset: number }>();
    s.args.forEach((arg, i) => {
      const formal = callee.parameters[i] as VariableId;
      if (arg.kind === 'value') given.set(formal, { cells: [this.passed(frame, arg.value)], offset: 0 });
      else if (arg.kind === 'reference') {
        const [binding, offset] = this.address(frame, arg.place);
        given.set(formal, { cells: binding.cells, offset });
      } else {
        const binding = frame.bindings.get(arg.variable) as Binding<T>;
        const offset = arg.start ? this.offset(frame, arg.variable, arg.start) : binding.offset;
        given.set(formal, { cells: binding.cells, offset });
      }
    });
    const target = s.result ? this.address(frame, s.result) : null;
    const inside = this.enter(callee, (id) => given.get(id) as { cells: Cell<T>[]; offset: number });
    const signal = this.run(inside);
    if (target && callee.result !== null) {
      const result = inside.bindings.get(callee.result) as Binding<T>;
      target[0].cells[target[1]] = result.cells[0];
    }
    return signal;
  }

  /** What is undefined, or computed from that, may go to a callee that doesn't read it; a callee that does is at fault. */
  private passed(frame: Frame<T>, e: Expr): Cell<T> {
    try {
      return this.expr(frame, e);
    } catch (error) {
      if (error instanceof UndefinedRead) return undefined;
      throw error;
    }
  }

  // ------------------------------------------------------------------------------------------------------- places

  private address(frame: Frame<T>, place: Place): [Binding<T>, number] {
    const binding = frame.bindings.get(place.variable);
    if (!binding) throw new ReferenceFault(`${this.variable(place.variable).name} is not in sight`);
    return place.kind === 'variable'
      ? [binding, binding.offset]
      : [binding, this.offset(frame, place.variable, place.subscripts)];
  }

  private offset(frame: Frame<T>, id: VariableId, subscripts: readonly Expr[]): number {
    const binding = frame.bindings.get(id) as Binding<T>;
    let offset = binding.offset;
    subscripts.forEach((e, i) => {
      const { low, extent, stride } = binding.dimensions[i] as Binding<T>['dimensions'][number];
      const value = this.whole(frame, e);
      if (value < low || value >= low + extent)
        throw new ReferenceFault(`subscript ${value} of ${this.variable(id).name} is out of bounds`);
      offset += (value - low) * stride;
    });
    return offset;
  }

  // -------------------------------------------------------------------------------------------------- expressions

  private whole(frame: Frame<T>, e: Expr): number {
    return this.expr(frame, e) as number;
  }
  private test(frame: Frame<T>, e: Expr): boolean {
    return this.expr(frame, e) !== 0;
  }

  private expr(frame: Frame<T>, e: Expr): T | number {
    const value = this.value(frame, e);
    return e.type === 'f32' && e.kind !== 'variable' && e.kind !== 'element'
      ? this.numbers.single(value as T)
      : value;
  }

  private value(frame: Frame<T>, e: Expr): T | number {
    switch (e.kind) {
      case 'constant':
        return isReal(e.type) ? this.numbers.constant(e.value) : e.value;
      case 'variable':
      case 'element': {
        const [binding, index] = this.address(frame, e);
        const cell = binding.cells[index];
        if (cell === undefined)
          throw new UndefinedRead(`${this.variable(e.variable).name} is read before it is written`);
        return cell;
      }
      case 'unary': {
        const x = this.expr(frame, e.operand);
        if (e.op === 'not') return x === 0 ? 1 : 0;
        if (e.op === 'complement') return ~(x as number);
        return isReal(e.type) ? this.numbers.negate(x as T) : 0 - (x as number);
      }
      case 'binary': {
        const a = this.expr(frame, e.left);
        const b = this.expr(frame, e.right);
        return isReal(e.type)
          ? this.realOperation(e.op, a as T, b as T)
          : e.type === 'i64' && isBits(e.op)
            ? longBits(e.op, a as number, b as number)
            : wholeOperation(e.op, a as number, b as number);
      }
      case 'compare':
        return this.compare(frame, e) ? 1 : 0;
      case 'logical': {
        const left = this.test(frame, e.left);
        return (e.op === 'and' ? left && this.test(frame, e.right) : left || this.test(frame, e.right))
          ? 1
          : 0;
      }
      case 'select':
        return this.expr(frame, this.test(frame, e.condition) ? e.whenTrue : e.whenFalse);
      case 'convert':
        return this.converted(frame, e.operand, e.type);
      case 'intrinsic': {
        const args = e.args.map((arg) => this.expr(frame, arg));
        // Whole numbers have no fraction (2**(-1) is 0), and no negative zero.
        if (!isReal(e.type)) return Math.trunc(ELEMENTARY[e.fn].evaluate(...(args as number[]))) + 0;
        const reals = args.map((x, i) =>
          isReal((e.args[i] as Expr).type) ? (x as T) : this.numbers.constant(x as number),
        );
        return this.numbers.elementary(e.fn, reals);
      }
    }
  }

  private converted(frame: Frame<T>, operand: Expr, type: Expr['type']): T | number {
    const x = this.expr(frame, operand);
    const fromReal = isReal(operand.type);
    if (isReal(type)) return fromReal ? x : this.numbers.constant(x as number);
    const value = fromReal ? this.numbers.toNumber(x as T) : (x as number);
    if (type === 'bool') return value !== 0 ? 1 : 0;
    // Of a wider integer, the lowest 32 bits are kept.
    return type === 'i32' && !fromReal ? value | 0 : Math.trunc(value) + 0;
  }

  private realOperation(op: string, a: T, b: T): T {
    const { numbers } = this;
    switch (op) {
      case 'add':
        return numbers.add(a, b);
      case 'subtract':
        return numbers.subtract(a, b);
      case 'multiply':
        return numbers.multiply(a, b);
      case 'divide':
        return numbers.divide(a, b);
      default:
        throw new ReferenceFault(`${op} of reals`);
    }
  }

  private compare(frame: Frame<T>, e: Extract<Expr, { kind: 'compare' }>): boolean {
    const a = this.expr(frame, e.left);
    const b = this.expr(frame, e.right);
    const real = isReal(e.left.type);
    const less = (x: T | number, y: T | number) =>
      real ? this.numbers.less(x as T, y as T) : (x as number) < (y as number);
    const equal = real ? this.numbers.equal(a as T, b as T) : a === b;
    switch (e.op) {
      case 'lt':
        return less(a, b);
      case 'le':
        return less(a, b) || equal;
      case 'gt':
        return less(b, a);
      case 'ge':
        return less(b, a) || equal;
      case 'eq':
        return equal;
      case 'ne':
        return !equal;
    }
  }
}

/** Leaves the construct `label` at its end. */
function leaves(signal: Signal, label: LabelId): boolean {
  return signal?.kind === 'exit' && signal.target === label;
}
function repeats(signal: Signal, label: LabelId): boolean {
  return signal?.kind === 'next' && signal.target === label;
}
function passing(signal: Signal, label: LabelId): Signal {
  return leaves(signal, label) ? null : signal;
}

function isBits(op: string): boolean {
  return op.startsWith('bit') || op.startsWith('shift');
}

/** Bits of a long integer: the operators on numbers see 32 of them. */
function longBits(op: string, a: number, b: number): number {
  const [x, y] = [BigInt(a), BigInt(b)];
  const made = {
    bitand: () => x & y,
    bitor: () => x | y,
    bitxor: () => x ^ y,
    shiftleft: () => x << y,
    shiftright: () => x >> y,
  }[op];
  if (!made) throw new ReferenceFault(`${op} of integers`);
  return Number(BigInt.asIntN(64, made()));
}

function wholeOperation(op: string, a: number, b: number): number {
  switch (op) {
    case 'add':
      return a + b;
    case 'subtract':
      return a - b;
    case 'multiply':
      return a * b + 0;
    case 'divide':
    case 'remainder': {
      if (b === 0) throw new ReferenceFault('division by zero');
      return op === 'divide' ? Math.trunc(a / b) + 0 : (a % b) + 0;
    }
    case 'bitand':
      return a & b;
    case 'bitor':
      return a | b;
    case 'bitxor':
      return a ^ b;
    case 'shiftleft':
      return a << b;
    case 'shiftright':
      return a >> b;
    default:
      throw new ReferenceFault(`${op} of integers`);
  }
}

/**
 * Sets at points, by looking for paths: a member is in a set if some path of the flow graph carries it there. A second
 * witness for scalars and whole arrays in a routine without calls or jumps: no analysis and no fixed point of the engine's, and the
 * rules for what a derivative reads are those of [TBR], by the form of the expression.
 */
import { isReal } from '../ir/build';
import { buildFlowGraph } from '../ir/graph/buildFlow';
import { type FlowGraph, type Instruction, testExpressions } from '../ir/graph/flow';
import { locationKey, statementName } from '../ir/names';
import { placesRead } from '../ir/partials';
import type { Expr, Program, Routine } from '../ir/types';
import type { Options } from '../pipeline/options';

type Key = string;
/** Just before the `at`-th instruction of a vertex; after the last one for `at` = their number. */
interface Point {
  readonly vertex: number;
  readonly at: number;
}

export interface PathSets {
  varied(statement: string, point: 'before' | 'after'): Set<Key>;
  useful(statement: string, point: 'before' | 'after'): Set<Key>;
  required(statement: string, point: 'before' | 'after'): Set<Key>;
  adjointLive(statement: string, point: 'before' | 'after'): Set<Key>;
  /** It stays in the forward sweep; it stores what it overwrites. */
  stays(statement: string): boolean;
  stores(statement: string): boolean;
}

export function pathSets(
  program: Program,
  routine: Routine,
  independents: readonly Key[],
  dependents: readonly Key[],
  reversal: Options['reversal'],
): PathSets {
  return new Paths(program, buildFlowGraph(routine), { independents, dependents, reversal });
}

class Paths implements PathSets {
  private readonly places = new Map<string, Point>();
  private readonly variedAt: ReadonlySet<string>;
  private readonly usefulAt: ReadonlySet<string>;
  private liveAt: ReadonlySet<string> = new Set();
  private readonly requiredAt: ReadonlySet<string>;

  constructor(
    private readonly program: Program,
    private readonly graph: FlowGraph,
    private readonly asked: {
      readonly independents: readonly Key[];
      readonly dependents: readonly Key[];
      readonly reversal: Options['reversal'];
    },
  ) {
    const { independents, dependents } = asked;
    for (const v of graph.vertices)
      for (const [at, i] of v.instructions.entries())
        this.places.set(statementName(i.id), { vertex: v.index, at });
    const entry = { vertex: graph.entry, at: 0 };
    const exit = { vertex: graph.exit, at: 0 };
    this.variedAt = this.along(
      independents.map((key) => [entry, key]),
      'forward',
      (i, key) => this.carried(i, key),
    );
    this.usefulAt = this.along(
      dependents.map((key) => [exit, key]),
      'backward',
      (i, key) => this.carriers(i, key, (e) => this.differentiable(e)),
    );
    this.findLive();
    const uses = this.all().flatMap(([point, i]) =>
      [...(i.kind === 'test' ? this.readAgain(i, point) : this.derivativeUse(i, point))]
        .filter((key) => !(this.isKept(i, point) && this.kills(i, key)))
        .map((key): [Point, Key] => [this.after(point), key]),
    );
    this.requiredAt = this.along(uses, 'forward', (i, key, point) =>
      this.isKept(i, point) && this.kills(i, key) ? [] : [key],
    );
  }

  varied = (statement: string, point: 'before' | 'after') => this.set(this.variedAt, statement, point);
  useful = (statement: string, point: 'before' | 'after') => this.set(this.usefulAt, statement, point);
  required = (statement: string, point: 'before' | 'after') => this.set(this.requiredAt, statement, point);
  adjointLive = (statement: string, point: 'before' | 'after') => this.set(this.liveAt, statement, point);

  stays = (statement: string) => this.here(statement, (i, point) => this.isKept(i, point));
  stores = (statement: string) =>
    this.here(statement, (i, point) => {
      const key = this.target(i)?.key;
      if (key === undefined || !this.isKept(i, point)) return false;
      return this.holds(this.requiredAt, point, key) || this.derivativeUse(i, point).has(key);
    });

  private here(statement: string, holds: (i: Instruction, point: Point) => boolean): boolean {
    const point = this.places.get(statement);
    const i = point && this.graph.vertices[point.vertex]?.instructions[point.at];
    return i !== undefined && point !== undefined && holds(i, point);
  }

  private set(of: ReadonlySet<string>, statement: string, point: 'before' | 'after'): Set<Key> {
    const place = this.places.get(statement);
    if (place === undefined) return new Set();
    const at = point === 'before' ? place : this.after(place);
    const prefix = `${at.vertex}.${at.at} `;
    return new Set(
      [...of].filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length)),
    );
  }

  private all(): [Point, Instruction][] {
    return this.graph.vertices.flatMap((v) =>
      v.instructions.map((i, at): [Point, Instruction] => [{ vertex: v.index, at }, i]),
    );
  }

  private after({ vertex, at }: Point): Point {
    return { vertex, at: at + 1 };
  }

  /** All that paths from the starts reach: `carry` says what a member becomes on the other side of an instruction. */
  private along(
    starts: readonly (readonly [Point, Key])[],
    way: 'forward' | 'backward',
    carry: (i: Instruction, key: Key, point: Point) => readonly Key[],
  ): Set<string> {
    const met = new Set<string>();
    const open = [...starts];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [point, key] = next;
      const name = `${point.vertex}.${point.at} ${key}`;
      if (met.has(name)) continue;
      met.add(name);
      const list = this.graph.vertices[point.vertex]?.instructions ?? [];
      const step = way === 'forward' ? point.at : point.at - 1;
      const i = list[step];
      if (i !== undefined) {
        const here = { vertex: point.vertex, at: step };
        const there = way === 'forward' ? this.after(here) : here;
        for (const each of carry(i, key, here)) open.push([there, each]);
      } else if (way === 'forward') {
        for (const to of this.graph.successors[point.vertex] ?? []) open.push([{ vertex: to, at: 0 }, key]);
      } else {
        for (const from of this.graph.predecessors[point.vertex] ?? [])
          open.push([{ vertex: from, at: this.graph.vertices[from]?.instructions.length ?? 0 }, key]);
      }
    }
    return met;
  }

  private key(id: number): Key {
    return locationKey(this.program, id as Parameters<typeof locationKey>[1]);
  }

  private target(i: Instruction): { key: Key; whole: boolean; real: boolean; value: Expr } | null {
    if (i.kind !== 'leaf' || i.statement.kind !== 'assign') return null;
    const { target, value } = i.statement;
    return {
      key: this.key(target.variable),
      whole: target.kind === 'variable',
      real: isReal(target.type),
      value,
    };
  }

  private kills(i: Instruction, key: Key): boolean {
    const target = this.target(i);
    return target?.whole === true && target.key === key;
  }

  /** What the value depends on differentiably. */
  private differentiable(e: Expr): Set<Key> {
    if (!isReal(e.type)) return new Set();
    if (e.kind === 'variable' || e.kind === 'element') return new Set([this.key(e.variable)]);
    return new Set(operands(e).flatMap((each) => [...this.differentiable(each)]));
  }

  private reads(e: Expr): Set<Key> {
    return new Set(placesRead(e).map(({ variable }) => this.key(variable)));
  }

  private carried(i: Instruction, key: Key): Key[] {
    const target = this.target(i);
    if (target === null) return [key];
    const goes = target.real && this.differentiable(target.value).has(key);
    return [...(this.kills(i, key) ? [] : [key]), ...(goes ? [target.key] : [])];
  }

  /** Against the flow: what of before the instruction `key` after it comes from. */
  private carriers(i: Instruction, key: Key, from: (e: Expr) => ReadonlySet<Key>): Key[] {
    const target = this.target(i);
    if (target === null) return [key];
    return [...(this.kills(i, key) ? [] : [key]), ...(target.key === key ? from(target.value) : [])];
  }

  private holds(of: ReadonlySet<string>, { vertex, at }: Point, key: Key): boolean {
    return of.has(`${vertex}.${at} ${key}`);
  }

  private derivativeUse(i: Instruction, point: Point): Set<Key> {
    const target = this.target(i);
    if (target === null || !this.holds(this.usefulAt, this.after(point), target.key)) return new Set();
    const isActive = (e: Expr) =>
      [...this.differentiable(e)].some((key) => this.holds(this.variedAt, point, key));
    return this.partialUse(target.value, isActive);
  }

  /** A(e): what the derivative of an expression reads. */
  private partialUse(e: Expr, isActive: (e: Expr) => boolean): Set<Key> {
    if (!isActive(e)) return new Set();
    const found = operands(e).flatMap((each) => [...this.partialUse(each, isActive)]);
    if (e.kind === 'binary' && (e.op === 'multiply' || e.op === 'divide')) {
      if (isActive(e.left)) found.push(...this.reads(e.right));
      if (isActive(e.right))
        found.push(...this.reads(e.left), ...(e.op === 'divide' ? this.reads(e.right) : []));
    }
    if (e.kind === 'intrinsic') for (const each of e.args) found.push(...this.reads(each));
    return new Set(found);
  }

  // ------------------------------------------------------------------------------------------------ adjoint liveness

  private isKept(i: Instruction, point: Point): boolean {
    const target = this.target(i);
    return target === null || this.holds(this.liveAt, this.after(point), target.key);
  }

  /** Tests are read where what they decide is reversed or stays, which the sets themselves decide: from nothing, until it stands. */
  private findLive(): void {
    for (;;) {
      const starts = this.all().flatMap(([point, i]) => {
        const reads = i.kind === 'test' && this.matters(i) ? this.testReads(i) : this.derivativeUse(i, point);
        return [...reads].map((key): [Point, Key] => [point, key]);
      });
      const found = this.along(starts, 'backward', (i, key) => this.carriers(i, key, (e) => this.reads(e)));
      const settled = found.size === this.liveAt.size;
      this.liveAt = found;
      if (settled) return;
    }
  }

  private testReads(i: Instruction & { kind: 'test' }): Set<Key> {
    return new Set(testExpressions(i.test).flatMap((e) => [...this.reads(e)]));
  }

  /**
   * A branch is tested again on the way back where nothing that its test reads is overwritten on any path from it on; not where the
   * numbers of blocks are stored.
   */
  private readAgain(i: Instruction & { kind: 'test' }, point: Point): Set<Key> {
    const reads = this.testReads(i);
    if (i.test.kind !== 'if' || this.asked.reversal !== 'joins' || !this.matters(i)) return new Set();
    let overwritten = false;
    const starts = [...reads].map((key): [Point, Key] => [this.after(point), key]);
    this.along(starts, 'forward', (each, key, at) => {
      if (this.target(each)?.key === key && this.isKept(each, at)) overwritten = true;
      return [key];
    });
    return overwritten ? new Set() : reads;
  }

  private matters({ test }: Instruction & { kind: 'test' }): boolean {
    const inside = new Set<number>();
    const visit = (list: readonly unknown[]) => {
      for (const each of list) {
        if (Array.isArray(each)) visit(each);
        else if (typeof each === 'object' && each !== null) {
          if ('id' in each && typeof each.id === 'number') inside.add(each.id);
          visit(Object.values(each));
        }
      }
    };
    visit(Object.values(test).filter((each) => Array.isArray(each)));
    return this.all().some(
      ([point, i]) =>
        inside.has(i.id) &&
        i.kind === 'leaf' &&
        this.target(i)?.real === true &&
        (this.isKept(i, point) || this.isActive(i, point)),
    );
  }

  private isActive(i: Instruction, point: Point): boolean {
    const target = this.target(i);
    return target !== null && this.holds(this.usefulAt, this.after(point), target.key);
  }
}

function operands(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'unary':
    case 'convert':
      return [e.operand];
    case 'binary':
      return [e.left, e.right];
    case 'intrinsic':
      return e.args;
    default:
      return [];
  }
}

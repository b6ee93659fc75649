/** Building the flow graph of a routine (`flow.ts` says what always holds of it). */
import { appended, entryOf, itemAt } from '../../base/lookup';
import { once } from '../../base/once';
import type {
  Dispatch,
  DispatchJump,
  DoWhile,
  For,
  If,
  LabelId,
  Routine,
  Statement,
  StatementId,
  Switch,
  While,
} from '../types';
import {
  caseLabel,
  type FlowEdge,
  type FlowGraph,
  type FlowKind,
  type Instruction,
  isLeaf,
  type Leaf,
} from './flow';
import { innerTest, isEndless } from './innerTest';

interface Draft {
  kind: FlowKind;
  instructions: Instruction[];
  construct: Statement | DispatchJump | null;
  partner: Draft | null;
  prelude: Draft | null;
  loops: readonly StatementId[];
  edges: { to: Draft; label: string; jump: boolean }[];
  reached: boolean;
  /** In the finished graph; -1 before. */
  index: number;
}
/** An end of a path that still wants a successor. */
interface Loose {
  from: Draft;
  label: string;
}

export function buildFlowGraph(routine: Pick<Routine, 'body' | 'label'>): FlowGraph {
  const laying = new Laying(routine);
  const { entry, exit } = laying.whole();
  return finish(laying.all, entry, exit, laying.unreachable);
}

function after(from: Draft, label = ''): Loose[] {
  return [{ from, label }];
}

/** Lays the vertices of a routine in source order. */
class Laying {
  readonly unreachable: Statement[] = [];
  readonly all: Draft[] = [];
  private readonly exits = new Map<LabelId, Loose[]>();
  private readonly nexts = new Map<LabelId, Loose[]>();
  private loops: readonly StatementId[] = [];

  constructor(private readonly routine: Pick<Routine, 'body' | 'label'>) {}

  whole(): { entry: Draft; exit: Draft } {
    const { body, label } = this.routine;
    const entry = this.make('ENTRY');
    this.exits.set(label, []);
    const ends = this.sequence(body, after(entry));
    const last = this.join(null, ends, entryOf(this.exits, label));
    const exit = this.make('EXIT');
    this.connect(last, exit);
    return { entry, exit };
  }

  private draft(kind: FlowKind, construct: Draft['construct']): Draft {
    return {
      kind,
      instructions: NONE,
      construct,
      partner: null,
      prelude: null,
      loops: this.loops,
      edges: NONE,
      reached: false,
      index: -1,
    };
  }

  private make(kind: FlowKind, construct: Draft['construct'] = null): Draft {
    const vertex = this.draft(kind, construct);
    this.all.push(vertex);
    return vertex;
  }

  private connect(ends: readonly Loose[], to: Draft, jump = false): void {
    for (const { from, label } of ends) from.edges = appended(from.edges, { to, label, jump });
  }

  /** Lays a sequence after `start`; an empty list means that control does not get here. */
  private sequence(body: readonly Statement[], start: Loose[]): Loose[] {
    let ends = start;
    let block: Draft | null = null;
    for (const statement of body) {
      if (ends.length === 0) {
        this.unreachable.push(statement);
        continue;
      }
      if (isLeaf(statement)) {
        if (!block) {
          block = this.make('BASICBLOCK');
          this.connect(ends, block);
          ends = after(block);
        }
        block.instructions = appended(block.instructions, { kind: 'leaf', id: statement.id, statement });
        if (statement.kind === 'stop') {
          entryOf(this.exits, this.routine.label).push({ from: block, label: '' });
          ends = [];
          block = null;
        }
        continue;
      }
      block = null;
      ends = this.construct(statement, ends);
    }
    return ends;
  }

  private construct(statement: Exclude<Statement, Leaf>, ends: Loose[]): Loose[] {
    switch (statement.kind) {
      case 'if':
        return this.branch(statement, ends, [
          { label: '1', body: statement.then },
          { label: '0', body: statement.else },
        ]);
      case 'switch': {
        const arms = statement.cases.map((c) => ({ label: caseLabel(c.values), body: c.body }));
        this.exits.set(statement.label, []);
        const out = this.branch(statement, ends, [...arms, { label: 'default', body: statement.default }]);
        return this.join(statement, out, entryOf(this.exits, statement.label));
      }
      case 'for':
      case 'while':
        return this.loop(statement, ends);
      case 'doWhile':
        return this.postLoop(statement, ends);
      case 'block': {
        this.exits.set(statement.label, []);
        const out = this.sequence(statement.body, ends);
        return this.join(statement, out, entryOf(this.exits, statement.label));
      }
      case 'exit':
        entryOf(this.exits, statement.target).push(...ends);
        return [];
      case 'next':
        entryOf(this.nexts, statement.target).push(...ends);
        return [];
      case 'dispatch':
        return this.dispatch(statement, ends);
    }
  }

  private join(statement: Statement | null, ends: Loose[], jumps: Loose[]): Loose[] {
    if (jumps.length === 0) return ends;
    const vertex = this.make('JOIN', statement);
    this.connect(ends, vertex);
    this.connect(jumps, vertex, true);
    return after(vertex);
  }

  private branch(
    statement: If | Switch,
    ends: Loose[],
    arms: { label: string; body: readonly Statement[] }[],
  ): Loose[] {
    const head = this.make('BRANCH', statement);
    head.instructions = appended(head.instructions, { kind: 'test', id: statement.id, test: statement });
    this.connect(ends, head);
    const completed = arms.flatMap((arm) => this.sequence(arm.body, after(head, arm.label)));
    if (completed.length === 0) return [];
    return after(this.close('ENDBRANCH', statement, head, completed));
  }

  /** The vertex that goes with another, at the end of a construct or of its body. */
  private close(kind: Draft['kind'], statement: Statement, head: Draft, ends: Loose[]): Draft {
    const end = this.make(kind, statement);
    end.partner = head;
    head.partner = end;
    this.connect(ends, end);
    return end;
  }

  private loop(statement: For | While, ends: Loose[]): Loose[] {
    const around = this.loops;
    this.loops = [...around, statement.id];
    this.exits.set(statement.label, []);
    this.nexts.set(statement.label, []);
    const inner = statement.kind === 'while' ? innerTest(statement) : null;
    const before = this.all.length;
    const tested = inner ? this.sequence(inner.prelude, ends) : ends;
    const head = this.make('LOOP', statement);
    head.instructions = appended(head.instructions, { kind: 'test', id: statement.id, test: statement });
    if (inner) {
      head.instructions = appended(head.instructions, { kind: 'test', id: inner.test.id, test: inner.test });
      head.prelude = this.all[before] as Draft;
    }
    this.connect(tested, head);
    let out = this.sequence(inner ? inner.body : statement.body, after(head, '1'));
    out = this.join(statement, out, entryOf(this.nexts, statement.label));
    if (statement.kind === 'while' && statement.increment) out = this.sequence(statement.increment, out);
    if (out.length > 0) {
      const end = this.close('ENDLOOP', statement, head, out);
      this.connect(after(end), head.prelude ?? head);
    }
    this.loops = around;
    const left = isEndless(statement) && !inner ? [] : after(head, '');
    return this.join(statement, left, entryOf(this.exits, statement.label));
  }

  private postLoop(statement: DoWhile, ends: Loose[]): Loose[] {
    const around = this.loops;
    this.loops = [...around, statement.id];
    const head = this.make('JOIN', statement);
    this.connect(ends, head);
    this.exits.set(statement.label, []);
    this.nexts.set(statement.label, []);
    const out = this.sequence(statement.body, after(head));
    const arrived = this.join(statement, out, entryOf(this.nexts, statement.label));
    let left: Loose[] = [];
    if (arrived.length > 0) {
      const test = this.make('POSTLOOP', statement);
      test.instructions = appended(test.instructions, { kind: 'test', id: statement.id, test: statement });
      test.partner = head;
      head.partner = test;
      this.connect(arrived, test);
      this.connect(after(test, '1'), head);
      left = after(test, '');
    }
    this.loops = around;
    return this.join(statement, left, entryOf(this.exits, statement.label));
  }

  private dispatch(statement: Dispatch, ends: Loose[]): Loose[] {
    this.exits.set(statement.label, []);
    const heads = statement.blocks.map((block, i) => this.draft('JOIN', i === 0 ? statement : block.jump));
    const leaving: Loose[] = [];
    this.connect(ends, itemAt(heads, 0));
    const go = (from: Loose[], to: number) => {
      if (to < 0) leaving.push(...from);
      else this.connect(from, heads[to] as Draft);
    };
    statement.blocks.forEach((block, i) => {
      this.all.push(heads[i] as Draft);
      const out = this.sequence(block.body, after(heads[i] as Draft));
      if (out.length === 0) return;
      const jump = block.jump;
      if (jump.kind === 'go') {
        go(out, jump.to);
        return;
      }
      const head = this.make('BRANCH', jump);
      head.instructions = appended(head.instructions, { kind: 'test', id: jump.id, test: jump });
      this.connect(out, head);
      if (jump.kind === 'branch') {
        go(after(head, '1'), jump.then);
        go(after(head, '0'), jump.else);
      } else {
        for (const c of jump.cases) go(after(head, caseLabel(c.values)), c.to);
        go(after(head, 'default'), jump.default);
      }
    });
    const jumps = entryOf(this.exits, statement.label);
    // Several blocks of the region may lead out of it.
    if (leaving.length < 2) return this.join(statement, leaving, jumps);
    const vertex = this.make('JOIN', statement);
    this.connect(leaving, vertex);
    return this.join(statement, after(vertex), jumps);
  }
}

/** An empty list, for where nothing has been added yet: `appended` does not change it. */
const NONE: never[] = [];

/** Drops what is unreachable, numbers the rest in the order in which it was laid. */
function finish(all: readonly Draft[], entry: Draft, exit: Draft, unreachable: Statement[]): FlowGraph {
  entry.reached = true;
  const work = [entry];
  for (let vertex = work.pop(); vertex; vertex = work.pop()) {
    for (const { to } of vertex.edges) {
      if (to.reached) continue;
      to.reached = true;
      work.push(to);
    }
  }
  const exits = exit.reached;
  exit.reached = true;
  const kept = all.filter((v) => v.reached);
  kept.forEach((v, i) => {
    v.index = i;
  });
  const edges = once((): FlowEdge[] =>
    kept.flatMap(({ index: from, edges }) =>
      edges.map(({ to, label, jump }) => ({ from, to: to.index, label, jump })),
    ),
  );
  const successors = kept.map(({ edges }) => edges.map(({ to }) => to.index));
  const predecessors: number[][] = kept.map(() => NONE);
  const place = once(() => {
    const places = new Map<StatementId, readonly [number, number]>();
    for (const { index, instructions } of kept)
      for (let i = 0; i < instructions.length; i++) places.set(itemAt(instructions, i).id, [index, i]);
    return places;
  });
  for (const { index: from, edges: leaving } of kept) {
    for (const { to } of leaving) predecessors[to.index] = appended(predecessors[to.index] as number[], from);
  }
  const vertices = kept.map((v, i) => ({
    index: i,
    kind: v.kind,
    instructions: v.instructions,
    construct: v.construct,
    partner: v.partner?.reached ? v.partner.index : null,
    prelude: v.prelude?.reached ? v.prelude.index : null,
    loops: v.loops,
  }));
  return {
    vertices,
    // Pictures ask for them, analyses hardly ever.
    get edges() {
      return edges();
    },
    successors,
    predecessors,
    entry: 0,
    exit: kept.length - 1,
    get place() {
      return place();
    },
    unreachable,
    exits,
  };
}

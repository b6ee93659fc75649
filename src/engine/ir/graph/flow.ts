/**
 * The flow graph of a routine, in the vocabulary of [CFR] Definition 1.
 *
 * What always holds: vertex 0 is ENTRY and the last one EXIT; every other vertex is reachable from ENTRY; edges are
 * listed in source order, a loop's body before its successor. A LOOP holds its test (pre-test loops), a POSTLOOP the
 * test of a `do … while` (its header is a JOIN); ENDLOOP closes a LOOP's body and has one edge, back to it, or to the
 * first vertex of the prelude that runs before each of its tests. An ENDBRANCH
 * closes the arms of its BRANCH that complete; a JOIN stands where jumps arrive, so ENDLOOP, POSTLOOP and EXIT have one
 * edge in. Where nothing jumps, the graph has just the kinds of the paper.
 */
import { entryOf, itemAt } from '../../base/lookup';
import type { Span } from '../../base/span';
import type {
  Assign,
  Call,
  Comment,
  Dispatch,
  DispatchJump,
  DoWhile,
  Expr,
  For,
  If,
  Io,
  LabelId,
  Pop,
  PopControl,
  Push,
  PushControl,
  Routine,
  Statement,
  StatementId,
  Stop,
  Switch,
  While,
} from '../types';
import { innerTest, isEndless } from './innerTest';

/** A statement that is not a construct: what a basic block holds. */
export type Leaf = Assign | Call | Io | Stop | Comment | Push | Pop | PushControl | PopControl;
/** What decides control: a construct with a test, or the branch of a dispatch block. */
export type Test = If | For | While | DoWhile | Switch | Exclude<DispatchJump, { kind: 'go' }>;

/**
 * One step of an analysis: a leaf statement, or the decision of a test. Ids are those of statements. A LOOP whose test stands
 * inside of it has two: that of the `while (1)`, which decides nothing, and the test.
 */
export type Instruction =
  | { readonly kind: 'leaf'; readonly id: StatementId; readonly statement: Leaf }
  | { readonly kind: 'test'; readonly id: StatementId; readonly test: Test };

export type FlowKind =
  | 'ENTRY'
  | 'EXIT'
  | 'BASICBLOCK'
  | 'LOOP'
  | 'ENDLOOP'
  | 'BRANCH'
  | 'ENDBRANCH'
  | 'POSTLOOP'
  | 'JOIN';

export interface FlowVertex {
  readonly index: number;
  readonly kind: FlowKind;
  readonly instructions: readonly Instruction[];
  /** The construct that it opens or closes. */
  readonly construct: Statement | DispatchJump | null;
  /** LOOP↔ENDLOOP, BRANCH↔ENDBRANCH, JOIN (header) ↔ POSTLOOP. */
  readonly partner: number | null;
  /** Of a LOOP whose tests have a prelude: its first vertex; the last one is that before the LOOP. */
  readonly prelude: number | null;
  /** Loops around it in the text, outermost first; a loop's header and end count as inside. */
  readonly loops: readonly StatementId[];
}
export interface FlowEdge {
  readonly from: number;
  readonly to: number;
  /** Out of BRANCH, LOOP and POSTLOOP: `1`, `0`, a case; else empty. */
  readonly label: string;
  /** It comes from an `exit`, a `next` or a `stop`, not from the end of what stands before. */
  readonly jump: boolean;
}
export interface FlowGraph {
  readonly vertices: readonly FlowVertex[];
  readonly edges: readonly FlowEdge[];
  readonly successors: readonly (readonly number[])[];
  readonly predecessors: readonly (readonly number[])[];
  readonly entry: number;
  readonly exit: number;
  /** Where each reachable instruction stands: [vertex, position]. */
  readonly place: ReadonlyMap<StatementId, readonly [number, number]>;
  /** Statements that control never reaches, outermost only. */
  readonly unreachable: readonly Statement[];
  /** True when EXIT can be reached. */
  readonly exits: boolean;
}

/** The instruction that stands for a statement; null where control never comes. */
export function instructionOf({ place, vertices }: FlowGraph, id: StatementId): Instruction | null {
  const found = place.get(id);
  return found ? itemAt(itemAt(vertices, found[0]).instructions, found[1]) : null;
}

export function spanOfInstruction(i: Instruction): Span {
  return i.kind === 'leaf' ? i.statement.span : i.test.span;
}

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
  const unreachable: Statement[] = [];
  const exits = new Map<LabelId, Loose[]>();
  const nexts = new Map<LabelId, Loose[]>();
  const all: Draft[] = [];
  let loops: readonly StatementId[] = [];
  const draft = (kind: FlowKind, construct: Draft['construct']): Draft => ({
    kind,
    instructions: [],
    construct,
    partner: null,
    prelude: null,
    loops,
    edges: [],
    reached: false,
    index: -1,
  });
  const make = (kind: FlowKind, construct: Draft['construct'] = null): Draft => {
    const vertex = draft(kind, construct);
    all.push(vertex);
    return vertex;
  };
  const connect = (ends: readonly Loose[], to: Draft, jump = false) => {
    for (const end of ends) end.from.edges.push({ to, label: end.label, jump });
  };
  const after = (from: Draft, label = ''): Loose[] => [{ from, label }];

  /** Lays a sequence after `ends`; an empty list means that control does not get here. */
  function sequence(body: readonly Statement[], start: Loose[]): Loose[] {
    let ends = start;
    let block: Draft | null = null;
    for (const statement of body) {
      if (ends.length === 0) {
        unreachable.push(statement);
        continue;
      }
      if (isLeaf(statement)) {
        if (!block) {
          block = make('BASICBLOCK');
          connect(ends, block);
          ends = after(block);
        }
        block.instructions.push({ kind: 'leaf', id: statement.id, statement });
        if (statement.kind === 'stop') {
          entryOf(exits, routine.label).push({ from: block, label: '' });
          ends = [];
          block = null;
        }
        continue;
      }
      block = null;
      ends = construct(statement, ends);
    }
    return ends;
  }

  function construct(statement: Exclude<Statement, Leaf>, ends: Loose[]): Loose[] {
    switch (statement.kind) {
      case 'if':
        return branch(statement, ends, [
          { label: '1', body: statement.then },
          { label: '0', body: statement.else },
        ]);
      case 'switch': {
        const arms = statement.cases.map((c) => ({ label: caseLabel(c.values), body: c.body }));
        exits.set(statement.label, []);
        const out = branch(statement, ends, [...arms, { label: 'default', body: statement.default }]);
        return join(statement, out, entryOf(exits, statement.label));
      }
      case 'for':
      case 'while':
        return loop(statement, ends);
      case 'doWhile':
        return postLoop(statement, ends);
      case 'block': {
        exits.set(statement.label, []);
        const out = sequence(statement.body, ends);
        return join(statement, out, entryOf(exits, statement.label));
      }
      case 'exit':
        entryOf(exits, statement.target).push(...ends);
        return [];
      case 'next':
        entryOf(nexts, statement.target).push(...ends);
        return [];
      case 'dispatch':
        return dispatch(statement, ends);
    }
  }

  function join(statement: Statement | null, ends: Loose[], jumps: Loose[]): Loose[] {
    if (jumps.length === 0) return ends;
    const vertex = make('JOIN', statement);
    connect(ends, vertex);
    connect(jumps, vertex, true);
    return after(vertex);
  }

  function branch(
    statement: If | Switch,
    ends: Loose[],
    arms: { label: string; body: readonly Statement[] }[],
  ): Loose[] {
    const head = make('BRANCH', statement);
    head.instructions.push({ kind: 'test', id: statement.id, test: statement });
    connect(ends, head);
    const completed = arms.flatMap((arm) => sequence(arm.body, after(head, arm.label)));
    if (completed.length === 0) return [];
    const end = make('ENDBRANCH', statement);
    end.partner = head;
    head.partner = end;
    connect(completed, end);
    return after(end);
  }

  function loop(statement: For | While, ends: Loose[]): Loose[] {
    const around = loops;
    loops = [...around, statement.id];
    exits.set(statement.label, []);
    nexts.set(statement.label, []);
    const inner = statement.kind === 'while' ? innerTest(statement) : null;
    const before = all.length;
    const tested = inner ? sequence(inner.prelude, ends) : ends;
    const head = make('LOOP', statement);
    head.instructions.push({ kind: 'test', id: statement.id, test: statement });
    if (inner) {
      head.instructions.push({ kind: 'test', id: inner.test.id, test: inner.test });
      head.prelude = all[before] as Draft;
    }
    connect(tested, head);
    let out = sequence(inner ? inner.body : statement.body, after(head, '1'));
    out = join(statement, out, entryOf(nexts, statement.label));
    if (statement.kind === 'while' && statement.increment) out = sequence(statement.increment, out);
    if (out.length > 0) {
      const end = make('ENDLOOP', statement);
      end.partner = head;
      head.partner = end;
      connect(out, end);
      connect(after(end), head.prelude ?? head);
    }
    loops = around;
    const left = isEndless(statement) && !inner ? [] : after(head, '');
    return join(statement, left, entryOf(exits, statement.label));
  }

  function postLoop(statement: DoWhile, ends: Loose[]): Loose[] {
    const around = loops;
    loops = [...around, statement.id];
    const head = make('JOIN', statement);
    connect(ends, head);
    exits.set(statement.label, []);
    nexts.set(statement.label, []);
    const out = sequence(statement.body, after(head));
    const arrived = join(statement, out, entryOf(nexts, statement.label));
    let left: Loose[] = [];
    if (arrived.length > 0) {
      const test = make('POSTLOOP', statement);
      test.instructions.push({ kind: 'test', id: statement.id, test: statement });
      test.partner = head;
      head.partner = test;
      connect(arrived, test);
      connect(after(test, '1'), head);
      left = after(test, '');
    }
    loops = around;
    return join(statement, left, entryOf(exits, statement.label));
  }

  function dispatch(statement: Dispatch, ends: Loose[]): Loose[] {
    exits.set(statement.label, []);
    const heads = statement.blocks.map((block, i) => draft('JOIN', i === 0 ? statement : block.jump));
    const leaving: Loose[] = [];
    connect(ends, heads[0] as Draft);
    const go = (from: Loose[], to: number) => {
      if (to < 0) leaving.push(...from);
      else connect(from, heads[to] as Draft);
    };
    statement.blocks.forEach((block, i) => {
      all.push(heads[i] as Draft);
      const out = sequence(block.body, after(heads[i] as Draft));
      if (out.length === 0) return;
      const jump = block.jump;
      if (jump.kind === 'go') {
        go(out, jump.to);
        return;
      }
      const head = make('BRANCH', jump);
      head.instructions.push({ kind: 'test', id: jump.id, test: jump });
      connect(out, head);
      if (jump.kind === 'branch') {
        go(after(head, '1'), jump.then);
        go(after(head, '0'), jump.else);
      } else {
        for (const c of jump.cases) go(after(head, caseLabel(c.values)), c.to);
        go(after(head, 'default'), jump.default);
      }
    });
    const jumps = entryOf(exits, statement.label);
    // Several blocks of the region may lead out of it.
    if (leaving.length < 2) return join(statement, leaving, jumps);
    const vertex = make('JOIN', statement);
    connect(leaving, vertex);
    return join(statement, after(vertex), jumps);
  }

  const entry = make('ENTRY');
  exits.set(routine.label, []);
  const ends = sequence(routine.body, after(entry));
  const last = join(null, ends, entryOf(exits, routine.label));
  const exit = make('EXIT');
  connect(last, exit);
  return finish(all, entry, exit, unreachable);
}

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
  const edges: FlowEdge[] = [];
  const successors: number[][] = kept.map(() => []);
  const predecessors: number[][] = kept.map(() => []);
  const place = new Map<StatementId, readonly [number, number]>();
  for (const { index: from, instructions, edges: leaving } of kept) {
    for (let i = 0; i < instructions.length; i++) place.set((instructions[i] as Instruction).id, [from, i]);
    for (const { to, label, jump } of leaving) {
      edges.push({ from, to: to.index, label, jump });
      (successors[from] as number[]).push(to.index);
      (predecessors[to.index] as number[]).push(from);
    }
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
    edges,
    successors,
    predecessors,
    entry: 0,
    exit: kept.length - 1,
    place,
    unreachable,
    exits,
  };
}

export function isLeaf(statement: Statement): statement is Leaf {
  switch (statement.kind) {
    case 'assign':
    case 'call':
    case 'io':
    case 'stop':
    case 'comment':
    case 'push':
    case 'pop':
    case 'pushControl':
    case 'popControl':
      return true;
    default:
      return false;
  }
}

export function caseLabel(values: readonly { from: number; to: number }[]): string {
  return values.map((v) => (v.from === v.to ? `${v.from}` : `${v.from}:${v.to}`)).join(',');
}

/** The expressions that a test reads when it decides. */
export function testExpressions(test: Test): readonly Expr[] {
  switch (test.kind) {
    case 'for':
      return [test.first, test.last, test.step];
    case 'switch':
    case 'select':
      return [test.selector];
    default:
      return [test.condition];
  }
}

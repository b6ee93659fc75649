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
import { itemAt } from '../../base/lookup';
import type { Span } from '../../base/span';
import type {
  Assign,
  Call,
  Comment,
  DispatchJump,
  DoWhile,
  Expr,
  For,
  If,
  Io,
  Pop,
  PopControl,
  Push,
  PushControl,
  Statement,
  StatementId,
  Stop,
  Switch,
  While,
} from '../types';

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

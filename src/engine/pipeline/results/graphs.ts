/** Flow graphs in the vocabulary of [CFR], and the algorithms that reverse them, line by line. */
import type { Span } from '../../base/span';
import type { Role } from '../../ir/types';

export type VertexKind =
  | 'ENTRY'
  | 'EXIT'
  | 'BASICBLOCK'
  | 'LOOP'
  | 'ENDLOOP'
  | 'BRANCH'
  | 'ENDBRANCH'
  | 'FORLOOP'
  | 'POSTLOOP'
  | 'JOIN'
  | 'DISPATCH';

export interface Vertex {
  /** `v4`, unique in its graph; counterparts in the three graphs share it, those that store control are `v4.1`. */
  id: string;
  /** As in the papers: negative in the adjoint graph, and larger than EXIT's for vertices that store or restore control. */
  number: number;
  kind: VertexKind;
  /** Its lines of text. */
  statements: { text: string; statement: string | null; span: Span; role: Role; recording?: string }[];
  /** Whether it stores or restores control. */
  control: boolean;
}

export interface Edge {
  from: string;
  to: string;
  label: string;
}

export interface Graph {
  vertices: Vertex[];
  /** A list, not a set: two edges may join the same vertices. */
  edges: Edge[];
}

/**
 * The algorithms of control-flow reversal ([CFR] 1 to 5) at work on one routine, for the stepper. They are shown on the
 * graphs that they make themselves, in which everything is stored, whatever the options say.
 */
export interface AlgorithmDemonstration {
  graphs: { original: Graph; forward: Graph; adjoint: Graph };
  /** The runs of the algorithms that apply: 3 requires a graph without loops, 4 one with simple loops only. */
  runs: AlgorithmRun[];
  /** Algorithms that do not apply, and why. Algorithm 5 is for nested branches and loops. */
  notHere: { algorithm: 3 | 4; reason: string }[];
  /** Why there are no runs; the graphs exist all the same. */
  refused: string | null;
  /** The statements that prevent them: those that leave a construct, or go on in the middle of one. */
  jumps: Span[];
}

export interface AlgorithmRun {
  algorithm: 1 | 2 | 3 | 4 | 5;
  title: string;
  /** The algorithm's text; line 1 is the first. */
  lines: string[];
  steps: AlgorithmStep[];
}

export interface AlgorithmStep {
  /** Counted from 1. */
  line: number;
  /** What happens, in words. */
  note: string;
  /** The vertex at hand, in all three graphs. */
  vertex: string | null;
  /** The edge at hand, as an index into the edges of `graphs.original`. */
  edge: number | null;
  /** Algorithm 1: the ENDBRANCH vertices that wait, the top last. */
  stack: string[];
  /** What the line makes. Edges are indices into those of the graph. */
  makes: { graph: 'original' | 'forward' | 'adjoint'; vertices: string[]; edges: number[] }[];
}

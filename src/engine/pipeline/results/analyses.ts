/** The sets of one data-flow analysis at every statement, and the way to its fixed point. */
import type { Reasoned } from './answer';

/** One data-flow analysis, replayed to every statement. */
export interface AnalysisResult {
  /** `varied`, `useful`, `active`, `adjointUse`, `kill`, `required`, `adjointLive`, `adjointWrite`, … */
  name: string;
  title: string;
  blurb: string;
  direction: 'forward' | 'backward';
  /** By statement id, in execution order (`before` is the point above it in the source, whatever the direction). */
  statements: Record<string, SetsAtStatement>;
  /** By vertex id of the original graph: the same for the block as a whole. */
  vertices: Record<string, SetsAtStatement>;
}

/** The sets around a statement. A member of the outgoing set that is in none of `gen`, `kill` and `carried` came in and passed by. */
export interface SetsAtStatement {
  before: string[];
  after: string[];
  /** Members that the statement itself adds, whatever comes in. */
  gen: string[];
  /** Members that come in and do not get past it. */
  kill: string[];
  /** Members that come out because another one came in: by a dependence, or as a subscript of something recorded. */
  carried: string[];
}

/** The effect of a run of nested statements, whatever its surroundings, by the explicit equations of [TBR] Figs 3, 7 and 9. */
export interface Summary extends Reasoned {
  whole: PieceSets;
  /** Every construct in it, outer ones before those inside; a body with several statements is a piece of its own. */
  pieces: PieceSummary[];
}

export interface PieceSets {
  /** AdjU and Kill of [TBR] 5.1. */
  use: string[];
  kill: string[];
  /** Differentiable dependence of the locations that are written: [after, before]. */
  dependence: [after: string, before: string][];
  /** T for locations that do not simply stay, [before, after], and G: OutReq = InReq⊗T ∪ G. */
  carried: [before: string, after: string][];
  generated: string[];
  /** The equation of the construct with its sets filled in. */
  equation: string;
}

export interface PieceSummary extends PieceSets {
  statement: string;
  text: string;
  kind: 'statement' | 'branch' | 'loop' | 'body';
  /** Its depth of nesting. */
  depth: number;
}

/** The order in which waiting vertices are visited: it changes the number of visits, but not the fixed point. */
export type VisitOrder = 'reversePostorder' | 'postorder' | 'index';

/** How one analysis reaches its fixed point, visit by visit. */
export interface AnalysisSteps extends Reasoned {
  name: string;
  title: string;
  direction: 'forward' | 'backward';
  /** How sets are joined where paths meet. */
  join: 'union' | 'intersection';
  order: VisitOrder;
  /** How many visits each order takes. */
  visitCounts: Record<VisitOrder, number>;
  /** Every location, in order of declaration. */
  locations: string[];
  /** The starting value of every vertex, and the boundary value at ENTRY (forward) or EXIT (backward). */
  bottom: string[];
  boundary: { vertex: string; set: string[] };
  visits: AnalysisVisit[];
  /** The structured form over the tree, in order of evaluation; null where control jumps. */
  evaluation: EvaluationStep[] | null;
}

/** One visit of one vertex of the original graph. `in` and `out` follow the direction of flow. */
export interface AnalysisVisit {
  vertex: string;
  /** The number of this visit among those of the vertex, from 1. */
  round: number;
  in: string[];
  /** What the block adds, whatever comes in, and what it removes. */
  gen: string[];
  kill: string[];
  out: string[];
  /** Routines that the block calls: their part of the sets comes from summaries, which are made first, callees before callers. */
  calls: string[];
  /** Members that are new since the block's last visit. */
  added: string[];
  removed: string[];
  changed: boolean;
  /** Vertices that wait to be visited, the next one first. */
  waiting: string[];
}

/** One step of the pass down, which visits every statement once; for a loop, the state before its body on any trip. */
export interface EvaluationStep {
  kind: 'statement' | 'join' | 'loop';
  /** `s12` */
  statement: string;
  /** In flow direction; for a join, one list for each arm. */
  in: string[][];
  out: string[];
  /** Constructs around it, outermost first. */
  inside: string[];
}

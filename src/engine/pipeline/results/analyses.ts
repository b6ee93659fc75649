/** The sets of one data-flow analysis at every statement, and the way to its fixed point. */

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

/**
 * The sets around a statement. Whatever is in the set that flows out, and in none of `gen`, `kill` and `carried`, flowed in
 * and passed by.
 */
export interface SetsAtStatement {
  before: string[];
  after: string[];
  /** What the statement itself adds, whatever arrives. */
  gen: string[];
  /** What arrived and does not get past it. */
  kill: string[];
  /** What comes out because something else arrived: by a dependence, or as the subscript of what is recorded. */
  carried: string[];
}

/** What a run of nested statements does, whatever stands around it, by the explicit equations of [TBR] Figs 3, 7 and 9. */
export interface Summary {
  ok: boolean;
  /** Why there is none; empty if there is one. */
  reason: string;
  whole: PieceSets;
  /** Every construct in it, outer ones before those inside; a body of several statements is a piece of its own. */
  pieces: PieceSummary[];
}

export interface PieceSets {
  /** AdjU and Kill of [TBR] 5.1. */
  use: string[];
  kill: string[];
  /** Differentiable dependence of what is written: [after, before]. */
  dependence: [after: string, before: string][];
  /** T of what does not simply stay, [before, after], and G: OutReq = InReq⊗T ∪ G. */
  carried: [before: string, after: string][];
  generated: string[];
  /** The equation of the construct, with its sets put in. */
  equation: string;
}

export interface PieceSummary extends PieceSets {
  statement: string;
  text: string;
  kind: 'statement' | 'branch' | 'loop' | 'body';
  /** How deep it stands. */
  depth: number;
}

/** In which order waiting vertices are visited: the fixed point is the same, the number of visits is not. */
export type VisitOrder = 'reversePostorder' | 'postorder' | 'index';

/** How one analysis comes to its fixed point, visit by visit. */
export interface AnalysisSteps {
  ok: boolean;
  /** Why there are no steps; empty if there are. */
  reason: string;
  name: string;
  title: string;
  direction: 'forward' | 'backward';
  /** What becomes of sets where ways meet. */
  join: 'union' | 'intersection';
  order: VisitOrder;
  /** How many visits each order takes. */
  visitCounts: Record<VisitOrder, number>;
  /** Every location, in order of declaration. */
  locations: string[];
  /** What every vertex starts from, and what holds at ENTRY (forward) or EXIT (backward). */
  bottom: string[];
  boundary: { vertex: string; set: string[] };
  visits: AnalysisVisit[];
  /** The structured form over the tree, in order of evaluation; null where control jumps. */
  evaluation: EvaluationStep[] | null;
}

/** One visit of one vertex of the original graph. `in` and `out` follow the direction of flow. */
export interface AnalysisVisit {
  vertex: string;
  /** Counted from 1: the how manieth visit of this vertex. */
  round: number;
  in: string[];
  /** What the block adds whatever arrives, and what it takes away. */
  gen: string[];
  kill: string[];
  out: string[];
  /** Routines that the block calls: their part of the sets comes from summaries, which are made first, callees before callers. */
  calls: string[];
  /** Against the block's last visit. */
  added: string[];
  removed: string[];
  changed: boolean;
  /** Vertices still to be visited, the next one first. */
  waiting: string[];
}

/** One step of the pass down, which comes to every statement once; of a loop, the state before its body whatever its trips. */
export interface EvaluationStep {
  kind: 'statement' | 'join' | 'loop';
  /** `s12` */
  statement: string;
  /** In flow direction; of a join, one list for each arm. */
  in: string[][];
  out: string[];
  /** Constructs around it, outermost first. */
  inside: string[];
}

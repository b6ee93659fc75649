/**
 * Every type that crosses the engine's door, in full. All of it is plain, cloneable data (no classes, no functions), so
 * that it travels between workers as it is. Offsets are into the text they belong to; sets are lists of location keys
 * (`x`, `a`, `blk.c`), in order of declaration.
 */
import type { Diagnostic } from '../base/diagnostics';
import type { Span } from '../base/span';
import type { Language, Role, ScalarType } from '../ir/types';
import type { Mode, Options, Target } from './options';

export type { Diagnostic, DiagnosticNote, Severity } from '../base/diagnostics';
export type { Position, Span } from '../base/span';
export type { Language, Role, ScalarType } from '../ir/types';
export type { Mode, Options, Target } from './options';

// --------------------------------------------------------------------------------------------------- differentiate

export interface DifferentiateRequest {
  source: string;
  language: Language;
  /** Default: the last routine that no other calls, main programs aside; a C snippet without a function counts as one. */
  routine?: string;
  /** Default: every real input. */
  independents?: readonly string[];
  /** Default: every real output. */
  dependents?: readonly string[];
  mode?: Mode;
  /** Default: the source language. */
  target?: Target;
  options?: Partial<Options>;
  /** Recordings (by stable key) that the user took away or forced, to see what breaks. */
  tamper?: { readonly without?: readonly string[]; readonly with?: readonly string[] };
}

export interface Differentiation {
  /** The generated code is valid. When false, everything that could be computed is still here. */
  ok: boolean;
  diagnostics: Diagnostic[];
  /** The routine that was differentiated; null if none was found. */
  routine: RoutineInfo | null;
  /** All routines of the text that could be chosen instead. */
  routines: RoutineInfo[];
  /** Of the routine: parameters, result, globals it touches, locals. */
  variables: VariableInfo[];
  /** Statements of the original routine, in source order. */
  statements: StatementInfo[];
  graphs: { original: Graph; forward: Graph; adjoint: Graph };
  analyses: AnalysisResult[];
  recordings: Recording[];
  code: GeneratedCode;
  timings: PassTiming[];
  /** What was used, in full: defaults filled in. */
  request: {
    source: string;
    language: Language;
    /** As asked for; null where the default was taken. */
    routine: string | null;
    mode: Mode;
    target: Target;
    options: Options;
    independents: string[];
    dependents: string[];
    tamper: { without: string[]; with: string[] };
  };
  callGraph: CallGraph;
}

export interface RoutineInfo {
  name: string;
  kind: 'function' | 'subroutine' | 'program' | 'snippet';
  span: Span;
  nameSpan: Span;
}

export interface VariableInfo {
  /** As the user names it in inputs and outputs: `x`, `blk.c`; a function's result goes by the routine's name. */
  key: string;
  name: string;
  type: ScalarType;
  /** Null for scalars; else one text a dimension, `?` where unknown. */
  dimensions: string[] | null;
  role: 'input' | 'output' | 'inout' | 'result' | 'local' | 'unused';
  /** Could be independent (a real input), dependent (a real output). */
  canBeIndependent: boolean;
  canBeDependent: boolean;
  independent: boolean;
  dependent: boolean;
  /** Active anywhere in the routine; `reason` says in words why or why not. */
  active: boolean;
  reason: string;
  span: Span;
  /** Every place of the source that names it. */
  uses: Span[];
  /** Name of its derivative in the generated code, if it has one. */
  derivative: string | null;
}

/** One statement or test of the original routine. */
export interface StatementInfo {
  /** `s12` */
  id: string;
  /** Stable across edits that leave it alone: routine, structural path. */
  key: string;
  kind: 'assign' | 'call' | 'test' | 'loop' | 'io' | 'stop' | 'other';
  text: string;
  span: Span;
  /** The vertex of `graphs.original` it stands in; null when unreachable. */
  vertex: string | null;
  /** It stands in the forward sweep. */
  kept: boolean;
  /** It has a derivative instruction. */
  active: boolean;
  reachable: boolean;
  /** Ids of recordings made for it. */
  recordings: string[];
  /** Locations that it may overwrite, as keys; a user's own variables only. */
  overwrites: string[];
  nesting: number;
}

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
  /** As in the papers: negative in the adjoint graph, above EXIT for those that store or restore control. */
  number: number;
  kind: VertexKind;
  /** What is printed in it, a line each. */
  statements: { text: string; statement: string | null; span: Span; role: Role; recording?: string }[];
  /** Stores or restores control. */
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
 * graphs that they make, which store everything, whatever the options say.
 */
export interface AlgorithmDemonstration {
  graphs: { original: Graph; forward: Graph; adjoint: Graph };
  /** Those that apply: 3 wants a graph without loops, 4 one with simple loops only. */
  runs: AlgorithmRun[];
  /** Why there are none. */
  refused: string | null;
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
export interface EvaluationStep {
  kind: 'statement' | 'join' | 'loop';
  /** `s12` */
  statement: string;
  /** In flow direction; of a join, one list for each arm. */
  in: string[][];
  out: string[];
  /** Of a loop: the how manieth evaluation of its body; else 0. */
  round: number;
  /** A loop's state did not grow any more. */
  stable: boolean;
  /** Constructs around it, outermost first. */
  inside: string[];
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

export interface Recording {
  /** `r3` */
  id: string;
  /** Stable across edits: statement key, location. */
  key: string;
  kind: 'value' | 'snapshot' | 'branch' | 'arrow' | 'count' | 'bounds' | 'statement' | 'block';
  /** Location key (`a`) of a value; empty for control. */
  location: string;
  /** As pushed: `a[i]`. */
  text: string;
  /** The statement whose overwrite it guards, or the construct whose control it stores. */
  statement: string | null;
  span: Span;
  type: ScalarType;
  /** One entry, in bytes; control bits count 1/8. */
  bytes: number;
  /** Where it stands in the generated code. */
  push: Span[];
  pop: Span[];
  /** One sentence. `explain` says more. */
  reason: string;
  /** True when a user forced it. */
  forced: boolean;
}

export interface GeneratedCode {
  language: Target;
  text: string;
  /** Name of the generated entry routine. */
  entry: string;
  origins: Origin[];
  /** The tape runtime, marked as such; a part of `text`. */
  runtime: Span | null;
}

/** `[start, end)` of the generated text comes from `source` (the source range), in `role`. Sorted by start; outer first. */
export interface Origin {
  start: number;
  end: number;
  /** Primal statement id, or null. */
  statement: string | null;
  source: Span;
  role: Role;
  sweep: 'forward' | 'backward' | null;
  recording: string | null;
  /** The statement of the generated program itself, as traces name it; null outside statements. */
  node: string | null;
  /** True for whole statements (line highlights), false for tokens inside. */
  whole: boolean;
}

export interface PassTiming {
  id: string;
  title: string;
  milliseconds: number;
}

/** The chosen routine and all that it calls. */
export interface CallGraph {
  /** Callees before callers, as far as there is such an order. */
  routines: CalledRoutine[];
  /** In the order of the text. */
  calls: CallSite[];
}
export interface CalledRoutine {
  name: string;
  external: boolean;
  /** It can call itself, directly or not. */
  recursive: boolean;
  /** Where its name stands; null for one that is only called. */
  span: Span | null;
  /** What its caller sees: parameters, the result by the routine's name, globals. */
  ports: string[];
  /** Of `ports`: `use` read at entry, `out` may be overwritten, `kill` overwritten for certain; `diffDep` as `y <- x u`. */
  summary: Record<string, string[]>;
  /** One a call. */
  contexts: CallContext[];
  /** What it was analysed with: all contexts united; null where nothing was analysed. */
  united: { varied: string[]; useful: string[] } | null;
}
/** What one call passes on. */
export interface CallContext {
  site: string;
  caller: string;
  span: Span;
  /** Varied before the call, in the caller's names. */
  active: string[];
  /** Varied at the callee's entry, and useful at its exit, were this the only call; in the callee's names. */
  varied: string[];
  useful: string[];
}
export interface CallSite {
  caller: string;
  callee: string;
  statement: string;
  span: Span;
  /** `plain`: no derivative passes through it, so that it is an ordinary statement. */
  mode: 'joint' | 'split' | 'inline' | 'plain';
  /** It stands in the forward sweep. */
  kept: boolean;
  /** Saved before the call for what stands before it (sbk), and for the call's own adjoint (snp); in the caller's names. */
  saved: string[];
  snapshot: string[];
}

// ------------------------------------------------------------------------------------------------------ dependence

/** Which outputs may depend on which inputs, of the routine and of its blocks; and where in the text a derivative passes. */
export interface Dependence {
  ok: boolean;
  /** Why there is nothing; empty if there is. */
  reason: string;
  /** Of the routine: a row for every real output, a column for every input, integers included. */
  routine: DependenceMatrix;
  /** Of every vertex of the original graph that may write a real location: a row each, a column for all that they depend on. */
  blocks: { vertex: string; matrix: DependenceMatrix }[];
  /** Every place of the text that names a real variable, in order; one for each range. */
  occurrences: Occurrence[];
}
export interface DependenceMatrix {
  /** Keys, in order of declaration. */
  rows: string[];
  columns: string[];
  /** Where there is a dependence, differentiable or not; one a pair at most. */
  cells: DependenceCell[];
}
export interface DependenceCell {
  row: string;
  column: string;
  /**
   * `differentiable`: a derivative may pass from the column before to the row after (DiffDep). `kept`: the value, or a part of
   * it, may just stay where it is. `other`: only a subscript, a test or an integer leads from one to the other.
   */
  kind: 'differentiable' | 'kept' | 'other';
  /** Those that the derivative passes through, in the order of the flow graph. */
  statements: string[];
}
export interface Occurrence {
  span: Span;
  /** Key of the variable. */
  location: string;
  /** Null in a routine other than the one that is differentiated. */
  statement: string | null;
  /** It is assigned here. */
  write: boolean;
  /**
   * `active`: a derivative passes here. `varied`: it depends on an independent, but no derivative passes on from here. `useful`: it
   * influences a dependent, but depends on no independent. `passive`: neither.
   */
  state: 'active' | 'varied' | 'useful' | 'passive';
  /** Independents that it depends on here, and dependents that it influences from here; empty in other routines. */
  by: string[];
  of: string[];
  /** One sentence. */
  reason: string;
}

// --------------------------------------------------------------------------------------------------------- execute

/** A number, all elements in memory order, or a formula over the element's indices i, j, k (from 1), n and other inputs. */
export type Input = number | readonly number[] | string;

export interface Budget {
  steps?: number;
  milliseconds?: number;
  bytes?: number;
}

export interface ExecuteRequest extends DifferentiateRequest {
  inputs?: Record<string, Input>;
  seeds?: Record<string, readonly number[]>;
  directions?: Record<string, readonly (readonly number[])[]>;
  budget?: Budget;
  /** `only`: a trace and nothing else; outputs, derivatives and checks stay empty. */
  trace?: boolean | 'only';
}

export interface Execution {
  ok: boolean;
  diagnostics: Diagnostic[];
  /** Every argument as it was at entry: what defaults and formulas came to. */
  inputs: Record<string, number[]>;
  /** Dependents (and every other output) at exit. */
  outputs: Record<string, number[]>;
  /** Adjoint modes: adjoints of the independents at entry. Tangent modes: tangents of the dependents at exit, direction by direction. */
  derivatives: Record<string, number[]>;
  tape: TapeStatistics;
  operations: { primal: OperationCounts; derivative: OperationCounts; ratio: number };
  check: {
    dotProduct: DotProductCheck | null;
    finiteDifference: FiniteDifferenceCheck | null;
    sentence: string;
    verdict: 'passed' | 'failed' | 'ill-conditioned' | 'none';
  };
  trace?: Trace;
}

export interface TapeStatistics {
  /** Number of values and of control entries pushed over the run. */
  values: number;
  controls: number;
  bytes: number;
  peakBytes: number;
  byRecording: Record<string, { pushes: number; bytes: number }>;
}

export interface OperationCounts {
  add: number;
  multiply: number;
  divide: number;
  elementary: number;
  memory: number;
  /** By the published table of weights. */
  weighted: number;
}

export interface DotProductCheck {
  /** <seeds, J·direction> from the tangent, <Jᵀ·seeds, direction> from the adjoint. */
  tangent: number;
  adjoint: number;
  relativeError: number;
  passed: boolean;
}

export interface FiniteDifferenceCheck {
  /** One component a scalar of every independent, or random directions when there are many. */
  components: {
    name: string;
    /** In memory order. */
    index: number;
    /** The element as the program writes it. */
    element: string;
    adjoint: number;
    difference: number;
    step: number;
    relativeError: number;
    passed: boolean;
  }[];
  worst: { name: string; index: number; element: string; relativeError: number } | null;
  passed: boolean;
}

/**
 * The run as columns, one row a step; a step is one scalar written or one test decided (or one push or pop).
 * Row k: `statement[k]` indexes `statements`; `location[k]` indexes `locations`, -1 for tests; `index[k]` is the element;
 * `before[k]`, `after[k]` its value. `tapeHeight[k]` after the step, in entries. `depth[k]` counts the calls around it.
 * `before` makes every step reversible, so no copies of the whole state are kept: 38 bytes a step, all told.
 */
export interface Trace {
  steps: number;
  /** Set when the run went on past what the trace holds; says after which step. */
  cutAt: number | null;
  /** Why the run ended early, if it did and the trace is not the reason; else empty. */
  ended: string;
  statements: {
    /** Of the program that ran, as `Origin.node`. */
    id: string;
    /** The primal statement that it comes from. */
    statement: string | null;
    source: Span;
    /** In the generated text; null where it has no line of its own there. */
    code: Span | null;
    sweep: 'forward' | 'backward' | null;
    role: Role;
    recording: string | null;
    /** What it does to which of the two stacks; null if nothing. */
    tape: 'push' | 'pop' | 'pushControl' | 'popControl' | null;
    text: string;
    /** Of the generated program. */
    routine: string;
  }[];
  /**
   * `start`: where its elements begin in `initial`. `entered`: it has values at entry; else it is a local. `of`: of a
   * derivative, the location that it is the derivative of, or -1. `routine`: that it is a parameter or local of, or empty.
   */
  locations: {
    name: string;
    primal: string | null;
    derivative: boolean;
    of: number;
    routine: string;
    /** Made by the transformation: not in the user's text. */
    temporary: boolean;
    type: ScalarType;
    length: number;
    /**
     * Of an array, how its elements are written: per dimension the lower bound, and by how many elements in memory one more
     * in that subscript moves; `order` holds the dimensions, slowest first. Null for scalars, and where extents are unknown.
     */
    subscripts: { lower: number[]; strides: number[]; order: number[]; style: Language } | null;
    start: number;
    entered: boolean;
  }[];
  /** Values at entry, location by location; 0 for locals. */
  initial: Float64Array;
  statement: Uint32Array;
  location: Int32Array;
  index: Uint32Array;
  before: Float64Array;
  after: Float64Array;
  tapeHeight: Uint32Array;
  depth: Uint16Array;
  /**
   * The how manieth time its primal statement runs in this run of its routine, counted in the order of the program also
   * in the backward sweep; 0 where that cannot be told.
   */
  visit: Uint32Array;
  /** The run of its routine that a step belongs to, by its place in `calls`. */
  call: Uint32Array;
  /**
   * Runs of routines that have steps, the entry's first. `statement`: the primal statement that calls, null for the entry
   * and for calls that the program has not; `visit`: the how manieth time it does so, as above; `inside`: the run that
   * calls, or -1.
   */
  calls: { inside: number; statement: string | null; visit: number }[];
  /** First step of the backward sweep, or -1. */
  turn: number;
}

// -------------------------------------------------------------------------------------------------------- take the time

/** How long one run takes as WebAssembly, checks included, counters not. */
export interface MeasuredTime {
  ok: boolean;
  /** Why there are no figures; empty if there are. */
  reason: string;
  /** Milliseconds of one run: the median of several samples of many runs each. */
  primal: number;
  derivative: number;
  /** Half the distance between the quartiles of the samples, relative to the median. */
  spread: number;
  /** Runs of the derivative in all. */
  runs: number;
}

// -------------------------------------------------------------------------------------- needed out of what was recorded

/**
 * Of the values that one run of the adjoint pushed, how many the run needed: after the POP a derivative instruction, or
 * control, reads what was restored before anything else is written there, directly or by way of statements, subscripts
 * and further recordings that are needed themselves. A recording that no run needs is an over-estimate of the analysis;
 * one that this run did not need may still be needed in another. Control (branches, counts, arrows) is not counted.
 */
export interface NeededRecordings {
  ok: boolean;
  /** Why there are no figures; empty if there are. */
  reason: string;
  /** Entries of values and snapshots, over the whole run. */
  made: number;
  needed: number;
  /** needed ÷ made; 1 where nothing was recorded. */
  ratio: number;
  /** By id of the recording (`r3`): only those that the run came to. */
  byRecording: Record<string, { made: number; needed: number }>;
}

// ---------------------------------------------------------------------------------------------------- take it away

/** A folder with all that it needs to compile and check the gradient elsewhere; `diagnostics` say why there is none. */
export interface TakenAway {
  ok: boolean;
  diagnostics: Diagnostic[];
  /** Of the folder. */
  name: string;
  files: { path: string; text: string }[];
}

// -------------------------------------------------------------------------------------------------------- break it

/** The same run with one recording taken away or forced, beside the run as it should be. */
export interface BrokenRun {
  /** Both could be run; else `refused` says why not. */
  ok: boolean;
  refused: string;
  /** The recording, as `tamper` names it. */
  key: string;
  change: 'removed' | 'forced';
  effect: 'changed' | 'unchanged' | 'failed';
  components: BrokenComponent[];
  worst: BrokenComponent | null;
  /** Why nothing changed; empty if something did. */
  reason: string;
  sentence: string;
  /** Of the tape. */
  bytes: { before: number; after: number };
  /** Of the broken run. */
  diagnostics: Diagnostic[];
}
export interface BrokenComponent {
  name: string;
  /** In memory order. */
  index: number;
  /** The element as the program writes it. */
  element: string;
  right: number;
  broken: number;
  /** By finite differences, where one was taken. */
  difference: number | null;
  relativeError: number;
  wrong: boolean;
}

// ----------------------------------------------------------------------------------------------------------- probe

/** A place to look at: just before the `visit`-th run (from 1) of a statement of the routine, one element of a location. */
export interface ProbePoint {
  /** `s12` */
  statement: string;
  /** The how manieth time it runs: in the call that `calls` leads to, or in all. */
  visit: number;
  /** The calls around it, the outermost first, each in its own run of its routine. */
  calls?: { statement: string; visit: number }[];
  /** Location key: in the routine of the statement, or in the nearest that calls it. */
  location: string;
  /** It is the entry's variable, whatever goes by its name in the routine of the statement. */
  ofEntry?: boolean;
  /** In memory order. */
  index: number;
}
/** What the backward sweep holds against what the program does. */
export interface ProbeReading extends ProbePoint {
  calls: { statement: string; visit: number }[];
  /** The element as the program writes it. */
  element: string;
  /** How often the statement runs there. */
  visits: number;
  /** In the backward sweep, there; null where the variable has no adjoint. */
  adjoint: number | null;
  /** The derivative of the seeded outputs by a central difference of the program, moved at that very point. */
  difference: number;
  step: number;
  /** The same by tangents from that point on: exact but for rounding. */
  tangent: number;
  relativeError: number;
  agrees: boolean;
}
/** Adjoints all along the way back, held against tangents all along the way forth. */
export interface Probe {
  ok: boolean;
  /** Why nothing could be compared; else empty. */
  refused: string;
  sentence: string;
  /** Runs of statements, of which `compared` were looked at: all of them, or those that bisection needed. */
  statements: number;
  compared: number;
  /** The first statement, on the way back, before which an adjoint is wrong while all after it are right. */
  wrong: ProbeReading | null;
  /** What was asked for. */
  reading: ProbeReading | null;
}

// --------------------------------------------------------------------------------------------------------- explain

export type Subject =
  | { kind: 'recording'; id: string }
  | { kind: 'statement'; id: string }
  /** A location at a point: is it required, live, active, recorded there, and why (not)? */
  | { kind: 'location'; location: string; statement: string; point: 'before' | 'after'; analysis?: string }
  | { kind: 'variable'; key: string }
  | { kind: 'code'; start: number; end: number };

export interface Explanation {
  /** The question it answers, in words. */
  title: string;
  short: string;
  long: string;
  facts: ExplanationFact[];
  /** Vertex ids of `graphs.original`, a shortest path. */
  witness?: string[];
  /** Where `witness` is only a path in the graph, and no run is known that takes it. */
  onlyInGraph?: boolean;
}
export interface ExplanationFact {
  text: string;
  /** Names an equation: `4.2`, `6`, … of the theory pages, with the paper's tag. */
  rule: string;
  span?: Span;
  vertices?: string[];
  /** Id of the statement it is about. */
  statement?: string;
  /** What part it plays: the overwrite, the read, the partial derivative, … */
  part?: 'overwrite' | 'read' | 'partial' | 'kill' | 'rule' | 'path';
}

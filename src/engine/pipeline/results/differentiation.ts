/** The request and the answer of `differentiate`. */
import type { Origin } from '../../backend/printed';
import type { Diagnostic } from '../../base/diagnostics';
import type { Span } from '../../base/span';
import type { Language, ScalarType } from '../../ir/types';
import type { Mode, Options, Target } from '../options';
import type { AnalysisResult } from './analyses';
import type { CallGraph } from './calls';
import type { Graph } from './graphs';

export type { Origin } from '../../backend/printed';

export interface DifferentiateRequest {
  source: string;
  language: Language;
  /** Default: the last routine that no other calls, except main programs; a C snippet without a function counts as a routine. */
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
  /** Whether the generated code is valid. If not, everything that could be computed is still here. */
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
  /** Statements of the routines that it calls, which also have cards. */
  called: CalledStatement[];
  graphs: { original: Graph; forward: Graph; adjoint: Graph };
  analyses: AnalysisResult[];
  /** Analyses with sets too large to be listed here: `analysisSteps` and `explain` answer for them. */
  furtherAnalyses: { name: string; title: string; blurb: string }[];
  recordings: Recording[];
  /** Recordings in the generated code of the routines that it calls. */
  calledRecordings: CalledRecording[];
  /** The number of places in all generated code that record something, including the routines that it calls. */
  sites: number;
  code: GeneratedCode;
  timings: PassTiming[];
  /** The request in full, with the defaults filled in. */
  request: {
    source: string;
    language: Language;
    /** As requested; null where the default was taken. */
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
  /** The name in inputs and outputs: `x`, `blk.c`; a function's result goes by the routine's name. */
  key: string;
  name: string;
  type: ScalarType;
  /** Null for scalars; else one text for each dimension, `?` where unknown. */
  dimensions: string[] | null;
  role: 'input' | 'output' | 'inout' | 'result' | 'local' | 'unused';
  /** Whether what it holds at entry can matter: it may be read, or left as it was, or its length tells an extent. */
  entryMatters: boolean;
  /** Whether it can be independent (a real input) and dependent (a real output). */
  canBeIndependent: boolean;
  canBeDependent: boolean;
  independent: boolean;
  dependent: boolean;
  /** Whether it is active anywhere in the routine; `reason` says why or why not. */
  active: boolean;
  reason: string;
  span: Span;
  /** Every place of the source that names it. */
  uses: Span[];
  /** Name of its derivative in the generated code, if it has one; of a parameter, among its parameters. */
  derivative: string | null;
}

export interface CalledStatement extends Pick<StatementInfo, 'id' | 'key' | 'kind' | 'text' | 'span'> {
  routine: string;
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
  /** Whether it stays in the forward sweep. */
  kept: boolean;
  /** Whether it has a derivative instruction. */
  active: boolean;
  reachable: boolean;
  /** Ids of recordings made for it. */
  recordings: string[];
  /** Locations that it may overwrite, as keys; a user's own variables only. */
  overwrites: string[];
  nesting: number;
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

export interface CalledRecording extends Recording {
  routine: string;
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

export interface PassTiming {
  id: string;
  title: string;
  milliseconds: number;
}

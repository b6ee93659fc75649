/** Questions about a kernel, its adjoint and a run of it, with the answers that the engine's own facts give. */
import type { Diagnostic } from '../../base/diagnostics';
import type { Language } from '../../ir/types';
import type { Subject } from './explanation';
import type { Edge } from './graphs';

export type PredictKind =
  /** Which statements store the value that they overwrite? */
  | 'recorded'
  /** Which statements leave the forward sweep? */
  | 'leaves'
  /** Which variables are in a set before or after a statement? */
  | 'set'
  /** Does the backward sweep of a statement set an adjoint to 0? */
  | 'reset'
  /** Which value does a pop restore? */
  | 'restores'
  /** Which stored value lies on top of the tape? */
  | 'top'
  /** Which statement does the backward sweep undo next, and in which vertex does it go on? */
  | 'next'
  | 'vertex'
  /** Which arrow does it take, where its graph forks? */
  | 'arrow'
  /** How many values does a statement store in all? */
  | 'pushes';

export interface PredictQuestion {
  /** Kind and place: stable across edits that leave the statement alone. */
  id: string;
  kind: PredictKind;
  /** Judged by what the analyses and the generated code say, or by the history of one run. */
  about: 'program' | 'run';
  /** In words; code stands between backquotes, here and below. */
  text: string;
  hint: string;
  /** Why the answer is what it is. */
  because: string;
  /** The statement that it is asked at, and the how manieth run of it. */
  statement: string | null;
  visit: number | null;
  /** Of a set: the point, and the name of the analysis. */
  point: 'before' | 'after' | null;
  analysis: string | null;
  /** Of the recording that it is about. */
  recording: string | null;
  /** The row of the trace after which it is asked; null where it is about the program. */
  step: number | null;
  /** `one` or any number of the choices, or a number to type. */
  form: 'one' | 'any' | 'number';
  choices: PredictChoice[];
  /** What is to be typed. */
  value: number | null;
}

export interface PredictChoice {
  value: string;
  title: string;
  right: boolean;
  /** What it stands for in the source or in the backward graph. */
  statement: string | null;
  vertex: string | null;
  edge: Edge | null;
  /** What `explain` is to be asked, and the recordings that `breakIt` takes away or forces, to see that it is so. */
  subject: Subject | null;
  breaks: string[];
}

export interface Predictions {
  ok: boolean;
  diagnostics: Diagnostic[];
  /** Why there is no question about a run; empty if there are some, or none was asked for. */
  noRun: string;
  questions: PredictQuestion[];
}

/** What an answer is worth: choices or a number against those that are right. */
export interface Judgement {
  right: boolean;
  choices: { value: string; verdict: 'right' | 'missed' | 'wrong' }[];
}

/** A kernel drawn at random, with inputs that it runs on. */
export interface DrawnKernel {
  source: string;
  language: Language;
  inputs: Record<string, string>;
  /** 1 statements only; 2 a branch; 3 a counted loop; 4 arrays, a loop and a branch; 5 a loop of unknown length. */
  level: number;
}

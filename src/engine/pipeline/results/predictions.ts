/** Questions about a kernel, its adjoint and a run of it, with the answers that the engine's own facts give. */
import type { Language } from '../../ir/types';
import type { Answer } from './answer';
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
  /** Whether the analyses and the generated code decide what is right, or the history of one run. */
  about: 'program' | 'run';
  /** In words; code stands between backquotes, here and below. */
  text: string;
  hint: string;
  /** Why the answer is what it is. */
  because: string;
  /** The statement at which it is asked, and which of its runs. */
  statement: string | null;
  visit: number | null;
  /** For a question about a set: the point, and the name of the analysis. */
  point: 'before' | 'after' | null;
  analysis: string | null;
  /** The recording that it is about, if any. */
  recording: string | null;
  /** The row of the trace after which it is asked; null where it is about the program. */
  step: number | null;
  /** `one` or any number of the choices, or a number to type. */
  form: 'one' | 'any' | 'number';
  choices: PredictChoice[];
  /** The number to be typed. */
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
  /** What to ask `explain`, and the recordings for `breakIt` to remove or force, as evidence. */
  subject: Subject | null;
  breaks: string[];
}

export interface Predictions extends Answer {
  /** Why there is no question about a run; empty if there are some, or none was asked for. */
  noRun: string;
  questions: PredictQuestion[];
}

/** The judgement of an answer: choices or a number, compared with those that are right. */
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

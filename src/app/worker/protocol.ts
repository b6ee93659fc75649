import type {
  AlgorithmDemonstration,
  AnalysisSteps,
  BrokenRun,
  Certificate,
  Dependence,
  DerivativeMatrix,
  DerivativePath,
  DifferentiateRequest,
  Differentiation,
  DrawnKernel,
  Eliminated,
  EliminateOptions,
  EliminateRequest,
  ExecuteRequest,
  Execution,
  Explanation,
  FoundInputs,
  Graph,
  Judgement,
  Linearised,
  MatrixElement,
  MeasuredTime,
  NeededRecordings,
  Numbering,
  Predictions,
  PredictQuestion,
  Probe,
  ProbePoint,
  Samples,
  Schedule,
  ScheduleRequest,
  SinglePass,
  SinglePassRun,
  Subject,
  Summary,
  TakenAway,
  Tradeoff,
  Trouble,
  VisitOrder,
} from '../../engine/pipeline/results';
import type { Fold } from '../layout/measure';
import type { Layout } from '../layout/types';

/**
 * What the page and its workers say to each other. Each question carries an id that its answer repeats; `broken` answers any
 * question that ended in an exception, which is a bug of ours.
 */
export type Question =
  | { readonly kind: 'differentiate'; readonly hash: string; readonly request: DifferentiateRequest }
  | {
      readonly kind: 'explain';
      readonly hash: string;
      /** In case the worker has forgotten what the hash stands for. */
      readonly request: DifferentiateRequest;
      readonly subject: Subject;
      /** Of the run panel: runs that bear the answer out start from them. */
      readonly inputs: ExecuteRequest['inputs'];
    }
  | { readonly kind: 'execute'; readonly request: ExecuteRequest }
  | { readonly kind: 'trace'; readonly request: ExecuteRequest }
  | { readonly kind: 'probe'; readonly request: ExecuteRequest; readonly point: ProbePoint | null }
  | {
      readonly kind: 'trouble';
      readonly request: ExecuteRequest;
      readonly of: { readonly name: string; readonly index: number };
    }
  | { readonly kind: 'certify'; readonly request: ExecuteRequest }
  | {
      readonly kind: 'inputsFor';
      readonly request: ExecuteRequest;
      readonly wanted: { readonly statement: string; readonly outcome: 'true' | 'false' };
    }
  | { readonly kind: 'takeAway'; readonly request: ExecuteRequest }
  | {
      readonly kind: 'analysisSteps';
      readonly request: DifferentiateRequest;
      readonly analysis: string;
      readonly order: VisitOrder;
    }
  | { readonly kind: 'algorithmSteps'; readonly request: DifferentiateRequest }
  | { readonly kind: 'singlePass'; readonly request: DifferentiateRequest; readonly numbering: Numbering }
  | { readonly kind: 'runSinglePass'; readonly request: ExecuteRequest; readonly numbering: Numbering }
  | { readonly kind: 'dependence'; readonly request: DifferentiateRequest }
  | {
      readonly kind: 'summary';
      readonly request: DifferentiateRequest;
      readonly selection: { readonly start: number; readonly end: number } | null;
    }
  | { readonly kind: 'jacobian' | 'hessian' | 'tradeoff'; readonly request: ExecuteRequest }
  | { readonly kind: 'schedule'; readonly request: ExecuteRequest; readonly asked: ScheduleRequest }
  | {
      readonly kind: 'derivativePath';
      readonly request: ExecuteRequest;
      readonly from: readonly MatrixElement[];
      readonly to: MatrixElement | null;
    }
  | {
      readonly kind: 'sample';
      readonly request: ExecuteRequest;
      readonly points: readonly Readonly<Record<string, readonly number[]>>[];
    }
  | { readonly kind: 'breakIt'; readonly request: ExecuteRequest; readonly recording: string }
  | { readonly kind: 'neededRecordings'; readonly request: ExecuteRequest }
  | {
      readonly kind: 'predictions';
      readonly request: ExecuteRequest;
      readonly seed: number;
      readonly places: number;
    }
  | {
      readonly kind: 'judge';
      readonly question: PredictQuestion;
      readonly given: readonly string[] | number;
    }
  | { readonly kind: 'practiceKernel'; readonly request: ExecuteRequest; readonly seed: number }
  | { readonly kind: 'linearised'; readonly request: ExecuteRequest }
  | { readonly kind: 'eliminate'; readonly request: EliminateRequest; readonly options: EliminateOptions }
  | { readonly kind: 'measureTime'; readonly request: ExecuteRequest; readonly milliseconds: number }
  | {
      readonly kind: 'layout';
      readonly graphs: { readonly original: Graph; readonly forward: Graph; readonly adjoint: Graph };
      readonly fold: Fold;
      /** What survives from it keeps its order. */
      readonly earlier: Layout | null;
    };

export interface Answers {
  differentiate: Differentiation;
  explain: Explanation;
  execute: Execution;
  trace: Execution;
  probe: Probe;
  trouble: Trouble;
  certify: Certificate;
  inputsFor: FoundInputs;
  takeAway: TakenAway;
  analysisSteps: AnalysisSteps;
  algorithmSteps: AlgorithmDemonstration;
  singlePass: SinglePass;
  runSinglePass: SinglePassRun;
  dependence: Dependence;
  jacobian: DerivativeMatrix;
  tradeoff: Tradeoff;
  schedule: Schedule;
  summary: Summary;
  hessian: DerivativeMatrix;
  derivativePath: DerivativePath;
  sample: Samples;
  breakIt: BrokenRun;
  neededRecordings: NeededRecordings;
  predictions: Predictions;
  judge: Judgement;
  practiceKernel: DrawnKernel;
  linearised: Linearised;
  eliminate: Eliminated;
  measureTime: MeasuredTime;
  layout: Layout;
}

export type Ask = { readonly id: number; readonly question: Question };
/** `begun` comes before anything else: the worker lives. */
export type Reply = { readonly id: number } & (
  | { readonly kind: 'begun' }
  /** So much of the work is done, from 0 to 1. */
  | { readonly kind: 'progress'; readonly part: number }
  | { readonly kind: 'answer'; readonly answer: Answers[keyof Answers] }
  | { readonly kind: 'broken'; readonly message: string }
);

export type AnswerTo<Q extends Question> = Answers[Q['kind']];

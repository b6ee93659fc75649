/**
 * The only door into the engine: synchronous, pure functions over plain data, the same in a worker, in Node and in a
 * test. They never throw for what a user wrote; a bug of ours becomes a diagnostic with the code `internal`.
 */
import { toDot } from './adjoint/graphs/dot';
import { toTikz } from './adjoint/graphs/tikz';
import { defaultHost } from './execute/host';
import { algorithmsOf, noAlgorithms } from './pipeline/answers/algorithms';
import { dependenceOf, noDependence } from './pipeline/answers/dependence/dependence';
import { toDifferentiation } from './pipeline/answers/differentiate';
import { failedExecution, runRequest } from './pipeline/answers/execute';
import { explainDifferentiation, rememberCompile } from './pipeline/answers/explain';
import { measure, noTime } from './pipeline/answers/measure';
import { kernelLike, noPredictions, predictionsFor } from './pipeline/answers/predictions';
import { noSchedule, scheduleOf } from './pipeline/answers/schedule';
import {
  noSinglePass,
  runInOnePass,
  type SinglePassOptions,
  singlePassOf,
} from './pipeline/answers/singlePass';
import { refused, stepsOf } from './pipeline/answers/steps';
import { noSummary, summaryOf } from './pipeline/answers/summary';
import { filesOf, refusedFiles } from './pipeline/answers/takeAway';
import { noTradeoff, tradeoffOf } from './pipeline/answers/tradeoff';
import { certifyRequest, noCertificate } from './pipeline/certificate/certify';
import { compile } from './pipeline/compile/compile';
import { eliminateRequest, noElimination } from './pipeline/elimination/eliminate';
import { linearisedBlocks, notLinearised } from './pipeline/elimination/linearised';
import { failedDifferentiation, internal } from './pipeline/failed';
import { given } from './pipeline/given';
import { breakRecording, refusedRun } from './pipeline/investigation/breakIt';
import { findInputs, noInputs, type WantedOutcome } from './pipeline/investigation/inputsFor';
import { countNeeded, noCount } from './pipeline/investigation/neededRecordings';
import { probeRun, refusedProbe } from './pipeline/investigation/probe';
import { hessianOf, jacobianOf, noMatrix } from './pipeline/jacobian/jacobian';
import { pathOf } from './pipeline/jacobian/path';
import { noSamples, samplesOf } from './pipeline/jacobian/sample';
import type {
  AlgorithmDemonstration,
  AnalysisSteps,
  BlockOutputs,
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
} from './pipeline/results';
import { findTrouble, noTrouble, type TroubleOf } from './pipeline/trouble/trouble';
import { judge } from './questions/judge';
import { drawKernel } from './questions/kernel';

export { AVAILABLE, DEFAULT_OPTIONS } from './pipeline/options';
export type * from './pipeline/results';

export function differentiate(request: DifferentiateRequest): Differentiation {
  try {
    const { now } = defaultHost();
    const started = now();
    const c = compile(given(request), now, false);
    return rememberCompile(toDifferentiation(c, now, started), c);
  } catch (error) {
    return failedDifferentiation(request, error);
  }
}

export function execute(request: ExecuteRequest): Execution {
  try {
    return runRequest(given(request));
  } catch (error) {
    return failedExecution(error);
  }
}

/**
 * Why something is there, or is not: needs nothing but a differentiation and what is pointed at. Runs that are to bear it
 * out start from `inputs`; what is left out of them has its default.
 */
export function explain(
  differentiation: Differentiation,
  subject: Subject,
  inputs?: ExecuteRequest['inputs'],
): Explanation {
  return explainDifferentiation(differentiation, subject, inputs);
}

/** One analysis at work, visit by visit until its fixed point, and as an evaluation over the tree. */
export function analysisSteps(
  request: DifferentiateRequest,
  analysis: string,
  order: VisitOrder = 'reversePostorder',
): AnalysisSteps {
  try {
    return stepsOf(given(request), analysis, order);
  } catch (error) {
    return refused(analysis, order, internal(error).message);
  }
}

/** Use, kill, dependence, T and G of the routine, or of the statements that a range of the text holds, without iterating. */
export function summary(
  request: DifferentiateRequest,
  selection: { readonly start: number; readonly end: number } | null = null,
): Summary {
  try {
    return summaryOf(given(request), selection);
  } catch (error) {
    return noSummary(internal(error).message);
  }
}

/** The algorithms of control-flow reversal, line by line, on the graphs that they make. */
export function algorithmSteps(request: DifferentiateRequest): AlgorithmDemonstration {
  try {
    return algorithmsOf(given(request));
  } catch (error) {
    return noAlgorithms(internal(error).message);
  }
}

/** Dependence matrices of the routine and its blocks, and activity at every place of the text. */
export function dependence(request: DifferentiateRequest): Dependence {
  try {
    return dependenceOf(given(request));
  } catch (error) {
    return noDependence(internal(error).message);
  }
}

/** A graph as text for Graphviz or for LaTeX with TikZ. */
export function graphText(graph: Graph, format: 'dot' | 'tikz', name = 'graph'): string {
  return format === 'dot' ? toDot(graph, name) : toTikz(graph);
}

/** Takes one recording away, or forces one that the analysis left out, and compares the gradients. */
export function breakIt(request: ExecuteRequest, recordingKey: string): BrokenRun {
  try {
    return breakRecording(given(request), recordingKey);
  } catch (error) {
    return refusedRun(recordingKey, internal(error).message);
  }
}

/**
 * Runs the adjoint with every read and write looked at, and says how many of the values that it recorded it needed: the
 * figure by which strategies can be compared beside pushes and bytes.
 */
export function neededRecordings(request: ExecuteRequest): NeededRecordings {
  try {
    return countNeeded(given(request));
  } catch (error) {
    return noCount(internal(error).message);
  }
}

/**
 * Whether the derivative is right, exactly, for every input that takes the path of this run: the generated program and its
 * printed forms against dual numbers on the primal, over a finite field, at `trials` random points. `report` is told which
 * part of the work is done.
 */
export function certify(
  request: ExecuteRequest,
  trials = 2,
  report: (part: number) => void = () => {},
): Certificate {
  try {
    return certifyRequest(given(request), trials, undefined, { report });
  } catch (error) {
    const diagnostic = internal(error);
    return noCertificate([diagnostic], diagnostic.message);
  }
}

/** Inputs on which a test of the certificate's path has an outcome that it did not have. */
export function inputsFor(request: ExecuteRequest, wanted: WantedOutcome): FoundInputs {
  try {
    return findInputs(given(request), wanted);
  } catch (error) {
    return noInputs(internal(error).message);
  }
}

/**
 * Adjoints inside of the run against tangents and differences taken there; where the gradient is off, the first statement
 * that spoils it.
 */
export function probe(request: ExecuteRequest, point: ProbePoint | null = null): Probe {
  try {
    return probeRun(given(request), point);
  } catch (error) {
    return refusedProbe(internal(error).message);
  }
}

/**
 * What is the matter with one derivative of `execute`, and the first statement of either sweep where it happens: zero, not
 * a number, infinite, short of digits, at a tie or jump.
 */
export function trouble(request: ExecuteRequest, of: TroubleOf): Trouble {
  try {
    return findTrouble(given(request), of);
  } catch (error) {
    return noTrouble('This could not be looked into.', [internal(error)]);
  }
}

/** How long one run of the primal and one of its derivative take, sampled for about `milliseconds` each. */
export function measureTime(request: ExecuteRequest, milliseconds = 100): MeasuredTime {
  try {
    return measure(given(request), milliseconds);
  } catch (error) {
    return noTime(internal(error).message);
  }
}

/** A folder to compile and check elsewhere: kernel, generated code, tape, driver, Makefile. */
export function takeAwayFiles(request: ExecuteRequest): TakenAway {
  try {
    return filesOf(given(request));
  } catch (error) {
    return refusedFiles([internal(error)]);
  }
}

/** The blocks of a kernel as linearised computational graphs, with partials from a run. */
export function linearised(
  request: ExecuteRequest,
  options?: { readonly outputs?: BlockOutputs } | null,
): Linearised {
  try {
    return linearisedBlocks(given(request), options?.outputs ?? undefined, defaultHost());
  } catch (error) {
    return notLinearised([internal(error)]);
  }
}

/**
 * Eliminates a linearised graph, one that is handed in or that of a block, until it is the block's local Jacobian: by rules,
 * step by step, or as cheaply as can be found.
 */
export function eliminate(request: EliminateRequest, options: EliminateOptions): Eliminated {
  try {
    return eliminateRequest(request, options, defaultHost());
  } catch (error) {
    return noElimination([internal(error)]);
  }
}

/** The single-pass compiler: its grammar, the pass event by event, and the code that it wrote. */
export function singlePass(request: DifferentiateRequest, options?: SinglePassOptions): SinglePass {
  try {
    return singlePassOf(given(request), options);
  } catch (error) {
    return noSinglePass(internal(error));
  }
}

/** A run of that code, with the assignments in the order in which the backward sweep took them. */
export function runSinglePass(request: ExecuteRequest, options?: SinglePassOptions): SinglePassRun {
  try {
    return runInOnePass(given(request), options);
  } catch (error) {
    return { ...failedExecution(error), order: [] };
  }
}

/** All entries of the Jacobian of the dependents by the independents, at these inputs, in as few runs as its pattern allows. */
export function jacobian(request: ExecuteRequest): DerivativeMatrix {
  try {
    return jacobianOf(given(request));
  } catch (error) {
    return noMatrix([internal(error)]);
  }
}

/**
 * Bytes on the tape against operations: every strategy that goes with the program, run with these inputs, and for each stretch
 * of straight code the hull of what can be kept and what computed again, with the least that must be kept.
 */
export function tradeoff(request: ExecuteRequest): Tradeoff {
  try {
    return tradeoffOf(given(request));
  } catch (error) {
    return noTradeoff([internal(error)]);
  }
}

/** The counted loops of the routine, and step by step what a schedule does with so many iterations of one. */
export function schedule(request: ExecuteRequest, asked: ScheduleRequest): Schedule {
  try {
    return scheduleOf(given(request), asked);
  } catch (error) {
    return noSchedule([internal(error)]);
  }
}

/** All entries of the Hessian of one scalar dependent, at these inputs, in as few runs as its pattern allows. */
export function hessian(request: ExecuteRequest): DerivativeMatrix {
  try {
    return hessianOf(given(request));
  } catch (error) {
    return noMatrix([internal(error)]);
  }
}

/** The function and its gradient at several points, each of which says of some inputs what they are there. */
export function sample(
  request: ExecuteRequest,
  points: readonly Readonly<Record<string, readonly number[]>>[],
): Samples {
  try {
    return samplesOf(given(request), points);
  } catch (error) {
    return noSamples([internal(error)]);
  }
}

/** The statements that the derivative of a dependent (of any, where none is named) by each of these elements passes in a run. */
export function derivativePath(
  request: ExecuteRequest,
  from: readonly MatrixElement[],
  to: MatrixElement | null,
): DerivativePath {
  try {
    return pathOf(given(request), from, to);
  } catch {
    return { ok: false, statements: [] };
  }
}

/**
 * Questions about a kernel, its adjoint and a run of it, each with the answer that the engine's facts give, for a reader to
 * predict. `seed` decides which places of the run are asked about, at most `places` of each kind.
 */
export function predictions(request: ExecuteRequest, seed = 1, places = 6): Predictions {
  try {
    return predictionsFor(given(request), seed, places);
  } catch (error) {
    return noPredictions([internal(error)]);
  }
}

/** Holds an answer against the question's own facts: values of choices, or a number. */
export function judgeAnswer(question: PredictQuestion, given: readonly string[] | number): Judgement {
  return judge(question, given);
}

/** Another kernel, as hard to predict as this one: drawn at random, the same for the same seed. */
export function practiceKernel(request: ExecuteRequest, seed: number): DrawnKernel {
  try {
    return kernelLike(given(request), seed);
  } catch {
    return drawKernel({ language: request?.language ?? 'c', level: 1, size: 5 }, seed);
  }
}

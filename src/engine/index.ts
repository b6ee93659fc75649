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
import { refused as notRun, runRequest } from './pipeline/answers/execute';
import { explainDifferentiation, noExplanation, rememberCompile } from './pipeline/answers/explain';
import { measure, noTime } from './pipeline/answers/measure';
import { kernelLike, noPredictions, predictionsFor } from './pipeline/answers/predictions';
import { noSchedule, scheduleOf } from './pipeline/answers/schedule';
import { noSinglePass, runInOnePass, singlePassOf } from './pipeline/answers/singlePass';
import { refused, stepsOf } from './pipeline/answers/steps';
import { noSummary, summaryOf } from './pipeline/answers/summary';
import { filesOf, refusedFiles } from './pipeline/answers/takeAway';
import { noTradeoff, tradeoffOf } from './pipeline/answers/tradeoff';
import { certifyRequest, noCertificate } from './pipeline/certificate/certify';
import { compile } from './pipeline/compile/compile';
import { eliminateRequest, noElimination } from './pipeline/elimination/eliminate';
import { linearisedBlocks, notLinearised } from './pipeline/elimination/linearised';
import { failedDifferentiation, internal } from './pipeline/failed';
import { GRAPH, given, givenBeside, oneOf } from './pipeline/given';
import { breakRecording, refusedRun } from './pipeline/investigation/breakIt';
import { findInputs, noInputs } from './pipeline/investigation/inputsFor';
import { countNeeded, noCount } from './pipeline/investigation/needs';
import { probeRun, refusedProbe } from './pipeline/investigation/probe';
import { hessianOf, jacobianOf, noMatrix } from './pipeline/jacobian/jacobian';
import { noPath, pathOf } from './pipeline/jacobian/path';
import { noSamples, samplesOf } from './pipeline/jacobian/sample';
import type {
  BlockOutputs,
  Diagnostic,
  DifferentiateRequest,
  Differentiation,
  EliminateOptions,
  EliminateRequest,
  ExecuteRequest,
  Graph,
  ProbePoint,
} from './pipeline/results';
import { findTrouble, noTrouble } from './pipeline/trouble/trouble';
import { judge } from './questions/judge';
import { drawKernel } from './questions/kernel';

export { AVAILABLE, DEFAULT_OPTIONS } from './pipeline/options';
export type * from './pipeline/results';

/** What is answered whatever is handed in and whatever breaks: then with `failed`. */
function guarded<Asked extends unknown[], Answer>(
  answer: (...asked: Asked) => Answer,
  failed: (why: Diagnostic, asked: NoInfer<Asked>) => NoInfer<Answer>,
) {
  return (...asked: Asked): Answer => {
    try {
      return answer(...asked);
    } catch (error) {
      return failed(internal(error), asked);
    }
  };
}

/** A question about a program. */
function answering<Request extends Partial<ExecuteRequest>, More extends unknown[], Answer>(
  answer: (request: Request, ...more: More) => Answer,
  failed: (why: Diagnostic, asked: NoInfer<[Request, ...More]>) => NoInfer<Answer>,
) {
  return guarded((request: Request, ...more: More) => answer(given(request), ...more), failed);
}

export const differentiate = answering(
  (request: DifferentiateRequest): Differentiation => {
    const { now } = defaultHost();
    const started = now();
    const c = compile(request, now, false);
    return rememberCompile(toDifferentiation(c, now, started), c);
  },
  (why, [request]) => failedDifferentiation(why, request),
);

export const execute = answering(runRequest, (why) => notRun({ diagnostics: [why] }));

/**
 * Why something is there, or is not: needs nothing but a differentiation and what is pointed at. Runs that are to bear it
 * out start from `inputs`; what is left out of them has its default.
 */
export const explain = guarded(explainDifferentiation, ({ message }) => noExplanation(message));

/** One analysis at work, visit by visit until its fixed point, and as an evaluation over the tree. */
export const analysisSteps = answering(stepsOf, ({ message }, [, name, order = 'reversePostorder']) =>
  refused(name, order, message),
);

/** Use, kill, dependence, T and G of the routine, or of the statements that a range of the text holds, without iterating. */
export const summary = answering(summaryOf, ({ message }) => noSummary(message));

/** The algorithms of control-flow reversal, line by line, on the graphs that they make. */
export const algorithmSteps = answering(algorithmsOf, ({ message }) => noAlgorithms(message));

/** Dependence matrices of the routine and its blocks, and activity at every place of the text. */
export const dependence = answering(dependenceOf, ({ message }) => noDependence(message));

/** A graph as text for Graphviz or for LaTeX with TikZ. */
export const graphText = guarded(
  (graph: Graph, format: 'dot' | 'tikz', name?: string | null): string => {
    const asked = givenBeside({ ...graph, name: name ?? 'graph' }, 'graph', GRAPH);
    givenBeside({ format }, 'picture', { format: oneOf(['dot', 'tikz']) });
    return format === 'dot' ? toDot(asked, asked.name) : toTikz(asked);
  },
  ({ message }, [, format]) => `${format === 'dot' ? '//' : '%'} ${message}\n`,
);

/** Takes one recording away, or forces one that the analysis left out, and compares the gradients. */
export const breakIt = answering(breakRecording, ({ message }, [, key]) => refusedRun(key, message));

/**
 * Runs the adjoint with every read and write looked at, and says how many of the values that it recorded it needed: the
 * figure by which strategies can be compared beside pushes and bytes.
 */
export const neededRecordings = answering(countNeeded, ({ message }) => noCount(message));

/**
 * Whether the derivative is right, exactly, for every input that takes the path of this run: the generated program and its
 * printed forms against dual numbers on the primal, over a finite field, at `trials` random points. `report` is told which
 * part of the work is done.
 */
export const certify = answering(
  (request: ExecuteRequest, trials?: number, report?: (part: number) => void) =>
    certifyRequest(request, trials, { report }),
  (why) => noCertificate([why], why.message),
);

/** Inputs on which a test of the certificate's path has an outcome that it did not have. */
export const inputsFor = answering(findInputs, ({ message }) => noInputs(message));

/**
 * Adjoints inside of the run against tangents and differences taken there; where the gradient is off, the first statement
 * that spoils it.
 */
export const probe = answering(
  (request: ExecuteRequest, point: ProbePoint | null = null) => probeRun(request, point),
  ({ message }) => refusedProbe(message),
);

/**
 * What is the matter with one derivative of `execute`, and the first statement of either sweep where it happens: zero, not
 * a number, infinite, short of digits, at a tie or jump.
 */
export const trouble = answering(findTrouble, (why) => noTrouble('This could not be looked into.', [why]));

/** How long one run of the primal and one of its derivative take, sampled for about `milliseconds` each. */
export const measureTime = answering(measure, ({ message }) => noTime(message));

/** A folder to compile and check elsewhere: kernel, generated code, tape, driver, Makefile. */
export const takeAwayFiles = answering(filesOf, (why) => refusedFiles([why]));

/** The blocks of a kernel as linearised computational graphs, with partials from a run. */
export const linearised = answering(
  (request: ExecuteRequest, options?: { readonly outputs?: BlockOutputs } | null) =>
    linearisedBlocks(request, options?.outputs ?? undefined, defaultHost()),
  (why) => notLinearised([why]),
);

/**
 * Eliminates a linearised graph, one that is handed in or that of a block, until it is the block's local Jacobian: by rules,
 * step by step, or as cheaply as can be found.
 */
export const eliminate = guarded(
  (request: EliminateRequest, options: EliminateOptions) => eliminateRequest(request, options, defaultHost()),
  (why) => noElimination([why]),
);

/** The single-pass compiler: its grammar, the pass event by event, and the code that it wrote. */
export const singlePass = answering(singlePassOf, noSinglePass);

/** A run of that code, with the assignments in the order in which the backward sweep took them. */
export const runSinglePass = answering(runInOnePass, (why) => ({
  ...notRun({ diagnostics: [why] }),
  order: [],
}));

/** All entries of the Jacobian of the dependents by the independents, at these inputs, in as few runs as its pattern allows. */
export const jacobian = answering(jacobianOf, (why) => noMatrix([why]));

/**
 * Bytes on the tape against operations: every strategy that goes with the program, run with these inputs, and for each stretch
 * of straight code the hull of what can be kept and what computed again, with the least that must be kept. `report` is told which
 * part of the work is done.
 */
export const tradeoff = answering(tradeoffOf, (why) => noTradeoff([why]));

/** The counted loops of the routine, and step by step what a schedule does with so many iterations of one. */
export const schedule = answering(scheduleOf, (why) => noSchedule([why]));

/** All entries of the Hessian of one scalar dependent, at these inputs, in as few runs as its pattern allows. */
export const hessian = answering(hessianOf, (why) => noMatrix([why]));

/** The function and its gradient at several points, each of which says of some inputs what they are there. */
export const sample = answering(samplesOf, (why) => noSamples([why]));

/** The statements that the derivative of a dependent (of any, where none is named) by each of these elements passes in a run. */
export const derivativePath = answering(pathOf, ({ message }) => noPath(message));

/**
 * Questions about a kernel, its adjoint and a run of it, each with the answer that the engine's facts give, for a reader to
 * predict. `seed` decides which places are asked about, at most `places` of each kind; the question whose id is `asked` is
 * among them.
 */
export const predictions = answering(predictionsFor, (why) => noPredictions([why]));

/** Holds an answer against the question's own facts: values of choices, or a number. */
export const judgeAnswer = guarded(judge, () => ({ right: false, choices: [] }));

/** Another kernel, as hard to predict as this one: drawn at random, the same for the same seed. */
export const practiceKernel = answering(kernelLike, (_, [request, seed]) =>
  drawKernel({ language: request?.language ?? 'c', level: 1, size: 5 }, seed),
);

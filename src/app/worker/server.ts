import * as engine from '../../engine/index';
import type {
  DifferentiateRequest,
  Differentiation,
  EliminateOptions,
  EliminateRequest,
  ExecuteRequest,
  MatrixElement,
  Numbering,
  PredictQuestion,
  ProbePoint,
  ScheduleRequest,
  Subject,
  VisitOrder,
} from '../../engine/pipeline/results';
import { serve } from './answer';
import { forPage } from './forPage';

/** The only file that calls the engine. Both the analysis worker and the execution worker run it. */
const MOST_KEPT = 6;
const kept = new Map<string, Differentiation>();

/** The last few results stay, so that a question about one needs only its hash. */
function differentiateOnce(hash: string, request: DifferentiateRequest): Differentiation {
  const known = kept.get(hash);
  if (known !== undefined) return known;
  const result = engine.differentiate(request);
  kept.set(hash, result);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return result;
}

interface Program {
  readonly request: DifferentiateRequest;
}
/** In case the worker has forgotten what the hash stands for, the request comes with it. */
interface Hashed extends Program {
  readonly hash: string;
}
interface Run {
  readonly request: ExecuteRequest;
}

/** All that the page asks of the engine: what a question of each kind carries, and what answers it. */
const answers = {
  differentiate: ({ hash, request }: Hashed) => forPage(differentiateOnce(hash, request)),
  /** Runs that bear the answer out start from the inputs of the run panel. */
  explain: (q: Hashed & { readonly subject: Subject; readonly inputs: ExecuteRequest['inputs'] }) =>
    engine.explain(differentiateOnce(q.hash, q.request), q.subject, q.inputs),
  execute: ({ request }: Run) => engine.execute(request),
  trace: ({ request }: Run) => engine.execute({ ...request, trace: 'only' }),
  probe: ({ request, point }: Run & { readonly point: ProbePoint | null }) => engine.probe(request, point),
  trouble: ({ request, of }: Run & { readonly of: MatrixElement }) => engine.trouble(request, of),
  certify: ({ request }: Run, report: (part: number) => void) => engine.certify(request, undefined, report),
  inputsFor: (q: Run & { readonly wanted: Parameters<typeof engine.inputsFor>[1] }) =>
    engine.inputsFor(q.request, q.wanted),
  takeAway: ({ request }: Run) => engine.takeAwayFiles(request),
  analysisSteps: (q: Program & { readonly analysis: string; readonly order: VisitOrder }) =>
    engine.analysisSteps(q.request, q.analysis, q.order),
  algorithmSteps: ({ request }: Program) => engine.algorithmSteps(request),
  singlePass: ({ request, numbering }: Program & { readonly numbering: Numbering }) =>
    engine.singlePass(request, { numbering }),
  runSinglePass: ({ request, numbering }: Run & { readonly numbering: Numbering }) =>
    engine.runSinglePass(request, { numbering }),
  dependence: ({ request }: Program) => engine.dependence(request),
  summary: (q: Program & { readonly selection: { readonly start: number; readonly end: number } | null }) =>
    engine.summary(q.request, q.selection),
  jacobian: ({ request }: Run) => engine.jacobian(request),
  hessian: ({ request }: Run) => engine.hessian(request),
  tradeoff: ({ request }: Run, report: (part: number) => void) => engine.tradeoff(request, report),
  schedule: ({ request, asked }: Run & { readonly asked: ScheduleRequest }) =>
    engine.schedule(request, asked),
  derivativePath: (q: Run & { readonly from: readonly MatrixElement[]; readonly to: MatrixElement | null }) =>
    engine.derivativePath(q.request, q.from, q.to),
  sample: (q: Run & { readonly points: readonly Readonly<Record<string, readonly number[]>>[] }) =>
    engine.sample(q.request, q.points),
  breakIt: ({ request, recording }: Run & { readonly recording: string }) =>
    engine.breakIt(request, recording),
  neededRecordings: ({ request }: Run) => engine.neededRecordings(request),
  predictions: (q: Run & { readonly seed: number; readonly places: number; readonly asked?: string }) =>
    engine.predictions(q.request, q.seed, q.places, q.asked),
  judge: (q: { readonly question: PredictQuestion; readonly given: readonly string[] | number }) =>
    engine.judgeAnswer(q.question, q.given),
  practiceKernel: ({ request, seed }: Run & { readonly seed: number }) =>
    engine.practiceKernel(request, seed),
  linearised: ({ request }: Run) => engine.linearised(request, { outputs: 'all' }),
  eliminate: (q: { readonly request: EliminateRequest; readonly options: EliminateOptions }) =>
    engine.eliminate(q.request, q.options),
  measureTime: ({ request, milliseconds }: Run & { readonly milliseconds: number }) =>
    engine.measureTime(request, milliseconds),
};
export type EngineAnswers = typeof answers;

serve(answers, ['differentiate', 'trace', 'predictions']);

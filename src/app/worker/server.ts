import {
  algorithmSteps,
  analysisSteps,
  breakIt,
  certify,
  dependence,
  derivativePath,
  differentiate,
  eliminate,
  execute,
  explain,
  hessian,
  inputsFor,
  jacobian,
  judgeAnswer,
  linearised,
  measureTime,
  neededRecordings,
  practiceKernel,
  predictions,
  probe,
  runSinglePass,
  sample,
  schedule,
  singlePass,
  summary,
  takeAwayFiles,
  tradeoff,
  trouble,
} from '../../engine/index';
import type { DifferentiateRequest, Differentiation } from '../../engine/pipeline/results';
import { serve } from './answer';
import { forPage } from './forPage';

/** The only file that calls the engine. Both the analysis worker and the execution worker run it. */
const MOST_KEPT = 6;
const kept = new Map<string, Differentiation>();

/** The last few results stay, so that a question about one needs only its hash. */
function differentiateOnce(hash: string, request: DifferentiateRequest): Differentiation {
  const known = kept.get(hash);
  if (known !== undefined) return known;
  const result = differentiate(request);
  kept.set(hash, result);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return result;
}

serve((question, report) => {
  switch (question.kind) {
    case 'differentiate':
      return forPage(differentiateOnce(question.hash, question.request));
    case 'explain':
      return explain(differentiateOnce(question.hash, question.request), question.subject, question.inputs);
    case 'execute':
      return execute(question.request);
    case 'trace':
      return execute({ ...question.request, trace: 'only' });
    case 'probe':
      return probe(question.request, question.point);
    case 'trouble':
      return trouble(question.request, question.of);
    case 'certify':
      return certify(question.request, undefined, report);
    case 'inputsFor':
      return inputsFor(question.request, question.wanted);
    case 'takeAway':
      return takeAwayFiles(question.request);
    case 'analysisSteps':
      return analysisSteps(question.request, question.analysis, question.order);
    case 'algorithmSteps':
      return algorithmSteps(question.request);
    case 'singlePass':
      return singlePass(question.request, { numbering: question.numbering });
    case 'runSinglePass':
      return runSinglePass(question.request, { numbering: question.numbering });
    case 'dependence':
      return dependence(question.request);
    case 'summary':
      return summary(question.request, question.selection);
    case 'jacobian':
      return jacobian(question.request);
    case 'tradeoff':
      return tradeoff(question.request);
    case 'schedule':
      return schedule(question.request, question.asked);
    case 'hessian':
      return hessian(question.request);
    case 'derivativePath':
      return derivativePath(question.request, question.from, question.to);
    case 'sample':
      return sample(question.request, question.points);
    case 'breakIt':
      return breakIt(question.request, question.recording);
    case 'neededRecordings':
      return neededRecordings(question.request);
    case 'predictions':
      return predictions(question.request, question.seed, question.places);
    case 'judge':
      return judgeAnswer(question.question, question.given);
    case 'practiceKernel':
      return practiceKernel(question.request, question.seed);
    case 'linearised':
      return linearised(question.request, { outputs: 'all' });
    case 'eliminate':
      return eliminate(question.request, question.options);
    case 'measureTime':
      return measureTime(question.request, question.milliseconds);
    case 'layout':
      throw new Error('the engine places no graphs');
  }
});

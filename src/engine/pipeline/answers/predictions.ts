/** The door's `predictions` and `practiceKernel`: questions about a kernel, and another kernel as hard. */

import { defaultHost } from '../../execute/host';
import { HANGS_AFTER_MS } from '../../execute/outcome';
import { drawKernel, wishLike } from '../../questions/kernel';
import { questionsAbout } from '../../questions/run';
import { compile } from '../compile/compile';
import type { Diagnostic, DrawnKernel, ExecuteRequest, Execution, Predictions, Trace } from '../results';
import { toDifferentiation } from './differentiate';
import { ofAdjoint, onlyDifferentiation, runRequest } from './execute';

export function predictionsFor(
  request: ExecuteRequest,
  seed = 1,
  most = 6,
  wanted: string | null = null,
): Predictions {
  const asked = ofAdjoint(request);
  const d = toDifferentiation(compile(onlyDifferentiation(asked), defaultHost().now, false));
  if (!d.ok) return noPredictions(d.diagnostics);
  const run = runRequest({ ...asked, trace: 'only' });
  const trace = wholeTrace(run);
  const questions = questionsAbout(d, typeof trace === 'string' ? null : trace, seed, most, wanted);
  return { ok: true, diagnostics: [], noRun: typeof trace === 'string' ? trace : '', questions };
}

export function noPredictions(diagnostics: readonly Diagnostic[]): Predictions {
  return { ok: false, diagnostics: [...diagnostics], noRun: '', questions: [] };
}

/** The trace, or why there is none. A run that ended early is not asked about, since it is not known what would have come next. */
function wholeTrace({ ok, trace, diagnostics }: Execution): Trace | string {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (!ok || trace === undefined) return error?.message ?? 'The run did not come to its end.';
  if (trace.ended !== '') return trace.ended;
  return trace.cutAt === null ? trace : `The run is longer than what is kept of it, ${trace.cutAt} steps.`;
}

/** The most kernels that are drawn before one has something to ask. */
const ATTEMPTS = 40;
const RUN = { steps: 200_000, milliseconds: HANGS_AFTER_MS, bytes: 8 * 2 ** 20 };

/** A kernel of the same language, size and difficulty that runs, has a gradient and stores something. */
export function kernelLike(request: ExecuteRequest, seed: number): DrawnKernel {
  const asked = onlyDifferentiation(request);
  const wish = wishLike(toDifferentiation(compile(asked, defaultHost().now, false)));
  return practice(wish, seed);
}

export function practice(wish: ReturnType<typeof wishLike>, seed: number): DrawnKernel {
  const draws = Array.from({ length: ATTEMPTS }, (_, k) => seed * ATTEMPTS + k);
  const fit = draws.find((each) => isWorthAsking(drawKernel(wish, each)));
  return drawKernel(wish, fit ?? draws[0] ?? seed);
}

function isWorthAsking({ source, language, inputs }: DrawnKernel): boolean {
  const run = runRequest({ source, language, inputs, budget: RUN });
  const gradient = Object.values(run.derivatives).flat();
  return (
    run.ok &&
    run.check.verdict === 'passed' &&
    run.tape.values > 0 &&
    run.tape.values <= 30 &&
    gradient.some((each) => each !== 0) &&
    gradient.every((each) => Math.abs(each) < 1e4)
  );
}

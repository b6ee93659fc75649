/** The door's `neededRecordings`: a traced run of the adjoint, and how many of its recordings the run needed. */
import { DiagnosticSink } from '../../base/diagnostics';
import { defaultHost } from '../../execute/host';
import { resolveInputs } from '../../execute/inputs/inputs';
import { onlyDifferentiation } from '../answers/execute';
import { compile } from '../compile/compile';
import type { ExecuteRequest, NeededRecordings } from '../results';
import { needsOf } from './needs';

export function countNeeded(request: ExecuteRequest): NeededRecordings {
  const host = defaultHost();
  const c = compile(onlyDifferentiation(request), host.now);
  if (c.mode !== 'adjoint') return noCount('Only an adjoint has recordings of this kind.');
  if (!c.adjoint || !c.routine || c.diagnostics.some((d) => d.severity === 'error'))
    return noCount('There is no adjoint to run: the program has errors.');
  const sink = new DiagnosticSink();
  const { values } = resolveInputs(c.source, c.routine.name, request.inputs ?? {}, sink, host);
  if (sink.hasErrors) return noCount('The inputs do not fit the program.');
  const needs = needsOf(c, values, host.now, request.budget);
  if (!needs) return noCount('The run did not come to its end, or was too long to follow.');
  const result: NeededRecordings = { ok: true, reason: '', made: 0, needed: 0, ratio: 1, byRecording: {} };
  for (const [recording, { made, needed }] of needs) {
    result.byRecording[`r${recording}`] = { made, needed };
    result.made += made;
    result.needed += needed;
  }
  if (result.made > 0) result.ratio = result.needed / result.made;
  return result;
}

export function noCount(reason: string): NeededRecordings {
  return { ok: false, reason, made: 0, needed: 0, ratio: 1, byRecording: {} };
}

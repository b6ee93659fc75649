/** The door's `measureTime`: the primal and its derivative as WebAssembly, run over and over. */
import { DiagnosticSink } from '../base/diagnostics';
import { makeUnit } from '../execute/derivatives';
import { defaultHost, type Host } from '../execute/host';
import { resolveInputs } from '../execute/inputs';
import type { RunLimits } from '../execute/outcome';
import { timeUnit } from '../execute/time';
import { locationKey } from '../ir/names';
import type { VariableId } from '../ir/types';
import { compile } from './compile';
import { onlyDifferentiation } from './execute';
import type { ExecuteRequest, MeasuredTime } from './results';

/** A single run that takes longer is not repeated. */
const LIMITS: RunLimits = { steps: 400_000_000, milliseconds: 2_000, bytes: 512 * 2 ** 20 };

export function measure(request: ExecuteRequest, budget: number, host: Host = defaultHost()): MeasuredTime {
  const c = compile(onlyDifferentiation(request), host.now);
  const derivative = c.mode === 'tangent' ? c.tangent : c.adjoint;
  if (!derivative || !c.routine || c.diagnostics.some((d) => d.severity === 'error'))
    return noTime('There is nothing to run: the program has errors.');
  const sink = new DiagnosticSink();
  const { values } = resolveInputs(c.program, c.routine.name, request.inputs ?? {}, sink, host.now);
  if (sink.hasErrors) return noTime('The inputs do not fit the program.');
  const ones = (ids: readonly VariableId[]) =>
    Object.fromEntries(
      ids.map((id) => {
        const key = locationKey(c.program, id);
        return [key, (values[key] ?? [0]).map(() => 1)];
      }),
    );
  const given = {
    inputs: values,
    seeds: ones(c.interface?.dependents ?? []),
    directions: [ones(c.interface?.independents ?? [])],
  };
  const primal = { program: c.program, entry: c.routine.name };
  const time = (runnable: typeof primal) =>
    timeUnit(host, makeUnit(host, primal, runnable, false), given, LIMITS, budget);
  const before = time(primal);
  const after = time(derivative);
  if (!before || !after) return noTime('A run ended early, or takes too long to be repeated.');
  return {
    ok: true,
    reason: '',
    primal: before.milliseconds,
    derivative: after.milliseconds,
    spread: after.spread,
    runs: after.runs,
  };
}

export function noTime(reason: string): MeasuredTime {
  return { ok: false, reason, primal: 0, derivative: 0, spread: 0, runs: 0 };
}

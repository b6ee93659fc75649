/** The function and its gradient at several points, from one compile: for drawings along a line, over a plane, or on the way of a descent. */

import { present } from '../../base/lookup';
import { adjointsAtEntry, makeUnit, outputsOf, runUnit } from '../../execute/derivatives';
import { defaultHost } from '../../execute/host';
import type { Values } from '../../execute/inputs/binding';
import { cameBack, cameToEnd, limitsOf, type RunLimits, type RunOutcome } from '../../execute/outcome';
import { locationKey } from '../../ir/names';
import { ofAdjoint } from '../answers/execute';
import { givenBeside, POINTS } from '../given';
import type { Diagnostic, ExecuteRequest, Sample, Samples } from '../results';
import { prepared, primalOf } from './jacobian';

/** The most points that are looked at. */
const MOST_POINTS = 20_000;
/** A run elsewhere may take so many times the steps of the run from the inputs, and at least so many steps. */
const LONGER = 50;
const LEAST_STEPS = 200_000;

/** Each point gives values of some inputs; the others are as in the request. */
export function samplesOf(request: ExecuteRequest, at: readonly Values[]): Samples {
  const { points } = givenBeside({ points: at }, 'sample', { points: POINTS });
  const asked = prepared(ofAdjoint(request));
  if (!('c' in asked)) return noSamples(asked);
  const { c, values, seeds, independents, dependents } = asked;
  const host = defaultHost();
  const primal = primalOf(c);
  const own = makeUnit(host, primal, primal, false);
  const adjoint = makeUnit(host, primal, present(c.adjoint, 'the adjoint'), false);
  const { result } = present(c.routine, 'the routine');
  const resultKey = result === null ? null : locationKey(c.program, result);
  const there = { inputs: values, seeds };
  const most = limitsOf(asked.budget);
  const limits = {
    plain: limitsFrom(runUnit(own, there, most), most),
    adjoint: limitsFrom(runUnit(adjoint, there, most), most),
  };
  const sampled = (point: Values): Sample | null => {
    const inputs: Record<string, readonly number[]> = { ...values };
    for (const [key, list] of Object.entries(point))
      if (values[key]?.length === list.length) inputs[key] = list;
    const given = { inputs, seeds };
    const plain = runUnit(own, { inputs }, limits.plain);
    if (!cameToEnd(plain)) return null;
    const run = runUnit(adjoint, given, limits.adjoint);
    if (!cameBack(run)) return null;
    const outputs = outputsOf(own, plain, dependents, resultKey);
    let value = 0;
    for (const key of dependents)
      (outputs[key] ?? []).forEach((y, i) => {
        value += y * (seeds[key]?.[i] ?? 0);
      });
    return { value, gradient: copied(adjointsAtEntry(adjoint, run, given, independents)) };
  };
  return {
    ok: true,
    diagnostics: [...c.diagnostics],
    inputs: copied({ ...values, ...points[0] }),
    samples: points.slice(0, MOST_POINTS).map(sampled),
  };
}

/** The limits of runs at other points: an endless loop at some of them must not keep the others waiting. */
function limitsFrom(outcome: RunOutcome, most: RunLimits): RunLimits {
  const steps = cameToEnd(outcome) ? LONGER * outcome.steps : 0;
  return { ...most, steps: Math.min(most.steps, Math.max(LEAST_STEPS, steps)) };
}

const copied = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([key, list]) => [key, [...list]]));

export function noSamples(diagnostics: readonly Diagnostic[]): Samples {
  return { ok: false, diagnostics: [...diagnostics], inputs: {}, samples: [] };
}

/** The door's `measureTime`: the primal and its derivative as WebAssembly, run over and over. */

import { withoutKept } from '../../adjoint/least';
import { DiagnosticSink } from '../../base/diagnostics';
import { present } from '../../base/lookup';
import { type Given, makeUnit, type Unit } from '../../execute/derivatives';
import { defaultHost, type Host, type WasmMemory } from '../../execute/host';
import { resolveInputs } from '../../execute/inputs/inputs';
import { newMemory } from '../../execute/machine';
import { timeUnit } from '../../execute/observe/time';
import { type RunLimits, within } from '../../execute/outcome';
import { locationKey } from '../../ir/names';
import type { VariableId } from '../../ir/types';
import { compile } from '../compile/compile';
import type { ExecuteRequest, MeasuredTime } from '../results';
import { onlyDifferentiation } from './execute';

/** A run that takes longer than this is not repeated. */
const LIMITS: RunLimits = { steps: 400_000_000, milliseconds: 2_000, bytes: 512 * 2 ** 20 };

export function measure(request: ExecuteRequest, budget = 100): MeasuredTime {
  const host = defaultHost();
  const ready = readyFor(request, host);
  if (typeof ready === 'string') return noTime(ready);
  const limits = within(LIMITS, request.budget);
  const before = timeUnit(host, ready.primal, ready.given, limits, budget);
  const after = timeUnit(host, ready.derivative, ready.given, limits, budget);
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

interface Ready {
  readonly primal: Unit;
  readonly derivative: Unit;
  readonly given: Given;
}

/**
 * Modules that have been measured are kept: a browser optimises a WebAssembly module while it runs, so only one that has run
 * for a while shows its speed.
 */
const KEPT = 24;
const kept = new Map<string, Ready | string>();
let memory: WasmMemory | null = null;

function readyFor(request: ExecuteRequest, host: Host): Ready | string {
  const key = JSON.stringify(request);
  const known = kept.get(key) ?? makeReady(request, host);
  kept.delete(key);
  kept.set(key, known);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return known;
}

/** The machines and their inputs; or why there is nothing to measure. */
function makeReady(request: ExecuteRequest, host: Host): Ready | string {
  const c = compile(onlyDifferentiation(request), host.now);
  const derivative = c.generated;
  if (!derivative || !c.routine || c.diagnostics.some((d) => d.severity === 'error'))
    return 'There is nothing to run: the program has errors.';
  const sink = new DiagnosticSink();
  const { values } = resolveInputs(c.source, c.routine.name, request.inputs ?? {}, sink, host);
  if (sink.hasErrors) return 'The inputs do not fit the program.';
  const ones = (ids: readonly VariableId[]) =>
    Object.fromEntries(
      ids.map((id) => {
        const key = locationKey(c.program, id);
        return [key, (values[key] ?? [0]).map(() => 1)];
      }),
    );
  const given = {
    inputs: values,
    seeds: ones(present(c.interface, 'the interface').dependents),
    directions: [ones(present(c.interface, 'the interface').independents)],
  };
  const primal = { program: withoutKept(c.program), entry: c.routine.name };
  // Only one machine runs at a time, so one memory serves them all.
  memory ??= newMemory(host);
  return {
    primal: makeUnit(host, primal, primal, false, memory),
    derivative: makeUnit(host, primal, derivative, false, memory),
    given,
  };
}

export function noTime(reason: string): MeasuredTime {
  return { ok: false, reason, primal: 0, derivative: 0, spread: 0, runs: 0 };
}

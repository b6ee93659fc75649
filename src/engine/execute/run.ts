/**
 * A whole run: inputs, the primal, its derivatives, statistics, checks, and a trace when asked for. Never throws for what a
 * user wrote: faults in a run become diagnostics at their statements.
 */
import { DiagnosticSink } from '../base/diagnostics';
import { itemAt } from '../base/lookup';
import { routineOf } from '../ir/names';
import { walkStatements } from '../ir/statements';
import type { VariableId } from '../ir/types';
import { namedVariables, reachedFrom, statementExpressions } from '../ir/uses';
import type { Execution } from '../pipeline/results';
import { complainOfFindings, complainOfTrap } from './complaints';
import { type Given, givenTo, makeUnit, outputsOf, runUnit } from './derivatives';
import { derive, interleaved } from './derive';
import type { Values } from './inputs/binding';
import { resolveInputs } from './inputs/inputs';
import { interpret } from './interpreter';
import type { Finding } from './interpreter/state';
import { noCost, weighted } from './observe/operations';
import { noTape } from './observe/tape';
import { traceOf } from './observe/traced';
import { cameToEnd, HANGS_AFTER_MS, type RunLimits, within } from './outcome';
import { bindPorts, outputKeys, portsOf } from './runnable';
import { type Observed, openSession, operationsOf, type RunRequest, type Session } from './session';
import { firstNotFinite } from './trouble/numbers';
import { remember } from './trouble/remembered';
import { textIn } from './trouble/text';

/** The interpreter does not look at longer runs. */
const OBSERVED: RunLimits = { steps: 200_000, milliseconds: HANGS_AFTER_MS, bytes: 64 * 2 ** 20 };
/** A trace is cut by its own bound; these end loops that write nothing. */
const TRACED: RunLimits = { steps: 2_000_000, milliseconds: HANGS_AFTER_MS, bytes: 256 * 2 ** 20 };

export function executeRun(request: RunRequest): Execution {
  const sink = new DiagnosticSink();
  const { program, entry } = request.primal;
  const { values } = resolveInputs(request.source, entry, request.inputs ?? {}, sink, request.host);
  const execution = emptyExecution(values);
  if (sink.hasErrors) return finish(execution, sink);
  const session = openSession(request, sink, values);
  if (request.trace === 'only') {
    addTrace(session, execution);
    return finish(execution, sink);
  }
  const primal = makeUnit(request.host, request.primal, request.primal, true, session.memory);
  const outcome = runUnit(primal, session, session.limits);
  if (outcome.trap)
    complainOfTrap(sink, program, request.primal, outcome.trap, {
      limits: session.limits,
      run: `The routine \`${entry}\``,
    });
  execution.operations.primal = operationsOf(primal, outcome);
  execution.outputs = outputsOf(primal, outcome, allOutputs(session), session.resultKey);
  const seen = request.tangent ? observe(session) : { kink: false, unset: null };
  if (cameToEnd(outcome)) derive({ ...session, ...seen }, execution);
  if (request.trace) addTrace(session, execution);
  return finish(execution, sink);
}

function finish(execution: Execution, sink: DiagnosticSink): Execution {
  return { ...execution, ok: !sink.hasErrors, diagnostics: [...sink.list] };
}

/** The answer as long as nothing has run. */
export function emptyExecution(
  inputs: Values = {},
  sentence = 'There was nothing to check the derivatives against.',
): Execution {
  return {
    ok: false,
    diagnostics: [],
    inputs: Object.fromEntries(Object.entries(inputs).map(([key, values]) => [key, [...values]])),
    outputs: {},
    derivatives: {},
    tape: noTape(),
    operations: { primal: weighted(noCost()), derivative: weighted(noCost()), ratio: 0 },
    check: { dotProduct: null, finiteDifference: null, sentence, verdict: 'none' },
  };
}

// --------------------------------------------------------------------------------------------------------- primal

function allOutputs(s: Session): string[] {
  const { program, entry } = s.request.primal;
  const written = new Set<VariableId>();
  for (const routine of reachedFrom(program, routineOf(program, entry))) {
    walkStatements(routine.body, (each) => {
      if (each.kind === 'assign') written.add(each.target.variable);
      if (each.kind !== 'call') {
        for (const id of namedVariables(each)) written.add(id);
        return;
      }
      for (const e of statementExpressions(each))
        if (e.kind === 'variable' || e.kind === 'element') written.add(e.variable);
      for (const id of namedVariables(each)) written.add(id);
    });
  }
  return [...new Set([...s.dependents, ...outputKeys(s.request.primal, written)])];
}

/** Reports what the interpreter sees. */
function observe(s: Session): Pick<Observed, 'kink' | 'unset'> {
  const { primal, host } = s.request;
  const ports = portsOf(primal, primal);
  const input = bindPorts(primal.entry, ports, (port) => givenTo(port, s));
  const seen = interpret(primal.program, input, { now: host.now, limits: within(OBSERVED, s.limits) });
  const first = seen.notFinite && { ...seen.notFinite, why: whyFirst(s, seen.notFinite) };
  complainOfFindings(s.sink, primal.program, { ...seen, notFinite: first });
  return { kink: seen.kinks.length > 0, unset: seen.uninitialised[0] ?? null };
}

/** Why the statement gave a value that is not finite, where the run is short enough for a history. */
function whyFirst({ request: { primal }, inputs, limits }: Session, { statement, detail }: Finding) {
  const history = remember(primal, primal, { inputs }, { budget: limits })?.history;
  if (!history) return null;
  const isHere = (n: number) => history.node(n).statement === statement;
  return firstNotFinite(history, detail === 'NaN', isHere, textIn(primal.program));
}

// ---------------------------------------------------------------------------------------------------------- trace

/** What one run is given: the first direction, or all of them. */
function oneRun(s: Session): Pick<Given, 'direction' | 'count'> {
  if (s.request.mode === 'adjoint') return {};
  const isVector = s.request.generated.directions !== undefined;
  return isVector
    ? { direction: interleaved(s.directions), count: s.directions.length }
    : { direction: itemAt(s.directions, 0) };
}

function addTrace(s: Session, execution: Execution): void {
  const { primal, generated: runnable, host } = s.request;
  const ports = portsOf(primal, runnable);
  const input = bindPorts(runnable.entry, ports, (port) => givenTo(port, { ...s, ...oneRun(s) }));
  const limits = within(TRACED, s.limits);
  const outcome = interpret(runnable.program, input, { now: host.now, limits, trace: true });
  const ended = new DiagnosticSink();
  if (outcome.trap)
    complainOfTrap(ended, runnable.program, primal, outcome.trap, { limits, run: 'The traced run' });
  const why = cameToEnd(outcome) ? '' : (ended.list[0]?.message ?? 'The run ended early.');
  const trace = traceOf(primal.program, runnable, outcome, s.request.origins?.() ?? [], why);
  if (trace) execution.trace = trace;
}

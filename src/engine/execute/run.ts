/**
 * One run, whole: inputs, the primal, its derivatives, statistics, checks, and a trace when asked. Never throws for
 * what a user wrote: what goes wrong in a run is a diagnostic at its statement.
 */
import { DiagnosticSink } from '../base/diagnostics';
import { dictionary, itemAt, present } from '../base/lookup';
import type { NOWHERE, Span } from '../base/span';
import { walk } from '../ir/build';
import { locationKey } from '../ir/names';
import { walkStatements } from '../ir/statements';
import type { Program, VariableId } from '../ir/types';
import { namedVariables, statementExpressions } from '../ir/uses';
import type { Mode } from '../pipeline/options';
import type { ExecuteRequest, Execution, OperationCounts, Origin } from '../pipeline/results';
import {
  type Checked,
  type Circumstances,
  conclude,
  distance,
  dotProduct,
  gradientDifferences,
  movedByOneUlp,
  roundings,
  scaledBy,
  shortestStep,
  someDirection,
  tangentDifferences,
} from './check';
import { complainOfFindings, complainOfTrap, unsetText } from './complaints';
import {
  adjointsAtEntry,
  type Given,
  givenTo,
  makeUnit,
  outputsOf,
  runUnit,
  tangentsAtExit,
  type Unit,
} from './derivatives';
import { elementsOf } from './elements';
import type { Host, WasmMemory } from './host';
import { reachableRoutines, routineOf, type Values, variableOf } from './inputs/binding';
import { resolveInputs } from './inputs/inputs';
import { stored } from './inputs/values';
import { type InterpretOutcome, interpret } from './interpreter';
import type { Finding } from './interpreter/state';
import { type MachineOutcome, newMemory } from './machine';
import { addPart, noCost, partTable, weighted } from './observe/operations';
import { noTape, tapeStatistics } from './observe/tape';
import { traceOf } from './observe/traced';
import { cameToEnd, DEFAULT_LIMITS, type RunLimits } from './outcome';
import { bindPorts, outputKeys, portsOf, type Runnable } from './runnable';
import { cutByCast, type InCheck, standsOnJump } from './trouble/inCheck';

export interface RunRequest
  extends Pick<ExecuteRequest, 'inputs' | 'seeds' | 'directions' | 'budget' | 'trace'> {
  readonly mode: Mode;
  /** As parsed: what defaults are made from, so that they are the same under all options. */
  readonly source: Program;
  readonly primal: Runnable;
  readonly adjoint: Runnable | null;
  /** In tangent modes what is run; in adjoint mode what the adjoint is checked against. */
  readonly tangent: Runnable | null;
  readonly independents: readonly VariableId[];
  readonly dependents: readonly VariableId[];
  /** No independent reaches any dependent, which was said: the derivatives are zero whatever the inputs. */
  readonly isConstant?: boolean;
  readonly host: Host;
  /** Of the source, from 1. */
  readonly lineAt?: (span: Span) => number;
  /** Of the generated text, for a trace to point into. */
  readonly origins?: () => readonly Origin[];
}

/** A session whose primal the interpreter has looked at. */
interface Observed extends Session {
  readonly kink: boolean;
  readonly unset: Finding | null;
}

/** More steps than these the interpreter does not look at. */
const OBSERVED: RunLimits = { steps: 200_000, milliseconds: 300, bytes: 64 * 2 ** 20 };
/** A trace is cut by its own bound; loops that write nothing are, by these. */
const TRACED: RunLimits = { steps: 2_000_000, milliseconds: 1_500, bytes: 256 * 2 ** 20 };
/** Derivatives that one unit in the last place moves further than this are not compared (design 7). */
const ILL_CONDITIONED = { double: 1e-12, single: 1e-5 };

interface Session {
  readonly request: RunRequest;
  readonly sink: DiagnosticSink;
  readonly limits: RunLimits;
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
  readonly resultKey: string | null;
  readonly single: boolean;
  readonly inputs: Values;
  readonly seeds: Values;
  readonly directions: readonly Values[];
  /** Of all machines of the session, which take turns. */
  readonly memory: WasmMemory;
}

export function executeRun(request: RunRequest): Execution {
  const sink = new DiagnosticSink();
  const { program, entry } = request.primal;
  const { values } = resolveInputs(request.source, entry, request.inputs ?? {}, sink, request.host.now);
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
    complainOfTrap(sink, program, request.primal, outcome.trap, session.limits, `The routine \`${entry}\``);
  execution.operations.primal = operationsOf(primal, outcome);
  execution.outputs = outputsOf(primal, outcome, allOutputs(session), session.resultKey);
  const seen = observe(session);
  complainOfFindings(sink, program, seen);
  const observed = { ...session, kink: seen.kinks.length > 0, unset: seen.uninitialised[0] ?? null };
  if (cameToEnd(outcome)) derive(observed, execution);
  if (request.trace) addTrace(session, execution);
  return finish(execution, sink);
}

function finish(execution: Execution, sink: DiagnosticSink): Execution {
  return { ...execution, ok: !sink.hasErrors, diagnostics: [...sink.list] };
}

function emptyExecution(inputs: Values): Execution {
  return {
    ok: false,
    diagnostics: [],
    inputs: Object.fromEntries(Object.entries(inputs).map(([key, values]) => [key, [...values]])),
    outputs: {},
    derivatives: {},
    tape: noTape(),
    operations: { primal: weighted(noCost()), derivative: weighted(noCost()), ratio: 0 },
    check: {
      dotProduct: null,
      finiteDifference: null,
      sentence: 'There was nothing to check the derivatives against.',
      verdict: 'none',
    },
  };
}

function openSession(request: RunRequest, sink: DiagnosticSink, inputs: Values): Session {
  const { program, entry } = request.primal;
  const key = (id: VariableId) => locationKey(program, id);
  const routine = routineOf(program, entry);
  const { budget = {} } = request;
  const session = {
    request,
    sink,
    inputs,
    memory: newMemory(request.host),
    limits: {
      steps: limit(budget.steps, DEFAULT_LIMITS.steps),
      milliseconds: limit(budget.milliseconds, DEFAULT_LIMITS.milliseconds),
      bytes: limit(budget.bytes, DEFAULT_LIMITS.bytes),
    },
    independents: request.independents.map(key),
    dependents: request.dependents.map(key),
    resultKey: routine.result === null ? null : key(routine.result),
    single: isSingle(request.primal.program),
  };
  const rows = Math.max(1, ...Object.values(request.directions ?? {}).map((each) => each.length));
  const given = (row: number) =>
    Object.fromEntries(
      Object.entries(request.directions ?? {}).map(([name, each]) => [name, each[row] ?? []]),
    );
  return {
    ...session,
    seeds: fill(session, request.dependents, request.seeds ?? {}, 'seed'),
    directions: Array.from({ length: rows }, (_, row) =>
      fill(session, request.independents, given(row), 'direction'),
    ),
  };
}

/** What was asked for, if it is a limit at all. */
function limit(asked: number | undefined, otherwise: number): number {
  return asked !== undefined && asked >= 0 && Number.isFinite(asked) ? Math.floor(asked) : otherwise;
}

/** A number for every element: given ones, else 1; what was given in another length is said. */
function fill(
  s: Pick<Session, 'request' | 'sink' | 'inputs'>,
  ids: readonly VariableId[],
  given: Values,
  what: 'seed' | 'direction',
): Record<string, number[]> {
  const { program } = s.request.primal;
  const named = dictionary(given);
  const filled = dictionary<number[]>();
  for (const id of ids) {
    const key = locationKey(program, id);
    const { type, span } = program.variables[id] as { type: 'f64'; span: typeof NOWHERE };
    const { length } = s.inputs[key] ?? [0];
    const own = named[key];
    if (own && own.length !== length)
      s.sink.warning(
        'input-length',
        `\`${key}\` has ${length} element${length === 1 ? '' : 's'}, and its ${what} has ${own.length}.`,
        span,
        'What is missing is taken as 0.',
      );
    filled[key] = Array.from({ length }, (_, i) => stored(type, own ? (own[i] ?? 0) : 1));
  }
  return filled;
}

// --------------------------------------------------------------------------------------------------------- primal

function allOutputs(s: Session): string[] {
  const { program, entry } = s.request.primal;
  const written = new Set<VariableId>();
  for (const routine of reachableRoutines(program, routineOf(program, entry))) {
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

/** What the interpreter sees. */
function observe(s: Session): InterpretOutcome {
  const { primal, host } = s.request;
  const ports = portsOf(primal, primal);
  const input = bindPorts(primal.entry, ports, (port) => givenTo(port, s));
  return interpret(primal.program, input, { now: host.now, limits: OBSERVED });
}

function circumstances(
  s: Observed,
  checked: Checked,
  execution: Execution,
  isIllConditioned: () => boolean,
): Circumstances {
  const inCheck: InCheck = {
    primal: s.request.primal,
    inputs: s.inputs,
    derivatives: execution.derivatives,
    asked: {
      mode: s.request.mode === 'adjoint' ? 'adjoint' : 'tangent',
      seeds: s.seeds,
      direction: itemAt(s.directions, 0),
      dependents: s.dependents,
    },
    elementText: checked.elementText,
    lineAt: s.request.lineAt,
  };
  const { program } = s.request.primal;
  const numbers = [execution.outputs, execution.derivatives].flatMap((each) => Object.values(each).flat());
  return {
    finite: numbers.every(Number.isFinite),
    kink: s.kink,
    unset: s.unset && unsetText(program, s.unset),
    cut: () => {
      const text = cutByCast(inCheck);
      const alone = Object.values(execution.derivatives).every((list) => list.every((x) => x === 0));
      return text === null ? null : { text, alone };
    },
    jump: (failed) => standsOnJump(inCheck, failed, shortestStep(s.single)),
    allZero: isAllZero(s, execution.derivatives),
    isIllConditioned,
  };
}

/** Derivatives that could be other than zero elsewhere, and are zero here. */
function isAllZero(s: Session, derivatives: Values): boolean {
  const isZero = (values: Values) => Object.values(values).every((list) => list.every((x) => x === 0));
  const asked = s.request.mode === 'adjoint' ? [s.seeds] : s.directions;
  return !s.request.isConstant && isZero(derivatives) && !asked.every(isZero);
}

function operationsOf(unit: Unit, outcome: MachineOutcome): OperationCounts {
  const table = partTable(unit.runnable.program);
  const total = noCost();
  unit.machine.module.points.forEach((point, i) => {
    // A run that found no room to begin has counted nothing.
    for (const part of point.parts) addPart(total, table, part, outcome.counts[i] ?? 0);
  });
  return weighted(total);
}

// ---------------------------------------------------------------------------------------------------- derivatives

function derive(s: Observed, execution: Execution): void {
  const { mode } = s.request;
  const runnable = present(mode === 'adjoint' ? s.request.adjoint : s.request.tangent, `the ${mode}`);
  const unit = makeUnit(s.request.host, s.request.primal, runnable, true, s.memory);
  if (mode === 'adjoint') deriveAdjoint(s, unit, execution);
  else deriveTangent(s, unit, execution);
  if (execution.check.verdict === 'passed' && isAllZero(s, execution.derivatives))
    s.sink.warning(
      'zero-derivatives',
      'All derivatives are zero for these inputs, so that the check of them says little: what is missing would be zero too.',
      routineOf(s.request.primal.program, s.request.primal.entry).nameSpan,
      'Give inputs for which the results depend on them: often a test, such as that of a cutoff, skips what counts.',
    );
  const { primal, derivative } = execution.operations;
  execution.operations.ratio = primal.weighted === 0 ? 0 : derivative.weighted / primal.weighted;
}

/** Runs a unit and says what stopped it; null if something did. */
function runOrComplain(s: Session, unit: Unit, given: Given, what: string): MachineOutcome | null {
  const outcome = runUnit(unit, given, s.limits);
  const { program } = unit.runnable;
  if (outcome.trap) complainOfTrap(s.sink, program, s.request.primal, outcome.trap, s.limits, what);
  return cameToEnd(outcome) ? outcome : null;
}

function deriveAdjoint(s: Observed, unit: Unit, execution: Execution): void {
  const outcome = runOrComplain(s, unit, s, 'The adjoint');
  if (!outcome) return;
  execution.derivatives = adjointsAtEntry(unit, outcome, s, s.independents);
  execution.tape = tapeStatistics(unit.runnable.program, unit.machine, outcome);
  execution.operations.derivative = operationsOf(unit, outcome);
  const checked = checkedOf(s);
  const noise = once(() =>
    roundings(execution.derivatives, (factor) => {
      const scaled = { ...s, seeds: scaledBy(s.seeds, factor) };
      const again = runUnit(unit, scaled, s.limits);
      return cameToEnd(again) ? adjointsAtEntry(unit, again, scaled, s.independents) : null;
    }),
  );
  const differences = gradientDifferences(checked, execution.derivatives, noise);
  const dot = dotProductOf(s, execution.derivatives, noise);
  const isIllConditioned = () => {
    const other = { ...s, inputs: movedByOneUlp(checked) };
    const again = runUnit(unit, other, s.limits);
    if (!cameToEnd(again)) return true;
    return isMoved(s, execution.derivatives, adjointsAtEntry(unit, again, other, s.independents));
  };
  execution.check = conclude(dot, differences, circumstances(s, checked, execution, isIllConditioned));
}

function isMoved(s: Session, before: Values, after: Values): boolean {
  return distance(before, after) > ILL_CONDITIONED[s.single ? 'single' : 'double'];
}

/** Computed when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Tangents along a direction, and how they round. */
function tangentNoise(s: Session, unit: Unit, tangents: Values, direction: Values): () => Values {
  return once(() =>
    roundings(tangents, (factor) => {
      const given: Given = { inputs: s.inputs, direction: scaledBy(direction, factor) };
      const again = runUnit(unit, given, s.limits);
      return cameToEnd(again) ? tangentsAtExit(unit, again, given, s.dependents) : null;
    }),
  );
}

function dotProductOf(s: Session, adjoints: Values, noise: () => Values) {
  const { tangent, primal, host } = s.request;
  if (!tangent || s.independents.length === 0) return null;
  const unit = makeUnit(host, primal, tangent, false, s.memory);
  const direction = someDirection(s.inputs, s.independents);
  const given: Given = { inputs: s.inputs, direction };
  const outcome = runOrComplain(s, unit, given, 'The tangent');
  if (!outcome) return null;
  const tangents = tangentsAtExit(unit, outcome, given, s.dependents);
  return dotProduct(s, tangents, adjoints, direction, {
    tangents: tangentNoise(s, unit, tangents, direction),
    adjoints: noise,
  });
}

function deriveTangent(s: Observed, unit: Unit, execution: Execution): void {
  const found: Record<string, number[]>[] = [];
  for (const direction of s.directions) {
    const given: Given = { inputs: s.inputs, direction };
    const outcome = runOrComplain(s, unit, given, 'The tangent');
    if (!outcome) return;
    found.push(tangentsAtExit(unit, outcome, given, s.dependents));
    execution.operations.derivative = operationsOf(unit, outcome);
  }
  execution.derivatives = Object.fromEntries(
    s.dependents.map((key) => [key, found.flatMap((tangents) => present(tangents[key], key))]),
  );
  const direction = itemAt(s.directions, 0);
  const first = itemAt(found, 0);
  const checked = checkedOf(s);
  const differences = tangentDifferences(checked, direction, first, tangentNoise(s, unit, first, direction));
  const isIllConditioned = () => {
    const given: Given = { inputs: movedByOneUlp(checked), direction };
    const again = runUnit(unit, given, s.limits);
    if (!cameToEnd(again)) return true;
    return isMoved(s, first, tangentsAtExit(unit, again, given, s.dependents));
  };
  execution.check = conclude(null, differences, circumstances(s, checked, execution, isIllConditioned));
}

function checkedOf(s: Observed): Checked {
  const { primal, host } = s.request;
  const unit = makeUnit(host, primal, primal, false, s.memory);
  const until = host.now() + s.limits.milliseconds;
  return {
    independents: s.independents,
    dependents: s.dependents,
    inputs: s.inputs,
    seeds: s.seeds,
    elementText: elementsOf(s.request.source, primal.entry, s.inputs),
    single: s.single,
    kink: s.kink,
    evaluate: (inputs) => {
      const milliseconds = until - host.now();
      if (milliseconds <= 0) return null;
      const outcome = runUnit(unit, { inputs: rounded(s, inputs) }, { ...s.limits, milliseconds });
      return cameToEnd(outcome) ? outputsOf(unit, outcome, s.dependents, s.resultKey) : null;
    },
    goOn: () => host.now() < until,
  };
}

/** Anything in single precision on the way decides how far derivatives can be trusted. */
function isSingle(program: Program): boolean {
  let single = program.variables.some((v) => v.type === 'f32');
  for (const routine of program.routines) {
    walkStatements(routine.body, (s) => {
      for (const e of statementExpressions(s)) {
        walk(e, (part) => {
          if (part.type === 'f32') single = true;
        });
      }
    });
  }
  return single;
}

/** Real inputs as their type stores them. */
function rounded(s: Session, inputs: Values): Values {
  const { program } = s.request.primal;
  const next: Record<string, readonly number[]> = { ...inputs };
  for (const id of s.request.independents) {
    const { type } = variableOf(program, id);
    const key = locationKey(program, id);
    next[key] = present(inputs[key], key).map((x) => stored(type, x));
  }
  return next;
}

// ---------------------------------------------------------------------------------------------------------- trace

function addTrace(s: Session, execution: Execution): void {
  const { primal, adjoint, tangent, mode, host } = s.request;
  const runnable = present(mode === 'adjoint' ? adjoint : tangent, `the ${mode}`);
  const ports = portsOf(primal, runnable);
  const input = bindPorts(runnable.entry, ports, (port) => givenTo(port, s));
  const outcome = interpret(runnable.program, input, { now: host.now, limits: TRACED, trace: true });
  const ended = new DiagnosticSink();
  if (outcome.trap) complainOfTrap(ended, runnable.program, primal, outcome.trap, TRACED, 'The traced run');
  const why = cameToEnd(outcome) ? '' : (ended.list[0]?.message ?? 'The run ended early.');
  const trace = traceOf(primal.program, runnable, outcome, s.request.origins?.() ?? [], why);
  if (trace) execution.trace = trace;
}

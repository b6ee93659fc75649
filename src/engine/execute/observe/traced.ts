/** A traced run in the form that leaves the engine (`Trace` in pipeline/results.ts). */

import { entryOf } from '../../base/lookup';
import { locationKey, statementName, variableOf } from '../../ir/names';
import { callsIn, primalStatement, walkStatements } from '../../ir/statements';
import { readStatement } from '../../ir/text/reading';
import type { Dispatch, Program, Statement, StatementId, Variable, VariableId } from '../../ir/types';
import type { Origin, Span, Trace } from '../../pipeline/results';
import { spanAt } from '../complaints';
import { subscriptsOf } from '../elements';
import { type InterpretOutcome, memoryName } from '../interpreter';
import { cameToEnd } from '../outcome';
import type { Runnable } from '../runnable';
import { type VisitCounter, visitCounters } from './visits';

/** `origins`: of the printed program, to tell where in its text a step is; `ended`: why the run ended early. */
export function traceOf(
  primal: Program,
  { program, entry }: Runnable,
  outcome: InterpretOutcome,
  origins: readonly Origin[],
  ended: string,
): Trace | undefined {
  if (!outcome.trace) return undefined;
  const { columns, locations } = outcome.trace;
  const numbers = new Map<number, number>();
  const statements: Trace['statements'] = [];
  const table = statementTable(program);
  const whole = cameToEnd(outcome) && columns.cutAt === null;
  const code = codeSpans(origins);
  const statement = new Uint32Array(columns.steps);
  let turn = -1;
  for (let k = 0; k < columns.steps; k++) {
    const id = columns.statement[k] as StatementId;
    let number = numbers.get(id);
    if (number === undefined) {
      number = statements.length;
      numbers.set(id, number);
      statements.push(describedStatement(primal, program, entryOf(table, id), id, code));
    }
    statement[k] = number;
    if (turn < 0 && statements[number]?.sweep === 'backward') turn = k;
  }
  let start = 0;
  const owners = routinesOfVariables(program);
  const memory = locations.map(({ id }) => memoryName(variableOf(program, id)));
  const placed = locations.map(({ id, length, grid, atEntry }) => {
    const base = program.variables[id]?.derivativeOf ?? null;
    const location = {
      ...locationOf(primal, program, id, length),
      subscripts: grid && subscriptsOf(program.variables[id], primal.language, grid),
      of: base === null ? -1 : memory.indexOf(memoryName(variableOf(program, base))),
      routine: owners.get(id) ?? '',
      start,
      entered: atEntry !== null,
    };
    start += length;
    return location;
  });
  const initial = new Float64Array(start);
  locations.forEach(({ atEntry, length }, i) => {
    initial.set((atEntry ?? []).slice(0, length), placed[i]?.start);
  });
  return {
    steps: columns.steps,
    cutAt: columns.cutAt,
    ended: columns.cutAt === null ? ended : '',
    statements,
    locations: placed,
    initial,
    statement,
    location: columns.location,
    index: columns.index,
    before: columns.before,
    after: columns.after,
    tapeHeight: columns.tapeHeight,
    depth: columns.depth,
    visit: visitsOf(program, entry, columns, whole),
    call: columns.call,
    calls: callsOf(table, columns, whole),
    turn,
  };
}

/** The state of one call while its steps are gone through. */
interface Counted {
  readonly count: VisitCounter;
  before: number;
  latest: number;
  /** The statement of the latest backward step, and which of its runs it is; null where the latest step goes forward. */
  back: { readonly origin: StatementId; readonly number: number } | null;
  readonly backward: Map<StatementId, number>;
}

/** In the backward sweep visits come in reverse order: the last is the first one of the program, which only a complete run can tell. */
function visitsOf(
  program: Program,
  entry: string,
  columns: NonNullable<InterpretOutcome['trace']>['columns'],
  whole: boolean,
): Uint32Array {
  const visit = new Uint32Array(columns.steps);
  const steps: { readonly k: number; readonly origin: StatementId; readonly number: number }[] = [];
  const counters = visitCounters(program);
  const made = program.routines.flatMap(({ body }) => callsIn(body));
  const callees = new Map(made.map(({ id, callee }) => [id, callee]));
  const calls = columns.calls.map(({ statement }): Counted => {
    const routine = statement < 0 ? entry : (callees.get(statement as StatementId) ?? '');
    return { count: counters(routine), before: -1, latest: 0, back: null, backward: new Map() };
  });
  for (let k = 0; k < columns.steps; k++) {
    const call = calls[columns.call[k] as number] as Counted;
    const id = columns.statement[k] as StatementId;
    // One PUSH or POP of an array is many steps of one statement, and so is a call, with its arguments and its result.
    const same = id === call.before && (callees.has(id) || sameArray(columns, k));
    call.before = id;
    const { latest } = call;
    call.latest = k;
    if (same) {
      if (call.back) steps.push({ ...call.back, k });
      else visit[k] = visit[latest] as number;
      continue;
    }
    const at = call.count(id);
    call.back = at?.sweep === 'backward' ? at : null;
    if (at === null) continue;
    if (at.sweep === 'forward') visit[k] = at.number;
    else {
      steps.push({ k, origin: at.origin, number: at.number });
      call.backward.set(at.origin, at.number);
    }
  }
  if (whole)
    for (const { k, origin, number } of steps) {
      const { backward } = calls[columns.call[k] as number] as Counted;
      visit[k] = (backward.get(origin) ?? 0) - number + 1;
    }
  return visit;
}

/** Whether the step moves the tape by one and is in the same array as the step before it. */
function sameArray(columns: NonNullable<InterpretOutcome['trace']>['columns'], k: number): boolean {
  const { location, index, tapeHeight, call } = columns;
  if (call[k] !== call[k - 1]) return false;
  if (location[k] !== location[k - 1] || (location[k] as number) < 0) return false;
  const up = (tapeHeight[k] as number) - (tapeHeight[k - 1] as number);
  return Math.abs(up) === 1 && (index[k] as number) - (index[k - 1] as number) === up;
}

/** The calls of the run, each with the statement of the program that it stands for, and its number in the run. */
function callsOf(
  table: ReadonlyMap<StatementId, { readonly s: Statement }>,
  { calls }: NonNullable<InterpretOutcome['trace']>['columns'],
  whole: boolean,
): Trace['calls'] {
  return calls.map(({ statement, inside, number, total }) => {
    const s = table.get(statement as StatementId)?.s;
    const origin = s === undefined ? null : primalStatement(s);
    const backward = s?.sweep === 'backward';
    return {
      inside,
      statement: origin === null ? null : statementName(origin),
      visit: !backward ? number : whole && s.role === 'derivative' ? total - number + 1 : 0,
    };
  });
}

type Entry = Trace['statements'][number];

function describedStatement(
  primal: Program,
  program: Program,
  { s, routine }: { readonly s: Statement; readonly routine: string },
  id: StatementId,
  code: ReadonlyMap<string, Span>,
): Entry {
  const taped =
    s.kind === 'push' || s.kind === 'pop' || s.kind === 'pushControl' || s.kind === 'popControl' ? s : null;
  const origin = primalStatement(s);
  return {
    id: statementName(id),
    statement: origin === null ? null : statementName(origin),
    source: spanAt(program, primal, id),
    code: code.get(statementName(s.id)) ?? null,
    sweep: s.sweep ?? null,
    role: s.role,
    recording: taped ? `r${taped.recording}` : null,
    tape: taped?.kind ?? null,
    text: readStatement(program, s).trim(),
    routine,
  };
}

/** Where each statement of a program begins in its text, up to the end of that line. */
function codeSpans(origins: readonly Origin[]): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const { node, whole, start, end } of origins)
    if (whole && node !== null && !spans.has(node)) spans.set(node, { start, end });
  return spans;
}

/** Branches of a dispatch region count as the region. */
function statementTable(program: Program): Map<StatementId, { s: Statement; routine: string }> {
  const table = new Map<StatementId, { s: Statement; routine: string }>();
  for (const { name: routine, body } of program.routines)
    walkStatements(body, (s) => {
      table.set(s.id, { s, routine });
      if (s.kind === 'dispatch') addBranches(table, s, routine);
    });
  return table;
}

function routinesOfVariables(program: Program): Map<VariableId, string> {
  const owners = new Map<VariableId, string>();
  for (const { name, parameters, locals, result } of program.routines)
    for (const id of [...parameters, ...locals, ...(result === null ? [] : [result])]) owners.set(id, name);
  return owners;
}

function addBranches(
  table: Map<StatementId, { s: Statement; routine: string }>,
  s: Dispatch,
  routine: string,
): void {
  for (const { jump } of s.blocks) if (jump.kind !== 'go') table.set(jump.id, { s, routine });
}

/** A routine that stands in several forms has copies of its variables; they are declared where the originals are. */
function primalOf(primal: Program, { id, name, span }: Variable): Variable | undefined {
  return (
    primal.variables[id] ??
    primal.variables.find((v) => v.name === name && v.span.start === span.start && v.span.end === span.end)
  );
}

function locationOf(
  primal: Program,
  program: Program,
  id: VariableId,
  length: number,
): Omit<Trace['locations'][number], 'start' | 'entered' | 'of' | 'routine' | 'subscripts'> {
  const v = variableOf(program, id);
  let base = v;
  while (base.derivativeOf !== null) base = variableOf(program, base.derivativeOf);
  const known = primalOf(primal, base);
  return {
    name: v.storage?.key ?? v.name,
    primal: known ? locationKey(primal, known.id) : null,
    derivative: v.derivativeOf !== null,
    temporary: v.role === 'temporary' || v.role === 'control',
    type: v.type,
    length,
  };
}

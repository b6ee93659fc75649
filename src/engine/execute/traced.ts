/** A traced run in the form that leaves the engine (`Trace` in pipeline/results.ts). */

import { entryOf, itemAt } from '../base/lookup';
import { locationKey, statementName } from '../ir/names';
import { printStatement } from '../ir/print';
import { walkStatements } from '../ir/statements';
import type { Dispatch, Program, Statement, StatementId, VariableId } from '../ir/types';
import type { Origin, Span, Trace } from '../pipeline/results';
import { spanAt } from './complaints';
import type { InterpretOutcome } from './interpreter';
import type { Grid } from './interpreter/calls';
import { cameToEnd } from './outcome';
import type { Runnable } from './runnable';
import { visitCounter } from './visits';

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
  const code = codeSpans(origins);
  const statement = new Uint32Array(columns.steps);
  let turn = -1;
  for (let k = 0; k < columns.steps; k++) {
    const id = columns.statement[k] as StatementId;
    let number = numbers.get(id);
    if (number === undefined) {
      number = statements.length;
      numbers.set(id, number);
      statements.push(describedStatement(primal, program, table.get(id), id, code));
    }
    statement[k] = number;
    if (turn < 0 && statements[number]?.sweep === 'backward') turn = k;
  }
  let start = 0;
  const owners = routinesOfVariables(program);
  const placed = locations.map(({ id, length, grid, atEntry }) => {
    const base = program.variables[id]?.derivativeOf ?? null;
    const location = {
      ...locationOf(primal, program, id, length),
      subscripts: grid && subscriptsOf(primal, program, id, grid),
      of: base === null ? -1 : locations.findIndex((each) => each.id === base),
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
    visit: visitsOf(program, entry, columns, cameToEnd(outcome) && columns.cutAt === null),
    turn,
  };
}

/** In the backward sweep visits come in reverse: the last is the first of the program, which only a whole run can tell. */
function visitsOf(
  program: Program,
  entry: string,
  columns: NonNullable<InterpretOutcome['trace']>['columns'],
  whole: boolean,
): Uint32Array {
  const visit = new Uint32Array(columns.steps);
  const backward = new Map<StatementId, number>();
  const steps: { readonly k: number; readonly origin: StatementId; readonly number: number }[] = [];
  const count = visitCounter(program, entry);
  const calls = new Set<StatementId>();
  for (const { body } of program.routines)
    walkStatements(body, (s) => {
      if (s.kind === 'call') calls.add(s.id);
    });
  let before = -1;
  let latest = 0;
  for (let k = 0; k < columns.steps; k++) {
    if (columns.depth[k] !== 0) continue;
    const id = columns.statement[k] as StatementId;
    // One PUSH or POP of an array is many steps of one statement, and so is a call: its arguments, and its result.
    const same = id === before && (calls.has(id) || sameArray(columns, k));
    before = id;
    if (same) {
      const last = steps.at(-1);
      if (last?.k === latest) steps.push({ ...last, k });
      else visit[k] = visit[latest] as number;
      latest = k;
      continue;
    }
    const at = count(id);
    latest = k;
    if (at === null) continue;
    if (at.sweep === 'forward') visit[k] = at.number;
    else {
      steps.push({ k, origin: at.origin, number: at.number });
      backward.set(at.origin, at.number);
    }
  }
  if (whole) for (const { k, origin, number } of steps) visit[k] = entryOf(backward, origin) - number + 1;
  return visit;
}

/** The step moves the tape by one and stands in the array of the step before it. */
function sameArray(columns: NonNullable<InterpretOutcome['trace']>['columns'], k: number): boolean {
  const { location, index, tapeHeight } = columns;
  if (location[k] !== location[k - 1] || (location[k] as number) < 0) return false;
  const up = (tapeHeight[k] as number) - (tapeHeight[k - 1] as number);
  return Math.abs(up) === 1 && (index[k] as number) - (index[k - 1] as number) === up;
}

type Entry = Trace['statements'][number];

function describedStatement(
  primal: Program,
  program: Program,
  known: { readonly s: Statement; readonly routine: string } | undefined,
  id: StatementId,
  code: ReadonlyMap<string, Span>,
): Entry {
  const s = known?.s;
  const taped =
    s?.kind === 'push' || s?.kind === 'pop' || s?.kind === 'pushControl' || s?.kind === 'popControl'
      ? s
      : null;
  const name = statementName(id);
  const origin = s?.origin ?? (s?.sweep === undefined ? (s?.id ?? null) : null);
  return {
    id: name,
    statement: origin === null ? null : statementName(origin),
    source: spanAt(program, primal, id),
    code: code.get(s === undefined ? name : statementName(s.id)) ?? null,
    sweep: s?.sweep ?? null,
    role: s?.role ?? 'primal',
    recording: taped ? `r${taped.recording}` : null,
    tape: taped?.kind ?? null,
    text: s ? itemAt(printStatement(program, s).split('\n'), 0).trim() : '',
    routine: known?.routine ?? '',
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

/** The slowest extent is left out: no position in memory depends on it. */
function subscriptsOf(
  primal: Program,
  program: Program,
  id: VariableId,
  { lower, extents }: Grid,
): Trace['locations'][number]['subscripts'] {
  const ranks = extents.map((_, d) => d);
  if (program.variables[id]?.shape?.order === 'row') ranks.reverse();
  if (ranks.slice(0, -1).some((d) => !((extents[d] ?? 0) > 0 && Number.isFinite(extents[d])))) return null;
  let stride = 1;
  const strides = extents.map(() => 1);
  for (const d of ranks) {
    strides[d] = stride;
    stride *= itemAt(extents, d);
  }
  return { lower: [...lower], strides, order: ranks.reverse(), style: primal.language };
}

function locationOf(
  primal: Program,
  program: Program,
  id: VariableId,
  length: number,
): Omit<Trace['locations'][number], 'start' | 'entered' | 'of' | 'routine' | 'subscripts'> {
  const v = program.variables[id];
  let base = v;
  while (base && base.derivativeOf !== null) base = program.variables[base.derivativeOf];
  const known = base ? primal.variables[base.id] : undefined;
  return {
    name: v ? (v.storage?.key ?? v.name) : '',
    primal: known ? locationKey(primal, known.id) : null,
    derivative: v?.derivativeOf != null,
    temporary: v?.role === 'temporary' || v?.role === 'control',
    type: v?.type ?? 'f64',
    length,
  };
}

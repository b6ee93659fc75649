/** A traced run in the form that leaves the engine (`Trace` in pipeline/results.ts). */

import { locationKey, statementName } from '../ir/names';
import { printStatement } from '../ir/print';
import { walkStatements } from '../ir/statements';
import type { Dispatch, Program, Statement, StatementId, VariableId } from '../ir/types';
import type { Trace } from '../pipeline/results';
import { spanAt } from './complaints';
import type { InterpretOutcome } from './interpreter';

export function traceOf(primal: Program, program: Program, outcome: InterpretOutcome): Trace | undefined {
  if (!outcome.trace) return undefined;
  const { columns, locations } = outcome.trace;
  const numbers = new Map<number, number>();
  const statements: Trace['statements'] = [];
  const table = statementTable(program);
  const statement = new Uint32Array(columns.steps);
  let turn = -1;
  for (let k = 0; k < columns.steps; k++) {
    const id = columns.statement[k] as number;
    let number = numbers.get(id);
    if (number === undefined) {
      number = statements.length;
      numbers.set(id, number);
      statements.push(entryOf(primal, program, table.get(id as StatementId), id as StatementId));
    }
    statement[k] = number;
    if (turn < 0 && statements[number]?.sweep === 'backward') turn = k;
  }
  return {
    steps: columns.steps,
    cutAt: columns.cutAt,
    statements,
    locations: locations.map(({ id, length }) => locationOf(primal, program, id, length)),
    statement,
    location: columns.location,
    index: columns.index,
    before: columns.before,
    after: columns.after,
    tapeHeight: columns.tapeHeight,
    turn,
  };
}

type Entry = Trace['statements'][number];

function entryOf(primal: Program, program: Program, s: Statement | undefined, id: StatementId): Entry {
  const recording =
    s && (s.kind === 'push' || s.kind === 'pop' || s.kind === 'pushControl' || s.kind === 'popControl')
      ? `r${s.recording}`
      : null;
  return {
    id: statementName(id),
    source: spanAt(program, primal, id),
    code: null,
    sweep: s?.sweep ?? null,
    role: s?.role ?? 'primal',
    recording,
    text: s ? printStatement(program, s) : '',
  };
}

/** Branches of a dispatch region count as the region. */
function statementTable(program: Program): Map<StatementId, Statement> {
  const table = new Map<StatementId, Statement>();
  for (const routine of program.routines)
    walkStatements(routine.body, (s) => {
      table.set(s.id, s);
      if (s.kind === 'dispatch') addBranches(table, s);
    });
  return table;
}

function addBranches(table: Map<StatementId, Statement>, s: Dispatch): void {
  for (const { jump } of s.blocks) if (jump.kind !== 'go') table.set(jump.id, s);
}

function locationOf(
  primal: Program,
  program: Program,
  id: VariableId,
  length: number,
): Trace['locations'][number] {
  const v = program.variables[id];
  let base = v;
  while (base && base.derivativeOf !== null) base = program.variables[base.derivativeOf];
  const known = base ? primal.variables[base.id] : undefined;
  return {
    name: v ? (v.storage?.key ?? v.name) : '',
    primal: known ? locationKey(primal, known.id) : null,
    derivative: v?.derivativeOf != null,
    length,
  };
}

/** The history of a run, row by row, in the words of questions. Rows inside calls are skipped. */
import { itemAt } from '../base/lookup';
import type { Trace } from '../pipeline/results';
import { elementText } from './names';

export interface Row {
  readonly step: number;
  readonly info: Trace['statements'][number];
  /** A statement of the program, in the routine that is differentiated. */
  readonly statement: string;
  readonly visit: number;
  readonly value: number;
  readonly element: string;
}

/** An entry on the tape: which statement pushed it, when, and its value. */
export interface Stored extends Row {
  readonly recording: string;
}

/** Rows of the run of the entry itself whose statement and visit are known. */
export function ownRows(trace: Trace, known: (statement: string) => boolean): Row[] {
  const rows: Row[] = [];
  for (let step = 0; step < trace.steps; step++) {
    const row = rowAt(trace, step);
    if (row !== null && itemAt(trace.call, step) === 0 && known(row.statement)) rows.push(row);
  }
  return rows;
}

function rowAt(trace: Trace, step: number): Row | null {
  const info = itemAt(trace.statements, itemAt(trace.statement, step));
  const visit = itemAt(trace.visit, step);
  if (info.statement === null || visit === 0) return null;
  const at = itemAt(trace.location, step);
  const location = at < 0 ? null : itemAt(trace.locations, at);
  return {
    step,
    info,
    statement: info.statement,
    visit,
    value: itemAt(trace.after, step),
    element: location === null ? '' : elementText(location, itemAt(trace.index, step)),
  };
}

/** The values on the tape after each row, the top last; null for those that no statement of the entry stored. */
export function tapeAfter(trace: Trace, step: number): (Stored | null)[] {
  const tape: (Stored | null)[] = [];
  for (let k = 0; k <= step; k++) {
    const { tape: does, recording } = itemAt(trace.statements, itemAt(trace.statement, k));
    if (does === 'pop') tape.pop();
    if (does !== 'push') continue;
    const row = itemAt(trace.call, k) === 0 ? rowAt(trace, k) : null;
    tape.push(row === null || recording === null ? null : { ...row, recording });
  }
  return tape;
}

/** A statement that the backward sweep undoes, with its last row. */
export interface Undone {
  readonly statement: string;
  readonly visit: number;
  readonly last: number;
}

/** The runs of statements with something to undo, in the order of the backward sweep. */
export function undoneIn(trace: Trace, rows: readonly Row[]): Undone[] {
  const found: Undone[] = [];
  for (const { step, info, statement, visit } of rows) {
    if (step < trace.turn || info.sweep !== 'backward') continue;
    if (info.role !== 'derivative' && info.tape !== 'pop') continue;
    const before = found.at(-1);
    if (before?.statement === statement && before.visit === visit) found.pop();
    found.push({ statement, visit, last: step });
  }
  return found;
}

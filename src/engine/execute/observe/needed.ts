/**
 * Which entries of the tape a run needed. An entry is needed if, after its POP, what the POP restored is read
 *
 *   by a derivative instruction or by control (a test, bounds, an address that something is passed by), or
 *   by a statement, a PUSH or the address of a POP that is itself needed for one of these,
 *
 * before anything else is written there. This is liveness of cells over one run, from its end to its start, in which only
 * derivative instructions and control are of use by themselves: a copy that is never looked at is no reason to keep its
 * source, nor is the subscript of an element that nobody reads.
 */
import { walkStatements } from '../../ir/statements';
import type { Program, RecordingId, StatementId } from '../../ir/types';
import type { Watch } from '../interpreter/watch';

export interface EntryCounts {
  made: number;
  needed: number;
}

/** By recording: how many values the run pushed, and how many of them it needed. */
export function neededEntries(program: Program, watch: Watch): Map<RecordingId, EntryCounts> {
  const recordings = new Map<number, RecordingId>();
  const derivatives = new Set<number>();
  for (const routine of program.routines)
    walkStatements(routine.body, (s) => {
      if (s.kind === 'push') recordings.set(s.id, s.recording);
      if (s.role === 'derivative') derivatives.add(s.id as StatementId);
    });
  const wanted = new Uint8Array(watch.cells + 1);
  const needed = new Uint8Array(watch.entries);
  const isWanted = (cell: number, wide: boolean) => wanted[cell] === 1 || (wide && wanted[cell + 1] === 1);
  const set = (cell: number, wide: boolean, value: 0 | 1) => {
    wanted[cell] = value;
    if (wide) wanted[cell + 1] = value;
  };
  const want = (reads: Int32Array) => {
    for (const place of reads) set(place >> 1, (place & 1) === 1, 1);
  };
  const counts = new Map<RecordingId, EntryCounts>();
  watch.backwards((event, reads) => {
    if (event.kind === 'decide') {
      want(reads);
      return;
    }
    const { cell, wide } = event;
    if (event.kind === 'push') {
      const recording = recordings.get(event.statement);
      if (recording === undefined) return;
      const count = counts.get(recording) ?? { made: 0, needed: 0 };
      counts.set(recording, count);
      count.made++;
      if (needed[event.entry] !== 1) return;
      count.needed++;
      set(cell, wide, 1);
      want(reads);
      return;
    }
    const used = isWanted(cell, wide);
    set(cell, wide, 0);
    if (event.kind === 'pop' && used) needed[event.entry] = 1;
    if (used || derivatives.has(event.statement)) want(reads);
  });
  return counts;
}

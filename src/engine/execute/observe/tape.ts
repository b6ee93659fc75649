/** Statistics of the tape, from the counts of a run: what each PUSH put there. */

import { controlBytes } from '../../backend/wasm/index';
import { itemAt } from '../../base/lookup';
import { tapeBytes } from '../../ir/build';
import { allStatements } from '../../ir/statements';
import type { Program, Push, PushControl, StatementId } from '../../ir/types';
import type { TapeStatistics } from '../../pipeline/results';
import type { Machine } from '../machine';
import type { MachineOutcome } from '../machineData';

export function noTape(): TapeStatistics {
  return { values: 0, controls: 0, bytes: 0, peakBytes: 0, peakSnapshots: 0, byRecording: {} };
}

export function tapeStatistics(program: Program, machine: Machine, outcome: MachineOutcome): TapeStatistics {
  const times = executions(machine, outcome);
  const tape = noTape();
  const add = (recording: number, pushes: number, bytes: number) => {
    if (pushes === 0) return;
    tape.byRecording[`r${recording}`] ??= { pushes: 0, bytes: 0 };
    const entry = tape.byRecording[`r${recording}`] as { pushes: number; bytes: number };
    entry.pushes += pushes;
    entry.bytes += bytes;
    tape.bytes += bytes;
  };
  const arrays = new Set<number>();
  const visit = (s: Push | PushControl) => {
    const count = times.get(s.id) ?? 0;
    if (s.kind === 'pushControl') {
      tape.controls += count;
      add(s.recording, count, count * controlBytes(s.width, s.value.type));
    } else if (s.what.kind === 'scalar') {
      tape.values += count;
      add(s.recording, count, count * tapeBytes(s.what.place.type));
    } else if (!arrays.has(s.recording)) {
      arrays.add(s.recording);
      const point = machine.module.arrayPushes.get(s.recording);
      const elements = point === undefined ? 0 : itemAt(outcome.counts, point);
      tape.values += elements;
      const { type } = program.variables[s.what.variable] as { type: Parameters<typeof tapeBytes>[0] };
      add(s.recording, elements, elements * tapeBytes(type));
    }
  };
  for (const s of program.routines.flatMap(({ body }) => allStatements(body)))
    if (s.kind === 'push' || s.kind === 'pushControl') visit(s);
  tape.peakBytes = outcome.peakBytes;
  tape.peakSnapshots = outcome.peakSnapshots;
  return tape;
}

/** How many times each statement was executed. */
function executions(machine: Machine, outcome: MachineOutcome): Map<StatementId, number> {
  const times = new Map<StatementId, number>();
  machine.module.points.forEach((point, i) => {
    for (const part of point.parts)
      if (part.kind === 'statement')
        times.set(part.id, (times.get(part.id) ?? 0) + itemAt(outcome.counts, i));
  });
  return times;
}

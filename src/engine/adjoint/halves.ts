/** Split mode: the two sweeps of a routine as two routines (theory 6). */

import { itemAt } from '../base/lookup';
import { NOWHERE } from '../base/span';
import { variable } from '../ir/build';
import { newLabel } from '../ir/emit';
import { variableOf } from '../ir/names';
import { copyVariables, renameRoutine, renumber } from '../ir/rewrites/rename';
import type { Routine, Statement, TapeValue } from '../ir/types';
import { assignedVariables } from '../ir/uses';
import type { GenerationState } from './builder';
import { elementCount, entryCopies } from './extents';
import { generateParts, type Making } from './routine';

/**
 * Split mode (theory 6): one routine runs the forward sweep and leaves on the tape, on top, the locals that the other,
 * which runs the backward sweep, still needs.
 */
export function generateHalves(m: Making): Routine[] {
  const { b, analysis, signature, options } = m;
  const { routine, locations, graph, program } = analysis.model;
  const parts = generateParts({ ...m, options: { ...options, ownControl: false } });
  const written = assignedVariables(routine.body);
  const pushes: Statement[] = [];
  const pops: Statement[] = [];
  const about = b.at({ id: itemAt(routine.body, 0).id, span: routine.nameSpan });
  const { forward, backward } = b.nowhere;
  if (parts.left !== null) {
    const onTape = about.recordControl('arrow', { kind: 'count' }, { jumps: 'return' });
    pushes.push(forward.pushNumber(b.ref(parts.left), onTape));
    pops.unshift(backward.popNumber(parts.left, onTape));
  }
  analysis.required.after(graph.exit).forEach((l) => {
    for (const id of locations.at(l).variables) {
      const v = variableOf(program, id);
      const survives =
        v.role === 'global' || v.passing === 'reference' || (v.role === 'parameter' && !written.has(id));
      if (survives) continue;
      const place = variable(id, v.type);
      const count = v.shape ? elementCount(b, v.shape) : null;
      if (v.shape && !count) continue;
      const what: TapeValue = count
        ? { kind: 'array', variable: id, count, span: NOWHERE }
        : { kind: 'scalar', place };
      if (pushes.some((s) => s.kind === 'push' && s.what.kind === 'array' && s.what.variable === id))
        continue;
      const recording = about.record({
        kind: 'value',
        variable: id,
        place: count ? null : place,
        location: v.name,
        type: v.type,
        width: null,
      });
      pushes.push(forward.push(what, recording));
      pops.unshift(backward.pop(what, recording));
    }
  });
  const common = { span: routine.span, nameSpan: routine.nameSpan, external: null };
  const locals = [...routine.locals, ...b.locals];
  return [
    {
      ...common,
      name: signature.forward as string,
      kind: routine.kind,
      parameters: routine.parameters,
      result: routine.result,
      locals,
      label: newLabel(b.state),
      body: [...entryCopies(b, 'forward'), ...parts.forward, ...pushes],
    },
    {
      ...common,
      name: signature.name,
      kind: 'subroutine',
      parameters: parts.parameters,
      result: null,
      locals: [...locals, ...(routine.result === null ? [] : [routine.result])],
      label: newLabel(b.state),
      body: [
        ...entryCopies(b, 'backward'),
        ...pops,
        ...parts.zeroes,
        ...parts.zeroArrays,
        ...parts.backward,
        ...parts.sums,
      ],
    },
  ];
}

export const DRAFT_OWNER = -1;

/** A routine over variables of its own, where two share those of their primal. */
export function ownCopy(
  state: GenerationState,
  routine: Routine,
  owner: number,
  owners: readonly number[],
): Routine {
  const own = state.variables.filter((v) => v.owner !== null && owners.includes(v.owner));
  const copies = copyVariables(state.variables, own, owner);
  return renumber(renameRoutine(routine, copies), state);
}

/** Variables of a draft that both halves have copied: their ids stay taken, and nothing mentions them. */
export function retireDrafts(state: GenerationState): void {
  state.variables.forEach((v, k) => {
    if (v.owner === DRAFT_OWNER)
      state.variables[k] = { ...v, owner: null, name: `retired_${k}`, shape: null, storage: null };
  });
}

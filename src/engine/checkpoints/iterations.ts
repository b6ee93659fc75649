/** One iteration of a counted loop, by itself. */
import { modelProgram } from '../analyses/instructions/programModel';
import { variableOf } from '../ir/names';
import { rewriteStatements } from '../ir/statements';
import type { For, Program, Routine, Statement, VariableId } from '../ir/types';
import type { Face } from '../outlining/face';
import { addPart, draftOf, freshRoutine, programOf } from '../outlining/parts';

/** The statements of one iteration; what goes on with the next leaves them. */
export function inOneIteration(loop: For): readonly Statement[] {
  let goesOn = false;
  const body = rewriteStatements(loop.body, (s) => {
    if (s.kind !== 'next' || s.target !== loop.label) return [s];
    goesOn = true;
    const { id, span, role, origin, target } = s;
    return [{ kind: 'exit', id, span, role, origin, target, form: 'goto' }];
  });
  if (!goesOn) return body;
  const { id, span, role, origin, label } = loop;
  return [{ kind: 'block', id, span, role, origin, label, body }];
}

/** Variables of which an iteration may read what it did not set itself. */
export function exposedIn(program: Program, routine: Routine, loop: For, face: Face): Set<VariableId> {
  const others = [...face.shared, ...face.own.map((id) => ({ id, written: true, isPointer: false }))];
  const shared = others.filter(({ id }) => id !== loop.index);
  const d = draftOf(program, routine, loop.span, { ...face, shared, own: [] });
  const name = freshRoutine(d, 'iteration');
  addPart(d, name, ({ inside }) => inOneIteration(loop).map(inside), {
    leads: [{ hint: 'i', type: variableOf(program, loop.index).type, of: loop.index }],
  });
  const use = modelProgram(programOf(d), name, true).summaries.get(name)?.use ?? new Set();
  return new Set([...shared.flatMap(({ id }, k) => (use.has(k + 1) ? [id] : [])), ...face.globals]);
}

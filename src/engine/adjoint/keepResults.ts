/** The option `keepPrimalResults`: outputs as the primal leaves them, in spite of the POPs. */
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { variable } from '../ir/build';
import type { Statement, Variable, VariableId } from '../ir/types';
import { assignedVariables } from '../ir/uses';
import { assign, type Builder, elementCount, type From, newVariable, ref, zeroArray } from './builder';

/** Copies of the outputs, made at the turn and put back at the end: POPs overwrite them (theory 11). */
export function keepResults(
  b: Builder,
  analysis: RoutineAnalysis,
  forward: From,
  backward: From,
): { save: Statement[]; restore: Statement[] } {
  const { routine, program } = analysis.model;
  const written = assignedVariables(routine);
  const save: Statement[] = [];
  const restore: Statement[] = [];
  const outputs = [...routine.parameters, ...(routine.result === null ? [] : [routine.result])].filter(
    (id) => {
      const v = program.variables[id] as Variable;
      return written.has(id) && (v.passing === 'reference' || v.role === 'result');
    },
  );
  for (const v of program.variables) if (v.role === 'global' && written.has(v.id)) outputs.push(v.id);
  for (const id of outputs) {
    const v = program.variables[id] as Variable;
    if (v.shape && elementCount(b, v.shape) === null) continue;
    const copy = newVariable(b, `${v.name}_kept`, { type: v.type, shape: v.shape, role: 'control' });
    b.locals.push(copy);
    save.push(...copyVariable(b, forward, copy, id));
    restore.push(...copyVariable(b, backward, id, copy));
  }
  return { save, restore };
}

function copyVariable(b: Builder, from: From, to: VariableId, source: VariableId): Statement[] {
  const v = b.state.variables[to] as Variable;
  if (!v.shape) return [assign(b, from, 'primal', variable(to, v.type), ref(b, source))];
  return replaceZero(zeroArray(b, from, 'primal', to), to, source);
}

/** Turns the loops that zero an array into loops that copy another into it. */
function replaceZero(list: readonly Statement[], to: VariableId, source: VariableId): Statement[] {
  return list.map((s): Statement => {
    if (s.kind === 'for') return { ...s, body: replaceZero(s.body, to, source) };
    if (s.kind === 'assign' && s.target.variable === to && s.target.kind === 'element')
      return { ...s, value: { ...s.target, variable: source } };
    return s;
  });
}

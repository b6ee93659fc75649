/**
 * Dependence matrices (theory 2) of the chosen routine and of each of its blocks, with the statements that carry each
 * dependence, and activity at every place of the text that names a real variable.
 */

import { influence } from '../../../analyses/instructions/influence';
import type { RoutineModel } from '../../../analyses/instructions/programModel';
import { useful, varied } from '../../../analyses/problems/activity';
import type { RoutineAnalysis } from '../../../analyses/routineAnalysis';
import { BitSet } from '../../../base/bitset';
import { notAnalysed } from '../../../base/diagnostics';
import { entryOf, present } from '../../../base/lookup';
import type { Solution } from '../../../dataflow/analysis';
import { solve } from '../../../dataflow/solve';
import { isReal } from '../../../ir/build';
import { locationKey, statementName, variableOf } from '../../../ir/names';
import type { VariableId } from '../../../ir/types';
import { compileAgain } from '../../compile/again';
import type { Compile } from '../../compile/compiled';
import { portIn, visible } from '../../compile/interface';
import { passesOn } from '../../compile/passesOn';
import type { Dependence, DependenceCell, DependenceMatrix, DifferentiateRequest } from '../../results';
import { blockMatrices } from './blockDependence';
import { type Between, occurrencesOf } from './occurrences';

export function dependenceOf(request: DifferentiateRequest): Dependence {
  const c = compileAgain(request, false);
  const analysis = c.routine ? c.analysis?.routines.get(c.routine.name) : undefined;
  if (!analysis) return noDependence(notAnalysed(c.diagnostics));
  const between = solveBetween(c, analysis);
  return {
    ok: true,
    reason: '',
    routine: routineMatrix(c, analysis, between),
    blocks: blockMatrices(analysis.model),
    occurrences: occurrencesOf(c, analysis, between),
  };
}

export function noDependence(reason: string): Dependence {
  return { ok: false, reason, routine: { rows: [], columns: [], cells: [] }, blocks: [], occurrences: [] };
}

function solveBetween(c: Compile, { model }: RoutineAnalysis): Between {
  const { graph, locations, effects } = model;
  const only = (id: VariableId) => BitSet.of(locations.size, locations.ofVariable(id));
  return {
    varied: new Map(
      realInputs(c, model).map((id) => [id, solve(graph, varied(locations, effects, only(id)))]),
    ),
    useful: new Map(
      present(c.interface, 'the interface').outputs.map((id) => [
        id,
        solve(graph, useful(locations, effects, only(id))),
      ]),
    ),
  };
}

const realInputs = (c: Compile, model: RoutineModel) =>
  seenAtEntry(c, model).filter((id) => isReal(variableOf(c.program, id).type));

/** All that the caller passes in, outputs included, since a part of their old values may remain. */
const seenAtEntry = (c: Compile, { routine }: RoutineModel): VariableId[] =>
  c.model ? visible(c.program, routine, c.model).filter((id) => id !== routine.result) : [];

/** Whether the routine reads it, the user chose it, or some output depends on it. */
function isColumn(
  c: Compile,
  { routine }: RoutineModel,
  id: VariableId,
  cells: readonly DependenceCell[],
): boolean {
  const read = portIn(c.program, routine, c.model?.summaries.get(routine.name), id, 'use');
  const chosen = present(c.interface, 'the interface').independents.includes(id);
  return read || chosen || cells.some(({ column }) => column === locationKey(c.program, id));
}

// ------------------------------------------------------------------------------------------------ of the routine

function routineMatrix(c: Compile, a: RoutineAnalysis, between: Between): DependenceMatrix {
  const { model, nesting } = a;
  const { graph, locations } = model;
  const candidates = seenAtEntry(c, model);
  const rows = present(c.interface, 'the interface').outputs;
  const cells: DependenceCell[] = [];
  const steps = new Map([...between.useful].map(([row, to]) => [row, passing(model, to)]));
  for (const column of candidates) {
    const sources = BitSet.of(locations.size, locations.ofVariable(column));
    const differentiable = between.varied.get(column);
    const influenced = influence(model, nesting, sources).after(graph.exit);
    for (const row of rows) {
      const ends = locations.ofVariable(row);
      const common = { row: locationKey(c.program, row), column: locationKey(c.program, column) };
      const state = differentiable?.after(graph.exit);
      if (differentiable && ends.some((l) => state?.has(l))) {
        const statements = entryOf(steps, row)
          .filter(({ id, from }) => differentiable.around(id)?.before.intersects(from))
          .map(({ id }) => statementName(id));
        cells.push({ ...common, kind: statements.length === 0 ? 'kept' : 'differentiable', statements });
      } else if (row === column && ends.some((l) => model.locations.all[l]?.element != null)) {
        // Some elements are written; the others, which have no location of their own, remain.
        cells.push({ ...common, kind: 'kept', statements: [] });
      } else if (ends.some((l) => influenced.has(l))) {
        cells.push({ ...common, kind: 'other', statements: [] });
      }
    }
  }
  const key = (id: VariableId) => locationKey(c.program, id);
  const columns = candidates.filter((id) => isColumn(c, model, id, cells));
  return { rows: rows.map(key), columns: columns.map(key), cells };
}

/** By instruction: the locations from which it passes a derivative on to the one output. Computed once a row. */
function passing({ graph, locations, effects }: RoutineModel, to: Solution<BitSet>) {
  return graph.vertices
    .flatMap((v) => v.instructions)
    .flatMap((i) => {
      const after = to.around(i.id)?.after;
      const from = after ? passesOn(effects(i), after, locations.size) : null;
      return from ? [{ id: i.id, from }] : [];
    });
}

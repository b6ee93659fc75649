/**
 * Dependence matrices (theory 2) of the chosen routine and of each of its blocks, with the statements that carry each
 * dependence, and activity at every place of the text that names a real variable.
 */

import type { Nesting } from '../../../analyses/instructions/nesting';
import type { RoutineModel } from '../../../analyses/instructions/programModel';
import { preImage, useful, varied } from '../../../analyses/problems/activity';
import { setAnalysis } from '../../../analyses/problems/sets';
import type { RoutineAnalysis } from '../../../analyses/routineAnalysis';
import { BitSet } from '../../../base/bitset';
import { notAnalysed } from '../../../base/diagnostics';
import { entryOf, itemAt, present } from '../../../base/lookup';
import { getOrMake } from '../../../base/once';
import type { Solution } from '../../../dataflow/analysis';
import { solve, statesAround } from '../../../dataflow/solve';
import { isReal } from '../../../ir/build';
import { type FlowVertex, type Instruction, testExpressions } from '../../../ir/graph/flow';
import { locationKey, statementName, variableOf } from '../../../ir/names';
import type { StatementId, VariableId } from '../../../ir/types';
import { compileAgain } from '../../compile/again';
import type { Compile } from '../../compile/compiled';
import { passesOn, portIn, visible } from '../../compile/interface';
import type { Dependence, DependenceCell, DependenceMatrix, DifferentiateRequest } from '../../results';
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

/**
 * Influence (theory 1, Dep): what may change when one of the sources changes, in any way: through an operand, a subscript, a
 * test that decides whether a statement runs, an integer. Forward, ∪:
 *
 *   Out(I) = image of In(I) through Dep(I), and out(I) where a test over I reads what is influenced
 *
 *   sources {x}          influenced before    differentiably (`varied`)
 *     i = x > 0;         x                    x
 *     if (i) y = 2;      x i                  x
 *     z = a[i];          x i y                x
 *                        x i y z              x
 *
 * What is in this set and not in `varied` depends on a source without a derivative: it is zero, or there is none.
 */
function influence(model: RoutineModel, nesting: Nesting, sources: BitSet): Solution<BitSet> {
  const { graph, locations, effects } = model;
  const tests = graph.vertices.flatMap((v) => v.instructions).filter((i) => i.kind === 'test');
  const deciding = new Set<StatementId>();
  const analysis = setAnalysis('influence', 'forward', locations, sources, (instruction, state) => {
    const { out, dep } = effects(instruction);
    if (out.isEmpty()) return state;
    const decided = entryOf(nesting.controllers, instruction.id).some((test) => deciding.has(test));
    const next = state.clone();
    out.forEach((w) => {
      if (decided || dep.get(w)?.intersects(state)) next.add(w);
      else next.delete(w);
    });
    return next;
  });
  // Tests found to be influenced decide more statements: they only become more, so this comes to an end.
  for (;;) {
    const solution = solve(graph, analysis);
    const before = deciding.size;
    for (const i of tests) {
      const state = statesAround(solution, i).before;
      if (testExpressions(i.test).some((e) => locations.read(e).some((l) => state.has(l))))
        deciding.add(i.id);
    }
    if (deciding.size === before) return solution;
  }
}

type Kind = 'dep' | 'diffDep';

/** The dependence matrix of each block: DiffDep(B) = DiffDep(I1) ⊗ DiffDep(I2) ⊗ … (theory 1, 2). */
function blockMatrices(model: RoutineModel): Dependence['blocks'] {
  const passed = passedOn(model);
  const isShown = (l: number) => passed.has(l) || isOfUser(model, l);
  return model.graph.vertices.flatMap((vertex) => {
    const matrix = blockMatrix(model, vertex, isShown);
    return matrix.rows.length === 0 ? [] : [{ vertex: `v${vertex.index}`, matrix }];
  });
}

function blockMatrix(
  model: RoutineModel,
  { instructions }: FlowVertex,
  isShown: (l: number) => boolean,
): Dependence['blocks'][number]['matrix'] {
  const { locations, effects } = model;
  const written = new BitSet(locations.size);
  for (const i of instructions) written.unionWith(effects(i).out);
  const location = (l: number) => locations.at(l);
  const rows = written.toArray().filter((l) => isReal(location(l).type) && isShown(l));
  const forward = {
    dep: states(model, instructions, 'dep'),
    diffDep: states(model, instructions, 'diffDep'),
  };
  const columns = new BitSet(locations.size);
  const cells: (Omit<DependenceCell, 'row' | 'column'> & { row: number; column: number })[] = [];
  for (const row of rows) {
    const all = rowOf(forward.dep, row, locations.size);
    const differentiable = rowOf(forward.diffDep, row, locations.size);
    const carriers = carriersOf(model, instructions, forward.diffDep, row);
    all.unionWith(differentiable);
    all.forEach((column) => {
      if (!isShown(column)) return;
      columns.add(column);
      const statements = carriers.get(column) ?? [];
      const kept = differentiable.has(column) && statements.length === 0;
      cells.push({
        row,
        column,
        kind: statements.length > 0 ? 'differentiable' : kept ? 'kept' : 'other',
        statements,
      });
    });
  }
  const key = (l: number) => location(l).key;
  return {
    rows: rows.map(key),
    columns: columns.toArray().map(key),
    cells: cells.map((cell) => ({ ...cell, row: key(cell.row), column: key(cell.column) })),
  };
}

/** Rows of a relation by location; a location without a row depends on itself alone. */
type Rows = readonly (BitSet | undefined)[];

/** The relations from the block's start to the point before its first instruction, before its second, …, and after its last. */
function states({ locations, effects }: RoutineModel, list: readonly Instruction[], kind: Kind): Rows[] {
  let state: Rows = [];
  const all = [state];
  for (const i of list) {
    const effect = effects(i);
    const next = state.slice();
    effect.out.forEach((w) => {
      const row = new BitSet(locations.size);
      effect[kind].get(w)?.forEach((d) => {
        row.unionWith(rowOf([state], d, locations.size));
      });
      next[w] = row;
    });
    state = next;
    all.push(state);
  }
  return all;
}

function rowOf(all: readonly Rows[], l: number, size: number): BitSet {
  return all.at(-1)?.[l]?.clone() ?? BitSet.of(size, [l]);
}

/** By location before the block: the instructions through which a derivative passes from it to the row. */
function carriersOf(
  { locations, effects }: RoutineModel,
  list: readonly Instruction[],
  forward: readonly Rows[],
  row: number,
): Map<number, string[]> {
  const carriers = new Map<number, string[]>();
  let after = BitSet.of(locations.size, [row]);
  for (let k = list.length - 1; k >= 0; k--) {
    const i = list[k] as Instruction;
    const effect = effects(i);
    const columns = new BitSet(locations.size);
    passesOn(effect, after, locations.size)?.forEach((d) => {
      columns.unionWith(rowOf([itemAt(forward, k)], d, locations.size));
    });
    columns.forEach((column) => {
      getOrMake(carriers, column, () => []).push(statementName(i.id));
    });
    after = preImage(effect, after);
  }
  for (const [column, names] of carriers) carriers.set(column, names.reverse());
  return carriers;
}

/** Numbers that blocks read of others. Temporaries of lowering among it carry what a block depends on, so they are shown. */
function passedOn({ graph, locations, effects }: RoutineModel): BitSet {
  const passed = new BitSet(locations.size);
  for (const { instructions } of graph.vertices) {
    const written = new BitSet(locations.size);
    for (const i of instructions) {
      const { dep, out } = effects(i);
      for (const from of dep.values())
        from.forEach((l) => {
          if (!written.has(l) && isReal(locations.at(l).type)) passed.add(l);
        });
      written.unionWith(out);
    }
  }
  return passed;
}

/** Variables that the user wrote and can see: no temporaries of lowering. */
function isOfUser({ locations, program }: RoutineModel, l: number): boolean {
  return locations.at(l).variables.some((id) => {
    const { role } = variableOf(program, id);
    return role !== 'temporary' && role !== 'control';
  });
}

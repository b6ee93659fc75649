/** The dependence matrix of each block: DiffDep(B) = DiffDep(I1) ⊗ DiffDep(I2) ⊗ … (theory 1, 2). */

import type { RoutineModel } from '../../../analyses/instructions/programModel';
import { preImage } from '../../../analyses/problems/activity';
import { BitSet } from '../../../base/bitset';
import { itemAt } from '../../../base/lookup';
import { getOrMake } from '../../../base/once';
import { isReal } from '../../../ir/build';
import type { FlowVertex, Instruction } from '../../../ir/graph/flow';
import { statementName, variableOf } from '../../../ir/names';
import { passesOn } from '../../compile/passesOn';
import type { Dependence, DependenceCell } from '../../results';

type Kind = 'dep' | 'diffDep';

export function blockMatrices(model: RoutineModel): Dependence['blocks'] {
  return model.graph.vertices.flatMap((vertex) => {
    const matrix = blockMatrix(model, vertex);
    return matrix.rows.length === 0 ? [] : [{ vertex: `v${vertex.index}`, matrix }];
  });
}

function blockMatrix(
  model: RoutineModel,
  { instructions }: FlowVertex,
): Dependence['blocks'][number]['matrix'] {
  const { locations, effects } = model;
  const written = new BitSet(locations.size);
  for (const i of instructions) written.unionWith(effects(i).out);
  const location = (l: number) => locations.at(l);
  const rows = written.toArray().filter((l) => isReal(location(l).type) && isOfUser(model, l));
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
      if (!isOfUser(model, column)) return;
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
    after = preImage(effect, after, 'diffDep');
  }
  for (const [column, names] of carriers) carriers.set(column, names.reverse());
  return carriers;
}

/** Variables that the user wrote and can see: no temporaries of lowering. */
function isOfUser({ locations, program }: RoutineModel, l: number): boolean {
  return locations.at(l).variables.some((id) => {
    const { role } = variableOf(program, id);
    return role !== 'temporary' && role !== 'control';
  });
}

/** The dependence matrix of each block: DiffDep(B) = DiffDep(I1) ⊗ DiffDep(I2) ⊗ … (theory 1, 2). */
import type { RoutineModel } from '../analyses/summaries';
import { BitSet } from '../base/bitset';
import { isReal } from '../ir/build';
import type { FlowVertex, Instruction } from '../ir/flow';
import type { Location } from '../ir/locations';
import { statementName, variableOf } from '../ir/names';
import type { Dependence, DependenceCell } from './results';

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
  const location = (l: number) => locations.all[l] as Location;
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
    const paths = pathsTo(model, instructions, row);
    all.unionWith(differentiable);
    all.forEach((column) => {
      if (!isOfUser(model, column)) return;
      columns.add(column);
      const carriers = differentiable.has(column)
        ? instructions.filter((i, k) => carries(model, i, forward.diffDep[k] ?? [], paths[k], column))
        : [];
      const kept = differentiable.has(column) && carriers.length === 0;
      cells.push({
        row,
        column,
        kind: carriers.length > 0 ? 'differentiable' : kept ? 'kept' : 'other',
        statements: carriers.map((i) => statementName(i.id)),
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

/** Rows of a relation by location; what has none depends on itself alone. */
type Rows = readonly (BitSet | undefined)[];

/** The relation from the block's start to before its first instruction, before its second, …, and after its last. */
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

/** After each instruction, the locations that the row depends on at the block's end. */
function pathsTo({ locations, effects }: RoutineModel, list: readonly Instruction[], row: number): BitSet[] {
  let state = BitSet.of(locations.size, [row]);
  const all: BitSet[] = [];
  for (let k = list.length - 1; k >= 0; k--) {
    all[k] = state;
    const { out, diffDep } = effects(list[k] as Instruction);
    const next = state.clone();
    next.subtract(out);
    out.forEach((w) => {
      const from = diffDep.get(w);
      if (state.has(w) && from) next.unionWith(from);
    });
    state = next;
  }
  return all;
}

function carries(
  { locations, effects }: RoutineModel,
  instruction: Instruction,
  before: Rows,
  after: BitSet | undefined,
  column: number,
): boolean {
  const { out, use, diffDep } = effects(instruction);
  return out.toArray().some(
    (w) =>
      after?.has(w) &&
      diffDep
        .get(w)
        ?.toArray()
        // That the rest of an array stays is no work of the statement's.
        .some((d) => (d !== w || use.has(w)) && rowOf([before], d, locations.size).has(column)),
  );
}

/** What the user wrote and can see: no temporaries of lowering. */
function isOfUser({ locations, program }: RoutineModel, l: number): boolean {
  return (locations.all[l] as Location).variables.some((id) => {
    const { role } = variableOf(program, id);
    return role !== 'temporary' && role !== 'control';
  });
}

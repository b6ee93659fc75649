/**
 * Which locations may hold a defined value (forward, ∪): what the strategy `initialized` records ([TBR] 6).
 * Defined at entry: parameters and globals. An assignment defines its target.
 *
 *   double f(double x) {   {x}
 *     double t;            {x}
 *     t = x * x;           {x t}     t held nothing before: nothing to record here
 */
import { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import { variableOf } from '../../ir/names';
import type { RoutineModel } from '../instructions/programModel';
import { setAnalysis } from './sets';

/** Locations that the caller has given a value: of parameters and of globals. */
export function definedAtEntry({ locations, program }: RoutineModel): BitSet {
  return BitSet.of(
    locations.size,
    locations.all
      .filter((l) => l.variables.some((id) => ['parameter', 'global'].includes(variableOf(program, id).role)))
      .map((l) => l.index),
  );
}

export function definedness(model: RoutineModel): Analysis<BitSet> {
  const { locations, effects } = model;
  const none = new BitSet(locations.size);
  return setAnalysis(
    'defined',
    'forward',
    locations,
    definedAtEntry(model),
    (instruction, state, mayChange) => state.replacing(none, effects(instruction).out, mayChange),
  );
}

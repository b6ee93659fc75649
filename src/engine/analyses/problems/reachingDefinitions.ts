/**
 * Reaching definitions (forward, ∪): which assignments may have given a location the value that it has at a point.
 * A member is a definition, `x@s4`: what s4 gave to x. `x@entry` is the value that x came with.
 *
 *   Out(I) = Gen(I) ∪ (In(I) \ Kill(I)),   Gen(I): I's definitions of out(I); Kill(I): all definitions of kill(I)
 *
 *   double f(double x, int n) {   {x@entry n@entry}
 *     double t = x;               {x@entry n@entry t@s1}
 *     if (n > 0) t = x * x;       {x@entry n@entry t@s3}
 *     return t;                   {x@entry n@entry t@s1 t@s3}
 *   }
 *
 * A use of x and the definitions of x that reach it are its use-definition chain.
 */
import { BitSet } from '../../base/bitset';
import { itemAt } from '../../base/lookup';
import type { Analysis, Meaning, Universe } from '../../dataflow/analysis';
import { statementName } from '../../ir/names';
import type { StatementId } from '../../ir/types';
import type { RoutineModel } from '../instructions/programModel';
import { definedAtEntry } from './definedness';
import { setAnalysis } from './sets';

type Definition = Required<Pick<Meaning, 'location' | 'setBy'>>;

export function reachingDefinitions(model: RoutineModel): Analysis<BitSet> {
  const { graph, locations, effects } = model;
  const all: Definition[] = [];
  /** By location, and by statement: the definitions of it, and those that it makes. */
  const ofLocation = locations.all.map((): number[] => []);
  const madeBy = new Map<StatementId, number[]>();
  const add = (location: number, setBy: Definition['setBy']) => {
    itemAt(ofLocation, location).push(all.length);
    all.push({ location, setBy });
  };
  definedAtEntry(model).forEach((l) => {
    add(l, 'entry');
  });
  const entry = Array.from(all.keys());
  for (const { instructions } of graph.vertices)
    for (const i of instructions) {
      const first = all.length;
      effects(i).out.forEach((l) => {
        add(l, i.id);
      });
      if (all.length > first)
        madeBy.set(
          i.id,
          [...Array(all.length - first).keys()].map((k) => first + k),
        );
    }
  return setAnalysis(
    'reaching',
    'forward',
    universeOf(all, (l) => locations.at(l).key),
    BitSet.of(all.length, entry),
    (instruction, state) => {
      const made = madeBy.get(instruction.id);
      if (!made) return state;
      const next = state.clone();
      effects(instruction).kill.forEach((l) => {
        for (const d of itemAt(ofLocation, l)) next.delete(d);
      });
      for (const d of made) next.add(d);
      return next;
    },
  );
}

function universeOf(all: readonly Definition[], keyOf: (location: number) => string): Universe {
  const keys = all.map(
    ({ location, setBy }) => `${keyOf(location)}@${setBy === 'entry' ? setBy : statementName(setBy)}`,
  );
  return {
    size: all.length,
    print: (set) => {
      const found: string[] = [];
      set.forEach((d) => {
        found.push(itemAt(keys, d));
      });
      return found;
    },
    explain: (d) => itemAt(all, d),
  };
}

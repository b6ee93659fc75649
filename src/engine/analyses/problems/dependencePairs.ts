/**
 * Differentiable dependence of everything on what held at entry, as a set of pairs ([TBR] 4.1, Fig. 2): forward, ∪
 *
 *   InDep(B) = ∪ OutDep(pred)      OutDep(B) = InDep(B) ⊗ Dep(B)      OutDep(entry) = Id
 *
 *   double f(double x, double y) {   {x<x y<y}
 *     x = x * y;                     {x<x x<y y<y}
 *     y = 2.0;                       {x<x x<y}
 *
 * A member `x<y` says that the value of x here depends on that of y at entry. Reals only.
 */
import { BitSet } from '../../base/bitset';
import { itemAt } from '../../base/lookup';
import type { Analysis } from '../../dataflow/analysis';
import { isReal } from '../../ir/build';
import type { RoutineModel } from '../instructions/programModel';
import { setAnalysis } from './sets';

/** Pairs grow with the square of the locations; with more than these, matrices of the dependence view are easier to read. */
const MOST = 40;

/** Null where there are too many locations to be read as pairs. */
export function dependencePairs({ locations, effects }: RoutineModel): Analysis<BitSet> | null {
  const reals = locations.all.filter(({ type }) => isReal(type)).map(({ index }) => index);
  const n = reals.length;
  if (n > MOST) return null;
  const place = new Map(reals.map((l, k) => [l, k]));
  const size = n * n;
  const nameOf = (pair: number) => {
    const [after, before] = [itemAt(reals, Math.floor(pair / n)), itemAt(reals, pair % n)];
    return `${locations.at(after).key}<${locations.at(before).key}`;
  };
  const universe = {
    size,
    print: (set: { forEach(visit: (member: number) => void): void }) => {
      const found: string[] = [];
      set.forEach((pair) => {
        found.push(nameOf(pair));
      });
      return found;
    },
    explain: (pair: number) => ({
      location: itemAt(reals, Math.floor(pair / n)),
      from: itemAt(reals, pair % n),
    }),
  };
  const identity = BitSet.of(
    size,
    reals.map((_, k) => k * n + k),
  );
  return setAnalysis('dependence', 'forward', universe, identity, (instruction, state) => {
    const { out, diffDep } = effects(instruction);
    const next = state.clone();
    out.forEach((w) => {
      const row = place.get(w);
      if (row === undefined) return;
      for (let k = 0; k < n; k++) next.delete(row * n + k);
      diffDep.get(w)?.forEach((d) => {
        const source = place.get(d);
        if (source === undefined) return;
        for (let k = 0; k < n; k++) if (state.has(source * n + k)) next.add(row * n + k);
      });
    });
    return next;
  });
}

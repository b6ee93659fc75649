/**
 * Every analysis of a routine that is shown, with its name and words: for set tables, the stepper and explanations, so
 * that the three always speak of the same sets.
 */
import type { BitSet } from '../base/bitset';
import type { Solution } from '../dataflow/analysis';
import { solve } from '../dataflow/solve';
import { certainlyKilled } from './instructions/summaries';
import { setAnalysis } from './problems/sets';
import type { RoutineAnalysis } from './routineAnalysis';

export interface ShownAnalysis {
  readonly name: string;
  readonly title: string;
  readonly blurb: string;
  readonly solution: Solution<BitSet>;
}

const cache = new WeakMap<RoutineAnalysis, readonly ShownAnalysis[]>();

export function shownAnalyses(a: RoutineAnalysis): readonly ShownAnalysis[] {
  const known = cache.get(a);
  if (known) return known;
  const made = makeShown(a);
  cache.set(a, made);
  return made;
}

function makeShown(a: RoutineAnalysis): ShownAnalysis[] {
  const { graph, locations, effects } = a.model;
  const shown = (
    name: string,
    title: string,
    blurb: string,
    solution: Solution<BitSet> | null,
  ): ShownAnalysis[] => (solution ? [{ name, title, blurb, solution }] : []);
  return [
    ...shown('varied', 'Varied', 'depends on an independent', a.varied),
    ...shown('useful', 'Useful', 'influences a dependent', a.useful),
    ...shown('adjointReached', 'Adjoint reached', 'its adjoint may be other than zero', a.reached),
    ...shown('adjointLive', 'Adjoint-live', 'the rest of the adjoint may still read it', a.live),
    ...shown(
      'adjointUse',
      'Adjoint use',
      'derivatives upstream read it, unless it is overwritten',
      solve(graph, adjointUse(a)),
    ),
    ...shown(
      'kill',
      'Kill',
      'overwritten for certain since entry',
      solve(graph, certainlyKilled(locations, effects)),
    ),
    ...shown('required', 'Required', 'the backward sweep of what is upstream may read it', a.required),
    ...shown(
      'adjointWrite',
      'Adjoint write',
      'may have another value when the backward sweep comes back here',
      a.adjointWrite,
    ),
    ...shown('defined', 'Defined', 'may hold a value', a.defined),
  ];
}

/** Bottom-up TBR's AdjU (theory 2): OutAdjU = (InAdjU \ Kill) ∪ (use(I') \ kill(I)), as it stands before the POPs' own needs. */
function adjointUse(a: RoutineAnalysis) {
  const { locations, effects } = a.model;
  return setAnalysis('adjointUse', 'forward', locations, a.required.analysis.bottom(), (i, state) => {
    const t = a.tbrAt(i);
    const kill = t?.kill ?? effects(i).kill;
    const next = state.clone();
    const use = t?.use ?? a.derivativeUse(i);
    if (use) next.unionWith(use);
    next.subtract(kill);
    return next;
  });
}

/**
 * Every analysis of a routine that is shown: its sets and all words about it. Set tables, the stepper and the cards read only
 * this list, so that they always speak of the same sets; an entry here is all that a new analysis needs to be shown.
 */

import { dependencePairs } from '../../analyses/problems/dependencePairs';
import { certainlyKilled } from '../../analyses/problems/kill';
import { reachingDefinitions } from '../../analyses/problems/reachingDefinitions';
import { setAnalysis } from '../../analyses/problems/sets';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { getOrMake } from '../../base/once';
import { solve } from '../../dataflow/solve';
import { tellReached, tellUseful, tellVaried } from '../activity';
import type { Context } from '../context';
import type { Point } from '../control/paths';
import { NEEDS_NOT, type Told, tellLive } from '../dependence';
import { capital, RULE } from '../words';
import type { AnalysisEntry, Shown } from './entry';
import { tellDefined, tellKill, tellOrigin, tellReaching, tellRequired, tellWritten } from './tell';

const ENTRIES: readonly AnalysisEntry[] = [
  {
    name: 'varied',
    title: 'Varied',
    blurb: 'depends on an independent',
    rule: RULE.activity,
    onlyReals: true,
    solution: (a) => a.varied,
    meaning: (x, y) => `The value of ${x} ${y ? 'depends' : 'does not depend'} on an independent there.`,
    tell: (c, _, point, l) => tellVaried(c, point, l),
  },
  {
    name: 'useful',
    title: 'Useful',
    blurb: 'influences a dependent',
    rule: RULE.activity,
    onlyReals: true,
    solution: (a) => a.useful,
    meaning: (x, y) =>
      y
        ? `The value of ${x} there influences a dependent.`
        : `The value of ${x} there passes no derivative on to a dependent.`,
    tell: (c, _, point, l) => tellUseful(c, point, l),
  },
  {
    name: 'adjointReached',
    ofAdjoint: true,
    title: 'Adjoint reached',
    blurb: 'its adjoint may be other than zero',
    rule: RULE.activity,
    onlyReals: true,
    solution: (a) => a.reached,
    meaning: (x, y) =>
      y
        ? `The adjoint of ${x} may be other than zero there.`
        : `The adjoint of ${x} is zero there for certain.`,
    tell: (c, _, point, l) => tellReached(c, point, l),
  },
  {
    name: 'adjointLive',
    ofAdjoint: true,
    title: 'Adjoint-live',
    blurb: 'the rest of the adjoint may still read it',
    rule: RULE.liveness,
    solution: (a) => a.live,
    meaning: (x, y) =>
      y
        ? `What follows in the generated code may still read ${x} as it is there.`
        : `${capital(NEEDS_NOT)} ${x} as it is there.`,
    tell: (c, _, point, l) => tellLive(c, point, l),
  },
  {
    name: 'adjointUse',
    ofAdjoint: true,
    title: 'Adjoint use',
    blurb: 'derivatives upstream read it, unless it is overwritten',
    rule: RULE.summaries,
    solution: (a) => solve(a.model.graph, adjointUse(a)),
    meaning: (x, y, coarse) =>
      y
        ? coarse
          ? `The derivative of something that ran before reads ${x}, and not all of ${x} has been overwritten since, as far as the analysis can tell.`
          : `The derivative of something that ran before may read ${x}, and nothing has overwritten it since.`
        : `No derivative of what ran before reads the value that ${x} has there.`,
    tell: tellRequired,
  },
  {
    name: 'kill',
    ofAdjoint: true,
    title: 'Kill',
    blurb: 'overwritten for certain since entry',
    rule: RULE.summaries,
    solution: ({ model: { graph, locations, effects } }) => solve(graph, certainlyKilled(locations, effects)),
    meaning: (x, y) =>
      y ? `${x} has been overwritten for certain since entry.` : `${x} may still have its value from entry.`,
    tell: tellKill,
  },
  {
    name: 'required',
    ofAdjoint: true,
    title: 'Required',
    blurb: 'the backward sweep of what is upstream may read it',
    rule: RULE.record,
    solution: (a) => a.required,
    meaning: (x, y, coarse) =>
      y
        ? `The backward sweep of what ran before may read ${x} as it is there${coarse ? ', as far as the analysis can tell' : ''}.`
        : `The backward sweep of what ran before does not read ${x} as it is there.`,
    tell: tellRequired,
  },
  {
    name: 'adjointWrite',
    ofAdjoint: true,
    title: 'Adjoint write',
    blurb: 'may have another value when the backward sweep comes back here',
    rule: RULE.write,
    solution: (a) => a.adjointWrite,
    meaning: (x, y) =>
      y
        ? `${x} may have another value when the backward sweep comes back there.`
        : `${x} has the same value again when the backward sweep comes back there.`,
    tell: tellWritten,
  },
  {
    name: 'defined',
    title: 'Defined',
    blurb: 'may hold a value',
    rule: RULE.strategy,
    solution: (a) => a.defined,
    meaning: (x, y) => (y ? `${x} may hold a value there.` : `${x} holds no value there.`),
    tell: tellDefined,
  },
  {
    name: 'reaching',
    title: 'Reaching definitions',
    blurb: 'may be where the value of its location comes from',
    rule: RULE.framework,
    onDemand: true,
    solution: ({ model }) => solve(model.graph, reachingDefinitions(model)),
    meaning: (x, y) => `${capital(x)} ${y ? 'may still be there' : 'cannot be there'}.`,
    tell: tellReaching,
  },
  {
    name: 'dependence',
    title: 'Differentiable dependence',
    blurb: 'depends on what stood at entry (InDep and OutDep)',
    rule: RULE.dependence,
    onDemand: true,
    solution: ({ model }) => {
      const pairs = dependencePairs(model);
      return pairs && solve(model.graph, pairs);
    },
    meaning: (x, y) => `There ${y ? 'may be' : 'is not'} ${x}.`,
  },
];

const solved = new WeakMap<RoutineAnalysis, Map<string, Shown | null>>();

/** One analysis, solved when it is first asked for; null where none has that name, or the options leave it out. */
export function shownAnalysis(a: RoutineAnalysis, name: string): Shown | null {
  const known = getOrMake(solved, a, () => new Map());
  return getOrMake(known, name, () => {
    const entry = ENTRIES.find((e) => e.name === name);
    const solution = entry?.solution(a) ?? null;
    return entry && solution ? { entry, solution } : null;
  });
}

/** The analyses that every result lists. */
export function listedAnalyses(a: RoutineAnalysis): Shown[] {
  return ENTRIES.flatMap(({ name, onDemand }) => (onDemand ? [] : (shownAnalysis(a, name) ?? [])));
}

/** The analyses that are listed only when asked for. */
export function furtherAnalyses(): { name: string; title: string; blurb: string }[] {
  return ENTRIES.flatMap(({ name, title, blurb, onDemand }) => (onDemand ? [{ name, title, blurb }] : []));
}

/** Why the member is there, or is not. */
export function tellMember(c: Context, shown: Shown, point: Point, member: number): Told[] {
  return (shown.entry.tell ?? tellOrigin)(c, shown, point, member);
}

/** AdjU of bottom-up TBR (theory 2): OutAdjU = (InAdjU \ Kill) ∪ (use(I') \ kill(I)), before the needs of POPs are added. */
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

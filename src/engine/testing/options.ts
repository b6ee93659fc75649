/** Draws options from the table of what is built. What doesn't go with a program is for the engine to refuse. */
import { AVAILABLE } from '../pipeline/combinations';
import { DEFAULT_OPTIONS, type Options } from '../pipeline/options';
import type { Random } from './prng';

export function drawOptions(random: Random): Options {
  const flag = (name: keyof Options, probability: number) =>
    AVAILABLE.switches.includes(name) ? random.chance(probability) : DEFAULT_OPTIONS[name] === true;
  // The first value that the table lists is the plainest, and drawn most.
  const value = <T>(values: readonly T[], first: number) =>
    random.weighted(values.map((each, i) => [i === 0 ? first : 1, each] as const));
  return {
    activity: flag('activity', 0.7),
    adjointLiveness: flag('adjointLiveness', 0.6),
    merge: flag('merge', 0.5),
    splitNested: flag('splitNested', 0.3),
    keepPrimalResults: flag('keepPrimalResults', 0.3),
    recompute: flag('recompute', 0.4),
    useResults: flag('useResults', 0.4),
    record: value(['tbr', 'least', 'initialized', 'all'], 2),
    storage: random.chance(0.1) ? 'recompute' : 'store',
    reversal: value(AVAILABLE.reversal, 2),
    basicBlocks: value(AVAILABLE.basicBlocks, 2),
    calls: value(AVAILABLE.calls, 1),
    snapshots: value(AVAILABLE.snapshots, 1),
    elements: flag('elements', 0.8),
    elimination: drawElimination(random),
    blockOutputs: random.pick(['all', 'needed']),
    fixedPoints: random.pick(AVAILABLE.fixedPoints),
    adjointWrite: flag('adjointWrite', 0.8),
    naming: DEFAULT_OPTIONS.naming,
  };
}

/** One option of each pair that excludes each other is as by default. */
export function combinable(options: Options, random: Random): Options {
  let found = options;
  for (const { options: excluded } of AVAILABLE.notCombinable) {
    const names = Object.keys(excluded) as (keyof Options)[];
    if (names.some((name) => found[name] !== excluded[name])) continue;
    const name = random.pick(names);
    found = { ...found, [name]: DEFAULT_OPTIONS[name] };
  }
  return found;
}

function drawElimination(random: Random): Options['elimination'] {
  const kind = random.pick(['edge', 'vertex', 'face'] as const);
  const rules = kind === 'vertex' ? (['LM'] as const) : (['HS', 'LM'] as const);
  const last = random.pick(['forward', 'reverse'] as const);
  const some = rules.filter(() => random.chance(0.5));
  const searched = random.pick(['optimal', 'annealed'] as const);
  return { kind, order: random.chance(0.7) ? [...some, last] : searched };
}

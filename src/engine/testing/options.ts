/** Draws options from their table. What doesn't go with a program is for the engine to refuse. */
import { AVAILABLE, DEFAULT_OPTIONS, OPTION_NAMES, type OptionName, type Options } from '../pipeline/options';
import type { Random } from './prng';

type Draw<V> = (random: Random, values: readonly V[]) => V;
const flag =
  (probability: number): Draw<boolean> =>
  (random) =>
    random.chance(probability);
/** The first is drawn more often than any other. */
const first =
  <V>(weight: number, order?: readonly V[]): Draw<V> =>
  (random, values) =>
    random.weighted((order ?? values).map((each, i) => [i === 0 ? weight : 1, each] as const));

/** In the order of the draws, so that seeds keep their meaning: an option that has no line here is drawn after these. */
const DRAWS: { readonly [K in keyof Options]?: Draw<Options[K]> } = {
  activity: flag(0.7),
  adjointLiveness: flag(0.6),
  merge: flag(0.5),
  splitNested: flag(0.3),
  keepPrimalResults: flag(0.3),
  recompute: flag(0.4),
  useResults: flag(0.4),
  record: first(2, ['tbr', 'least', 'initialized', 'all']),
  storage: (random) => (random.chance(0.1) ? 'recompute' : 'store'),
  reversal: first(2),
  basicBlocks: first(2),
  calls: first(1),
  snapshots: first(1, ['eager', 'lazy']),
  elements: flag(0.8),
  elimination: drawElimination,
  blockOutputs: (random) => random.pick(['all', 'needed']),
  fixedPoints: (random, values) => random.pick(values),
  adjointWrite: flag(0.8),
  naming: () => DEFAULT_OPTIONS.naming,
};

export function drawOptions(random: Random): Options {
  const names = new Set([...Object.keys(DRAWS), ...OPTION_NAMES]) as Set<OptionName>;
  const drawn = [...names].map((name) => {
    const values = AVAILABLE.options[name];
    const draw = (DRAWS[name] ?? first(1)) as Draw<unknown>;
    return [name, draw(random, values)];
  });
  return Object.fromEntries(drawn) as Options;
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

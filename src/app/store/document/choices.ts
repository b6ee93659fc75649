import type { Mode, Options, Target } from '../../../engine/pipeline/results';

/** Every option with its values and the words for it; the bar, the comparison and the link's schema read this table. */
type Plain = Omit<Options, 'naming' | 'elimination'>;
interface Choice<Value> {
  readonly title: string;
  readonly blurb: string;
  readonly values: readonly { readonly value: Value; readonly title: string; readonly blurb: string }[];
}

const toggle = (title: string, blurb: string): Choice<boolean> => ({
  title,
  blurb,
  values: [
    { value: true, title: 'on', blurb: '' },
    { value: false, title: 'off', blurb: '' },
  ],
});

export const OPTIONS: { readonly [K in keyof Plain]: Choice<Plain[K]> } = {
  record: {
    title: 'Record',
    blurb: 'Which overwritten values go on the tape.',
    values: [
      { value: 'all', title: 'all', blurb: 'Every overwritten value.' },
      { value: 'initialized', title: 'initialized', blurb: 'Those that may hold a defined value.' },
      { value: 'tbr', title: 'TBR', blurb: 'Only those that the backward sweep still reads.' },
      {
        value: 'least',
        title: 'least',
        blurb:
          'The fewest bytes for each stretch of straight code; what can be computed again is not stored.',
      },
    ],
  },
  reversal: {
    title: 'Reversal',
    blurb: 'How the flow of control is run backwards.',
    values: [
      { value: 'joins', title: 'joins', blurb: 'Where control merges, the arrow that arrived is stored.' },
      { value: 'structured', title: 'structured', blurb: 'Branch markers and loop counters.' },
      { value: 'statements', title: 'statements', blurb: 'Every assignment stores its number.' },
      { value: 'blocks', title: 'blocks', blurb: 'Every basic block stores its number.' },
    ],
  },
  basicBlocks: {
    title: 'Basic blocks',
    blurb: 'How straight-line code is differentiated.',
    values: [
      { value: 'statements', title: 'statements', blurb: 'Statement by statement.' },
      { value: 'codelist', title: 'code list', blurb: 'One variable per subexpression.' },
      { value: 'preaccumulate', title: 'preaccumulate', blurb: 'Local Jacobians by elimination.' },
    ],
  },
  blockOutputs: {
    title: 'Outputs of a block',
    blurb: 'Which values of a block rows of its Jacobian are accumulated for, with `preaccumulate`.',
    values: [
      { value: 'needed', title: 'needed', blurb: 'Those whose adjoints may not be zero.' },
      { value: 'all', title: 'all', blurb: 'Every value that a variable keeps, as in the paper.' },
    ],
  },
  calls: {
    title: 'Calls',
    blurb: 'How a call is reversed.',
    values: [
      { value: 'joint', title: 'joint', blurb: 'Checkpointed: a snapshot, then both sweeps of the callee.' },
      { value: 'split', title: 'split', blurb: 'Forward sweep first, backward sweep later.' },
      { value: 'inline', title: 'inline', blurb: 'The callee takes the place of the call.' },
    ],
  },
  snapshots: {
    title: 'Snapshots',
    blurb: 'What a checkpointed call saves.',
    values: [
      { value: 'lazy', title: 'lazy', blurb: 'Only what the call itself overwrites.' },
      { value: 'eager', title: 'eager', blurb: 'All that anything later overwrites.' },
    ],
  },
  storage: {
    title: 'Storage',
    blurb: 'Whether values come from the tape, or are computed again from the start.',
    values: [
      { value: 'store', title: 'store', blurb: 'What the backward sweep needs is recorded.' },
      {
        value: 'recompute',
        title: 'recompute all',
        blurb: 'Only where each loop and sequence starts is kept; the work grows with the square.',
      },
    ],
  },
  fixedPoints: {
    title: 'Fixed points',
    blurb: 'How a loop is reversed that ends on a small change of its iterate.',
    values: [
      { value: 'off', title: 'as loops', blurb: 'Like any other loop: every iterate is stored.' },
      {
        value: 'implicit',
        title: 'implicit',
        blurb: 'By the equation of its fixed point: only the last iterate is stored.',
      },
    ],
  },
  activity: toggle('Activity analysis', 'Only active variables get derivatives.'),
  adjointLiveness: toggle(
    'Adjoint liveness',
    'Statements that nothing in the rest of the adjoint reads leave the forward sweep.',
  ),
  adjointWrite: toggle(
    'Adjoint write',
    'An eager snapshot leaves out what the rest of the adjoint puts back; off, it takes all that is written later.',
  ),
  merge: toggle('Merge', 'Resets and increments of adjoints are merged.'),
  recompute: toggle('Recompute', 'Required scalars are computed again rather than recorded, where possible.'),
  useResults: toggle('Use results', 'Partials read the result of their operation where that records less.'),
  elements: toggle(
    'Tell elements apart',
    'Elements of one array whose subscripts differ for certain are not confused; off, an array is one location.',
  ),
  splitNested: toggle('Split nested calls', 'Nested elementary calls become temporaries first.'),
  keepPrimalResults: toggle(
    'Keep results',
    'Outputs still hold their primal values after the backward sweep.',
  ),
};

type Elimination = Options['elimination'];

/** How the graph of a block is eliminated with `preaccumulate`: its two parts. */
export const ELIMINATION = {
  title: 'Elimination',
  blurb: 'What is eliminated from the graph of a block, with `preaccumulate`, and in which order.',
  kinds: [
    { value: 'edge', title: 'edges', blurb: 'An edge at its front or its back, as in the paper.' },
    { value: 'vertex', title: 'vertices', blurb: 'All edges into and out of a vertex at once.' },
    { value: 'face', title: 'faces', blurb: 'Two edges that meet, one product at a time.' },
  ] satisfies { value: Elimination['kind']; title: string; blurb: string }[],
  orders: [
    { order: ['HS', 'LM', 'reverse'], title: 'highest sibling, lowest Markowitz, reverse' },
    { order: ['LM', 'forward'], title: 'lowest Markowitz, forward' },
    { order: ['LM', 'reverse'], title: 'lowest Markowitz, reverse' },
    { order: ['forward'], title: 'forward' },
    { order: ['reverse'], title: 'reverse' },
    { order: 'optimal', title: 'optimal, where a short search finds it' },
    { order: 'annealed', title: 'annealed' },
  ] satisfies { order: Elimination['order']; title: string }[],
};

export type OptionName = keyof Plain;
export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];

export const MODES: readonly { value: Mode; title: string; blurb: string }[] = [
  { value: 'adjoint', title: 'Adjoint', blurb: 'Reverse mode: a gradient in one run.' },
  { value: 'tangent', title: 'Tangent', blurb: 'Forward mode: one direction in one run.' },
  { value: 'vector-tangent', title: 'Vector tangent', blurb: 'Several directions at once.' },
  { value: 'tangent-over-adjoint', title: 'Second order', blurb: 'Hessian times vector.' },
];

export const TARGETS: readonly { value: Target; title: string }[] = [
  { value: 'c', title: 'C' },
  { value: 'fortran', title: 'Fortran' },
  { value: 'javascript', title: 'JavaScript' },
];

/** What the engine can do: values that it would refuse as not available are not offered. */
export interface Available {
  readonly modes: readonly Mode[];
  readonly targets: readonly Target[];
  readonly options: { readonly [K in OptionName]?: readonly Plain[K][] };
  /** Options that change a tangent too. */
  readonly inTangents: readonly (keyof Options)[];
  /** Values that exclude each other, and why. */
  readonly notCombinable: readonly { readonly options: Partial<Options>; readonly message: string }[];
}

/** Why the engine would refuse the options after this change; null if it would not. */
export function refusal(available: Available, options: Options, change: Partial<Options>): string | null {
  const next = { ...options, ...change };
  const found = available.notCombinable.find(({ options: excluded }) =>
    Object.entries(excluded).every(([name, value]) => next[name as OptionName] === value),
  );
  return found?.message ?? null;
}

/** The options in the order in which one meets them. */
export const OPTION_GROUPS: readonly { readonly title: string; readonly names: readonly OptionName[] }[] = [
  { title: 'What is recorded', names: ['record', 'storage', 'elements', 'recompute', 'useResults'] },
  { title: 'What stays in the code', names: ['activity', 'adjointLiveness', 'keepPrimalResults'] },
  {
    title: 'How control and calls are reversed',
    names: ['reversal', 'calls', 'snapshots', 'adjointWrite', 'fixedPoints'],
  },
  {
    title: 'How a statement is differentiated',
    names: ['basicBlocks', 'blockOutputs', 'splitNested', 'merge'],
  },
];

/** Choices of several options at once. */
export const PRESETS: readonly {
  readonly id: string;
  readonly title: string;
  readonly blurb: string;
  readonly change: Partial<Options>;
}[] = [
  {
    id: 'everything',
    title: 'no analysis',
    blurb:
      'Every variable is taken as active and every overwritten value is recorded: what the analyses save shows against it.',
    change: {
      record: 'all',
      elements: false,
      recompute: false,
      useResults: false,
      activity: false,
      adjointLiveness: false,
      adjointWrite: false,
      merge: false,
    },
  },
  {
    id: 'papers',
    title: 'papers',
    blurb: 'The code of the papers: activity, adjoint liveness, to-be-recorded analysis, merging.',
    change: {
      record: 'tbr',
      elements: true,
      recompute: false,
      useResults: false,
      activity: true,
      adjointLiveness: true,
      adjointWrite: true,
      merge: true,
    },
  },
  {
    id: 'least',
    title: 'least tape',
    blurb:
      'The fewest bytes on the tape for each stretch of straight code: what can be computed again is not stored. Never more than TBR.',
    change: {
      record: 'least',
      elements: true,
      recompute: false,
      useResults: false,
      reversal: 'joins',
      basicBlocks: 'statements',
      activity: true,
      adjointLiveness: true,
      adjointWrite: true,
      merge: true,
    },
  },
];

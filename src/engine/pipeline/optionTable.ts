/**
 * Every choice a user has about how the adjoint is made (design 3), one record each: its values and the words for them, its
 * default, its meaning in links and presets, what it excludes. The types, the engine's refusals, the page's panel, links and
 * random draws are read off this table, which needs nothing of the engine: the page has it before the engine is loaded.
 */

export interface Value<V> {
  readonly value: V;
  readonly title: string;
  readonly blurb: string;
  /** Not built yet: the engine refuses it, and the page does not offer it. */
  readonly notYet?: true;
}

interface InLinks<V> {
  /** Links name options in this order: a new option has the next number. */
  readonly at: number;
  /** The value that a link without it means: for good, whatever the default becomes. */
  readonly unsaid: V;
}

export interface Choice<V> {
  readonly title: string;
  readonly blurb: string;
  /** The group in which the page shows it, in the order of this table. */
  readonly group: GroupId;
  /** The plainest first. */
  readonly values: readonly Value<V>[];
  readonly default: NoInfer<V>;
  readonly link: InLinks<NoInfer<V>>;
  /** Whether it changes a tangent as well; other options are about the backward sweep. */
  readonly inTangents?: true;
  /** The values that presets give it. */
  readonly presets?: { readonly [P in PresetId]?: NoInfer<V> };
  /** Combinations that are excluded for every program. */
  readonly excludes?: readonly {
    readonly value: NoInfer<V>;
    /** Values of other options. */
    readonly others: Readonly<Record<string, string | boolean>>;
    readonly message: string;
    /** What to do instead. */
    readonly note: string;
  }[];
}

export const OPTION_GROUPS = {
  recorded: 'What is recorded',
  kept: 'What stays in the code',
  reversed: 'How control and calls are reversed',
  statements: 'How a statement is differentiated',
};
type GroupId = keyof typeof OPTION_GROUPS;

/** Choices of several options at once; each option says what they set it to. */
export const PRESETS = {
  everything: {
    title: 'no analysis',
    blurb:
      'Every variable is taken as active and every overwritten value is recorded: what the analyses save shows against it.',
  },
  papers: {
    title: 'papers',
    blurb: 'The code of the papers: activity, adjoint liveness, to-be-recorded analysis, merging.',
  },
  least: {
    title: 'least tape',
    blurb:
      'The fewest bytes on the tape for each stretch of straight code: what can be computed again is not stored. Never more than TBR.',
  },
};
export type PresetId = keyof typeof PRESETS;
const UNLESS_NO_ANALYSIS = { everything: false, papers: true, least: true } as const;
const IN_NO_PRESET = { everything: false, papers: false, least: false } as const;

const choice = <const V extends string>(record: Choice<V>): Choice<V> => record;
const toggle = (record: Omit<Choice<boolean>, 'values'>): Choice<boolean> => ({
  ...record,
  values: [
    { value: true, title: 'on', blurb: '' },
    { value: false, title: 'off', blurb: '' },
  ],
});

export const OPTIONS = {
  /** Theory 4.5; `least`: theory 15. */
  record: choice({
    title: 'Record',
    blurb: 'Which overwritten values go on the tape.',
    group: 'recorded',
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
    default: 'tbr',
    link: { at: 10, unsaid: 'tbr' },
    presets: { everything: 'all', papers: 'tbr', least: 'least' },
    excludes: [
      {
        value: 'least',
        others: { reversal: 'statements' },
        message:
          'The least tape is chosen for windows of several statements, and the style `statements` reverses one at a time.',
        note: 'Use another reversal style, or record `tbr`.',
      },
      ...['codelist', 'preaccumulate'].map((basicBlocks) => ({
        value: 'least' as const,
        others: { basicBlocks },
        message: `The least tape is chosen for statements as they are written, and \`${basicBlocks}\` makes others of them.`,
        note: 'Differentiate blocks as `statements`, or record `tbr`.',
      })),
    ],
  }),
  /** Theory 11. */
  storage: choice({
    title: 'Storage',
    blurb: 'Whether values come from the tape, or are computed again from the start.',
    group: 'recorded',
    values: [
      { value: 'store', title: 'store', blurb: 'What the backward sweep needs is recorded.' },
      {
        value: 'recompute',
        title: 'recompute all',
        blurb: 'Only where each loop and sequence starts is kept; the work grows with the square.',
      },
    ],
    default: 'store',
    link: { at: 11, unsaid: 'store' },
  }),
  /** Theory 4.4. */
  elements: toggle({
    title: 'Tell elements apart',
    blurb:
      'Elements of one array whose subscripts differ for certain are not confused; off, an array is one location.',
    group: 'recorded',
    default: true,
    link: { at: 9, unsaid: true },
    presets: UNLESS_NO_ANALYSIS,
  }),
  /** Theory 4.6. */
  recompute: toggle({
    title: 'Recompute',
    blurb: 'Required scalars are computed again rather than recorded, where possible.',
    group: 'recorded',
    default: false,
    link: { at: 7, unsaid: false },
    presets: IN_NO_PRESET,
    excludes: [
      {
        value: true,
        others: { reversal: 'statements' },
        message:
          'The option `recompute` works on basic blocks, and the style `statements` reverses one statement at a time.',
        note: 'Use another reversal style, or switch `recompute` off.',
      },
    ],
  }),
  /** Theory 4.6. */
  useResults: toggle({
    title: 'Use results',
    blurb: 'Partials read the result of their operation where that records less.',
    group: 'recorded',
    default: false,
    link: { at: 8, unsaid: false },
    presets: IN_NO_PRESET,
  }),
  /** Theory 3. */
  activity: toggle({
    title: 'Activity analysis',
    blurb: 'Only active variables get derivatives.',
    group: 'kept',
    default: true,
    link: { at: 1, unsaid: true },
    inTangents: true,
    presets: UNLESS_NO_ANALYSIS,
  }),
  /** Theory 5. */
  adjointLiveness: toggle({
    title: 'Adjoint liveness',
    blurb: 'Statements that nothing in the rest of the adjoint reads leave the forward sweep.',
    group: 'kept',
    default: true,
    link: { at: 2, unsaid: true },
    presets: UNLESS_NO_ANALYSIS,
  }),
  keepPrimalResults: toggle({
    title: 'Keep results',
    blurb: 'Outputs still hold their primal values after the backward sweep.',
    group: 'kept',
    default: false,
    link: { at: 6, unsaid: false },
  }),
  /** Theory 7. */
  reversal: choice({
    title: 'Reversal',
    blurb: 'How the flow of control is run backwards.',
    group: 'reversed',
    values: [
      { value: 'joins', title: 'joins', blurb: 'Where control merges, the arrow that arrived is stored.' },
      { value: 'structured', title: 'structured', blurb: 'Branch markers and loop counters.' },
      { value: 'statements', title: 'statements', blurb: 'Every assignment stores its number.' },
      { value: 'blocks', title: 'blocks', blurb: 'Every basic block stores its number.' },
    ],
    default: 'joins',
    link: { at: 12, unsaid: 'joins' },
    presets: { least: 'joins' },
  }),
  /** Theory 6. */
  calls: choice({
    title: 'Calls',
    blurb: 'How a call is reversed.',
    group: 'reversed',
    values: [
      { value: 'joint', title: 'joint', blurb: 'Checkpointed: a snapshot, then both sweeps of the callee.' },
      { value: 'split', title: 'split', blurb: 'Forward sweep first, backward sweep later.' },
      { value: 'inline', title: 'inline', blurb: 'The callee takes the place of the call.' },
    ],
    default: 'joint',
    link: { at: 16, unsaid: 'joint' },
    inTangents: true,
  }),
  /** Theory 6. */
  snapshots: choice({
    title: 'Snapshots',
    blurb: 'What a checkpointed call saves.',
    group: 'reversed',
    values: [
      { value: 'lazy', title: 'lazy', blurb: 'Only what the call itself overwrites.' },
      { value: 'eager', title: 'eager', blurb: 'All that anything later overwrites.' },
    ],
    default: 'lazy',
    link: { at: 17, unsaid: 'lazy' },
  }),
  /** Theory 6. */
  adjointWrite: toggle({
    title: 'Adjoint write',
    blurb:
      'An eager snapshot leaves out what the rest of the adjoint puts back; off, it takes all that is written later.',
    group: 'reversed',
    default: true,
    link: { at: 3, unsaid: true },
    presets: UNLESS_NO_ANALYSIS,
  }),
  /** Theory 10. */
  fixedPoints: choice({
    title: 'Fixed points',
    blurb: 'How a loop is reversed that ends on a small change of its iterate.',
    group: 'reversed',
    values: [
      { value: 'off', title: 'as loops', blurb: 'Like any other loop: every iterate is stored.' },
      {
        value: 'implicit',
        title: 'implicit',
        blurb: 'By the equation of its fixed point: only the last iterate is stored.',
      },
    ],
    default: 'off',
    link: { at: 18, unsaid: 'off' },
    inTangents: true,
  }),
  /** Theory 8. */
  basicBlocks: choice({
    title: 'Basic blocks',
    blurb: 'How straight-line code is differentiated.',
    group: 'statements',
    values: [
      { value: 'statements', title: 'statements', blurb: 'Statement by statement.' },
      { value: 'codelist', title: 'code list', blurb: 'One variable per subexpression.' },
      { value: 'preaccumulate', title: 'preaccumulate', blurb: 'Local Jacobians by elimination.' },
    ],
    default: 'statements',
    link: { at: 13, unsaid: 'statements' },
    presets: { least: 'statements' },
  }),
  blockOutputs: choice({
    title: 'Outputs of a block',
    blurb: 'Which values of a block rows of its Jacobian are accumulated for, with `preaccumulate`.',
    group: 'statements',
    values: [
      { value: 'needed', title: 'needed', blurb: 'Those whose adjoints may not be zero.' },
      { value: 'all', title: 'all', blurb: 'Every value that a variable keeps, as in the paper.' },
    ],
    default: 'needed',
    link: { at: 15, unsaid: 'needed' },
  }),
  splitNested: toggle({
    title: 'Split nested calls',
    blurb: 'Nested elementary calls become temporaries first.',
    group: 'statements',
    default: false,
    link: { at: 5, unsaid: false },
    inTangents: true,
  }),
  /** Theory 8. */
  merge: toggle({
    title: 'Merge',
    blurb: 'Resets and increments of adjoints are merged.',
    group: 'statements',
    default: true,
    link: { at: 4, unsaid: true },
    presets: UNLESS_NO_ANALYSIS,
  }),
};

export interface Elimination {
  kind: 'edge' | 'vertex' | 'face';
  order: readonly ('HS' | 'LM' | 'forward' | 'reverse')[] | 'optimal' | 'annealed';
}
const PAPERS_ORDER = ['HS', 'LM', 'reverse'] as const;

/** How the graph of a block is eliminated with `preaccumulate` (theory 8.3): its two parts, shown together with the block's outputs. */
export const ELIMINATION = {
  title: 'Elimination',
  blurb: 'What is eliminated from the graph of a block, with `preaccumulate`, and in which order.',
  kinds: [
    { value: 'edge', title: 'edges', blurb: 'An edge at its front or its back, as in the paper.' },
    { value: 'vertex', title: 'vertices', blurb: 'All edges into and out of a vertex at once.' },
    { value: 'face', title: 'faces', blurb: 'Two edges that meet, one product at a time.' },
  ] satisfies Value<Elimination['kind']>[],
  rules: ['HS', 'LM', 'forward', 'reverse'] as const,
  searches: ['optimal', 'annealed'] as const,
  /** The orders that the page offers. */
  orders: [
    { order: PAPERS_ORDER, title: 'highest sibling, lowest Markowitz, reverse' },
    { order: ['LM', 'forward'], title: 'lowest Markowitz, forward' },
    { order: ['LM', 'reverse'], title: 'lowest Markowitz, reverse' },
    { order: ['forward'], title: 'forward' },
    { order: ['reverse'], title: 'reverse' },
    { order: 'optimal', title: 'optimal, where a short search finds it' },
    { order: 'annealed', title: 'annealed' },
  ] satisfies { order: Elimination['order']; title: string }[],
  /** HS is a rule that compares edges, so it does not order vertices. */
  fits: ({ kind, order }: Elimination): boolean => kind !== 'vertex' || !order.includes('HS'),
  default: { kind: 'edge', order: PAPERS_ORDER } as Elimination,
  link: { at: 14, unsaid: { kind: 'edge', order: PAPERS_ORDER } as Elimination },
};

/** Suffixes of generated names. */
export const NAMING = {
  default: { adjoint: 'b', tangent: 'd' },
  link: { at: 19, unsaid: { adjoint: 'b', tangent: 'd' } },
};

export const MODES = [
  { value: 'adjoint', title: 'Adjoint', blurb: 'Reverse mode: a gradient in one run.' },
  { value: 'tangent', title: 'Tangent', blurb: 'Forward mode: one direction in one run.' },
  { value: 'vector-tangent', title: 'Vector tangent', blurb: 'Several directions at once.' },
  { value: 'tangent-over-adjoint', title: 'Second order', blurb: 'Hessian times vector.' },
] as const;
/** A tangent runs like the program itself, in one sweep. */
export const hasBackwardSweep = (mode: (typeof MODES)[number]['value']): boolean =>
  mode === 'adjoint' || mode === 'tangent-over-adjoint';
export const TARGETS = [
  { value: 'c', title: 'C' },
  { value: 'fortran', title: 'Fortran' },
  { value: 'javascript', title: 'JavaScript' },
] as const;

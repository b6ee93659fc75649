import type { Options } from '../../../engine/pipeline/results';
import { AVAILABLE, isOffered, type Values } from './choices';

/** A change to the user's own options, worth comparing with them. */
export interface Strategy {
  readonly id: string;
  readonly title: string;
  readonly blurb: string;
  readonly change: Partial<Options>;
  /** A directive before the loop that runs longest. */
  readonly piece?: string;
}
export interface StrategyGroup {
  readonly title: string;
  /** Worth comparing only if the program calls something. */
  readonly calls?: true;
  /** Worth comparing only if it has a counted loop. */
  readonly loops?: true;
  readonly strategies: readonly Strategy[];
}

/** Papers' TBR, with nothing on top of it. */
const PLAIN = { record: 'tbr', adjointLiveness: true, recompute: false, useResults: false } as const;
export const LEAST_TAPE = { ...PLAIN, record: 'least' } as const;

export const STRATEGIES: readonly StrategyGroup[] = [
  {
    title: 'What is recorded',
    strategies: [
      {
        id: 'all-dead',
        title: 'record all, no liveness',
        blurb: 'Every overwritten value, statements kept whose results nothing reads.',
        change: { ...PLAIN, record: 'all', adjointLiveness: false },
      },
      {
        id: 'all',
        title: 'record all',
        blurb: 'Every value that a statement of the forward sweep overwrites.',
        change: { ...PLAIN, record: 'all' },
      },
      {
        id: 'initialized-dead',
        title: 'initialized, no liveness',
        blurb: 'Overwritten values that may be defined, dead statements kept.',
        change: { ...PLAIN, record: 'initialized', adjointLiveness: false },
      },
      {
        id: 'initialized',
        title: 'initialized',
        blurb: 'Overwritten values that may be defined.',
        change: { ...PLAIN, record: 'initialized' },
      },
      {
        id: 'tbr-dead',
        title: 'TBR, no liveness',
        blurb: 'Overwritten values that the backward sweep reads, dead statements kept.',
        change: { ...PLAIN, adjointLiveness: false },
      },
      {
        id: 'tbr-coarse',
        title: 'TBR, coarse elements',
        blurb: 'Overwritten values that the backward sweep reads, an array as one location.',
        change: { ...PLAIN, elements: false },
      },
      {
        id: 'tbr',
        title: 'TBR',
        blurb: 'Overwritten values that the backward sweep reads, elements told apart.',
        change: { ...PLAIN, elements: true },
      },
      {
        id: 'least',
        title: 'least tape',
        blurb: 'The fewest bytes a stretch of straight code: what can be computed again is not stored.',
        change: { ...LEAST_TAPE, elements: true, basicBlocks: 'statements' },
      },
      {
        id: 'recompute-all',
        title: 'recompute all',
        blurb: 'Only where each loop and sequence starts: everything else is computed again from there.',
        change: { ...PLAIN, storage: 'recompute' },
      },
    ],
  },
  {
    title: 'What the adjoint’s own data flow saves, [ADF] Table 1.1',
    calls: true,
    strategies: (
      [
        [
          'neither',
          false,
          false,
          'Activity and TBR; a snapshot of all that is written by the call or later.',
        ],
        [
          'liveness',
          true,
          false,
          'Statements that nothing in the rest of the adjoint reads leave the forward sweep.',
        ],
        ['adjoint write', false, true, 'Snapshots leave out what is put back before they are popped.'],
        ['liveness and adjoint write', true, true, 'Both, as in the last row of the table.'],
      ] as const
    ).map(([title, adjointLiveness, adjointWrite, blurb]) => ({
      id: `data-flow-${title.replaceAll(' ', '-')}`,
      title,
      blurb,
      change: { ...PLAIN, adjointLiveness, adjointWrite, calls: 'joint', snapshots: 'eager' },
    })),
  },
  {
    title: 'How the longest loop is reversed',
    loops: true,
    strategies: [
      [
        'every',
        'checkpoint(every, 4)',
        'every 4',
        'A snapshot every four iterations, then the tape of those.',
      ],
      [
        'binomial',
        'checkpoint(binomial, 3)',
        'binomial, 3 snapshots',
        'The fewest iterations run again with three snapshots.',
      ],
      [
        'mixed',
        'checkpoint(mixed, 3)',
        'mixed, 3 slots',
        'A slot holds a snapshot, or the tape of one iteration.',
      ],
      [
        'again',
        'checkpoint(binomial, 1)',
        'each from the start',
        'Each iteration is reached again from the start, [TAP] Fig. 1.',
      ],
      [
        'independent',
        'independent()',
        'independent',
        'Iterations that do not meet: both sweeps of each at once.',
      ],
    ].map(([id = '', piece = '', title = '', blurb = '']) => ({
      id: `loop-${id}`,
      title,
      blurb,
      change: {},
      piece,
    })),
  },
  {
    title: 'How control is reversed',
    strategies: [
      { id: 'joins', title: 'joins', blurb: 'Arrows where control merges.', change: { reversal: 'joins' } },
      {
        id: 'structured',
        title: 'structured',
        blurb: 'Branch markers, loop counters.',
        change: { reversal: 'structured' },
      },
      {
        id: 'statements',
        title: 'statements',
        blurb: 'The number of every assignment.',
        change: { reversal: 'statements', recompute: false },
      },
      {
        id: 'blocks',
        title: 'blocks',
        blurb: 'The number of every basic block.',
        change: { reversal: 'blocks' },
      },
    ],
  },
  {
    title: 'How calls are reversed',
    calls: true,
    strategies: [
      {
        id: 'joint-lazy',
        title: 'joint, lazy',
        blurb: 'A snapshot of what the call overwrites.',
        change: { calls: 'joint', snapshots: 'lazy' },
      },
      {
        id: 'joint-eager',
        title: 'joint, eager',
        blurb: 'A snapshot of what anything later overwrites.',
        change: { calls: 'joint', snapshots: 'eager' },
      },
      {
        id: 'split',
        title: 'split',
        blurb: 'Both sweeps once, no snapshot.',
        change: { calls: 'split' },
      },
      {
        id: 'inline',
        title: 'inline',
        blurb: 'The callee in place of the call.',
        change: { calls: 'inline' },
      },
    ],
  },
];

/** The groups that apply: what the engine can do, and calls and loops only if there are any. */
export function strategiesFor(
  { hasCalls, hasLoops }: { readonly hasCalls: boolean; readonly hasLoops: boolean },
  available: Values = AVAILABLE.options,
): StrategyGroup[] {
  return STRATEGIES.flatMap((group) => {
    if ((group.calls && !hasCalls) || (group.loops && !hasLoops)) return [];
    const strategies = group.strategies.filter(({ change }) => isOffered(change, available));
    return strategies.length === 0 ? [] : [{ ...group, strategies }];
  });
}

/** Whether the user has chosen it already. */
export function isChosen({ change, piece }: Strategy, options: Options): boolean {
  if (piece !== undefined) return false;
  return Object.entries(change).every(([name, value]) => options[name as keyof Options] === value);
}

/**
 * Arrangements of the panes, one for each task. Each names the views beside its main place; the registry says which views
 * share that place. Ids are parts of links: they never change.
 */
export const ARRANGEMENT_IDS = [
  'read',
  'graphs',
  'sets',
  'step',
  'reverse',
  'derive',
  'compare',
  'learn',
  'all',
] as const;
export type ArrangementId = (typeof ARRANGEMENT_IDS)[number];

export interface Arrangement {
  readonly id: ArrangementId;
  readonly title: string;
  readonly blurb: string;
  /** The view on top at first. */
  readonly first: string;
  /** Views of the texts, above the main place or to its left, and their share in per cent. */
  readonly texts: readonly ('source' | 'code')[];
  readonly textsAt: 'above' | 'left';
  readonly textsSize: number;
  readonly side: readonly ('why' | 'run')[];
}

const NO_TEXTS = { texts: [], textsAt: 'above', textsSize: 0 } as const;

export const ARRANGEMENTS: readonly Arrangement[] = [
  {
    id: 'read',
    title: 'Read',
    blurb: 'Each line of the kernel beside what becomes of it in both sweeps.',
    first: 'read',
    ...NO_TEXTS,
    side: ['why', 'run'],
  },
  {
    id: 'graphs',
    title: 'Graphs',
    blurb: 'The flow graph and those of both sweeps, counterparts facing.',
    first: 'graphs',
    ...NO_TEXTS,
    side: ['why'],
  },
  {
    id: 'sets',
    title: 'Sets',
    blurb: 'What the analyses know around every statement, and how they found it.',
    first: 'sets',
    texts: ['source'],
    textsAt: 'left',
    textsSize: 28,
    side: ['why'],
  },
  {
    id: 'step',
    title: 'Step',
    blurb: 'A run, step by step, forth and back through both sweeps.',
    first: 'sweep',
    texts: ['source', 'code'],
    textsAt: 'above',
    textsSize: 45,
    side: [],
  },
  {
    id: 'reverse',
    title: 'Reverse',
    blurb: 'How the flow of control is turned round, line by line.',
    first: 'algorithms',
    ...NO_TEXTS,
    side: [],
  },
  {
    id: 'derive',
    title: 'Derivatives',
    blurb: 'The numbers of a run as pictures: gradients, matrices, checks.',
    first: 'gradient',
    texts: ['source'],
    textsAt: 'left',
    textsSize: 34,
    side: ['run'],
  },
  {
    id: 'compare',
    title: 'Compare',
    blurb: 'The same kernel under several strategies.',
    first: 'compare',
    ...NO_TEXTS,
    side: [],
  },
  {
    id: 'learn',
    title: 'Learn',
    blurb: 'Lessons that ask before they tell, questions about any kernel, and laboratories.',
    first: 'lesson',
    ...NO_TEXTS,
    side: [],
  },
  {
    id: 'all',
    title: 'All panes',
    blurb: 'Kernel, generated code, every view, explanation and run at once.',
    first: 'graphs',
    texts: ['source', 'code'],
    textsAt: 'above',
    textsSize: 41,
    side: ['why', 'run'],
  },
];

const BY_ID = new Map(ARRANGEMENTS.map((each) => [each.id, each]));

export function arrangementOf(id: ArrangementId): Arrangement {
  const found = BY_ID.get(id);
  if (found === undefined) throw new Error(`no arrangement ${id}`);
  return found;
}

export const isArrangement = (id: unknown): id is ArrangementId =>
  ARRANGEMENT_IDS.some((each) => each === id);

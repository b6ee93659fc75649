import { EMPTY_PLAYGROUND, type Playground } from '../app/store/document/playground';
import type { Example, Opening } from './example';
import { PAPER_ITEMS } from './papers';

export type { Example } from './example';

const files = import.meta.glob<string>('./kernels/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});

type Story = Opening &
  Required<Pick<Example, 'title' | 'level' | 'concept' | 'question' | 'look' | 'inputs'>>;

/** Alike in both languages. */
const SPG_LOOP: Story = {
  title: 'Two statements and a loop',
  level: 1,
  concept: 'overwriting',
  question: 'recorded',
  look: 'Each statement overwrites the x that its derivative needs: see it stored and brought back.',
  inputs: { x: '-5', y: '-0.5' },
};
const TBR_TABLE: Story = {
  title: 'What has to be recorded',
  level: 1,
  concept: 'what is stored',
  question: 'set',
  look: 'x, i and j go on the tape, a never does: no derivative reads it.',
  inputs: { n: '10', x: 'sin(i)' },
};
const SPARSE = {
  title: 'A sparse matrix times a vector',
  level: 2,
  concept: 'index arrays',
  question: 'recorded',
  look: 'The backward sweep scatters where the forward sweep gathered, by the same indices: nothing is stored for them.',
} as const;

/** By file name, in the order of the menu. */
const STORIES: Readonly<Record<string, Story>> = {
  'spg-loop.c': SPG_LOOP,
  'tbr-table.c': TBR_TABLE,
  'cfr-loop.c': {
    title: 'A branch in a loop, reversed',
    level: 2,
    concept: 'control',
    question: 'arrow',
    arrangement: 'graphs',
    look: 'Follow the three graphs side by side: each vertex faces its counterpart in the other sweep.',
    inputs: { x1: '0.5', x2: '1.5' },
  },
  'discrepancy.c': {
    title: 'Discrepancy of two arrays',
    level: 1,
    concept: 'sums',
    question: 'recorded',
    look: 'Only e1 is recorded, though e2 is overwritten as often: a sum never reads its old value.',
    inputs: { n: '5', T: 'sin(i)', U: 'cos(i)' },
  },
  'bratu.c': {
    title: 'Bratu: a solid fuel explodes',
    level: 3,
    concept: 'nested expressions',
    question: 'recorded',
    look: 'All of F is overwritten, none of it recorded. Split nested calls to see six temporaries instead.',
    inputs: { n: '8', x: '0.1*i', prm: '1.3, 0.2', F: '0' },
  },
  'gather-scatter.c': {
    title: 'Gather and scatter on a mesh',
    level: 3,
    concept: 'index arrays',
    question: 'recorded',
    look: 'The indices is1 and is2 are read by the backward sweep, so the tape holds integers too.',
    inputs: {
      nseg: '4',
      ns: '4',
      nubo: '0,1, 1,2, 2,3, 3,0',
      t3: '1 + 0.1*i',
      pres: '2 - 0.1*i',
      vnocl: '0.5*i',
      g3: 'sin(i)',
      rh3: '0',
    },
  },
  'rosenbrock.c': {
    title: 'Rosenbrock’s valley',
    level: 1,
    concept: 'a gradient',
    question: 'leaves',
    look: 'One run gives the whole gradient. The operations panel says what it costs.',
    inputs: { n: '6', x: '1 - 0.1*i' },
  },
  'heat.c': {
    title: 'A rod that cools',
    level: 2,
    concept: 'linear loops',
    question: 'pushes',
    arrangement: 'compare',
    look: 'The heat equation is linear: compare what TBR and “all” put on the tape.',
    inputs: { n: '8', steps: '5', kappa: '0.25', u: 'sin(i)', wish: '0.1*i' },
  },
  'predator-prey.c': {
    title: 'Hares and lynxes',
    level: 3,
    concept: 'products',
    question: 'pushes',
    look: 'Eight slopes a step, all of them products: here nearly everything has to be recorded.',
    inputs: { steps: '10', dt: '0.1', rate: '1.1, 0.4, 0.1, 0.4', hares: '10', lynxes: '5' },
  },
  'newton-root.c': {
    title: 'A square root by Newton',
    level: 2,
    concept: 'unknown trips',
    question: 'restores',
    arrangement: 'step',
    look: 'Nobody knows how often the loop will turn: the forward sweep counts, the backward sweep counts down.',
    inputs: { a: '2' },
  },
  'bratu.f': {
    title: 'Bratu: a solid fuel explodes',
    level: 3,
    concept: 'nested expressions',
    question: 'recorded',
    look: 'In fixed form, as printed in 2005, labels and column 6 included.',
    inputs: { dim: '8', parmax: '2', x: '0.1*i', prm: '1.3, 0.2', f: '0' },
  },
  'discrepancy.f90': {
    title: 'Discrepancy of two arrays',
    level: 1,
    concept: 'sums',
    question: 'recorded',
    look: 'The TAPENADE report’s own example: set the mode to tangent and compare with its Fig. 4.',
    inputs: { n: '5', t: 'sin(i)', u: 'cos(i)' },
  },
  'tapenade-while.f90': {
    title: 'A jump past the end of an if',
    level: 3,
    concept: 'jumps',
    question: 'arrow',
    arrangement: 'graphs',
    look: 'Control joins in two places: each stores the arrow that arrived.',
    inputs: { n: '6', t: '0.3*i', u: '0.1*i', limit: '1.25' },
  },
  'gather-scatter.f': {
    title: 'Gather and scatter on a mesh',
    level: 3,
    concept: 'index arrays',
    question: 'leaves',
    look: 'The statements that only feed rh3 and rh4 leave the forward sweep: their results are read by no derivative.',
    inputs: {
      nsg1: '1',
      nsg2: '4',
      ns: '4',
      nseg: '4',
      nubo: '1,2, 2,3, 3,4, 4,1',
      t3: '1 + 0.1*i',
      pres: '2 - 0.1*i',
      vnocl: '0.5*i',
      g3: 'sin(i)',
      g4: 'cos(i)',
      rh3: '0',
      rh4: '0',
    },
  },
  'tbr-table.f90': TBR_TABLE,
  'spg-loop.f90': SPG_LOOP,
  'calls.c': {
    title: 'A stone that falls through air',
    level: 2,
    concept: 'calls',
    question: 'recorded',
    arrangement: 'graphs',
    view: 'calls',
    look: 'Of three routines only damp overwrites what its caller passed: one snapshot, of one value.',
    inputs: { m: '2', h: '5', c: '0.001' },
  },
  'checkpoint.c': {
    title: 'A pendulum, step by step',
    level: 2,
    concept: 'checkpoints',
    question: 'pushes',
    arrangement: 'graphs',
    view: 'calls',
    look: 'Each step keeps two numbers until it is run a second time. Set “Calls” to split: then all that a step stores has to wait.',
    inputs: { angle: '0.5', speed: '0.1', dt: '0.1', steps: '6' },
  },
  'sparse.c': {
    ...SPARSE,
    inputs: {
      n: '3',
      nonzero: '7',
      rows: '0, 2, 5, 7',
      columns: '0,1, 0,1,2, 1,2',
      values: '2 - 0.1*i',
      x: 'cos(i)',
    },
  },
  'sparse.f90': {
    ...SPARSE,
    inputs: {
      n: '3',
      nonzero: '7',
      rows: '1, 3, 6, 8',
      columns: '1,2, 1,2,3, 2,3',
      values: '2 - 0.1*i',
      x: 'cos(i)',
    },
  },
  'statics.c': {
    title: 'A filter that remembers',
    level: 3,
    concept: 'statics',
    question: 'recorded',
    look: 'The static mean lives on from call to call, and so does its adjoint, backwards.',
    inputs: { n: '5', signal: 'sin(i)' },
  },
  'goto.c': {
    title: 'Two jumps whose ways cross',
    level: 3,
    concept: 'jumps',
    question: 'arrow',
    arrangement: 'graphs',
    look: 'Control arrives at each label on two ways: which one it was is stored there as an arrow.',
    independents: ['a'],
    inputs: { n: '4', a: '0.4 + 0.3*i', limit: '1.2' },
  },
};

/** What the menu calls the levels. */
export const LEVELS = ['One idea', 'Loops, arrays, calls', 'Kernels as people write them'] as const;

export const EXAMPLES: readonly Example[] = Object.entries(STORIES).map(([file, story]) => {
  const source = files[`./kernels/${file}`];
  if (source === undefined) throw new Error(`no example is called ${file}`);
  return { id: file, language: file.endsWith('.c') ? 'c' : 'fortran', source, ...story };
});

const stem = ({ id }: Example) => id.replace(/\..*/, '');

/** The same kernel in the other language. */
export const twinOf = (example: Example): Example | undefined =>
  EXAMPLES.find((each) => stem(each) === stem(example) && each.language !== example.language);

/** One of each pair, in one order: in this language, where there are two. */
export const inLanguage = (language: Example['language']): readonly Example[] =>
  EXAMPLES.filter((each, k) => EXAMPLES.findIndex((other) => stem(other) === stem(each)) === k).map((each) =>
    each.language === language ? each : (twinOf(each) ?? each),
  );

export function firstExample(): Example {
  const [first] = EXAMPLES;
  if (first === undefined) throw new Error('there are no examples');
  return first;
}

export function playgroundOf(example: Example): Playground {
  return {
    ...EMPTY_PLAYGROUND,
    source: example.source,
    language: example.language,
    inputs: example.inputs,
    routine: example.routine ?? null,
    mode: example.mode ?? 'adjoint',
    options: { ...EMPTY_PLAYGROUND.options, ...example.options },
    independents: example.independents ?? null,
    dependents: example.dependents ?? null,
  };
}

/** Of the menu, or of a paper. */
export function exampleNamed(id: string | null): Example | undefined {
  return (
    EXAMPLES.find((each) => each.id === id) ??
    PAPER_ITEMS.find(({ example }) => example?.id === id)?.example ??
    undefined
  );
}

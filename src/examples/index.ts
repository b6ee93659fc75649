import { EMPTY_PLAYGROUND, type Playground } from '../app/store/playground';
import type { Example, Opening } from './example';
import { PAPER_ITEMS } from './papers';

export type { Example } from './example';

const files = import.meta.glob<string>('./*.{c,f,f90}', { query: '?raw', import: 'default', eager: true });

type Story = Opening & Pick<Example, 'title' | 'look' | 'inputs'>;

/** By file name, in the order of the menu. */
const STORIES: Readonly<Record<string, Story>> = {
  'spg-loop.c': {
    title: 'Two statements and a loop',
    look: 'Both statements overwrite an operand of their own derivative: see why x is stored before each.',
    inputs: { x: '-5', y: '-0.5' },
  },
  'tbr-table.c': {
    title: 'What has to be recorded',
    look: 'x, i and j go on the tape, a never does: no derivative reads it.',
    inputs: { n: '10', x: 'sin(i)' },
  },
  'cfr-loop.c': {
    title: 'A branch in a loop, reversed',
    look: 'Follow the three graphs side by side: each vertex faces its counterpart in the other sweep.',
    inputs: { x1: '0.5', x2: '1.5' },
  },
  'discrepancy.c': {
    title: 'Discrepancy of two arrays',
    look: 'Only e1 is recorded, though e2 is overwritten as often: a sum never reads its old value.',
    inputs: { n: '5', T: 'sin(i)', U: 'cos(i)' },
  },
  'bratu.c': {
    title: 'Bratu: a solid fuel explodes',
    look: 'All of F is overwritten, none of it recorded. Split nested calls to see six temporaries instead.',
    inputs: { n: '8', x: '0.1*i', prm: '1.3, 0.2', F: '0' },
  },
  'gather-scatter.c': {
    title: 'Gather and scatter on a mesh',
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
    look: 'One run gives the whole gradient. The operations panel says what it costs.',
    inputs: { n: '6', x: '1 - 0.1*i' },
  },
  'heat.c': {
    title: 'A rod that cools',
    look: 'The heat equation is linear: compare what TBR and “all” put on the tape.',
    inputs: { n: '8', steps: '5', kappa: '0.25', u: 'sin(i)', wish: '0.1*i' },
  },
  'predator-prey.c': {
    title: 'Hares and lynxes',
    look: 'Eight slopes a step, all of them products: here nearly everything has to be recorded.',
    inputs: { steps: '10', dt: '0.1', rate: '1.1, 0.4, 0.1, 0.4', hares: '10', lynxes: '5' },
  },
  'newton-root.c': {
    title: 'A square root by Newton',
    look: 'Nobody knows how often the loop will turn: the forward sweep counts, the backward sweep counts down.',
    inputs: { a: '2' },
  },
  'bratu.f': {
    title: 'Bratu, in fixed form',
    look: 'The subroutine as printed in 2005, labels and column 6 included.',
    inputs: { dim: '8', parmax: '2', x: '0.1*i', prm: '1.3, 0.2', f: '0' },
  },
  'discrepancy.f90': {
    title: 'Discrepancy of two arrays',
    look: 'The TAPENADE report’s own example: set the mode to tangent and compare with its Fig. 4.',
    inputs: { n: '5', t: 'sin(i)', u: 'cos(i)' },
  },
  'tapenade-while.f90': {
    title: 'A jump past the end of an if',
    look: 'Control joins in two places: each stores the arrow that arrived.',
    inputs: { n: '6', t: '0.3*i', u: '0.1*i', limit: '1.25' },
  },
  'gather-scatter.f': {
    title: 'Gather and scatter, fixed form',
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
  'tbr-table.f90': {
    title: 'What has to be recorded',
    look: 'x, i and j go on the tape, a never does: no derivative reads it.',
    inputs: { n: '10', x: 'sin(i)' },
  },
  'spg-loop.f90': {
    title: 'Two statements and a loop',
    look: 'Both statements overwrite an operand of their own derivative: see why x is stored before each.',
    inputs: { x: '-5', y: '-0.5' },
  },
};

export const EXAMPLES: readonly Example[] = Object.entries(STORIES).map(([file, story]) => {
  const source = files[`./${file}`];
  if (source === undefined) throw new Error(`no example is called ${file}`);
  return { id: file, language: file.endsWith('.c') ? 'c' : 'fortran', source, ...story };
});

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

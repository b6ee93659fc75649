/**
 * Every figure, table, listing and algorithm of the five papers: what of it can be opened here, as the figure stands, with
 * options, view and step, and what differs, errata told where they bite. The page "The papers" shows this list.
 */
import type { Options } from '../engine/pipeline/results';
import { PAPERS, type Paper } from './citations';
import type { Example, Opening } from './example';

export interface PaperItem {
  readonly paper: Paper;
  /** As the paper counts: `Fig. 2`, `Table 2.1`, `5.1`. */
  readonly number: string;
  readonly title: string;
  /** What of the paper is seen here and differs, errata among it; empty where nothing does. */
  readonly differs: string;
  /** What opens; null where the item has no program, and nothing that one could show. */
  readonly example: Example | null;
}

const files = import.meta.glob<string>(['./papers/*', './kernels/*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The papers before [ADF] had no adjoint liveness. */
const BEFORE_LIVENESS: Partial<Options> = { adjointLiveness: false };
/** Behind the last step of any view. */
const AT_ITS_END = 100_000;
const STRUCTURED: Partial<Options> = { ...BEFORE_LIVENESS, reversal: 'structured' };

const KERNEL_INPUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'papers/table-printed.f90': { x: '0.3 + 0.1*i' },
  'papers/four-statements.c': { x1: '0.4', x2: '0.7' },
  'papers/listing.f90': { x: '0.5, 1.5' },
  'papers/basic-block.c': { v1: '0.7', v2: '1.3' },
  'papers/simple-branch.c': { x: '1.3' },
  'papers/simple-loop.c': { x: '1.2' },
  'papers/product.c': { x: '0.7', y: '1.3' },
  'papers/statement.c': { x: '0.7', y: '0.2' },
  'papers/flw2d1col.f': {
    ...{ nsg1: '1', nsg2: '4', ns: '4', nseg: '4', nubo: '1,2, 2,3, 3,4, 4,1' },
    ...{ t3: '1 + 0.1*i', pres: '2 - 0.1*i', vnocl: '0.5*i', g3: 'sin(i)', g4: 'cos(i)' },
    ...{ rh3: '0', rh4: '0', sq: '0' },
  },
  'papers/residual.f': {
    ...{ nseg: '4', ns: '4', nubo: '1,2, 2,3, 3,4, 4,1', vn: '0.3 + 0.01*i', dx: '0.1' },
    ...{ u: '1,0.3,0.2,2.5, 1.01,0.3,0.2,2.5, 1.02,0.3,0.2,2.5, 1.03,0.3,0.2,2.5', g: '0.01*i', res: '0' },
  },
  'papers/table-adjoint.f': {
    ...{ nt: '6', ns: '8', r: '0', e: '0' },
    ...{ u: '0.5 - 0.05*i', w: '1 + 0.1*i' },
  },
  'papers/call.f': { a: '0.7', t: '0.1*i', k: '3' },
  'papers/black-box.f': { a: '0.7', t: '0.1*i', k: '3' },
  'papers/checkpoints.c': { x: '0.9' },
  'kernels/bratu.f': { dim: '8', parmax: '2', x: '0.1*i', prm: '1.3, 0.2', f: '0' },
  'kernels/discrepancy.f90': { n: '5', t: 'sin(i)', u: 'cos(i)' },
  'papers/while-jump.f90': { t: '1.3 - 0.15*i', u: '0.2 - 0.04*i' },
  'kernels/spg-loop.c': { x: '-5', y: '-0.5' },
};

type Row = readonly [number: string, title: string, differs: string, open?: Opened];
interface Opened extends Opening {
  readonly file: string;
  readonly routine?: string;
  /** A directive, and the line of the file that it stands before. */
  readonly directive?: readonly [text: string, line: RegExp];
}

const open = (file: string, how: Omit<Opened, 'file'> = {}): Opened => ({ file, ...how });

const steps = (analysis: string, form: 'graph' | 'tree') =>
  ({
    arrangement: 'sets',
    view: 'steps',
    stand: { of: `${analysis} reversePostorder ${form}`, at: 0 },
  }) as const;
const algorithm = (of: number) =>
  ({ arrangement: 'reverse', view: 'algorithms', stand: { of: `${of}`, at: 0 } }) as const;

const ROWS: Readonly<Record<Paper, readonly Row[]>> = {
  TBR: [
    ['Fig. 1', 'Automatic and mathematical differentiation', 'A diagram without a program.'],
    [
      'Table 2.1',
      'An example code and its adjoint',
      'As printed, with a check that ends the loop. Adjoint liveness, which is younger, is off.',
      open('papers/table-printed.f90', { routine: 'sweep', options: BEFORE_LIVENESS, arrangement: 'read' }),
    ],
    [
      'Fig. 2',
      'Differentiable dependence, general form',
      'Pairs are written after<before.',
      open('papers/listing.f90', { options: BEFORE_LIVENESS, ...steps('dependence', 'graph') }),
    ],
    [
      'Fig. 3',
      'Differentiable dependence, structured form',
      'A loop is the closure of its body; where its last test may come first, none of it.',
      open('papers/listing.f90', { options: BEFORE_LIVENESS, ...steps('dependence', 'tree') }),
    ],
    [
      'Fig. 4',
      'Activity, general form',
      '“Not active, no adjoint statement” loses a reset where two paths meet; it is kept here.',
      open('papers/table-printed.f90', {
        routine: 'sweep',
        options: BEFORE_LIVENESS,
        ...steps('varied', 'graph'),
      }),
    ],
    [
      'Fig. 5',
      'Activity, structured form',
      '',
      open('papers/table-printed.f90', {
        routine: 'sweep',
        options: BEFORE_LIVENESS,
        ...steps('useful', 'tree'),
      }),
    ],
    [
      '5.1.0.1',
      'Four statements, bottom-up',
      'The paper prints AdjU(I4) = {x1, z}; it is {x2, z}, and so are AdjU(B2) and AdjU(B4).',
      open('papers/four-statements.c', {
        options: BEFORE_LIVENESS,
        arrangement: 'sets',
        view: 'summary',
        stand: { of: '', at: 0 },
      }),
    ],
    [
      'Fig. 6',
      'Bottom-up TBR, general form',
      'Kill started at ∅ under ∩ loses what was killed before a loop; it starts at all locations here. The rule for e1/e2 misses the divisor’s own use.',
      open('papers/four-statements.c', { options: BEFORE_LIVENESS, ...steps('adjointUse', 'graph') }),
    ],
    [
      'Fig. 7',
      'Bottom-up TBR, structured form',
      '',
      open('papers/table-printed.f90', {
        routine: 'sweep',
        options: BEFORE_LIVENESS,
        ...steps('adjointUse', 'tree'),
      }),
    ],
    [
      'Fig. 8',
      'Top-down TBR, general form',
      'Recorded is out(I) ∩ (use(I′) ∪ InReq(I)): InReq alone misses x = x*y as the first statement.',
      open('papers/table-printed.f90', {
        routine: 'sweep',
        options: BEFORE_LIVENESS,
        ...steps('required', 'graph'),
      }),
    ],
    [
      'Fig. 9',
      'Top-down TBR, structured form',
      'Subscripts of what is recorded are required, too, so that the form is T and G, not Kill and AdjU.',
      open('papers/table-printed.f90', {
        routine: 'sweep',
        options: BEFORE_LIVENESS,
        ...steps('required', 'tree'),
      }),
    ],
    [
      '6',
      'All, initialized, TBR on a residual',
      'An assembly of our own in place of the Navier-Stokes solver: 41,604, 27,204 and 7,200 bytes on 100 edges, in the paper’s order.',
      open('papers/residual.f', { options: BEFORE_LIVENESS, arrangement: 'compare' }),
    ],
    [
      'App. A',
      'The Bratu problem',
      'The paper divides by 12 where appendix B has 1.2 in the middle equation; B is right.',
      open('kernels/bratu.f', { arrangement: 'read' }),
    ],
    [
      'App. B',
      'The adjoint Bratu problem',
      'Six temporaries are pushed, as printed; bounds of a loop are not, since nothing changes them.',
      open('kernels/bratu.f', { options: { ...BEFORE_LIVENESS, splitNested: true }, arrangement: 'read' }),
    ],
  ],
  CFR: [
    ['Fig. 1', 'The parts of OpenAD', 'A diagram without a program.'],
    [
      '2',
      'The example, forward and adjoint code',
      '',
      open('papers/listing.f90', { options: STRUCTURED, arrangement: 'read' }),
    ],
    [
      'Fig. 2',
      'The three graphs of the example',
      '',
      open('papers/listing.f90', { options: STRUCTURED, arrangement: 'graphs' }),
    ],
    [
      'Fig. 3',
      'The linearised graph of a basic block',
      'Equation 3 has cos(v4), equation 4 sin(v4): it is the sine.',
      open('papers/basic-block.c', {
        options: { ...BEFORE_LIVENESS, basicBlocks: 'preaccumulate', blockOutputs: 'all' },
        arrangement: 'learn',
        view: 'elimination',
      }),
    ],
    [
      'Fig. 4',
      'Elimination by HS, LM and reverse',
      'Twelve multiplications; the optimum has ten.',
      open('papers/basic-block.c', {
        options: { ...BEFORE_LIVENESS, basicBlocks: 'preaccumulate', blockOutputs: 'all' },
        arrangement: 'read',
      }),
    ],
    [
      'Alg. 1',
      'Topological sort',
      'Lines 14 to 16 as printed may pop a stranger’s ENDBRANCH on nested branches; they are mended.',
      open('papers/listing.f90', { options: STRUCTURED, ...algorithm(1) }),
    ],
    ['Alg. 2', 'Vertices', '', open('papers/listing.f90', { options: STRUCTURED, ...algorithm(2) })],
    [
      'Fig. 5',
      'Branch reversal',
      '',
      open('papers/simple-branch.c', { options: STRUCTURED, arrangement: 'graphs' }),
    ],
    [
      'Alg. 3',
      'Adjoint of a simple branch',
      '',
      open('papers/simple-branch.c', { options: STRUCTURED, ...algorithm(3) }),
    ],
    [
      'Fig. 6',
      'Loop reversal',
      '',
      open('papers/simple-loop.c', { options: STRUCTURED, arrangement: 'graphs' }),
    ],
    [
      'Alg. 4',
      'Adjoint of a simple loop',
      'The text says ENDBRANCH where the counter is stepped before the ENDLOOP.',
      open('papers/simple-loop.c', { options: STRUCTURED, ...algorithm(4) }),
    ],
    [
      'Alg. 5',
      'Adjoint structured control flow graphs',
      'Printed with ENDBRANCH for ENDLOOP twice (lines 7 and 19).',
      open('papers/listing.f90', { options: STRUCTURED, ...algorithm(5) }),
    ],
    [
      '5',
      'Any graph: a number for each block',
      '',
      open('papers/while-jump.f90', {
        options: { ...BEFORE_LIVENESS, reversal: 'blocks' },
        arrangement: 'graphs',
      }),
    ],
  ],
  SPG: [
    ['Fig. 1', 'Parse trees, linearised', 'A diagram without a program.'],
    [
      '2',
      'Code for x = x*y',
      '',
      open('papers/product.c', {
        options: { ...BEFORE_LIVENESS, basicBlocks: 'codelist', reversal: 'statements', record: 'all' },
        arrangement: 'learn',
        view: 'singlepass',
        stand: { of: 'grammar', at: AT_ITS_END },
      }),
    ],
    [
      'Fig. 2',
      'Parse tree with attributes',
      'Item 5 of section 3 joins the backward code of v9 before v11; the stack’s order needs v11 first.',
      open('papers/statement.c', {
        options: BEFORE_LIVENESS,
        arrangement: 'learn',
        view: 'singlepass',
        stand: { of: 'grammar', at: AT_ITS_END },
      }),
    ],
    [
      '4',
      'The case study',
      'The paper says that the loop runs twice; it runs once, and the printed derivatives are right.',
      open('kernels/spg-loop.c', {
        options: { ...BEFORE_LIVENESS, reversal: 'statements' },
        arrangement: 'learn',
        view: 'singlepass',
        stand: { of: 'grammar', at: AT_ITS_END },
      }),
    ],
  ],
  ADF: [
    [
      'Fig. 1.1',
      'Checkpointing on calls',
      '',
      open('papers/checkpoints.c', { routine: 'checkpointed', arrangement: 'step' }),
    ],
    [
      'Fig. 1.2',
      'A gather-scatter loop',
      'The text of CK is ours: the paper does not print it.',
      open('papers/flw2d1col.f', { routine: 'flw2d1col', arrangement: 'read' }),
    ],
    [
      'Fig. 1.3',
      'Its adjoint',
      'Both sweeps of an iteration are a routine of their own, called in one loop. Whoever calls it may pass g3 and g4 as dependents only: they have adjoints here, too.',
      open('papers/flw2d1col.f', {
        routine: 'flw2d1col',
        directive: ['independent()', /^ *do 30 .*$/m],
        arrangement: 'read',
      }),
    ],
    [
      '1.5',
      'The same as an ordinary loop',
      'What the paper says of loops whose iterations depend on each other: is1, is2, qsor and qs are recorded, dplim is not, and what only feeds rh3 and rh4 still goes.',
      open('papers/flw2d1col.f', { routine: 'flw2d1col', arrangement: 'compare' }),
    ],
    [
      'Table 1.1',
      'What liveness and adjoint write save',
      'The five codes are not public: a relaxation in their manner, of ours. Both analyses take 41 % of its bytes and 8 % of its operations; the paper has 0 to 49 % of memory and 7 to 18 % of time.',
      open('papers/table-adjoint.f', {
        routine: 'steps',
        options: { snapshots: 'eager' },
        arrangement: 'compare',
      }),
    ],
    [
      'Eq. 1.12',
      'Adjoint write',
      'It subtracts kill(I) ∩ use(U⃖); by eqs. 1.3 and 1.7 it may subtract kill(I) ∩ use(I′; U⃖), and does here.',
      open('papers/flw2d1col.f', { routine: 'flw2d1col', ...steps('adjointWrite', 'graph') }),
    ],
  ],
  TAP: [
    [
      'Fig. 1',
      'The “recompute-all” tactic',
      'Offered, though TAPENADE stores: a loop keeps its first state, and runs again from there.',
      open('papers/checkpoints.c', {
        routine: 'd',
        options: { storage: 'recompute' },
        arrangement: 'compare',
        view: 'schedule',
        stand: { of: 'recompute 3', at: AT_ITS_END },
      }),
    ],
    [
      'Fig. 2',
      'The “store-all” tactic',
      '',
      open('papers/checkpoints.c', {
        routine: 'checkpointed',
        options: { calls: 'split' },
        arrangement: 'step',
      }),
    ],
    [
      'Fig. 3',
      'Checkpointing part D',
      '',
      open('papers/checkpoints.c', { routine: 'checkpointed', arrangement: 'step' }),
    ],
    [
      'Fig. 4',
      'The tangent mode',
      'The derivative of the root at 0 is 0 by definition, so a test stands before the quotient.',
      open('kernels/discrepancy.f90', { mode: 'tangent', arrangement: 'read' }),
    ],
    [
      'Fig. 5',
      'The reverse mode, before analyses',
      'The dummy e and the index i count as initialised here, so that they are pushed, too.',
      open('kernels/discrepancy.f90', {
        options: { ...BEFORE_LIVENESS, record: 'initialized', merge: false },
        arrangement: 'read',
      }),
    ],
    ['Fig. 6', 'The architecture of TAPENADE', 'A diagram without a program.'],
    [
      'Fig. 7',
      'The reverse mode, as TAPENADE has it',
      'The derivative of the root at 0 is 0 by definition, so a test stands before the quotient.',
      open('kernels/discrepancy.f90', { options: BEFORE_LIVENESS, arrangement: 'read' }),
    ],
    [
      'Fig. 8',
      'A while loop and a jump',
      '',
      open('papers/while-jump.f90', { options: BEFORE_LIVENESS, arrangement: 'read' }),
    ],
    [
      'Fig. 9',
      'Control reversal on the flow graph',
      '',
      open('papers/while-jump.f90', { options: BEFORE_LIVENESS, arrangement: 'graphs' }),
    ],
    [
      'Fig. 10',
      'A call and its snapshot',
      'The report’s In-Out snapshot is {x, a, T(k:k+6), k}; where nothing later writes x, T and k, adjoint write leaves {a}. The text of G is ours.',
      open('papers/call.f', {
        routine: 'calls',
        options: { ...BEFORE_LIVENESS, snapshots: 'eager' },
        arrangement: 'read',
      }),
    ],
    [
      '4.2',
      'External routines',
      'What the report writes as a matrix is a directive here: which values after the call depend on which before.',
      open('papers/black-box.f', { options: BEFORE_LIVENESS, arrangement: 'read' }),
    ],
    [
      'Fig. 11',
      'The graphical interface',
      'This page.',
      open('papers/while-jump.f90', { options: BEFORE_LIVENESS, arrangement: 'all' }),
    ],
  ],
};

function exampleOf(paper: Paper, [number, title, differs, opened]: Row): Example | null {
  if (!opened) return null;
  const { file, directive, ...how } = opened;
  const printed = files[`./${file}`];
  if (printed === undefined) throw new Error(`no kernel is called ${file}`);
  const source = directive
    ? printed.replace(directive[1], (line) => `c     backsweep: ${directive[0]}\n${line}`)
    : printed;
  return {
    id: `[${paper}] ${number}`,
    title: `[${paper}] ${number}, ${title}`,
    look: differs === '' ? 'As in the paper.' : differs,
    language: file.endsWith('.c') ? 'c' : 'fortran',
    source,
    inputs: KERNEL_INPUTS[file] ?? {},
    ...how,
  };
}

export const PAPER_ITEMS: readonly PaperItem[] = (Object.keys(PAPERS) as Paper[]).flatMap((paper) =>
  ROWS[paper].map((row) => {
    const [number, title, differs] = row;
    return { paper, number, title, differs, example: exampleOf(paper, row) };
  }),
);

/** Every choice a user has about how the adjoint is made (design 3). */
export interface Options {
  /** Only active variables get derivatives (theory 3). */
  activity: boolean;
  /** Statements whose results nothing in the rest of the adjoint reads leave the forward sweep (theory 5). */
  adjointLiveness: boolean;
  /** Snapshots leave out what is put back before they are popped (theory 6); off, all that is written later counts as changed. */
  adjointWrite: boolean;
  /** Resets and increments of adjoints are merged (theory 8). */
  merge: boolean;
  /** Nested elementary calls are split into temporaries before anything else. */
  splitNested: boolean;
  /** The outputs still hold their primal values after the backward sweep. */
  keepPrimalResults: boolean;
  /** Required scalars are recomputed in the block rather than recorded, where possible (theory 4.6). */
  recompute: boolean;
  /** Partials read the result of their operation where that records less (theory 4.6). */
  useResults: boolean;
  /** Elements of one array are told apart where their subscripts differ for certain (theory 4.4); else an array is one location. */
  elements: boolean;
  /** What is recorded (theory 4.5); `least`: the fewest bytes a window, values computed again where that saves some (theory 15). */
  record: 'all' | 'initialized' | 'tbr' | 'least';
  /** `recompute`: nothing is kept but where each loop and sequence starts, and all else is computed again from there (theory 11). */
  storage: 'store' | 'recompute';
  /** How control is reversed (theory 7). */
  reversal: 'joins' | 'structured' | 'statements' | 'blocks';
  /** How a basic block is differentiated (theory 8). */
  basicBlocks: 'statements' | 'codelist' | 'preaccumulate';
  /** What is eliminated of a block's linearised graph, and in which order, with `preaccumulate` (theory 8.3). */
  elimination: {
    kind: 'edge' | 'vertex' | 'face';
    order: readonly ('HS' | 'LM' | 'forward' | 'reverse')[] | 'optimal' | 'annealed';
  };
  /** Which values of a block are outputs of its graph: all that variables keep, or those whose adjoint may not be zero. */
  blockOutputs: 'all' | 'needed';
  /** How calls are reversed (theory 6). */
  calls: 'joint' | 'split' | 'inline';
  /** What a checkpointed call saves (theory 6). */
  snapshots: 'eager' | 'lazy';
  /** Are loops that end on a small change of their iterate reversed by the fixed point that they come to (theory 10)? */
  fixedPoints: 'off' | 'implicit';
  /** Suffixes of generated names. */
  naming: { adjoint: string; tangent: string };
}

export const DEFAULT_OPTIONS: Options = {
  activity: true,
  adjointLiveness: true,
  adjointWrite: true,
  merge: true,
  splitNested: false,
  keepPrimalResults: false,
  recompute: false,
  useResults: false,
  elements: true,
  record: 'tbr',
  storage: 'store',
  reversal: 'joins',
  basicBlocks: 'statements',
  elimination: { kind: 'edge', order: ['HS', 'LM', 'reverse'] },
  blockOutputs: 'needed',
  calls: 'joint',
  snapshots: 'lazy',
  fixedPoints: 'off',
  naming: { adjoint: 'b', tangent: 'd' },
};

export type Mode = 'adjoint' | 'tangent' | 'vector-tangent' | 'tangent-over-adjoint';
export type Target = 'c' | 'fortran' | 'javascript';

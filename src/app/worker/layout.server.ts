import type { Graph } from '../../engine/pipeline/results';
import type { Fold } from '../layout/measure';
import { place, reuse } from '../layout/place';
import type { Layout } from '../layout/types';
import { serve } from './answer';

interface Drawn {
  readonly graphs: { readonly original: Graph; readonly forward: Graph; readonly adjoint: Graph };
  readonly fold: Fold;
  /** What survives from it keeps its order. */
  readonly earlier: Layout | null;
}

const answers = {
  layout: ({ graphs, fold, earlier }: Drawn): Layout | Promise<Layout> => {
    const kept = earlier === null ? null : reuse(graphs, earlier, fold);
    return kept ?? place(graphs, fold, earlier);
  },
};
export type LayoutAnswers = typeof answers;

serve(answers, ['layout']);

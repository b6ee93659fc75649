import type { AlgorithmRun, AlgorithmStep } from '../../../engine/pipeline/results';
import type { GraphName } from '../../store/results/lookup';

/** What of each graph is there after a step: the rest is drawn faintly. */
export interface Appeared {
  readonly vertices: (id: string) => boolean;
  readonly edges: (index: number) => boolean;
}

/**
 * What an algorithm makes is there from the step that makes it; what an earlier one made, and what none makes, is there
 * from the start; what only later ones make is not there yet.
 */
export function appeared(runs: readonly AlgorithmRun[], run: AlgorithmRun, at: number) {
  const earlier = runs.filter(({ algorithm }) => algorithm < run.algorithm);
  const of = (graph: GraphName): Appeared => {
    const here = madeBy(run.steps, graph);
    const now = madeBy(run.steps.slice(0, at + 1), graph);
    const before = earlier.map(({ steps }) => madeBy(steps, graph));
    const ever = runs.map(({ steps }) => madeBy(steps, graph));
    const isThere = (key: string) =>
      here.has(key) ? now.has(key) : before.some((set) => set.has(key)) || !ever.some((set) => set.has(key));
    return {
      vertices: (id) => isThere(`vertex ${id}`),
      edges: (index) => isThere(`edge ${index}`),
    };
  };
  return { original: of('original'), forward: of('forward'), adjoint: of('adjoint') };
}

function madeBy(steps: readonly AlgorithmStep[], graph: GraphName): ReadonlySet<string> {
  const made = steps.flatMap(({ makes }) => makes.filter((each) => each.graph === graph));
  return new Set(
    made.flatMap(({ vertices, edges }) => [
      ...vertices.map((id) => `vertex ${id}`),
      ...edges.map((index) => `edge ${index}`),
    ]),
  );
}

/** The next step that has the vertex at hand, round from the end to the start; -1 where none has. */
export function nextAt({ steps }: AlgorithmRun, at: number, vertex: string): number {
  const after = steps.findIndex((step, i) => i > at && step.vertex === vertex);
  return after >= 0 ? after : steps.findIndex((step) => step.vertex === vertex);
}

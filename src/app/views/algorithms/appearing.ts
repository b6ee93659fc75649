import type { AlgorithmRun, AlgorithmStep } from '../../../engine/pipeline/results';
import type { GraphName } from '../../store/results/lookup';

/** The part of each graph that exists after a step: the rest is drawn faintly. */
export interface Appeared {
  readonly vertices: (id: string) => boolean;
  readonly edges: (index: number) => boolean;
}

/**
 * What a line makes exists from its step on; what earlier algorithms make, and what none makes, exists from the start; what
 * only later ones make does not exist yet.
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

/** The next step that has the vertex at hand, continuing at the start after the end; -1 if none has. */
export function nextAt({ steps }: AlgorithmRun, at: number, vertex: string): number {
  const after = steps.findIndex((step, i) => i > at && step.vertex === vertex);
  return after >= 0 ? after : steps.findIndex((step) => step.vertex === vertex);
}

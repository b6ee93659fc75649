/**
 * Which arrow the backward sweep takes where its graph forks. Between two statements that are undone one after the other, the
 * path through the graph leads over vertices that undo nothing. The question is asked at the first of them with two outgoing
 * arrows, where exactly one arrow leads on to what is undone next.
 */
import { reached } from '../base/components';
import type { Edge, Graph, PredictChoice } from '../pipeline/results';
import { optionOf } from './names';

export interface Fork {
  /** The vertex at which an arrow is to be chosen, and its arrows. */
  readonly at: string;
  readonly arrows: readonly Edge[];
  readonly right: Edge;
}

/** `busy`: vertices that undo something in this run. */
export function forkBetween(
  graph: Graph,
  now: string,
  then: string,
  busy: ReadonlySet<string | null>,
): Fork | null {
  const out = (id: string) => graph.edges.filter((edge) => edge.from === id);
  const seen = new Set([now]);
  let at = now;
  for (;;) {
    const arrows = out(at);
    if (arrows.length > 1) {
      const leading = arrows.filter(({ to }) => leads(out, to, then, busy));
      const [right] = leading;
      return leading.length === 1 && right !== undefined ? { at, arrows, right } : null;
    }
    const [only] = arrows;
    if (only === undefined || seen.has(only.to) || busy.has(only.to)) return null;
    at = only.to;
    seen.add(at);
  }
}

/** Whether a path leads from one vertex to another, over vertices that undo nothing. */
function leads(
  out: (id: string) => readonly Edge[],
  from: string,
  to: string,
  busy: ReadonlySet<string | null>,
): boolean {
  return reached([from], (at) => (busy.has(at) ? [] : out(at).map((edge) => edge.to))).has(to);
}

export function arrowChoices(graph: Graph, { arrows, right }: Fork): PredictChoice[] {
  const numbers = new Map(graph.vertices.map(({ id, number: n }) => [id, n < 0 ? `−${-n}` : String(n)]));
  return arrows.map((edge, k) => {
    const arrow = edge.label === '' ? 'the arrow' : `arrow \`${edge.label}\``;
    const title = `${arrow} from vertex ${numbers.get(edge.from)} to vertex ${numbers.get(edge.to)}`;
    return optionOf(`${k}`, title, edge === right, { edge: { ...edge } });
  });
}

/**
 * [CFR] Algorithm 1: a number for every vertex, counted from 1 at ENTRY, such that a vertex comes after those that
 * dominate it and before those that postdominate it; a loop's body before its successor, an ENDBRANCH after every
 * branch that it closes.
 *
 * Lines 14 to 16 are mended: as printed they look at the top of the stack, which on nested branches may be a
 * stranger's ENDBRANCH; here line 14 takes it off, `k := S.pop()`, 15 appends k, 16 goes on from it.
 */
import { itemAt } from '../../base/lookup';
import { isStructuredPicture, type Picture, vertexAt } from './picture';

/** One line of Algorithm 1 as it runs. `stack` holds the ENDBRANCH vertices that wait, the top last. */
export interface NumberingStep {
  readonly line: number;
  readonly vertex: number;
  readonly edge: number | null;
  /** Set where the line appends the vertex. */
  readonly number: number | null;
  readonly stack: readonly number[];
}

/**
 * Numbers by picture index. Where the graph isn't structured, Algorithm 1 does not apply, and the vertices are counted in
 * the order in which the source lays them, which on structured graphs is the same.
 */
export function numberVertices(picture: Picture, note?: (step: NumberingStep) => void): number[] {
  const numbers = isStructuredPicture(picture) ? algorithm1(picture, note) : null;
  return numbers ?? picture.vertices.map((_, v) => v + 1);
}

/** Indices of the edges as the algorithms take them: by the number of their source, a loop's body before its exit. */
export function edgeOrder(picture: Picture, numbers: readonly number[]): number[] {
  const sources = picture.vertices.map((_, v) => v);
  sources.sort((a, b) => (numbers[a] as number) - (numbers[b] as number));
  return sources.flatMap((v) => itemAt(picture.outgoing, v));
}

type Task =
  | { readonly kind: 'visit'; readonly edge: number | null; readonly vertex: number }
  | { readonly kind: 'close'; readonly branch: number };

function algorithm1(picture: Picture, note?: (step: NumberingStep) => void): number[] | null {
  const numbers = new Array<number>(picture.vertices.length).fill(0);
  const visited = new Set<number>();
  const waiting: number[] = [];
  let count = 0;
  const say = (line: number, vertex: number, edge: number | null, number: number | null = null) =>
    note?.({ line, vertex, edge, number, stack: [...waiting] });
  const append = (line: number, v: number) => {
    numbers[v] = ++count;
    say(line, v, null, count);
  };
  // The recursion as a list of what is left to do, the next last: graphs may be deeper than the stack.
  const work: Task[] = [{ kind: 'visit', edge: null, vertex: 0 }];
  const goOn = (v: number) => {
    for (const e of itemAt(picture.outgoing, v).toReversed())
      work.push({ kind: 'visit', edge: e, vertex: picture.edges[e]?.to as number });
  };
  for (let task = work.pop(); task; task = work.pop()) {
    if (task.kind === 'close') {
      const end = waiting.pop();
      if (end === undefined) return null;
      say(14, end, null);
      append(15, end);
      goOn(end);
      continue;
    }
    const { vertex: v, edge } = task;
    if (edge !== null) say(lineOfEdge(picture, edge), v, edge);
    if (visited.has(v)) {
      say(1, v, edge);
      continue;
    }
    visited.add(v);
    say(2, v, edge);
    const { kind } = vertexAt(picture, v);
    if (kind === 'ENDBRANCH') {
      waiting.push(v);
      say(4, v, edge);
      continue;
    }
    append(6, v);
    if (kind === 'BRANCH') work.push({ kind: 'close', branch: v });
    goOn(v);
  }
  return waiting.length > 0 || numbers.includes(0) ? null : numbers;
}

/** The line that follows an edge: 8 into a loop's body, 9 past it, 16 from an ENDBRANCH, else 11. */
function lineOfEdge(picture: Picture, e: number): number {
  const edge = picture.edges[e];
  const kind = edge && vertexAt(picture, edge.from).kind;
  if (kind === 'LOOP') return edge?.label === '1' ? 8 : 9;
  return kind === 'ENDBRANCH' ? 16 : 11;
}

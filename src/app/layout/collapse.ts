/**
 * Loops and branches that are folded into one vertex. The original graph decides what belongs to a loop or branch; the sweeps
 * fold the counterparts, and the vertices between them that store control. The vertex that remains keeps the id of the head,
 * so that it keeps its row and its counterparts.
 */
import type { Edge, Graph, Vertex } from '../../engine/pipeline/results';
import { dominators, grouped } from './dominators';
import type { Graphs } from './types';

export interface Region {
  /** The LOOP, POSTLOOP or BRANCH that opens it. */
  readonly head: string;
  readonly inside: ReadonlySet<string>;
}

/** A vertex that a graph view draws: one that the engine made, or one that stands for those inside it. */
export interface ShownVertex extends Vertex {
  readonly folded?: readonly Vertex[];
}

/** The loops and branches of a graph that can be folded, outer ones first. */
export function regionsOf(graph: Graph): Region[] {
  const down = dominators(graph, 'down');
  const up = dominators(graph, 'up');
  const arcs: Arcs = {
    out: grouped(graph.edges.map(({ from, to }) => [from, to])),
    into: grouped(graph.edges.map(({ from, to }) => [to, from])),
  };
  const regions: Region[] = [];
  for (const vertex of graph.vertices) {
    const inside =
      vertex.kind === 'BRANCH'
        ? branchFrom(graph, arcs, vertex.id, up.nearest(vertex.id))
        : loopAt(arcs, vertex.id, down.above);
    if (inside.size < 3 || ![...inside].every((id) => down.above(vertex.id, id))) continue;
    regions.push({ head: vertex.id, inside });
  }
  return regions.sort((a, b) => b.inside.size - a.inside.size);
}

interface Arcs {
  readonly out: ReadonlyMap<string, readonly string[]>;
  readonly into: ReadonlyMap<string, readonly string[]>;
}

/** All vertices between a branch and the place where every path out of it meets again, including that place if it is the branch's own end. */
function branchFrom(
  graph: Graph,
  { out, into }: Arcs,
  head: string,
  meeting: string | undefined,
): Set<string> {
  const inside = new Set([head]);
  const work = [head];
  const closes = graph.vertices.some(({ id, kind }) => id === meeting && kind === 'ENDBRANCH');
  for (let id = work.pop(); id !== undefined; id = work.pop())
    for (const to of out.get(id) ?? [])
      if (to !== meeting && !inside.has(to)) {
        inside.add(to);
        work.push(to);
      }
  if (closes && meeting !== undefined && (into.get(meeting) ?? []).every((id) => inside.has(id)))
    inside.add(meeting);
  return inside;
}

/** The natural loop: what comes back to the head without leaving what the head dominates. */
function loopAt({ into }: Arcs, head: string, above: (a: string, b: string) => boolean): Set<string> {
  const inside = new Set([head]);
  const work = (into.get(head) ?? []).filter((from) => above(head, from));
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    if (inside.has(id)) continue;
    inside.add(id);
    work.push(...(into.get(id) ?? []));
  }
  return inside;
}

/** The three graphs with the regions at these heads folded; of nested ones the outermost counts. */
export function collapse(graphs: Graphs, regions: readonly Region[], heads: ReadonlySet<string>): Graphs {
  const folded: Region[] = [];
  for (const region of regions)
    if (heads.has(region.head) && !folded.some(({ inside }) => inside.has(region.head))) folded.push(region);
  if (folded.length === 0) return graphs;
  const fold = (graph: Graph) => folded.reduce(collapseOne, graph);
  return {
    original: fold(graphs.original),
    forward: fold(graphs.forward),
    adjoint: fold(graphs.adjoint),
  };
}

function collapseOne(graph: Graph, { head, inside }: Region): Graph {
  const all = withControl(graph, inside);
  const gone = graph.vertices.filter(({ id }) => all.has(id));
  const first = gone.find(({ id }) => id === head) ?? gone[0];
  if (first === undefined) return graph;
  const opener = openerOf(graph, first, all) ?? first;
  const shown: ShownVertex = {
    id: head,
    number: first.number,
    kind: opener.kind in OPENERS ? opener.kind : 'BASICBLOCK',
    control: false,
    statements: [
      ...(opener.kind in OPENERS ? opener.statements.slice(0, 1) : []),
      { text: `… ${gone.length} vertices`, statement: null, span: { start: 0, end: 0 }, role: 'comment' },
    ],
    folded: gone,
  };
  const edges: Edge[] = [];
  for (const { from, to, label } of graph.edges) {
    const edge = { from: all.has(from) ? head : from, to: all.has(to) ? head : to, label };
    if (edge.from === head && edge.to === head) continue;
    if (!edges.some((each) => each.from === edge.from && each.to === edge.to && each.label === label))
      edges.push(edge);
  }
  const at = graph.vertices.indexOf(first);
  const vertices = graph.vertices.flatMap((each, i) => (i === at ? [shown] : all.has(each.id) ? [] : [each]));
  return { vertices, edges };
}

const OPENERS: Partial<Record<Vertex['kind'], true>> = {
  LOOP: true,
  FORLOOP: true,
  POSTLOOP: true,
  BRANCH: true,
};

/** The vertex that folds the region: the head, or, where the head is an end or a join, the test that has a neighbour outside. */
function openerOf(graph: Graph, first: Vertex, all: ReadonlySet<string>): Vertex | undefined {
  if (first.kind in OPENERS) return first;
  return graph.vertices.find(
    ({ id, kind }) =>
      kind in OPENERS &&
      all.has(id) &&
      graph.edges.some(({ from, to }) => (from === id && !all.has(to)) || (to === id && !all.has(from))),
  );
}

/** With the vertices of this graph alone that lie between vertices inside, and nowhere else. */
function withControl(graph: Graph, inside: ReadonlySet<string>): Set<string> {
  const own = new Set(
    graph.vertices.filter(({ id, control }) => control || id.includes('.')).map(({ id }) => id),
  );
  for (let before = -1; before !== own.size; ) {
    before = own.size;
    for (const { from, to } of graph.edges) {
      if (own.has(from) && !inside.has(to) && !own.has(to)) own.delete(from);
      if (own.has(to) && !inside.has(from) && !own.has(from)) own.delete(to);
    }
  }
  return new Set([...inside, ...own]);
}

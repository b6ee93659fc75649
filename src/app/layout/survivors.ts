import type { Graph, Vertex } from '../../engine/pipeline/results';
import { keyOf } from './rows';
import { type Graphs, type Layout, NAMES, type Name } from './types';

/** By graph and vertex id: the key by which a vertex is recognised after an edit. */
export type Contents = { readonly [G in Name]: ReadonlyMap<string, string> };

/**
 * A vertex with text is told by its kind and text, one without by its kind and what leads to it; counterparts by what
 * they are in the original, and what stores control by its text and what leads to it. Those that are still alike are
 * counted in the order of the graph.
 */
export function contentKeys(graphs: Graphs): Contents {
  const original = contentsOf(graphs.original, new Map());
  return {
    original,
    forward: contentsOf(graphs.forward, original),
    adjoint: contentsOf(graphs.adjoint, original),
  };
}

function contentsOf(graph: Graph, counterparts: ReadonlyMap<string, string>): Map<string, string> {
  const vertices = new Map(graph.vertices.map((each) => [each.id, each]));
  const leadsTo = new Map<string, string>();
  for (const { from, to } of graph.edges) if (!leadsTo.has(to)) leadsTo.set(to, from);
  const described = (vertex: Vertex): string => {
    const seen = new Set<Vertex>();
    let text = '';
    for (let at: Vertex | undefined = vertex; at !== undefined && !seen.has(at); ) {
      const known = counterparts.get(at.id);
      if (known !== undefined) return text + known;
      seen.add(at);
      text += `${at.kind} ${at.statements.map((each) => each.text).join('; ')} < `;
      if (at.statements.length > 0 && !at.control) break;
      at = vertices.get(leadsTo.get(at.id) ?? '');
    }
    return text;
  };
  const met = new Map<string, number>();
  return new Map(
    graph.vertices.map((vertex) => {
      const text = described(vertex);
      const count = met.get(text) ?? 0;
      met.set(text, count + 1);
      return [vertex.id, count === 0 ? text : `${text}#${count}`];
    }),
  );
}

/** Keys of the vertices that stood in an earlier layout, a group for each of its rows, from the top down. */
export function survivorsOf(graphs: Graphs, contents: Contents, earlier: Layout): string[][] {
  const rows = new Map<number, Set<string>>();
  const taken = new Set<string>();
  for (const name of NAMES) {
    const now = new Map(graphs[name].vertices.map((each) => [contents[name].get(each.id) ?? '', each]));
    for (const { content, y } of earlier.graphs[name].vertices) {
      const vertex = now.get(content);
      if (vertex === undefined) continue;
      const key = keyOf(name, vertex);
      // Counterparts share their row, so the first graph that has one decides.
      if (taken.has(key)) continue;
      taken.add(key);
      const row = Math.round(y);
      rows.set(row, (rows.get(row) ?? new Set()).add(key));
    }
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, keys]) => [...keys]);
}

import type { Graph, Vertex } from '../../../engine/pipeline/results';
import type { PlacedGraph } from '../../layout/types';
import { blockName } from '../sets/rows';

/**
 * Travel by keyboard. Up and down follow the edges, to whichever neighbour lies that way; left and right go to the next vertex of the
 * same row. Null when the key is none of these, or there is nothing that way.
 */
export function travel(graph: PlacedGraph, from: string, key: string): string | null {
  const at = graph.vertices.find(({ id }) => id === from);
  if (at === undefined) return null;
  if (key === 'Home') return graph.vertices[0]?.id ?? null;
  if (key === 'End') return graph.vertices.at(-1)?.id ?? null;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const side = key === 'ArrowLeft' ? -1 : 1;
    const row = graph.vertices.filter(
      ({ id, x, y }) => id !== from && (x - at.x) * side > 0 && Math.abs(y - at.y) < 30,
    );
    return nearest(row, at);
  }
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const side = key === 'ArrowUp' ? -1 : 1;
  const joined = new Set(
    graph.edges.flatMap(({ from: a, to: b }) => (a === from ? [b] : b === from ? [a] : [])),
  );
  return nearest(
    graph.vertices.filter(({ id, y }) => joined.has(id) && (y - at.y) * side > 0),
    at,
  );
}

function nearest(places: PlacedGraph['vertices'], at: { x: number; y: number }): string | null {
  const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - at.x, y - at.y);
  return [...places].sort((a, b) => distance(a) - distance(b))[0]?.id ?? null;
}

/** A vertex in words: kind, number, text, and where its edges go. */
export function spokenVertex(vertex: Vertex, graph: Graph, foldable = false): string {
  const numbers = new Map(graph.vertices.map((each) => [each.id, each.number]));
  const goes = graph.edges
    .filter(({ from }) => from === vertex.id)
    .map(({ to, label }) => `${numbers.get(to)}${label === '' ? '' : ` when ${label}`}`);
  const text = vertex.statements.map((each) => each.text).join('; ');
  return [
    blockName(vertex),
    ...(text === '' ? [] : [text]),
    ...(goes.length === 0 ? [] : [`goes to ${goes.join(' and ')}`]),
    ...(foldable ? ['can be folded'] : []),
  ].join(': ');
}

/**
 * The text format of graphs: `inputs 0 1, outputs 4 5: 0>2 1>2 2>3 3>4 2>4 3>5`. A range of numbers is `0..3`, an arrow `>`
 * or `->`; other words, such as a name, are ignored. Vertices are in the order of their numbers.
 */
import type { DiagnosticSink } from '../../base/diagnostics';
import type { GivenGraph, LinearisedRole } from '../results';

const PIECES = /(\d+)\s*-?>\s*(\d+)|(\d+)\s*\.\.\s*(\d+)|(\d+)|(inputs?|outputs?)\b|([:;])|[a-z_][\w-]*/gi;
/** A longer range is a slip, not a graph. */
const MOST = 100_000;

export function readEdgeList(text: string, sink: DiagnosticSink): GivenGraph {
  const roles = new Map<number, LinearisedRole>();
  const edges: { from: number; to: number }[] = [];
  let role: LinearisedRole | null = null;
  for (const piece of text.matchAll(PIECES)) {
    const [all, from, to, first, last, single, word] = piece;
    const span = { start: piece.index, end: piece.index + all.length };
    if (to !== undefined) {
      edges.push({ from: Number(from), to: Number(to) });
      role = null;
      continue;
    }
    const [low, high] = [Number(first ?? single), Number(last ?? single)];
    if (word) role = word.toLowerCase().startsWith('input') ? 'input' : 'output';
    else if (Number.isNaN(low)) role = ':;'.includes(all) ? null : role;
    else if (high - low > MOST)
      sink.error(
        'graph-size',
        `The range ${all} has more vertices than can be shown.`,
        span,
        'Check its end.',
      );
    else if (role) for (let id = low; id <= high; id++) roles.set(id, role);
  }
  if (edges.length === 0) {
    const span = { start: 0, end: text.length };
    sink.error('graph-edges', 'There is no edge in this text.', span, 'Write an edge as `0>2`.');
  }
  for (const id of edges.flatMap(({ from, to }) => [from, to]))
    roles.set(id, roles.get(id) ?? 'intermediate');
  const vertices = [...roles].sort(([a], [b]) => a - b).map(([id, each]) => ({ id, role: each }));
  return { vertices, edges };
}

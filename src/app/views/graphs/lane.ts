import type { Differentiation, Graph } from '../../../engine/pipeline/results';
import type { PlacedGraph } from '../../layout/types';
import { storedName } from '../../store/results/lookup';

/** One thing that the forward sweep stores about its way, and where: heights are the layout's. */
export interface LaneItem {
  readonly recording: string;
  readonly what: string;
  readonly size: string;
  readonly pushes: readonly number[];
  readonly pops: readonly number[];
}

/** What is stored of control, in the order in which the backward sweep needs it: its last entry stands lowest. */
export function laneItems(
  result: Differentiation,
  forward: { readonly graph: Graph; readonly placed: PlacedGraph },
  backward: { readonly graph: Graph; readonly placed: PlacedGraph },
): LaneItem[] {
  const pushes = heights(forward.graph, forward.placed);
  const pops = heights(backward.graph, backward.placed);
  const items = result.recordings.flatMap((each): LaneItem[] => {
    const isControl = each.kind !== 'value' && each.kind !== 'snapshot';
    const [from, to] = [pushes.get(each.id) ?? [], pops.get(each.id) ?? []];
    if (!isControl || (from.length === 0 && to.length === 0)) return [];
    return [{ recording: each.id, what: storedName(each), size: sizeOf(each.bytes), pushes: from, pops: to }];
  });
  return joined(items).sort((a, b) => middle(a) - middle(b));
}

/** Styles that store a number at every turn have one place that takes them all back. */
function joined(items: readonly LaneItem[]): LaneItem[] {
  const numbers = items.filter(({ what }) => what === 'number');
  const [first] = numbers;
  if (first === undefined || numbers.length === 1) return [...items];
  const all: LaneItem = {
    ...first,
    what: 'numbers',
    pushes: numbers.flatMap(({ pushes }) => pushes),
    pops: [...new Set(numbers.flatMap(({ pops }) => pops))],
  };
  return [...items.filter(({ what }) => what !== 'number'), all];
}

export function middle({ pushes, pops }: LaneItem): number {
  const all = pops.length > 0 ? pops : pushes;
  return all.reduce((sum, y) => sum + y, 0) / Math.max(1, all.length);
}

/** By recording: where vertices of a graph name it, from the top down. */
function heights(graph: Graph, placed: PlacedGraph): Map<string, number[]> {
  const y = new Map(placed.vertices.map((each) => [each.id, each.y]));
  const found = new Map<string, number[]>();
  for (const vertex of graph.vertices) {
    const inside = 'folded' in vertex ? (vertex.folded as Graph['vertices']) : [vertex];
    for (const { statements } of inside)
      for (const { recording, role } of statements) {
        const at = y.get(vertex.id);
        if (recording === undefined || at === undefined || (role !== 'push' && role !== 'pop')) continue;
        const list = found.get(recording) ?? [];
        if (!list.includes(at))
          found.set(
            recording,
            [...list, at].sort((a, b) => a - b),
          );
      }
  }
  return found;
}

function sizeOf(bytes: number): string {
  if (bytes < 1) return `${Math.round(8 * bytes)} bit`;
  return `${bytes} B`;
}

/** Moves chips that stand too close apart, each as little as it takes, keeping their order. */
export function spread(wanted: readonly number[], gap: number): number[] {
  // Without the gaps they only must not fall back behind each other: neighbours that would, meet at their mean.
  const groups: { sum: number; count: number }[] = [];
  wanted.forEach((y, i) => {
    let group = { sum: y - i * gap, count: 1 };
    for (
      let last = groups.at(-1);
      last && last.sum / last.count > group.sum / group.count;
      last = groups.at(-1)
    ) {
      groups.pop();
      group = { sum: last.sum + group.sum, count: last.count + group.count };
    }
    groups.push(group);
  });
  return groups
    .flatMap(({ sum, count }) => Array<number>(count).fill(sum / count))
    .map((y, i) => y + i * gap);
}

import type { Eliminated, EliminationKind, EliminationTarget } from '../../../engine/pipeline/results';

export interface Option {
  readonly step: EliminationTarget;
  readonly title: string;
  readonly multiplications: number;
  readonly objection: string | null;
  /** Edges that it would make or add to. */
  readonly makes: readonly string[];
  readonly says: string;
}

/** The possible eliminations of what is in hand, and their effects. */
export function optionsOf(now: Eliminated, kind: EliminationKind, hand: Hand | null): Option[] {
  if (hand === null) return [];
  const label = (id: number) => now.graph.vertices.find((each) => each.id === id)?.label ?? String(id);
  const isThere = new Set(now.remaining.map(({ from, to }) => edgeKey(from, to)));
  const into = (id: number) => [
    ...new Set(now.remaining.filter(({ to }) => to === id).map(({ from }) => from)),
  ];
  const outOf = (id: number) => [
    ...new Set(now.remaining.filter(({ from }) => from === id).map(({ to }) => to)),
  ];
  return now.choices
    .filter((choice) => {
      if ('vertex' in hand) return choice.source === undefined && choice.vertex === hand.vertex;
      if (kind === 'face')
        return (
          (choice.source === hand.from && choice.vertex === hand.to) ||
          (choice.vertex === hand.from && choice.target === hand.to)
        );
      return choice.source === hand.from && choice.target === hand.to;
    })
    .map((choice) => {
      const { multiplications, objection, ...step } = choice;
      const pairs = pairsOf(step, into, outOf);
      const makes = pairs.map(([from, to]) => edgeKey(from, to));
      const named = (which: boolean) =>
        pairs
          .filter(([from, to]) => isThere.has(edgeKey(from, to)) === which)
          .map(([from, to]) => `${label(from)} → ${label(to)}`);
      const [grown, fresh] = [named(true), named(false)];
      const says = [
        fresh.length > 0 ? `makes ${fresh.join(', ')}` : '',
        grown.length > 0 ? `adds to ${grown.join(', ')}` : '',
      ];
      const title =
        step.direction ??
        (kind === 'face'
          ? `${label(step.source as number)} → ${label(step.vertex as number)} → ${label(step.target as number)}`
          : 'eliminate');
      return {
        step,
        title,
        multiplications,
        objection,
        makes,
        says: says.filter((text) => text !== '').join(', '),
      };
    });
}

function pairsOf(
  { source, target, vertex, direction }: EliminationTarget,
  into: (id: number) => number[],
  outOf: (id: number) => number[],
): [number, number][] {
  if (source === undefined || target === undefined)
    return into(vertex as number).flatMap((i) =>
      outOf(vertex as number).map((k): [number, number] => [i, k]),
    );
  if (vertex !== undefined) return [[source, target]];
  return direction === 'front'
    ? outOf(target).map((k): [number, number] => [source, k])
    : into(source).map((i): [number, number] => [i, target]);
}

/** An edge or a vertex that is in hand. */
export type Hand = { readonly from: number; readonly to: number } | { readonly vertex: number };

export const edgeKey = (from: number, to: number) => `${from}>${to}`;

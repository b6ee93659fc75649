import { useMemo } from 'react';
import type { PredictChoice, PredictQuestion, Vertex } from '../../../engine/pipeline/results';
import type { PlacedEdge, PlacedVertex } from '../../layout/types';
import { lineCounter } from '../../ui/text';
import { useApp, usePlaced } from '../../use';
import { EdgeLine } from '../graphs/EdgeLine';
import { VertexShape } from '../graphs/VertexShape';
import type { Marking } from './KernelMarks';

const PAD = 18;

/**
 * The graph of the backward sweep, to click a vertex or an arrow in. Until the answer is there, vertices name the lines that they
 * stand for, not what is done in them. The same choices stand as a list beside it, which is what the keyboard uses.
 */
export function AskedGraph({ question, chosen, judgement, onChoose }: Marking) {
  const [places, placing] = usePlaced();
  const placed = placing ? null : places;
  const wanted = question !== null && (question.kind === 'vertex' || question.kind === 'arrow');
  const texts = useLineTexts();
  if (!wanted || placed === null) return null;
  const graph = placed.drawn.graphs.adjoint;
  const layout = placed.layout.graphs.adjoint;
  const known = new Map(graph.vertices.map((each) => [each.id, each]));
  // What is folded cannot be clicked.
  if (!question.choices.every((each) => isIn(each, layout.vertices, layout.edges))) return null;
  const at = placed.result.statements.find(({ id }) => id === question.statement)?.vertex ?? null;
  const verdictOf = (choice: PredictChoice | undefined) =>
    judgement?.choices.find(({ value }) => value === choice?.value)?.verdict;
  const look = (choice: PredictChoice | undefined) => ({
    'data-offered': choice !== undefined || undefined,
    'data-chosen': (choice !== undefined && chosen.has(choice.value)) || undefined,
    'data-verdict': verdictOf(choice),
    onClick: () => choice !== undefined && judgement === null && onChoose(choice.value),
  });
  return (
    <figure className="asked-graph">
      <figcaption>Backward sweep{judgement === null && ', by the lines that are undone'}</figcaption>
      <svg
        className="canvas"
        data-sweep="backward"
        viewBox={`${-PAD} ${-PAD} ${layout.width + 2 * PAD} ${layout.height + 2 * PAD}`}
        width={layout.width + 2 * PAD}
        height={layout.height + 2 * PAD}
        role="img"
        aria-label="Graph of the backward sweep; its choices stand in the list of the question"
      >
        {layout.edges.map((edge) => (
          <g key={edge.id} {...look(choiceOf(question, edge))}>
            <path className="asked-room" d={edge.path} />
            <EdgeLine edge={edge} />
          </g>
        ))}
        {layout.vertices.map((place) => {
          const vertex = known.get(place.id);
          if (vertex === undefined) return null;
          const choice = question.choices.find((each) => each.vertex === place.id);
          return (
            <g key={place.id} {...look(choice)}>
              <VertexShape
                vertex={judgement === null ? covered(vertex, texts) : vertex}
                place={place}
                lit={place.id === at}
              />
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

const sameEdge = (choice: PredictChoice, { from, to, label }: PlacedEdge): boolean =>
  choice.edge?.from === from && choice.edge.to === to && choice.edge.label === label;
const choiceOf = ({ choices }: PredictQuestion, edge: PlacedEdge) =>
  choices.find((each) => sameEdge(each, edge));
const isIn = (choice: PredictChoice, vertices: readonly PlacedVertex[], edges: readonly PlacedEdge[]) =>
  choice.edge === null
    ? vertices.some(({ id }) => id === choice.vertex)
    : edges.some((edge) => sameEdge(choice, edge));

/** By vertex: the lines of the kernel that it stands for. */
function useLineTexts(): ReadonlyMap<string, string> {
  const shown = useApp((state) => state.shown);
  return useMemo(() => {
    const lines = new Map<string, Set<number>>();
    const lineOf = lineCounter(shown?.request.source ?? '');
    for (const { vertex, span } of shown?.statements ?? [])
      if (vertex !== null) lines.set(vertex, (lines.get(vertex) ?? new Set()).add(lineOf(span.start)));
    return new Map(
      [...lines].map(([vertex, all]) => {
        const sorted = [...all].sort((a, b) => a - b);
        const [first] = sorted;
        return [vertex, sorted.length === 1 ? `line ${first}` : `lines ${first}–${sorted.at(-1)}`];
      }),
    );
  }, [shown]);
}

/** A vertex that does not tell what is done in it. */
function covered(vertex: Vertex, texts: ReadonlyMap<string, string>): Vertex {
  const [first] = vertex.statements;
  const text = texts.get(vertex.id) ?? '';
  return {
    ...vertex,
    statements: first === undefined ? [] : [{ ...first, text, role: 'primal' }],
  };
}

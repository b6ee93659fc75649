import { memo } from 'react';
import type { Vertex } from '../../../engine/pipeline/results';
import { charactersIn, firstLine, isDot, LINE, linesOf } from '../../layout/measure';
import type { PlacedVertex } from '../../layout/types';
import { outline, shapeOf } from './shapes';

interface VertexShapeProps {
  readonly vertex: Vertex;
  readonly place: PlacedVertex;
  readonly lit?: boolean;
  readonly strong?: boolean;
  readonly found?: boolean;
  readonly current?: boolean;
  /** The statement that is asked about, which is in sight even where there is no room for all. */
  readonly at?: number;
  /** It opens a loop or branch that can be folded, or stands for one that is. */
  readonly fold?: 'open' | 'closed' | null;
  /** Left out, the vertex is only to be looked at. */
  readonly onEnter?: (id: string) => void;
  readonly onChoose?: ((id: string) => void) | undefined;
  readonly onFold?: (id: string) => void;
}

/**
 * A vertex by its kind: the shape says the kind, the number is the papers', the text is its statements. All coordinates are
 * those of the graph: a browser keeps what has a transformation of its own as a layer of its own, and there are many.
 */
export const VertexShape = memo(
  function VertexShape(props: VertexShapeProps) {
    const { vertex, place, lit, strong, found, current, at = 0, fold = null } = props;
    const { x, y, width, height } = place;
    const most = Math.max(1, Math.floor((height - 4) / LINE));
    const lines = isDot(vertex)
      ? []
      : linesOf(vertex, { characters: charactersIn(vertex.kind, width), lines: most }, at);
    const first = firstLine(vertex.statements.length, most, at);
    const skipped = first > 0 ? first - 1 : 0;
    const top = y - ((lines.length - 1) * LINE) / 2 + 4;
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the graph handles keys for all of its vertices
      <g
        className="vertex"
        data-place={`${x} ${y}`}
        data-vertex={vertex.id}
        data-kind={vertex.kind}
        data-control={vertex.control || undefined}
        data-lit={lit || undefined}
        data-strong={strong || undefined}
        data-found={found || undefined}
        data-current={current || undefined}
        onPointerEnter={() => props.onEnter?.(vertex.id)}
        onClick={() => props.onChoose?.(vertex.id)}
      >
        {fold === 'closed' && (
          <path className="outline behind" d={outline(shapeOf(vertex), { ...place, x: x + 4, y: y + 4 })} />
        )}
        <path className="outline" d={outline(shapeOf(vertex), place)} />
        <text className="vertex-number" x={x + place.numberAt.x} y={y + place.numberAt.y} textAnchor="start">
          {String(vertex.number).replace('-', '−')}
        </text>
        {lines.map((line, i) => {
          const isRest =
            (i === 0 && first > 0) ||
            (i === lines.length - 1 && lines.length + skipped < vertex.statements.length);
          const role =
            vertex.statements.length === 0 || isRest ? 'comment' : vertex.statements[i + skipped]?.role;
          return (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              key={i}
              className="vertex-text"
              data-role={role}
              x={vertex.kind === 'BASICBLOCK' && lines.length > 1 ? x - width / 2 + 9 : x}
              y={top + i * LINE}
              textAnchor={vertex.kind === 'BASICBLOCK' && lines.length > 1 ? 'start' : 'middle'}
            >
              {line}
            </text>
          );
        })}
        {fold !== null && (
          <Fold
            state={fold}
            x={x + width / 2 - foldInset(vertex)}
            y={y - height / 2 + foldDrop(vertex, height)}
            onFold={() => props.onFold?.(vertex.id)}
          />
        )}
        <title>{vertex.statements.map(({ text }) => text).join('\n') || vertex.kind}</title>
      </g>
    );
  },
  (a, b) =>
    a.vertex === b.vertex &&
    a.place === b.place &&
    a.lit === b.lit &&
    a.strong === b.strong &&
    a.found === b.found &&
    a.current === b.current &&
    a.at === b.at &&
    // What it calls depends on the vertex alone.
    a.fold === b.fold,
);

/** On the upper right of the shape, wherever its outline runs there; beside a dot, clear of it and of its number. */
function foldInset(vertex: Vertex): number {
  if (isDot(vertex)) return -11;
  const { kind } = vertex;
  if (kind === 'BRANCH' || kind === 'DISPATCH') return 14;
  return kind === 'LOOP' || kind === 'FORLOOP' || kind === 'POSTLOOP' ? 12 : 0;
}
function foldDrop(vertex: Vertex, height: number): number {
  if (isDot(vertex)) return -8;
  const { kind } = vertex;
  return kind === 'BRANCH' || kind === 'DISPATCH' ? height * 0.22 : 0;
}

interface FoldProps {
  readonly state: 'open' | 'closed';
  readonly x: number;
  readonly y: number;
  readonly onFold: () => void;
}

function Fold({ state, x, y, onFold }: FoldProps) {
  const minus = `M${x - 3} ${y}h6`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: minus and plus do it for the keyboard
    <g
      className="fold"
      data-fold={state}
      onClick={(event) => {
        event.stopPropagation();
        onFold();
      }}
    >
      <circle cx={x} cy={y} r={9} className="fold-room" />
      <circle cx={x} cy={y} r={5.5} />
      <path d={state === 'closed' ? `${minus}M${x} ${y - 3}v6` : minus} />
      <title>{state === 'closed' ? 'Unfold' : 'Fold'}</title>
    </g>
  );
}

import { memo } from 'react';
import type { Vertex } from '../../../engine/pipeline/results';
import { charactersIn, isDot, LINE, linesOf } from '../../layout/measure';
import type { PlacedVertex } from '../../layout/types';

interface VertexShapeProps {
  readonly vertex: Vertex;
  readonly place: PlacedVertex;
  readonly lit: boolean;
  readonly strong: boolean;
  readonly found: boolean;
  readonly current: boolean;
  /** It opens a loop or branch that can be folded, or stands for one that is. */
  readonly fold?: 'open' | 'closed' | null;
  readonly onEnter: (id: string) => void;
  readonly onChoose: (id: string) => void;
  readonly onFold?: (id: string) => void;
}

/**
 * A vertex by its kind: the shape says the kind, the number is the papers', the text is its statements. All coordinates are
 * those of the graph: a browser keeps what has a transformation of its own as a layer of its own, and there are many.
 */
export const VertexShape = memo(
  function VertexShape(props: VertexShapeProps) {
    const { vertex, place, lit, strong, found, current, fold = null, onEnter, onChoose, onFold } = props;
    const { x, y, width, height } = place;
    const most = Math.max(1, Math.floor((height - 4) / LINE));
    const lines = isDot(vertex)
      ? []
      : linesOf(vertex, { characters: charactersIn(vertex.kind, width), lines: most });
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
        onPointerEnter={() => onEnter(vertex.id)}
        onClick={() => onChoose(vertex.id)}
      >
        {fold === 'closed' && (
          <path className="outline behind" d={outline(vertex, { ...place, x: x + 4, y: y + 4 })} />
        )}
        <path className="outline" d={outline(vertex, place)} />
        <text className="vertex-number" x={x + place.numberAt.x} y={y + place.numberAt.y} textAnchor="start">
          {String(vertex.number).replace('-', '−')}
        </text>
        {lines.map((line, i) => {
          const role = vertex.statements[i]?.role;
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
            onFold={() => onFold?.(vertex.id)}
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

function outline(vertex: Vertex, { x, y, width, height }: PlacedVertex): string {
  const w = width / 2;
  const h = height / 2;
  if (isDot(vertex)) return circle(x, y, w);
  switch (vertex.kind) {
    case 'ENTRY':
    case 'EXIT':
      return rounded(x, y, w, h, h);
    case 'BRANCH':
      return `M${x} ${y - h}l${w} ${h}l${-w} ${h}l${-w} ${-h}Z`;
    case 'LOOP':
    case 'FORLOOP':
    case 'POSTLOOP':
      return `M${x - w} ${y}l14 ${-h}h${width - 28}l14 ${h}l-14 ${h}h${28 - width}Z`;
    case 'DISPATCH':
      return `M${x - w} ${y - h / 2}l12 ${-h / 2}h${width - 24}l12 ${h / 2}v${h}l-12 ${h / 2}h${24 - width}l-12 ${-h / 2}Z`;
    default:
      return rounded(x, y, w, h, 6);
  }
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
}
function rounded(x: number, y: number, w: number, h: number, r: number): string {
  const [across, down] = [2 * (w - r), 2 * (h - r)];
  return `M${x - w + r} ${y - h}h${across}q${r} 0 ${r} ${r}v${down}q0 ${r} ${-r} ${r}h${-across}q${-r} 0 ${-r} ${-r}v${-down}q0 ${-r} ${r} ${-r}Z`;
}

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

/** A vertex by its kind: the shape says the kind, the number is the papers', the text is its statements. */
export const VertexShape = memo(
  function VertexShape(props: VertexShapeProps) {
    const { vertex, place, lit, strong, found, current, fold = null, onEnter, onChoose, onFold } = props;
    const { x, y, width, height } = place;
    const most = Math.max(1, Math.floor((height - 4) / LINE));
    const lines = isDot(vertex)
      ? []
      : linesOf(vertex, { characters: charactersIn(vertex.kind, width), lines: most });
    const top = -((lines.length - 1) * LINE) / 2 + 4;
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the graph handles keys for all of its vertices
      <g
        className="vertex"
        transform={`translate(${x} ${y})`}
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
          <path className="outline behind" d={outline(vertex, width, height)} transform="translate(4 4)" />
        )}
        <path className="outline" d={outline(vertex, width, height)} />
        <text className="vertex-number" x={place.numberAt.x} y={place.numberAt.y} textAnchor="start">
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
              x={vertex.kind === 'BASICBLOCK' && lines.length > 1 ? -width / 2 + 9 : 0}
              y={top + i * LINE}
              textAnchor={vertex.kind === 'BASICBLOCK' && lines.length > 1 ? 'start' : 'middle'}
            >
              {line}
            </text>
          );
        })}
        {fold !== null && (
          // biome-ignore lint/a11y/noStaticElementInteractions: minus and plus do it for the keyboard
          <g
            className="fold"
            data-fold={fold}
            transform={`translate(${width / 2 - foldInset(vertex)} ${-height / 2 + foldDrop(vertex, height)})`}
            onClick={(event) => {
              event.stopPropagation();
              onFold?.(vertex.id);
            }}
          >
            <circle r={9} className="fold-room" />
            <circle r={5.5} />
            <path d={fold === 'closed' ? 'M-3 0H3M0 -3V3' : 'M-3 0H3'} />
            <title>{fold === 'closed' ? 'Unfold' : 'Fold'}</title>
          </g>
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

/** On the upper right of the shape, wherever its outline runs there. */
function foldInset({ kind }: Vertex): number {
  if (kind === 'BRANCH' || kind === 'DISPATCH') return 14;
  return kind === 'LOOP' || kind === 'FORLOOP' || kind === 'POSTLOOP' ? 12 : 0;
}
function foldDrop({ kind }: Vertex, height: number): number {
  return kind === 'BRANCH' || kind === 'DISPATCH' ? height * 0.22 : 0;
}

function outline(vertex: Vertex, width: number, height: number): string {
  const w = width / 2;
  const h = height / 2;
  if (isDot(vertex)) return circle(w);
  switch (vertex.kind) {
    case 'ENTRY':
    case 'EXIT':
      return rounded(w, h, h);
    case 'BRANCH':
      return `M0 ${-h}L${w} 0L0 ${h}L${-w} 0Z`;
    case 'LOOP':
    case 'FORLOOP':
    case 'POSTLOOP':
      return `M${-w} 0L${-w + 14} ${-h}L${w - 14} ${-h}L${w} 0L${w - 14} ${h}L${-w + 14} ${h}Z`;
    case 'DISPATCH':
      return `M${-w} ${-h / 2}L${-w + 12} ${-h}L${w - 12} ${-h}L${w} ${-h / 2}L${w} ${h / 2}L${w - 12} ${h}L${-w + 12} ${h}L${-w} ${h / 2}Z`;
    default:
      return rounded(w, h, 6);
  }
}

function circle(r: number): string {
  return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
}
function rounded(w: number, h: number, r: number): string {
  return `M${-w + r} ${-h}H${w - r}Q${w} ${-h} ${w} ${-h + r}V${h - r}Q${w} ${h} ${w - r} ${h}H${-w + r}Q${-w} ${h} ${-w} ${h - r}V${-h + r}Q${-w} ${-h} ${-w + r} ${-h}Z`;
}

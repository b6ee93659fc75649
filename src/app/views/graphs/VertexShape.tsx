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
  readonly onEnter: () => void;
  readonly onChoose: () => void;
}

/** A vertex by its kind: the shape says the kind, the number is the papers', the text is its statements. */
export const VertexShape = memo(
  function VertexShape({ vertex, place, lit, strong, found, current, onEnter, onChoose }: VertexShapeProps) {
    const { x, y, width, height } = place;
    const most = Math.max(1, Math.floor((height - 4) / LINE));
    const lines = isDot(vertex)
      ? []
      : linesOf(vertex, { characters: charactersIn(vertex.kind, width), lines: most });
    const top = -((lines.length - 1) * LINE) / 2 + 4;
    const beside = isDot(vertex);
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
        onPointerEnter={onEnter}
        onClick={onChoose}
      >
        <path className="outline" d={outline(vertex, width, height)} />
        <text
          className="vertex-number"
          x={beside ? width / 2 + 5 : -width / 2 + numberInset(vertex)}
          y={beside ? 4 : -height / 2 - 4 + numberDrop(vertex, height)}
          textAnchor={beside ? 'start' : 'start'}
        >
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
    // What it calls depends on the vertex alone.
    a.current === b.current,
);

function numberInset(vertex: Vertex): number {
  return vertex.kind === 'BRANCH' || vertex.kind === 'LOOP' || vertex.kind === 'FORLOOP' ? 8 : 1;
}
/** A diamond is empty at its corners: its number moves in. */
function numberDrop(vertex: Vertex, height: number): number {
  if (vertex.kind === 'BRANCH' || vertex.kind === 'DISPATCH') return height * 0.22;
  return 0;
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

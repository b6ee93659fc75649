import { memo } from 'react';
import type { PlacedEdge } from '../../layout/types';
import { arrowTip } from './shapes';

interface EdgeProps {
  readonly edge: PlacedEdge;
  readonly lit?: boolean;
  readonly way?: boolean;
}

export const EdgeLine = memo(function EdgeLine({ edge, lit, way }: EdgeProps) {
  return (
    <g
      className="edge"
      data-lit={lit || undefined}
      data-way={way || undefined}
      data-from={edge.from}
      data-to={edge.to}
    >
      <path d={edge.path} />
      <path className="tip" d={arrowTip(edge.tip)} />
      {edge.labelAt !== null && (
        <text className="edge-label" x={edge.labelAt.x} y={edge.labelAt.y + 4} textAnchor="middle">
          {edge.label}
        </text>
      )}
    </g>
  );
});

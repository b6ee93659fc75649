import '../../styles/elimination.css';
import { useMemo, useRef } from 'react';
import type { ExecuteRequest } from '../../../engine/pipeline/results';
import { runKey } from '../../store/document/playground';
import { useApp } from '../../use';
import { Drawing } from '../elimination/Drawing';
import { placeGraph } from '../elimination/placeGraph';
import { useEliminated } from '../elimination/useEliminations';

const NONE = new Set<never>();

/** The graph that a lesson about eliminations speaks of: that of the kernel’s first block, which its questions are about. */
export function StepGraph() {
  const svg = useRef<SVGSVGElement>(null);
  const key = useApp(({ playground }) => runKey(playground));
  const request = useMemo(() => {
    const run = JSON.parse(key) as ExecuteRequest;
    return { request: run, block: 0, outputs: 'needed' } as const;
  }, [key]);
  const now = useEliminated(request, 'vertex', []);
  const placed = useMemo(() => (now?.ok ? placeGraph(now.graph) : null), [now]);
  if (now === null || placed === null) return null;
  return (
    <figure className="asked-graph">
      <figcaption>Its graph: values, and partial derivatives on the arrows</figcaption>
      <Drawing svg={svg} now={now} placed={placed} byVertex hand={null} made={NONE} lit={NONE} />
    </figure>
  );
}

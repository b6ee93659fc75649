import { useRef, useState } from 'react';
import { useFound } from '../../found';
import type { GraphName } from '../../store/results/lookup';
import type { Placed } from '../../store/results/results';
import { layoutOf } from '../../store/session/questions';
import { useApp, usePlaced } from '../../use';
import { createClient } from '../../worker/client';
import { spawnLayout } from '../../worker/spawn';
import { createCameras } from './cameras';
import { GraphPane } from './GraphPane';
import { useFit, useFolding } from './useFit';

const NOTHING_FOUND: ReadonlySet<string> = new Set();

const places = createClient(spawnLayout);
const NO_GRAPH = { vertices: [], edges: [] };

/** One of the three graphs by itself, for views that show something on it. `alone`: the flow graph, without gaps for the other two. */
export function SingleGraph(props: { name: GraphName; title: string; alone?: true }) {
  const [shared, placing] = usePlaced();
  const fullText = useApp((state) => state.fullText);
  const find = async (): Promise<Placed | null> => {
    if (shared === null) return null;
    const graphs = { ...shared.drawn.graphs, forward: NO_GRAPH, adjoint: NO_GRAPH };
    const found = await places.ask(layoutOf(graphs, fullText, lone?.layout ?? null));
    return found.kind === 'answer' ? { ...shared, layout: found.answer } : null;
  };
  const lone = useFound(props.alone ? find : null, [shared, fullText]);
  const placed = props.alone ? lone : shared;
  return placed && <Fitted {...props} placed={placed} placing={placing} />;
}

function Fitted(props: { name: GraphName; title: string; placed: Placed; placing: boolean }) {
  const { name, title, placing } = props;
  const { result: shown, layout, drawn } = props.placed;
  const frame = useRef<HTMLDivElement>(null);
  const [cameras] = useState(() => createCameras(() => {}));
  useFit(frame, cameras, layout, name);
  const onFold = useFolding(shown);
  return (
    <div className="single-graph" ref={frame} data-placing={placing || undefined}>
      {placing && <p className="placing">placing …</p>}
      <GraphPane
        name={name}
        title={title}
        shown={shown}
        drawn={drawn}
        placed={layout.graphs[name]}
        found={NOTHING_FOUND}
        cameras={cameras}
        onFold={onFold}
      />
    </div>
  );
}

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

/** One of the three graphs by itself, for views that show something on it. */
export function SingleGraph({ name, title }: { name: GraphName; title: string }) {
  const [placed, placing] = usePlaced();
  return placed === null ? null : <Fitted name={name} title={title} placed={placed} placing={placing} />;
}

const places = createClient(spawnLayout);
const NO_GRAPH = { vertices: [], edges: [] };

/** The flow graph in rows of its own: no gaps where only the sweeps have vertices. */
export function LoneGraph({ title }: { title: string }) {
  const [shared, placing] = usePlaced();
  const fullText = useApp((state) => state.fullText);
  const placed: Placed | null = useFound(
    shared &&
      (async () => {
        const graphs = { original: shared.drawn.graphs.original, forward: NO_GRAPH, adjoint: NO_GRAPH };
        const found = await places.ask(layoutOf(graphs, fullText, placed?.layout ?? null));
        return found.kind === 'answer' ? { ...shared, layout: found.answer } : null;
      }),
    [shared, fullText],
  );
  return placed && <Fitted name="original" title={title} placed={placed} placing={placing} />;
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

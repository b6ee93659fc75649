import { useRef, useState } from 'react';
import type { GraphName } from '../../store/results/lookup';
import type { Placed } from '../../store/results/results';
import { usePlaced } from '../../use';
import { createCameras } from './cameras';
import { GraphPane } from './GraphPane';
import { useFit, useFolding } from './useFit';

const NOTHING_FOUND: ReadonlySet<string> = new Set();

/** One of the three graphs by itself, for views that show something on it. */
export function SingleGraph({ name, title }: { name: GraphName; title: string }) {
  const [placed, placing] = usePlaced();
  return placed === null ? null : <Fitted name={name} title={title} placed={placed} placing={placing} />;
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

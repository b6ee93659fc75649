import { useRef, useState } from 'react';
import type { Differentiation } from '../../../engine/pipeline/results';
import type { Layout } from '../../layout/types';
import { drawnOf } from '../../store/drawn';
import type { GraphName } from '../../store/lookup';
import { useApp } from '../../use';
import { createCameras } from './cameras';
import { GraphPane } from './GraphPane';
import { useFit, useFolding } from './useFit';

const NOTHING_FOUND: ReadonlySet<string> = new Set();

/** One of the three graphs by itself, for views that show something on it. */
export function SingleGraph({ name, title }: { name: GraphName; title: string }) {
  const shown = useApp((state) => state.shown);
  const layout = useApp((state) => state.layout);
  if (shown === null || layout === null) return null;
  return <Fitted name={name} title={title} shown={shown} layout={layout} />;
}

function Fitted(props: { name: GraphName; title: string; shown: Differentiation; layout: Layout }) {
  const { name, title, shown, layout } = props;
  const folds = useApp((state) => state.folds);
  const frame = useRef<HTMLDivElement>(null);
  const [cameras] = useState(() => createCameras(() => {}));
  useFit(frame, cameras, layout, name);
  const onFold = useFolding(shown);
  return (
    <div className="single-graph" ref={frame}>
      <GraphPane
        name={name}
        title={title}
        shown={shown}
        drawn={drawnOf(shown, folds)}
        placed={layout.graphs[name]}
        found={NOTHING_FOUND}
        cameras={cameras}
        onFold={onFold}
      />
    </div>
  );
}

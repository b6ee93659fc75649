import { memo, useMemo, useRef } from 'react';
import type { Differentiation } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import type { Graphs, Layout } from '../../layout/types';
import { isStale } from '../../store/state';
import { focusOnRecording } from '../../store/view/focus';
import { useApp, useLit } from '../../use';
import { type LaneItem, laneItems, middle, spread } from './lane';

const VIEW = 'graphs';
/** How wide the lane is, and how high what stands in it: on a desk, and from the last row. */
const SIZES = { desk: { width: 104, chip: 20 }, presenting: { width: 190, chip: 34 } } as const;

/** What the forward sweep stores of its way, between the graph that pushes it and the graph that pops it. */
export function TapeLane(props: {
  shown: Differentiation;
  graphs: Graphs;
  layout: Layout;
  at: { k: number; y: number };
}) {
  const { shown, graphs, layout, at } = props;
  const items = useMemo(
    () =>
      laneItems(
        shown,
        { graph: graphs.forward, placed: layout.graphs.forward },
        { graph: graphs.adjoint, placed: layout.graphs.adjoint },
      ),
    [shown, graphs, layout],
  );
  const allLit = useLit();
  const lit = useApp((state) => state.shown === shown) ? allLit.recording : null;
  const stale = useApp(isStale);
  const presenting = useApp((state) => state.presenting);
  if (items.length === 0) return null;
  const { width, chip: height } = SIZES[presenting ? 'presenting' : 'desk'];
  const chips = spread(
    items.map((each) => middle(each) * at.k + at.y),
    height + 3,
  );
  return (
    <section className={stale ? 'lane stale-body' : 'lane'} aria-label="Stored control" style={{ width }}>
      <h3>Stored control</h3>
      <svg aria-hidden="true">
        {items.map((item, i) => (
          <Threads
            key={item.recording}
            item={item}
            chip={chips[i] ?? 0}
            at={at}
            width={width}
            lit={item.recording === lit}
          />
        ))}
      </svg>
      {items.map((item, i) => (
        <Chip
          key={item.recording}
          item={item}
          top={chips[i] ?? 0}
          shown={shown}
          lit={item.recording === lit}
        />
      ))}
    </section>
  );
}

/** From every push to the chip, and from the chip to every pop. */
function Threads(props: {
  item: LaneItem;
  chip: number;
  at: { k: number; y: number };
  width: number;
  lit: boolean;
}) {
  const { item, chip, at, width, lit } = props;
  const height = (y: number) => y * at.k + at.y;
  return (
    <g className="thread" data-lit={lit || undefined}>
      {item.pushes.map((y) => (
        <path key={`push ${y}`} d={curve(0, height(y), width / 2, chip)} />
      ))}
      {item.pops.map((y) => (
        <path key={`pop ${y}`} d={curve(width / 2, chip, width, height(y))} />
      ))}
    </g>
  );
}

const curve = (x: number, y: number, x2: number, y2: number) =>
  `M${x} ${y.toFixed(1)}C${(x + x2) / 2} ${y.toFixed(1)} ${(x + x2) / 2} ${y2.toFixed(1)} ${x2} ${y2.toFixed(1)}`;

const Chip = memo(function Chip(props: {
  item: LaneItem;
  top: number;
  shown: Differentiation;
  lit: boolean;
}) {
  const { item, top, shown, lit } = props;
  const button = useRef<HTMLButtonElement>(null);
  const light = () => actions.hover(focusOnRecording(shown, item.recording, VIEW));
  const times = (count: number, verb: string) => `${verb} at ${count} ${count === 1 ? 'vertex' : 'vertices'}`;
  return (
    <button
      ref={button}
      type="button"
      className="lane-chip"
      data-lit={lit || undefined}
      style={{ top }}
      title={`${times(item.pushes.length, 'Pushed')}, ${times(item.pops.length, 'popped')}`}
      onPointerEnter={light}
      onPointerLeave={() => actions.hover(null)}
      onFocus={light}
      onBlur={() => actions.hover(null)}
      onClick={() => actions.pin(focusOnRecording(shown, item.recording, VIEW))}
    >
      {item.what} <small>{item.size}</small>
    </button>
  );
});

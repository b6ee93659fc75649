import { memo } from 'react';
import type { Differentiation } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { useTurn } from '../../InTurn';
import { isStale } from '../../store/state';
import { focusOnRecording } from '../../store/view/focus';
import { useApp, useLit } from '../../use';
import { type End, type LaneItem, middle, spread, tracks } from './lane';

const VIEW = 'graphs';
/** How wide the lane is, how high what stands in it, and how far its wires keep apart: on a desk, washed out by a beamer, and from the last row. */
const SIZES = {
  desk: { width: 132, chip: 20, track: 5 },
  projector: { width: 150, chip: 24, track: 6 },
  presenting: { width: 264, chip: 34, track: 9 },
} as const;
/** More items than these are drawn only as far as they are near what is in sight. */
const FEW = 40;
/** Beyond these, wires share the last track. */
const MOST_TRACKS = 3;

interface LaneProps {
  readonly shown: Differentiation;
  readonly items: readonly LaneItem[];
  readonly at: { readonly k: number; readonly y: number };
}

/** What the forward sweep leaves for the backward sweep, between the graph that pushes it and the graph that pops it. */
export function TapeLane({ shown, items, at }: LaneProps) {
  const lit = useLitRecording(shown);
  const stale = useApp(isStale);
  const size = useApp(({ presenting, theme }) =>
    presenting ? 'presenting' : theme === 'projector' ? 'projector' : 'desk',
  );
  const isDrawn = useTurn();
  const { width, chip, track } = SIZES[size];
  if (items.length === 0) return null;
  if (!isDrawn) return <section className="lane" style={{ width }} />;
  const isNear = nearOf(items);
  const height = ({ on }: End) => on * at.k + at.y;
  const chips = spread(
    items.map((each) => middle(each) * at.k + at.y),
    chip + 3,
  );
  const sides = (['pushes', 'pops'] as const).map((side) => {
    const runs = items.map((item, i) => {
      const all = [chips[i] ?? 0, ...item[side].map(height)];
      return { from: Math.min(...all), to: Math.max(...all) };
    });
    return tracks(runs).map((each) => track * (1 + Math.min(each, MOST_TRACKS - 1)));
  });
  return (
    <section className={stale ? 'lane stale-body' : 'lane'} aria-label="Tape" style={{ width }}>
      <h3>Tape</h3>
      <svg aria-hidden="true">
        {items.map((item, i) => {
          const ends = [...item.pushes, ...item.pops].map(height);
          if (!isNear(Math.min(...ends), Math.max(...ends))) return null;
          const [left = 0, right = 0] = sides.map((side) => side[i] ?? 0);
          const y = chips[i] ?? 0;
          return (
            <g key={item.recordings[0]} className="wire" data-lit={isLit(item, lit) || undefined}>
              <path d={joined(item.pushes.map(height), y, [0, left, width / 2])} />
              <path d={joined(item.pops.map(height), y, [width, width - right, width / 2])} />
            </g>
          );
        })}
      </svg>
      {items.map((item, i) =>
        isNear(chips[i] ?? 0) ? (
          <Chip
            key={item.recordings[0]}
            item={item}
            top={chips[i] ?? 0}
            most={width - 2 * track * (MOST_TRACKS + 0.5)}
            shown={shown}
            lit={isLit(item, lit)}
          />
        ) : null,
      )}
    </section>
  );
}

/** From each height to the track, along it, and from there to the chip. */
function joined(
  heights: readonly number[],
  chip: number,
  [from, track, to]: readonly [number, number, number],
): string {
  if (heights.length === 0) return '';
  const all = [...heights, chip];
  const along = `M${track} ${Math.min(...all)}V${Math.max(...all)}`;
  return `${heights.map((y) => `M${from} ${y}H${track}`).join('')}${along}M${track} ${chip}H${to}`;
}

/**
 * Whether what stands between these heights of the pane may be in sight soon: a pane is no higher than the window, which is asked once, as
 * the browser may have to lay out the page for its answer.
 */
function nearOf({ length }: readonly LaneItem[]): (from: number, to?: number) => boolean {
  if (length <= FEW) return () => true;
  const reach = innerHeight;
  return (from, to = from) => to > -reach && from < 2 * reach;
}

const isLit = ({ recordings }: LaneItem, lit: string | null): boolean =>
  lit !== null && recordings.includes(lit);

function useLitRecording(shown: Differentiation): string | null {
  const { recording } = useLit();
  return useApp((state) => state.shown === shown) ? recording : null;
}

interface WiresProps {
  readonly shown: Differentiation;
  readonly items: readonly LaneItem[];
  readonly side: 'pushes' | 'pops';
  readonly at: { readonly k: number; readonly x: number; readonly y: number };
}

/** Behind a graph, from its vertices to the edge of its pane where the lane goes on. */
export const Wires = memo(function Wires({ shown, items, side, at }: WiresProps) {
  const lit = useLitRecording(shown);
  const isNear = nearOf(items);
  return (
    <svg className="wires" aria-hidden="true">
      {items.map((item) => {
        const near = item[side].filter(({ y }) => isNear(y * at.k + at.y));
        return near.length === 0 ? null : (
          <g key={item.recordings[0]} className="wire" data-lit={isLit(item, lit) || undefined}>
            {near.map(({ x, y, on }) => (
              <path
                key={`${x} ${y}`}
                d={`M${x * at.k + at.x} ${y * at.k + at.y}h${side === 'pops' ? -STUB : STUB}V${on * at.k + at.y}H${side === 'pops' ? 0 : FAR}`}
              />
            ))}
          </g>
        );
      })}
    </svg>
  );
});
/** Beyond the edge of any pane. */
const FAR = 9999;
/** How far a wire goes before it may turn. */
const STUB = 7;

const Chip = memo(function Chip(props: {
  item: LaneItem;
  top: number;
  most: number;
  shown: Differentiation;
  lit: boolean;
}) {
  const { item, top, most, shown, lit } = props;
  const focus = () => focusOnRecording(shown, item.recordings[0] ?? '', VIEW);
  const light = () => actions.hover(focus());
  const at = (ends: readonly End[]) =>
    ends.map(({ vertex }) => String(vertex).replace('-', '−')).join(' and ');
  const said = `${item.what}${item.size === '' ? '' : `, ${item.size}`}: pushed at ${at(item.pushes)}, popped at ${at(item.pops)}`;
  return (
    <button
      type="button"
      className="lane-chip"
      data-lit={lit || undefined}
      style={{ top, maxWidth: most }}
      title={said}
      aria-label={said}
      onPointerEnter={light}
      onPointerLeave={() => actions.hover(null)}
      onFocus={light}
      onBlur={() => actions.hover(null)}
      onClick={() => actions.pin(focus())}
    >
      <span>{item.what}</span> <small>{item.size}</small>
    </button>
  );
});

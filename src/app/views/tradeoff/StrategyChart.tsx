import type { TradeoffPoint } from '../../../engine/pipeline/results';
import { Chart, Line } from '../../ui/chart/Chart';
import { extentOf } from '../../ui/chart/scale';
import { bytes, grouped } from '../../ui/numbers';
import { placeNames } from './placeNames';

/** Strategies at the same place of the chart. */
interface Spot {
  readonly bytes: number;
  readonly operations: number;
  readonly hull: boolean;
  readonly titles: readonly string[];
}

/** All of them, the one in hand, and how to take another by its title. */
export interface Choosing {
  points: readonly TradeoffPoint[];
  at: TradeoffPoint | undefined;
  choose: (title: string) => void;
}

/** Bytes to the right, operations upwards; the line through those that no mixture of two others beats. */
export function StrategyChart({ points, at, choose }: Choosing) {
  const { within, beyond } = framed(points);
  const spots = spotsOf(within);
  const hull = spots.filter((p) => p.hull).sort((a, b) => a.bytes - b.bytes);
  const isAt = ({ titles }: Spot) => at !== undefined && titles.includes(at.title);
  const ends = [hull[0], hull[hull.length - 1]].flatMap((p) =>
    p ? [`${nameOf(p)}: ${bytes(p.bytes)} for ${grouped(p.operations)} operations`] : [],
  );
  return (
    <>
      <Chart
        label={`Bytes against operations of ${points.length} strategies. ${[...new Set(ends)].join('; ')}.`}
        x={{
          kind: 'linear',
          domain: around(within.map((p) => p.bytes)),
          title: 'bytes on the tape, whole run',
        }}
        y={{
          kind: 'linear',
          domain: around(within.map((p) => p.operations)),
          title: 'operations of the adjoint, weighted',
        }}
        height={280}
      >
        {(plane) => (
          <>
            <Line name="hull" plane={plane} points={hull.map((p) => [p.bytes, p.operations] as const)} />
            {spots.map((p) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the table below the picture has a button for each
              <g
                key={p.titles[0]}
                className="tradeoff-point"
                data-hull={p.hull || undefined}
                data-at={isAt(p) || undefined}
                transform={`translate(${plane.x(p.bytes)} ${plane.y(p.operations)})`}
                onClick={() => choose(p.titles[0] as string)}
              >
                <title>{p.titles.join(', ')}</title>
                <circle className="tradeoff-touch" r={12} />
                {p.hull ? <circle r={5} /> : <rect x={-4} y={-4} width={8} height={8} />}
              </g>
            ))}
            {placeNames(
              spots.map((p) => ({
                x: plane.x(p.bytes),
                y: plane.y(p.operations),
                text: nameOf(p),
                rank: isAt(p) ? 0 : p.hull ? 1 : 2,
              })),
              plane,
            ).map(({ text, x, y, anchor }) => (
              <text key={`${text} ${x} ${y}`} className="tradeoff-name" x={x} y={y} textAnchor={anchor}>
                {text}
              </text>
            ))}
          </>
        )}
      </Chart>
      <ul className="chart-key">
        <li>
          <span className="tradeoff-key" data-hull /> on the hull: no mixture of two others is better
        </li>
        <li>
          <span className="tradeoff-key" /> above it
        </li>
        {beyond.map((p) => (
          <li key={p.title}>
            outside the picture: {p.title}, {bytes(p.bytes)} for {grouped(p.operations)}
          </li>
        ))}
      </ul>
    </>
  );
}

function nameOf({ titles }: Spot): string {
  const [first = ''] = titles;
  return titles.length > 1 ? `${first} and ${titles.length - 1} more` : first;
}

function spotsOf(points: readonly TradeoffPoint[]): Spot[] {
  const spots = new Map<string, Spot>();
  for (const { bytes: b, operations, hull, title } of points) {
    const key = `${b} ${operations}`;
    const known = spots.get(key);
    const others = known?.titles ?? [];
    // One's own comes first.
    const titles = title === 'yours' ? [title, ...others] : [...others, title];
    spots.set(key, { bytes: b, operations, hull, titles });
  }
  return [...spots.values()];
}

/** With room for the names, and no lower than nothing. */
function around(values: readonly number[]): [number, number] {
  const [low, high] = extentOf(values, []);
  const room = Math.max(1, (high - low) * 0.18, high * 0.02);
  return [low - room < high / 2 ? 0 : low - room, high + room];
}

/** What is far from all others would press them into a corner. */
const FAR = 2.5;

function framed(points: readonly TradeoffPoint[]) {
  const stored = points.filter(({ options }) => options.storage === 'store');
  const most = (of: (p: TradeoffPoint) => number) => FAR * Math.max(1, ...stored.map(of));
  const [widest, highest] = [most((p) => p.bytes), most((p) => p.operations)];
  const fits = (p: TradeoffPoint) => p.bytes <= widest && p.operations <= highest;
  return { within: points.filter(fits), beyond: points.filter((p) => !fits(p)) };
}

import '../../styles/chart.css';
import type { Compared } from '../../store/session/compare';
import { YOURS } from '../../store/session/compare';
import { Chart } from '../../ui/chart/Chart';
import { bytes } from '../../ui/numbers';
import { placeNames } from '../tradeoff/placeNames';
import { FIGURES } from './figures';

/** Strategies with equal results. */
interface Spot {
  readonly tape: number;
  readonly cost: number;
  readonly titles: readonly string[];
  readonly yours: boolean;
}

/** Tape to the right, time upwards, or operations until all are timed: further down and to the left is better. The table holds the numbers. */
export function Scatter({ rows }: { rows: readonly Compared[] }) {
  const ran = rows.filter((row) => figure('bytes', row, rows) !== null);
  const timed = ran.every((row) => figure('ratio', row, rows) !== null);
  const spots = spotsOf(ran, timed ? 'ratio' : 'operations');
  if (spots.length === 0) return <figure className="compare-scatter" />;
  const least = spots.reduce((a, b) => (b.tape < a.tape ? b : a));
  const fastest = spots.reduce((a, b) => (b.cost < a.cost ? b : a));
  const upTo = (of: (spot: Spot) => number) => [0, 1.15 * Math.max(...spots.map(of))] as const;
  return (
    <figure className="compare-scatter">
      <Chart
        label={`Tape against ${timed ? 'time' : 'operations'} of ${spots.length} strategies. Least tape: ${nameOf(least)}, ${bytes(least.tape)}. Fastest: ${nameOf(fastest)}.`}
        x={{ kind: 'linear', domain: upTo(({ tape }) => Math.max(1, tape)), title: 'bytes on the tape' }}
        y={{
          kind: 'linear',
          domain: upTo(({ cost }) => cost),
          title: timed ? 'time ÷ time of the kernel' : 'operations, until all are timed',
        }}
        height={200}
      >
        {(plane) => (
          <>
            {spots.map(({ titles, tape, cost, yours }) => (
              <g
                key={titles[0]}
                className="compare-point"
                data-yours={yours || undefined}
                transform={`translate(${plane.x(tape)} ${plane.y(cost)})`}
              >
                <title>{titles.join(', ')}</title>
                {yours ? <rect x={-5} y={-5} width={10} height={10} /> : <circle r={4} />}
              </g>
            ))}
            {placeNames(
              spots.map((spot) => ({
                x: plane.x(spot.tape),
                y: plane.y(spot.cost),
                text: nameOf(spot),
                rank: spot.yours ? 0 : 1,
              })),
              plane,
            ).map(({ text, x, y, anchor }) => (
              <text key={`${text} ${x} ${y}`} x={x} y={y} textAnchor={anchor}>
                {text}
              </text>
            ))}
          </>
        )}
      </Chart>
    </figure>
  );
}

const nameOf = ({ titles, yours }: Spot): string => (yours ? 'yours' : (titles[0] ?? ''));

/** Costs whose relative difference is smaller count as one: they would be drawn over each other. */
const SAME = 0.04;

const figure = (id: string, row: Compared, rows: readonly Compared[]) =>
  FIGURES.find((each) => each.id === id)?.of(row, rows) ?? null;

function spotsOf(rows: readonly Compared[], costs: string): Spot[] {
  const spots: Spot[] = [];
  for (const row of rows) {
    const [tape, cost] = [figure('bytes', row, rows), figure(costs, row, rows)];
    if (tape === null || cost === null) continue;
    const yours = row.strategy.id === YOURS.id;
    const known = spots.findIndex((spot) => spot.tape === tape && Math.abs(spot.cost - cost) <= SAME * cost);
    const { titles = [], ...kept } = spots[known] ?? { tape, cost, yours };
    spots.splice(known < 0 ? spots.length : known, known < 0 ? 0 : 1, {
      ...kept,
      yours: yours || kept.yours,
      titles: [...titles, row.strategy.title],
    });
  }
  return spots;
}

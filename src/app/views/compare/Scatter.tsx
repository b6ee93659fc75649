import '../../styles/chart.css';
import type { Compared } from '../../store/session/compare';
import { YOURS } from '../../store/session/compare';
import { Chart } from '../../ui/chart/Chart';
import { bytes } from '../../ui/numbers';
import { placeNames } from '../tradeoff/placeNames';
import { FIGURES } from './figures';

/** Strategies that come to the same. */
interface Spot {
  readonly tape: number;
  readonly ratio: number;
  readonly titles: readonly string[];
  readonly yours: boolean;
}

/** Tape to the right, time upwards: the further down and to the left, the better. The table holds the numbers. */
export function Scatter({ rows }: { rows: readonly Compared[] }) {
  const spots = spotsOf(rows);
  if (spots.length === 0)
    return (
      <figure className="compare-scatter">
        <p>Here each strategy will be a point, tape against time, as soon as it has been timed.</p>
      </figure>
    );
  const least = spots.reduce((a, b) => (b.tape < a.tape ? b : a));
  const fastest = spots.reduce((a, b) => (b.ratio < a.ratio ? b : a));
  const upTo = (of: (spot: Spot) => number) => [0, 1.15 * Math.max(...spots.map(of))] as const;
  return (
    <figure className="compare-scatter">
      <Chart
        label={`Tape against time of ${spots.length} strategies. Least tape: ${nameOf(least)}, ${bytes(least.tape)}. Fastest: ${nameOf(fastest)}.`}
        x={{ kind: 'linear', domain: upTo(({ tape }) => Math.max(1, tape)), title: 'bytes on the tape' }}
        y={{ kind: 'linear', domain: upTo(({ ratio }) => ratio), title: 'time ÷ time of the kernel' }}
        height={200}
      >
        {(plane) => (
          <>
            {spots.map(({ titles, tape, ratio, yours }) => (
              <g
                key={titles[0]}
                className="compare-point"
                data-yours={yours || undefined}
                transform={`translate(${plane.x(tape)} ${plane.y(ratio)})`}
              >
                <title>{titles.join(', ')}</title>
                {yours ? <rect x={-5} y={-5} width={10} height={10} /> : <circle r={4} />}
              </g>
            ))}
            {placeNames(
              spots.map((spot) => ({
                x: plane.x(spot.tape),
                y: plane.y(spot.ratio),
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

/** Times closer than this, as shares, are one: they would be drawn over each other. */
const SAME = 0.04;

function spotsOf(rows: readonly Compared[]): Spot[] {
  const of = (id: string, row: Compared) => FIGURES.find((figure) => figure.id === id)?.of(row, rows) ?? null;
  const spots: Spot[] = [];
  for (const row of rows) {
    const [tape, ratio] = [of('bytes', row), of('ratio', row)];
    if (tape === null || ratio === null) continue;
    const yours = row.strategy.id === YOURS.id;
    const known = spots.findIndex(
      (spot) => spot.tape === tape && Math.abs(spot.ratio - ratio) <= SAME * ratio,
    );
    const { titles = [], ...kept } = spots[known] ?? { tape, ratio, yours };
    spots.splice(known < 0 ? spots.length : known, known < 0 ? 0 : 1, {
      ...kept,
      yours: yours || kept.yours,
      titles: [...titles, row.strategy.title],
    });
  }
  return spots;
}

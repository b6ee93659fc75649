import type { RefObject } from 'react';
import type { ExecuteRequest } from '../../../engine/pipeline/results';
import { Chart, Line, type Plane } from '../../ui/chart/Chart';
import { shortNumber } from '../../ui/numbers';
import { contours } from './contours';
import type { InputElement } from './elements';
import { useAnswer } from './useAnswer';

const GRID = 33;
const LEVELS = 12;

/** The kernel over two inputs, in lines of equal value, and the path of the descent. */
export function Surface(props: {
  request: ExecuteRequest;
  elements: readonly InputElement[];
  way: readonly (readonly number[])[];
  start: readonly number[];
  gradient: readonly number[] | null;
  inputsAt: (x: readonly number[]) => Record<string, number[]>;
  svg: RefObject<SVGSVGElement | null>;
}) {
  const { request, elements, way, start, gradient, inputsAt, svg } = props;
  const domain = (k: number) => rangeAround(start[k] ?? 0);
  const axis = (k: number) => {
    const [from, to] = domain(k);
    return Array.from({ length: GRID }, (_, i) => from + ((to - from) * i) / (GRID - 1));
  };
  const points = axis(1).flatMap((y) => axis(0).map((x) => inputsAt([x, y])));
  const { answer, coming, trouble } = useAnswer({ kind: 'sample', request, points });
  const values = answer?.samples.map((each) => each?.value ?? Number.NaN) ?? [];
  const here = way.at(-1) ?? start;
  const told = (x: readonly number[]) => x.map((each) => shortNumber(each, 4)).join(', ');
  return (
    <Chart
      label={`Contours of the result, and the way of ${way.length} points from ${told(start)} to ${told(here)}`}
      svg={svg}
      height={320}
      x={{ kind: 'linear', domain: domain(0), title: elements[0]?.title ?? '' }}
      y={{ kind: 'linear', domain: domain(1), title: elements[1]?.title ?? '' }}
    >
      {(plane) => (
        <>
          <Contours values={values} plane={plane} />
          <Line name="derivative" plane={plane} dots points={way.map(([x, y]) => [x ?? 0, y ?? 0])} />
          {gradient && <Arrow plane={plane} from={here} along={gradient} />}
          <text x={plane.width - 4} y={1.4 * plane.letter} textAnchor="end">
            {coming ? 'At work …' : trouble}
          </text>
        </>
      )}
    </Chart>
  );
}

/** How far an input is moved: further if its value is large. */
export function rangeAround(start: number): [number, number] {
  const reach = Math.max(1, 1.6 * Math.abs(start));
  return [start - reach, start + reach];
}

function Contours({ values, plane }: { values: readonly number[]; plane: Plane }) {
  const lines = contours(values, GRID, LEVELS);
  const [sx, sy] = [plane.width / (GRID - 1), plane.height / (GRID - 1)];
  return (
    <g className="contours">
      {lines.map(({ level, segments }, k) => (
        <path
          key={level}
          opacity={0.35 + (0.65 * k) / LEVELS}
          d={segments
            .map(
              ([a, b, c, d]) =>
                `M${(a * sx).toFixed(1)} ${(plane.height - b * sy).toFixed(1)}L${(c * sx).toFixed(1)} ${(plane.height - d * sy).toFixed(1)}`,
            )
            .join('')}
        />
      ))}
    </g>
  );
}

/** Against the gradient, and always of one length: the numbers tell how steep it is. */
function Arrow(props: { plane: Plane; from: readonly number[]; along: readonly number[] }) {
  const { plane, from, along } = props;
  const [x, y] = [plane.x(from[0] ?? 0), plane.y(from[1] ?? 0)];
  const [dx, dy] = [plane.x(along[0] ?? 0) - plane.x(0), plane.y(along[1] ?? 0) - plane.y(0)];
  const size = Math.hypot(dx, dy);
  if (!(size > 0)) return null;
  const [ux, uy] = [(-dx / size) * 46, (-dy / size) * 46];
  return (
    <path
      className="descent-arrow"
      d={`M${x} ${y}l${ux} ${uy}m${(-ux - uy) / 6} ${(-uy + ux) / 6}L${x + ux} ${y + uy}l${(-ux + uy) / 6} ${(-uy - ux) / 6}`}
    />
  );
}

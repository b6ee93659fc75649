import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo } from 'react';
import { Chart, type Plane } from '../../ui/chart/Chart';
import { extentOf } from '../../ui/chart/scale';
import { shortNumber } from '../../ui/numbers';
import { LostMark, Steered } from './Steered';

/** The elements of an array, of which one can be pointed at. */
export interface Pictured {
  values: readonly number[];
  label: string;
  /** The name of the element at a place; if there are many, only a few stand below the axis. */
  nameOf: (index: number) => string;
  at: number | null;
  onPoint: (index: number) => void;
  kind: 'adjoint' | 'tangent';
  svg?: RefObject<SVGSVGElement | null>;
}

/** One number for each element, upwards or downwards from zero. Arrow keys go from element to element. */
export function Bars(props: Pictured & { title: string; onChoose?: () => void; height?: number }) {
  const { values, label, title, nameOf, at, onPoint, onChoose, kind, svg, height = 150 } = props;
  const [low, high] = extentOf(values, [0]);
  const few = values.length <= 12;
  const ticks = few
    ? values.map((_, k) => ({ at: k, text: nameOf(k) }))
    : [0, Math.floor((values.length - 1) / 2), values.length - 1].map((k) => ({ at: k, text: nameOf(k) }));
  const longest = Math.max(...ticks.map(({ text }) => text.length));
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -values.length, End: values.length }[event.key];
    if (event.key === 'Enter') onChoose?.();
    if (step === undefined) return;
    event.preventDefault();
    onPoint(Math.max(0, Math.min(values.length - 1, (at ?? (step > 0 ? -1 : values.length)) + step)));
  };
  return (
    <Steered
      className="bars"
      // A few bars as wide as the page would look large; each is as wide as the name below it.
      style={few ? { maxWidth: `${8 + Math.max(7, 0.7 * longest + 1) * values.length}em` } : undefined}
      label={label}
      count={values.length}
      at={at}
      said={at === null ? 'no element yet' : `${nameOf(at)}: ${shortNumber(values[at] ?? 0)}`}
      onKeyDown={move}
    >
      <Chart
        label={label}
        svg={svg}
        height={height}
        x={{ kind: 'linear', domain: [-0.5, values.length - 0.5], title: '', ticks }}
        y={{ kind: 'linear', domain: [low, high], title }}
      >
        {(plane) => (
          <BarMarks
            {...{ values, plane, at, kind }}
            onPoint={(event) => {
              const { left } = event.currentTarget.getBoundingClientRect();
              const [x] = plane.inverse(event.clientX - left, 0);
              onPoint(Math.max(0, Math.min(values.length - 1, Math.round(x))));
            }}
            onChoose={onChoose}
          />
        )}
      </Chart>
    </Steered>
  );
}

function BarMarks(props: {
  values: readonly number[];
  plane: Plane;
  at: number | null;
  kind: string;
  onPoint: (event: PointerEvent<SVGRectElement>) => void;
  onChoose: (() => void) | undefined;
}) {
  const { values, plane, at, kind, onPoint, onChoose } = props;
  const { width, height } = plane;
  const step = width / values.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a plane is made of its size and the numbers
  const { d, lost } = useMemo(() => barsOf(values, plane), [values, width, height]);
  return (
    <g>
      {at !== null && <rect className="bar-at" x={at * step} width={Math.max(1, step)} height={height} />}
      <path className="bar-marks" data-kind={kind} d={d} />
      <line className="bar-zero" x2={width} y1={plane.y(0)} y2={plane.y(0)} />
      {lost.map((x) => (
        <LostMark key={x} x={x} y={plane.y(0)} room={step} />
      ))}
      <rect
        className="bar-touch"
        width={width}
        height={height}
        onPointerMove={onPoint}
        onPointerDown={(event) => {
          onPoint(event);
          onChoose?.();
        }}
      />
    </g>
  );
}

/** The most that a bar is wide, in pixels: two or three bars would be planes of colour else. */
const WIDEST = 44;

/** As wide as a pixel at least: where there are more values, one stands for several and reaches as far as they do. `lost`: where some is not finite. */
function barsOf(values: readonly number[], plane: Plane): { d: string; lost: number[] } {
  const count = Math.max(1, Math.min(values.length, Math.floor(plane.width)));
  const step = plane.width / count;
  const gap = count < values.length ? 0 : Math.max(Math.min(step * 0.2, 4), step - WIDEST);
  const zero = plane.y(0);
  const lost: number[] = [];
  const bars = Array.from({ length: count }, (_, k) => {
    const [from, to] = [k, k + 1].map((edge) => Math.floor((edge * values.length) / count));
    const group = values.slice(from, to);
    const heights = group.filter(Number.isFinite).map(plane.y);
    if (heights.length < group.length) lost.push((k + 0.5) * step);
    const [top, bottom] = [Math.min(zero, ...heights), Math.max(zero, ...heights)];
    return `M${(k * step + gap / 2).toFixed(2)} ${bottom.toFixed(1)}V${top.toFixed(1)}h${(step - gap).toFixed(2)}V${bottom.toFixed(1)}Z`;
  });
  return { d: bars.join(''), lost };
}

import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { raised, roundNumber } from '../numbers';
import { type Scale, scaleOf } from './scale';

export interface Axis {
  readonly kind: Scale['kind'];
  readonly domain: readonly [number, number];
  readonly title: string;
  /** Ticks to use instead of round numbers. */
  readonly ticks?: readonly Tick[];
}

/** Where marks go: y grows upwards in the scale and downwards on the page, and `y` is already turned. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  /** The size of letters. */
  readonly letter: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  /** The numbers at a place of the page. */
  readonly inverse: (x: number, y: number) => readonly [number, number];
}

/**
 * Axes with titles and ticks, and the drawing of `children` within them. It fills the available width, and as much height as
 * `filling` allows; its text has the size of the text around it. `label` describes the picture. A screen reader sees one
 * image, so a table of the same numbers goes with it.
 */
export function Chart(props: {
  label: string;
  x: Axis;
  y: Axis;
  height?: number;
  svg?: RefObject<SVGSVGElement | null>;
  children: (plane: Plane) => ReactNode;
}) {
  const { label, x, y, svg, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const { width, letter } = room;
  const least = Math.round((props.height ?? HEIGHT) * room.enlarged);
  const height = Math.max(least, room.height);
  const left = letter * 6;
  const bottom = letter * 3.2;
  const top = letter * 1.8;
  const inner = { width: Math.max(40, width - left - letter), height: Math.max(40, height - top - bottom) };
  const [along, up] = [scaleOf(x.kind, x.domain, inner.width), scaleOf(y.kind, y.domain, inner.height)];
  const plane: Plane = {
    ...inner,
    letter,
    x: along.at,
    y: (value) => inner.height - up.at(value),
    inverse: (px, py) => [along.inverse(px), up.inverse(inner.height - py)],
  };
  const acrossTicks = apart(
    x.ticks ?? ticksOf(along, Math.max(LEAST_TICKS, inner.width / (letter * 7))),
    plane,
  );
  const upTicks = y.ticks ?? ticksOf(up, Math.max(LEAST_TICKS, inner.height / (letter * 3)));
  return (
    <div className="chart" ref={box} style={filling(least)}>
      {width > 0 && (
        <svg ref={svg} width={width} height={height} role="img" aria-label={label}>
          <g className="scene" transform={`translate(${left} ${top})`}>
            <g className="chart-axis">
              {upTicks.map(({ at, text }) => (
                <g key={at} transform={`translate(0 ${plane.y(at)})`}>
                  <line x2={inner.width} />
                  <text x={-6} dy="0.32em" textAnchor="end">
                    {text}
                  </text>
                </g>
              ))}
              {acrossTicks.map(({ at, text, middle }) => (
                <g key={at} transform={`translate(${plane.x(at)} ${inner.height})`}>
                  <line y2={4} />
                  <text x={middle - plane.x(at)} y={6} dy="0.8em" textAnchor="middle">
                    {text}
                  </text>
                </g>
              ))}
              <path d={`M0 0V${inner.height}H${inner.width}`} />
              <text className="chart-title" x={inner.width} y={inner.height + letter * 2.7} textAnchor="end">
                {x.title}
              </text>
              <text className="chart-title" x={-left + 2} y={-0.9 * letter}>
                {y.title}
              </text>
            </g>
            {children(plane)}
          </g>
        </svg>
      )}
    </div>
  );
}

/** Keeps the place of a chart whose numbers are being computed, so that what stands below does not move when they come. */
export function ChartToCome() {
  const box = useRef<HTMLDivElement>(null);
  const { enlarged } = useRoom(box);
  return <div className="chart" ref={box} style={filling(Math.round(HEIGHT * enlarged))} aria-busy="true" />;
}

interface Tick {
  readonly at: number;
  readonly text: string;
}

/**
 * An even choice of ticks that have room beside each other, each as near to its place as possible without leaving its axis,
 * beside which the other axis begins.
 */
function apart(ticks: readonly Tick[], { x, width, letter }: Plane): (Tick & { middle: number })[] {
  const placed = ticks.map(({ at, text }) => {
    const long = Math.min(width, WIDE * text.length * letter);
    return { at, text, long, middle: Math.max(long / 2, Math.min(x(at), width - long / 2)) };
  });
  for (let every = 1; ; every++) {
    const some = placed.filter((_, k) => k % every === 0);
    const touch = some.some(({ middle, long }, k) => {
      const next = some[k + 1];
      return next !== undefined && next.middle - middle < (long + next.long) / 2 + letter;
    });
    if (!touch) return some;
  }
}

/** The width of letters, relative to their size. */
const WIDE = 0.62;

/** How wide the longest of texts is, about. */
export const widest = (texts: readonly string[], letter: number): number =>
  WIDE * letter * texts.reduce((most, { length }) => Math.max(most, length), 0);

function ticksOf(scale: Scale, count: number): Tick[] {
  return scale
    .ticks(Math.max(1, Math.floor(count)))
    .map((at) => ({ at, text: scale.kind === 'log' ? powerOfTen(at) : roundNumber(at) }));
}

const powerOfTen = (value: number) => `10${raised(Math.round(Math.log10(value)))}`;

/** On a page that nobody enlarged. */
const HEIGHT = 220;

/** The number of round numbers to ask for, such that at least two result: one alone is no scale. */
const LEAST_TICKS = 4;

/** The size of letters on a page that is not enlarged. */
const LETTER = 11.5;

/** The height of a picture that takes the spare height of its place: at least this, and at most what still looks right. */
export const filling = (least: number): CSSProperties => ({
  contain: 'size',
  minHeight: least,
  maxHeight: 2.5 * least,
});

interface Room {
  readonly width: number;
  readonly height: number;
  /** The size of letters, and how many times the usual size that is: a picture grows with its words. */
  readonly letter: number;
  readonly enlarged: number;
}

/** The room that an element offers to a picture. */
export function useRoom(box: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState({ width: 0, height: 0, letter: LETTER });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const [width, height] = [element.clientWidth, element.clientHeight];
      const letter = Number.parseFloat(getComputedStyle(element).fontSize);
      setRoom((before) =>
        before.width === width && before.height === height && before.letter === letter
          ? before
          : { width, height, letter },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return { ...room, enlarged: Math.max(1, room.letter / LETTER) };
}

/** For a picture of rows and columns: the size of the squares, and the least height of all of them. */
export function squares({ width, height, enlarged }: Room, rows: number, columns: number) {
  const wide = width / columns;
  const usual = Math.max(1.5, Math.min(28 * enlarged, wide, (370 * enlarged) / rows));
  return { size: Math.max(usual, Math.min(wide, height / rows)), least: usual * rows };
}

/** A line through points; it breaks at a point without a place. */
export function Line(props: {
  points: readonly (readonly [number, number])[];
  plane: Plane;
  name: string;
  dots?: boolean;
}) {
  const { points, plane, name, dots = false } = props;
  let d = '';
  let pen = false;
  const places = points.map(([a, b]) => [plane.x(a), plane.y(b)] as const);
  for (const [px, py] of places) {
    const isPlace = Number.isFinite(px) && Number.isFinite(py);
    if (isPlace) d += `${pen ? 'L' : 'M'}${px.toFixed(1)} ${py.toFixed(1)}`;
    pen = isPlace;
  }
  return (
    <g className="chart-line" data-name={name}>
      <path d={d} />
      {dots &&
        places
          .filter(([px, py]) => Number.isFinite(px) && Number.isFinite(py))
          .map(([px, py]) => <circle key={`${px} ${py}`} cx={px} cy={py} r={2.4} />)}
    </g>
  );
}

import '../../styles/chart.css';
import '../../styles/derivatives.css';
import { useEffect, useRef, useState } from 'react';
import type { Differentiation, ExecuteRequest, Execution } from '../../../engine/pipeline/results';
import { runOf } from '../../store/document/playground';
import { own } from '../../store/results/lookup';
import { Chart, Line, type Plane } from '../../ui/chart/Chart';
import { Button, Segments } from '../../ui/controls';
import { shortNumber } from '../../ui/numbers';
import { saveSvg } from '../../ui/save';
import { useApp } from '../../use';
import { Empty } from '../Panel';
import { SaveTable } from '../SaveTable';
import { contours, newtonStep } from './contours';
import { type InputElement, inputElements } from './elements';
import { useAnswer } from './useAnswer';

const BUDGET = { steps: 2_000_000, milliseconds: 4_000, bytes: 256 * 2 ** 20 };
const GRID = 33;
/** Sliders for no more inputs than these. */
const MOST_SLIDERS = 12;
const LEVELS = 12;

/** Downhill by hand: a slider an input, the gradient as an arrow, and steps of descent or of Newton's method. */
export function DescentView() {
  const shown = useApp((state) => state.shown);
  const execution = useApp((state) => state.execution);
  const playground = useApp((state) => state.playground);
  if (shown === null || shown.routine === null)
    return <Empty>Inputs to move appear here as soon as there is a routine.</Empty>;
  if (execution === null) return <div className="derivatives" aria-busy="true" />;
  if (!execution.ok) return <Empty>The run ended early: the panel “Run” says why.</Empty>;
  const elements = inputElements(shown, execution);
  if (elements.length === 0) return <Empty>No input here is independent.</Empty>;
  const request = { ...runOf(playground, BUDGET), mode: 'adjoint' as const };
  const start = elements.map(({ value }) => value);
  return (
    <Descent key={JSON.stringify([request, start])} {...{ shown, execution, request, elements, start }} />
  );
}

function Descent(props: {
  shown: Differentiation;
  execution: Execution;
  request: ExecuteRequest;
  elements: readonly InputElement[];
  start: readonly number[];
}) {
  const { shown, execution, request, elements, start } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [way, setWay] = useState<readonly (readonly number[])[]>([start]);
  const [length, setLength] = useState('0.1');
  const [method, setMethod] = useState<'descent' | 'newton'>('descent');
  const here = way.at(-1) ?? start;
  const inputsAt = (x: readonly number[]) => {
    const point: Record<string, number[]> = {};
    elements.forEach(({ key, index }, k) => {
      point[key] ??= [...(own(execution.inputs, key) ?? [])];
      (point[key] as number[])[index] = x[k] ?? 0;
    });
    return point;
  };
  const reach = start.map((x) => Math.max(1, 1.6 * Math.abs(x)));
  const domain = (k: number): [number, number] => [
    (start[k] ?? 0) - (reach[k] ?? 1),
    (start[k] ?? 0) + (reach[k] ?? 1),
  ];
  const isPlane = elements.length === 2;
  const axis = (k: number) =>
    Array.from({ length: GRID }, (_, i) => domain(k)[0] + ((domain(k)[1] - domain(k)[0]) * i) / (GRID - 1));
  const grid = isPlane ? axis(1).flatMap((y) => axis(0).map((x) => inputsAt([x, y]))) : [];
  const surface = useAnswer(isPlane ? { kind: 'sample', request, points: grid } : null);
  const sampled = useAnswer({ kind: 'sample', request, points: [inputsAt(here)] });
  const bent = useAnswer(
    method === 'newton'
      ? { kind: 'hessian', request: { ...request, inputs: { ...request.inputs, ...inputsAt(here) } } }
      : null,
  );
  const [current, setCurrent] = useState<{ value: number; gradient: readonly number[] } | null>(null);
  const sample = sampled.answer?.samples[0];
  useEffect(() => {
    if (!sample) return;
    setCurrent({
      value: sample.value,
      gradient: elements.map(({ key, index }) => own(sample.gradient, key)?.[index] ?? 0),
    });
  }, [sample, elements]);
  const go = () => {
    if (current === null) return;
    const factor = Number(length);
    const step =
      method === 'newton' && bent.answer?.ok
        ? newtonStep(bent.answer, current.gradient)
        : current.gradient.map((g) => -g);
    if (step === null) return;
    setWay([
      ...way,
      here.map(
        (x, k) => x + (method === 'newton' ? 1 : Number.isFinite(factor) ? factor : 0) * (step[k] ?? 0),
      ),
    ]);
  };
  const values = surface.answer?.samples.map((each) => each?.value ?? Number.NaN) ?? [];
  const error =
    method === 'newton'
      ? bent.answer?.diagnostics.find(({ severity }) => severity === 'error')?.message
      : undefined;
  const words =
    current === null ? 'At work …' : `value ${shortNumber(current.value)}, ${way.length - 1} steps`;
  return (
    <div className="derivatives">
      <section className="derivatives-card">
        <header>
          <h3>
            {isPlane ? `Contours over ${elements[0]?.title} and ${elements[1]?.title}` : 'The gradient here'}
          </h3>
          <SaveTable
            what="The way"
            file={`${shown.routine?.name ?? 'kernel'}-descent`}
            sheets={() => [
              {
                title: 'The way',
                head: elements.map(({ title }) => title),
                rows: way.map((x) => x.map(String)),
              },
            ]}
            more={[
              { id: 'svg', title: 'SVG', onSelect: () => svg.current && saveSvg('descent.svg', svg.current) },
            ]}
          />
        </header>
        {isPlane ? (
          <Chart
            label={`Contours of the result, and the way of ${way.length} points from ${start.map((x) => shortNumber(x, 4)).join(', ')} to ${here.map((x) => shortNumber(x, 4)).join(', ')}`}
            svg={svg}
            height={320}
            x={{ kind: 'linear', domain: domain(0), title: elements[0]?.title ?? '' }}
            y={{ kind: 'linear', domain: domain(1), title: elements[1]?.title ?? '' }}
          >
            {(plane) => (
              <>
                <Contours values={values} plane={plane} />
                <Line name="derivative" plane={plane} dots points={way.map(([x, y]) => [x ?? 0, y ?? 0])} />
                {current && <Arrow plane={plane} from={here} along={current.gradient} />}
              </>
            )}
          </Chart>
        ) : (
          <Chart
            label={`The gradient by ${elements.length} inputs`}
            svg={svg}
            x={{
              kind: 'linear',
              domain: [-0.5, elements.length - 0.5],
              title: '',
              ticks: elements.slice(0, MOST_SLIDERS).map(({ title }, at) => ({ at, text: title })),
            }}
            y={{
              kind: 'linear',
              domain: [Math.min(0, ...(current?.gradient ?? [])), Math.max(0, ...(current?.gradient ?? []))],
              title: 'gradient',
            }}
          >
            {(plane) =>
              (current?.gradient ?? []).map((g, k) => (
                <g key={elements[k]?.title} className="lollipop" data-passed="true">
                  <line x1={plane.x(k)} x2={plane.x(k)} y1={plane.y(0)} y2={plane.y(g)} />
                  <circle cx={plane.x(k)} cy={plane.y(g)} r={3} />
                </g>
              ))
            }
          </Chart>
        )}
        <p className="derivatives-words" aria-live="polite">
          {words} {error}
        </p>
      </section>
      <section className="derivatives-card descent-hand">
        {elements.slice(0, MOST_SLIDERS).map(({ title }, k) => (
          <label key={title}>
            <code>{title}</code>
            <input
              type="range"
              min={domain(k)[0]}
              max={domain(k)[1]}
              step="any"
              value={here[k]}
              onChange={(event) => setWay([here.map((x, i) => (i === k ? Number(event.target.value) : x))])}
            />
            <output>{shortNumber(here[k] ?? 0, 4)}</output>
            <output data-kind="adjoint">{current ? shortNumber(current.gradient[k] ?? 0, 3) : ''}</output>
          </label>
        ))}
        <div className="descent-go">
          <Segments
            label="Method"
            size="small"
            value={method}
            onChange={setMethod}
            choices={[
              {
                value: 'descent',
                title: 'Descent',
                blurb: 'Against the gradient, by a length of your choice.',
              },
              { value: 'newton', title: 'Newton', blurb: 'To where the quadratic model rests.' },
            ]}
          />
          {method === 'descent' && (
            <label>
              length{' '}
              <input
                aria-label="Step length"
                value={length}
                onChange={(event) => setLength(event.target.value)}
              />
            </label>
          )}
          <Button
            size="small"
            disabled={current === null || (method === 'newton' && !bent.answer?.ok)}
            onClick={go}
          >
            Step
          </Button>
          <Button size="small" disabled={way.length < 2} onClick={() => setWay(way.slice(0, -1))}>
            Back
          </Button>
        </div>
      </section>
    </div>
  );
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

/** Against the gradient, always as long: how steep it is the numbers tell. */
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

import '../../styles/chart.css';
import '../../styles/derivatives.css';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Differentiation, ExecuteRequest, Execution } from '../../../engine/pipeline/results';
import { runOf } from '../../store/document/playground';
import { own } from '../../store/results/lookup';
import { Chart, ChartToCome, Line } from '../../ui/chart/Chart';
import { extentOf } from '../../ui/chart/scale';
import { Select } from '../../ui/controls';
import { counted, shortNumber } from '../../ui/numbers';
import type { Sheet } from '../../ui/sheets';
import { useApp } from '../../use';
import { Empty } from '../Panel';
import { SaveTable } from '../SaveTable';
import { NoRun, UntilRight } from '../UntilRight';
import { TooMany } from './AtWork';
import { inputElements, tooManyElements } from './elements';
import { pointsAlong, remainders, STEPS, someDirection } from './taylor';
import { useAnswer } from './useAnswer';

const BUDGET = { steps: 5_000_000, milliseconds: 15_000, bytes: 256 * 2 ** 20 };

/** The check, drawn: Taylor remainders, each component beside its difference, and the function along one input. */
export function CheckView() {
  const shown = useApp((state) => state.shown);
  const execution = useApp((state) => state.execution);
  const playground = useApp((state) => state.playground);
  if (shown === null || shown.routine === null) return <UntilRight there="nothing to check" />;
  if (execution === null) return <NoRun />;
  if (!execution.ok) return <Empty>The run ended early: the panel “Run” says why.</Empty>;
  const request = { ...runOf(playground, BUDGET), mode: 'adjoint' as const };
  const common = { shown, execution, request };
  const tooMany = tooManyElements(execution);
  return (
    <div className="derivatives">
      {tooMany === null ? (
        <>
          <Taylor {...common} />
          <Range {...common} />
        </>
      ) : (
        <TooMany count={tooMany}>The remainder and the range take many runs.</TooMany>
      )}
      <Components {...common} />
    </div>
  );
}

interface Common {
  readonly shown: Differentiation;
  readonly execution: Execution;
  readonly request: ExecuteRequest;
}

const independentsOf = ({ shown, execution }: Common) =>
  shown.variables
    .filter(({ independent, key }) => independent && own(execution.inputs, key) !== undefined)
    .map(({ key }) => key);

function Taylor(props: Common) {
  const { execution, request, shown } = props;
  const svg = useRef<SVGSVGElement>(null);
  const keys = independentsOf(props);
  const direction = someDirection(execution.inputs, keys);
  const sampled = useAnswer({
    kind: 'sample',
    request,
    points: pointsAlong(execution.inputs, direction, STEPS),
  });
  const directions = Object.fromEntries(Object.entries(direction).map(([key, d]) => [key, [d]]));
  const bent = useAnswer({
    kind: 'execute',
    request: { ...request, mode: 'tangent-over-adjoint', directions },
  });
  const second = bent.answer?.ok ? bent.answer.second : undefined;
  const curvature = second
    ? Object.entries(direction).reduce(
        (sum, [key, d]) => sum + d.reduce((s, x, i) => s + x * (own(second, key)?.[i] ?? 0), 0),
        0,
      )
    : null;
  const found = sampled.answer?.ok ? remainders(sampled.answer, direction, STEPS, curvature) : null;
  const lines =
    found || sampled.coming
      ? [
          { name: 'value', title: 'without the gradient', wanted: 1, ...remainder(found, 'zeroth') },
          { name: 'derivative', title: 'with the gradient', wanted: 2, ...remainder(found, 'first') },
          ...(found?.second || bent.coming
            ? [
                {
                  name: 'second',
                  title: 'of the gradient, with the Hessian',
                  wanted: 2,
                  ...remainder(found, 'second'),
                },
              ]
            : []),
        ]
      : [];
  const all = lines.flatMap(({ values }) => values).filter((x) => x > 0);
  const [low, high] = extentOf(all.map((x) => Math.max(x, 1e-18)));
  const words = lines.map(
    ({ title, slope, wanted }) =>
      `${title}: ${Number.isFinite(slope) ? `falls by the power ${slope.toFixed(2)} of the step (${wanted} if right)` : 'no slope above rounding'}`,
  );
  return (
    <Card
      title="Taylor remainder against the step"
      svg={svg}
      file={`${shown.routine?.name ?? 'kernel'}-taylor`}
      sheet={{
        title: 'Taylor remainders',
        head: ['step', ...lines.map(({ title }) => title)],
        rows: STEPS.map((step, k) => [String(step), ...lines.map(({ values }) => String(values[k] ?? ''))]),
      }}
      words={sampled.coming ? 'At work …' : all.length > 0 ? '' : noRemainder(found)}
    >
      {sampled.coming && <ChartToCome />}
      {all.length > 0 && (
        <Chart
          label={`Taylor remainders: ${words.join('; ')}`}
          svg={svg}
          x={{ kind: 'log', domain: [STEPS.at(-1) ?? 1e-10, 1], title: 'step' }}
          y={{ kind: 'log', domain: [low, high], title: 'remainder' }}
        >
          {(plane) =>
            lines.map(({ name, values }) => (
              <Line
                key={name}
                name={name}
                plane={plane}
                dots
                points={values.map((x, k) => [STEPS[k] ?? 0, x])}
              />
            ))
          }
        </Chart>
      )}
      <ul className="chart-key">
        {lines.map(({ name, title, slope, wanted, values }) => (
          <li key={name} data-name={name}>
            <b>{title}</b>{' '}
            {values.some(Number.isFinite) && !Number.isFinite(slope) ? (
              'no slope above rounding'
            ) : (
              <>
                slope <span className="slope">{Number.isFinite(slope) ? slope.toFixed(2) : '–'}</span> (
                {wanted} if right)
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function noRemainder(found: ReturnType<typeof remainders> | null): string {
  if (found === null) return 'There is no remainder here.';
  return found.first.every((x) => x === 0)
    ? 'Every remainder is zero.'
    : 'The value or the derivative is not finite here, so there is no remainder.';
}

/** At each step, and the power of the step that it falls by; not known yet. */
function remainder(found: ReturnType<typeof remainders> | null, which: 'zeroth' | 'first' | 'second') {
  return { values: found?.[which] ?? [], slope: found?.slopes[which] ?? Number.NaN };
}

const POINTS = 81;
/** The elements to choose from. */
const MOST_OFFERED = 200;

/** The weighted result and its derivative while one scalar, or one element, moves. */
function Range(props: Common) {
  const { execution, request, shown } = props;
  const svg = useRef<SVGSVGElement>(null);
  const elements = inputElements(shown, execution).slice(0, MOST_OFFERED);
  const [chosen, choose] = useState('');
  const at = elements.find(({ title }) => title === chosen) ?? elements[0];
  const reach = Math.max(1, Math.abs(at?.value ?? 0));
  const places = Array.from(
    { length: POINTS },
    (_, k) => (at?.value ?? 0) + reach * ((2 * k) / (POINTS - 1) - 1),
  );
  const points = at
    ? places.map((x) => ({
        [at.key]: (own(execution.inputs, at.key) ?? []).map((y, i) => (i === at.index ? x : y)),
      }))
    : [];
  const { answer, busy, coming } = useAnswer(at ? { kind: 'sample', request, points } : null);
  const isThis = answer?.samples.length === points.length;
  const value = places.map(
    (x, k) => [x, (isThis ? answer?.samples[k]?.value : undefined) ?? Number.NaN] as const,
  );
  const slope = places.map(
    (x, k) =>
      [
        x,
        (at && isThis ? own(answer?.samples[k]?.gradient, at.key)?.[at.index] : undefined) ?? Number.NaN,
      ] as const,
  );
  const [low, high] = extentOf([...value, ...slope].map(([, y]) => y));
  return (
    <Card
      title="Value and derivative over a range"
      svg={svg}
      file={`${shown.routine?.name ?? 'kernel'}-range`}
      sheet={{
        title: `Value and derivative by ${at?.title ?? ''}`,
        head: [at?.title ?? 'input', 'value', 'derivative'],
        rows: places.map((x, k) => [String(x), String(value[k]?.[1]), String(slope[k]?.[1])]),
      }}
      words={
        busy || coming
          ? 'At work …'
          : 'A kink is where the derivative jumps; where a run ends early, the line breaks.'
      }
    >
      <label className="range-of">
        input{' '}
        <Select
          value={at?.title ?? ''}
          choices={elements.map(({ title }) => ({ value: title, title }))}
          onChange={choose}
        />
      </label>
      {coming && <ChartToCome />}
      {answer !== null && (
        <Chart
          label={`The value and its derivative while ${at?.title ?? 'an input'} moves from ${shortNumber(places[0] ?? 0, 4)} to ${shortNumber(places.at(-1) ?? 0, 4)}`}
          svg={svg}
          x={{ kind: 'linear', domain: [places[0] ?? 0, places.at(-1) ?? 1], title: at?.title ?? '' }}
          y={{ kind: 'linear', domain: [low, high], title: 'value, derivative' }}
        >
          {(plane) => (
            <>
              <line
                className="bar-zero"
                x1={plane.x(at?.value ?? 0)}
                x2={plane.x(at?.value ?? 0)}
                y2={plane.height}
              />
              <Line name="value" plane={plane} points={value} />
              <Line name="derivative" plane={plane} points={slope} />
            </>
          )}
        </Chart>
      )}
      <ul className="chart-key">
        <li data-name="value">
          <b>value</b> solid
        </li>
        <li data-name="derivative">
          <b>derivative</b> dashed
        </li>
      </ul>
    </Card>
  );
}

/** The distance of each component from its difference. */
function Components({ execution, shown }: Common) {
  const svg = useRef<SVGSVGElement>(null);
  const all = execution.check.finiteDifference?.components ?? [];
  const components = all.filter(({ adjoint }) => Number.isFinite(adjoint));
  const lost = all.length - components.length;
  const dot = lost > 0 ? null : execution.check.dotProduct;
  if (all.length === 0) return null;
  const errors = components.map(({ relativeError }) => Math.max(1e-17, relativeError));
  const [low, high] = extentOf(errors, [1e-16, 1e-6]);
  const named = execution.check.finiteDifference?.worst;
  const worst = components.some(({ element }) => element === named?.element) ? named : null;
  const said = dot
    ? `⟨ȳ, J·ẋ⟩ = ${shortNumber(dot.tangent)}, ⟨Jᵀ·ȳ, ẋ⟩ = ${shortNumber(dot.adjoint)}, off by ${shortNumber(dot.relativeError, 2)}`
    : '';
  return (
    <Card
      title="Distance to differences, by component"
      svg={svg}
      file={`${shown.routine?.name ?? 'kernel'}-differences`}
      sheet={{
        title: 'Components against differences',
        head: ['component', 'adjoint', 'difference', 'relative error'],
        rows: components.map((each) => [
          each.element,
          String(each.adjoint),
          String(each.difference),
          String(each.relativeError),
        ]),
      }}
      words={`${lost > 0 ? `${lost} of ${counted(all.length, 'component')} not finite, and not compared. ` : ''}${worst ? `At worst ${shortNumber(worst.relativeError, 2)}, in ${worst.element}. ` : ''}${said}`}
    >
      {components.length > 0 && (
        <Chart
          label={`Relative distance of ${components.length} components to differences${worst ? `, at worst ${worst.relativeError} in ${worst.element}` : ''}`}
          svg={svg}
          height={180}
          x={{
            kind: 'linear',
            domain: [-0.5, components.length - 0.5],
            title: '',
            ticks: components.flatMap(({ element }, k) =>
              k % Math.ceil(components.length / 6) === 0 ? [{ at: k, text: element }] : [],
            ),
          }}
          y={{ kind: 'log', domain: [low, high], title: 'relative error' }}
        >
          {(plane) =>
            components.map(({ element, passed }, k) => {
              const [x, y] = [plane.x(k), plane.y(errors[k] ?? 1e-17)];
              return (
                <g key={element} className="lollipop" data-passed={passed}>
                  <line x1={x} x2={x} y1={plane.height} y2={y} />
                  {passed ? <circle cx={x} cy={y} r={3} /> : <path d={`M${x - 4} ${y - 4}l8 8m0-8l-8 8`} />}
                </g>
              );
            })
          }
        </Chart>
      )}
    </Card>
  );
}

function Card(props: {
  title: string;
  svg: RefObject<SVGSVGElement | null>;
  file: string;
  sheet: Sheet;
  words: string;
  children: ReactNode;
}) {
  const { title, svg, file, sheet, words, children } = props;
  return (
    <section className="derivatives-card">
      <header>
        <h3>{title}</h3>
        <SaveTable what={title} file={file} sheets={() => [sheet]} svg={svg} />
      </header>
      {children}
      <p className="derivatives-words">{words}</p>
    </section>
  );
}

import '../../styles/chart.css';
import '../../styles/derivatives.css';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Differentiation, ExecuteRequest, Execution } from '../../../engine/pipeline/results';
import { runOf } from '../../store/document/playground';
import { own } from '../../store/results/lookup';
import { Button, Segments } from '../../ui/controls';
import { counted, shortNumber } from '../../ui/numbers';
import { useApp } from '../../use';
import { Empty } from '../Panel';
import { SaveTable } from '../SaveTable';
import { NoRun, UntilRight } from '../UntilRight';
import { TooMany } from './AtWork';
import { Bars } from './Bars';
import { newtonStep } from './contours';
import { type InputElement, inputElements, tooManyElements } from './elements';
import { rangeAround, Surface } from './Surface';
import { useAnswer } from './useAnswer';

const BUDGET = { steps: 2_000_000, milliseconds: 4_000, bytes: 256 * 2 ** 20 };
/** The most inputs with sliders. */
const MOST_SLIDERS = 12;

/** Descent by hand: a slider for each input, the gradient as an arrow, and steps of descent or of Newton's method. */
export function DescentView() {
  const shown = useApp((state) => state.shown);
  const execution = useApp((state) => state.execution);
  const playground = useApp((state) => state.playground);
  if (shown === null || shown.routine === null) return <UntilRight there="no input to move" />;
  if (execution === null) return <NoRun />;
  if (!execution.ok) return <Empty>The run ended early: the panel “Run” says why.</Empty>;
  const tooMany = tooManyElements(execution);
  if (tooMany !== null) return <TooMany count={tooMany}>A way down takes many runs.</TooMany>;
  const elements = inputElements(shown, execution);
  if (elements.length === 0) return <Empty>No input here is independent.</Empty>;
  const request = { ...runOf(playground, BUDGET), mode: 'adjoint' as const };
  const start = elements.map(({ value }) => value);
  return (
    <Descent key={JSON.stringify([request, start])} {...{ shown, execution, request, elements, start }} />
  );
}

/** The kernel's value at a point, and how much each input changes it. */
interface Here {
  readonly value: number;
  readonly gradient: readonly number[];
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
  const [method, setMethod] = useState<Method>('descent');
  const at = way.at(-1) ?? start;
  const inputsAt = (x: readonly number[]) => withElements(execution, elements, x);
  const here = useHere(request, elements, inputsAt(at));
  const bent = useAnswer(
    method === 'newton'
      ? { kind: 'hessian', request: { ...request, inputs: { ...request.inputs, ...inputsAt(at) } } }
      : null,
  );
  const go = (factor: number) => {
    if (here === null) return;
    const isNewton = method === 'newton';
    const step =
      isNewton && bent.answer?.ok ? newtonStep(bent.answer, here.gradient) : here.gradient.map((g) => -g);
    if (step !== null) setWay([...way, at.map((x, k) => x + (isNewton ? 1 : factor) * (step[k] ?? 0))]);
  };
  const error =
    method === 'newton'
      ? bent.answer?.diagnostics.find(({ severity }) => severity === 'error')?.message
      : undefined;
  const leads = here?.gradient.every(Number.isFinite) ?? true;
  const words = !leads
    ? 'The gradient is not finite here: there is no step to take.'
    : here === null
      ? 'At work …'
      : `value ${shortNumber(here.value)}, ${counted(way.length - 1, 'step')}`;
  const isPlane = elements.length === 2;
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
            svg={svg}
          />
        </header>
        {isPlane ? (
          <Surface {...{ request, elements, way, start, svg, inputsAt }} gradient={here?.gradient ?? null} />
        ) : (
          <Gradient elements={elements} gradient={here?.gradient ?? null} svg={svg} />
        )}
        <p className="derivatives-words" aria-live="polite">
          {words} {error}
        </p>
      </section>
      <section className="derivatives-card descent-hand">
        {elements.slice(0, MOST_SLIDERS).map(({ title }, k) => {
          const [least, most] = rangeAround(start[k] ?? 0);
          return (
            <label key={title}>
              <code>{title}</code>
              <input
                type="range"
                min={least}
                max={most}
                step="any"
                value={at[k]}
                onChange={(event) => setWay([at.map((x, i) => (i === k ? Number(event.target.value) : x))])}
              />
              <output>{shortNumber(at[k] ?? 0, 4)}</output>
              <output data-kind="adjoint">{here ? shortNumber(here.gradient[k] ?? 0, 3) : ''}</output>
            </label>
          );
        })}
        {elements.length > MOST_SLIDERS && (
          <p className="derivatives-words">
            The first {MOST_SLIDERS} of {elements.length} inputs; a step moves all of them.
          </p>
        )}
        <Stepping
          method={method}
          onMethod={setMethod}
          onStep={here === null || !leads || (method === 'newton' && !bent.answer?.ok) ? null : go}
          onBack={way.length < 2 ? null : () => setWay(way.slice(0, -1))}
        />
      </section>
    </div>
  );
}

/** The inputs of the run, except the elements that are moved. */
function withElements(
  { inputs }: Execution,
  elements: readonly InputElement[],
  x: readonly number[],
): Record<string, number[]> {
  const point: Record<string, number[]> = {};
  elements.forEach(({ key, index }, k) => {
    point[key] ??= [...(own(inputs, key) ?? [])];
    (point[key] as number[])[index] = x[k] ?? 0;
  });
  return point;
}

/** The kernel's value at a point; the last known one until the next is there. */
function useHere(
  request: ExecuteRequest,
  elements: readonly InputElement[],
  point: Record<string, number[]>,
): Here | null {
  const [here, setHere] = useState<Here | null>(null);
  const sample = useAnswer({ kind: 'sample', request, points: [point] }).answer?.samples[0];
  useEffect(() => {
    if (!sample) return;
    setHere({
      value: sample.value,
      gradient: elements.map(({ key, index }) => own(sample.gradient, key)?.[index] ?? 0),
    });
  }, [sample, elements]);
  return here;
}

type Method = 'descent' | 'newton';

/** Null if there is no step to take, or none to take back. */
function Stepping(props: {
  method: Method;
  onMethod: (method: Method) => void;
  onStep: ((factor: number) => void) | null;
  onBack: (() => void) | null;
}) {
  const { method, onMethod, onStep, onBack } = props;
  const [length, setLength] = useState('0.1');
  const factor = Number.isFinite(Number(length)) ? Number(length) : 0;
  return (
    <div className="descent-go">
      <Segments
        label="Method"
        value={method}
        onChange={onMethod}
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
      <Button disabled={onStep === null} onClick={() => onStep?.(factor)}>
        Step
      </Button>
      <Button disabled={onBack === null} onClick={() => onBack?.()}>
        Back
      </Button>
    </div>
  );
}

/** The gradient itself, if there are not two inputs, which would make a plane. */
function Gradient(props: {
  elements: readonly InputElement[];
  gradient: readonly number[] | null;
  svg: RefObject<SVGSVGElement | null>;
}) {
  const { elements, gradient, svg } = props;
  const [at, setAt] = useState<number | null>(null);
  return (
    <Bars
      values={gradient ?? elements.map(() => 0)}
      label={`The gradient by ${counted(elements.length, 'input')}`}
      title="gradient"
      nameOf={(k) => elements[k]?.title ?? ''}
      at={at}
      onPoint={setAt}
      kind="adjoint"
      svg={svg}
    />
  );
}

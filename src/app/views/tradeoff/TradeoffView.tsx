import '../../styles/chart.css';
import '../../styles/tradeoff.css';
import { lazy, Suspense, useState } from 'react';
import type { Tradeoff, TradeoffPoint } from '../../../engine/pipeline/results';
import { actions, services } from '../../app';
import { requestOf, runOf } from '../../store/playground';
import { Chart, Line } from '../../ui/chart/Chart';
import { extentOf } from '../../ui/chart/scale';
import { Button } from '../../ui/controls';
import { bytes, grouped } from '../../ui/numbers';
import { PHONE, useApp, useMedia } from '../../use';
import { useAnswer } from '../derivatives/useAnswer';
import { Empty, InHead } from '../Panel';
import { SaveTable } from '../SaveTable';
import { Windows } from './Windows';

const Diff = lazy(() => import('../compare/Diff'));

const BUDGET = { steps: 20_000_000, milliseconds: 4_000, bytes: 256 * 2 ** 20 };

/** Bytes against operations: every strategy, run, and the line below which no mixture of them comes. */
export function TradeoffView() {
  const mode = useApp((state) => state.playground.mode);
  const playground = useApp((state) => state.playground);
  const shown = useApp((state) => state.shown);
  const asked = useAnswer(
    mode === 'adjoint' && shown?.ok ? { kind: 'tradeoff', request: runOf(playground, BUDGET) } : null,
  );
  if (mode !== 'adjoint') return <Empty>Only an adjoint keeps values: choose the adjoint mode.</Empty>;
  if (asked.trouble !== '') return <Empty>{asked.trouble}</Empty>;
  if (asked.answer === null) return <Empty>Running every strategy …</Empty>;
  const { answer } = asked;
  if (!answer.ok)
    return (
      <Empty>{answer.diagnostics.find((d) => d.severity === 'error')?.message ?? 'Nothing was run.'}</Empty>
    );
  return (
    <>
      <InHead>
        <span className="tradeoff-state" role="status">
          {asked.busy ? 'running …' : ''}
        </span>
        <SaveTable
          what="Strategies"
          file="bytes-and-operations"
          sheets={() => [
            {
              title: 'Strategies',
              head: ['strategy', 'bytes', 'room', 'operations', 'on the hull'],
              rows: answer.points.map((p) => [
                p.title,
                String(p.bytes),
                String(p.room),
                String(p.operations),
                p.hull ? 'yes' : '',
              ]),
            },
          ]}
        />
      </InHead>
      <Strategies answer={answer} />
    </>
  );
}

function Strategies({ answer }: { answer: Tradeoff }) {
  const phone = useMedia(PHONE);
  const [chosen, setChosen] = useState<string | null>(null);
  const { points } = answer;
  const hull = points.filter((p) => p.hull).sort((a, b) => a.bytes - b.bytes);
  const at = points.find(({ title }) => title === chosen) ?? hull[0];
  const own = points.find(({ title }) => title === 'as chosen');
  const { within, beyond } = framed(points);
  const ends = [hull[0], hull[hull.length - 1]].flatMap((p) =>
    p ? [`${p.title}: ${bytes(p.bytes)} for ${grouped(p.operations)} operations`] : [],
  );
  return (
    <div className="tradeoff" data-alone={phone || undefined}>
      <section className="tradeoff-chart">
        <Chart
          label={`Bytes against operations of ${points.length} strategies. ${[...new Set(ends)].join('; ')}.`}
          x={{
            kind: 'linear',
            domain: extentOf(
              within.map((p) => p.bytes),
              [0],
            ),
            title: 'bytes on the tape',
          }}
          y={{
            kind: 'linear',
            domain: extentOf(
              within.map((p) => p.operations),
              [0],
            ),
            title: 'operations of the adjoint, weighted',
          }}
          height={260}
        >
          {(plane) => (
            <>
              <Line name="hull" plane={plane} points={hull.map((p) => [p.bytes, p.operations] as const)} />
              {within.map((p) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the table beside the picture has a button for each
                // biome-ignore lint/a11y/noStaticElementInteractions: as above
                <g
                  key={p.title}
                  className="tradeoff-point"
                  data-hull={p.hull || undefined}
                  data-at={p === at || undefined}
                  transform={`translate(${plane.x(p.bytes)} ${plane.y(p.operations)})`}
                  onClick={() => setChosen(p.title)}
                >
                  <title>{p.title}</title>
                  <circle className="tradeoff-touch" r={12} />
                  {p.hull ? <circle r={5} /> : <rect x={-4} y={-4} width={8} height={8} />}
                </g>
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
        <Table points={points} at={at} choose={setChosen} />
        <Windows windows={answer.windows} />
      </section>
      {at && <Chosen point={at} own={own} phone={phone} />}
    </div>
  );
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

function Table(props: {
  points: readonly TradeoffPoint[];
  at: TradeoffPoint | undefined;
  choose: (title: string) => void;
}) {
  const { points, at, choose } = props;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">strategy</th>
          <th scope="col" className="n">
            bytes
          </th>
          <th scope="col" className="n" title="Bytes of the tape at its highest">
            room
          </th>
          <th scope="col" className="n">
            operations
          </th>
          <th scope="col">hull</th>
        </tr>
      </thead>
      <tbody>
        {points.map((p) => (
          <tr key={p.title} data-chosen={p === at || undefined}>
            <th scope="row">
              <button
                type="button"
                className="tradeoff-pick"
                aria-pressed={p === at}
                onClick={() => choose(p.title)}
              >
                {p.title}
              </button>
            </th>
            <td className="n">{bytes(p.bytes)}</td>
            <td className="n">{bytes(p.room)}</td>
            <td className="n">{grouped(p.operations)}</td>
            <td>{p.hull ? 'on it' : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A strategy's code beside the user's own. */
function Chosen({
  point,
  own,
  phone,
}: {
  point: TradeoffPoint;
  own: TradeoffPoint | undefined;
  phone: boolean;
}) {
  const playground = useApp((state) => state.playground);
  const shown = useApp((state) => state.shown);
  const request = { ...requestOf(playground), options: point.options };
  const { answer } = useAnswer(
    phone ? null : { kind: 'differentiate', hash: JSON.stringify(request), request },
  );
  const use = () => actions.setOptions(point.options);
  const link = async () => {
    use();
    const address = await services()?.navigation?.share();
    if (address !== undefined) await navigator.clipboard?.writeText(address).catch(() => {});
    actions.say(
      `The link to “${point.title}” is in the address bar, and copied where the browser lets it be.`,
    );
  };
  const than =
    own && own !== point
      ? `${difference(point.bytes - own.bytes, 'bytes')}, ${difference(point.operations - own.operations, 'operations')}`
      : '';
  return (
    <section className="tradeoff-code">
      <header>
        <h3>{point.title}</h3>
        <span>{than === '' ? '' : `${than} than yours`}</span>
        <Button size="small" onClick={use}>
          Use
        </Button>
        <Button size="small" look="quiet" onClick={() => void link()}>
          Link
        </Button>
      </header>
      {!phone && answer?.ok && shown?.ok && (
        <div className="tradeoff-diff">
          <Suspense fallback={<Empty>Loading the comparison …</Empty>}>
            <Diff left={shown.code} right={answer.code} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

function difference(by: number, what: string): string {
  if (by === 0) return `as many ${what}`;
  return `${grouped(Math.abs(by))} ${what} ${by < 0 ? 'fewer' : 'more'}`;
}

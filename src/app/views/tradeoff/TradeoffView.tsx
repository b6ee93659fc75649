import '../../styles/chart.css';
import '../../styles/tradeoff.css';
import { useState } from 'react';
import type { Tradeoff, TradeoffPoint, TradeoffWindow } from '../../../engine/pipeline/results';
import { actions, services } from '../../app';
import { LINK_IS, useCopied } from '../../copied';
import { requestOf, runOf } from '../../store/document/playground';
import { Button, Segments, Select } from '../../ui/controls';
import { bytes, counted, grouped } from '../../ui/numbers';
import { TableHead } from '../../ui/TableHead';
import { PHONE, useApp, useMedia } from '../../use';
import { Diff } from '../compare/Diff';
import { AtWork } from '../derivatives/AtWork';
import { useAnswer } from '../derivatives/useAnswer';
import { Empty, InHead } from '../Panel';
import { SaveTable } from '../SaveTable';
import { UntilRight } from '../UntilRight';
import { Cut } from './Cut';
import { type Choosing, StrategyChart } from './StrategyChart';
import { boundOf, hullOf, nameOf } from './words';

/** Long programs have many strategies; how far they are is shown. */
const MOST_MS = 120_000;
const BUDGET = { steps: 20_000_000, milliseconds: 4_000, bytes: 256 * 2 ** 20 };

/** Bytes against operations: every strategy, run, and the line below which no mixture of them comes. */
export function TradeoffView() {
  const mode = useApp((state) => state.playground.mode);
  const playground = useApp((state) => state.playground);
  const shown = useApp((state) => state.shown);
  const asked = useAnswer(
    mode === 'adjoint' && shown?.ok ? { kind: 'tradeoff', request: runOf(playground, BUDGET) } : null,
    MOST_MS,
  );
  const work = <AtWork asked={asked} what="Running every strategy …" />;
  if (mode !== 'adjoint') return <Empty>Only an adjoint keeps values: choose the adjoint mode.</Empty>;
  if (shown?.ok === false) return <UntilRight there="nothing to run" />;
  if (asked.answer === null) return <div className="empty">{work}</div>;
  const { answer } = asked;
  if (!answer.ok)
    return (
      <Empty>{answer.diagnostics.find((d) => d.severity === 'error')?.message ?? 'Nothing was run.'}</Empty>
    );
  return (
    <>
      <InHead>
        {work}
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

type Beside = 'code' | 'proof';
const BESIDE: readonly { value: Beside; title: string; blurb: string }[] = [
  { value: 'code', title: 'Its code', blurb: 'The code of the strategy in hand, beside yours.' },
  { value: 'proof', title: 'The proof', blurb: 'Why the least tape keeps what it keeps, and no less.' },
];

function Strategies({ answer }: { answer: Tradeoff }) {
  const phone = useMedia(PHONE);
  const [chosen, setChosen] = useState<string | null>(null);
  const [beside, setBeside] = useState<Beside>('code');
  const { points } = answer;
  const at = points.find(({ title }) => title === chosen) ?? points.find(({ hull }) => hull);
  const own = points.find(({ title }) => title === 'yours');
  const choose = (title: string) => {
    setChosen(title);
    setBeside('code');
  };
  const isProof = phone || beside === 'proof';
  return (
    <div className="tradeoff" data-alone={phone || undefined}>
      <section className="tradeoff-chart">
        <StrategyChart points={points} at={at} choose={choose} />
        <Table points={points} at={at} choose={choose} />
      </section>
      <section className="tradeoff-beside">
        {!phone && <Segments label="Beside the chart" value={beside} onChange={setBeside} choices={BESIDE} />}
        {(phone || beside === 'code') && at && <Chosen point={at} own={own} phone={phone} />}
        {phone && <h3>The proof of the least tape</h3>}
        {isProof && <Proof windows={answer.windows} />}
      </section>
    </div>
  );
}

function Table({ points, at, choose }: Choosing) {
  return (
    <table className="table" aria-label="Strategies">
      <TableHead
        columns={[
          'strategy',
          { n: 'bytes' },
          { n: 'room', blurb: 'Bytes of the tape at its highest' },
          { n: 'operations' },
          'hull',
        ]}
      />
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

/** What the least tape proves of each stretch of straight code: so many bytes, and no fewer. */
function Proof({ windows }: { windows: readonly TradeoffWindow[] }) {
  const source = useApp((state) => state.playground.source);
  const [chosen, setChosen] = useState(0);
  const window = windows[chosen] ?? windows[0];
  if (window === undefined)
    return (
      <p className="proof-none">
        The least tape finds no stretch of straight code here in which it could choose: what TBR keeps stands.
      </p>
    );
  return (
    <div className="proof">
      {windows.length > 1 && (
        <label className="proof-which">
          stretch{' '}
          <Select
            value={windows.indexOf(window)}
            choices={windows.map((each, value) => ({
              value,
              title: `${nameOf(each, source)}, ${bytes(each.bound)}`,
            }))}
            onChange={setChosen}
          />
        </label>
      )}
      <p className="proof-bound">{boundOf(window, source)}</p>
      {window.hull.length > 1 && <p className="proof-hull">{hullOf(window)}</p>}
      <Cut key={window.span.start} window={window} />
    </div>
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
  const [came, copy] = useCopied();
  const link = async () => {
    use();
    const address = await services()?.navigation?.share();
    if (address !== undefined) await copy(address);
    actions.say(
      `The link to “${point.title}” is in the address bar, and copied where the browser lets it be.`,
    );
  };
  const than =
    own && own !== point
      ? `${difference(point.bytes - own.bytes, bytes, 'as many bytes')}, ${difference(point.operations - own.operations, operations, 'as many operations')}`
      : '';
  return (
    <section className="tradeoff-code">
      <header>
        <h3>{point.title}</h3>
        <span>{than === '' ? '' : `${than} than yours`}</span>
        <Button onClick={use}>Use</Button>
        <Button look="quiet" onClick={() => void link()}>
          {came === null ? 'Link' : LINK_IS[came]}
        </Button>
      </header>
      {!phone &&
        (answer?.ok && shown?.ok ? (
          <div className="tradeoff-diff">
            <Diff left={shown.code} right={answer.code} />
          </div>
        ) : (
          <Empty>Both codes stand here as soon as they are derived.</Empty>
        ))}
    </section>
  );
}

const operations = (count: number) => counted(count, 'operation');

const difference = (by: number, told: (count: number) => string, none: string): string =>
  by === 0 ? none : `${told(Math.abs(by))} ${by < 0 ? 'fewer' : 'more'}`;

import '../../styles/chart.css';
import '../../styles/tradeoff.css';
import { useState } from 'react';
import type { Tradeoff, TradeoffPoint } from '../../../engine/pipeline/results';
import { runOf } from '../../store/document/playground';
import { Segments } from '../../ui/controls';
import { bytes, grouped } from '../../ui/numbers';
import { TableHead } from '../../ui/TableHead';
import { PHONE, useApp, useMedia } from '../../use';
import { AtWork } from '../derivatives/AtWork';
import { useAnswer } from '../derivatives/useAnswer';
import { Empty, InHead } from '../Panel';
import { SaveTable } from '../SaveTable';
import { UntilRight } from '../UntilRight';
import { Chosen } from './Chosen';
import { Proof } from './Proof';
import { StrategyChart } from './StrategyChart';

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
        {!phone && (
          <Segments
            label="Beside the chart"
            size="small"
            value={beside}
            onChange={setBeside}
            choices={BESIDE}
          />
        )}
        {(phone || beside === 'code') && at && <Chosen point={at} own={own} phone={phone} />}
        {phone && <h3>The proof of the least tape</h3>}
        {isProof && <Proof windows={answer.windows} />}
      </section>
    </div>
  );
}

function Table(props: {
  points: readonly TradeoffPoint[];
  at: TradeoffPoint | undefined;
  choose: (title: string) => void;
}) {
  const { points, at, choose } = props;
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

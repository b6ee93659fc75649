import { ArrowLeftRight } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { actions } from '../../app';
import { STRATEGIES } from '../../store/choices';
import { type Compared, compareStrategies } from '../../store/compare';
import { Button } from '../../ui/controls';
import { bytes, shortNumber } from '../../ui/numbers';
import { useApp } from '../../use';
import { Empty } from '../Panel';

const Diff = lazy(() => import('./Diff'));

/** The same kernel under several strategies: what each keeps on tape and costs, and the code of two of them side by side. */
export function CompareView() {
  const playground = useApp((state) => state.playground);
  const [rows, setRows] = useState<readonly Compared[]>([]);
  const [left, setLeft] = useState('all');
  const [right, setRight] = useState('yours');

  useEffect(() => {
    const job = compareStrategies(playground, setRows);
    return () => job.stop();
  }, [playground]);

  const code = (id: string) => rows.find((row) => row.id === id)?.result?.code ?? null;
  const [a, b] = [code(left), code(right)];
  if (playground.mode !== 'adjoint')
    return <Empty>Strategies differ in what the adjoint records: choose the adjoint mode.</Empty>;
  return (
    <div className="compare">
      <div className="compare-figures">
        <table className="table compare-table">
          <thead>
            <tr>
              <th scope="col">strategy</th>
              <th scope="col" className="n">
                sites
              </th>
              <th scope="col" className="n">
                values
              </th>
              <th scope="col" className="n">
                control
              </th>
              <th scope="col" className="n">
                tape
              </th>
              <th scope="col" className="n">
                operations
              </th>
              <th scope="col">shown</th>
              <th scope="col">
                <span className="unseen">use it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} left={left} right={right} setLeft={setLeft} setRight={setRight} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="diff">
        {a !== null && b !== null && (
          <Suspense fallback={<Empty>Loading the comparison …</Empty>}>
            <Diff left={a} right={b} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function Row(props: {
  row: Compared;
  left: string;
  right: string;
  setLeft: (id: string) => void;
  setRight: (id: string) => void;
}) {
  const { row, left, right, setLeft, setRight } = props;
  const { result, execution } = row;
  const tape = execution?.ok ? execution.tape : null;
  const refused = result?.diagnostics.find(({ severity }) => severity === 'error');
  const strategy = STRATEGIES.find(({ id }) => id === row.id);
  return (
    <tr data-chosen={row.id === left || row.id === right || undefined}>
      <th scope="row">{row.title}</th>
      <td className="n">{result?.ok ? result.recordings.length : ''}</td>
      <td className="n">{tape?.values.toLocaleString('en')}</td>
      <td className="n">{tape?.controls.toLocaleString('en')}</td>
      <td className="n">{tape === null ? '' : bytes(tape.bytes)}</td>
      <td className="n">{execution?.ok ? shortNumber(execution.operations.derivative.weighted, 5) : ''}</td>
      <td>
        {refused === undefined ? (
          <>
            <Pick
              label={`Show ${row.title} on the left`}
              on={row.id === left}
              set={() => setLeft(row.id)}
              text="left"
            />
            <Pick
              label={`Show ${row.title} on the right`}
              on={row.id === right}
              set={() => setRight(row.id)}
              text="right"
            />
          </>
        ) : (
          <span title={refused.message}>
            {refused.code === 'not-available' ? 'not available' : refused.message}
          </span>
        )}
      </td>
      <td>
        {strategy !== undefined && refused === undefined && (
          <Button
            size="small"
            look="quiet"
            icon={<ArrowLeftRight size={12} />}
            onClick={() => actions.setOptions(strategy.change)}
          >
            Use
          </Button>
        )}
      </td>
    </tr>
  );
}

function Pick(props: { label: string; on: boolean; set: () => void; text: string }) {
  return (
    <button
      type="button"
      className="button"
      data-look="quiet"
      data-size="small"
      aria-pressed={props.on}
      aria-label={props.label}
      onClick={props.set}
    >
      {props.text}
    </button>
  );
}

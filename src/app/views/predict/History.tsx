import { useMemo } from 'react';
import type { PredictQuestion, Trace } from '../../../engine/pipeline/results';
import { store } from '../../app';
import { askEngine, useFound } from '../../found';
import { runOf } from '../../store/document/playground';
import { isRunStale } from '../../store/state';
import { shortNumber } from '../../ui/numbers';
import { TableHead } from '../../ui/TableHead';
import { lineCounter } from '../../ui/text';
import { useApp } from '../../use';
import { elementName } from '../sweep/playback';

const BUDGET = { steps: 2_000_000, milliseconds: 2_000, bytes: 64 * 2 ** 20 };
const MOST = 80;

/** What the program computes in this run: inputs, and every assignment of the forward sweep. What is stored is not told. */
export function History({ question }: { question: PredictQuestion }) {
  // That of the step before is on the page until this one has run.
  const execution = useApp((state) => (isRunStale(state) ? null : state.execution));
  const inputs = Object.entries(execution?.inputs ?? {});
  const rows = useRows(question);
  return (
    <div className="ask-history">
      {inputs.length > 0 && (
        <p>
          Inputs:{' '}
          {inputs.map(([name, values], k) => (
            <span key={name}>
              {k > 0 && ', '}
              <code>
                {name} ={' '}
                {values
                  .slice(0, 6)
                  .map((value) => shortNumber(value))
                  .join(', ')}
                {values.length > 6 && ', …'}
              </code>
            </span>
          ))}
        </p>
      )}
      {rows.length > 0 && (
        <details open={rows.length <= 14}>
          <summary>What the forward sweep computes</summary>
          <table className="table">
            <TableHead columns={['line', 'run', 'sets', { n: 'to' }]} />
            <tbody>
              {rows.slice(0, MOST).map((row) => (
                <tr key={row.step}>
                  <td>{row.line}</td>
                  <td>{row.visit}</td>
                  <td className="mono">{row.element}</td>
                  <td className="n">{shortNumber(row.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > MOST && <p>… and {rows.length - MOST} more.</p>}
        </details>
      )}
    </div>
  );
}

interface HistoryRow {
  readonly step: number;
  readonly line: number;
  readonly visit: number;
  readonly element: string;
  readonly value: number;
}

function useRows(question: PredictQuestion): readonly HistoryRow[] {
  const source = useApp(({ playground }) => playground.source);
  const asksRun = question.step !== null;
  const find = async () => {
    const request = runOf(store.getState().playground, BUDGET);
    return (await askEngine({ kind: 'trace', request }, 'execution'))?.trace ?? null;
  };
  const trace = useFound(asksRun ? find : null, [asksRun]);
  return useMemo(() => (trace === null ? [] : rowsOf(trace, source)), [trace, source]);
}

/** What the forward sweep sets, step by step. */
function rowsOf(trace: Trace, source: string): HistoryRow[] {
  const lineOf = lineCounter(source);
  const rows: HistoryRow[] = [];
  for (let step = 0; step < trace.steps; step++) {
    const info = trace.statements[trace.statement[step] ?? -1];
    const location = trace.locations[trace.location[step] ?? -1];
    if (info?.sweep !== 'forward' || info.role !== 'primal' || location === undefined) continue;
    if (location.temporary) continue;
    rows.push({
      step,
      line: lineOf(info.source.start),
      visit: trace.visit[step] ?? 0,
      element: elementName(location, trace.index[step] ?? 0),
      value: trace.after[step] ?? 0,
    });
  }
  return rows;
}

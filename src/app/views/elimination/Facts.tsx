import { useState } from 'react';
import type { Eliminated, EliminationKind, EliminationStep } from '../../../engine/pipeline/results';
import { Button, brief, Link } from '../../ui/controls';
import { roundNumber, shortNumber } from '../../ui/numbers';
import { TableHead } from '../../ui/TableHead';
import { EntryTree } from './EntryTree';
import { type Search, useBothRuns, useRemainder } from './useEliminations';

/** Counts, steps, rules compared with the optimum, and the Jacobian as far as it is known. */
export function Facts(props: {
  now: Eliminated;
  kind: EliminationKind;
  search: Search;
  /** Whether the graph is a block of the kernel. */
  isBlock: boolean;
  onPlay: (answer: Eliminated) => void;
}) {
  const { now, kind, search, isBlock, onPlay } = props;
  const [pointed, setPointed] = useState<Entry | null>(null);
  const tree = now.remaining.find(
    ({ from, to, final }) => final && from === pointed?.column && to === pointed.row,
  );
  return (
    <div className="lab-facts">
      <Score now={now} kind={kind} search={search} />
      <Rules now={now} search={search} onPlay={onPlay} />
      <Steps now={now} />
      <Jacobian now={now} pointed={pointed} onPoint={setPointed} />
      {tree && <EntryTree now={now} label={tree.label} />}
      <StatementMode now={now} />
      {isBlock && <Measured />}
    </div>
  );
}

type Entry = Pick<Eliminated['jacobian'][number], 'row' | 'column'>;
const isSame = (a: Entry, b: Entry) => a.row === b.row && a.column === b.column;

function Score(props: { now: Eliminated; kind: EliminationKind; search: Search }) {
  const {
    now,
    kind,
    search: { best, progress, looks, stop },
  } = props;
  const rest = useRemainder(now, kind);
  const from = rest === null ? null : now.multiplications + rest.multiplications;
  return (
    <div className="lab-score">
      <p>
        <b>{now.multiplications}</b>
        <small>{now.complete ? 'yours' : 'yours so far'}</small>
      </p>
      <p>
        <b>{best?.multiplications ?? '…'}</b>
        <small>{best?.proven ? 'optimum, proved' : 'best found'}</small>
      </p>
      <p>
        <b>{best?.lowerBound ?? now.lowerBound}</b>
        <small>no way is cheaper</small>
      </p>
      <p className="lab-possible">
        {now.complete || now.steps.length === 0 || from === null
          ? '\u00a0'
          : `From here ${from} ${rest?.proven ? 'is still possible, no less' : 'is still possible'}.`}
      </p>
      <div className="lab-progress" role="status">
        {progress === null ? (
          <small>
            {best === null
              ? ''
              : best.proven
                ? 'The search has ended with a proof.'
                : 'The search has ended.'}
          </small>
        ) : (
          <>
            <progress max={looks} value={progress} aria-label="Search for the best order" />
            <Button onClick={stop}>Stop</Button>
          </>
        )}
      </div>
    </div>
  );
}

function Rules({
  now,
  search,
  onPlay,
}: {
  now: Eliminated;
  search: Search;
  onPlay: (answer: Eliminated) => void;
}) {
  const { played, best, progress } = search;
  const barOf = (title: string, answer: Eliminated | null) => ({
    title,
    answer,
    count: answer?.multiplications ?? null,
  });
  const bars = [
    { ...barOf(now.complete ? 'yours' : 'yours so far', null), count: now.multiplications },
    ...played.map(({ title, answer }) => barOf(title, answer)),
    ...(best === null && progress === null ? [] : [barOf(best?.proven ? 'the optimum' : 'best found', best)]),
  ];
  const most = Math.max(1, ...bars.map(({ count }) => count ?? 0));
  return (
    <section>
      <h2>Rules, played to the end</h2>
      <ul className="lab-bars">
        {bars.map(({ title, count, answer }) => (
          <li key={title}>
            {answer === null ? (
              <span>{title}</span>
            ) : (
              <Link title="Show its steps" onClick={() => onPlay(answer)}>
                {title}
              </Link>
            )}
            <i
              style={{ width: `${(100 * (count ?? 0)) / most}%` }}
              aria-hidden="true"
              data-best={(count !== null && count === best?.multiplications) || undefined}
            />
            <b>{count ?? '…'}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps({ now }: { now: Eliminated }) {
  const label = (id: number | undefined) =>
    now.graph.vertices.find((each) => each.id === id)?.label ?? String(id);
  const name = ({ source, vertex, target }: EliminationStep) =>
    [source, vertex, target]
      .filter((id) => id !== undefined)
      .map((id) => brief(label(id), 12))
      .join(' → ');
  let sum = 0;
  return (
    <section>
      <h2>Steps</h2>
      {now.steps.length === 0 ? (
        <p className="empty">none yet</p>
      ) : (
        <table className="lab-steps">
          <TableHead columns={['eliminated', 'end', 'new', 'added', '×', 'sum']} />
          <tbody>
            {now.steps.map((step, k) => {
              sum += step.multiplications;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
                <tr key={k}>
                  <td>
                    <code>{name(step)}</code>
                  </td>
                  <td>{step.direction ?? ''}</td>
                  <td>{step.fillIn}</td>
                  <td>{step.absorptions}</td>
                  <td>{step.multiplications}</td>
                  <td>{sum}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** With more rows or columns, their names say more than a table. */
const MOST_CELLS = 140;

function Jacobian(props: { now: Eliminated; pointed: Entry | null; onPoint: (entry: Entry) => void }) {
  const { now, pointed, onPoint } = props;
  const { vertices } = now.graph;
  const rows = vertices.filter(({ role }) => role === 'output');
  const columns = vertices.filter(({ role }) => role === 'input');
  const ready = new Map(now.jacobian.map((entry) => [`${entry.row},${entry.column}`, entry]));
  const isLarge = rows.length * columns.length > MOST_CELLS;
  return (
    <section>
      <h2>Local Jacobian</h2>
      {isLarge ? (
        <p>
          {ready.size} of its entries are ready: {rows.length} outputs by {columns.length} inputs.
        </p>
      ) : (
        <div className="lab-jacobian">
          <table>
            <thead>
              <tr>
                <th>output</th>
                {columns.map(({ id, label }) => (
                  <th key={id}>{brief(label, 10)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, label }) => (
                <tr key={id}>
                  <th>{brief(label, 10)}</th>
                  {columns.map((column) => {
                    const entry = ready.get(`${id},${column.id}`);
                    return (
                      <td
                        key={column.id}
                        data-ready={entry !== undefined || undefined}
                        title={entry?.expression}
                      >
                        {entry === undefined ? (
                          '·'
                        ) : (
                          <Link
                            aria-pressed={pointed !== null && isSame(entry, pointed)}
                            aria-label={`how the derivative of ${label} by ${column.label} came about: ${textOf(entry)}`}
                            onClick={() => onPoint(entry)}
                            onMouseEnter={() => onPoint(entry)}
                          >
                            {textOf(entry)}
                          </Link>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const textOf = ({ value, expression }: Eliminated['jacobian'][number]) =>
  value === undefined ? brief(expression, 14) : shortNumber(value, 5);

/** The cost of the block statement by statement, and why accumulating pays or does not. */
function StatementMode({ now }: { now: Eliminated }) {
  const products = now.graph.edges.filter(
    ({ constant, value }) => !(constant && Math.abs(value ?? 0) === 1),
  ).length;
  if (!now.complete) return null;
  const entries = now.remaining.filter(({ constant }) => !constant).length;
  const units = now.remaining.filter(({ constant, value }) => constant && Math.abs(value ?? 0) === 1).length;
  const own = now.multiplications + now.remaining.length - units;
  return (
    <section>
      <h2>Against statement by statement</h2>
      <p>
        Accumulated: {now.multiplications} products in the forward sweep, then {now.remaining.length - units}{' '}
        with the Jacobian, and {entries} {entries === 1 ? 'number' : 'numbers'} to store at most. Statement by
        statement: {products} products, one an edge that is no unit.{' '}
        {own < products
          ? `It pays: ${own} products in place of ${products}.`
          : `In products it does not pay for one run back (${own} against ${products}); it does where the Jacobian is used more often, or where ${entries} entries are fewer than the values that statements would record.`}
      </p>
    </section>
  );
}

/** A run of the kernel with all blocks preaccumulated by the current options, beside one that goes statement by statement. */
function Measured() {
  const runs = useBothRuns();
  if (runs === null) return null;
  const [plain, accumulated] = runs;
  const figures: [string, number, number][] = [
    ['values pushed', plain.tape.values, accumulated.tape.values],
    ['bytes at most', plain.tape.peakBytes, accumulated.tape.peakBytes],
    [
      'operations, weighted',
      plain.operations.derivative.weighted,
      accumulated.operations.derivative.weighted,
    ],
  ];
  return (
    <section>
      <h2>The kernel in a run</h2>
      <table className="lab-steps lab-measured">
        <TableHead columns={[{ unseen: 'what is counted' }, 'statements', 'preaccumulated']} />
        <tbody>
          {figures.map(([what, one, other]) => (
            <tr key={what}>
              <td>{what}</td>
              <td>{roundNumber(one)}</td>
              <td>{roundNumber(other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

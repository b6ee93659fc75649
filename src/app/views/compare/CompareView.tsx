import '../../styles/compare.css';
import { RotateCw, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { StatementInfo } from '../../../engine/pipeline/results';
import { actions, store } from '../../app';
import type { Playground } from '../../store/document/playground';
import { isChosen, type Strategy, type StrategyGroup, strategiesFor } from '../../store/document/strategies';
import {
  type Compared,
  type Comparison,
  compareStrategies,
  type Job,
  type Own,
  withPiece,
  YOURS,
} from '../../store/session/compare';
import { isRunStale, isStale, type State } from '../../store/state';
import { Button } from '../../ui/controls';
import { grouped } from '../../ui/numbers';
import { PHONE, useApp, useMedia } from '../../use';
import { Empty, InHead } from '../Panel';
import { SaveTable } from '../SaveTable';
import { UntilRight } from '../UntilRight';
import { Prose } from '../why/Prose';
import { Diff } from './Diff';
import { extremes, FIGURES, type Figure, isBest } from './figures';
import { Scatter } from './Scatter';
import { leastSentence, sentenceOf } from './sentence';
import { compareSheets } from './sheets';

/** Finished comparisons, so that coming back to this view does not begin again. */
const finished = new WeakMap<Playground, Comparison>();

/** The same kernel under every strategy: what each keeps on tape and costs, and the code of two of them side by side. */
export function CompareView() {
  const mode = useApp((state) => state.playground.mode);
  if (mode !== 'adjoint')
    return <Empty>Strategies differ in what the adjoint records: choose the adjoint mode.</Empty>;
  return <Strategies />;
}

function Strategies() {
  const { groups, comparison, last, stop, again } = useComparison();
  // Side by side needs more room than a phone has.
  const phone = useMedia(PHONE);
  const presenting = useApp((state) => state.presenting);
  const figures = presenting ? FIGURES.filter(({ id }) => PRESENTED.has(id)) : FIGURES;
  const routine = useApp((state) => state.shown?.routine?.name ?? 'kernel');
  const [left, setLeft] = useState('all-dead');
  const [right, setRight] = useState(YOURS.id);
  const rowOf = (id: string) => {
    const row = comparison.rows.find(({ strategy }) => strategy.id === id);
    return row?.result ? row : (last.find(({ strategy }) => strategy.id === id) ?? row ?? null);
  };
  const all = [YOURS, ...groups.flatMap(({ strategies }) => strategies)];
  const rows = all.flatMap(({ id }) => rowOf(id) ?? []);
  const code = (id: string) => {
    const result = rowOf(id)?.result;
    return result?.ok ? result.code : null;
  };
  const [a, b] = [code(left), code(right)];
  const own = comparison.rows.find(({ strategy }) => strategy.id === YOURS.id)?.result;
  if (own?.ok === false) return <UntilRight there="nothing to compare" />;
  const use = (strategy: Strategy) => {
    const { playground } = store.getState();
    if (strategy.piece === undefined) actions.setOptions(strategy.change);
    else actions.edit(withPiece(playground, comparison.loop, strategy.piece));
  };
  const table = { phone, figures, rows, fresh: comparison.rows, left, right, setLeft, setRight, use };
  return (
    <div className="compare" data-alone={phone || undefined}>
      <InHead>
        <Progress comparison={comparison} stop={stop} again={again} />
        <SaveTable
          what="Comparison"
          file={`${routine}-strategies`}
          sheets={(exact) => compareSheets(routine, YOURS.id, groups, rowOf, exact)}
        />
      </InHead>
      <div className="compare-figures">
        <p className="compare-sentence" role="status">
          <Prose
            text={
              sentenceOf(rowOf(YOURS.id), rowOf('all-dead')) ||
              (comparison.progress === null ? '' : 'What your options save is said here once they have run.')
            }
          />{' '}
          {leastSentence(rowOf('tbr'), rowOf('least'), comparison.progress === null)}
        </p>
        {phone && <Scatter rows={rows} />}
        <table className="table compare-table" aria-label="Strategies">
          <thead>
            <tr>
              <th scope="col">strategy</th>
              {figures.map(({ id, title, blurb, room }) => (
                <th key={id} scope="col" className="n" title={blurb} style={{ minWidth: `${room}ch` }}>
                  {title}
                </th>
              ))}
              {!phone && <th scope="col">left</th>}
              {!phone && <th scope="col">right</th>}
              <th scope="col">
                <span className="unseen">use it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <Row strategy={YOURS} {...table} />
          </tbody>
          {groups.map(({ title, strategies }) => (
            <tbody key={title}>
              <tr className="compare-group">
                <th colSpan={figures.length + (phone ? 2 : 4)} scope="rowgroup">
                  {title}
                </th>
              </tr>
              {strategies.map((strategy) => (
                <Row key={strategy.id} strategy={strategy} {...table} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {!phone && (
        <div className="compare-beside">
          <Scatter rows={rows} />
          <div className="diff">
            {a !== null && b !== null ? (
              <Diff left={a} right={b} />
            ) : (
              <Empty>
                {comparison.progress === null
                  ? 'One of the two has no code.'
                  : 'Both codes stand here as soon as they are derived.'}
              </Empty>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** So that the codes beside them have room. */
const PRESENTED: ReadonlySet<string> = new Set(['pushes', 'bytes', 'operations', 'time']);

/** A loop whose iterations are counted before it runs; one that is left early counts its index by statements of its own. */
const isCounted = ({ kind, text, span }: StatementInfo, _: number, all: readonly StatementInfo[]) =>
  kind === 'loop' &&
  /^(for|do \w+ ?=)/i.test(text) &&
  !all.some((each) => each.kind === 'assign' && each.span.start === span.start);

const NOTHING: Comparison = { rows: [], progress: null, stopped: false, loop: null };

function useComparison() {
  const playground = useApp((state) => state.playground);
  const hasCalls = useApp((state) => (state.shown?.callGraph.calls.length ?? 0) > 0);
  const hasLoops = useApp((state) => state.shown?.statements.some(isCounted) ?? false);
  const groups = strategiesFor({ hasCalls, hasLoops });
  const [comparison, setComparison] = useState<Comparison>(() => finished.get(playground) ?? NOTHING);
  const [round, setRound] = useState(0);
  const last = useRef<readonly Compared[]>([]);
  const key = groups.flatMap(({ strategies }) => strategies.map(({ id }) => id)).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the groups are new each time, their key is not
  useEffect(() => {
    const known = finished.get(playground);
    if (known !== undefined && known.rows.length === groupSize(groups)) {
      setComparison(known);
      return;
    }
    const own = running?.playground === playground && running.key === key ? running : begin(groups, key);
    running = own;
    own.tell = (next) => {
      if (next.progress === null) last.current = next.rows;
      setComparison(next);
    };
    own.tell(own.latest);
    return () => {
      own.tell = null;
      // Where the view only moves, as into presenter mode, the next one takes it over before this.
      queueMicrotask(() => {
        if (own.tell !== null) return;
        if (running === own) running = null;
        own.job.stop();
      });
    };
  }, [playground, key, round]);

  return {
    groups,
    comparison,
    last: last.current,
    stop: () => running?.job.stop(),
    again: () => {
      finished.delete(playground);
      running = null;
      setRound(round + 1);
    },
  };
}

/** A comparison that runs or was stopped, and its listener. */
interface Running {
  readonly playground: Playground;
  readonly key: string;
  readonly job: Job;
  latest: Comparison;
  tell: ((next: Comparison) => void) | null;
}
let running: Running | null = null;

function begin(groups: readonly StrategyGroup[], key: string): Running {
  const { playground } = store.getState();
  const job = compareStrategies(playground, groups, ownAnswers(store.getState()), (next) => {
    own.latest = next;
    if (next.progress === null && !next.stopped) finished.set(playground, next);
    own.tell?.(next);
  });
  const own: Running = { playground, key, job, latest: job.first, tell: null };
  return own;
}

/** The page has already asked about the user's own options: they are the first row. */
function ownAnswers(state: State): Own {
  const result = isStale(state) ? null : state.shown;
  const execution = result === null || isRunStale(state) || !state.execution?.ok ? null : state.execution;
  return { result, execution };
}

const groupSize = (groups: readonly StrategyGroup[]) =>
  1 + groups.reduce((sum, { strategies }) => sum + strategies.length, 0);

function Progress(props: { comparison: Comparison; stop: () => void; again: () => void }) {
  const { comparison, stop, again } = props;
  const { progress, stopped } = comparison;
  if (progress === null)
    return (
      <>
        {stopped && <span className="compare-progress">stopped</span>}
        <Button look="quiet" icon={<RotateCw size={13} />} onClick={again}>
          Measure again
        </Button>
      </>
    );
  return (
    <>
      <span className="compare-progress">{progress.text}</span>
      <progress aria-label="Comparison" value={progress.part} max={1} />
      <Button look="quiet" icon={<Square size={12} />} onClick={stop}>
        Stop
      </Button>
    </>
  );
}

function Row(props: {
  phone: boolean;
  figures: readonly Figure[];
  strategy: Compared['strategy'];
  rows: readonly Compared[];
  fresh: readonly Compared[];
  left: string;
  right: string;
  setLeft: (id: string) => void;
  setRight: (id: string) => void;
  use: (strategy: Strategy) => void;
}) {
  const { phone, figures, strategy, rows, fresh, left, right, setLeft, setRight, use } = props;
  const { id, title, blurb } = strategy;
  const options = useApp((state) => state.playground.options);
  const row = rows.find((each) => each.strategy.id === id);
  const stale = fresh.find((each) => each.strategy.id === id)?.result == null && row?.result != null;
  const refused = row?.result?.ok === false ? row.result.diagnostics.find(isError) : undefined;
  const yours = id !== YOURS.id && isChosen(strategy, options);
  return (
    <tr data-chosen={(!phone && (id === left || id === right)) || undefined} data-stale={stale || undefined}>
      <th scope="row" title={blurb}>
        {title}
        {yours && <span className="tag">yours</span>}
      </th>
      {refused === undefined ? (
        figures.map((figure) => <Cell key={figure.id} figure={figure} row={row} rows={rows} />)
      ) : (
        <td colSpan={figures.length} className="compare-refused">
          <Prose text={refused.message} />
        </td>
      )}
      {!phone && (
        <>
          <td className="compare-pick">
            <Pick side="left" title={title} id={id} at={left} set={setLeft} />
          </td>
          <td className="compare-pick">
            <Pick side="right" title={title} id={id} at={right} set={setRight} />
          </td>
        </>
      )}
      <td>
        {id !== YOURS.id && refused === undefined && !yours && (
          <Button
            look="quiet"
            aria-label={`Use ${title}`}
            title={`Use ${title} from here on`}
            onClick={() => use(strategy)}
          >
            Use
          </Button>
        )}
      </td>
    </tr>
  );
}

const isError = ({ severity }: { severity: string }) => severity === 'error';

function Cell({
  figure,
  row,
  rows,
}: {
  figure: Figure;
  row: Compared | undefined;
  rows: readonly Compared[];
}) {
  const value = row === undefined ? null : figure.of(row, rows);
  if (value === null) return <td className="n" />;
  const { best, most } = extremes(figure, rows);
  const good = isBest(figure, value, best);
  const said = titleOf(figure, row);
  return (
    <td className="n" data-best={good || undefined} {...(said === '' ? {} : { title: said })}>
      {figure.text(value)}
      {good && <span className="unseen">, the best</span>}
      {figure.bar !== undefined && (
        <span
          className="compare-bar"
          data-bar={figure.bar}
          // Of the cell without what stands around its text.
          style={{ width: `calc((100% - 16px) * ${most > 0 ? Math.max(0.02, value / most) : 0})` }}
          aria-hidden="true"
        />
      )}
    </td>
  );
}

function titleOf({ id }: Figure, row: Compared | undefined): string {
  if (id === 'needed' && row?.needed?.ok)
    return `${grouped(row.needed.needed)} of ${grouped(row.needed.made)} values`;
  if (id === 'time' && row !== undefined && row.times.length > 0) {
    const runs = row.times.reduce((sum, each) => sum + each.runs, 0);
    const spread = Math.max(...row.times.map((each) => each.spread));
    return `${grouped(runs)} runs, ± ${(spread * 100).toFixed(0)} % at most`;
  }
  return '';
}

function Pick(props: {
  side: 'left' | 'right';
  id: string;
  title: string;
  at: string;
  set: (id: string) => void;
}) {
  const { side, id, title, at, set } = props;
  return (
    <input
      type="radio"
      name={`compare-${side}`}
      aria-label={`Show ${title} on the ${side}`}
      checked={id === at}
      onChange={() => set(id)}
    />
  );
}

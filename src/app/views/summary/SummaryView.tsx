import '../../styles/summary.css';
import { Fragment, type MouseEvent, useRef } from 'react';
import type { DifferentiateRequest, PieceSummary, Summary } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { focusOnStatement } from '../../store/view/focus';
import { useAsNeeded } from '../../ui/asNeeded';
import { breakable } from '../../ui/breakable';
import { Button, brief, Link } from '../../ui/controls';
import { useRovingTable } from '../../ui/roving';
import { TableHead } from '../../ui/TableHead';
import { lineCounter } from '../../ui/text';
import { useApp, useLit, useWritten } from '../../use';
import { useAnswer } from '../derivatives/useAnswer';
import { Empty } from '../Panel';
import { UntilRight } from '../UntilRight';
import { type Range, rangeNamed, rangeOf, SUMMARY_VIEW } from './range';

/** Columns, in the order in which the papers build them. */
const COLUMNS = [
  ['Adjoint use (AdjU)', 'What the adjoint of these statements reads of the state before them'],
  ['Kill', 'What is overwritten on every path'],
  ['Dependence', 'What a written location depends on, after < before'],
  ['Passed on (T)', 'What is required behind them because something is required before them, before → after'],
  ['Gained (G)', 'What is required behind them in any case'],
] as const;

/** Nested statements put together without an iteration: what each construct does, whatever stands around it. */
export function SummaryView() {
  const request = useApp((state) => state.shownRequest);
  const isThere = useApp(({ shown }) => shown !== null && shown.routine !== null);
  if (request === null || !isThere) return <UntilRight there="nothing to sum up" />;
  return <Asked request={request} />;
}

function Asked({ request }: { request: DifferentiateRequest }) {
  const selection = rangeNamed(useApp(({ stands }) => stands[SUMMARY_VIEW]?.of ?? ''));
  const { answer, trouble } = useAnswer({ kind: 'summary', request, selection });
  if (trouble !== '') return <Empty>{trouble}</Empty>;
  if (answer === null) return <Empty>Every statement is being summed up …</Empty>;
  return (
    <section className="summary" aria-label="Summaries of statements">
      <Chosen selection={selection} source={request.source} />
      {answer.ok && answer.reason === '' ? (
        <Pieces summary={answer} />
      ) : (
        <p className="empty">
          {answer.reason} <Link onClick={() => actions.show('steps')}>Set steps</Link> finds the sets all the
          same.
        </p>
      )}
    </section>
  );
}

function Chosen({ selection, source }: { selection: Range | null; source: string }) {
  if (selection === null)
    return (
      <p className="summary-hand">
        Of the whole routine. Select statements in the kernel, or press one below; with Shift, all from the
        last one to it.
      </p>
    );
  const line = lineCounter(source);
  const [first, last] = [line(selection.start), line(Math.max(selection.start, selection.end - 1))];
  return (
    <p className="summary-hand">
      Of {first === last ? `line ${first}` : `lines ${first} to ${last}`}.{' '}
      <Button onClick={() => actions.stand(SUMMARY_VIEW, { of: '', at: 0 })}>Whole routine</Button>
    </p>
  );
}

const PIECES_AT_ONCE = 30;

function Pieces({ summary: { whole, pieces } }: { summary: Summary }) {
  const table = useRef<HTMLTableElement>(null);
  const roving = useRovingTable(table);
  const [only] = pieces;
  const isOne = pieces.length > 0 && pieces.every(({ depth }, k) => k === 0 || depth > 0);
  const [made, end] = useAsNeeded(pieces.length, PIECES_AT_ONCE);
  return (
    <>
      <table ref={table} className="table summary-table" {...roving}>
        <caption className="unseen">Every construct, outer ones before those inside</caption>
        <TableHead columns={['Statements', ...COLUMNS.map(([words, blurb]) => ({ words, blurb }))]} />
        {!(isOne && only) && (
          <tbody>
            <tr>
              <th scope="row">all of it</th>
              <Sets piece={whole} />
            </tr>
            <Equation text={whole.equation} depth={0} />
          </tbody>
        )}
        {pieces.slice(0, made).map((piece, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two arms are alike but for their place in the answer
          <Piece key={`${piece.statement} ${piece.kind} ${k}`} piece={piece} />
        ))}
      </table>
      {end}
    </>
  );
}

function Piece({ piece }: { piece: PieceSummary }) {
  const shown = useApp((state) => state.shown);
  const lit = useLit();
  const { statement, text, kind, depth, equation } = piece;
  const focus = () => shown && focusOnStatement(shown, statement, SUMMARY_VIEW);
  const choose = ({ shiftKey }: MouseEvent) => {
    actions.pin(focus());
    const span = shown?.statements.find(({ id }) => id === statement)?.span;
    if (span) actions.stand(SUMMARY_VIEW, { of: rangeOf(span, shiftKey ? last.current : null), at: 0 });
    last.current = span ?? null;
  };
  return (
    <tbody
      data-lit={(kind !== 'body' && lit.statements.has(statement)) || undefined}
      onPointerEnter={() => actions.hover(focus())}
      onPointerLeave={() => actions.hover(null)}
    >
      <tr>
        <th scope="row" style={{ paddingLeft: `calc(8px + ${depth} * 1.2em)` }}>
          {kind === 'body' ? (
            <span className="summary-body">its body</span>
          ) : (
            <button
              type="button"
              className="summary-piece"
              data-stop=""
              tabIndex={-1}
              title={text}
              onFocus={() => actions.hover(focus())}
              onClick={choose}
            >
              <code>{brief(text, 24)}</code>
            </button>
          )}
        </th>
        <Sets piece={piece} />
      </tr>
      <Equation text={equation} depth={depth} />
    </tbody>
  );
}

/** Where the last press was: with Shift it goes on to the next. */
const last: { current: Range | null } = { current: null };

function Sets({ piece }: { piece: Summary['whole'] }) {
  const { use, kill, dependence, carried, generated } = piece;
  const lists = [
    use,
    kill,
    dependence.map(([after, before]) => `${after} < ${before}`),
    carried.map(([before, after]) => `${before} → ${after}`),
    generated,
  ];
  return lists.map((list, k) => (
    <td key={COLUMNS[k]?.[0]}>
      {list.length === 0 ? <span className="empty-set">∅</span> : <Listed members={list} />}
    </td>
  ));
}

/** Broken between members only. */
function Listed({ members }: { members: readonly string[] }) {
  const written = useWritten();
  return (
    <code>
      {members.map((member, k) => (
        <Fragment key={member}>
          <span className="summary-member">
            {breakable(written(member))}
            {k < members.length - 1 && ','}
          </span>{' '}
        </Fragment>
      ))}
    </code>
  );
}

function Equation({ text, depth }: { text: string; depth: number }) {
  const written = useWritten();
  if (text === '') return null;
  return (
    <tr className="summary-equation">
      <td colSpan={1 + COLUMNS.length} style={{ paddingLeft: `calc(8px + ${depth} * 1.2em)` }}>
        {written(text)}
      </td>
    </tr>
  );
}

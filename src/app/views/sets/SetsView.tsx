import { Columns3 } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type {
  AnalysisResult,
  Differentiation,
  StatementInfo,
  Vertex,
} from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { focusOnStatement, focusOnVertex, type Lit } from '../../store/focus';
import { recordedAt } from '../../store/lookup';
import { isStale } from '../../store/state';
import { Button, brief, Switch } from '../../ui/controls';
import { Pop } from '../../ui/floating';
import { useRemembered } from '../../ui/remember';
import { useRovingTable } from '../../ui/roving';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp, useLit } from '../../use';
import { Empty, InHead } from '../Panel';
import { SaveTable } from '../SaveTable';
import { Direction, Members } from './Members';
import { blockName, isQuiet, MARKS, type Mark, rowsOf, type SetsRow } from './rows';
import { setsSheet } from './sheet';

const VIEW = 'sets';

interface Choice {
  /** Names of analyses left out: what is new in a later version is shown. */
  readonly hidden: readonly string[];
  readonly blocks: boolean;
}
const ALL: Choice = { hidden: [], blocks: true };
const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as Choice).hidden) &&
  typeof (value as Choice).blocks === 'boolean';

/** Every statement and every block with the sets of every analysis before and after it. */
export function SetsView() {
  const shown = useApp((state) => state.shown);
  const source = useApp((state) => state.shownRequest?.source ?? '');
  const stale = useApp(isStale);
  const [choice, choose] = useRemembered('sets', ALL, isChoice);
  if (shown === null || shown.statements.length === 0)
    return <Empty>The sets appear here as soon as there is a statement.</Empty>;
  const analyses = shown.analyses.filter(({ name }) => !choice.hidden.includes(name));
  return (
    <div className={stale ? 'sets stale-body' : 'sets'}>
      <InHead>
        <Legend />
        <ColumnChoice analyses={shown.analyses} choice={choice} choose={choose} />
        <SaveTable
          what="Sets"
          file={`${shown.routine?.name ?? 'kernel'}-sets`}
          sheets={() => [setsSheet(shown, source, seenRows(shown, choice.blocks), analyses)]}
        />
      </InHead>
      <Table shown={shown} source={source} analyses={analyses} blocks={choice.blocks} />
    </div>
  );
}

const seenRows = (shown: Differentiation, blocks: boolean): SetsRow[] =>
  rowsOf(shown).filter(({ kind }) => blocks || kind === 'statement');

function Legend() {
  return (
    <span className="sets-legend hide-presenting">
      {(['gen', 'carried', 'kill', 'flow'] as const satisfies readonly Mark[]).map((mark) => (
        <span key={mark} className="member" data-mark={mark} title={MARKS[mark].blurb}>
          {MARKS[mark].sign !== '' && (
            <span className="member-sign" aria-hidden="true">
              {MARKS[mark].sign}
            </span>
          )}
          <span className="member-name">{MARKS[mark].word}</span>
        </span>
      ))}
    </span>
  );
}

function ColumnChoice(props: {
  analyses: readonly AnalysisResult[];
  choice: Choice;
  choose: (next: Choice) => void;
}) {
  const { analyses, choice, choose } = props;
  const { hidden } = choice;
  const seen = analyses.filter(({ name }) => !hidden.includes(name)).length;
  return (
    <Pop
      label="Columns"
      align="end"
      trigger={
        <Button look="quiet" size="small" icon={<Columns3 size={13} />}>
          {seen === analyses.length ? 'Columns' : `${seen} of ${analyses.length} columns`}
        </Button>
      }
    >
      <div className="options">
        {analyses.map(({ name, title, blurb }) => (
          <Switch
            key={name}
            label={title}
            blurb={`A member ${blurb}.`}
            on={!hidden.includes(name)}
            onChange={(on) =>
              choose({ ...choice, hidden: on ? hidden.filter((each) => each !== name) : [...hidden, name] })
            }
          />
        ))}
        <Switch
          label="Ends of blocks"
          blurb="A row for each vertex of the flow graph, with the sets at its two ends."
          on={choice.blocks}
          onChange={(blocks) => choose({ ...choice, blocks })}
        />
      </div>
    </Pop>
  );
}

/** A text of thousands of statements: as many rows as a page can carry, the rest when asked for. */
const MOST_ROWS = 400;

function Table(props: {
  shown: Differentiation;
  source: string;
  analyses: readonly AnalysisResult[];
  blocks: boolean;
}) {
  const { shown, source, analyses, blocks } = props;
  const lit = useLit();
  const table = useRef<HTMLTableElement>(null);
  const roving = useRovingTable(table);
  const starts = useMemo(() => lineStarts(source), [source]);
  const rows = useMemo(() => seenRows(shown, blocks), [shown, blocks]);
  const [all, showAll] = useState(false);
  useLitLocation(table, lit.location);
  return (
    <>
      <table className="table sets-table" ref={table} {...roving}>
        <caption className="unseen">
          Sets before and after each statement. Arrow keys go from member to member, Enter explains.
        </caption>
        <thead>
          <tr>
            <th scope="col" className="n">
              Line
            </th>
            <th scope="col">Statement</th>
            <th scope="col">Recorded</th>
            {analyses.map((each) => (
              <th key={each.name} scope="col" title={`A member ${each.blurb}.`}>
                {each.title} <Direction of={each} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody onPointerLeave={() => actions.hover(null)} onBlur={() => actions.hover(null)}>
          {rows
            .slice(0, all ? rows.length : MOST_ROWS)
            .map((row) =>
              row.kind === 'block' ? (
                <BlockRow
                  key={row.id}
                  vertex={row.vertex}
                  shown={shown}
                  analyses={analyses}
                  lit={lit.vertices.original.has(row.id)}
                />
              ) : (
                <StatementRow
                  key={row.id}
                  statement={row.statement}
                  shown={shown}
                  analyses={analyses}
                  line={positionOf(starts, row.statement.span.start).line + 1}
                  lit={lit.statements.has(row.id)}
                />
              ),
            )}
        </tbody>
      </table>
      {!all && rows.length > MOST_ROWS && (
        <p className="more-rows">
          <Button size="small" onClick={() => showAll(true)}>
            Show all {rows.length.toLocaleString('en')} rows
          </Button>
        </p>
      )}
    </>
  );
}

/** The same location in other cells is lit on the elements: thousands of cells need not be drawn again for it. */
function useLitLocation(table: React.RefObject<HTMLElement | null>, location: Lit['location']) {
  useEffect(() => {
    if (location === null) return;
    const found = table.current?.querySelectorAll(`[data-location="${CSS.escape(location)}"]`) ?? [];
    for (const each of found) each.setAttribute('data-lit', '');
    return () => {
      for (const each of found) each.removeAttribute('data-lit');
    };
  }, [table, location]);
}

interface RowProps {
  readonly shown: Differentiation;
  readonly analyses: readonly AnalysisResult[];
  readonly lit: boolean;
}

const BlockRow = memo(function BlockRow({ vertex, shown, analyses, lit }: RowProps & { vertex: Vertex }) {
  const focus = () => focusOnVertex(shown, 'original', vertex.id, VIEW);
  return (
    <tr className="block-row" data-lit={lit || undefined} onPointerEnter={() => actions.hover(focus())}>
      <td />
      <th scope="row">
        <button
          type="button"
          className="link"
          data-stop=""
          tabIndex={-1}
          onFocus={() => actions.hover(focus())}
          onClick={() => actions.pin(focus())}
        >
          {blockName(vertex)}
        </button>
      </th>
      <td />
      {analyses.map((analysis) => (
        <td key={analysis.name}>
          <Sets analysis={analysis} sets={analysis.vertices[vertex.id]} statement={null} shown={shown} />
        </td>
      ))}
    </tr>
  );
});

const StatementRow = memo(function StatementRow(
  props: RowProps & { statement: StatementInfo; line: number },
) {
  const { statement, shown, analyses, line, lit } = props;
  const focus = () => focusOnStatement(shown, statement.id, VIEW);
  return (
    <tr
      data-lit={lit || undefined}
      data-dead={!statement.reachable || undefined}
      onPointerEnter={() => actions.hover(focus())}
    >
      <td className="n">{line}</td>
      <th scope="row">
        <button
          type="button"
          className="link mono"
          data-stop=""
          tabIndex={-1}
          title={statement.text}
          onFocus={() => actions.hover(focus())}
          onClick={() => actions.pin(focus())}
        >
          {brief(statement.text.replace(/\s+/g, ' '), 48)}
        </button>
        {!statement.reachable && <span className="tag">never reached</span>}
        {statement.reachable && !statement.kept && <span className="tag">not in the forward sweep</span>}
      </th>
      <td className="mono recorded">
        {recordedAt(shown, statement).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </td>
      {analyses.map((analysis) => (
        <td key={analysis.name}>
          <Sets
            analysis={analysis}
            sets={analysis.statements[statement.id]}
            statement={statement.id}
            shown={shown}
          />
        </td>
      ))}
    </tr>
  );
});

/** Above, what holds before; below, what holds after; one line where that is the same. */
function Sets(props: {
  analysis: AnalysisResult;
  sets: AnalysisResult['statements'][string] | undefined;
  statement: string | null;
  shown: Differentiation;
}) {
  const { sets, ...common } = props;
  if (sets === undefined) return null;
  if (isQuiet(sets))
    return (
      <div className="sets-cell" data-quiet>
        <Members sets={sets} point="before" roving {...common} />
      </div>
    );
  return (
    <div className="sets-cell">
      <div>
        <span className="unseen">before: </span>
        <Members sets={sets} point="before" roving {...common} />
      </div>
      <div>
        <span className="unseen">after: </span>
        <Members sets={sets} point="after" roving {...common} />
      </div>
    </div>
  );
}

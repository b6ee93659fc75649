import '../../styles/sets.css';
import { Columns3 } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { AnalysisResult, Differentiation } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { hasBackwardSweep } from '../../store/document/choices';
import { recordedAt } from '../../store/results/lookup';
import { isStale } from '../../store/state';
import { focusOnStatement, focusOnVertex, type Lit } from '../../store/view/focus';
import { useAsNeeded } from '../../ui/asNeeded';
import { breakable } from '../../ui/breakable';
import { Button, brief, Switch } from '../../ui/controls';
import { Pop } from '../../ui/floating';
import { useRemembered } from '../../ui/remember';
import { useRovingTable } from '../../ui/roving';
import { lineStarts, positionOf } from '../../ui/text';
import { inNextFrame } from '../../ui/turns';
import { useApp, useLit, useShownInSlices } from '../../use';
import { Empty, InHead } from '../Panel';
import { SaveTable } from '../SaveTable';
import { UntilRight } from '../UntilRight';
import { Direction, Members } from './Members';
import { blockName, isQuiet, MARKS, type Mark, rowsOf, type SetsRow } from './rows';
import { setsSheet } from './sheet';

const VIEW = 'sets';

interface Choice {
  /** Names of the analyses that have a column. */
  readonly columns: readonly string[];
  readonly blocks: boolean;
  /** Large sets show what changes; the rest unfolds. */
  readonly changes: boolean;
}
/** What decides what is recorded: Use, Kill and Required. */
const USUAL: Choice = { columns: ['adjointUse', 'kill', 'required'], blocks: true, changes: true };
const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as Choice).columns) &&
  typeof (value as Choice).blocks === 'boolean' &&
  typeof (value as Choice).changes === 'boolean';

/** Those chosen that the mode has; all that there are, where it has none of them. */
function chosenIn(shown: Differentiation, { columns }: Choice): readonly AnalysisResult[] {
  const chosen = shown.analyses.filter(({ name }) => columns.includes(name));
  return chosen.length > 0 ? chosen : shown.analyses;
}

/** Every statement and every block with the sets of every analysis before and after it. */
export function SetsView() {
  const shown = useShownInSlices();
  const isComing = useApp((state) => shown === null && state.shown !== null);
  const stale = useApp((state) => isStale(state) || state.shown !== shown);
  const generation = useApp((state) => state.generation);
  const [choice, choose] = useRemembered('sets', USUAL, isChoice);
  if (isComing) return <Empty>drawing …</Empty>;
  if (shown === null || shown.statements.length === 0) return <UntilRight there="no statement" />;
  const analyses = chosenIn(shown, choice);
  const { source } = shown.request;
  return (
    <div className={stale ? 'sets stale-body' : 'sets'}>
      <InHead>
        <ColumnChoice shown={shown} choice={choice} choose={choose} />
        <SaveTable
          what="Sets"
          file={`${shown.routine?.name ?? 'kernel'}-sets`}
          sheets={() => [setsSheet(shown, source, seenRows(shown, choice.blocks), analyses)]}
        />
      </InHead>
      <Table
        key={generation}
        shown={shown}
        source={source}
        analyses={analyses}
        blocks={choice.blocks}
        changes={choice.changes}
      />
      <Legend />
    </div>
  );
}

const seenRows = (shown: Differentiation, blocks: boolean): SetsRow[] =>
  rowsOf(shown).filter(({ kind }) => blocks || kind === 'statement');

function Legend() {
  return (
    <p className="sets-legend">
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
    </p>
  );
}

function ColumnChoice(props: { shown: Differentiation; choice: Choice; choose: (next: Choice) => void }) {
  const { shown, choice, choose } = props;
  const chosen = chosenIn(shown, choice).map(({ name }) => name);
  return (
    <Pop
      label="Columns"
      align="end"
      trigger={
        <Button look="quiet" icon={<Columns3 size={13} />}>
          {chosen.length === shown.analyses.length
            ? 'Columns'
            : `${chosen.length} of ${shown.analyses.length} columns`}
        </Button>
      }
    >
      <div className="options">
        {shown.analyses.map(({ name, title, blurb }) => (
          <Switch
            key={name}
            label={title}
            blurb={`A member ${blurb}.`}
            on={chosen.includes(name)}
            onChange={(on) =>
              choose({ ...choice, columns: on ? [...chosen, name] : chosen.filter((each) => each !== name) })
            }
          />
        ))}
        <Switch
          label="Ends of blocks"
          blurb="A row for each vertex of the flow graph that has not just one statement, with the sets at its two ends."
          on={choice.blocks}
          onChange={(blocks) => choose({ ...choice, blocks })}
        />
        <Switch
          label="Only what changes"
          blurb="Of a large set, what is added and taken away; the rest unfolds."
          on={choice.changes}
          onChange={(changes) => choose({ ...choice, changes })}
        />
      </div>
    </Pop>
  );
}

/** A tangent stores nothing. */
/** Of a text with errors nothing is derived, so that an empty column would be no answer. */
const records = ({ ok, request }: Differentiation): boolean => ok && hasBackwardSweep(request.mode);

/** Of more rows than these a share at once. */
const FEW_ROWS = 24;
const ROWS_AT_ONCE = 8;

function Table(props: {
  shown: Differentiation;
  source: string;
  analyses: readonly AnalysisResult[];
  blocks: boolean;
  changes: boolean;
}) {
  const { shown, source, analyses, blocks, changes } = props;
  const lit = useLit();
  const table = useRef<HTMLTableElement>(null);
  const roving = useRovingTable(table);
  const starts = useMemo(() => lineStarts(source), [source]);
  const rows = useMemo(() => seenRows(shown, blocks), [shown, blocks]);
  const [unfolded, unfold] = useState<ReadonlySet<string>>(NONE);
  useLitLocation(table, lit.location);
  // The row of the cursor is there, wherever it stands.
  const isLit = ({ kind, id }: SetsRow) =>
    (kind === 'block' ? lit.vertices.original : lit.statements).has(id);
  const litAt = rows.findIndex(isLit);
  const [count, end] = useAsNeeded(rows.length, rows.length <= FEW_ROWS ? FEW_ROWS : ROWS_AT_ONCE, litAt + 1);
  useRowInSight(table, litAt < count ? litAt : -1);
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
            {records(shown) && <th scope="col">Recorded</th>}
            {analyses.map((each) => (
              <th key={each.name} scope="col" title={`A member ${each.blurb}.`}>
                {each.title} <Direction of={each} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody onPointerLeave={() => actions.hover(null)} onBlur={() => actions.hover(null)}>
          {rows.slice(0, count).map((row) => (
            <Row
              key={row.id}
              {...{ row, shown, analyses }}
              line={row.kind === 'block' ? null : positionOf(starts, row.statement.span.start).line + 1}
              lit={isLit(row)}
              {...(changes && !unfolded.has(row.id)
                ? { unfold: () => unfold((before) => new Set([...before, row.id])) }
                : {})}
            />
          ))}
        </tbody>
      </table>
      {end}
    </>
  );
}
const NONE: ReadonlySet<string> = new Set();

/** What is lit elsewhere comes into sight; under the pointer nothing moves, but where the table has just come to be there. */
function useRowInSight(table: React.RefObject<HTMLTableElement | null>, row: number) {
  const presenting = useApp((state) => state.presenting);
  const placed = useRef<boolean | null>(null);
  useEffect(() => {
    if (row < 0) return;
    const isNew = placed.current !== presenting;
    placed.current = presenting;
    if (!isNew && table.current?.matches(':hover')) return;
    return inNextFrame(() => table.current?.tBodies[0]?.rows[row]?.scrollIntoView({ block: 'nearest' }));
  }, [table, row, presenting]);
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
  readonly row: SetsRow;
  /** Null for the end of a block. */
  readonly line: number | null;
  readonly shown: Differentiation;
  readonly analyses: readonly AnalysisResult[];
  readonly lit: boolean;
  readonly unfold?: () => void;
}

/** A function that does the same is no reason to draw a row anew. */
const isSameRow = ({ unfold: a, ...before }: RowProps, { unfold: b, ...after }: RowProps): boolean =>
  (a === undefined) === (b === undefined) &&
  Object.entries(after).every(([name, value]) => before[name as keyof typeof before] === value);

const Row = memo(function Row({ row, shown, analyses, line, lit, unfold }: RowProps) {
  const statement = row.kind === 'statement' ? row.statement : null;
  const focus = () =>
    statement ? focusOnStatement(shown, row.id, VIEW) : focusOnVertex(shown, 'original', row.id, VIEW);
  return (
    <tr
      className={statement ? undefined : 'block-row'}
      data-lit={lit || undefined}
      data-dead={statement?.reachable === false || undefined}
      onPointerEnter={() => actions.hover(focus())}
    >
      <td className="n">{line}</td>
      <th scope="row">
        <button
          type="button"
          className={statement ? 'link mono' : 'link'}
          data-stop=""
          tabIndex={-1}
          title={statement?.text}
          onFocus={() => actions.hover(focus())}
          onClick={() => actions.pin(focus())}
        >
          {row.kind === 'block'
            ? blockName(row.vertex)
            : breakable(brief(row.statement.text.replace(/\s+/g, ' '), 48))}
        </button>
        {statement?.reachable === false && <span className="tag">never reached</span>}
        {statement?.reachable && !statement.kept && <span className="tag">not in the forward sweep</span>}
      </th>
      {records(shown) && (
        <td className="mono recorded">
          {statement && recordedAt(shown, statement).map((text) => <span key={text}>{breakable(text)}</span>)}
        </td>
      )}
      {analyses.map((analysis) => (
        <td key={analysis.name}>
          <Sets
            analysis={analysis}
            sets={(statement ? analysis.statements : analysis.vertices)[row.id]}
            statement={statement?.id ?? null}
            shown={shown}
            unfold={unfold}
          />
        </td>
      ))}
    </tr>
  );
}, isSameRow);

/** Above, what holds before; below, what holds after; one line where that is the same. */
function Sets(props: {
  analysis: AnalysisResult;
  sets: AnalysisResult['statements'][string] | undefined;
  statement: string | null;
  shown: Differentiation;
  unfold: (() => void) | undefined;
}) {
  const { sets, ...common } = props;
  if (sets === undefined) return null;
  if (isQuiet(sets))
    return (
      <div className="sets-cell" data-quiet>
        <Members sets={sets} point="before" {...common} />
      </div>
    );
  return (
    <div className="sets-cell">
      <div className="set-at">
        <span className="set-point">before</span>
        <Members sets={sets} point="before" {...common} />
      </div>
      <div className="set-at">
        <span className="set-point">after</span>
        <Members sets={sets} point="after" {...common} />
      </div>
    </div>
  );
}

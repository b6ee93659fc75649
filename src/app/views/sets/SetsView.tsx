import { useMemo } from 'react';
import type { AnalysisResult, Differentiation, StatementInfo } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { focusOnLocation, focusOnStatement, type Lit } from '../../store/focus';
import { isStale } from '../../store/state';
import { brief } from '../../ui/controls';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp, useLit } from '../../use';
import { Empty } from '../Panel';

const VIEW = 'sets';

/** Every statement with the sets of every analysis before and after it. */
export function SetsView() {
  const shown = useApp((state) => state.shown);
  const source = useApp((state) => state.shownSource);
  const stale = useApp(isStale);
  const lit = useLit();
  if (shown === null || shown.statements.length === 0)
    return <Empty>The sets appear here as soon as there is a statement.</Empty>;
  return (
    <div className={stale ? 'sets stale-body' : 'sets'}>
      <Table shown={shown} source={source} lit={lit} />
    </div>
  );
}

function Table({ shown, source, lit }: { shown: Differentiation; source: string; lit: Lit }) {
  const starts = useMemo(() => lineStarts(source), [source]);
  return (
    <table className="table sets-table">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Statement</th>
          <th scope="col">Recorded</th>
          {shown.analyses.map((each) => (
            <th key={each.name} scope="col" title={each.blurb}>
              {each.title} <Direction of={each} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody onPointerLeave={() => actions.hover(null)}>
        {shown.statements.map((each) => (
          <Row
            key={each.id}
            statement={each}
            shown={shown}
            line={positionOf(starts, each.span.start).line + 1}
            lit={lit.statements.has(each.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

export function Direction({ of }: { of: AnalysisResult }) {
  return (
    <span className="direction" title={`runs ${of.direction}`}>
      {of.direction === 'forward' ? '↓' : '↑'}
    </span>
  );
}

function Row(props: { statement: StatementInfo; shown: Differentiation; line: number; lit: boolean }) {
  const { statement, shown, line, lit } = props;
  const focus = () => focusOnStatement(shown, statement.id, VIEW);
  return (
    <tr
      data-lit={lit || undefined}
      data-dead={!statement.reachable || undefined}
      onPointerEnter={() => actions.hover(focus())}
    >
      <td className="n">{line}</td>
      <th scope="row">
        <button type="button" className="link mono" onClick={() => actions.pin(focus())}>
          {brief(statement.text.replace(/\s+/g, ' '), 48)}
        </button>
        {!statement.kept && <span className="tag">not in the forward sweep</span>}
      </th>
      <td className="mono recorded">
        {recordedAt(shown, statement).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </td>
      {shown.analyses.map((analysis) => (
        <td key={analysis.name}>
          <Sets analysis={analysis} statement={statement} shown={shown} />
        </td>
      ))}
    </tr>
  );
}

export function recordedAt(shown: Differentiation, statement: StatementInfo): string[] {
  return statement.recordings.flatMap((id) => shown.recordings.find((each) => each.id === id)?.text ?? []);
}

function Sets(props: { analysis: AnalysisResult; statement: StatementInfo; shown: Differentiation }) {
  const { analysis, statement, shown } = props;
  const sets = analysis.statements[statement.id];
  if (sets === undefined) return null;
  const common = { analysis, statement, shown };
  const same = sets.before.join() === sets.after.join();
  if (same)
    return (
      <div className="sets-pair" data-same>
        <Members set={sets.before} other={sets.after} point="before" {...common} />
      </div>
    );
  return (
    <div className="sets-pair">
      <Members set={sets.before} other={sets.after} point="before" {...common} />
      <span className="arrow" aria-hidden="true">
        ›
      </span>
      <span className="unseen">after: </span>
      <Members set={sets.after} other={sets.before} point="after" {...common} />
    </div>
  );
}

/** Members of one set; those that are new on this side of the statement are marked. */
export function Members(props: {
  set: readonly string[];
  other: readonly string[];
  point: 'before' | 'after';
  analysis: AnalysisResult;
  statement: StatementInfo;
  shown: Differentiation;
}) {
  const { set, other, point, analysis, statement, shown } = props;
  const flowsTo = analysis.direction === 'forward' ? 'after' : 'before';
  if (set.length === 0) return <span className="empty-set">∅</span>;
  return (
    <span className="members">
      {set.map((location) => (
        <button
          key={location}
          type="button"
          className="member"
          data-new={(point === flowsTo && !other.includes(location)) || undefined}
          title={`Why is ${location} in “${analysis.title}” ${point} this statement?`}
          onClick={() =>
            actions.pin(
              focusOnLocation(
                shown,
                { location, statement: statement.id, point, analysis: analysis.name },
                VIEW,
              ),
            )
          }
        >
          {location}
        </button>
      ))}
    </span>
  );
}

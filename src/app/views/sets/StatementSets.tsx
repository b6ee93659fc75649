import { useRef } from 'react';
import { actions } from '../../app';
import { indexOf, recordedAt } from '../../store/results/lookup';
import { Code } from '../../ui/Code';
import { useRovingTable } from '../../ui/roving';
import { TableHead } from '../../ui/TableHead';
import { useApp } from '../../use';
import { Direction, Members } from './Members';

/** The sets around the statement in focus. */
export function StatementSets() {
  const table = useRef<HTMLTableElement>(null);
  const roving = useRovingTable(table);
  const shown = useApp((state) => state.shown);
  // Not where a stepper stands: its steps are too quick to read all sets at each.
  const focus = useApp((state) => state.hovered ?? state.pinned);
  if (shown === null || focus === null || focus.result !== shown) return null;
  const id = focus.statements[0];
  const statement = id === undefined ? undefined : indexOf(shown).statements.get(id);
  if (statement === undefined) return null;
  const recorded = recordedAt(shown, statement);
  return (
    <table className="table statement-sets" ref={table} {...roving}>
      <caption>
        Sets around <Code text={statement.text.replace(/\s+/g, ' ').slice(0, 60)} />
      </caption>
      <TableHead columns={['analysis', 'before', 'after']} />
      <tbody onPointerLeave={() => actions.hover(null)} onBlur={() => actions.hover(null)}>
        {shown.analyses.map((analysis) => {
          const sets = analysis.statements[statement.id];
          if (sets === undefined) return null;
          const common = { analysis, sets, statement: statement.id, shown };
          return (
            <tr key={analysis.name}>
              <th scope="row" title={analysis.blurb}>
                {analysis.title} <Direction of={analysis} />
              </th>
              <td>
                <Members point="before" {...common} />
              </td>
              <td>
                <Members point="after" {...common} />
              </td>
            </tr>
          );
        })}
        <tr className="recorded-row">
          <th scope="row">
            <span aria-hidden="true">◆</span> recorded
          </th>
          <td colSpan={2} className="mono">
            {recorded.length === 0 ? <span className="empty-set">nothing</span> : recorded.join(', ')}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

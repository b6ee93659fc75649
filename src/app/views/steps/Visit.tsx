import type { AnalysisSteps, AnalysisVisit, Vertex } from '../../../engine/pipeline/results';
import { useWritten } from '../../use';
import { vertexName } from './stops';

/** One visit: the block at hand, its sets with what changed marked, and who waits. */
export function Visit(props: {
  steps: AnalysisSteps;
  visit: AnalysisVisit;
  last: boolean;
  vertices: readonly Vertex[];
}) {
  const { steps, visit, last, vertices } = props;
  const written = useWritten();
  const named = (id: string) =>
    vertexName(
      vertices.find((each) => each.id === id),
      40,
    );
  return (
    <div className="visit">
      <p role="status">
        <strong className="mono">{named(visit.vertex)}</strong>, visit {visit.round}, {steps.direction}.{' '}
        {written(toldChange(visit))} {last && 'Nothing waits any more: this is the fixed point.'}
      </p>
      {visit.calls.length > 0 && (
        <p>
          It calls <span className="mono">{visit.calls.join(', ')}</span>: a call counts as one statement, and
          what it reads, overwrites and carries over was summed up before, callees first.
        </p>
      )}
      <table className="table visit-sets">
        <tbody>
          <SetRow title="in" note={`${steps.join} over the ways that lead here`} set={visit.in} />
          <SetRow title="gen" note="what the block adds, whatever arrives" set={visit.gen} />
          <SetRow title="kill" note="what the block takes away" set={visit.kill} />
          <SetRow
            title="out"
            note="what goes on"
            set={visit.out}
            added={visit.added}
            removed={visit.removed}
          />
        </tbody>
      </table>
      <div className="worklist">
        <span className="stepper-word">waiting</span>
        {visit.waiting.length === 0 && <span className="empty-set">none</span>}
        <ol>
          {visit.waiting.slice(0, IN_SIGHT).map((id) => (
            <li key={id} className="mono" title={named(id)}>
              {vertices.find((each) => each.id === id)?.number ?? id}
            </li>
          ))}
          {visit.waiting.length > IN_SIGHT && (
            <li className="rest">and {visit.waiting.length - IN_SIGHT} more</li>
          )}
        </ol>
      </div>
    </div>
  );
}

/** Of those that wait, the next are told. */
const IN_SIGHT = 40;

function toldChange({ added, removed, changed }: AnalysisVisit): string {
  if (!changed) return 'No change.';
  const parts = [
    added.length > 0 ? `${added.join(', ')} came in` : '',
    removed.length > 0 ? `${removed.join(', ')} went out` : '',
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join('; ')}.` : 'Changed.';
}

interface Changed {
  readonly set: readonly string[];
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}

export function SetRow({ title, note, set, added, removed = [] }: Changed & { title: string; note: string }) {
  return (
    <tr>
      <th scope="row" title={note}>
        {title}
      </th>
      <td className="mono">
        {set.length + removed.length === 0 && <span className="empty-set">∅</span>}
        <SetMembers set={set} added={added} removed={removed} />
      </td>
    </tr>
  );
}

/** What is in a set, with what has come and what has gone marked. */
export function SetMembers({ set, added = [], removed = [] }: Changed) {
  const written = useWritten();
  return (
    <>
      {set.map((each) => (
        <span key={each} className="step-member" data-change={added.includes(each) ? 'added' : undefined}>
          {added.includes(each) && '+'}
          {written(each)}
        </span>
      ))}
      {removed.map((each) => (
        <span key={each} className="step-member" data-change="removed">
          −{written(each)}
        </span>
      ))}
    </>
  );
}

import type { AnalysisResult, Differentiation, SetsAtStatement } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { focusOnLocation } from '../../store/view/focus';
import { breakable } from '../../ui/breakable';
import { useWritten } from '../../use';
import { MARKS, type Point, seenMembers } from './rows';

const VIEW = 'sets';

interface MembersProps {
  readonly sets: SetsAtStatement;
  readonly point: Point;
  readonly analysis: AnalysisResult;
  /** Null for the edge of a block, which nothing explains: its members are text. */
  readonly statement: string | null;
  readonly shown: Differentiation;
  /** Left out: all members are shown. Else what changes here, and a button that unfolds the rest. */
  readonly unfold?: (() => void) | undefined;
}

/** One set, in a table that is one stop of Tab: each member with where it comes from, as a mark and in words. */
export function Members({ sets, point, analysis, statement, shown, unfold }: MembersProps) {
  const written = useWritten();
  const { members, more } = seenMembers(sets, point, analysis.direction, unfold !== undefined);
  if (members.length + more === 0) return <span className="empty-set">∅</span>;
  return (
    <span className="members">
      {members.map(({ location, mark }) => {
        const { sign, word } = MARKS[mark];
        const inside = (
          <>
            {sign !== '' && (
              <span className="member-sign" aria-hidden="true">
                {sign}
              </span>
            )}
            <span className="member-name">{breakable(written(location))}</span>
            {mark !== 'flow' && <span className="unseen"> {word}</span>}
          </>
        );
        if (statement === null)
          return (
            <span key={location} className="member" data-mark={mark} data-location={location}>
              {inside}
            </span>
          );
        const focus = () =>
          focusOnLocation(shown, { location, statement, point, analysis: analysis.name }, VIEW);
        return (
          <button
            key={location}
            type="button"
            className="member"
            data-mark={mark}
            data-location={location}
            data-stop=""
            tabIndex={-1}
            title={`${written(location)} in “${analysis.title}” ${point} this statement: ${word}`}
            onFocus={() => actions.hover(focus())}
            onPointerEnter={() => actions.hover(focus())}
            onClick={() => actions.pin(focus())}
          >
            {inside}
          </button>
        );
      })}
      {more > 0 && (
        <button
          type="button"
          className="member more-members"
          data-stop=""
          tabIndex={-1}
          title={`${more} more that ${more === 1 ? 'passes' : 'pass'} by: show all in this row`}
          onClick={({ currentTarget }) => unfoldFrom(currentTarget, unfold)}
        >
          {members.length > 0 ? `and ${more} more` : `${more} unchanged`}
        </button>
      )}
    </span>
  );
}

/** What is unfolded takes the focus of the button that is gone. */
function unfoldFrom(button: HTMLElement, unfold: (() => void) | undefined): void {
  const cell = button.closest('td');
  unfold?.();
  requestAnimationFrame(() => cell?.querySelector<HTMLElement>('[data-stop]')?.focus());
}

export function Direction({ of }: { of: AnalysisResult }) {
  return (
    <span className="direction" title={`runs ${of.direction}`}>
      <span aria-hidden="true">{of.direction === 'forward' ? '↓' : '↑'}</span>
      <span className="unseen">, runs {of.direction}</span>
    </span>
  );
}

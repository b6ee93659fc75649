import { useMemo } from 'react';
import { actions } from '../../app';
import { lineStarts } from '../../ui/text';
import { useApp } from '../../use';
import { Prose } from '../why/Prose';
import { ACTIVITY, toldDefinitions } from './occurrences';

/** Paints activity over the kernel. */
export function PaintButton() {
  const painted = useApp((state) => state.painted);
  return (
    <button
      type="button"
      className="chip paint"
      aria-pressed={painted}
      title="Paint over the text where a derivative passes"
      onClick={() => actions.paint(!painted)}
    >
      activity
    </button>
  );
}

/** Below the text: what the paint means and, of the place under the pointer or the caret, why it is so. */
export function PaintStrip() {
  const painted = useApp((state) => state.painted);
  const at = useApp((state) => state.paintedAt);
  const reason = useApp(({ dependence }) =>
    dependence?.answer.ok === false ? dependence.answer.reason : '',
  );
  const source = useApp((state) => state.shownRequest?.source ?? '');
  const starts = useMemo(() => lineStarts(source), [source]);
  if (!painted) return null;
  return (
    <div className="paint-strip">
      <p role="status">
        {at === null ? (
          reason || 'Point at a variable, or put the caret on it, to see why.'
        ) : (
          <Prose text={`${at.reason} ${toldDefinitions(at, starts)}`.trim()} />
        )}
      </p>
      {at === null && (
        <ul>
          {ACTIVITY.map(({ state, title, blurb }) => (
            <li key={state} title={blurb}>
              <span className={`paint-${state}`}>{title}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { useMemo, useRef } from 'react';
import type { Diagnostic } from '../../../engine/pipeline/results';
import { actions, store } from '../../app';
import { statementAt } from '../../store/results/lookup';
import { focusOnStatement } from '../../store/view/focus';
import { Link } from '../../ui/controls';
import { useRovingRows } from '../../ui/roving';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp } from '../../use';

/** Where the same is said, each place a link. They are one stop of Tab, as there may be hundreds. */
export function Places({ of }: { of: readonly Diagnostic[] }) {
  const list = useRef<HTMLUListElement>(null);
  const roving = useRovingRows(list);
  const placeOf = usePlaces();
  return (
    <ul ref={list} className="places" aria-label="Places" {...roving}>
      {of.map((each) => (
        <li key={`${each.span.start} ${each.span.end}`}>
          <Link data-stop tabIndex={-1} onClick={() => goTo(each)}>
            {placeOf(each)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Line and column, from 1, of where a diagnostic begins. */
export function usePlaces(): (each: Diagnostic) => string {
  const source = useApp((state) => state.playground.source);
  const starts = useMemo(() => lineStarts(source), [source]);
  return ({ span }) => {
    const { line, column } = positionOf(starts, span.start);
    return `${line + 1}:${column + 1}`;
  };
}

export function goTo({ span }: Diagnostic): void {
  const { shown } = store.getState();
  const found = shown === null ? null : statementAt(shown, span.start);
  if (shown !== null && found !== null) actions.pin(focusOnStatement(shown, found.id, 'problems'));
  actions.reveal(span.start);
}

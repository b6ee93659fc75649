import { useEffect } from 'react';
import { actions, store } from './app';
import { firstStored } from './store/results/lookup';
import { isStale } from './store/state';
import { arrangementOf } from './store/view/arrangements';
import { focusOnRecording } from './store/view/focus';
import { useApp } from './use';

/** The program whose first stored value has been asked about. */
let asked: string | null = null;

/** Asks about the first stored value of a program that was just opened or pasted, so that the card is filled in from the start. */
export function useFirstCard(): void {
  const shown = useApp((state) => state.shown);
  const fresh = useApp((state) => state.pinned === null && state.awaitedCursor === null && !state.presenting);
  const draft = useApp((state) => state.draft);
  const arrangement = useApp((state) => state.arrangement);
  useEffect(() => {
    // With all panes in view there is enough to look at.
    const wanted = arrangement !== 'all' && arrangementOf(arrangement).side.includes('why');
    if (!wanted || shown === null || !shown.ok || !fresh || asked === draft || isStale(store.getState()))
      return;
    asked = draft;
    const first = firstStored(shown);
    if (first !== undefined) actions.pin(focusOnRecording(shown, first.id, 'first'));
  }, [shown, fresh, draft, arrangement]);
}

import type { Differentiation } from '../../../engine/pipeline/results';
import { inOrder } from '../../store/results/lookup';
import { type Focus, focusOnRecording } from '../../store/view/focus';

/** Of all that is stored, in the order of the text, what stands beside what is pinned; from elsewhere the first, and round again. */
export function pushBeside(shown: Differentiation, pinned: Focus | null, by: 1 | -1): Focus | null {
  const ids = inOrder(shown).map(({ id }) => id);
  const at = pinned?.recording == null ? -1 : ids.indexOf(pinned.recording);
  const next = ids[at < 0 ? 0 : (at + by + ids.length) % ids.length];
  return next === undefined || next === pinned?.recording ? null : focusOnRecording(shown, next, 'why');
}

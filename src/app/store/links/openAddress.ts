import type { Actions } from '../actions';
import type { Store } from '../state';
import type { Stand } from '../view/view';
import { decodeLesson } from './lessonLink';
import { decodeLink, type Shared } from './permalink';

/** Where the stepper of the view in focus stood. */
export const standsOf = ({ focus, step, stepper }: Shared['view']): Readonly<Record<string, Stand>> =>
  focus === null || step === null ? {} : { [focus]: { of: stepper ?? '', at: step } };

/** Opens the link in the address bar. False if there is none, or none that could be read, or if it is no longer `wanted` once it is unpacked. */
export async function openAddress(
  store: Store,
  actions: Actions,
  wanted: () => boolean = () => true,
): Promise<boolean> {
  const { hash } = location;
  const lesson = await decodeLesson(hash);
  if (lesson !== null && typeof lesson !== 'string') {
    const { openLesson } = await import('./openLesson');
    return openLesson(actions, lesson.lesson, lesson.step, wanted);
  }
  const decoded = await decodeLink(hash);
  if (!wanted()) return false;
  if (lesson !== null) {
    const text = `This link to a lesson ${lesson}.`;
    actions.notify({ id: 'link', tone: 'warning', text });
  }
  if (decoded.kind === 'none') return false;
  if (decoded.kind === 'damaged') {
    actions.notify({
      id: 'link',
      tone: 'warning',
      text: `This link ${decoded.reason}. ${
        decoded.saved === null
          ? 'Nothing of its program could be saved.'
          : 'A part of its program could be saved.'
      }`,
      ...(decoded.saved === null ? {} : { saved: decoded.saved }),
    });
    return false;
  }
  const { playground, view } = decoded.shared;
  const { focus, cursor, presenting } = view;
  actions.dismiss('link');
  actions.load(playground, { cursor, stands: standsOf(view) });
  // Links from before there were arrangements were made in the one with all panes.
  const arrangement = view.arrangement ?? (focus === null ? null : 'all');
  if (arrangement !== null) actions.arrange(arrangement);
  if (focus !== null) actions.show(focus);
  if (presenting) actions.present(true);
  if (playground.tamper.with.length + playground.tamper.without.length > 0) {
    actions.notify({
      id: 'tampered',
      tone: 'warning',
      text: 'The sender broke this adjoint on purpose: recordings were taken away or forced, so its gradient may be wrong.',
    });
  }
  store.setState({ languageChosen: true });
  return true;
}

import { lessonOf } from '../../../lessons/format';
import { playgroundOfStep } from '../../../lessons/start';
import type { Actions } from '../actions';
import { ownId } from '../kept/lessons';

/** A lesson that came in a link or as a file: it is kept, and opened at a step. False if it is not `wanted` any more when it is unpacked. */
export async function openLesson(
  actions: Actions,
  text: string,
  step: number,
  wanted: () => boolean = () => true,
): Promise<boolean> {
  const { steps, title } = lessonOf({ text });
  const at = Math.max(0, Math.min(step, steps.length - 1));
  const id = ownId(text);
  const playground = await playgroundOfStep(steps, at);
  if (!wanted()) return false;
  actions.addLesson(text);
  if (typeof playground === 'string')
    actions.notify({
      id: 'lesson',
      tone: 'warning',
      text: `The lesson “${title}” was opened, but its step ${at + 1} could not be set up. ${playground}`,
    });
  else actions.load(playground, { stands: { lesson: { of: id, at } } });
  actions.arrange('learn');
  actions.show('lesson');
  return true;
}

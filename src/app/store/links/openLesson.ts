import { type LessonFile, lessonOf } from '../../../lessons/format';
import { playgroundOfStep } from '../../../lessons/start';
import type { Actions } from '../actions';
import { MOST_OWN, ownId } from '../kept/lessons';

/** Keeps a lesson that came in a link or as a file, and opens it at a step. False if it is no longer `wanted` once it is unpacked. */
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
  actions.keepLessons((own) => withOwn(own, text));
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

/** The list with one more lesson that was opened here. */
export function withOwn(own: readonly LessonFile[], text: string): readonly LessonFile[] {
  const file = { id: ownId(text), text };
  const { title } = lessonOf(file);
  // A new version takes the place of the one before it.
  const others = own.filter((each) => each.id !== file.id && lessonOf(each).title !== title);
  return [file, ...others].slice(0, MOST_OWN);
}

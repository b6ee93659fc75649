import { LESSONS } from '../../../lessons';
import { type LessonFile, lessonOf } from '../../../lessons/format';
import { playgroundOfStep } from '../../../lessons/start';
import { actions, store } from '../../app';
import { analysisKey } from '../../store/document/playground';
import type { ArrangementId } from '../../store/view/arrangements';

export const VIEW = 'lesson';

/** Of this site, and of those that were opened here. */
export function lessonNamed(id: string): LessonFile | null {
  return [...LESSONS, ...store.getState().ownLessons].find((each) => each.id === id) ?? null;
}

/** Goes to a step: the page becomes as the step sets it. */
export async function goTo(file: LessonFile, at: number): Promise<void> {
  const { steps } = lessonOf(file);
  const stands = { [VIEW]: { of: file.id, at } };
  const playground = await playgroundOfStep(steps, at);
  if (typeof playground === 'string') {
    actions.notify({ id: 'lesson', tone: 'warning', text: `This step could not be set up. ${playground}` });
    store.setState({ stands });
  } else {
    actions.dismiss('lesson');
    // What the step before left as it set it stays, with what is known of it.
    if (analysisKey(playground) === analysisKey(store.getState().playground)) store.setState({ stands });
    else actions.load(playground, { stands });
  }
  actions.progress(file.id, { at });
}

/** The page is as the step sets it; false once one has changed the kernel. */
export async function isAsSet(file: LessonFile, at: number): Promise<boolean> {
  const playground = await playgroundOfStep(lessonOf(file).steps, at);
  return (
    typeof playground !== 'string' && analysisKey(playground) === analysisKey(store.getState().playground)
  );
}

export const leave = (): void => store.setState({ stands: {} });

/** Lets go: the arrangement in which the step's kernel is changed, and one of its views by its id, in any case. */
export function letGo(open: ArrangementId, view?: string): void {
  actions.arrange(open);
  if (view !== undefined) actions.show(view.toLowerCase());
}

export const answersOf = (id: string): Readonly<Record<string, 'right' | 'other'>> =>
  store.getState().progress[id]?.answers ?? {};

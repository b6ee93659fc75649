/** Lessons that were opened here, and the progress in each: kept in this browser if it keeps anything. */
import type { LessonFile } from '../../../lessons/format';
import { MOST_LESSON } from '../../../lessons/limits';
import { checksum } from '../links/packing';
import * as is from '../links/schema';

/** The current step, and the answers so far. */
export interface LessonProgress {
  readonly at: number;
  /** By step: right, or answered otherwise. */
  readonly answers: Readonly<Record<string, 'right' | 'other'>>;
}
export type Progress = Readonly<Record<string, LessonProgress>>;

const OWN = 'backsweep.lessons';
const PROGRESS = 'backsweep.progress';
export const MOST_OWN = 12;

const ownLessons = is.listOf(
  is.object<LessonFile>({ id: is.text(60), text: is.text(MOST_LESSON) }),
  MOST_OWN,
);

export const ownId = (text: string): string => `own-${checksum(text)}`;

function read<T>(key: string, check: is.Check<T>, otherwise: T): T {
  try {
    return check(JSON.parse(localStorage.getItem(key) ?? 'null'), '');
  } catch {
    return otherwise;
  }
}

export const keptLessons = (): readonly LessonFile[] => read(OWN, ownLessons, []);
export const keptProgress = (): Progress => read(PROGRESS, checkProgress, {});

const checkProgress: is.Check<Progress> = is.entriesOf(
  is.object<LessonProgress>({
    at: is.count,
    answers: is.entriesOf(is.oneOf('right', 'other'), 200),
  }),
  200,
);

export function keepLessons(own: readonly LessonFile[], progress: Progress): void {
  try {
    localStorage.setItem(OWN, JSON.stringify(own));
    localStorage.setItem(PROGRESS, JSON.stringify(progress));
  } catch {
    // They hold for this visit.
  }
}

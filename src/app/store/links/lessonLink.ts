/** A lesson in a link, `#lesson1.<codec>.<payload>.<checksum>`: its whole text, and the step to begin with. */
import { MOST_LESSON } from '../../../lessons/limits';
import { mended, packed, unpacked } from './packing';
import * as is from './schema';

export interface SharedLesson {
  readonly lesson: string;
  readonly step: number;
}

const check: is.Check<SharedLesson> = is.object<SharedLesson>({
  lesson: is.text(MOST_LESSON),
  step: is.count,
});

export const encodeLesson = (shared: SharedLesson): Promise<string> =>
  packed('lesson1', JSON.stringify(shared));

/** Null if the address holds no lesson; a message if it cannot be read. */
export async function decodeLesson(hash: string): Promise<SharedLesson | string | null> {
  const link = mended(hash);
  if (!/^lesson\d+\./.test(link)) return null;
  if (!link.startsWith('lesson1.')) return 'was made by a later version of Backsweep';
  const { json, reason } = await unpacked(link);
  if (reason !== null || json === null) return `is damaged: ${reason ?? 'it could not be unpacked'}`;
  try {
    return check(JSON.parse(json), '');
  } catch (error) {
    return is.misfit(error);
  }
}

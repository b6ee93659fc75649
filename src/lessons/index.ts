import type { LessonFile } from './format';

const files = import.meta.glob<string>('./*/lesson.md', { query: '?raw', import: 'default', eager: true });

/** The lessons of this site, in their order. */
export const LESSONS: readonly LessonFile[] = Object.entries(files)
  .map(([path, text]) => ({ id: path.split('/')[1] ?? path, text }))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1));

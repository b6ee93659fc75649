/** Characters of a lesson. */
export const MOST_LESSON = 200_000;

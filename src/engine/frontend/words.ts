/** Words of messages in which a number stands. */

/** `1 argument`, `2 arguments`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

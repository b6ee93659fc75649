/**
 * A driver's words beside names that it didn't choose: of the routines that it calls and of their globals. Those are marked
 * while the driver is written; then its own words give way.
 */
import type { Plan } from './plan';

/** Text that stays as it is. */
export const theirs = (text: string) => `⟨${text}⟩`;

/** What is marked, what no name is (texts, comments, headers), and words. */
const PARTS = /⟨([^⟩]*)⟩|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|^[ ]*(?:!|\/\*|#).*$|\b[a-z_]\w*/gim;

/** A driver's text without marks. Of no language: words in two cases are taken for one. */
export function apartFrom(names: Iterable<string>, text: string): string {
  const taken = new Set([...names].map((name) => name.toLowerCase()));
  return text.replace(PARTS, (part: string, marked?: string) => {
    if (marked !== undefined) return marked;
    let word = part;
    while (taken.has(word.toLowerCase())) word += '_here';
    return word;
  });
}

/** The routines that a driver calls. */
export const calledBy = ({ primal, calls }: Plan): string[] =>
  [primal, ...Object.values(calls)].map(({ name }) => name);

/**
 * Keeps a driver's own words apart from names that it did not choose, those of the routines it calls and of their globals.
 * Such names are marked while the driver is written; then the driver's own words give way.
 */
import type { Plan } from './plan';

/** Marks text that stays as it is. */
export const theirs = (text: string) => `⟨${text}⟩`;

/** Marked names; what cannot be a name (texts, comments, headers); and words. */
const PARTS = /⟨([^⟩]*)⟩|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|^[ ]*(?:!|\/\*|#).*$|\b[a-z_]\w*/gim;

/** Removes the marks from a driver's text and renames its clashing words. Case is ignored, so that it fits any language. */
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

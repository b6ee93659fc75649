/** What no card may have: sentences that a template mangled, and names that its reader cannot see. */
import { ELEMENTARY } from '../ir/elementary';
import type { Explanation } from '../pipeline/results';

const textsOf = ({ title, short, long, facts }: Explanation) => [
  title,
  short,
  long,
  ...facts.map((f) => f.text),
];

/** Sentences that a template mangled. */
export function mangled(e: Explanation): string[] {
  const found: string[] = [];
  for (const text of textsOf(e)) {
    const words = text.replace(/`[^`]*`/g, 'x');
    const torn = /undefined|null|NaN|\[object|`|\s{2}|\s[,.;:]|\.\.|,,|\( |: \.|\b(the|a) (the|a|The)\b/;
    if (torn.test(words) || /``|` `|undefined|\[object|&\*/.test(text)) found.push(text);
    else if (text !== '' && !(text === e.title ? /[?a-z]$/ : /^[A-Z`x].*\.$/).test(words)) found.push(text);
  }
  if (e.short === '') found.push(`${e.title}: nothing is said`);
  return found;
}

/** Words that formulas use in every language: those before a variable that a statement sets, and their functions. */
const KNOWN = new Set(['new', 'old', 'int', 'merge', ...Object.keys(ELEMENTARY)]);

/** Sentences with a name that stands neither in the source nor in the generated code, even in the name of its derivative. */
export function hiddenNames(e: Explanation, seen: ReadonlySet<string>): string[] {
  const isHidden = (word: string) =>
    ['', 'b', '_b', '_fwd', 'd', '_d'].every((suffix) => !seen.has(`${word}${suffix}`)) && !KNOWN.has(word);
  /** `p_x`, whose adjoint is `pb_x`. */
  const isMissing = (word: string) =>
    isHidden(word) &&
    ![...word.matchAll(/_/g)].some(({ index }) => seen.has(`${word.slice(0, index)}b${word.slice(index)}`));
  return textsOf(e).filter(
    // What is cut short ends in a part of a word.
    (text) =>
      !text.includes('…') &&
      [...text.matchAll(/`([^`]*)`/g)].some(
        // A member `p.x` is the variable `p_x` of the generated code.
        ([, code = '']) => wordsOf(code).some(isHidden) && wordsOf(code.replaceAll('.', '_')).some(isMissing),
      ),
  );
}

export function wordsOf(text: string): string[] {
  // The exponent of a number is no word.
  const parts = text.toLowerCase().match(/\d+\.?\d*(?:[ed][+-]?\d+)?|[a-z_]\w*/g) ?? [];
  return parts.filter((part) => !/^\d/.test(part));
}

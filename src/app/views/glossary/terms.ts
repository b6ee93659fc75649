import { sectionsOf } from '../../../lessons/settings';
import terms from './terms.md?raw';

/** The words of the trade that cards use, of `terms.md`: each is linked where a card first says it. */
export interface Term {
  readonly name: string;
  /** How sentences say it. */
  readonly pattern: RegExp;
  readonly meaning: string;
}

export const TERMS: readonly Term[] = sectionsOf(terms).map(({ name, fields, text }) => ({
  ...{ name, meaning: text },
  pattern: new RegExp(fields.pattern ?? '', 'i'),
}));

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'term'; readonly text: string; readonly term: Term };

/** The texts of a card in the order in which they are read: each term is linked where it comes first. */
export function linked(texts: readonly string[]): Part[][] {
  const said = new Set<Term>();
  return texts.map((text) =>
    text
      .split('`')
      .flatMap((part, i): Part[] => (i % 2 === 1 ? [{ kind: 'code', text: part }] : termsIn(part, said))),
  );
}

function termsIn(text: string, said: Set<Term>): Part[] {
  const parts: Part[] = [];
  let rest = text;
  while (rest !== '') {
    const next = nextTerm(rest);
    if (next === null) break;
    const { term, at, found } = next;
    const until = at + found.length;
    if (said.has(term)) parts.push({ kind: 'text', text: rest.slice(0, until) });
    else {
      if (at > 0) parts.push({ kind: 'text', text: rest.slice(0, at) });
      parts.push({ kind: 'term', text: found, term });
      said.add(term);
    }
    rest = rest.slice(until);
  }
  if (rest !== '') parts.push({ kind: 'text', text: rest });
  return parts;
}

/** The first term of a text; of several that start there, the one that is listed first. */
function nextTerm(text: string): { term: Term; at: number; found: string } | null {
  let best: { term: Term; at: number; found: string } | null = null;
  for (const term of TERMS) {
    const match = term.pattern.exec(text);
    if (match && (best === null || match.index < best.at)) best = { term, at: match.index, found: match[0] };
  }
  return best;
}

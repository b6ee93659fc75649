/** The terms of the trade, each once: what it means, its equation, where it comes from, and a place to see it at work. */
import { sectionsOf } from '../../../lessons/settings';
import further from './glossary.md?raw';
import terms from './terms.md?raw';

export interface Entry {
  /** Stands in links: never changes. */
  readonly id: string;
  readonly name: string;
  readonly meaning: string;
  readonly equation: string;
  /** Empty where it is common knowledge. */
  readonly paper: string;
  /** A step of a lesson, counted from 0. */
  readonly live: { readonly lesson: string; readonly step: number };
}

const idOf = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '-');

export const ENTRIES: readonly Entry[] = [terms, further]
  .flatMap(sectionsOf)
  .map(({ name, fields, text }): Entry => {
    const { equation = '', paper = '', lesson: at = '' } = fields;
    const [lesson = '', step] = at.split(', step ');
    return {
      ...{ id: idOf(name), name, meaning: text, equation, paper },
      live: { lesson, step: Number(step) - 1 },
    };
  })
  .toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** What somebody looks for, in names first, then in meanings. */
export function found(query: string): readonly Entry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const rank = ({ name, meaning, equation }: Entry) => {
    const inName = words.every((word) => name.toLowerCase().includes(word));
    const text = `${name} ${meaning} ${equation}`.toLowerCase();
    return inName ? 0 : words.every((word) => text.includes(word)) ? 1 : 2;
  };
  return ENTRIES.filter((each) => rank(each) < 2).toSorted((a, b) => rank(a) - rank(b));
}

import { sectionsOf } from '../../../lessons/settings';
import rules from './rules.md?raw';

/** An equation behind cards, by the name that a fact gives its rule (`rules.md`). */
export interface Rule {
  readonly title: string;
  readonly equations: readonly string[];
  readonly words: string;
}

export const RULES: Readonly<Record<string, Rule>> = Object.fromEntries(
  sectionsOf(rules).map(({ name, fields, text }): [string, Rule] => {
    const [equations = '', words = ''] = text.split('\n\n');
    const lines = equations.split('\n').map((line) => line.trim());
    return [name, { title: fields.title ?? '', equations: lines, words }];
  }),
);

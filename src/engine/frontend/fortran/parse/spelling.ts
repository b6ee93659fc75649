/** Syntax as text again: for PRINT and WRITE, which keep their spelling, where a name stands for something else. */
import { flatName } from '../../../ir/names';
import { closing } from './fence';
import type { ArgumentSyntax, ItemSyntax, RangeSyntax, StatementOf } from './syntax';

/** A text in which names have become others, those in quotes aside. */
export function renamedText(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/'[^']*'|"[^"]*"|\b[a-z]\w*/g, (word) => names.get(word) ?? word);
}

/** Spells PRINT or WRITE and its items anew. */
export function respelled(s: StatementOf<'io'>): string {
  const list = s.items.map(spelled).join(', ');
  const write = /^write\s*\(/.exec(s.text);
  if (write) return `${s.text.slice(0, closing(s.text, write[0].length - 1) + 1)} ${list}`;
  const print = /^print\s*(?:'[^']*'|"[^"]*"|\*|\w+)\s*,/.exec(s.text);
  return print ? `${print[0]} ${list}` : s.text;
}

type Spelled = ItemSyntax | RangeSyntax;

function spelled(e: Spelled): string {
  const spelling = SPELLINGS[e.kind] as (e: Spelled) => string;
  return spelling(e);
}

const SPELLINGS: {
  readonly [K in Spelled['kind']]: (e: Extract<Spelled, { kind: K }>) => string;
} = {
  number: ({ text, suffix }) => (suffix === null ? text : `${text}_${suffix}`),
  logical: ({ value }) => (value ? '.true.' : '.false.'),
  string: ({ value }) => `'${value.replaceAll("'", "''")}'`,
  name: ({ name }) => flatName(name),
  apply: ({ name, args }) => `${flatName(name)}(${args.map(argument).join(', ')})`,
  unary: ({ op, operand }) => `${op}${spelled(operand)}`,
  binary: ({ left, op, right }) => `${spelled(left)} ${op} ${spelled(right)}`,
  paren: ({ inner }) => `(${spelled(inner)})`,
  constructor: ({ items }) => `(/ ${items.map(spelled).join(', ')} /)`,
  range: ({ lower, upper, stride }) =>
    `${lower ? spelled(lower) : ''}:${upper ? spelled(upper) : ''}${stride ? `:${spelled(stride)}` : ''}`,
  implied: ({ items, index, first, last, step }) => {
    const bounds = [first, last, ...(step ? [step] : [])].map(spelled);
    return `(${items.map(spelled).join(', ')}, ${index} = ${bounds.join(', ')})`;
  },
  bad: () => '',
};

function argument({ keyword, value }: ArgumentSyntax): string {
  return `${keyword === null ? '' : `${keyword} = `}${spelled(value)}`;
}

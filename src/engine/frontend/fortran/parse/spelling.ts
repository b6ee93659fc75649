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

function spelled(e: ItemSyntax | RangeSyntax): string {
  switch (e.kind) {
    case 'number':
      return e.suffix === null ? e.text : `${e.text}_${e.suffix}`;
    case 'logical':
      return e.value ? '.true.' : '.false.';
    case 'string':
      return `'${e.value.replaceAll("'", "''")}'`;
    case 'name':
      return flatName(e.name);
    case 'apply':
      return `${flatName(e.name)}(${e.args.map(argument).join(', ')})`;
    case 'unary':
      return `${e.op}${spelled(e.operand)}`;
    case 'binary':
      return `${spelled(e.left)} ${e.op} ${spelled(e.right)}`;
    case 'paren':
      return `(${spelled(e.inner)})`;
    case 'constructor':
      return `(/ ${e.items.map(spelled).join(', ')} /)`;
    case 'range': {
      const stride = e.stride ? `:${spelled(e.stride)}` : '';
      return `${e.lower ? spelled(e.lower) : ''}:${e.upper ? spelled(e.upper) : ''}${stride}`;
    }
    case 'implied': {
      const bounds = [e.first, e.last, ...(e.step ? [e.step] : [])].map(spelled);
      return `(${e.items.map(spelled).join(', ')}, ${e.index} = ${bounds.join(', ')})`;
    }
    case 'bad':
      return '';
  }
}

function argument({ keyword, value }: ArgumentSyntax): string {
  return `${keyword === null ? '' : `${keyword} = `}${spelled(value)}`;
}

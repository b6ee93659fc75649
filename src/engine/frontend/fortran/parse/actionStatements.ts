/** CALL, GO TO, EXIT, CYCLE, RETURN, PRINT and WRITE. */

import type { Label } from '../read/source';
import { skipParenthesis } from './declarations';
import { argumentList, designator, parseExpression, parseItem } from './expressions';
import { closing, fenced, type Parse } from './fenced';
import type { StatementReader } from './reader';
import type { ItemSyntax, StatementBody } from './syntax';

export function moreLabels(reader: StatementReader): Label[] {
  const labels: Label[] = [];
  while (reader.accept(',')) {
    const label = reader.label();
    if (label) labels.push(label);
    else {
      reader.failHere('a label');
      break;
    }
  }
  return labels;
}

export function parseCall(reader: StatementReader): StatementBody | null {
  const open = reader.peek();
  if (open.kind === 'name' && startsWithComponent(reader.text.slice(open.start))) {
    const bound = designator(reader);
    reader.expectEnd();
    if (reader.failed || bound.kind !== 'apply' || !bound.parts) return { kind: 'ignored' };
    const name = bound.parts[bound.parts.length - 1]?.name ?? '';
    return { kind: 'call', callee: { name, span: bound.span }, args: [], bound };
  }
  const callee = reader.expectName('the name of a subroutine');
  if (!callee) return { kind: 'ignored' };
  const args = reader.is('(') ? argumentList(reader) : [];
  reader.expectEnd();
  return reader.failed ? { kind: 'ignored' } : { kind: 'call', callee, args };
}

/** `a%f`, `a(i)%f`; the `%` of `s(a(i)%u)` stands inside of the arguments. */
function startsWithComponent(text: string): boolean {
  const name = /^\s*\w+\s*/.exec(text)?.[0].length ?? 0;
  const after = text.charAt(name) === '(' ? closing(text, name) + 1 : name;
  return /^\s*%/.test(text.slice(after));
}

export function parseGoto(reader: StatementReader): StatementBody | null {
  const target = reader.label();
  if (target) {
    reader.expectEnd();
    return { kind: 'goto', target };
  }
  if (reader.next !== '(') {
    if (reader.peek().kind !== 'name') reader.failHere('a label');
    return fenced(reader, {
      words: 'go to',
      what: 'Assigned GO TO is',
      instead: 'Set an integer, and use a computed GO TO.',
    });
  }
  reader.take();
  const first = reader.label();
  if (!first) {
    reader.failHere('a label');
    return { kind: 'ignored' };
  }
  const targets = [first, ...moreLabels(reader)];
  reader.expect(')');
  reader.accept(',');
  const selector = parseExpression(reader);
  reader.expectEnd();
  return reader.failed ? { kind: 'ignored' } : { kind: 'computedGoto', targets, selector };
}

export function jump(kind: 'exit' | 'cycle'): Parse {
  return (reader) => {
    const of = reader.name();
    reader.expectEnd();
    return { kind, of };
  };
}

export function parseReturn(reader: StatementReader): StatementBody {
  if (!reader.atEnd) {
    const start = reader.pos;
    parseExpression(reader);
    if (!reader.failed)
      reader.sink.error(
        'unsupported',
        'Alternate returns are not supported.',
        reader.span(start, reader.text.length),
        'Return an integer and test it after the call.',
      );
  }
  return { kind: 'return' };
}

export function parsePrint(reader: StatementReader): StatementBody | null {
  let format: Label | null = null;
  if (reader.next === '*') reader.take();
  else {
    format = reader.label();
    if (!format) parseExpression(reader);
  }
  const items = reader.accept(',') ? ioItems(reader) : [];
  reader.expectEnd();
  return { kind: 'io', format, items };
}

export function parseWrite(reader: StatementReader): StatementBody | null {
  if (reader.next !== '(') return null;
  const open = reader.pos;
  skipParenthesis(reader);
  const control = reader.text.slice(open, reader.pos);
  const match = /^\(\s*(?:unit\s*=\s*)?[^,()]*,\s*(?:fmt\s*=\s*)?(\d+)\s*[,)]/.exec(control);
  const digits = match?.[1];
  const from = digits ? open + (match[0].length - 1 - digits.length) : open;
  const format = digits
    ? { name: digits.replace(/^0+(?=.)/, ''), span: reader.span(from, from + digits.length) }
    : null;
  reader.accept(',');
  const items = reader.atEnd ? [] : ioItems(reader);
  reader.expectEnd();
  return { kind: 'io', format, items };
}

function ioItems(reader: StatementReader): ItemSyntax[] {
  const items: ItemSyntax[] = [];
  do {
    items.push(parseItem(reader));
  } while (reader.accept(','));
  return items;
}

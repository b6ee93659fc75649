/** CALL, GO TO, EXIT, CYCLE, RETURN, PRINT and WRITE. */

import type { Label } from '../read/source';
import { argumentList, designator, parseExpression, parseItem } from './expressions';
import { closing, type Parse } from './fence';
import { integer } from './made';
import type { StatementReader } from './reader';
import type { ItemSyntax, StatementBody, Status } from './syntax';
import { skipParenthesis } from './types';

export function moreLabels(reader: StatementReader): Label[] {
  return reader.accept(',') ? labels(reader) : [];
}
function labels(reader: StatementReader): Label[] {
  return reader.list(() => {
    const label = reader.label();
    if (!label) reader.failHere('a label');
    return label;
  });
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
    const target = reader.expectName('a label');
    if (!target) return { kind: 'ignored' };
    reader.accept(',');
    const targets: Label[] = [];
    if (reader.accept('(')) {
      const first = reader.label();
      if (first) targets.push(first, ...moreLabels(reader));
      reader.expect(')');
    }
    reader.expectEnd();
    return reader.failed ? { kind: 'ignored' } : { kind: 'assignedGoto', target, targets };
  }
  reader.take();
  const targets = labels(reader);
  reader.expect(')');
  reader.accept(',');
  const selector = parseExpression(reader);
  reader.expectEnd();
  return reader.failed ? { kind: 'ignored' } : { kind: 'computedGoto', targets, selector };
}

/** `ASSIGN 10 TO k`; null for an assignment to a variable of that name. */
export function parseAssign(reader: StatementReader): StatementBody | null {
  const label = reader.label();
  if (!label || !reader.word('to')) return null;
  const target = reader.expectName('the name of a variable');
  reader.expectEnd();
  if (!target) return { kind: 'ignored' };
  return {
    kind: 'assign',
    target: { kind: 'name', ...target },
    value: integer(label.name, label.span),
    labelled: true,
  };
}

export function jump(kind: 'exit' | 'cycle'): Parse {
  return (reader) => {
    const of = reader.name();
    reader.expectEnd();
    return { kind, of };
  };
}

export function parseReturn(reader: StatementReader): StatementBody {
  if (reader.atEnd) return { kind: 'return' };
  const which = parseExpression(reader);
  reader.expectEnd();
  return reader.failed ? { kind: 'return' } : { kind: 'return', which };
}

function parsePrint(reader: StatementReader): StatementBody | null {
  let format: Label | null = null;
  if (reader.next === '*') reader.take();
  else {
    format = reader.label();
    if (!format) parseExpression(reader);
  }
  const items = reader.accept(',') ? ioItems(reader) : [];
  reader.expectEnd();
  return { kind: 'io', format, items, statuses: [] };
}

function parseWrite(reader: StatementReader): StatementBody | null {
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
  return { kind: 'io', format, items, statuses: statusesIn(reader, open, control) };
}

/** `open(newunit=u, file='data')`, `rewind 7`: files are no part of what is differentiated. */
function parseFile(reader: StatementReader): StatementBody {
  const open = reader.pos;
  if (reader.next === '(') skipParenthesis(reader);
  else parseExpression(reader);
  const statuses = statusesIn(reader, open, reader.text.slice(open, reader.pos));
  reader.expectEnd();
  return { kind: 'io', format: null, items: [], statuses };
}

/** The variables that the parenthesis of a statement gives a value. */
function statusesIn(reader: StatementReader, open: number, control: string): Status[] {
  const found = control.matchAll(/\b(iostat|newunit)(\s*=\s*)([a-z]\w*)\s*(?=[,)])/gi);
  return [...found].map(({ index, 1: word = '', 2: between = '', 3: name = '' }) => {
    const from = open + index + word.length + between.length;
    const value = word.toLowerCase() === 'newunit' ? NEW_UNIT : 0;
    return { name: name.toLowerCase(), span: reader.span(from, from + name.length), value };
  });
}

/** Units that NEWUNIT= finds are negative, and no other. */
const NEW_UNIT = -10;

/** `read(5, *) x`, `read *, x` */
function parseRead(reader: StatementReader): StatementBody | null {
  let control = '';
  const open = reader.pos;
  if (reader.next === '(') {
    skipParenthesis(reader);
    control = reader.text.slice(open, reader.pos);
  } else {
    if (reader.next === '*') reader.take();
    else if (!reader.label()) parseExpression(reader);
    if (!reader.atEnd) reader.expect(',');
  }
  const items = reader.atEnd ? [] : ioItems(reader);
  reader.expectEnd();
  const isByList = items.length === 0 && /,\s*[a-z]\w*\s*\)$/i.test(control);
  const isPlain = !isByList && !/\b(?!(?:unit|fmt|end|err|iostat|iomsg)\b)\w+\s*=/i.test(control);
  const found = /\b(end\s*=\s*)(\d+)/i.exec(control);
  const from = open + (found?.index ?? 0) + (found?.[1]?.length ?? 0);
  const name = found?.[2] ?? '';
  const end = found && { name, span: reader.span(from, from + name.length) };
  return { kind: 'read', isPlain, end, items, statuses: statusesIn(reader, open, control) };
}

function ioItems(reader: StatementReader): ItemSyntax[] {
  return reader.list(() => parseItem(reader));
}

export const INPUT_AND_OUTPUT: readonly (readonly [string, Parse])[] = [
  ['print', parsePrint],
  ['write', parseWrite],
  ['read', parseRead],
  ['open', parseFile],
  ['close', parseFile],
  ['rewind', parseFile],
  ['backspace', parseFile],
  ['end file', parseFile],
  ['flush', parseFile],
];

/** IF, DO, SELECT CASE, their parts and their ends. An error in a test does not remove the construct that it opens. */

import type { Label } from '../read/source';
import { moreLabels } from './actionStatements';
import { badAt, designator, parseExpression } from './expressions';
import { closing, type Parse } from './fence';
import type { StatementReader } from './reader';
import type * as S from './syntax';
import { skipParenthesis } from './types';

/** Any IF; `after` reads the statement that a logical one guards. */
export function parseIf(
  reader: StatementReader,
  after: (reader: StatementReader) => S.StatementBody,
): S.StatementBody | null {
  if (reader.next !== '(') return null;
  const block = /\)\s*then$/.test(reader.text.slice(-40));
  const condition = testIn(reader);
  if (reader.failed) return block ? { kind: 'ifThen', condition } : { kind: 'ignored' };
  if (reader.word('then')) {
    reader.expectEnd();
    return { kind: 'ifThen', condition };
  }
  const first = reader.label();
  if (first) {
    const targets = [first, ...moreLabels(reader)];
    if (!reader.failed && targets.length !== 3)
      reader.fail('An arithmetic IF has three labels.', reader.statement.span);
    reader.expectEnd();
    return reader.failed ? { kind: 'ignored' } : { kind: 'arithmeticIf', value: condition, targets };
  }
  if (reader.atEnd) {
    reader.failHere('THEN or a statement');
    return { kind: 'ifThen', condition };
  }
  const start = reader.pos;
  const span = reader.span(start, reader.text.length);
  // An IF after an IF is none of the statements allowed there, and could go on for ever.
  const body = reader.inIf ? ({ kind: 'ignored' } as const) : bodyAfterIf(reader, after);
  const isWhole = (body.kind === 'where' || body.kind === 'forall') && body.then !== null;
  if (!ACTIONS.has(body.kind) && !isWhole) {
    if (!reader.failed && body.kind !== 'fenced')
      reader.sink.error(
        'syntax',
        'This statement can\u2019t stand after a logical IF.',
        span,
        'Use IF … THEN.',
      );
    return { kind: 'ignored' };
  }
  return {
    kind: 'if',
    condition,
    then: { label: null, construct: null, text: reader.text.slice(start), ...body, span },
  };
}

function bodyAfterIf(
  reader: StatementReader,
  after: (reader: StatementReader) => S.StatementBody,
): S.StatementBody {
  reader.inIf = true;
  return after(reader);
}

const ACTIONS = new Set([
  'assign',
  'call',
  'goto',
  'computedGoto',
  'arithmeticIf',
  'continue',
  'return',
  'stop',
  'exit',
  'cycle',
  'io',
  'read',
  'allocate',
  'point',
]);

/** `(expression)`; an error in it does not remove the construct that it opens. */
export function testIn(reader: StatementReader): S.ExprSyntax {
  const start = reader.pos;
  if (!reader.expect('(')) return badAt(reader.span(start, start + 1));
  const value = parseExpression(reader);
  reader.expect(')');
  return reader.failed ? badAt(value.span) : value;
}

/** The name of the construct, where it is told, ends the line. */
function endWithName(reader: StatementReader): void {
  if (!reader.failed) reader.name();
  reader.expectEnd();
}

export function parseElseIf(reader: StatementReader): S.StatementBody | null {
  if (reader.next !== '(') return null;
  const condition = testIn(reader);
  if (!reader.failed && !reader.word('then')) reader.failHere('THEN');
  endWithName(reader);
  return { kind: 'elseIf', condition };
}

export function parseElse(reader: StatementReader): S.StatementBody | null {
  endWithName(reader);
  return { kind: 'else' };
}

export function parseDo(reader: StatementReader): S.StatementBody | null {
  const until = reader.label();
  reader.accept(',');
  if (reader.atEnd) return { kind: 'do', until, control: { kind: 'forever' } };
  const start = reader.pos;
  if (reader.word('while')) {
    if (reader.next === '(') {
      const condition = testIn(reader);
      reader.expectEnd();
      return { kind: 'do', until, control: { kind: 'while', condition } };
    }
    reader.moveTo(start);
  }
  if (reader.word('concurrent') && reader.next === '(') {
    return parseConcurrent(reader, until);
  }
  reader.moveTo(start);
  const control = countControl(reader);
  return { kind: 'do', until, control };
}

/**
 * `DO CONCURRENT (i = 1:n, j = 1:m, mask) LOCAL(k)`: in any order is in this order, the first index fastest.
 */
function parseConcurrent(reader: StatementReader, until: Label | null): S.StatementBody {
  const start = reader.pos;
  const { loops, mask } = indexSets(reader);
  const locals = locality(reader);
  reader.expectEnd();
  const outer = loops.pop();
  if (!reader.failed && !outer)
    reader.fail('DO CONCURRENT counts at least one index, as in (i = 1:n).', reader.span(start, start + 1));
  if (reader.failed || !outer)
    return { kind: 'do', until, control: { kind: 'while', condition: badAt(reader.span(start, start + 1)) } };
  const control = outer.kind === 'count' ? { ...outer, locals } : outer;
  return { kind: 'do', until, control, inner: loops.reverse(), mask };
}

/** The names in LOCAL(…); SHARED(…), DEFAULT(…) and REDUCE(…) change nothing of a loop in order. */
function locality(reader: StatementReader): S.Name[] {
  const locals: S.Name[] = [];
  while (!reader.failed) {
    if (reader.word('local')) {
      locals.push(...reader.listInParentheses(() => reader.expectName('the name of a variable')));
    } else if (reader.word('shared') || reader.word('default') || reader.word('reduce')) {
      const close = closing(reader.text, reader.text.indexOf('(', reader.pos));
      if (close < 0) break;
      reader.moveTo(close + 1);
    } else break;
  }
  return locals;
}

/** `(i = 1:n, j = 1:m, mask)` */
function indexSets(reader: StatementReader): { loops: S.DoControl[]; mask: S.ExprSyntax | null } {
  const loops: S.DoControl[] = [];
  let mask: S.ExprSyntax | null = null;
  reader.expect('(');
  const declared = reader.word('integer');
  if (declared && reader.is('(')) skipParenthesis(reader);
  if (declared) reader.expect('::');
  do {
    const part = parseExpression(reader);
    if (reader.accept('=')) {
      const first = parseExpression(reader);
      reader.expect(':');
      const last = parseExpression(reader);
      const step = reader.accept(':') ? parseExpression(reader) : null;
      loops.push({ kind: 'count', index: part, first, last, step, local: true, declared });
    } else mask = part;
  } while (!reader.failed && reader.accept(','));
  reader.expect(')');
  return { loops, mask };
}

type ReadStatement = (reader: StatementReader) => S.StatementBody;

/** `FORALL (i = 1:n, mask)`, alone on its line or before an assignment. */
export function parseForall(reader: StatementReader, after: ReadStatement): S.StatementBody | null {
  if (reader.next !== '(') return null;
  const start = reader.pos;
  const { loops, mask } = indexSets(reader);
  if (!reader.failed && loops.length === 0)
    reader.fail('FORALL counts at least one index, as in (i = 1:n).', reader.span(start, start + 1));
  const then = guarded(reader, after);
  if (reader.failed && then === null && !reader.atEnd) reader.giveUp();
  return { kind: 'forall', controls: loops.reverse(), mask, then };
}

/** `WHERE (mask)`, alone on its line or before an assignment. */
export function parseWhere(reader: StatementReader, after: ReadStatement): S.StatementBody | null {
  if (reader.next !== '(') return null;
  const mask = testIn(reader);
  return { kind: 'where', mask, then: guarded(reader, after) };
}

export function parseElseWhere(reader: StatementReader): S.StatementBody {
  const mask = reader.next === '(' ? testIn(reader) : null;
  endWithName(reader);
  return { kind: 'elseWhere', mask };
}

/** The assignment on the same line; null where a construct opens. */
function guarded(reader: StatementReader, after: ReadStatement): S.StatementSyntax | null {
  if (reader.failed || reader.atEnd) return null;
  const start = reader.pos;
  const span = reader.span(start, reader.text.length);
  const body = after(reader);
  if (body.kind !== 'assign' && !reader.failed)
    reader.sink.error('syntax', 'Only an assignment can stand here.', span);
  const kept = body.kind === 'assign' ? body : ({ kind: 'ignored' } as const);
  return { ...kept, span, label: null, construct: null, text: reader.text.slice(start) };
}

function countControl(reader: StatementReader): S.DoControl {
  const token = reader.peek();
  const nothing = badAt(reader.span(token.start, token.end));
  if (token.kind !== 'name') {
    reader.failHere('a loop variable');
    return { kind: 'while', condition: nothing };
  }
  const index = designator(reader);
  reader.expect('=');
  const first = parseExpression(reader);
  reader.expect(',');
  const last = parseExpression(reader);
  const step = reader.accept(',') ? parseExpression(reader) : null;
  reader.expectEnd();
  if (reader.failed) return { kind: 'while', condition: nothing };
  return { kind: 'count', index, first, last, step };
}

/** `SELECT TYPE (x)`, `SELECT TYPE (y => a%b)` */
export function parseSelectType(reader: StatementReader): S.StatementBody | null {
  if (reader.next !== '(') return null;
  reader.take();
  const before = reader.pos;
  const ofType = reader.expectName('a name');
  if (!reader.accept('=>')) reader.moveTo(before);
  const selector = parseExpression(reader);
  reader.expect(')');
  endWithName(reader);
  return ofType && { kind: 'select', selector, ofType };
}

/** `TYPE IS (t)`, `CLASS IS (t)`, `CLASS DEFAULT` behind the first word. */
export function parseTypeGuard(reader: StatementReader, isExact: boolean): S.StatementBody {
  const type = /^\s*is\s*\(\s*([a-z]\w*)/.exec(reader.text.slice(reader.pos))?.[1];
  reader.giveUp();
  return { kind: 'case', ranges: type === undefined ? null : [{ kind: 'type', type, isExact }] };
}

export function parseCase(reader: StatementReader): S.StatementBody | null {
  if (reader.word('default')) {
    endWithName(reader);
    return { kind: 'case', ranges: null };
  }
  if (reader.next !== '(') return null;
  const ranges = reader.listInParentheses((): S.CaseRange | null => {
    const from = reader.is(':') ? null : parseExpression(reader);
    if (!reader.accept(':')) return from && { kind: 'value', value: from };
    const to = reader.is(',') || reader.is(')') ? null : parseExpression(reader);
    return { kind: 'range', from, to };
  });
  endWithName(reader);
  return { kind: 'case', ranges: reader.failed ? [] : ranges };
}

/** `ASSOCIATE (x => a(1:3), r => sqrt(s))` */
export function parseAssociate(reader: StatementReader): S.StatementBody {
  const pairs = reader.listInParentheses((): S.Association | null => {
    const name = reader.expectName('a name');
    reader.expect('=>');
    const selector = parseExpression(reader);
    return name && { name, selector: reader.failed ? badAt(selector.span) : selector };
  });
  reader.expectEnd();
  return { kind: 'associate', pairs };
}

type Closing = 'endIf' | 'endDo' | 'endSelect' | 'endWhere' | 'endForall' | 'endBlock' | 'endAssociate';

export function closes(kind: Closing): Parse {
  return (reader) => {
    endWithName(reader);
    return { kind };
  };
}

/** Statements about memory: pointer assignment, NULLIFY, ALLOCATE, DEALLOCATE. */

import { parseDimensions } from './declarations';
import { designator, parseExpression } from './expressions';
import { entityOf } from './made';
import type { StatementReader } from './reader';
import type * as S from './syntax';

/** `p => a(:, i)`, `p => null()` */
export function pointed(reader: StatementReader): S.StatementBody {
  const target = designator(reader);
  reader.expect('=>');
  const value = parseExpression(reader);
  reader.expectEnd();
  if (target.kind === 'bad') return { kind: 'ignored' };
  return { kind: 'point', target, value: isNull(value) ? null : value };
}

function isNull(e: S.ExprSyntax): boolean {
  return e.kind === 'apply' && e.name === 'null' && e.args.length === 0;
}

/** DEALLOCATE changes pointers only: arrays have their memory for the whole call. */
export function freed(reader: StatementReader): S.StatementBody | null {
  if (reader.next !== '(') return null;
  reader.take();
  const frees: (S.NameSyntax | S.ApplySyntax)[] = [];
  do {
    const before = reader.pos;
    const name = reader.name();
    if (name && reader.is('=')) break;
    reader.moveTo(before);
    const target = designator(reader);
    if (target.kind !== 'bad') frees.push(target);
  } while (reader.accept(','));
  reader.giveUp();
  return { kind: 'continue', frees };
}

/** NULLIFY of more than one is one statement that holds the others. */
export function nullified(reader: StatementReader): S.StatementBody | null {
  if (reader.next !== '(') return null;
  const [first, ...more] = reader.listInParentheses(() => {
    const target = designator(reader);
    return target.kind === 'bad' ? null : target;
  });
  return first
    ? { kind: 'point', target: first, value: null, ...(more.length > 0 && { more }) }
    : { kind: 'ignored' };
}

/** `ALLOCATE (x(n), y(0:n, m), STAT = ierr)` */
export function parseAllocate(reader: StatementReader): S.StatementBody {
  reader.expect('(');
  const ofType = typeInFront(reader);
  const entities: S.Entity[] = [];
  let status: S.NameSyntax | null = null;
  let source: S.ExprSyntax | null = null;
  let isMold = false;
  do {
    const name = allocatedName(reader);
    if (!name) break;
    if (reader.accept('=')) {
      const value = parseExpression(reader);
      if (name.name === 'stat' && value.kind === 'name') status = value;
      else if (name.name === 'source' || name.name === 'mold') {
        source = value;
        isMold = name.name === 'mold';
      } else if (name.name !== 'errmsg' && !reader.failed)
        reader.sink.error(
          'unsupported',
          `${name.name.toUpperCase()}= in ALLOCATE is not supported.`,
          name.span,
          'Give the bounds, and assign the values afterwards.',
        );
    } else entities.push(entityOf(name.name, name.span, boundsBehind(reader)));
  } while (!reader.failed && reader.accept(','));
  reader.expect(')');
  reader.expectEnd();
  return reader.failed
    ? { kind: 'ignored' }
    : { kind: 'allocate', entities, status, source, ...(isMold && { isMold }), ...(ofType && { ofType }) };
}

function boundsBehind(reader: StatementReader): S.DimensionSyntax[] | null {
  const bounds = reader.is('(') ? parseDimensions(reader) : null;
  if (reader.is('%')) {
    const what = 'ALLOCATE of a component of one element is not supported.';
    const instead = 'Give the component its bounds, or write one array for all of them.';
    reader.sink.error('unsupported', what, reader.statement.span, instead);
    reader.giveUp();
  }
  return bounds;
}

/** `t ::`, also of numbers, whose type the array has anyway. */
function typeInFront(reader: StatementReader): string | undefined {
  const [typed, name] = /^\s*([a-z]\w*)\s*(?:\([^()]*\)\s*)?::/.exec(reader.text.slice(reader.pos)) ?? [];
  if (typed) reader.moveTo(reader.pos + typed.length);
  return name;
}

/** `x`, `a%x`: a component is named by its path. */
function allocatedName(reader: StatementReader): S.Name | null {
  const name = reader.expectName('the name of an array');
  let path = name;
  while (path && reader.accept('%')) {
    const part = reader.expectName('the name of a component');
    path = part && { name: `${path.name}.${part.name}`, span: path.span };
  }
  return path;
}

import { fence } from '../resolve/fence';
import {
  accept,
  atEnd,
  type Cursor,
  enter,
  expect,
  fail,
  here,
  is,
  leave,
  peek,
  shown,
  since,
  take,
} from './cursor';
import type {
  Declaration,
  Declarator,
  Declared,
  Expr,
  Initializer,
  Parameter,
  TypeSpecifier,
} from './syntax';
import { parseDeclarator, parseType } from './types';
import { startsType } from './typeWords';

/** The names of a declaration whose type was read, up to its semicolon, which is not taken. */
export function parseDeclared(c: Cursor, type: TypeSpecifier, first: Declarator): Declaration {
  const declared: Declared[] = [];
  let declarator = first;
  for (;;) {
    const start = declarator.span.start;
    const initializer = !c.panic && accept(c, '=') ? parseInitializer(c) : null;
    if (declarator.name !== '') declared.push({ declarator, initializer, span: since(c, start) });
    if (c.panic || !accept(c, ',')) break;
    declarator = parseDeclarator(c, type);
    if (declarator.name === '' && !c.panic)
      fail(c, 'unexpected-token', `${shown(peek(c))} stands where a name is expected.`, here(c));
  }
  if (type.storage === 'typedef') nameTypes(c, type, declared);
  return { kind: 'declaration', type, declared, span: since(c, type.span.start) };
}

function nameTypes(c: Cursor, type: TypeSpecifier, declared: readonly Declared[]): void {
  for (const { declarator } of declared) {
    c.typeNames.set(declarator.name, type.base);
    c.typeShapes.set(declarator.name, declarator.derivations);
    c.typeSizes.set(declarator.name, type);
  }
}

export function parseInitializer(c: Cursor, at: Expr | null = null): Initializer {
  const start = peek(c).start;
  if (!is(c, '{')) {
    const value = c.expressions.parseAssignment(c);
    return { kind: 'expression', value, at, span: value.span };
  }
  take(c);
  const items: Initializer[] = [];
  if (enter(c)) {
    while (!c.panic && !is(c, '}') && !atEnd(c)) {
      const { at: where, member } = parseDesignator(c);
      const item = parseInitializer(c, where);
      items.push(member === null ? item : { ...item, member });
      if (!accept(c, ',')) break;
    }
    expect(c, '}', 'after the values');
  }
  leave(c);
  return { kind: 'list', items, at, span: since(c, start) };
}

/** `[2] =`, `.x =`; more than one of them lies outside the subset. */
function parseDesignator(c: Cursor): { at: Expr | null; member: string | null } {
  const start = peek(c).start;
  let at: Expr | null = null;
  let member: string | null = null;
  let refused = false;
  while (!c.panic && (is(c, '[') || is(c, '.'))) {
    refused ||= at !== null || member !== null;
    if (accept(c, '[')) {
      at = c.expressions.parseConditional(c);
      expect(c, ']', 'after the subscript');
    } else {
      take(c);
      if (peek(c).kind === 'identifier') member = take(c).text;
    }
  }
  if (refused) fence(c.sink, 'designator', since(c, start));
  if (at || member !== null || refused) accept(c, '=');
  return refused ? { at: null, member: null } : { at, member };
}

/** `double f(n, x) int n; double *x; {`: the types of the parameters, where the text has them there. */
export function withOldTypes(c: Cursor, declarator: Declarator): Declarator {
  const [first, ...rest] = declarator.derivations;
  if (first?.kind !== 'function' || is(c, '{') || !startsType(c)) return declarator;
  const at = c.at;
  const given = new Map<string, Parameter>();
  while (startsType(c) && !c.panic) {
    const type = parseType(c);
    for (const each of parseDeclared(c, type, parseDeclarator(c, type)).declared)
      given.set(each.declarator.name, { type, declarator: each.declarator, span: each.span });
    if (!accept(c, ';')) break;
  }
  if (!is(c, '{')) {
    c.at = at;
    return declarator;
  }
  const parameters = first.parameters.map((p) => given.get(p.declarator.name) ?? p);
  return { ...declarator, derivations: [{ ...first, parameters }, ...rest] };
}

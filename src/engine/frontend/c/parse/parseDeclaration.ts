import { fence } from '../resolve/fence';
import { withValues } from './constants';
import type { Cursor } from './cursor';
import { comma, hasSurplus, startsDeclarator } from './recovery';
import type { Declaration, Declarator, Declared, Initializer, Parameter, TypeSpecifier } from './syntax';
import { parseDeclarator, parseFunction, parseType } from './types';
import { startsType, startsUnknownType, startsUntypedFunction } from './typeWords';

/** The names of a declaration whose type was read, up to its semicolon, which is not taken. */
export function parseDeclared(c: Cursor, type: TypeSpecifier, first: Declarator): Declaration {
  const declared: Declared[] = [];
  let declarator = first;
  for (;;) {
    const start = declarator.span.start;
    // C++ leaves the sign out: `double y{1.0}`.
    const isBraced = c.is('{') && declarator.name !== '' && declarator.derivations[0]?.kind !== 'function';
    const initializer = !c.panic && (c.accept('=') || isBraced) ? parseInitializer(c) : null;
    if (declarator.name !== '') declared.push({ declarator, initializer, span: c.since(start) });
    if (!comma(c, startsDeclarator)) break;
    declarator = parseDeclarator(c, type);
    if (declarator.name === '' && !c.panic) c.failWhere('a name');
  }
  if (type.storage === 'typedef') nameTypes(c, type, declared);
  return { kind: 'declaration', type, declared, span: c.since(type.span.start) };
}

function nameTypes(c: Cursor, type: TypeSpecifier, declared: readonly Declared[]): void {
  for (const { declarator } of declared) {
    const { name, derivations } = declarator;
    c.typeNames = new Map([...c.typeNames, [name, type.base]]);
    c.hiddenTypes = new Set([...c.hiddenTypes].filter((each) => each !== name));
    c.typeShapes = new Map([...c.typeShapes, [name, derivations]]);
    c.typeSizes = new Map([...c.typeSizes, [name, type]]);
  }
}

export function parseInitializer(c: Cursor): Initializer {
  const start = c.peek().start;
  if (!c.is('{')) {
    const value = c.expressions.parseAssignment(c);
    return { kind: 'expression', value, at: null, span: value.span };
  }
  c.take();
  const items: Initializer[] = [];
  let isInside = false;
  c.deeper(() => {
    while (!c.panic && !c.is('}') && !c.atEnd()) {
      const places = parseDesignators(c);
      const item = parseInitializer(c);
      // What follows a value of an inner one without saying where goes on inside of it.
      if (isInside && places.length === 0) fence(c.sink, 'designator', item.span);
      isInside = places.length > 1;
      items.push(places.reduceRight(placed, item));
      if (!c.accept(',')) break;
    }
    c.expect('}', 'after the values');
  });
  return { kind: 'list', items, at: null, span: c.since(start) };
}

type Place = Pick<Initializer, 'at' | 'member'>;

/** `.a.x = 1` is `.a = {.x = 1}`. */
function placed(item: Initializer, place: Place, k: number, all: readonly Place[]): Initializer {
  if (k === all.length - 1) return { ...item, ...place };
  return { kind: 'list', items: [item], isPath: true, ...place, span: item.span };
}

/** `[2] =`, `.x =`, `.at[1].x =` */
function parseDesignators(c: Cursor): readonly Place[] {
  const found: Place[] = [];
  while (!c.panic && (c.is('[') || c.is('.')))
    if (c.accept('[')) {
      found.push({ at: withValues(c, c.expressions.parseConditional(c)) });
      c.expect(']', 'after the subscript');
    } else {
      c.take();
      if (c.peek().kind === 'identifier') found.push({ at: null, member: c.take().text });
    }
  if (found.length > 0) c.accept('=');
  return found;
}

/** `double f(n, x) int n; double *x; {`: the types of the parameters, where the text has them there. */
export function withOldTypes(c: Cursor, declarator: Declarator): Declarator {
  const [first, ...rest] = declarator.derivations;
  if (first?.kind !== 'function' || c.is('{') || !(startsType(c) || startsUnknownType(c))) return declarator;
  const at = c.at;
  const given = new Map<string, Parameter>();
  while ((startsType(c) || startsUnknownType(c)) && !c.panic) {
    const type = parseType(c);
    for (const each of parseDeclared(c, type, parseDeclarator(c, type)).declared)
      given.set(each.declarator.name, { type, declarator: each.declarator, span: each.span });
    if (!c.accept(';')) break;
  }
  const names = new Set(first.parameters.map((p) => p.declarator.name));
  // A function or a variable that follows has a semicolon missing before it.
  if (!c.is('{') || [...given.keys()].some((name) => !names.has(name))) {
    c.at = at;
    return declarator;
  }
  const parameters = first.parameters.map((p) => given.get(p.declarator.name) ?? p);
  return { ...declarator, derivations: [{ ...first, parameters }, ...rest] };
}

/** `double f double x)` */
export function lacksParenthesis(c: Cursor, { name, derivations }: Declarator): boolean {
  if (name === '' || derivations.length > 0 || c.is('__attribute__') || !startsType(c)) return false;
  for (let k = 0, depth = 0; ; k++) {
    const { kind, text } = c.peek(k);
    if (kind === 'end' || text === ';' || text === '{') return false;
    if (text === '(') depth++;
    if (text === ')' && --depth < 0) return true;
  }
}

export function withParameters(c: Cursor, declarator: Declarator): Declarator {
  const { end } = declarator.nameSpan;
  c.complain('missing-parenthesis', 'The parenthesis that opens the parameters is missing here.', {
    start: end,
    end,
  });
  return { ...declarator, derivations: [parseFunction(c)] };
}

/** What can only stand in a function. */
export function startsStatement(c: Cursor): boolean {
  return !c.atEnd() && !c.is('}') && !startsType(c) && !startsUnknownType(c) && !startsUntypedFunction(c);
}

/** A closing brace that closes nothing shows that the head before it has no brace that opens its body. */
export function lacksBrace(c: Cursor, name: string): boolean {
  if (c.panic || c.is(';') || c.is(',') || !hasSurplus(c)) return false;
  const { end } = c.previous();
  c.complain('missing-brace', `The brace that opens the body of \`${name}\` is missing.`, {
    start: end,
    end,
  });
  return true;
}

/** Of a declaration in a block what is the file's: functions, and whatever is `extern`. */
export function partOfFile(declaration: Declaration): Declaration[] {
  const { storage } = declaration.type;
  if (storage === 'extern') return [declaration];
  const declared = storage === 'typedef' ? [] : declaration.declared.filter(isFunction);
  return declared.length > 0 ? [{ ...declaration, declared }] : [];
}

/** The rest. What is `extern` stays besides: from here on its name is that of the file's variable. */
export function partOfBlock(declaration: Declaration): Declaration | null {
  const { storage } = declaration.type;
  if (storage === 'extern' || storage === 'typedef') return declaration;
  const declared = declaration.declared.filter((each) => !isFunction(each));
  return declared.length > 0 || declaration.declared.length === 0 ? { ...declaration, declared } : null;
}

function isFunction({ declarator }: Declared): boolean {
  return declarator.derivations[0]?.kind === 'function';
}

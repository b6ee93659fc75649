/**
 * CHARACTER that steers: variables hold codes, and so do constants wherever no text is printed. One character has its own
 * code, as ICHAR gives it; a longer text has a number from 1001 on, in order of appearance. Blanks at the end don't count, as in
 * comparisons. A part of a text, `t(1:1)`, is looked up among the texts that are there. What asks for more of a text than
 * whether it is another's equal is refused, and what is printed of variables is left out.
 *
 * Works on statements one after the other: declarations are those of the last routine or module that began.
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { getOrMake, once } from '../../../base/once';
import type { Span } from '../../../base/span';
import { mapped } from '../../mapped';
import { apply, binary, integer, nameAt, nothing, paren } from '../parse/made';
import { respelled } from '../parse/spelling';
import type * as S from '../parse/syntax';
import { isJoined } from '../parse/syntax';
import { arraysIn } from '../parse/visit';
import { namesIn } from './ownNames';

const FIRST_CODE = 1001;
/** Length of a CHARACTER variable by its name; null where it is not written, undefined for what is no text. */
type Lengths = Map<string, number | null | undefined>;

interface State {
  readonly sink: DiagnosticSink;
  readonly codes: Map<string, number>;
  /** Those of modules, which every routine may see. */
  readonly shared: Lengths;
  own: Lengths;
  /** Of components, by name: what the types of the text say. */
  readonly components: ReadonlyMap<string, ReadonlySet<number | null | undefined>>;
  readonly formals: ReadonlyMap<string, readonly (number | null | undefined)[]>;
  /** Some text starts with a blank, so that ADJUSTL gives another. */
  readonly hasBlanks: boolean;
  /** Names of arrays, whose ranges are sections. */
  readonly arrays: ReadonlySet<string>;
  /** What some statement names other than to declare it or to assign a part of it. */
  readonly named: () => ReadonlySet<string>;
  /** The lengths of what stands for parts of texts. */
  readonly parts: Map<S.ExprSyntax, number>;
}

export function withCodes(
  statements: readonly S.StatementSyntax[],
  sink: DiagnosticSink,
): readonly S.StatementSyntax[] {
  const first = statements.find((s) => s.kind === 'declare' && s.type?.characters !== undefined);
  const typed = statements.find((s) => s.kind === 'unit' && s.type?.characters !== undefined);
  if (!first && !typed) return statements;
  const s: State = {
    sink,
    codes: new Map(),
    shared: new Map(),
    own: new Map(),
    components: componentsOf(statements),
    formals: formalsOf(statements),
    hasBlanks: JSON.stringify(statements).includes('"kind":"string","value":" '),
    arrays: arraysIn(statements),
    named: once(() => new Set(statements.flatMap(namedBy))),
    parts: new Map(),
  };
  let made = inOrder(s, statements);
  // A part may be of a text that stands further on: once more, when all are known.
  if (s.parts.size > 0) made = inOrder(s, statements);
  const known = [...s.codes].map(([text, code]) => `'${text}' is ${code}`);
  sink.info(
    'codes',
    `CHARACTER variables are read as integer codes${known.length > 0 ? `: ${known.slice(0, 8).join(', ')}` : ''}.`,
    (first ?? typed)?.span ?? { start: 0, end: 0 },
    'A single character has the code that ICHAR gives it.',
  );
  return made;
}

function inOrder(s: State, statements: readonly S.StatementSyntax[]): readonly S.StatementSyntax[] {
  const components = componentStatements(statements);
  return statements.map((each) => {
    if (each.kind === 'unit') s.own = each.unit === 'module' ? s.shared : new Map();
    if (each.kind === 'declare' && !components.has(each)) declare(s.own, each);
    return statement(s, each.kind === 'declare' ? withoutLength(each) : each);
  });
}

/** `character(:), allocatable :: mode`: its code has room from the start. */
function withoutLength(s: Declare): Declare {
  const isText = s.type?.characters !== undefined && s.entities.every((e) => !e.dimensions);
  return isText ? { ...s, attributes: s.attributes.filter((each) => each !== 'allocatable') } : s;
}

type Declare = S.StatementOf<'declare'> & S.StatementSyntax;

function declare(lengths: Lengths, { type, entities }: S.StatementOf<'declare'>): void {
  if (type) for (const entity of entities) lengths.set(entity.name, saidLength(type, entity));
}
function saidLength({ characters: said }: S.TypeSyntax, { characters }: S.Entity): number | null | undefined {
  return said === undefined || characters === undefined ? said : characters;
}

type Defined = NonNullable<S.StatementOf<'fenced'>['defines']>;

/** Declarations between TYPE and END TYPE, and the name of the type. */
function componentStatements(
  statements: readonly S.StatementSyntax[],
): Map<S.StatementOf<'declare'>, Defined> {
  const found = new Map<S.StatementOf<'declare'>, Defined>();
  let type: Defined | undefined;
  for (const s of statements) {
    if (s.kind === 'fenced' && (s.defines || s.closes !== null)) type = s.defines;
    if (s.kind === 'declare' && type) found.set(s, type);
  }
  return found;
}

function componentsOf(statements: readonly S.StatementSyntax[]): State['components'] {
  const found = new Map<string, Set<number | null | undefined>>();
  for (const { type, entities } of componentStatements(statements).keys())
    for (const entity of entities)
      getOrMake(found, entity.name, () => new Set()).add(type ? saidLength(type, entity) : undefined);
  return found;
}

/** The lengths of dummies, by routine, and of components, by the type whose name makes one. */
function formalsOf(statements: readonly S.StatementSyntax[]): State['formals'] {
  const found = new Map<string, (number | null | undefined)[]>();
  let lengths: Lengths = new Map();
  const ends: (() => void)[] = [];
  const components = componentStatements(statements);
  for (const s of statements) {
    if (s.kind === 'unit') {
      const own: Lengths = new Map();
      lengths = own;
      const { name, parameters } = s;
      if (name && s.unit !== 'module' && s.unit !== 'program')
        ends.push(() =>
          found.set(
            name.name,
            parameters.map((p) => own.get(p.name)),
          ),
        );
    }
    if (s.kind !== 'declare') continue;
    const of = components.get(s);
    if (!of) declare(lengths, s);
    else
      getOrMake(found, of.name, () => [...(found.get(of.parent ?? '') ?? [])]).push(
        ...s.entities.map((entity) => (s.type ? saidLength(s.type, entity) : undefined)),
      );
  }
  for (const end of ends) end();
  return found;
}

function lengthOf(s: State, e: S.ExprSyntax): number | null | undefined {
  if (s.parts.has(e)) return s.parts.get(e);
  if (e.kind === 'apply' && e.parts) {
    const said = componentLengths(s, e);
    return said.length === 1 ? said[0] : undefined;
  }
  if (e.kind !== 'name' && e.kind !== 'apply') return undefined;
  return s.own.has(e.name) ? s.own.get(e.name) : s.shared.get(e.name);
}
/** All that a component may have, as types may have components of one name; none of a part of it. */
function componentLengths(s: State, { parts }: S.ApplySyntax): readonly (number | null | undefined)[] {
  const last = parts?.at(-1);
  if (!last || last.args?.some(({ value }) => value.kind === 'range')) return [];
  return [...(s.components.get(last.name) ?? [])];
}

function isText(s: State, e: S.ExprSyntax): boolean {
  if (e.kind === 'paren' && !s.parts.has(e)) return isText(s, e.inner);
  return (e.kind === 'number' && e.codeOf !== undefined) || lengthOf(s, e) !== undefined;
}

// ----------------------------------------------------------------------------------------------------------- statements

function statement(s: State, each: S.StatementSyntax): S.StatementSyntax {
  switch (each.kind) {
    case 'io':
      return output(s, each);
    case 'format':
    case 'ignored':
    case 'fenced':
      return each;
    case 'if':
      return { ...each, condition: coded(s, each.condition), then: statement(s, each.then) };
    case 'declare':
      return { ...coded(s, each), entities: each.entities.map((entity) => declared(s, each, entity)) };
    case 'assign': {
      if (isPartOfText(s, each.target)) {
        if (!s.named().has(each.target.name)) return nothing(each);
        const [what, instead] = [
          'Assigning a part of a text',
          'Assign the whole text, or use an integer code.',
        ];
        s.sink.error('unsupported', `${what} is not supported.`, each.target.span, instead);
        return each;
      }
      const { target, value } = coded(s, each);
      const isPart = target.kind === 'apply' && target.parts !== undefined;
      const lengths = isPart
        ? componentLengths(s, target).filter((l) => l !== undefined)
        : [lengthOf(s, target)];
      return { ...each, target, value: lengths.length > 0 ? givenTo(s, value, lengths, each.span) : value };
    }
    case 'call': {
      // A text that is joined for a routine that is not here is judged there.
      const isKept = ({ value }: S.ArgumentSyntax) => !s.formals.has(each.callee.name) && isJoined(value);
      const args = each.args.map((arg) => (isKept(arg) ? arg : coded(s, arg)));
      return { ...each, args: passed(s, each.callee.name, args) };
    }
    default:
      return coded(s, each);
  }
}

function namedBy(s: S.StatementSyntax): string[] {
  if (s.kind === 'if') return [...namesIn(s.condition), ...namedBy(s.then)];
  if (s.kind === 'declare')
    return namesIn(s.entities.map(({ dimensions, initial }) => ({ dimensions, initial })));
  if (s.kind !== 'assign' || s.target.kind !== 'apply' || s.target.parts) return namesIn(s);
  return namesIn([s.target.args, s.value]);
}

function isPartOfText(s: State, e: S.ExprSyntax): e is S.ApplySyntax {
  return (
    e.kind === 'apply' &&
    e.args[0]?.value.kind === 'range' &&
    lengthOf(s, e) !== undefined &&
    !s.arrays.has(e.name)
  );
}

/** A first value is cut to the length of its variable, and stays a text where the variable is none. */
function declared(s: State, { type }: S.StatementOf<'declare'>, entity: S.Entity): S.Entity {
  const made = coded(s, entity);
  if (!made.initial || !type || type.derived !== undefined) return made;
  return { ...made, initial: fitted(s, made.initial, saidLength(type, entity), entity.span) };
}

/** PRINT and WRITE keep items that are no text variables. */
function output(s: State, each: S.StatementOf<'io'> & S.StatementSyntax): S.StatementSyntax {
  const unit = /^write\s*\(\s*(?:unit\s*=\s*)?([a-z]\w*)/.exec(each.text)?.[1];
  const isInternal = unit !== undefined && (s.own.has(unit) || s.shared.has(unit));
  const items = each.items.filter((item) => !printsText(s, item));
  if (items.length === each.items.length && !isInternal) return each;
  if (items.length > 0 && !isInternal) return { ...each, items, text: respelled({ ...each, items }) };
  return nothing(each);
}

function printsText(s: State, item: S.ItemSyntax): boolean {
  if (item.kind === 'implied') return item.items.some((inner) => printsText(s, inner));
  if (item.kind === 'binary')
    return item.op === '//' || printsText(s, item.left) || printsText(s, item.right);
  if (item.kind === 'apply' && TEXT_OF.has(item.name)) return true;
  return lengthOf(s, item) !== undefined;
}

// ---------------------------------------------------------------------------------------------------------- expressions

/** Intrinsics that give a text or its first code. */
const TEXT_OF = new Set(['trim', 'adjustl', 'adjustr']);
const CODE_OF = new Set(['ichar', 'iachar']);

function coded<T>(s: State, tree: T): T {
  return mapped(tree, (e: S.ExprSyntax) => {
    if (e.kind === 'string') return codeFor(s, e.value, e.span);
    if (e.kind === 'binary' && (isText(s, e.left) || isText(s, e.right))) return compared(s, e);
    return e.kind === 'apply' && !e.parts ? applied(s, e) : e;
  });
}

function codeFor(s: State, text: string, span: Span): S.NumberSyntax {
  const trimmed = text.replace(/ +$/, '');
  const own = trimmed.length <= 1 ? (trimmed === '' ? 32 : trimmed.charCodeAt(0)) : s.codes.get(trimmed);
  const code = own ?? FIRST_CODE + s.codes.size;
  if (trimmed.length > 1) s.codes.set(trimmed, code);
  return { ...integer(code, span), codeOf: text };
}

function compared(s: State, e: Extract<S.ExprSyntax, { kind: 'binary' }>): S.ExprSyntax {
  if (e.op === '.eq.' || e.op === '.ne.') return e;
  s.sink.error(
    'unsupported',
    'Texts can only be compared for being equal.',
    e.span,
    'Use an integer code; text can stand in PRINT.',
  );
  return { kind: 'bad', span: e.span };
}

function applied(s: State, e: S.ApplySyntax): S.ExprSyntax {
  const [first, ...rest] = e.args;
  if (first?.value.kind === 'range' && rest.length === 0 && isPartOfText(s, e))
    return partOf(s, e, first.value);
  const only = first && rest.length === 0 && first.value.kind !== 'range' ? first.value : null;
  if (only && e.name === 'adjustl' && !s.hasBlanks && isText(s, only)) return only;
  if (only && e.name === 'trim' && !s.formals.has('trim')) return only;
  // The code of a character is a number like any other.
  if (first && only && CODE_OF.has(e.name) && lengthIsOne(s, only) && isText(s, only))
    return { ...e, name: 'int', args: [{ ...first, value: withoutText(only) }] };
  return { ...e, args: passed(s, e.name, e.args) };
}

/** `t(1:1)`: of each text that is known the code of its part; a single character is its own. */
function partOf(s: State, e: S.ApplySyntax, { lower, upper, stride }: S.RangeSyntax): S.ExprSyntax {
  const from = lower ? placeIn(lower) : 1;
  const to = upper ? placeIn(upper) : lengthOf(s, e);
  if (stride || !from || !to) {
    s.sink.error(
      'unsupported',
      'A part of a text whose bounds are not written as numbers is not supported.',
      e.span,
      'Compare the whole text, or use an integer code.',
    );
    return { kind: 'bad', span: e.span };
  }
  const { span } = e;
  const whole = nameAt(e.name, e.nameSpan);
  let part: S.ExprSyntax = from === 1 ? whole : codeFor(s, ' ', span);
  for (const text of [...s.codes.keys()]) {
    const cut = text.slice(from - 1, to);
    if (cut === text) continue;
    const isThis = binary('.eq.', whole, codeFor(s, text, span), span);
    part = apply('merge', [codeFor(s, cut, span), part, isThis], span);
  }
  const made = paren(part, span);
  s.parts.set(made, to - from + 1);
  return made;
}

function placeIn(e: S.ExprSyntax): number | null {
  return e.kind === 'number' && /^\d+$/.test(e.text) && e.codeOf === undefined ? Number(e.text) : null;
}

function lengthIsOne(s: State, e: S.ExprSyntax): boolean {
  return e.kind === 'number' ? e.codeOf?.length === 1 : lengthOf(s, e) === 1;
}

/** Routines of the text get codes; what is passed elsewhere stays a text, which is refused there. */
function passed(s: State, callee: string, args: readonly S.ArgumentSyntax[]): readonly S.ArgumentSyntax[] {
  const formals = s.formals.get(callee);
  return args.map((arg, i): S.ArgumentSyntax => {
    const { value, span } = arg;
    if (value.kind === 'range') return arg;
    if (formals) return arg.keyword === null ? { ...arg, value: fitted(s, value, formals[i], span) } : arg;
    return { ...arg, value: asText(value) };
  });
}

function withoutText(e: S.ExprSyntax): S.ExprSyntax {
  return e.kind === 'number' ? { ...e, codeOf: undefined } : e;
}

/** A code as the text that it was, for places where text is refused. */
function asText(value: S.ExprSyntax): S.ExprSyntax {
  if (value.kind !== 'number' || value.codeOf === undefined) return value;
  return { kind: 'string', value: value.codeOf, span: value.span };
}

/** Where it is not known which of several lengths a variable has, a text has to fit in all of them. */
function givenTo(
  s: State,
  value: S.ExprSyntax,
  lengths: readonly (number | null | undefined)[],
  span: Span,
): S.ExprSyntax {
  if (lengths.length === 1) return fitted(s, value, lengths[0], span);
  const least = Math.min(...lengths.map((length) => length ?? Number.POSITIVE_INFINITY));
  const made = fitted(s, value, least, span);
  if (made !== value) cutError(s, span);
  return made;
}

/** A text that is given to a shorter variable is cut. */
function fitted(s: State, value: S.ExprSyntax, length: number | null | undefined, span: Span): S.ExprSyntax {
  if (length === undefined) return asText(value);
  if (length === null) return value;
  if (value.kind === 'number' && value.codeOf !== undefined && value.codeOf.length > length)
    return codeFor(s, value.codeOf.slice(0, length), value.span);
  const given = lengthOf(s, value);
  if (given !== undefined && (given === null ? length < 2 : given > length)) cutError(s, span);
  return value;
}

function cutError(s: State, span: Span): void {
  s.sink.error(
    'unsupported',
    'A text that is cut where it is given to a shorter variable is not supported.',
    span,
    'Declare both with the same length.',
  );
}

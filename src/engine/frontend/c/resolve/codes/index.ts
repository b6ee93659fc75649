/**
 * Functions and texts that are chosen among: codes. A variable, a member or a table of pointers to functions holds the number
 * of one of those that the text puts there, and a call through it is a choice among calls by name. A `char *` that only
 * steers is the number of a text, `strcmp` compares numbers, and what prints texts is left out. A `FILE *` is the number
 * of what opened it.
 *
 *     double (*f[])(double) = {sq, sin};        int f[] = {1, 2};
 *     y = f[k](x);                         →    y = f[k] == 1 ? sq(x) : sin(x);
 *
 * Parameters that are only ever given functions by their names are left to `specialise`, which calls them so.
 */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import { shortened } from '../../../limitedSink';
import { mapped, someNode } from '../../../mapped';
import { isNull } from '../../lower/memory/pointerVariables';
import * as b from '../../parse/build';
import { asList } from '../../parse/constants';
import type * as S from '../../parse/syntax';
import { calleeOf, hasEffects } from '../../parse/walk';
import { characterCode } from '../../read/numbers';
import { MATH, OUTPUT } from '../library';
import { memberTypes } from '../memberTypes';
import { type Coded, kindOf, type Objects, objectAt, objectsOf, type Place, withoutStar } from './objects';
import {
  COMPARING,
  COPYING,
  ELSEWHERE,
  type Groups,
  isOpened,
  PRINTING_INTO,
  type Uses,
  usesOf,
} from './uses';

const FIRST_TEXT = 1001;
/** What compares texts letter by letter: one of the texts that are read before what calls strcmp. */
const COMPARED = 'own_strcmp';

interface State {
  readonly sink: DiagnosticSink;
  readonly objects: Objects;
  readonly groups: Groups;
  readonly literals: ReadonlyMap<S.Expr, string>;
  readonly coded: ReadonlySet<string>;
  readonly functions: Map<string, number>;
  readonly texts: Map<string, number>;
  readonly files: Map<string, number>;
  readonly struct: (type: S.StructType) => S.StructType;
  readonly canCompare: boolean;
  /** Texts along which pointers walk. */
  readonly walked: Map<string, S.Declaration>;
  /** Codes that stand for literals. */
  readonly made: WeakSet<S.Expr>;
}

export function withCodes(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  const { objects, places, declared } = objectsOf(file);
  if (objects.size === 0 && !file.hasTexts) return file;
  const defined = new Set(
    file.items.flatMap((item) => (item.kind === 'function' ? [item.declarator.name] : [])),
  );
  const isFunction = (name: string): boolean => defined.has(name) || MATH.has(name);
  const { groups, literals } = usesOf(file, { objects, places, declared }, isFunction);
  const coded = codedOf(objects, { groups, literals }, defined);
  const s: State = {
    sink,
    objects,
    groups,
    literals,
    coded,
    functions: new Map(),
    texts: new Map(),
    files: new Map(),
    struct: memberTypes((given) => member({ coded, objects }, given)),
    canCompare: defined.has(COMPARED),
    walked: new Map(),
    made: new WeakSet(),
  };
  const outside: Place = { fn: '', locals: new Set() };
  const all = file.items.map((item) => rewritten(s, places.get(item) ?? outside, item));
  const compares = s.canCompare && someNode(all, (part) => calleeOf(part as S.Expr) === COMPARED);
  const items = all.filter(
    (item) => compares || item.kind !== 'function' || item.declarator.name !== COMPARED,
  );
  report(s, file);
  return { ...file, items: [...items, ...s.walked.values()] };
}

/** Functions: where some variable or member holds one, or one of the library is passed. */
function codedOf(
  objects: Objects,
  { groups, literals }: Uses,
  defined: ReadonlySet<string>,
): ReadonlySet<string> {
  // A function that nothing says, NULL neither, is one that nobody can call.
  const said = new Set([...literals.values()].map((key) => groups.root(key)));
  const list = [...objects.values()].filter(
    ({ key, kind }) =>
      kind === 'file' || (!groups.isSpoilt(key) && (kind === 'text' || said.has(groups.root(key)))),
  );
  const wanted = new Set(
    list
      .filter(
        ({ kind, isParameter, key }) =>
          kind !== 'function' || !isParameter || groups.valuesOf(key).some((name) => !defined.has(name)),
      )
      .map(({ key }) => groups.root(key)),
  );
  return new Set(list.filter(({ key }) => wanted.has(groups.root(key))).map(({ key }) => key));
}

function rewritten<T extends S.SourceFile['items'][number]>(s: State, place: Place, item: T): T {
  const isCoded = (name: string): Coded | null => {
    const key = place.fn === '' || !place.locals.has(name) ? `/${name}` : `${place.fn}/${name}`;
    return s.coded.has(key) ? (s.objects.get(key) ?? null) : null;
  };
  const change = (part: object): object => {
    if ('isUnion' in part) return s.struct(part as S.StructType);
    if (!('kind' in part))
      return 'declarator' in part && 'type' in part ? parameter(part as S.Parameter, isCoded) : part;
    if (part.kind === 'declaration') return declaration(part as S.Declaration, isCoded);
    if (part.kind === 'expression' && 'expr' in part)
      return statement(s, place, part as S.ExpressionStatement);
    return 'height' in part ? expression(s, place, part as S.Expr) : part;
  };
  return mapped(item, change);
}

// --------------------------------------------------------------------------------------------------------- declarations

function integerType(type: S.TypeSpecifier): S.TypeSpecifier {
  const { storage, span } = type;
  return { base: 'i32', isConst: false, storage, enumerators: [], span };
}

function table(derivations: readonly S.Derivation[], { rank }: Coded): readonly S.Derivation[] {
  return derivations.slice(0, rank);
}

function parameter(p: S.Parameter, isCoded: (name: string) => Coded | null): S.Parameter {
  const { declarator, type } = p;
  const coded = kindOf(type, declarator.derivations) ? isCoded(declarator.name) : null;
  if (!coded?.isParameter) return p;
  return {
    ...p,
    type: integerType(type),
    declarator: { ...declarator, derivations: table(declarator.derivations, coded) },
  };
}

function declaration(d: S.Declaration, isCoded: (name: string) => Coded | null): S.Declaration {
  if (d.type.storage === 'typedef') return d;
  const found = d.declared.map(({ declarator }) =>
    kindOf(d.type, declarator.derivations) ? isCoded(declarator.name) : null,
  );
  if (!found.some((each) => each)) return withCharacters(d);
  const isConst = d.type.isConst && found.every((each) => each && each.rank > 0);
  return {
    ...d,
    type: { ...integerType(d.type), isConst },
    declared: d.declared.map((each, k) => {
      const coded = found[k];
      if (!coded) return each;
      const { declarator } = each;
      const derivations = table(declarator.derivations, coded);
      return { ...each, declarator: { ...declarator, derivations } };
    }),
  };
}

/** `char s[] = "ab"` has a list of first values; where there is no room for the zero at the end, it has none. */
function withCharacters(d: S.Declaration): S.Declaration {
  const declared = d.declared.map((each) => {
    const { derivations } = each.declarator;
    if (!each.initializer || d.type.bytes !== 1 || !derivations.every(({ kind }) => kind === 'array'))
      return each;
    const listed = (from: S.Initializer, around: readonly S.Derivation[]): S.Initializer => {
      const made = asList(from, around);
      if (made !== from || made.kind !== 'list') return made;
      return { ...made, items: made.items.map((item) => listed(item, around.slice(1))) };
    };
    return { ...each, initializer: listed(each.initializer, derivations) };
  });
  return { ...d, declared };
}

function member(s: Pick<State, 'coded' | 'objects'>, given: S.StructMember): S.StructMember {
  const coded = s.coded.has(`.${given.name}`) ? s.objects.get(`.${given.name}`) : undefined;
  if (!coded || !kindOf(given.type, given.derivations)) return given;
  return { ...given, type: integerType(given.type), derivations: table(given.derivations, coded) };
}

// ----------------------------------------------------------------------------------------------------------- statements

/** What prints texts, or prints into one, is left out; a copy of a text is an assignment. */
function statement(s: State, place: Place, stmt: S.ExpressionStatement): S.Statement {
  const { span } = stmt;
  const expr = stmt.expr.kind === 'cast' && stmt.expr.type === 'void' ? stmt.expr.operand : stmt.expr;
  const empty: S.Statement = { kind: 'empty', span };
  if (s.made.has(expr)) return empty;
  if (expr.kind !== 'call' || expr.callee.kind !== 'name') return stmt;
  const { name } = expr.callee;
  const [first, second] = expr.args;
  const isText = (e: S.Expr): boolean =>
    e.kind === 'conditional'
      ? isText(e.whenTrue) || isText(e.whenFalse)
      : e.kind === 'string' ||
        s.made.has(e) ||
        codedAt(s, place, e) !== null ||
        objectAt(s.objects, place, e)?.kind === 'text';
  if (OUTPUT.has(name)) {
    if (expr.args.slice(OUTPUT.get(name)?.skip ?? 0).some(isText)) return empty;
    const isToFile = name === 'fprintf' && first && isFile(s, place, first);
    return isToFile ? { ...stmt, expr: b.call('printf', expr.args.slice(1), span) } : stmt;
  }
  if (!first || !codedAt(s, place, first)) return stmt;
  if (PRINTING_INTO.has(name)) return empty;
  if (!COPYING.has(name) || !second) return stmt;
  return { ...stmt, expr: b.assign(first, second, span) };
}

/** What does nothing to the numbers of a program. */
const CLOSING = new Set('fclose pclose fflush rewind fseek setbuf setvbuf fputs fputc putc'.split(' '));

function isFile(s: State, place: Place, e: S.Expr): boolean {
  return codedAt(s, place, e)?.kind === 'file';
}

// ---------------------------------------------------------------------------------------------------------- expressions

function codedAt(s: State, place: Place, e: S.Expr): Coded | null {
  const found = objectAt(s.objects, place, e);
  return found && s.coded.has(found.key) ? found : null;
}

function expression(s: State, place: Place, e: S.Expr): S.Expr {
  const to = s.literals.get(e);
  if (to !== undefined) return literal(s, e, to);
  if (e.kind === 'cast' && codedAt(s, place, e)) return e.operand;
  if (e.kind === 'cast' && s.made.has(e.operand)) return e.operand;
  if (
    e.kind === 'unary' &&
    (e.op === '&' || e.op === '*') &&
    (s.made.has(e.operand) || codedAt(s, place, e.operand))
  )
    return e.operand;
  if (e.kind === 'binary' && (e.op === '==' || e.op === '!=')) return compared(s, place, e);
  if (e.kind !== 'call') return e;
  const callee = withoutStar(e.callee);
  const object = codedAt(s, place, callee);
  if (CLOSING.has(calleeOf(e)) && e.args.some((arg) => isFile(s, place, arg)))
    return marked(s, b.integer(0, e.span));
  if (object?.kind === 'function') return chosen(s, e, callee, object);
  const [left, right] = e.args;
  if (callee.kind !== 'name' || !COMPARING.has(callee.name) || !left || !right) return e;
  if (s.canCompare && ![left, right].some((x) => codedAt(s, place, x))) return comparedByLetters(s, e);
  const known = (x: S.Expr): S.Expr | null =>
    x.kind === 'string' ? code(s, s.texts, x.text, x.span) : codedAt(s, place, x) ? x : null;
  const [a, c] = [known(left), known(right)];
  if (!a || !c) return e;
  return b.binary('!=', a, c, e.span);
}

function literal(s: State, e: S.Expr, to: string): S.Expr {
  const object = s.objects.get(to);
  if (!s.coded.has(to)) {
    if (e.kind !== 'string' || !(object || to === ELSEWHERE)) return e;
    return !object || object.isArray || object.isParameter ? characters(e) : kept(s, e);
  }
  if (isNull(e)) return marked(s, b.integer(0, e.span));
  if (isOpened(e)) return code(s, s.files, e.kind === 'name' ? e.name : `${e.span.start}`, e.span);
  if (e.kind === 'string') return code(s, s.texts, e.text, e.span);
  return e.kind === 'name' ? code(s, s.functions, e.name, e.span) : e;
}

function code(s: State, codes: Map<string, number>, name: string, span: S.Expr['span']): S.Expr {
  const text = codes === s.texts ? name.replace(/^"(.*)"$/, '$1') : name;
  const first = codes === s.texts ? FIRST_TEXT : 1;
  const known = codes.get(text) ?? first + codes.size;
  codes.set(text, known);
  return marked(s, b.integer(known, span));
}

function marked(s: State, e: S.Expr): S.Expr {
  s.made.add(e);
  return e;
}

/** A text whose characters are looked at. */
function characters(e: S.Expr & { readonly kind: 'string' | 'character' }): S.Expr {
  const { span } = e;
  // `"a" "b"` is one text.
  const inside = [...e.text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join('');
  const codes = (inside.match(/\\[0-7]{1,3}|\\x[\da-f]+|\\.|[^\\]/giu) ?? []).map((c) => characterCode(c));
  if (codes.includes(null)) return e;
  const items = [...codes, 0].map((c) => b.given(whole(c ?? 0, span)));
  const type: S.TypeSpecifier = { ...b.plainType('i32', span), bytes: 1 };
  return {
    kind: 'compound',
    type,
    derivations: [{ kind: 'array', size: null, span }],
    initializer: { kind: 'list', items, at: null, span },
    span,
    height: 2,
  };
}

function comparedByLetters(s: State, e: S.CallExpression): S.Expr {
  return b.call(
    COMPARED,
    e.args.map((arg) => (arg.kind === 'string' ? kept(s, arg) : arg)),
    e.span,
  );
}

function whole(value: number, span: S.Expr['span']): S.Expr {
  const operand = b.integer(Math.abs(value), span);
  return value < 0 ? b.node({ kind: 'unary', op: '-', operand, span }, operand) : operand;
}

/** A text that a pointer walks along is an array of the file, one for all that are alike. */
function kept(s: State, e: S.Expr & { readonly kind: 'string' | 'character' }): S.Expr {
  const made = characters(e);
  if (made.kind !== 'compound') return made;
  const known = s.walked.get(e.text)?.declared[0]?.declarator.name;
  const name = known ?? `text.${s.walked.size + 1}`;
  const type: S.TypeSpecifier = { ...made.type, isConst: true, storage: 'static' };
  if (!known)
    s.walked.set(e.text, b.declaration(type, b.declarator(name, e.span, made.derivations), made.initializer));
  return b.named(name, e.span);
}

function compared(s: State, place: Place, e: S.BinaryOperation): S.Expr {
  const side = (own: S.Expr, other: S.Expr): S.Expr =>
    isNull(own) && codedAt(s, place, other.kind === 'assign' ? other.target : other)
      ? b.integer(0, own.span)
      : own;
  const left = side(e.left, e.right);
  const right = side(e.right, e.left);
  return left === e.left && right === e.right ? e : { ...e, left, right };
}

/** `f == 1 ? sq(x) : f == 2 ? sin(x) : cos(x)` */
function chosen(s: State, e: S.CallExpression, callee: S.Expr, object: Coded): S.Expr {
  const names = s.groups.valuesOf(object.key);
  const { span } = e;
  const calls = names.map((name) => ({ name, made: b.call(name, e.args, span) }));
  const last = calls.at(-1);
  if (hasEffects(callee)) return e;
  // What only is NULL can't be called.
  if (!last) return b.sequence([b.call('abort', [], span), b.integer(0, span)], span);
  return calls.slice(0, -1).reduceRight<S.Expr>((rest, { name, made }) => {
    return b.conditional(b.binary('==', callee, code(s, s.functions, name, span), span), made, rest, span);
  }, last.made);
}

function report(s: State, file: S.SourceFile): void {
  const at = file.items[0]?.span ?? { start: 0, end: 0 };
  const listed = (codes: ReadonlyMap<string, number>, mark = ''): string =>
    [...codes]
      .slice(0, 8)
      .map(([name, code]) => `\`${mark}${shortened(name)}${mark}\` is ${code}`)
      .join(', ');
  if (s.functions.size > 0)
    s.sink.info('codes', `Functions that are chosen among are read as codes: ${listed(s.functions)}.`, at);
  if (s.texts.size > 0) s.sink.info('codes', `Texts are read as codes: ${listed(s.texts, '"')}.`, at);
}

/**
 * A pointer to one structure from the heap, `struct vec *v = malloc(sizeof *v);`, is that structure: `v->n` is `v.n`, and
 * `v` itself `&v`. And one that only ever is another, `const struct par *p = ctx;`, is that other.
 */

import { isNull } from '../../lower/memory/pointerVariables';
import { integer, node } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { calleeOf, factorsOf, isHeap, withoutCasts, writtenPlace } from '../../parse/walk';
import { rebuilt, rebuiltExpr } from '../moved/rebuilt';
import { type Declared, declarationsIn, partsIn, settingsIn, variablesIn } from '../survey';
import { withMeanings } from './expand';

export function withSingleObjects(given: S.FunctionDefinition): S.FunctionDefinition {
  const item = withoutAliases(given);
  const names = singles(item.body);
  if (names.size === 0) return item;
  return { ...item, body: statement(names, item.body)[0] as S.BlockStatement };
}

/** Pointers to structures that are given once, where they are declared, what nothing changes. */
function withoutAliases(item: S.FunctionDefinition): S.FunctionDefinition {
  const formals = formalsOf(item).map((p) => p.declarator.name);
  const local = declarationsIn(item.body);
  const changed = new Set<string>();
  const own = new Set(variablesIn(item).map(({ name }) => name));
  const pointers = new Set(
    local.filter(({ derivations }) => derivations[0]?.kind === 'pointer').map(({ name }) => name),
  );
  const isPointerName = (name: string): boolean => pointers.has(name) || formals.includes(name);
  for (const e of partsIn(item.body)) {
    const target = writtenPlace(e);
    if (target?.kind === 'name' && !(e.kind === 'unary' && !isPointerName(target.name)))
      changed.add(target.name);
  }
  const meant = new Map<string, S.Expr>();
  for (const each of local) {
    const { value, of } = (each.type.struct && each.type.storage === null && aliasIn(each)) || {};
    if (!value || !of || changed.has(each.name) || !own.has(of)) continue;
    if (value.kind !== 'name' || !changed.has(of)) meant.set(each.name, meant.get(of) ?? value);
  }
  if (meant.size === 0) return item;
  return { ...item, body: withMeanings(item.body, meant)[0] as S.BlockStatement };
}

/** `p = &s` and `p = q` of a pointer to one structure: the value, and the name in it. */
function aliasIn({ derivations, value: given }: Declared): { value: S.Expr; of: string } | null {
  const isOne = derivations.length === 1 && derivations[0]?.kind === 'pointer';
  const value = given && withoutCast(given);
  const of = value?.kind === 'unary' && value.op === '&' ? value.operand : value;
  return isOne && value && of?.kind === 'name' ? { value, of: of.name } : null;
}

/** An expression without casts to pointers and structures. */
export function withoutCast(e: S.Expr): S.Expr {
  return withoutCasts(e, ({ type, specifier }) => type === 'pointer' || specifier.struct !== undefined);
}

function singles(body: S.BlockStatement): ReadonlySet<string> {
  const found = new Map<string, number>();
  for (const { name, type, derivations } of declarationsIn(body))
    if (type.struct && derivations.length === 1 && derivations[0]?.kind === 'pointer') found.set(name, 0);
  for (const { name, value, by } of settingsIn(body)) {
    const known = found.get(name);
    const isSet = !by || by.op === null;
    if (known === undefined || (isSet && isNull(value))) continue;
    if (isSet && isOneFromHeap(value) && known === 0) found.set(name, 1);
    else found.delete(name);
  }
  for (const e of partsIn(body)) {
    if ((e.kind === 'update' || (e.kind === 'unary' && e.op === '&')) && e.operand.kind === 'name')
      found.delete(e.operand.name);
    if (e.kind === 'subscript' && e.base.kind === 'name' && !isNull(e.index)) found.delete(e.base.name);
  }
  return new Set([...found].flatMap(([name, given]) => (given === 1 ? [name] : [])));
}

function isOneFromHeap(e: S.Expr): boolean {
  const asked = withoutCasts(e);
  if (!isHeap(asked)) return false;
  const all = asked.args.flatMap(factorsOf);
  return (
    all.filter(({ kind }) => kind === 'sizeof').length === 1 &&
    all.every((part) => part.kind === 'sizeof' || (part.kind === 'number' && part.text === '1'))
  );
}

function statement(names: ReadonlySet<string>, stmt: S.Statement): S.Statement[] {
  const one = (part: S.Statement): S.Statement =>
    statement(names, part)[0] ?? { kind: 'empty', span: part.span };
  if (stmt.kind === 'block') return [{ ...stmt, body: stmt.body.flatMap((each) => statement(names, each)) }];
  if (stmt.kind === 'expression') {
    const { expr } = stmt;
    const isSet = expr.kind === 'assign' && expr.target.kind === 'name' && names.has(expr.target.name);
    const isFree =
      expr.kind === 'call' &&
      calleeOf(expr) === 'free' &&
      expr.args.some((arg) => arg.kind === 'name' && names.has(arg.name));
    if (isSet || isFree) return [];
  }
  const made = rebuilt(stmt, { expr: (e, isTest) => expression(names, e, isTest), stmt: one });
  if (made.kind !== 'declaration') return [made];
  return made.declared.map((each) => {
    const { declarator } = each;
    if (!names.has(declarator.name)) return { ...made, declared: [each] };
    return {
      ...made,
      type: { ...made.type, isConst: false },
      declared: [{ ...each, initializer: null, declarator: { ...declarator, derivations: [] } }],
    };
  });
}

function expression(names: ReadonlySet<string>, e: S.Expr, isTest: boolean): S.Expr {
  const isOne = (part: S.Expr): part is S.Name => part.kind === 'name' && names.has(part.name);
  const set = e.kind === 'assign' && isOne(e.target) ? e.target : e;
  if (isOne(set)) {
    if (isTest) return integer(1, e.span);
    return node({ kind: 'unary', op: '&', operand: set, span: e.span }, set);
  }
  if (e.kind === 'member' && e.arrow && isOne(e.base)) return { ...e, arrow: false };
  if (e.kind === 'unary' && e.op === '*' && isOne(e.operand)) return e.operand;
  if (e.kind === 'subscript' && isOne(e.base)) return e.base;
  const asked = e.kind === 'binary' ? comparedWithNull(e) : null;
  if (asked && isOne(asked)) return integer(e.kind === 'binary' && e.op === '!=' ? 1 : 0, e.span);
  return rebuiltExpr(e, (part, test) => expression(names, part, test));
}

/** `p` of `p == NULL`, and of `(p = q) != NULL`. */
function comparedWithNull({ op, left, right }: S.BinaryOperation): S.Expr | null {
  if (op !== '==' && op !== '!=') return null;
  const asked = isNull(right) ? left : isNull(left) ? right : null;
  return asked?.kind === 'assign' ? asked.target : asked;
}

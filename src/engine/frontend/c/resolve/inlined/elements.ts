/**
 * `struct layer *l = &net->layer[k];` of structures that hold pointers: as long as nothing on the way changes, `l` means that
 * element, with subscripts as they were. Else each pointer in the structure would become a pointer to a pointer.
 */

import { block, declaration, declarator, given, named, plainType, subscript, unary } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { hasEffects, writtenPlace } from '../../parse/walk';
import { rebuilt, rebuiltExpr } from '../moved/rebuilt';
import { declarationsIn, namesSetIn, partsIn, structsIn, variablesIn } from '../survey';
import { withMeanings } from './expand';
import { withoutCast } from './singles';

interface Names {
  /** What the function declares, and arrays of the file. */
  readonly own: ReadonlySet<string>;
  /** Numbers and pointers whose address is taken. */
  readonly lent: ReadonlySet<string>;
}

export function withoutElementAliases(
  item: S.FunctionDefinition,
  arrays: Iterable<string>,
): S.FunctionDefinition {
  const all = variablesIn(item);
  if (!all.some(({ type, derivations }) => derivations.length === 1 && holdsPointers(type.struct)))
    return item;
  const objects = new Set(
    all.flatMap(({ name, type, derivations: [first] }) =>
      first ? (first.kind === 'array' ? [name] : []) : type.struct ? [name] : [],
    ),
  );
  const lent = partsIn(item.body).flatMap((e) =>
    e.kind === 'unary' && e.op === '&' && e.operand.kind === 'name' && !objects.has(e.operand.name)
      ? [e.operand.name]
      : [],
  );
  const own = new Set([...arrays, ...all.map(({ name }) => name)]);
  const body = statement({ own, lent: new Set(lent) }, item.body);
  return body.kind === 'block' ? { ...item, body } : item;
}

export function holdsPointers(struct: S.StructType | undefined): boolean {
  return structsIn(struct).some((each) =>
    each.members()?.some(({ derivations }) => derivations.some(({ kind }) => kind === 'pointer')),
  );
}

function statement(n: Names, stmt: S.Statement): S.Statement {
  if (stmt.kind === 'declaration') return stmt;
  if (stmt.kind !== 'block') return rebuilt(stmt, { expr: (e) => e, stmt: (part) => statement(n, part) });
  const made: S.Statement[] = [];
  let rest = stmt.body;
  for (let [first] = rest; first; [first] = rest) {
    rest = rest.slice(1);
    const meant = meaningOf(n, first, rest);
    if (meant) {
      made.push(...meant.before);
      [{ body: rest }] = withMeanings(block(rest, stmt.span), meant.as) as [S.BlockStatement];
    } else made.push(statement(n, first));
  }
  return { ...stmt, body: made };
}

/** What the pointer that a declaration sets to an element means in the statements after it. */
function meaningOf(
  n: Names,
  stmt: S.Statement,
  rest: readonly S.Statement[],
): { readonly before: readonly S.Statement[]; readonly as: ReadonlyMap<string, S.Expr> } | null {
  const [only, another] = stmt.kind === 'declaration' ? declarationsIn(stmt) : [];
  if (!only || another || !holdsPointers(only.type.struct)) return null;
  const [first, ...others] = only.derivations;
  const value = only.value && elementAt(withoutCast(only.value));
  if (first?.kind !== 'pointer' || others.length > 0 || value?.kind !== 'unary' || value.op !== '&')
    return null;
  const names = new Set<string>();
  const members = new Set<string>();
  if (!isWay(value.operand, names, members)) return null;
  const before: S.Statement[] = [];
  const changed = new Set(
    rest.flatMap((each) => [...namesSetIn(each), ...declarationsIn(each).map(({ name }) => name)]),
  );
  const stays = (name: string): boolean => n.own.has(name) && !n.lent.has(name) && !changed.has(name);
  if (![only.name, ...names].every(stays)) return null;
  const isSet = rest.flatMap(partsIn).some((e) => {
    const place = writtenPlace(e);
    return place?.kind === 'member' && members.has(place.name);
  });
  if (isSet) return null;
  const kept = (e: S.Expr): S.Expr => {
    if (e.kind !== 'subscript') return rebuiltExpr(e, kept);
    const isSteady = e.index.kind === 'number' || (e.index.kind === 'name' && stays(e.index.name));
    if (isSteady) return { ...e, base: kept(e.base) };
    const at = declarator(`${only.name}.at${before.length || ''}`, e.span);
    before.push(declaration(plainType('i32', e.span), at, given(e.index)));
    return subscript(kept(e.base), named(at.name, e.span), e.span);
  };
  return { before, as: new Map([[only.name, kept(value)]]) };
}

/** `layer + k` is `&layer[k]`. */
function elementAt(e: S.Expr): S.Expr {
  if (e.kind !== 'binary' || e.op !== '+') return e;
  return unary('&', subscript(e.left, e.right, e.span), e.span);
}

/** `net->layer[k]`: the variables and members on the way to an element, but for subscripts. */
function isWay(e: S.Expr, names: Set<string>, members: Set<string>): boolean {
  if (e.kind === 'name') names.add(e.name);
  if (e.kind === 'member') members.add(e.name);
  if (e.kind === 'member') return isWay(e.base, names, members);
  if (e.kind === 'subscript') return !hasEffects(e.index) && isWay(e.base, names, members);
  return e.kind === 'name';
}

/**
 * A pointer that walks over structures which hold pointers, `for (L *l = net; l < net + n; l++) use(l->w);`, is a number of elements:
 * else each pointer in the structure would become one to pointers, and walk.
 *
 *     for (int l.at = 0; l.at < n; l.at++) use((&net[l.at])->w);
 */
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { assignedPlace, writtenPlace } from '../../parse/walk';
import { loopWith, rebuilt, rebuiltExpr, rewritten } from '../moved/rebuilt';
import { partsIn, rootName, settingsIn, variablesIn } from '../survey';
import { holdsPointers } from './elements';
import { simplified } from './expand';
import { withoutCast } from './singles';

/** By pointer, what it walks over: an array or pointer, or a member that is one. */
type Walkers = ReadonlyMap<string, S.Expr>;

export function withoutWalks(item: S.FunctionDefinition): S.FunctionDefinition {
  const walkers = walkersIn(item);
  if (walkers.size === 0) return item;
  const { span } = item.body;
  const [body] = rewritten(rewriting(walkers), item.body) as [S.BlockStatement];
  const starts = formalsOf(item).flatMap(({ declarator: { name } }) =>
    walkers.has(name)
      ? [
          b.declaration(
            b.plainType('i32', span),
            b.declarator(`${name}.at`, span),
            b.given(b.integer(0, span)),
          ),
        ]
      : [],
  );
  return { ...item, body: { ...body, body: [...starts, ...body.body] } };
}

function walkersIn(item: S.FunctionDefinition): Walkers {
  const all = variablesIn(item);
  const pointers = all.filter(
    ({ derivations, type }) =>
      type.storage === null &&
      derivations.length === 1 &&
      derivations[0]?.kind === 'pointer' &&
      holdsPointers(type.struct),
  );
  if (pointers.length === 0) return new Map();
  const parts = partsIn(item.body);
  const isMoved = (name: string): boolean => parts.some((e) => isName(assignedPlace(e), name));
  const roots = new Map(
    pointers.flatMap(({ name, isParameter, type }): [string, S.Expr][] => {
      const root = rootOf(name, item.body, isParameter ? b.named(name, type.span) : null);
      const isLent = parts.some((e) => e.kind === 'unary' && /^[&!]$/.test(e.op) && isName(e.operand, name));
      if (isParameter && !isMoved(name)) return [];
      return root && !isLent && !isTested(name, item.body) ? [[name, root]] : [];
    }),
  );
  // What starts where another walker stands walks over the same.
  for (let isOpen = true; isOpen; ) {
    isOpen = false;
    for (const [name, root] of roots) {
      const further = root.kind === 'name' ? roots.get(root.name) : undefined;
      if (!further || wayText(further) === wayText(root)) continue;
      if (wayText(further) === name) return new Map();
      roots.set(name, further);
      isOpen = true;
    }
  }
  const own = new Set(all.map(({ name }) => name));
  const stays = (root: S.Expr): boolean =>
    own.has(rootName(root)) &&
    !roots.has(rootName(root)) &&
    !parts.map(writtenPlace).some((place) => place && isOnTheWay(place, root));
  // A parameter walks over what it is given.
  const given = new Set([...roots].flatMap(([name, root]) => (isName(root, name) ? [wayText(root)] : [])));
  const moved = new Set([...roots].flatMap(([name, root]) => (isMoved(name) ? [wayText(root)] : [])));
  return new Map(
    [...roots].filter(([, root]) => moved.has(wayText(root)) && (stays(root) || given.has(wayText(root)))),
  );
}

function isName(e: S.Expr | null, name: string): boolean {
  return e?.kind === 'name' && e.name === name;
}

/** Whether what is set is the variable or one of the members by which a root is found, in whatever variable. */
function isOnTheWay(place: S.Expr, root: S.Expr): boolean {
  if (root.kind === 'name') return isName(place, root.name);
  if (root.kind !== 'member') return false;
  return (place.kind === 'member' && place.name === root.name) || isOnTheWay(place, root.base);
}

/** The one array that all values of a pointer lead into; `given`: what it has at first, if it is a parameter. */
function rootOf(name: string, body: S.BlockStatement, given: S.Expr | null): S.Expr | null {
  const found = new Map<string, S.Expr | null>(given && [[wayText(given), given]]);
  for (const { name: each, value, by } of settingsIn(body)) {
    if (each !== name || by?.op) continue;
    const place = placeIn(withoutCast(value));
    if (!place || !isName(place.of, name)) found.set(place ? wayText(place.of) : '', place?.of ?? null);
  }
  const [root] = found.values();
  return found.size === 1 && root ? root : null;
}

interface Place {
  readonly of: S.Expr;
  readonly by: S.Expr | null;
  readonly op: '+' | '-';
}

/** `net`, `net + k` and `&net[k]`; `by` is null for the first. */
function placeIn(e: S.Expr): Place | null {
  if (isWay(e)) return { of: e, by: null, op: '+' };
  if (e.kind === 'binary' && (e.op === '+' || e.op === '-') && isWay(e.left))
    return { of: e.left, by: e.right, op: e.op };
  if (e.kind !== 'unary' || e.op !== '&' || e.operand.kind !== 'subscript') return null;
  const { base, index } = e.operand;
  return isWay(base) ? { of: base, by: index, op: '+' } : null;
}

/** `net`, `model->layers` */
function isWay(e: S.Expr): boolean {
  return e.kind === 'name' || (e.kind === 'member' && isWay(e.base));
}

/** The text of such. */
function wayText(e: S.Expr): string {
  return e.kind === 'member' ? `${wayText(e.base)}.${e.name}` : rootName(e);
}

/** Whether something asks if it is null. */
function isTested(name: string, body: S.BlockStatement): boolean {
  let found = false;
  const expression = (e: S.Expr, isAsked: boolean): S.Expr => {
    found ||= isAsked && e.kind === 'name' && e.name === name;
    return rebuiltExpr(e, expression);
  };
  const visit = (stmt: S.Statement): S.Statement => rebuilt(stmt, { expr: expression, stmt: visit });
  visit(body);
  return found;
}

function numberOf(name: string, span: S.Expr['span']): S.Name {
  return b.named(`${name}.at`, span);
}

function rewriting(walkers: Walkers) {
  const roots = new Set([...walkers.values()].map(wayText));
  /** How many elements behind the start of its array something leads; null of what leads into none that is walked over. */
  const place = (given: S.Expr): { readonly root: string; readonly number: S.Expr } | null => {
    const found = placeIn(withoutCast(given));
    if (!found) return null;
    const { span } = given;
    const walker = found.of.kind === 'name' ? found.of.name : '';
    const root = wayText(walkers.get(walker) ?? found.of);
    const start = walkers.has(walker) ? numberOf(walker, span) : b.integer(0, span);
    return roots.has(root)
      ? { root, number: found.by ? b.binary(found.op, start, expression(found.by), span) : start }
      : null;
  };
  /** `l++` as a number, if it moves a walker. */
  const moved = (e: S.Expr): { readonly name: string; readonly number: S.Expr } | null => {
    const target = assignedPlace(e);
    if (target?.kind !== 'name' || !walkers.has(target.name)) return null;
    const { name, span } = target;
    const at = numberOf(name, span);
    if (e.kind === 'update') return { name, number: b.node({ ...e, operand: at }, at) };
    if (e.kind !== 'assign') return null;
    const value = e.op ? expression(e.value) : place(e.value)?.number;
    return value ? { name, number: b.node({ ...e, target: at, value }, at, value) } : null;
  };
  const element = (name: string, number: S.Expr): S.Expr =>
    b.subscript(walkers.get(name) ?? number, number, number.span);
  const pointer = (name: string, number: S.Expr): S.Expr => b.unary('&', element(name, number), number.span);
  /** `l[1]` and `l - 1`, beside where a walker stands. */
  const beside = (e: S.Expr): S.Expr | null => {
    const from = e.kind === 'subscript' ? e.base : e.kind === 'binary' ? e.left : null;
    if (from?.kind !== 'name' || !walkers.has(from.name)) return null;
    if (e.kind === 'subscript')
      return element(from.name, b.binary('+', numberOf(from.name, e.span), expression(e.index), e.span));
    const found = place(e);
    return found && pointer(from.name, found.number);
  };
  const expression = (e: S.Expr): S.Expr => {
    const move = moved(e);
    if (move) return pointer(move.name, move.number);
    if (e.kind === 'name') return walkers.has(e.name) ? pointer(e.name, numberOf(e.name, e.span)) : e;
    if (e.kind === 'binary' && /^(?:[<>]=?|[=!]=|-)$/.test(e.op)) {
      const [left, right] = [place(e.left), place(e.right)];
      if (left && left.root === right?.root) return b.binary(e.op, left.number, right.number, e.span);
    }
    return beside(e) ?? simplified(rebuiltExpr(e, expression));
  };
  const effect = (e: S.Expr): S.Expr =>
    e.kind === 'comma' ? rebuiltExpr(e, effect) : (moved(e)?.number ?? expression(e));
  const declared = (stmt: S.Declaration): S.Statement[] =>
    stmt.declared.flatMap((each): S.Statement[] => {
      const { name, nameSpan } = each.declarator;
      const plain = { ...stmt, declared: [each] };
      if (!walkers.has(name)) return [rebuilt(plain, { expr: expression, stmt: (part) => part })];
      const value = each.initializer?.kind === 'expression' ? place(each.initializer.value) : null;
      const at = b.declarator(`${name}.at`, nameSpan);
      return [b.declaration(b.plainType('i32', nameSpan), at, value && b.given(value.number))];
    });
  return {
    effect: (stmt: S.ExpressionStatement) => [{ ...stmt, expr: effect(stmt.expr) }],
    declared: (stmt: S.Declaration) => (stmt.declared.length === 0 ? [stmt] : declared(stmt)),
    loop: (stmt: S.ForStatement, single: (part: S.Statement) => S.Statement) =>
      loopWith(stmt, declared, { effect, test: expression }, single),
    kept: expression,
  };
}

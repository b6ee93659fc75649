/**
 * Arrays of pointers that all lead into one array, `w[l] = p; p += n[l];`: where in it each leads is a number.
 *
 *     const double *w[3], *p = a;                         int w.at[3]; const double *p = a;
 *     for (…) { w[l] = p; p += 2 + l; } w[l][i]    →      for (…) { w.at[l] = p - a; p += 2 + l; } (a + w.at[l])[i]
 */
import type { Span } from '../../../../base/span';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { assignedPlace, isHeap, isNull, withoutCasts, writtenPlace } from '../../parse/walk';
import { rebuilt } from '../moved/rebuilt';
import { type Declared, hasLabel, partsIn, settingsIn } from '../survey';
import { elementOf, isName, type View } from './made';

interface Inside {
  readonly body: S.BlockStatement;
  /** What the function declares by a name. */
  readonly declared: (name: string) => Pick<Declared, 'derivations' | 'isParameter'> | undefined;
}

/** The view of an array of pointers by numbers, if one array is behind all that its elements are given. */
export function offsetsFor(
  name: string,
  count: S.Expr,
  sets: readonly S.Assignment[],
  isMove: (e: S.Expr) => boolean,
  inside: Inside,
): View | null {
  const isSetOtherwise = partsIn(inside.body).some((part) => {
    const place = assignedPlace(part);
    return (
      place && elementOf(place, name) && !isMove(part) && !(part.kind === 'assign' && sets.includes(part))
    );
  });
  const found = new Set<string>();
  const seen = new Set<string>();
  const isKnown = sets.every(({ op, value }) => op || leadsInto(value, name, inside, found, seen));
  const [base] = found;
  if (isSetOtherwise || !isKnown || found.size !== 1 || !base || isTested(name, inside.body)) return null;
  const leads = (e: S.Expr): boolean => leadsInto(e, name, inside, new Set(), new Set());
  return { kind: 'offsets', base, leads, table: { name: tableOf(name), count } };
}

/** `if (w[i])`, `!w[i]`, `w[i] == NULL`: a number does not tell that nothing was set yet. */
function isTested(name: string, body: S.BlockStatement): boolean {
  const isElement = (e: S.Expr): boolean => elementOf(withoutCasts(e), name) !== null;
  let found = partsIn(body).some((e) => {
    if (e.kind === 'unary') return e.op === '!' && isElement(e.operand);
    if (e.kind === 'conditional') return isElement(e.condition);
    if (e.kind !== 'binary') return false;
    const isLogical = e.op === '&&' || e.op === '||' || isNull(e.left) || isNull(e.right);
    return isLogical && [e.left, e.right].some(isElement);
  });
  const visit = (stmt: S.Statement): S.Statement =>
    rebuilt(stmt, {
      expr: (e, isTest) => {
        found ||= isTest === true && isElement(e);
        return e;
      },
      stmt: visit,
    });
  visit(body);
  return found;
}

/** Adds the arrays into which a pointer may lead; false where that is not known. `seen`: pointers that were looked at. */
function leadsInto(
  given: S.Expr,
  table: string,
  inside: Inside,
  found: Set<string>,
  seen: Set<string>,
): boolean {
  const inner = (e: S.Expr): boolean => leadsInto(e, table, inside, found, seen);
  const e = withoutCasts(given);
  if (elementOf(e)) return elementOf(e, table) !== null;
  if (e.kind === 'update') return inner(e.operand);
  if (e.kind === 'unary' && e.op === '&' && e.operand.kind === 'subscript') return inner(e.operand.base);
  if (e.kind === 'binary' && (e.op === '+' || e.op === '-'))
    return inner(e.left) || (e.op === '+' && inner(e.right));
  if (e.kind !== 'name') return false;
  if (seen.has(e.name)) return true;
  const { body, declared } = inside;
  const as = declared(e.name);
  if (as?.derivations.length !== 1) return false;
  const settings = settingsIn(body).filter((each) => each.name === e.name);
  const places = partsIn(body).flatMap((part) => (isName(writtenPlace(part), e.name) ? [part] : []));
  const isHeld = settings.length === 1 && isMadeOnce(e.name, body);
  const isFixed = as.isParameter
    ? places.length === 0
    : as.derivations[0]?.kind === 'array' || (isHeld && places.length === (settings[0]?.by ? 1 : 0));
  if (isFixed) found.add(e.name);
  else seen.add(e.name);
  const isLent = places.some(({ kind }) => kind === 'unary');
  return isFixed || (!as.isParameter && !isLent && settings.every(({ by, value }) => by?.op || inner(value)));
}

/** Memory from the heap that is asked for outside of all loops: there it is the same in each round. */
function isMadeOnce(name: string, { body }: S.BlockStatement): boolean {
  const isMade = ({ name: each, value }: { readonly name: string; readonly value: S.Expr }): boolean =>
    each === name && isHeap(withoutCasts(value));
  return (
    !body.some(hasLabel) &&
    body.some((stmt) => /^(?:declaration|expression)$/.test(stmt.kind) && settingsIn(stmt).some(isMade))
  );
}

/** How many elements behind the start of the array a pointer leads. `expression`: what becomes of any other part. */
export function offsetOf(
  given: S.Expr,
  name: string,
  { base, leads }: Extract<View, { kind: 'offsets' }>,
  expression: (part: S.Expr) => S.Expr,
): S.Expr {
  const offset = (part: S.Expr): S.Expr => {
    const e = withoutCasts(part);
    const { span } = e;
    const own = elementOf(e, name);
    if (own) return entryOf(name, expression(own.index), span);
    if (isName(e, base)) return b.integer(0, span);
    if (e.kind === 'unary' && e.op === '&' && e.operand.kind === 'subscript')
      return b.binary('+', offset(e.operand.base), expression(e.operand.index), span);
    if (e.kind === 'binary' && leads(e.left))
      return b.binary(e.op, offset(e.left), expression(e.right), span);
    if (e.kind === 'binary') return b.binary(e.op, offset(e.right), expression(e.left), span);
    return b.binary('-', expression(e), b.named(base, span), span);
  };
  return offset(given);
}

/** Of the array that says where each leads. */
export function entryOf(name: string, index: S.Expr, span: Span): S.Expr {
  return b.subscript(b.named(tableOf(name), span), index, span);
}

const tableOf = (name: string): string => `${name}.at`;

/** What a text shows of a name whose declaration it does not hold: a kind, or a variable and its type. */
import { getOrMake } from '../../../../base/once';
import type { Span } from '../../../../base/span';
import { someNode } from '../../../mapped';
import type * as S from '../../parse/syntax';
import { arraysIn } from '../../parse/visit';

/** Where a name is first used as a kind, and of which types. */
export interface KindUse {
  readonly span: Span;
  readonly of: Set<S.BaseType>;
}

/** The kind of a type or of a number. */
export function kindsIn(statements: readonly S.StatementSyntax[]): ReadonlyMap<string, KindUse> {
  const found = new Map<string, KindUse>();
  const add = (name: string, base: S.BaseType, span: Span): void => {
    getOrMake(found, name, () => ({ span, of: new Set<S.BaseType>() })).of.add(base);
  };
  someNode(statements, (node) => {
    const { base, kindOf, suffix, real, span } = node as {
      readonly base?: S.BaseType;
      readonly kindOf?: { readonly kind: string; readonly name?: string } | null;
      readonly suffix?: string | null;
      readonly real?: boolean;
      readonly span: Span;
    };
    if (base && kindOf?.kind === 'name' && kindOf.name) add(kindOf.name, base, span);
    if (suffix && /^[a-z]/i.test(suffix)) add(suffix.toLowerCase(), real ? 'real' : 'integer', span);
    return false;
  });
  return found;
}

/** Names that the text gives a meaning, and those that it takes from a module. */
export function declaredIn(statements: readonly S.StatementSyntax[]): Set<string> {
  return new Set(
    statements.flatMap((s) => {
      if (s.kind === 'declare') return s.entities.map(({ name }) => name);
      if (s.kind === 'associate') return s.pairs.map(({ name }) => name.name);
      if (s.kind === 'unit' || s.kind === 'entry')
        return [s.name, s.result, ...s.parameters].flatMap((each) => (each ? [each.name] : []));
      return s.kind === 'use' ? s.names.map(({ local }) => local.name) : [];
    }),
  );
}

/** Names that are assigned, count a loop, are read into or are passed to a subroutine. */
export function writtenIn(statements: readonly S.StatementSyntax[]): Set<string> {
  const found = new Set<string>();
  const add = (places: readonly { readonly kind: string; readonly name?: string }[]): void => {
    for (const { name } of places) if (name !== undefined) found.add(name);
  };
  someNode(statements, (node) => {
    const at = node as S.StatementSyntax | S.DoControl | S.ImpliedSyntax;
    if (at.kind === 'assign') add([at.target]);
    else if (at.kind === 'count') add([at.index]);
    else if (at.kind === 'implied') found.add(at.index);
    else if (at.kind === 'read') add(at.items);
    else if (at.kind === 'call') add(at.args.map(({ value }) => value));
    return false;
  });
  return found;
}

export type Role = 'REAL' | 'INTEGER' | 'LOGICAL';

/**
 * Names that stand alone in expressions, and as what: INTEGER in bounds, subscripts and counts and beside whole numbers that they
 * are to equal, LOGICAL where a condition stands, REAL elsewhere. What is compared with text is none of these, nor what has
 * arguments, subscripts or components somewhere.
 */
export function rolesIn(statements: readonly S.StatementSyntax[]): ReadonlyMap<string, Role> {
  const arrays = arraysIn(statements);
  const roles = new Map<string, Role>();
  const others = new Set<string>();
  const take = (role: Role, e: Operand | string): void => {
    if (typeof e === 'string') return;
    if (e?.kind === 'name') roles.set(e.name, role);
    else if (e?.kind === 'binary') for (const side of [e.left, e.right]) take(role, side);
    else if (e?.kind === 'unary') take(role, e.operand);
    else if (e?.kind === 'paren') take(role, e.inner);
  };
  const takeCondition = (e: S.ExprSyntax): void => {
    if (e.kind === 'name') take('LOGICAL', e);
  };
  someNode(statements, (node) => {
    const at = node as Part;
    if (at.kind === 'name') roles.set(at.name, roles.get(at.name) ?? 'REAL');
    else if (at.kind === 'apply' && !arrays.has(at.name)) others.add(at.name);
    else if (at.kind === 'binary') takeSides(at, take, others);
    else if ('condition' in at) takeCondition(at.condition);
    else if (at.kind === 'unary' && at.op === '.not.') takeCondition(at.operand);
    else for (const e of countedIn(at)) take('INTEGER', e);
    return false;
  });
  for (const name of others) roles.delete(name);
  return roles;
}

/** Operands that count something: subscripts of an array, bounds, limits of a loop, what CASE chooses by. */
function countedIn(at: Part): readonly (Operand | string)[] {
  if (at.kind === 'apply') return at.parts ? [] : at.args.map(({ value }) => value);
  if (at.kind === 'count') return [at.index, at.first, at.last, at.step];
  if (at.kind === 'select') return [at.selector];
  if (at.kind === 'value') return [at.value];
  if ('from' in at) return [at.from, at.to];
  return at.kind === 'range' || 'upper' in at ? [at.lower, at.upper] : [];
}

type Operand = S.ExprSyntax | S.RangeSyntax | null;
type Part =
  | S.CaseRange
  | S.ExprSyntax
  | S.RangeSyntax
  | S.StatementSyntax
  | S.DoControl
  | (S.DimensionSyntax & { readonly kind?: never });

function takeSides(
  { op, left, right }: S.BinarySyntax,
  take: (role: Role, e: Operand) => void,
  others: Set<string>,
): void {
  const isLogical = /^\.(and|or|n?eqv)\.$/.test(op);
  const isEqual = op === '.eq.' || op === '.ne.';
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (side.kind !== 'name') continue;
    if (other.kind === 'string') others.add(side.name);
    else if (isLogical) take('LOGICAL', side);
    else if (isEqual && other.kind === 'number' && !other.real) take('INTEGER', side);
  }
}

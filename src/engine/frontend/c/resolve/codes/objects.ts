/** What may hold a function or a text: parameters, variables and members, each under a key of its own. */

import type * as S from '../../parse/syntax';
import { formalsOf, parametersOf } from '../../parse/syntax';
import { statementsIn } from '../survey';

export type Kind = 'function' | 'text' | 'file';

export interface Coded {
  readonly key: string;
  readonly kind: Kind;
  /** Dimensions of a table of them. */
  readonly rank: number;
  /** It holds the characters itself. */
  readonly isArray: boolean;
  readonly isParameter: boolean;
}

/** Where an expression stands: names that are not of the function are of the file. */
export interface Place {
  readonly fn: string;
  readonly locals: ReadonlySet<string>;
}

export type Objects = ReadonlyMap<string, Coded>;

export function keyOf({ fn, locals }: Place, name: string): string {
  return locals.has(name) ? `${fn}/${name}` : `/${name}`;
}

/** `double (*f)(double)`, `const char *s`, `FILE *f`, and arrays of them; for texts also what holds their characters. */
export function kindOf(
  type: S.TypeSpecifier,
  derivations: readonly S.Derivation[],
): Pick<Coded, 'kind' | 'rank' | 'isArray'> | null {
  const arrays = derivations.findIndex(({ kind }) => kind !== 'array');
  const rank = arrays < 0 ? derivations.length : arrays;
  const [first, second, third] = derivations.slice(rank);
  if (first?.kind === 'pointer' && second?.kind === 'function' && !third)
    return { kind: 'function', rank, isArray: false };
  if (first?.kind === 'function' && !second && rank === 0) return { kind: 'function', rank, isArray: false };
  if (type.isFile && first?.kind === 'pointer' && !second) return { kind: 'file', rank, isArray: false };
  if (type.bytes !== 1 || type.isUnsigned || type.struct) return null;
  if (first?.kind === 'pointer' && !second) return { kind: 'text', rank, isArray: false };
  return !first && rank > 0 ? { kind: 'text', rank: rank - 1, isArray: true } : null;
}

export interface Found {
  readonly objects: Objects;
  /** For each function the names that are its own. */
  readonly places: ReadonlyMap<object, Place>;
  /** Functions that are declared, wherever they stand. */
  readonly declared: ReadonlySet<string>;
}

/** All of a text. */
export function objectsOf(file: S.SourceFile): Found {
  const functions = new Set<string>();
  const objects = new Map<string, Coded>();
  const places = new Map<object, Place>();
  const add = (
    key: string,
    type: S.TypeSpecifier,
    derivations: readonly S.Derivation[],
    isParameter = false,
  ): void => {
    const found = kindOf(type, derivations);
    if (found) objects.set(key, { key, ...found, isParameter });
    if (type.struct) members(type.struct);
  };
  const seen = new Set<S.StructType>();
  const members = (struct: S.StructType): void => {
    if (seen.has(struct)) return;
    seen.add(struct);
    for (const { name, type, derivations } of struct.members() ?? []) add(`.${name}`, type, derivations);
  };
  const prototype = (declarator: S.Declarator): void => {
    for (const { type } of parametersOf(declarator) ?? []) if (type.struct) members(type.struct);
  };
  const declare = (prefix: string, own: Set<string>, stmt: S.Statement): void => {
    for (const inner of statementsIn(stmt)) declare(prefix, own, inner);
    if (stmt.kind !== 'declaration') return;
    const { type, declared } = stmt;
    if (type.storage !== 'typedef')
      for (const { declarator } of declared) {
        const { name, derivations } = declarator;
        own.add(name);
        // A prototype is no variable.
        if (derivations[0]?.kind === 'function') {
          functions.add(name);
          prototype(declarator);
        } else add(`${prefix}/${name}`, type, derivations);
      }
    else if (type.struct) members(type.struct);
  };
  for (const item of file.items) {
    if (item.kind !== 'function') {
      declare('', new Set(), item);
      continue;
    }
    const { name } = item.declarator;
    const locals = new Set<string>();
    places.set(item, { fn: name, locals });
    for (const { type, declarator } of formalsOf(item)) {
      locals.add(declarator.name);
      add(`${name}/${declarator.name}`, type, declarator.derivations, true);
    }
    declare(name, locals, item.body);
  }
  return { objects, places, declared: functions };
}

/** The object that an expression is, with all subscripts that its table takes. */
export function objectAt(objects: Objects, place: Place, e: S.Expr): Coded | null {
  let at = e;
  let subscripts = 0;
  for (;;) {
    if (at.kind === 'subscript') {
      subscripts++;
      at = at.base;
    } else if (at.kind === 'cast') at = at.operand;
    else break;
  }
  const key = at.kind === 'member' ? `.${at.name}` : at.kind === 'name' ? keyOf(place, at.name) : null;
  const found = key === null ? undefined : objects.get(key);
  if (!found) return null;
  // `(*f)(x)` calls what f is.
  return found.rank === subscripts ? found : null;
}

export function withoutStar(e: S.Expr): S.Expr {
  return e.kind === 'unary' && (e.op === '*' || e.op === '&') ? withoutStar(e.operand) : e;
}

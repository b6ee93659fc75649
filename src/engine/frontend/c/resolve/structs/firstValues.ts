/** Lists of first values: which element of which member gets what. */
import { itemAt } from '../../../../base/lookup';
import { asList, constantSize } from '../../parse/constants';
import type * as S from '../../parse/syntax';
import { typeOf } from './places';
import type { State } from './state';
import { elementsGiven } from './views';

export interface FirstValue {
  readonly path: readonly string[];
  readonly subscripts: readonly number[];
  readonly value: S.Expr;
}

/** `= { 1, { 2, 3 }, .mass = 4 }`: what each member is given, element by element. Null where braces don't fit. */
export function firstValues(
  s: State,
  struct: S.StructType,
  derivations: readonly S.Derivation[],
  list: Extract<S.Initializer, { kind: 'list' }>,
): FirstValue[] | null {
  let found: FirstValue[] = [];
  let isSaid = false;
  const broken = { is: false };
  // `[2] =` and `.x =` speak of what the braces around them belong to: where something inside has none, they end it.
  const elements = (most: number, items: S.Initializer[], isBraced: boolean, put: (k: number) => void) => {
    for (let k = 0; k < most && items.length > 0; k++) {
      const left = items.length;
      const { at, member } = itemAt(items, 0);
      if (member !== undefined || (at && !isBraced)) return;
      if (at) {
        isSaid = true;
        k = constantSize(at) ?? most;
        items[0] = { ...itemAt(items, 0), at: null };
      }
      put(k);
      if (items.length === left) return;
    }
  };
  const members = (
    of: S.StructType,
    items: S.Initializer[],
    isBraced: boolean,
    put: (member: S.StructMember) => void,
  ): void => {
    const all = of.members() ?? [];
    for (let k = 0; k < all.length && items.length > 0; k++) {
      const { member: said, ...item } = itemAt(items, 0);
      if (item.at || (said !== undefined && !isBraced)) return;
      isSaid ||= said !== undefined;
      if (said !== undefined) k = all.findIndex(({ name, views }) => name === said || views?.has(said));
      const member = all[k];
      items[0] = said === undefined ? unionGiven(member, item) : givenTo(member, said, item);
      if (!member) {
        broken.is = true;
        return;
      }
      put(member);
    }
  };
  const single = (item: S.Initializer | undefined, at: Pick<FirstValue, 'path' | 'subscripts'>): void => {
    const inner = item?.kind === 'list' && item.items.length === 1 ? item.items[0] : item;
    if (inner?.kind === 'expression') found.push({ ...at, value: inner.value });
    else broken.is = true;
  };
  const braced = (
    type: S.TypeSpecifier | null,
    around: readonly S.Derivation[],
    at: Pick<FirstValue, 'path' | 'subscripts'>,
    items: S.Initializer[],
    isBraced: boolean,
  ): void => {
    const [first, ...rest] = around;
    const of = type === null ? struct : type.struct;
    if (first?.kind === 'array')
      elements(constantSize(first.size) ?? Number.POSITIVE_INFINITY, items, isBraced, (k) =>
        one(type, rest, { ...at, subscripts: [...at.subscripts, k] }, items),
      );
    else if (of && !first)
      members(of, items, isBraced, (member) =>
        one(member.type, member.derivations, { ...at, path: [...at.path, member.name] }, items),
      );
    else single(items.shift(), at);
  };
  /** A list in braces: `.y = 1, .x = 2` goes back to what stands before. */
  const all = (...[type, around, at, items]: Parameters<typeof one>): void => {
    for (let left = -1; items.length > 0 && items.length !== left; ) {
      left = items.length;
      braced(type, around, at, items, true);
      if (items[0] && !items[0].member && !items[0].at) return;
    }
  };
  const one = (
    type: S.TypeSpecifier | null,
    around: readonly S.Derivation[],
    at: Pick<FirstValue, 'path' | 'subscripts'>,
    items: S.Initializer[],
  ): void => {
    const item = items[0] && asList(items[0], around);
    const isAggregate = around[0]?.kind === 'array' || (!around[0] && (type === null || type.struct));
    if (item?.kind === 'list' && isAggregate) {
      items.shift();
      if (!item.isPath && isSaid) found = found.filter((each) => !isWithin(each, at));
      const inner = [...item.items];
      all(type, around, at, inner);
      broken.is ||= inner.length > 0;
    } else if (item?.kind === 'expression' && isAggregate && !around[0] && typeOf(s, item.value)) {
      items.shift();
      found.push({ ...at, value: item.value });
    } else braced(type, around, at, items, false);
  };
  const items = [...list.items];
  all(null, derivations, { path: [], subscripts: [] }, items);
  return broken.is || items.length > 0 ? null : found;
}

/** Within what a list stands for, all of which it says: what some of it got before is no more. */
function isWithin(each: FirstValue, { path, subscripts }: Pick<FirstValue, 'path' | 'subscripts'>): boolean {
  return (
    path.every((name, k) => each.path[k] === name) && subscripts.every((at, k) => each.subscripts[k] === at)
  );
}

/** A list for a union that is one array, whose own braces or those of its first member may stand around. */
function unionGiven(member: S.StructMember | undefined, item: S.Initializer): S.Initializer {
  const inner = member?.views;
  if (!inner || item.kind !== 'list') return item;
  const [only, ...more] = item.items;
  if (only?.kind === 'list' && more.length === 0 && only.member === undefined && !only.at)
    return unionGiven(member, only);
  const name = item.items.find((each) => each.member !== undefined)?.member;
  if (name === undefined) return item;
  // One that the union does not have is of its first member, a structure.
  const of = inner.has(name) ? inner : [...inner.values()][0]?.inner;
  return of ? { ...item, items: elementsGiven(item, { at: 0, inner: of }) } : item;
}

/** What a member is given by its name, or by that of some of its elements. */
function givenTo(member: S.StructMember | undefined, said: string, item: S.Initializer): S.Initializer {
  const view = member?.views?.get(said);
  if (!view) return item;
  return { kind: 'list', items: elementsGiven(item, view), isPath: true, at: null, span: item.span };
}

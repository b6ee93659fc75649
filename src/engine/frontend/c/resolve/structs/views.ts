/** Members of a union that is one array: elements of it. */
import { binary, integer, node, subscript } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { typeOf } from './places';
import type { State } from './state';

interface Found {
  readonly array: S.Expr;
  readonly type: S.TypeSpecifier;
  readonly view: S.View;
}

export function viewAt(s: State, e: S.Member): Found | null {
  const base = typeOf(s, e.base);
  if (!base) {
    const outer = e.base.kind === 'member' ? viewAt(s, e.base) : null;
    const view = outer?.view.inner?.get(e.name);
    return outer && view ? { ...outer, view } : null;
  }
  const holder = base.struct.members()?.find(({ views }) => views?.has(e.name));
  const view = holder?.views?.get(e.name);
  if (!holder || !view) return null;
  return { array: node({ ...e, name: holder.name }, e.base), type: holder.type, view };
}

/** An element, or the address of the first of several. */
export function inArray({ array, view: { at, count } }: Found): S.Expr {
  const { span } = array;
  if (count === undefined) return subscript(array, integer(at, span), span);
  return at === 0 ? array : binary('+', array, integer(at, span), span);
}

/** `.y = 2` and `.s = {1, 2}`, as elements of the array. */
export function elementsGiven(item: S.Initializer, view: S.View): readonly S.Initializer[] {
  const { member: _, ...plain } = item;
  const { at, inner, count } = view;
  if (item.kind === 'expression' || !(inner || count)) return [{ ...plain, at: integer(at, item.span) }];
  const names = [...(inner ?? new Map<string, S.View>())];
  let k = 0;
  return item.items.flatMap((each) => {
    if (each.member !== undefined) k = names.findIndex(([name]) => name === each.member);
    const part = inner ? names[k]?.[1] : { at: at + k };
    k++;
    return part && !each.at ? elementsGiven(each, part) : [each];
  });
}

/**
 * Unions whose members are numbers of one type, one by one, in arrays or in structures: one array, with what each name
 * stands for in it.
 *
 *     union { struct { double x, y, z; }; double v[3]; } p;      p.y    →    p.v[1]
 */
import { integer } from './build';
import { constantSize } from './constants';
import type { StructMember, StructType, TypeSpecifier, View } from './syntax';

interface Layout {
  type: TypeSpecifier | null;
}

/** The array that stands for the members of a union, or null. */
export function sharedArray(members: readonly StructMember[]): StructMember | null {
  const layout: Layout = { type: null };
  const views = new Map<string, View>();
  const sizes = members.map((member) => place(layout, member, 0, views));
  const size = sizes.reduce((most, n) => (most === null || n === null ? null : Math.max(most, n)), 0);
  const { type } = layout;
  if (!size || !type) return null;
  const whole = members.find(({ type: { struct } }, k) => !struct && sizes[k] === size && size > 1);
  const name = whole?.name ?? `${[...views.keys()][0]}.values`;
  views.delete(name);
  const { span } = type;
  return { name, type, derivations: [{ kind: 'array', size: integer(size, span), span }], views };
}

/** How many numbers a member has, and what its names stand for; null for anything else. */
function place(layout: Layout, member: StructMember, at: number, views: Map<string, View>): number | null {
  const { name, type, derivations } = member;
  const [first, ...rest] = derivations;
  if (member.views || rest.length > 0) return null;
  if (type.struct) return first ? null : placeAll(layout, { name, struct: type.struct }, at, views);
  layout.type ??= type;
  const isAlike = type.base === layout.type.base && type.bytes === layout.type.bytes && !type.isComplex;
  const hasSign = type.isUnsigned === layout.type.isUnsigned && type.isWide === layout.type.isWide;
  const isNumber = type.base !== 'unsupported' && type.base !== 'void' && type.wraps === layout.type.wraps;
  const count = first?.kind === 'array' ? constantSize(first.size) : first ? null : 1;
  if (!isAlike || !hasSign || !isNumber || name === '') return null;
  if (count !== null) views.set(name, first ? { at, count } : { at });
  return count;
}

function placeAll(
  layout: Layout,
  { name, struct }: { readonly name: string; readonly struct: StructType },
  at: number,
  views: Map<string, View>,
): number | null {
  const inside = struct.isUnion ? null : struct.members();
  if (!inside) return null;
  const inner = name === '' ? views : new Map<string, View>();
  if (name !== '') views.set(name, { at, inner });
  let size = 0;
  for (const each of inside) {
    const n = place(layout, each, at + size, inner);
    if (n === null) return null;
    size += n;
  }
  return size;
}

/** Types of structures: their members, down to numbers and arrays of numbers. */

import { constantSize } from '../../parse/constants';
import type * as S from '../../parse/syntax';
import { isRows } from '../rows/made';

/** What an expression is: a structure, or an array of them or pointer to them. */
export interface Aggregate {
  readonly struct: S.StructType;
  readonly derivations: readonly S.Derivation[];
}

/** A member that is no structure, or a member of a member, …. */
export interface Leaf {
  readonly path: readonly string[];
  readonly type: S.TypeSpecifier;
  /** Along the path, outermost first. */
  readonly derivations: readonly S.Derivation[];
}

const isPointer = ({ derivations }: Pick<Leaf, 'derivations'>): boolean => derivations[0]?.kind === 'pointer';

/** What a pointer in a structure that is `const` points to may be written. */
export function isConstIn({ isConst }: S.TypeSpecifier, leaf: Leaf): boolean {
  return leaf.type.isConst || (isConst && !isPointer(leaf));
}

export function memberOf(struct: S.StructType, name: string): S.StructMember | undefined {
  return struct.members()?.find((each) => each.name === name);
}

/** What a variable can stand for: numbers, arrays, pointers, and pointers to rows or arrays of them. Others are refused where they are named. */
export function isPlain({ type, derivations }: Pick<Leaf, 'type' | 'derivations'>): boolean {
  return (
    type.base !== 'unsupported' &&
    type.base !== 'void' &&
    (isRows({ derivations }) ||
      derivations.every((d, i) => d.kind === 'array' || (d.kind === 'pointer' && i === 0)))
  );
}

/**
 * Every leaf, in the order of memory. A structure inside of itself, by way of pointers, has none there. Members that are `const`
 * themselves can be set here, as a structure that is made, passed or returned gets them all.
 */
export function leavesOf(struct: S.StructType): readonly Leaf[] {
  const found: Leaf[] = [];
  const collect = (
    each: S.StructType,
    path: readonly string[],
    derivations: readonly S.Derivation[],
    around: readonly S.StructType[],
    isConst: boolean,
  ): void => {
    for (const member of each.members() ?? []) {
      const leaf = {
        path: [...path, member.name],
        type: { ...member.type, isConst: isConst || (member.type.isConst && isPointer(member)) },
        derivations: [...derivations, ...member.derivations],
      };
      const inner = member.type.struct;
      if (!inner || inner.isUnion) found.push(leaf);
      else if (!around.includes(inner))
        collect(inner, leaf.path, leaf.derivations, [...around, inner], leaf.type.isConst);
    }
  };
  collect(struct, [], [], [struct], false);
  return found;
}

interface Bytes {
  readonly size: number;
  /** What its place in memory is a multiple of. */
  readonly of: number;
}

/** What a compiler for 64 bits makes room for; null where the text does not tell. */
export function bytesIn(
  type: Pick<S.TypeSpecifier, 'base' | 'struct' | 'bytes' | 'isComplex' | 'wraps'>,
  [first, ...inner]: readonly S.Derivation[],
): Bytes | null {
  if (first?.kind === 'array') {
    const [count, each] = [constantSize(first.size), bytesIn(type, inner)];
    return count === null || each === null ? null : { ...each, size: count * each.size };
  }
  if (first) return { size: 8, of: 8 };
  if (!type.struct) {
    const size = BYTES[type.base] ?? null;
    const own = type.bytes ?? (type.wraps ? 4 : size);
    return own === null || !Number.isInteger(own) ? null : { size: type.isComplex ? 2 * own : own, of: own };
  }
  const all = (type.struct.members() ?? []).map((member) => bytesIn(member.type, member.derivations));
  let [size, of] = [0, 1];
  for (const each of all) {
    if (each === null) return null;
    const from = type.struct.isUnion ? 0 : Math.ceil(size / each.of) * each.of;
    size = Math.max(size, from + each.size);
    of = Math.max(of, each.of);
  }
  return all.length === 0 ? null : { size: Math.ceil(size / of) * of, of };
}

const BYTES: Readonly<Record<string, number>> = { f64: 8, f32: 4, i64: 8, i32: 4, bool: 1 };

/** How many elements arrays have, dimension by dimension; null where the text itself doesn't tell. */
export function extentsOf(derivations: readonly S.Derivation[]): readonly number[] | null {
  const extents = derivations.map((d) => (d.kind === 'array' ? constantSize(d.size) : null));
  return extents.every((n) => n !== null) ? extents : null;
}

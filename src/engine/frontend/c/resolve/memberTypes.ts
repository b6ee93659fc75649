/** Structures whose members have other types, each made once: a type is known by the object that it is. */
import type * as S from '../parse/syntax';

export function memberTypes(
  change: (member: S.StructMember) => S.StructMember,
): (type: S.StructType) => S.StructType {
  const structs = new Map<S.StructType, S.StructType>();
  return function struct(type) {
    const known = structs.get(type);
    if (known) return known;
    let made: readonly S.StructMember[] | null | undefined;
    const wrapped: S.StructType = {
      ...type,
      members: () => {
        made ??=
          type.members()?.map((given) => {
            const member = change(given);
            const inner = member.type.struct;
            return inner ? { ...member, type: { ...member.type, struct: struct(inner) } } : member;
          }) ?? null;
        return made;
      },
    };
    structs.set(type, wrapped);
    structs.set(wrapped, wrapped);
    return wrapped;
  };
}

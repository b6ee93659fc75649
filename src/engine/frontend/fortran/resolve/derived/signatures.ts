/** What routines take and return of structures. */
import { declaredUnitsIn, resultName, type Unit, unitsIn } from '../../parse/syntax';
import { genericsOf, type Type } from './types';

export interface Parameter {
  readonly name: string;
  readonly type: Type | null;
  readonly isArray: boolean;
}

export interface Signature {
  readonly parameters: readonly Parameter[];
  readonly result: Type | null;
  readonly isElemental?: boolean;
}

export function signaturesOf(
  units: readonly Unit[],
  types: ReadonlyMap<string, Type>,
): ReadonlyMap<string, Signature> {
  const found = new Map<string, Signature>();
  for (const unit of units.flatMap(declaredUnitsIn))
    if (unit.header && !found.has(unit.name.name)) found.set(unit.name.name, signatureOf(unit, types));
  const interfaces = new Map<string, string[]>();
  for (const { name, members } of units.flatMap(unitsIn).flatMap(({ generics }) => generics))
    if (!found.has(name) && !types.has(name))
      interfaces.set(name, [...(interfaces.get(name) ?? []), ...members.map((each) => each.name)]);
  const known = (members: readonly string[]) => members.flatMap((each) => found.get(each) ?? []);
  for (const [name, members] of genericsOf(types.values())) found.set(name, common(known(members)));
  for (const [name, members] of interfaces) {
    // Calls with structures name the routine itself: the name is left where another one is meant, or an intrinsic.
    const plain = known(members).filter(({ parameters }) => parameters.every(({ type }) => type === null));
    found.set(name, { ...common(known(members)), result: common(plain).result });
  }
  return found;
}

const UNKNOWN: Parameter = { name: '', type: null, isArray: false };

/** What holds for every routine that a generic name may mean. */
export function common(all: readonly Signature[]): Signature {
  const longest = Math.max(0, ...all.map(({ parameters }) => parameters.length));
  const parameters = Array.from({ length: longest }, (_, k) => {
    const [first = UNKNOWN, ...others] = all.flatMap((each) => each.parameters[k] ?? []);
    return others.every(({ type }) => type === first.type) ? first : { ...first, type: null };
  });
  const result = all[0]?.result ?? null;
  const isElemental = all.every((each) => each.isElemental);
  return { parameters, result: all.every((each) => each.result === result) ? result : null, isElemental };
}

function signatureOf(unit: Unit, types: ReadonlyMap<string, Type>): Signature {
  const structures = declaredTypes(unit, types);
  const declared = new Map(
    unit.specifications.flatMap((each) =>
      each.kind === 'declare' ? each.entities.map((entity) => [entity.name, [each, entity] as const]) : [],
    ),
  );
  const parameters = (unit.header?.parameters ?? []).map(({ name }): Parameter => {
    const found = declared.get(name);
    return {
      name,
      type: structures.get(name) ?? null,
      isArray: found !== undefined && (found[1].dimensions ?? found[0].dimensions ?? []).length > 0,
    };
  });
  const result = unit.kind === 'function' ? resultType(unit, types) : null;
  return { parameters, result, isElemental: unit.header?.elemental === true };
}

function resultType(unit: Unit, types: ReadonlyMap<string, Type>): Type | null {
  const named = unit.header?.type?.derived;
  if (named !== undefined) return types.get(named) ?? null;
  return declaredTypes(unit, types).get(resultName(unit)) ?? null;
}

function declaredTypes(unit: Unit, types: ReadonlyMap<string, Type>): Map<string, Type> {
  const found = new Map<string, Type>();
  for (const s of unit.specifications) {
    const type =
      s.kind === 'declare' && s.type?.derived !== undefined ? types.get(s.type.derived) : undefined;
    if (type && s.kind === 'declare') for (const { name } of s.entities) found.set(name, type);
  }
  return found;
}

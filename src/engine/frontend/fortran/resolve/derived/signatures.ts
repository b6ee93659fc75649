/** What routines take and return of structures. */
import { declaredUnitsIn, resultName, type Unit } from '../../parse/syntax';
import type { Type } from './types';

export interface Signature {
  readonly parameters: readonly { readonly name: string; readonly type: Type | null }[];
  readonly result: Type | null;
}

export function signaturesOf(
  units: readonly Unit[],
  types: ReadonlyMap<string, Type>,
): ReadonlyMap<string, Signature> {
  const found = new Map<string, Signature>();
  for (const unit of units.flatMap(declaredUnitsIn))
    if (unit.header && !found.has(unit.name.name)) found.set(unit.name.name, signatureOf(unit, types));
  return found;
}

function signatureOf(unit: Unit, types: ReadonlyMap<string, Type>): Signature {
  const declared = declaredTypes(unit, types);
  const parameters = (unit.header?.parameters ?? []).map(({ name }) => ({
    name,
    type: declared.get(name) ?? null,
  }));
  return { parameters, result: unit.kind === 'function' ? resultType(unit, types) : null };
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

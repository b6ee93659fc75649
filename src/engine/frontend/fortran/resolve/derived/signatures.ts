/** What routines take and return of structures. */
import { ASSIGNMENT, declaredUnitsIn, OPERATOR, resultName, type Unit, unitsIn } from '../../parse/syntax';
import { ofKind } from '../../parse/visit';
import { descendsFrom, genericsOf, type Type } from './types';

interface Parameter {
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
function common(all: readonly Signature[]): Signature {
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
    ofKind(unit.specifications, 'declare').flatMap((s) => s.entities.map((entity) => [entity.name, entity])),
  );
  const parameters = (unit.header?.parameters ?? []).map(({ name }): Parameter => {
    const isArray = (declared.get(name)?.dimensions ?? []).length > 0;
    return { name, type: structures.get(name) ?? null, isArray };
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

/** Routines of one name that take the same structures. */
interface Overload {
  /** Null if it is no structure. */
  readonly takes: readonly (Type | null)[];
  /** The function, or a generic name for several. */
  readonly target: string;
  readonly functions: readonly string[];
}

/** By generic name, such as `operator(+)` or `area`. */
export type Operators = ReadonlyMap<string, readonly Overload[]>;

/** All that INTERFACE, or GENERIC in a type, says of operators, and INTERFACE of routines. */
export function operatorsOf(
  units: readonly Unit[],
  types: ReadonlyMap<string, Type>,
  signatures: ReadonlyMap<string, Signature>,
): Operators {
  const named = units
    .flatMap(unitsIn)
    .flatMap(({ generics }) => generics)
    .filter(({ name }) => !types.has(name))
    .map(({ name, members }) => [name, members.map((each) => each.name)] as const);
  const bound = [...types.values()].flatMap((type) =>
    [...type.generics]
      .filter(([name]) => name.startsWith(OPERATOR) || name === ASSIGNMENT)
      .map(
        ([name, members]) => [name, members.flatMap((each) => type.bound.get(each)?.target ?? [])] as const,
      ),
  );
  const found = new Map<string, Overload[]>();
  for (const [name, functions] of [...named, ...bound]) {
    const overloads = found.get(name) ?? [];
    found.set(name, overloads);
    for (const each of functions) add(overloads, name, each, signatures.get(each));
  }
  return found;
}

function add(overloads: Overload[], operator: string, name: string, signature: Signature | undefined): void {
  const takes = (signature?.parameters ?? []).map(({ type }) => type);
  if (takes.every((type) => type === null)) return;
  const at = overloads.findIndex((each) => isSame(each.takes, takes));
  const others = overloads[at]?.functions ?? [];
  if (others.includes(name)) return;
  const functions = [...others, name];
  // No name of a program holds these signs.
  const target =
    functions.length === 1 ? name : `${operator}(${takes.map((type) => type?.name ?? '').join()})`;
  overloads.splice(at < 0 ? overloads.length : at, 1, { takes, target, functions });
}

const isSame = (a: readonly (Type | null)[], b: readonly (Type | null)[]): boolean =>
  a.length === b.length && a.every((type, k) => type === b[k]);

/** The names that stand for several functions, with these. */
export function severalIn(operators: Operators): readonly Overload[] {
  return [...operators.values()].flat().filter(({ functions }) => functions.length > 1);
}

/** What these names take and return, whichever function is meant. */
export function withOperators(
  signatures: ReadonlyMap<string, Signature>,
  operators: Operators,
): ReadonlyMap<string, Signature> {
  const more = severalIn(operators).map(
    ({ target, functions }) =>
      [target, common(functions.flatMap((each) => signatures.get(each) ?? []))] as const,
  );
  return new Map([...signatures, ...more]);
}

/** What an operator means between such operands: what takes just these structures, or those that they extend. */
export function meantBy(overloads: readonly Overload[], operands: readonly (Type | null)[]): Overload | null {
  const fits = ({ takes }: Overload): boolean =>
    takes.length === operands.length &&
    takes.every((type, k) => {
      const given = operands[k] ?? null;
      return type === null || given === null ? type === given : descendsFrom(given, type);
    });
  return overloads.find(({ takes }) => isSame(takes, operands)) ?? overloads.find(fits) ?? null;
}

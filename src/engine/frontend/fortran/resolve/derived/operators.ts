/** Operators between structures, and generic names of routines that take some: which routine each of them means. */
import { ASSIGNMENT, OPERATOR, type Unit, unitsIn } from '../../parse/syntax';
import { common, type Signature } from './signatures';
import { descendsFrom, type Type } from './types';

/** Routines of one name that take the same structures. */
export interface Overload {
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

/** Which names of a unit are COMPLEX, and what its routines take and return of it. */
import { declaredUnitsIn, resultName, type StatementSyntax, type Unit } from '../../parse/syntax';
import type { Signature } from './state';

/** What the declarations of a unit say. */
interface Declared {
  /** Dimensions of the names that are COMPLEX; null for those that are not. */
  readonly known: Map<string, number | null>;
  /** Letters that IMPLICIT makes COMPLEX. */
  readonly letters: Set<string>;
  readonly arrays: Map<string, number>;
}

export function declaredIn(unit: Unit): Declared {
  const { specifications } = unit;
  const known = new Map(specifications.flatMap(typesIn));
  const letters = new Set(specifications.flatMap(complexLetters));
  const ranks = new Map(specifications.flatMap(ranksIn));
  if (unit.kind === 'function' && unit.header?.type)
    known.set(resultName(unit), unit.header.type.complex ? 0 : null);
  for (const { name } of unit.header?.parameters ?? [])
    if (!known.has(name)) known.set(name, letters.has(name.charAt(0)) ? 0 : null);
  for (const [name, rank] of ranks) {
    if (known.get(name) === undefined && letters.has(name.charAt(0))) known.set(name, 0);
    if (known.get(name) === 0) known.set(name, rank);
  }
  return { known, letters, arrays: ranks };
}

/** Names that get a type: 0, no dimension, of those that are COMPLEX. */
function typesIn(s: StatementSyntax): [string, number | null][] {
  if (s.kind !== 'declare' || !s.type) return [];
  const rank = s.type.complex ? 0 : null;
  return s.entities.map(({ name }) => [name, rank]);
}

/** Names that get bounds, and how many dimensions they have. */
function ranksIn(s: StatementSyntax): [string, number][] {
  const entities =
    s.kind === 'declare'
      ? s.entities
      : s.kind === 'common'
        ? s.blocks.flatMap((block) => block.entities)
        : [];
  return entities.flatMap(({ name, dimensions }) => (dimensions ? [[name, dimensions.length]] : []));
}

function complexLetters(s: StatementSyntax): string[] {
  const rules = s.kind === 'implicit' ? s.rules.filter(({ type }) => type.complex) : [];
  return rules.flatMap(({ letters }) => letters.flatMap(([from, to]) => lettersBetween(from, to)));
}

function lettersBetween(from: string, to: string): string[] {
  const first = from.charCodeAt(0);
  const length = Math.max(0, to.charCodeAt(0) - first + 1);
  return Array.from({ length }, (_, k) => String.fromCharCode(first + k));
}

export function signaturesOf(units: readonly Unit[]): ReadonlyMap<string, Signature> {
  const found = new Map<string, Signature>();
  for (const unit of units.flatMap(declaredUnitsIn)) {
    if (!unit.header || (unit.kind !== 'function' && unit.kind !== 'subroutine')) continue;
    const { known, letters } = declaredIn(unit);
    const parameters = unit.header.parameters.map(({ name }) => ({ name, rank: known.get(name) ?? null }));
    const result = resultName(unit);
    const type = known.get(result);
    const isComplex = type === undefined ? letters.has(result.charAt(0)) : type !== null;
    const { elemental: isElemental } = unit.header;
    const isPair = unit.kind === 'function' && isComplex;
    found.set(unit.name.name, { parameters, result: isPair, resultRank: type ?? 0, isElemental });
  }
  return found;
}

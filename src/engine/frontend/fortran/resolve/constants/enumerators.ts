/** ENUMERATOR: constants that count on from the one before, from 0 where there is none. */
import { binary, integer, nameAt } from '../../parse/made';
import type { Entity, ExprSyntax, StatementSyntax } from '../../parse/syntax';

export function withEnumerators(statements: readonly StatementSyntax[]): readonly StatementSyntax[] {
  if (!statements.some((s) => s.kind === 'declare' && s.counts)) return statements;
  let before: Entity | null = null;
  const next = ({ span }: Entity): ExprSyntax => {
    return before ? binary('+', nameAt(before.name, span), integer(1, span)) : integer(0, span);
  };
  return statements.map((s) => {
    if (s.kind !== 'declare' || !s.counts) return s;
    if (s.entities.length === 0) {
      before = null;
      return s;
    }
    const entities = s.entities.map((entity) => {
      const made = { ...entity, initial: entity.initial ?? next(entity) };
      before = made;
      return made;
    });
    return { ...s, entities };
  });
}

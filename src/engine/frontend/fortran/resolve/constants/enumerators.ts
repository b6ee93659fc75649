/** ENUMERATOR: constants that count on from the one before, from 0 where there is none. */
import type { Entity, ExprSyntax, StatementSyntax } from '../../parse/syntax';

export function withEnumerators(statements: readonly StatementSyntax[]): readonly StatementSyntax[] {
  if (!statements.some((s) => s.kind === 'declare' && s.counts)) return statements;
  let before: Entity | null = null;
  const next = ({ span }: Entity): ExprSyntax => {
    const number = (text: string) => ({ kind: 'number', text, real: false, suffix: null, span }) as const;
    if (!before) return number('0');
    return {
      kind: 'binary',
      op: '+',
      left: { kind: 'name', name: before.name, span },
      right: number('1'),
      span,
    };
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

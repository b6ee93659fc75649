/** Declarations with a first dimension for the pair, and initial values part by part. */
import { declared, entityOf, integer } from '../../parse/made';
import type {
  DataValue,
  DimensionSyntax,
  Entity,
  ExprSyntax,
  ItemSyntax,
  StatementSyntax,
  TypeSyntax,
} from '../../parse/syntax';
import { withoutHoisted } from '../hoisted';
import { pairOf, partsOf, real } from './expressions';
import { isPair } from './kinds';
import { rankOf, type State } from './state';

/** The type of the parts: COMPLEX*16 has two of eight bytes. */
export function realOf(type: TypeSyntax): TypeSyntax {
  const { complex, bytes, ...rest } = type;
  return { ...rest, bytes: bytes === null ? null : bytes / 2 };
}

/** A variable that is one pair. */
export function pairNamed(name: string, type: TypeSyntax): StatementSyntax {
  return declared(type, entityOf(name, type.span, [pairDimension(type.span)]));
}

function pairDimension(span: DimensionSyntax['span']): DimensionSyntax {
  return { lower: null, upper: integer(2, span), span };
}

export function widened(
  s: State,
  entity: Entity,
  around: readonly DimensionSyntax[] | null,
  isTyped: boolean,
): Entity {
  const rank = s.scope.get(entity.name) ?? null;
  const made = real(s, { ...entity, initial: null, data: null });
  if (rank === null) return { ...real(s, entity), name: entity.name };
  const own = made.dimensions ?? around;
  // Bounds that another statement gives are widened there.
  const dimensions = own || (isTyped && rank === 0) ? [pairDimension(entity.span), ...(own ?? [])] : null;
  const initial = entity.initial && initialOf(s, entity.initial);
  const data = entity.data?.flatMap((value) => dataValues(s, value)) ?? null;
  return { ...made, dimensions, initial, data };
}

function initialOf(s: State, e: ExprSyntax): ExprSyntax {
  const given = e.kind === 'constructor' ? e.items : [e];
  const items = withoutHoisted(s, () =>
    given.flatMap((item): ItemSyntax[] => {
      if (item.kind === 'implied') return [item];
      const { re, im } = pairOf(s, item);
      return [re, im];
    }),
  );
  return { kind: 'constructor', items, span: e.span };
}

function dataValues(s: State, value: DataValue): DataValue[] {
  if (!isPair(s, value.value)) return [value];
  const { re, im } = pairOf(s, value.value);
  const times = value.repeat?.kind === 'number' ? Number(value.repeat.text) : 1;
  const one = [re, im].map((part): DataValue => ({ repeat: null, value: part, span: value.span }));
  return Array.from({ length: Math.min(times, 10_000) }, () => one).flat();
}

export function specification(s: State, each: StatementSyntax): StatementSyntax[] {
  switch (each.kind) {
    case 'declare': {
      const isComplex = each.type?.complex === true;
      // Types for functions of this text are left out: the functions declare them themselves.
      const entities = each.entities.filter(({ name }) => !isComplex || s.scope.get(name) !== undefined);
      if (entities.length === 0 && isComplex) return [];
      const anyWidened = entities.some(({ name }) => (s.scope.get(name) ?? null) !== null);
      const dimensions = real(s, each.dimensions);
      return [
        {
          ...each,
          type: each.type && isComplex ? realOf(each.type) : each.type,
          dimensions: anyWidened ? null : dimensions,
          entities: entities.map((entity) => {
            const made = widened(s, entity, dimensions, each.type !== null);
            return anyWidened && !made.dimensions && dimensions ? { ...made, dimensions } : made;
          }),
        },
      ];
    }
    case 'common':
      return [
        {
          ...each,
          blocks: each.blocks.map((block) => ({
            ...block,
            entities: block.entities.map((entity) => widened(s, entity, null, false)),
          })),
        },
      ];
    case 'parameter':
      return [
        {
          ...each,
          items: each.items.map(({ name, value }) => ({
            name,
            value: rankOf(s, name.name) === null ? real(s, value) : initialOf(s, value),
          })),
        },
      ];
    case 'implicit':
      return [
        {
          ...each,
          rules: each.rules.map((rule) => (rule.type.complex ? { ...rule, type: realOf(rule.type) } : rule)),
        },
      ];
    case 'data':
      return [
        {
          ...each,
          sets: each.sets.map(({ targets, values }) => ({
            targets: targets.flatMap((target) => partsOf(s, target)),
            values: values.flatMap((value) => dataValues(s, value)),
          })),
        },
      ];
    case 'use':
      return [each];
    default:
      return [real(s, each)];
  }
}

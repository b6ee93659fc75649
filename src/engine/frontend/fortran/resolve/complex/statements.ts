/** Statements with pairs in them, part by part. */
import { all, argument, assigned, declared, entityOf, integer, nothing } from '../../parse/made';
import { respelled } from '../../parse/spelling';
import type * as S from '../../parse/syntax';
import { rewrittenConstruct, withHoisted, withoutHoisted } from '../hoisted';
import { callArguments, half, pairOf, partOf, partsOf, real } from './expressions';
import { isArrayCall, isArrayLike, isPair } from './kinds';
import { rankOf, type State, temporary } from './state';

export function nodes(s: State, list: readonly S.Node[]): S.Node[] {
  return withHoisted(s, list, (node) => statements(s, node));
}

function statements(s: State, node: S.Node): S.Node[] {
  const construct = rewrittenConstruct(node, {
    value: (tree) => real(s, tree),
    pure: (tree) => withoutHoisted(s, () => real(s, tree)),
    body: (list) => nodes(s, list),
  });
  if (construct) return [construct];
  switch (node.kind) {
    case 'assign':
      return assignment(s, node);
    case 'continue':
      return [node];
    case 'call':
      return [{ ...node, args: callArguments(s, node.callee.name, node.args) }];
    case 'whereBlock': {
      const arms = withoutHoisted(s, () =>
        node.arms.map((arm) => ({
          mask: real(s, arm.mask),
          body: arm.body.flatMap((inner) => statements(s, inner)),
        })),
      );
      return [{ ...node, arms }];
    }
    case 'scopeBlock':
      return [{ ...real(s, { ...node, body: [] }), body: nodes(s, node.body) }];
    case 'associateBlock': {
      const hiding = node.pairs.filter(({ selector }) => !isPair(s, selector)).map(({ name }) => name.name);
      const hidden = hiding.map((name) => [name, s.scope.get(name)] as const);
      for (const name of hiding) s.scope.set(name, null);
      const body = nodes(s, node.body);
      for (const [name, rank] of hidden) {
        if (rank === undefined) s.scope.delete(name);
        else s.scope.set(name, rank);
      }
      return [{ ...real(s, { ...node, body: [] }), body }];
    }
    case 'io': {
      const list = node.items.flatMap((item) => partsOf(s, item));
      return [{ ...node, items: list, text: respelled({ ...node, items: list }) }];
    }
    case 'read':
      return [{ ...node, items: node.items.flatMap((item) => partsOf(s, item)) }];
    case 'allocate': {
      const entities = node.entities.map((entity) => widened(s, entity, false));
      return [{ ...real(s, { ...node, entities: [] }), entities }];
    }
    default:
      return [real(s, node)];
  }
}

function assignment(s: State, node: S.StatementOf<'assign'> & S.StatementSyntax): S.Node[] {
  const { target, span, value } = node;
  const ofHalf = target.kind === 'apply' && target.parts !== undefined;
  const rank = rankOf(s, target.name);
  if (rank === null || ofHalf) {
    const given = isPair(s, value) ? pairOf(s, value).re : real(s, value);
    const place = ofHalf ? half(s, target) : target;
    if (!place) return [nothing(node)];
    return [
      {
        ...node,
        target: place.kind === 'apply' && !ofHalf ? { ...place, args: real(s, place.args) } : place,
        value: given,
      },
    ];
  }
  if (value.kind === 'apply' && isArrayCall(s, value)) {
    const args = callArguments(s, value.name, value.args);
    const whole =
      target.kind === 'apply' ? { ...target, args: [argument(all(span)), ...real(s, target.args)] } : target;
    return [{ ...node, target: whole, value: { ...value, args } }];
  }
  const subscripts = target.kind === 'apply' ? real(s, target.args) : null;
  const [re, im] = (['re', 'im'] as const).map((part) => partOf(target, rank, subscripts, part));
  if (!re || !im) return [node];
  const isWhole = isPair(s, value);
  const given = isWhole ? pairOf(s, value) : { re: real(s, value), im: integer(0, span) };
  const second = { ...assigned(im, given.im, span) };
  if (node.held) {
    // Both parts wait: each in a copy of its own.
    const held = { ...node.held, copy: node.held.copy + 0.5 };
    return [
      { ...node, target: re, value: given.re },
      { ...second, held },
    ];
  }
  if (!readsRealPart(given.im, target.name)) return [{ ...node, target: re, value: given.re }, second];
  const isArray = isArrayLike(s, target) || subscripts?.some((each) => isArrayLike(s, each.value));
  if (isArray) {
    // The numbers of a FORALL's copies are places, so these are below 0.
    const copy = --s.lastCopy;
    return [
      { ...node, target: re, value: given.re, held: { copy, phase: 'take' } },
      second,
      { ...assigned(re, given.re, span), held: { copy, phase: 'put' } },
    ];
  }
  const name = temporary(s, null);
  const kept = { kind: 'name' as const, name, span };
  return [{ ...node, target: kept, value: given.re }, second, assigned(re, kept, span)];
}

/** The imaginary part is set second: does it need the real part as it was? */
function readsRealPart(e: object, name: string): boolean {
  if ('kind' in e && e.kind === 'apply' && 'name' in e && e.name === name && 'args' in e) {
    const [first] = e.args as readonly { value: S.ExprSyntax }[];
    if (!(first?.value.kind === 'number' && first.value.text === '2')) return true;
  }
  return Object.values(e).some(
    (part) => typeof part === 'object' && part !== null && readsRealPart(part, name),
  );
}

/** The type of the parts: COMPLEX*16 has two of eight bytes. */
export function realOf(type: S.TypeSyntax): S.TypeSyntax {
  const { complex, bytes, ...rest } = type;
  return { ...rest, bytes: bytes === null ? null : bytes / 2 };
}

/** A variable that is one pair. */
export function pairNamed(name: string, type: S.TypeSyntax): S.StatementSyntax {
  return declared(type, entityOf(name, type.span, [pairDimension(type.span)]));
}

function pairDimension(span: S.DimensionSyntax['span']): S.DimensionSyntax {
  return { lower: null, upper: integer(2, span), span };
}

function widened(s: State, entity: S.Entity, isTyped: boolean): S.Entity {
  const rank = s.scope.get(entity.name) ?? null;
  const made = real(s, { ...entity, initial: null, data: null });
  if (rank === null) return { ...real(s, entity), name: entity.name };
  const own = made.dimensions;
  // Bounds that another statement gives are widened there.
  const dimensions = own || (isTyped && rank === 0) ? [pairDimension(entity.span), ...(own ?? [])] : null;
  const initial = entity.initial && initialOf(s, entity.initial);
  const data = entity.data?.flatMap((value) => dataValues(s, value)) ?? null;
  return { ...made, dimensions, initial, data };
}

function initialOf(s: State, e: S.ExprSyntax): S.ExprSyntax {
  const given = e.kind === 'constructor' ? e.items : [e];
  const items = withoutHoisted(s, () =>
    given.flatMap((item): S.ItemSyntax[] => {
      if (item.kind === 'implied') return [item];
      const { re, im } = pairOf(s, item);
      return [re, im];
    }),
  );
  return { kind: 'constructor', items, span: e.span };
}

function dataValues(s: State, value: S.DataValue): S.DataValue[] {
  if (!isPair(s, value.value)) return [value];
  const { re, im } = pairOf(s, value.value);
  const times = value.repeat?.kind === 'number' ? Number(value.repeat.text) : 1;
  const one = [re, im].map((part): S.DataValue => ({ repeat: null, value: part, span: value.span }));
  return Array.from({ length: Math.min(times, 10_000) }, () => one).flat();
}

export function specification(s: State, each: S.StatementSyntax): S.StatementSyntax[] {
  switch (each.kind) {
    case 'declare': {
      const isComplex = each.type?.complex === true;
      // Types for functions of this text are left out: the functions declare them themselves.
      const entities = each.entities.filter(({ name }) => !isComplex || s.scope.get(name) !== undefined);
      if (entities.length === 0 && isComplex) return [];
      if (each.attributes.includes('parameter')) for (const { name } of entities) rankOf(s, name);
      return [
        {
          ...each,
          type: each.type && isComplex ? realOf(each.type) : each.type,
          entities: entities.map((entity) => widened(s, entity, each.type !== null)),
        },
      ];
    }
    case 'common':
      return [
        {
          ...each,
          blocks: each.blocks.map((block) => ({
            ...block,
            entities: block.entities.map((entity) => widened(s, entity, false)),
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

/** Units, their declarations and statements, with an array of pairs for each COMPLEX variable. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { assigned, declared, entityOf, integer } from '../../parse/made';
import { respelled } from '../../parse/spelling';
import type {
  DataValue,
  DimensionSyntax,
  Entity,
  ExprSyntax,
  ItemSyntax,
  Node,
  StatementOf,
  StatementSyntax,
  TypeSyntax,
  Unit,
} from '../../parse/syntax';
import {
  callArguments,
  isArrayLike,
  isPair,
  pairOf,
  partOf,
  rankOf,
  real,
  type Signature,
  type State,
  temporary,
} from './expressions';

interface Text {
  readonly names: Set<string>;
  readonly sink: DiagnosticSink;
  readonly signatures: ReadonlyMap<string, Signature>;
  readonly modules: Map<string, ReadonlyMap<string, number | null>>;
}

export function rewriteUnits(
  units: readonly Unit[],
  names: Set<string>,
  sink: DiagnosticSink,
): readonly Unit[] {
  const text: Text = { names, sink, signatures: signaturesOf(units), modules: new Map() };
  return units.map((unit) => rewriteUnit(text, unit, new Map()));
}

function resultName(unit: Unit): string {
  return unit.header?.result?.name ?? unit.name.name;
}

// ------------------------------------------------------------------------------------------------------------ what is known

/** Names that a unit declares COMPLEX, with how many dimensions they have, and other names as null. */
function declaredIn(unit: Unit): {
  known: Map<string, number | null>;
  letters: Set<string>;
  arrays: Set<string>;
} {
  const known = new Map<string, number | null>();
  const letters = new Set<string>();
  const ranks = new Map<string, number>();
  const note = (entity: Entity, dimensions: readonly DimensionSyntax[] | null): void => {
    const given = entity.dimensions ?? dimensions;
    if (given) ranks.set(entity.name, given.length);
  };
  for (const s of unit.specifications) {
    if (s.kind === 'declare') {
      for (const entity of s.entities) {
        note(entity, s.dimensions);
        if (s.type) known.set(entity.name, s.type.complex ? 0 : null);
      }
    } else if (s.kind === 'common')
      for (const { entities } of s.blocks) for (const entity of entities) note(entity, null);
    else if (s.kind === 'implicit')
      for (const { type, letters: ranges } of s.rules)
        for (const [from, to] of ranges)
          for (let c = from.charCodeAt(0); type.complex && c <= to.charCodeAt(0); c++)
            letters.add(String.fromCharCode(c));
  }
  if (unit.kind === 'function' && unit.header?.type)
    known.set(resultName(unit), unit.header.type.complex ? 0 : null);
  for (const { name } of unit.header?.parameters ?? [])
    if (!known.has(name)) known.set(name, letters.has(name.charAt(0)) ? 0 : null);
  for (const [name, rank] of ranks) {
    if (known.get(name) === undefined && letters.has(name.charAt(0))) known.set(name, 0);
    if (known.get(name) === 0) known.set(name, rank);
  }
  return { known, letters, arrays: new Set(ranks.keys()) };
}

function signaturesOf(units: readonly Unit[]): ReadonlyMap<string, Signature> {
  const found = new Map<string, Signature>();
  const gather = (list: readonly Unit[]): void => {
    for (const unit of list) {
      if (unit.header && (unit.kind === 'function' || unit.kind === 'subroutine')) {
        const { known, letters } = declaredIn(unit);
        const parameters = unit.header.parameters.map(({ name }) => ({
          name,
          rank: known.get(name) ?? null,
        }));
        const result = resultName(unit);
        const type = known.get(result);
        const isComplex = type === undefined ? letters.has(result.charAt(0)) : type !== null;
        const { elemental: isElemental } = unit.header;
        found.set(unit.name.name, { parameters, result: unit.kind === 'function' && isComplex, isElemental });
      }
      gather(unit.interfaces);
      gather(unit.contains);
    }
  };
  gather(units);
  return found;
}

// --------------------------------------------------------------------------------------------------------------- units

function rewriteUnit(text: Text, unit: Unit, around: ReadonlyMap<string, number | null>): Unit {
  const { known, letters, arrays } = declaredIn(unit);
  const scope = new Map(around);
  for (const each of unit.specifications) if (each.kind === 'use') used(text, each, scope);
  for (const [name, rank] of known) scope.set(name, rank);
  const isFunction = unit.kind === 'function' && text.signatures.get(unit.name.name)?.result === true;
  // What a caller declares of a function is no variable.
  for (const name of [...known.keys()])
    if (text.signatures.has(name) && !(isFunction && name === resultName(unit))) scope.delete(name);
  if (isFunction && scope.get(resultName(unit)) === undefined) scope.set(resultName(unit), 0);
  const real_ = realType(unit);
  const s: State = {
    ...text,
    scope,
    letters,
    arrays,
    implied: new Set(),
    real: real_,
    temporaries: [],
    before: [],
  };
  const specifications = unit.specifications.flatMap((each) => specification(s, each));
  if (unit.kind === 'module') text.modules.set(unit.name.name, new Map(scope));
  const body = nodes(s, unit.body);
  const contains = unit.contains.map((each) => rewriteUnit(text, each, scope));
  const interfaces = unit.interfaces.map((each) => rewriteUnit(text, each, around));
  const implied = [...s.implied].map((name) => sized(name, real_, 2));
  const header = unit.header;
  const heading =
    isFunction && header?.type?.complex && !declares(unit, resultName(unit))
      ? [sized(resultName(unit), realOf(header.type), 2)]
      : [];
  return {
    ...unit,
    header: header && {
      ...header,
      type: isFunction ? null : header.type,
      elemental: header.elemental && !isFunction,
    },
    specifications: [...heading, ...specifications, ...implied, ...s.temporaries],
    body,
    contains,
    interfaces,
  };
}

function declares(unit: Unit, name: string): boolean {
  return unit.specifications.some(
    (s) => s.kind === 'declare' && s.type !== null && s.entities.some((entity) => entity.name === name),
  );
}

/** DOUBLE PRECISION, unless all that the unit declares COMPLEX is single. */
function realType(unit: Unit): TypeSyntax {
  const types = unit.specifications.flatMap((s) => (s.kind === 'declare' && s.type?.complex ? [s.type] : []));
  if (unit.header?.type?.complex) types.push(unit.header.type);
  const isSingle =
    types.length > 0 &&
    types.every(
      ({ base, bytes, kindOf }) => base === 'real' && kindOf === null && (bytes === null || bytes === 8),
    );
  return {
    base: isSingle ? 'real' : 'double',
    bytes: null,
    kindOf: null,
    span: unit.header?.span ?? unit.span,
  };
}

/** The type of the parts: COMPLEX*16 has two of eight bytes. */
function realOf(type: TypeSyntax): TypeSyntax {
  const { complex, bytes, ...rest } = type;
  return { ...rest, bytes: bytes === null ? null : bytes / 2 };
}

function sized(name: string, type: TypeSyntax, extent: number): StatementSyntax {
  const { span } = type;
  const dimensions = [{ lower: null, upper: integer(extent, span), span }];
  return declared(type, entityOf(name, span, dimensions));
}

function used(text: Text, each: StatementOf<'use'>, scope: Map<string, number | null>): void {
  const module = text.modules.get(each.module.name);
  if (!module) return;
  const renamed = new Map(each.names.map(({ local, remote }) => [remote, local.name]));
  for (const [name, rank] of module) {
    const local = renamed.get(name) ?? (each.only ? undefined : name);
    if (local !== undefined) scope.set(local, rank);
  }
}

// -------------------------------------------------------------------------------------------------------- declarations

function pairDimension(span: DimensionSyntax['span']): DimensionSyntax {
  return { lower: null, upper: integer(2, span), span };
}

function widened(
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
  const data = entity.data && entity.data.flatMap((value) => dataValues(s, value));
  return { ...made, dimensions, initial, data };
}

function initialOf(s: State, e: ExprSyntax): ExprSyntax {
  const { span } = e;
  const outer = s.before;
  s.before = null;
  const items = (e.kind === 'constructor' ? e.items : [e]).flatMap((item): ItemSyntax[] => {
    if (item.kind === 'implied') return [item];
    const { re, im } = pairOf(s, item);
    return [re, im];
  });
  s.before = outer;
  return { kind: 'constructor', items, span };
}

function dataValues(s: State, value: DataValue): DataValue[] {
  if (!isPair(s, value.value)) return [value];
  const { re, im } = pairOf(s, value.value);
  const times = value.repeat?.kind === 'number' ? Number(value.repeat.text) : 1;
  const one = [re, im].map((part): DataValue => ({ repeat: null, value: part, span: value.span }));
  return Array.from({ length: Math.min(times, 10_000) }, () => one).flat();
}

function specification(s: State, each: StatementSyntax): StatementSyntax[] {
  switch (each.kind) {
    case 'declare': {
      const isComplex = each.type?.complex === true;
      // What is declared of a function that the text holds, it says itself.
      const entities = each.entities.filter(({ name }) => !isComplex || s.scope.get(name) !== undefined);
      if (entities.length === 0 && isComplex) return [];
      const anyWidened = entities.some(({ name }) => (s.scope.get(name) ?? null) !== null);
      return [
        {
          ...each,
          type: each.type && isComplex ? realOf(each.type) : each.type,
          dimensions: anyWidened ? null : real(s, each.dimensions),
          entities: entities.map((entity) => {
            const made = widened(s, entity, each.dimensions, each.type !== null);
            return anyWidened && !made.dimensions && each.dimensions
              ? { ...made, dimensions: each.dimensions }
              : made;
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
            targets: targets.flatMap((target) => items(s, target)),
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

// ----------------------------------------------------------------------------------------------------------- statements

function nodes(s: State, list: readonly Node[]): Node[] {
  return list.flatMap((node) => {
    const outer = s.before;
    s.before = [];
    const made = statements(s, node);
    const all = [...s.before, ...made];
    s.before = outer;
    const [first] = all;
    // A jump to the statement goes to what stands before it.
    if (node.label && first && first !== made[0])
      return [{ ...first, label: node.label }, ...all.slice(1).map((each) => ({ ...each, label: null }))];
    return all;
  });
}

/** Where nothing can stand before: a test that is made again and again, or only sometimes. */
function pure<T>(s: State, tree: T): T {
  const outer = s.before;
  s.before = null;
  const made = real(s, tree);
  s.before = outer;
  return made;
}

function statements(s: State, node: Node): Node[] {
  switch (node.kind) {
    case 'assign':
      return assignment(s, node);
    case 'continue':
      return [node];
    case 'call':
      return [{ ...node, args: callArguments(s, node.callee.name, node.args) }];
    case 'if': {
      const condition = real(s, node.condition);
      const body = nodes(s, [node.then]);
      const [only] = body;
      if (body.length === 1 && only && !('arms' in only || 'body' in only || 'cases' in only))
        return [{ ...node, condition, then: only }];
      const { span, label, construct } = node;
      return [{ kind: 'ifBlock', arms: [{ condition, body, span }], span, label, construct }];
    }
    case 'ifBlock': {
      const arms = node.arms.map((arm, k) => ({
        ...arm,
        condition: arm.condition && (k === 0 ? real(s, arm.condition) : pure(s, arm.condition)),
        body: nodes(s, arm.body),
      }));
      return [{ ...node, arms }];
    }
    case 'doBlock': {
      const control = node.control.kind === 'while' ? pure(s, node.control) : real(s, node.control);
      return [{ ...node, control, body: nodes(s, node.body) }];
    }
    case 'selectBlock': {
      const cases = node.cases.map((arm) => ({ ...arm, body: nodes(s, arm.body) }));
      return [{ ...node, selector: real(s, node.selector), cases }];
    }
    case 'whereBlock': {
      const arms = node.arms.map((arm) => ({ mask: pure(s, arm.mask), body: masked(s, arm.body) }));
      return [{ ...node, arms }];
    }
    case 'scopeBlock':
    case 'associateBlock':
      return [{ ...real(s, { ...node, body: [] }), body: nodes(s, node.body) }];
    case 'io': {
      const list = node.items.flatMap((item) => items(s, item));
      return [{ ...node, items: list, text: respelled({ ...node, items: list }) }];
    }
    case 'read':
      return [{ ...node, items: node.items.flatMap((item) => items(s, item)) }];
    case 'allocate': {
      const entities = node.entities.map((entity) => widened(s, entity, null, false));
      return [{ ...real(s, { ...node, entities: [] }), entities }];
    }
    default:
      return [real(s, node)];
  }
}

function masked(s: State, body: readonly Node[]): Node[] {
  const outer = s.before;
  s.before = null;
  const made = body.flatMap((node) => statements(s, node));
  s.before = outer;
  return made;
}

/** What is printed, read or set: both parts. */
function items(s: State, item: ItemSyntax): ItemSyntax[] {
  if (item.kind === 'implied')
    return [{ ...real(s, { ...item, items: [] }), items: item.items.flatMap((each) => items(s, each)) }];
  if (item.kind === 'string' || !isPair(s, item)) return [item.kind === 'string' ? item : real(s, item)];
  if (item.kind === 'name') return [item];
  const { re, im } = pairOf(s, item);
  return [re, im];
}

let copies = 0;

function assignment(s: State, node: StatementOf<'assign'> & StatementSyntax): Node[] {
  const { target, span, value } = node;
  const rank = rankOf(s, target.name);
  if (rank === null) {
    const given = isPair(s, value) ? pairOf(s, value).re : real(s, value);
    return [
      {
        ...node,
        target: target.kind === 'apply' ? { ...target, args: real(s, target.args) } : target,
        value: given,
      },
    ];
  }
  const subscripts = target.kind === 'apply' ? real(s, target.args) : null;
  const [re, im] = (['re', 'im'] as const).map((part) => partOf(target, rank, subscripts, part));
  if (!re || !im) return [node];
  const isWhole = isPair(s, value);
  const given = isWhole ? pairOf(s, value) : { re: real(s, value), im: integer(0, span) };
  const second = { ...assigned(im, given.im, span) };
  if (!readsRealPart(given.im, target.name)) return [{ ...node, target: re, value: given.re }, second];
  const isArray = isArrayLike(s, target) || subscripts?.some((each) => isArrayLike(s, each.value));
  if (isArray) {
    const copy = --copies;
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
    const [first] = e.args as readonly { value: ExprSyntax }[];
    if (!(first?.value.kind === 'number' && first.value.text === '2')) return true;
  }
  return Object.values(e).some(
    (part) => typeof part === 'object' && part !== null && readsRealPart(part, name),
  );
}

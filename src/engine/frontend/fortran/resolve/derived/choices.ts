/**
 * The routine that a generic name means in a call, by the types and ranks of the arguments, as far as the text shows them. This is
 * for names that have to be settled early: of routines with OPTIONAL arguments, of procedures bound to types, and of functions
 * that share their name with a type.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { type CallSyntax, calleeOf, calling } from '../../parse/calls';
import type * as S from '../../parse/syntax';
import { ASSIGNMENT, OF_MODULE, OPERATOR, unitsIn } from '../../parse/syntax';
import { declarationsOf, isOfRoutine } from '../../parse/visit';
import { optionalOf } from '../optional';
import { type Scope, typedOf } from './scopes';
import { type Component, descendsFrom, genericsOf, type Type } from './types';

export interface Choices {
  readonly members: ReadonlyMap<string, readonly S.Unit[]>;
  readonly types: ReadonlyMap<string, Type>;
  readonly routines: ReadonlyMap<string, S.Unit>;
  readonly sink: DiagnosticSink;
}

/** What is not known is left out. */
interface Look {
  readonly base?: string;
  readonly rank?: number;
  readonly type?: Type | null;
}

export function choicesOf(
  units: readonly S.Unit[],
  types: ReadonlyMap<string, Type>,
  sink: DiagnosticSink,
): Choices {
  const all = units.flatMap(unitsIn);
  const routines = new Map(all.flatMap((unit) => (unit.header ? [[unit.name.name, unit] as const] : [])));
  const written = all.flatMap(({ generics }) =>
    generics.map(({ name, members }) => [name, members.map((each) => each.name)] as const),
  );
  const members = new Map<string, S.Unit[]>();
  const bound = genericsOf(types.values());
  for (const [name, given] of [...written, ...bound]) {
    if (name === ASSIGNMENT || name.startsWith(OPERATOR)) continue;
    const found = given.flatMap((each) => routines.get(each) ?? []);
    // What is bound under one name may be of several types that extend each other.
    const isChosen = types.has(name) || bound.has(name) || found.some((each) => optionalOf(each).size > 0);
    if (isChosen && found.length === given.length)
      members.set(name, [...new Set([...(members.get(name) ?? []), ...found])]);
  }
  return { members, types, routines, sink };
}

/** A call of the one routine that fits, if there is just one; `around`: the units in which the call stands, the innermost first. */
export function chosen(c: Choices, call: CallSyntax, scope: Scope, around: readonly S.Unit[]): CallSyntax {
  const name = calleeOf(call);
  const members = c.members.get(name);
  if (!members) return call;
  const looks = call.args.map(({ value }) => lookOf(c, scope, around, value));
  const fitting = members.filter((each) => fits(c, each, call.args, looks));
  const [only] = fitting;
  const type = c.types.get(name);
  const isConstructor = type !== undefined && constructs(type, call.args, looks);
  if (only && fitting.length === 1 && (!isConstructor || isLikeWritten(only, type, call.args)))
    return calling(call, only.name.name, call.args);
  if (only && type) {
    const found = fitting.map((each) => each.name.name);
    const what = `Whether ${name} means its constructor or ${found.join(' or ')} here depends on what its arguments are, which is not supported.`;
    c.sink.error('unsupported', what, call.span, `Write ${found[0]} for the function.`);
  }
  return call;
}

/** Whether a function takes what the components are, kinds too: then it is meant, not the constructor. */
function isLikeWritten(unit: S.Unit, { components }: Type, args: readonly S.ArgumentSyntax[]): boolean {
  return args.every((_, k) => {
    const { name = '' } = unit.header?.parameters[k] ?? {};
    const [declared] = declarationsOf(unit, name);
    const entity = declared?.entities.find((each) => each.name === name);
    const component = components[k];
    return (
      component &&
      declared &&
      entity &&
      written(component.declaration, component.entity) === written(declared, entity)
    );
  });
}

/** Type, kind and rank as they are written: equal for what the same arguments fit. */
function written({ type }: S.StatementOf<'declare'>, entity: S.Entity): string {
  const rank = (entity.dimensions ?? []).length;
  return JSON.stringify([type?.base, type?.bytes, type?.derived, type?.kindOf, rank], (key, value) => {
    if (/span$/i.test(key)) return undefined;
    return key === 'name' ? String(value).slice(String(value).indexOf(OF_MODULE) + 1) : value;
  });
}

function fits(c: Choices, unit: S.Unit, args: readonly S.ArgumentSyntax[], looks: readonly Look[]): boolean {
  const parameters = (unit.header?.parameters ?? []).map(({ name }) => name);
  const given = args.map(({ keyword }, k) => keyword ?? parameters[k]);
  const left = parameters.filter((name) => !given.includes(name));
  const mayLeave = optionalOf(unit);
  if (!given.every((name) => name !== undefined && parameters.includes(name))) return false;
  if (!left.every((name) => mayLeave.has(name))) return false;
  return given.every((name, k) =>
    isLike(looks[k] ?? {}, declared(c, [unit], name ?? ''), unit.header?.elemental),
  );
}

function constructs(type: Type, args: readonly S.ArgumentSyntax[], looks: readonly Look[]): boolean {
  const given = args.map(({ keyword }, k) =>
    keyword === null ? type.components[k] : type.components.find(({ name }) => name === keyword),
  );
  const mayLeave = type.components.every(
    (each) =>
      given.includes(each) ||
      each.entity.initial !== null ||
      each.declaration.attributes.some((a) => a === 'allocatable' || a === 'pointer'),
  );
  const isGiven = (each: Component | undefined, look: Look): boolean => {
    if (!each) return false;
    const { base, derived } = each.declaration.type ?? {};
    const own: Look = derived ? { type: each.type } : { type: null, ...(base && { base: baseOf(base) }) };
    // One value does for all elements, unless it says how many there are.
    const isSpread = look.rank === 0 && !each.declaration.attributes.includes('allocatable');
    return isLike(look, { ...own, rank: each.dimensions.length }, isSpread);
  };
  return mayLeave && given.every((each, k) => isGiven(each, looks[k] ?? {}));
}

function isLike(actual: Look, formal: Look, isElemental = false): boolean {
  const isBase = !actual.base || !formal.base || actual.base === formal.base;
  const isRank =
    isElemental || actual.rank === undefined || formal.rank === undefined || actual.rank === formal.rank;
  const isType =
    actual.type === undefined ||
    formal.type === undefined ||
    actual.type === formal.type ||
    (actual.type !== null && formal.type !== null && descendsFrom(actual.type, formal.type));
  return isBase && isRank && isType;
}

const baseOf = (base: string): string => (base === 'double' ? 'real' : base);

function declared({ types, routines }: Choices, around: readonly S.Unit[], name: string): Look {
  for (const unit of around) {
    const found = declarationsOf(unit, name);
    if (isOfRoutine(unit, name)) return { base: 'routine' };
    const typed = found.find((s) => s.type);
    if (!typed?.type) continue;
    const entity = typed.entities.find((each) => each.name === name);
    const dimensioned = found.flatMap((s) => s.entities.find((each) => each.name === name)?.dimensions ?? []);
    const { base, derived, complex, characters } = typed.type;
    const rank = (entity?.dimensions ?? dimensioned).length;
    if (derived !== undefined) return { base: 'structure', rank, type: types.get(derived) ?? null };
    return { base: complex ? 'complex' : characters === undefined ? baseOf(base) : 'text', rank, type: null };
  }
  return routines.has(name) ? { base: 'routine' } : {};
}

function lookOf(c: Choices, scope: Scope, around: readonly S.Unit[], e: S.ExprSyntax | S.RangeSyntax): Look {
  switch (e.kind) {
    case 'number':
      return { base: e.real ? 'real' : 'integer', rank: 0, type: null };
    case 'logical':
      return { base: 'logical', rank: 0, type: null };
    case 'paren':
      return lookOf(c, scope, around, e.inner);
    case 'unary':
      return e.op === '.not.' ? {} : lookOf(c, scope, around, e.operand);
    case 'constructor':
      return { rank: 1 };
    case 'name':
      return declared(c, around, e.name);
    case 'apply':
      return elementLook(c, scope, around, e);
    default:
      return {};
  }
}

function elementLook(
  c: Choices,
  scope: Scope,
  around: readonly S.Unit[],
  e: Extract<S.ExprSyntax, { kind: 'apply' }>,
): Look {
  const typed = typedOf(c, scope, e);
  if (typed) return { base: 'structure', type: typed.type };
  if (e.parts) return {};
  const of = declared(c, around, e.name);
  if (!of.rank) return {};
  const isPlain = e.args.every(
    ({ value }) => value.kind === 'range' || lookOf(c, scope, around, value).rank === 0,
  );
  const rank = e.args.filter(({ value }) => value.kind === 'range').length;
  return isPlain ? { ...of, rank } : { base: of.base, type: null };
}

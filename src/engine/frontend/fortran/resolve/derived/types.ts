/** Derived types: their components, down to numbers and arrays of numbers, and the routines that are bound to them. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { mapped, someNode } from '../../../mapped';
import type * as S from '../../parse/syntax';
import { ASSIGNMENT, OF_MODULE, unitsIn } from '../../parse/syntax';
import { allOfKind, assignedNames, ofKind } from '../../parse/visit';

export interface Component {
  readonly name: string;
  readonly declaration: S.StatementOf<'declare'>;
  readonly entity: S.Entity;
  readonly dimensions: readonly S.DimensionSyntax[];
  /** Of a component that is a structure. */
  readonly type: Type | null;
}

export interface Bound {
  /** A routine, or a generic name. */
  readonly target: string;
  readonly passes: boolean;
  readonly as: string | null;
  /** Whose components the object is passed as. */
  readonly owner: Type;
}

export interface Type {
  readonly name: string;
  readonly parent: Type | null;
  /** Those of the parent first. */
  readonly components: readonly Component[];
  readonly bound: ReadonlyMap<string, Bound>;
  /** Names that are bound to several routines at once, and under which names these are bound. */
  readonly generics: ReadonlyMap<string, readonly string[]>;
  /** Types that extend it bind names of its own to other routines. */
  readonly overridden: Set<string>;
}

/** A component that is no structure, or one of a component, …. */
export interface Leaf {
  readonly path: readonly Component[];
}

/** All types of a text; names that are not known, or that hold themselves, are left out. */
export function typesOf(units: readonly S.Unit[]): ReadonlyMap<string, Type> {
  const written = new Map<string, S.DerivedType>();
  for (const unit of units.flatMap(unitsIn))
    for (const each of unit.types)
      written.set(each.name, unit.kind === 'module' ? withNamesOf(unit.name.name, each) : each);
  const made = new Map<string, Type | null>();
  const typeNamed = (name: string): Type | null => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const given = written.get(name);
    if (!given) return null;
    made.set(name, null);
    const type = read(given, typeNamed);
    made.set(name, type);
    return type;
  };
  for (const name of written.keys()) typeNamed(name);
  return new Map([...made].flatMap(([name, type]) => (type ? [[name, type] as const] : [])));
}

/** Kinds, bounds and first values mean the constants of the module, which need not be known where there is such a structure. */
function withNamesOf(module: string, type: S.DerivedType): S.DerivedType {
  const own = (name: string) => `${module}${OF_MODULE}${name}`;
  const meant = <T>(tree: T): T =>
    mapped(tree, (node: S.ExprSyntax) => {
      if (node.kind === 'name') return { ...node, name: own(node.name) };
      const isNamed = node.kind === 'number' && node.suffix !== null && !/^\d/.test(node.suffix);
      return isNamed ? { ...node, suffix: own(node.suffix) } : node;
    });
  const inside = type.inside.map((s): S.StatementSyntax => {
    if (s.kind !== 'declare') return s;
    const entities = s.entities.map((entity) => ({
      ...entity,
      dimensions: meant(entity.dimensions),
      initial: hasLoop(entity.initial) ? entity.initial : meant(entity.initial),
    }));
    return { ...s, type: s.type && { ...s.type, kindOf: meant(s.type.kindOf) }, entities };
  });
  return { ...type, inside };
}

/** Its index is no name of the module. */
function hasLoop(e: S.ExprSyntax | null): boolean {
  return e !== null && someNode(e, (node) => 'kind' in node && node.kind === 'implied');
}

function read(
  { name, parent: above, inside }: S.DerivedType,
  typeNamed: (name: string) => Type | null,
): Type {
  const parent = above === null ? null : typeNamed(above);
  const components = [...(parent?.components ?? [])];
  const bound = new Map(parent?.bound ?? []);
  const generics = new Map(parent?.generics ?? []);
  const type: Type = { name, parent, components, bound, generics, overridden: new Set() };
  for (const s of inside) {
    if (s.kind === 'declare' && !s.attributes.includes('external'))
      for (const entity of s.entities)
        components.push({
          name: entity.name,
          declaration: s,
          entity,
          dimensions: entity.dimensions ?? [],
          type: s.type?.derived === undefined ? null : typeNamed(s.type.derived),
        });
    for (const each of boundIn(s)) {
      for (let at = parent; at; at = at.parent) override(at, each.name);
      bound.set(each.name, { ...each, owner: type });
    }
    if (s.kind === 'genericBinding')
      generics.set(s.name, [...new Set([...(generics.get(s.name) ?? []), ...s.members])]);
  }
  return type;
}

function override(type: Type, name: string): void {
  if (!type.bound.has(name)) return;
  type.overridden.add(name);
  for (const [generic, members] of type.generics) if (members.includes(name)) type.overridden.add(generic);
}

/**
 * What a call through an object of this type reaches: what is bound under the name, or by a generic name one routine or several, which take
 * the object in the same way. Null where there is none.
 */
export function boundTo(type: Type, name: string): Bound | 'mixed' | null {
  const own = type.bound.get(name);
  if (own) return own;
  const members = (type.generics.get(name) ?? []).flatMap((each) => type.bound.get(each) ?? []);
  const [first] = members;
  if (!first || members.length === 1) return first ?? null;
  const isSame = ({ passes, as }: Bound) => passes === first.passes && as === null;
  return members.every(isSame) ? { ...first, target: genericTarget(type, name) } : 'mixed';
}

/** No name of a program holds this sign. */
const genericTarget = (type: Type, name: string): string => `${type.name}%${name}`;

/** The generic names that `boundTo` makes of types, with the routines that each may mean. */
export function genericsOf(types: Iterable<Type>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...types].flatMap((type) =>
      [...type.generics].map(([name, members]) => [
        genericTarget(type, name),
        members.flatMap((each) => type.bound.get(each)?.target ?? []),
      ]),
    ),
  );
}

function boundIn(s: S.DerivedType['inside'][number]) {
  if (s.kind === 'binding') return s.names.map((each) => ({ ...each, passes: s.passes, as: s.as }));
  if (s.kind !== 'moduleProcedures') return [];
  return s.names.map((each) => ({ name: each.name, target: each.name, passes: true, as: null }));
}

/** Whether a component has an assignment of its own, which that of the structure would call. */
export function hasAssignmentInside(type: Type): boolean {
  return type.components.some(
    (each) => each.type !== null && (each.type.generics.has(ASSIGNMENT) || hasAssignmentInside(each.type)),
  );
}

/** Lists and trees. */
export function refuseThoseInThemselves(units: readonly S.Unit[], sink: DiagnosticSink): void {
  for (const { name, inside } of units.flatMap(unitsIn).flatMap(({ types }) => types))
    for (const s of ofKind(inside, 'declare'))
      if (s.type?.derived === name)
        sink.error(
          'unsupported',
          `A structure that leads to others of its own type, as in a list or a tree, is not supported.`,
          s.span,
          'Keep them in an array, and say by subscripts which comes next.',
        );
}

/** What FINAL names is not called. That is said where it would do more than change its own object, as it ends or is set anew. */
export function refuseFinals(units: readonly S.Unit[], sink: DiagnosticSink): void {
  for (const { types, contains } of units.flatMap(unitsIn))
    for (const name of types.flatMap(({ inside }) => ofKind(inside, 'final')).flatMap(({ names }) => names)) {
      const routine = contains.find((each) => each.name.name === name.name);
      if (routine && keepsToItself(routine)) continue;
      sink.error(
        'unsupported',
        `What FINAL names is not called here, and ${name.name} may change more than its object.`,
        name.span,
        'Call it where the object ends, and leave FINAL out.',
      );
    }
}

function keepsToItself({ header, specifications, body }: S.Unit): boolean {
  const declared = ofKind(specifications, 'declare').flatMap(({ entities }) => entities);
  const own = new Set([...(header?.parameters ?? []), ...declared].map(({ name }) => name));
  return allOfKind(body, 'call').length === 0 && [...assignedNames(body)].every((name) => own.has(name));
}

/** Leaves in the order of memory. */
export function leavesOf(type: Type): readonly Leaf[] {
  return type.components.flatMap((component): Leaf[] =>
    component.type
      ? leavesOf(component.type).map(({ path }) => ({ path: [component, ...path] }))
      : [{ path: [component] }],
  );
}

/** The first dimensions are those of the innermost component, so that arrays in structures stay in one piece. */
export function dimensionsAlong(
  { path }: Leaf,
  root: readonly S.DimensionSyntax[],
): readonly S.DimensionSyntax[] {
  return [...[...path].reverse().flatMap(({ dimensions }) => dimensions), ...root];
}

/** `b.c` of a leaf that is `a%b%c` in the structure a. */
export function pathOf({ path }: Leaf): string {
  return path.map(({ name }) => name).join('.');
}

export function leafName(root: string, leaf: Leaf): string {
  return `${root}.${pathOf(leaf)}`;
}

export function descendsFrom(type: Type, from: Type): boolean {
  return type === from || (type.parent !== null && descendsFrom(type.parent, from));
}

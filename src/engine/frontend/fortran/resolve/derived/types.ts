/** Derived types: their components, down to numbers and arrays of numbers, and the routines that are bound to them. */
import {
  type DerivedType,
  type DimensionSyntax,
  type Entity,
  type StatementOf,
  type Unit,
  unitsIn,
} from '../../parse/syntax';

export interface Component {
  readonly name: string;
  readonly declaration: StatementOf<'declare'>;
  readonly entity: Entity;
  readonly dimensions: readonly DimensionSyntax[];
  /** Of a component that is a structure. */
  readonly type: Type | null;
}

export interface Type {
  readonly name: string;
  readonly parent: Type | null;
  /** Those of the parent first. */
  readonly components: readonly Component[];
  readonly bound: ReadonlyMap<
    string,
    { readonly target: string; readonly passes: boolean; readonly as: string | null; readonly owner: Type }
  >;
  /** Types that extend it bind names of its own to other routines. */
  readonly overridden: Set<string>;
}

/** A component that is no structure, or one of a component, …. */
export interface Leaf {
  readonly path: readonly Component[];
}

/** All types of a text; names that are not known, or that hold themselves, are left out. */
export function typesOf(units: readonly Unit[]): ReadonlyMap<string, Type> {
  const written = new Map<string, DerivedType>();
  for (const unit of units.flatMap(unitsIn)) for (const each of unit.types) written.set(each.name, each);
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

function read({ name, parent: above, inside }: DerivedType, typeNamed: (name: string) => Type | null): Type {
  const parent = above === null ? null : typeNamed(above);
  const components = [...(parent?.components ?? [])];
  const bound = new Map(parent?.bound ?? []);
  const type: Type = { name, parent, components, bound, overridden: new Set() };
  for (const s of inside) {
    if (s.kind === 'declare' && !s.attributes.includes('external'))
      for (const entity of s.entities)
        components.push({
          name: entity.name,
          declaration: s,
          entity,
          dimensions: entity.dimensions ?? s.dimensions ?? [],
          type: s.type?.derived === undefined ? null : typeNamed(s.type.derived),
        });
    for (const each of boundIn(s)) {
      for (let at = parent; at; at = at.parent) if (at.bound.has(each.name)) at.overridden.add(each.name);
      bound.set(each.name, { ...each, owner: type });
    }
  }
  return type;
}

function boundIn(s: DerivedType['inside'][number]) {
  if (s.kind === 'binding') return s.names.map((each) => ({ ...each, passes: s.passes, as: s.as }));
  if (s.kind !== 'moduleProcedures') return [];
  return s.names.map((each) => ({ name: each.name, target: each.name, passes: true, as: null }));
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
  root: readonly DimensionSyntax[],
): readonly DimensionSyntax[] {
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

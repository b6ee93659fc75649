/** Declarations of structures, component by component. */
import { lastOf } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import { apply, assigned, declared, entityOf, integer, nameAt } from '../../parse/made';
import type {
  Attribute,
  DimensionSyntax,
  ExprSyntax,
  ItemSyntax,
  Name,
  StatementOf,
  StatementSyntax,
} from '../../parse/syntax';
import { constructorValues, expression } from './expressions';
import type { Root, State } from './references';
import { dimensionsAlong, type Leaf, leafName, leavesOf, pathOf } from './types';

export function specification(s: State, each: StatementSyntax, own: ReadonlySet<string>): StatementSyntax[] {
  switch (each.kind) {
    case 'declare':
      return declaration(s, each, own);
    case 'use':
      return [used(s, each)];
    case 'common':
      return [
        {
          ...each,
          blocks: each.blocks.map((block) => ({
            ...block,
            entities: block.entities.flatMap((entity) =>
              leafNames(s, entity).map((name) => ({ ...entity, ...name })),
            ),
          })),
        },
      ];
    case 'save':
      return [{ ...each, names: each.names.flatMap((name) => leafNames(s, name)) }];
    default:
      return [expression(s, each)];
  }
}

function leafNames(s: State, name: Name): Name[] {
  const root = s.scope.get(name.name);
  return root
    ? leavesOf(root.type).map((leaf) => ({ name: leafName(root.name, leaf), span: name.span }))
    : [{ name: name.name, span: name.span }];
}

function declaration(
  s: State,
  each: StatementOf<'declare'> & StatementSyntax,
  own: ReadonlySet<string>,
): StatementSyntax[] {
  const named = each.type?.derived;
  if (named === undefined) {
    if (each.type)
      for (const { name } of each.entities) if (s.scope.get(name) !== undefined) s.scope.set(name, null);
    // `dimension a(3)`, `save b`: of structures that are declared elsewhere.
    const entities = each.type
      ? each.entities
      : each.entities.flatMap((entity) => leafNames(s, entity).map((name) => ({ ...entity, ...name })));
    return [expression(s, { ...each, entities })];
  }
  const type = s.types.get(named);
  if (!type) {
    s.sink.error(
      'unknown-type',
      `The definition of the type ${named} is not here.`,
      each.type?.span ?? each.span,
      'Paste the module that defines it.',
    );
    const attributes: Attribute[] = [...each.attributes, 'poison'];
    return [{ ...each, attributes }];
  }
  return each.entities.flatMap((entity): StatementSyntax[] => {
    const root: Root = { name: entity.name, type, dimensions: entity.dimensions ?? [] };
    s.scope.set(entity.name, root);
    const values = entity.initial ? constructorValues(s, entity.initial, type) : null;
    const isArgument = own.has(entity.name);
    return leavesOf(type).map((leaf) =>
      declareLeaf(s, root, leaf, { attributes: each.attributes, isArgument, span: entity.span }, values),
    );
  });
}

interface Declaring {
  readonly attributes: readonly Attribute[];
  readonly isArgument: boolean;
  readonly span: Span;
}

export function declareLeaf(
  s: State,
  root: Root,
  leaf: Leaf,
  { attributes, isArgument, span }: Declaring,
  values: ReadonlyMap<string, ExprSyntax> | null,
): StatementSyntax {
  const { declaration: of } = lastOf(leaf.path);
  const allocated = leaf.path.findLastIndex((c) => c.declaration.attributes.includes('allocatable'));
  const around =
    root.dimensions.length + leaf.path.slice(0, allocated).reduce((n, c) => n + c.dimensions.length, 0);
  const isRefused = allocated >= 0 && around > 0;
  if (isRefused)
    s.sink.error(
      'unsupported',
      'ALLOCATABLE components of arrays of structures are not supported.',
      span,
      'Give the component its bounds, or write one array for all of them.',
    );
  const inherited = allocated >= 0 ? (['allocatable'] as const) : [];
  const own = isRefused ? (['poison'] as const) : [...new Set([...of.attributes, ...inherited])];
  const dimensions = expression(s, dimensionsAlong(leaf, root.dimensions));
  const name = leafName(root.name, leaf);
  const said =
    values?.get(pathOf(leaf)) ?? (attributes.includes('save') || s.isModule ? initialOf(s, leaf) : null);
  const initial = said && repeated(said, dimensions.slice(lastOf(leaf.path).dimensions.length));
  const entity = { ...entityOf(name, span, dimensions.length > 0 ? dimensions : null), initial };
  const outer = attributes.filter((each) => each !== 'allocatable' || !isArgument);
  // A number has its memory from the start.
  const all = [...outer, ...own].filter((each) => each !== 'allocatable' || dimensions.length > 0);
  return declared(of.type, entity, all);
}

/** The elements of a list once for each of the structures in an array. */
function repeated(value: ExprSyntax, around: readonly DimensionSyntax[]): ExprSyntax {
  const source = value.kind === 'apply' && value.name === 'reshape' ? value.args[0]?.value : value;
  if (source?.kind !== 'constructor' || around.length === 0) return value;
  const { span } = source;
  const items = around.reduce<readonly ItemSyntax[]>((inner, { lower, upper }, k) => {
    const last = typeof upper === 'object' ? upper : integer(1, span);
    return [
      {
        kind: 'implied',
        items: inner,
        index: `%${k}`,
        first: lower ?? integer(1, span),
        last,
        step: null,
        span,
      },
    ];
  }, source.items);
  return { kind: 'constructor', items, span };
}

/** Assignments of the first values that types give to components, for variables that begin here: those in `kept` have come in. */
export function defaults(
  s: State,
  specifications: readonly StatementSyntax[],
  kept: ReadonlySet<string>,
): StatementSyntax[] {
  return specifications.flatMap((each): StatementSyntax[] => {
    if (each.kind !== 'declare' || each.type?.derived === undefined) return [];
    const begins = !(['save', 'parameter', 'allocatable', 'pointer'] as const).some((word) =>
      each.attributes.includes(word),
    );
    return each.entities.flatMap((entity): StatementSyntax[] => {
      const isDummy = kept.has(entity.name) && !each.attributes.includes('out');
      return begins && !isDummy && !entity.initial ? firstValues(s, entity) : [];
    });
  });
}

/** What a type says that a component begins with: the outermost that says so. */
function initialOf(s: State, { path }: Leaf): ExprSyntax | null {
  for (const [k, { entity, type }] of path.entries()) {
    if (!entity.initial) continue;
    const inside = type && constructorValues(s, entity.initial, type);
    const value = type ? inside?.get(pathOf({ path: path.slice(k + 1) })) : entity.initial;
    if (value) return value;
  }
  return null;
}

/** A variable that is a structure, or a component of one that is. */
export function structureNamed(s: State, path: string): Root | null {
  const [variable = '', ...components] = path.split('.');
  return components.reduce<Root | null>((at, name) => {
    const component = at?.type.components.find((each) => each.name === name);
    if (!at || !component?.type) return null;
    const dimensions = [...component.dimensions, ...at.dimensions];
    return { name: `${at.name}.${name}`, type: component.type, dimensions };
  }, s.scope.get(variable) ?? null);
}

export const isList = (value: ExprSyntax): boolean =>
  value.kind === 'constructor' || (value.kind === 'apply' && value.name === 'reshape');

/** The value of a component, of `own` dimensions, for each of the structures in an array of some `around`. */
export function forEachOf(target: ExprSyntax, value: ExprSyntax, own: number, around: number): ExprSyntax {
  return Array.from({ length: around }, (_, k) => integer(own + k + 1, target.span)).reduce<ExprSyntax>(
    (each, k) => apply('spread', [each, k, apply('size', [target, k], target.span)], target.span),
    value,
  );
}

export function firstValues(s: State, { name, span }: Name): StatementSyntax[] {
  const root = structureNamed(s, name);
  if (!root) return [];
  return leavesOf(root.type).flatMap((leaf): StatementSyntax[] => {
    const initial = initialOf(s, leaf);
    const target = nameAt(leafName(root.name, leaf), span);
    if (!initial) return [];
    const { path } = leaf;
    const own = lastOf(path).dimensions.length;
    const around = path.slice(0, -1).reduce((n, each) => n + each.dimensions.length, root.dimensions.length);
    const value = isList(initial) ? forEachOf(target, initial, own, around) : initial;
    return [assigned(target, value, span)];
  });
}

function used(s: State, each: StatementOf<'use'> & StatementSyntax): StatementSyntax {
  const module = s.modules.get(each.module.name);
  const wanted = each.only ? new Map(each.names.map(({ local, remote }) => [remote, local.name])) : null;
  for (const [name, root] of module ?? []) {
    const local = wanted ? wanted.get(name) : name;
    if (root && local !== undefined) s.scope.set(local, local === name ? root : { ...root, name: local });
  }
  const names = each.names.flatMap(({ local, remote }) => {
    if (s.types.has(remote) || /^(operator|assignment)$/.test(remote)) return [];
    const root = module?.get(remote);
    if (!root) return [{ local, remote }];
    return leavesOf(root.type).map((leaf) => ({
      local: { ...local, name: leafName(local.name, leaf) },
      remote: leafName(remote, leaf),
    }));
  });
  return { ...each, names };
}

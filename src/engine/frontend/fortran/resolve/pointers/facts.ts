/** Pointers of a unit, and what each may point to. */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import { getOrMake } from '../../../../base/once';
import { freshName, sketch } from '../../../mapped';
import { assigned, integerVariable, nameAt } from '../../parse/made';
import type * as S from '../../parse/syntax';
import {
  allOfKind,
  mentionsSome,
  namesWith,
  ofKind,
  visitNodes,
  visitOwnExpressions,
} from '../../parse/visit';

export type Point = S.StatementOf<'point'> & S.StatementSyntax;

/** Where a pointer may lead; the number is what a variable holds that says so. */
export interface Target {
  readonly id: number;
  readonly selector: S.NameSyntax | S.ApplySyntax;
}

export interface Facts {
  /** Pointers that some statement points to a place. */
  readonly moving: ReadonlySet<string>;
  /** Those that get their memory by ALLOCATE alone: allocatable arrays. */
  readonly heap: ReadonlySet<string>;
  readonly ranks: ReadonlyMap<string, number>;
  readonly targets: Map<string, Target>;
  /** By pointer assignment: its target, and the assignments before it that keep the target's subscripts. */
  readonly sites: Map<Point, { readonly target: Target; readonly taken: readonly S.StatementSyntax[] }>;
  readonly temporaries: S.StatementSyntax[];
  /** ALLOCATABLE arrays among them. */
  readonly owned: ReadonlySet<string>;
}

/** Names with the attribute, and how many dimensions they have. */
export function pointersOf(unit: S.Unit): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const { name, dimensions } of ofKind(unit.specifications, 'declare').flatMap((s) => s.entities))
    if (dimensions) ranks.set(name, dimensions.length);
  return new Map(namesWith(unit, 'pointer').map((name) => [name, ranks.get(name) ?? 0]));
}

/** Of places to which pointers lead: what is said, and which subscripts do not keep their values. */
interface Sites {
  readonly sink: DiagnosticSink;
  readonly varying: (name: string) => boolean;
}

export function factsOf(
  unit: S.Unit,
  ranks: ReadonlyMap<string, number>,
  names: Set<string>,
  told: Sites,
): Omit<Facts, 'owned'> {
  const moving = new Set<string>();
  const points = allOfKind(unit.body, 'point').filter(({ value }) => value !== null);
  for (const { target } of points) if (ranks.has(target.name)) moving.add(target.name);
  const asked = askedIn(unit.body);
  const allocations = allOfKind(unit.body, 'allocate');
  const given = new Set(allocations.flatMap(({ entities }) => entities.map(({ name }) => name)));
  // One to which others point goes on without them when it gets memory again.
  const again = allocatedAgain(unit.body);
  for (const { value, isMove } of points)
    if (value && 'name' in value && ranks.has(value.name) && (isMove || again.has(value.name)))
      moving.add(value.name);
  const varied = variedSizes(unit.body);
  for (const name of ranks.keys())
    if (asked.has(name) || !given.has(name) || varied.has(name)) moving.add(name);
  const heap = new Set([...ranks.keys()].filter((name) => !moving.has(name)));
  const facts = { moving, heap, ranks, targets: new Map(), sites: new Map(), temporaries: [] };
  for (const node of points) if (moving.has(node.target.name)) site(facts, node, names, told);
  return facts;
}

/** Names in several ALLOCATE statements, or in one in a loop. */
function allocatedAgain(body: readonly S.Node[]): Set<string> {
  const loops = allOfKind(body, 'doBlock').flatMap((loop) => allOfKind(loop.body, 'allocate'));
  const names = [...allOfKind(body, 'allocate'), ...loops].flatMap(({ entities }) =>
    entities.map(({ name }) => name),
  );
  return new Set(names.filter((name, k) => names.indexOf(name) < k));
}

/** Names to which ALLOCATE statements give different sizes. */
export function variedSizes(body: readonly S.Node[]): Set<string> {
  const all = allOfKind(body, 'allocate').flatMap(({ entities }) => entities);
  const sizes = new Map<string, string>();
  const isOther = ({ name, dimensions }: S.Entity) =>
    getOrMake(sizes, name, () => sketch(dimensions)) !== sketch(dimensions);
  return new Set(all.filter(isOther).map(({ name }) => name));
}

function site(facts: Omit<Facts, 'owned'>, node: Point, names: Set<string>, { sink, varying }: Sites): void {
  let value = node.value as S.ExprSyntax;
  while (value.kind === 'paren') value = value.inner;
  if ((value.kind !== 'name' && value.kind !== 'apply') || node.target.kind === 'apply') {
    sink.error(
      'unsupported',
      'This pointer assignment is not supported.',
      node.span,
      'Point to an array, or a part of it.',
    );
    return;
  }
  if (facts.moving.has(value.name)) {
    if (value.kind === 'name') return;
    sink.error(
      'unsupported',
      'Pointing to a part of what another pointer points to is not supported.',
      value.span,
      'Point to a part of the array itself.',
    );
    return;
  }
  const taken: S.StatementSyntax[] = [];
  const selector =
    value.kind === 'name' ? value : { ...value, args: steadyArguments(value, facts, taken, varying, names) };
  const key = taken.length > 0 ? `${facts.sites.size} ${node.span.start}` : sketch(selector);
  const target = facts.targets.get(key) ?? { id: facts.targets.size + 1, selector };
  facts.targets.set(key, target);
  facts.sites.set(node, { target, taken });
}

/** Subscripts that change later are taken into variables of their own. */
function steadyArguments(
  value: S.ApplySyntax,
  facts: Pick<Facts, 'moving' | 'temporaries'>,
  taken: S.StatementSyntax[],
  varying: Sites['varying'],
  names: Set<string>,
): S.ApplySyntax['args'] {
  const one = (e: S.ExprSyntax): S.ExprSyntax => {
    if (!mentionsSome(e, (name) => varying(name) || facts.moving.has(name))) return e;
    const name = freshName(names, 'place');
    facts.temporaries.push(integerVariable(name, e.span));
    const target = nameAt(name, e.span);
    taken.push(assigned(target, e, e.span));
    return target;
  };
  return value.args.map((arg) => {
    if (arg.value.kind !== 'range') return { ...arg, value: one(arg.value) };
    const { lower, upper } = arg.value;
    return { ...arg, value: { ...arg.value, lower: lower && one(lower), upper: upper && one(upper) } };
  });
}

/** Pointers that are asked whether they point somewhere, but for `if (associated(p)) deallocate (p)`. */
function askedIn(body: readonly S.Node[]): Set<string> {
  const names = new Set<string>();
  const guards = new Set<unknown>();
  visitNodes(body, (node) => {
    const arm = node.kind === 'ifBlock' && node.arms.length === 1 ? node.arms[0] : null;
    if (arm?.body.every(({ kind }) => kind === 'continue' || kind === 'point')) guards.add(arm.condition);
    visitOwnExpressions(node, (e) => {
      if (e.kind !== 'apply' || e.name !== 'associated' || guards.has(e)) return;
      for (const { value } of e.args) if (value.kind === 'name') names.add(value.name);
    });
  });
  return names;
}

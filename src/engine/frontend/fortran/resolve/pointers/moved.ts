/**
 * ALLOCATABLE arrays that have one memory after another, as pointers to these: those that MOVE_ALLOC names, that several ALLOCATE
 * statements give different sizes, or that are asked whether they are ALLOCATED to do more than that.
 *
 *     call move_alloc(b, a)                             a => b; nullify(b)
 *
 * Where `b` gets another size in each turn of a loop, it is copied: `a = b`.
 */
import { mapped, namesOf } from '../../../mapped';
import { guarded } from '../../lower/allocations';
import { calleeOf, callsIn, valuesPassed } from '../../parse/calls';
import { assigned } from '../../parse/made';
import type * as S from '../../parse/syntax';
import { declaredUnitsIn, resultName } from '../../parse/syntax';
import {
  allOfKind,
  hasAttribute,
  namesInBounds,
  ofKind,
  redeclared,
  visitNodes,
  visitOwnExpressions,
} from '../../parse/visit';
import { changesIn } from './changes';
import { variedSizes } from './facts';

export function withMovedAsPointers(
  given: S.Unit,
  lending: ReadonlySet<string>,
): {
  readonly unit: S.Unit;
  readonly moved: ReadonlySet<string>;
} {
  const own = ownAllocatables(given, lending);
  const unit = withCopies(given, own);
  const pairs = own.size === 0 ? [] : allOfKind(unit.body, 'call').map(moveOf);
  const places = pairs.flatMap((pair) => (pair ? [[pair.from.name, pair.to.name]] : []));
  // Memory that comes from elsewhere, or goes there, is no array of this routine.
  const isOurs = (name: string) =>
    own.has(name) && places.every((pair) => !pair.includes(name) || pair.every((each) => own.has(each)));
  const moved = new Set([...places.flat(), ...variedSizes(unit.body), ...askedFor(unit.body)].filter(isOurs));
  if (moved.size === 0) return { unit, moved };
  const specifications = redeclared(unit.specifications, ({ name }, { attributes }) =>
    moved.has(name)
      ? { attributes: attributes.map((each) => (each === 'allocatable' ? 'pointer' : each)) }
      : null,
  );
  const body = mapped(unit.body, (node) => asPointers(node, moved));
  return { unit: { ...unit, specifications, body }, moved };
}

function withCopies(unit: S.Unit, own: ReadonlySet<string>): S.Unit {
  const grows = new Set<string>();
  for (const { body } of allOfKind(unit.body, 'doBlock')) {
    const changed = new Set(changesIn(body, () => null));
    for (const { name, dimensions } of allOfKind(body, 'allocate').flatMap(({ entities }) => entities))
      if (own.has(name) && namesInBounds(dimensions ?? []).some((each) => own.has(each) || changed.has(each)))
        grows.add(name);
  }
  const body = mapped(unit.body, (node: S.Node) => {
    const move = node.kind === 'call' ? moveOf(node) : null;
    if (!move || !own.has(move.to.name) || !grows.has(move.from.name)) return node;
    return { ...assigned(move.to, move.from, node.span), label: node.label };
  });
  return { ...unit, body };
}

function asPointers(node: object, moved: ReadonlySet<string>): object {
  if (!('kind' in node)) return node;
  if (node.kind === 'apply' && isAsked(node as S.ApplySyntax, moved)) return { ...node, name: 'associated' };
  if (node.kind !== 'call') return node;
  const { callee: _, args: __, ...call } = node as S.StatementOf<'call'>;
  const move = moveOf(node as S.StatementOf<'call'>);
  return move && [move.from, move.to].every(({ name }) => moved.has(name))
    ? { ...call, kind: 'point', target: move.to, value: move.from, isMove: true }
    : node;
}

/** Routines that may give memory to what they are passed. */
export function lendingIn(units: readonly S.Unit[]): ReadonlySet<string> {
  const all = units.flatMap(declaredUnitsIn);
  const lends = (unit: S.Unit) =>
    unit.header?.parameters.some(({ name }) => hasAttribute(unit, name, 'allocatable'));
  const found = new Set(all.filter(lends).map(({ name }) => name.name));
  for (const { name, members } of all.flatMap(({ generics }) => generics))
    if (members.some((each) => found.has(each.name))) found.add(name);
  return found;
}

/** `call move_alloc(from, to)` */
function moveOf({ callee, args }: S.StatementOf<'call'>) {
  if (callee.name !== 'move_alloc' || args.length !== 2) return null;
  const passed = valuesPassed([{ name: 'from' }, { name: 'to' }] as S.Name[], args);
  const [from, to] = [passed.get('from'), passed.get('to')];
  return from?.kind === 'name' && to?.kind === 'name' ? { from, to } : null;
}

/** Arrays that no other routine can name or give memory, and that end with this one. */
function ownAllocatables(unit: S.Unit, lending: ReadonlySet<string>): ReadonlySet<string> {
  if (unit.kind === 'module') return new Set();
  const lent = callsIn(unit.body).filter((call) => lending.has(calleeOf(call)));
  const others = namesOf([unit.contains, lent.map(({ args }) => args)]);
  const dummies = [...(unit.header?.parameters ?? []).map(({ name }) => name), resultName(unit)];
  const isKept = ofKind(unit.specifications, 'save').length > 0;
  return new Set(
    ofKind(unit.specifications, 'declare')
      .filter(({ attributes }) => attributes.includes('allocatable'))
      .flatMap(({ entities }) => entities.flatMap(({ name, dimensions }) => (dimensions ? [name] : [])))
      .filter((name) => !isKept && !hasAttribute(unit, name, 'save'))
      .filter((name) => !others.has(name) && !dummies.includes(name)),
  );
}

function isAsked({ name, args }: S.ApplySyntax, moved: ReadonlySet<string>): boolean {
  const [first] = args;
  return name === 'allocated' && first?.value.kind === 'name' && moved.has(first.value.name);
}

/** Names in ALLOCATED, but for tests that guard an ALLOCATE or a DEALLOCATE and nothing else. */
function askedFor(body: readonly S.Node[]): string[] {
  const names: string[] = [];
  visitNodes(body, (node) => {
    const isGuard = guarded(node) !== null;
    visitOwnExpressions(node, (e: S.ExprSyntax | S.RangeSyntax) => {
      if (isGuard || e.kind !== 'apply' || e.name !== 'allocated') return;
      for (const { value } of e.args) if (value.kind === 'name') names.push(value.name);
    });
  });
  return names;
}

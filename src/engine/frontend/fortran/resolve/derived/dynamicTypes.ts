/** CLASS variables that are of one type whenever they are anything: what is allocated, assigned or pointed to says which. */
import { mapped } from '../../../mapped';
import { assigned, nameAt, nothing } from '../../parse/made';
import type { Node, Unit } from '../../parse/syntax';
import { allOfKind, ofKind, redeclared } from '../../parse/visit';
import { type Scope, typedOf } from './scopes';
import type { Type } from './types';

export function dynamicTypes(
  unit: Unit,
  scope: Scope,
  text: { readonly types: ReadonlyMap<string, Type>; readonly routines: ReadonlyMap<string, Unit> },
): ReadonlyMap<string, Type> {
  const found = new Map<string, Type>();
  const dummies = new Set(unit.header?.parameters.map(({ name }) => name));
  for (const s of ofKind(unit.specifications, 'declare')) {
    if (!s.type?.isClass) continue;
    for (const { name, dimensions } of s.entities) {
      if (dummies.has(name) || dimensions) continue;
      const types = new Set(typesGiven(unit.body, name, (e) => typedOf(text, scope, e), text.types));
      const [only] = types;
      if (types.size === 1 && only) found.set(name, only);
    }
  }
  return found;
}

/** Null for one that is not known. */
function typesGiven(
  body: readonly Node[],
  name: string,
  typed: (e: Parameters<typeof typedOf>[2]) => ReturnType<typeof typedOf>,
  types: ReadonlyMap<string, Type>,
): (Type | null)[] {
  const given: (Type | null)[] = [];
  const isThat = (target: { readonly name: string; readonly kind: string }) =>
    target.kind === 'name' && target.name === name;
  const add = (e: Parameters<typeof typedOf>[2]) => {
    const known = typed(e);
    given.push(known && !known.isOpen ? known.type : null);
  };
  for (const s of allOfKind(body, 'allocate'))
    for (const each of s.entities)
      if (each.name === name) {
        if (s.source) add(s.source);
        else given.push((s.ofType !== undefined && types.get(s.ofType)) || null);
      }
  for (const { target, value } of allOfKind(body, 'assign')) if (isThat(target)) add(value);
  for (const { target, value } of allOfKind(body, 'point')) if (isThat(target) && value) add(value);
  return given;
}

/** A unit in which variables are declared by the types that they have. What is allocated without bounds is there from the start. */
export function withTypes(unit: Unit, known: ReadonlyMap<string, Type>): Unit {
  const specifications = redeclared(unit.specifications, ({ name }, s) => {
    const type = known.get(name);
    if (!type || !s.type) return null;
    const { isClass: _, ...exact } = s.type;
    const attributes = s.attributes.filter((each) => each !== 'allocatable');
    return { type: { ...exact, derived: type.name }, attributes };
  });
  const body = mapped(unit.body, (node: Node): Node => {
    if (node.kind !== 'allocate') return node;
    const [first, ...more] = node.entities;
    if (!first || more.length > 0 || !known.has(first.name)) return node;
    const { source, isMold, span } = node;
    if (!source || isMold) return nothing(node);
    return { ...assigned(nameAt(first.name, first.span), source, span), label: node.label };
  });
  return { ...unit, specifications, body };
}

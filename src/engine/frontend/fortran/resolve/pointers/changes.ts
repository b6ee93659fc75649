/** Which variables statements may give another value, as far as the text shows. */
import { type CallSyntax, calleeOf, dummyFor } from '../../parse/calls';
import { type Node, type Unit, unitsIn } from '../../parse/syntax';
import { counterOf, declarationsOf, hasAttribute, visitNodes, visitOwnExpressions } from '../../parse/visit';

/** Of this text, by name. */
export type Routines = (name: string) => Unit | null | undefined;

/** A name for each place, of those before `end`, where it is assigned, counts, or is handed to what may change it. */
export function changesIn(
  body: readonly Node[],
  routine: Routines,
  end = Number.POSITIVE_INFINITY,
): string[] {
  const found: string[] = [];
  const aliases: (readonly [alias: string, name: string])[] = [];
  const handed = (call: CallSyntax): void => {
    const callee = routine(calleeOf(call));
    // What is no routine may be an array.
    if (!callee && call.kind === 'apply') return;
    call.args.forEach((arg, k) => {
      const dummy = dummyFor(arg, k, callee?.header?.parameters);
      const isKept = callee && dummy !== undefined && !mayChange(callee, dummy, routine);
      if (!isKept && (arg.value.kind === 'name' || arg.value.kind === 'apply')) found.push(arg.value.name);
    });
  };
  visitNodes(body, (node) => {
    if (node.span.start >= end) return;
    const counter = counterOf(node);
    if (counter) found.push(counter.name);
    if (node.kind === 'assign') found.push(node.target.name);
    if (node.kind === 'allocate' && node.status) found.push(node.status.name);
    if (node.kind === 'call') handed(node);
    if (node.kind === 'associateBlock')
      for (const { name, selector } of node.pairs)
        if (selector.kind === 'name' || selector.kind === 'apply') aliases.push([name.name, selector.name]);
    visitOwnExpressions(node, (e) => {
      if (e.kind === 'apply') handed(e);
    });
  });
  // The inner ones are names for the outer ones.
  for (const [alias, name] of aliases.reverse()) if (found.includes(alias)) found.push(name);
  return found;
}

/** By routine, what it changes; null while that is being found, as of what calls itself. */
const changed = new WeakMap<Unit, ReadonlySet<string> | null>();

/** Whether a routine may give an argument another value than it is passed with. */
export function mayChange(unit: Unit, dummy: string, routine: Routines): boolean {
  if (hasAttribute(unit, dummy, 'in')) return false;
  let names = changed.get(unit);
  if (names === undefined) {
    changed.set(unit, null);
    names = new Set([...changesIn(unit.body, routine), ...changesInside(unit, routine)]);
    changed.set(unit, names);
  }
  return names === null || names.has(dummy);
}

/** What the routines inside of a unit change of it. */
export function changesInside(unit: Unit, routine: Routines): string[] {
  return unit.contains.flatMap(unitsIn).flatMap((inner) => {
    const isOwn = (name: string) =>
      declarationsOf(inner, name).length > 0 || inner.header?.parameters.some((each) => each.name === name);
    return changesIn(inner.body, routine).filter((name) => !isOwn(name));
  });
}

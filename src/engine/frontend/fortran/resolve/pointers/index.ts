/**
 * POINTER. One that only ALLOCATE gives memory is an allocatable array. Any other is followed through the routine: a state says
 * where each points, and what names a pointer stands once for each state that can be, as in an ASSOCIATE, behind a test of
 * the variable that holds it. So after this there are arrays only.
 *
 *     old => a; new => b                                old_to = 1; new_to = 2
 *     do it = 1, n                                      do it = 1, n
 *       new(:) = f(old(:))                       →        if (new_to == 2 .and. old_to == 1) then; b(:) = f(a(:))
 *       tmp => old; old => new; new => tmp                else; a(:) = f(b(:)); end if; tmp_to = old_to; …
 *     end do                                            end do
 *
 * Works on nested units, after derived types are taken apart.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { once } from '../../../../base/once';
import { INTRINSIC_NAMES } from '../../lower/intrinsics/intrinsics';
import { callsIn } from '../../parse/calls';
import { resultName, type StatementSyntax, type Unit, unitsIn } from '../../parse/syntax';
import { declarationsOf, hasAttribute, ofKind, visitNodes, withoutNames } from '../../parse/visit';
import { changesIn, changesInside } from './changes';
import { factsOf, pointersOf } from './facts';
import { followed } from './follow';
import { lendingIn, withMovedAsPointers } from './moved';

export function withoutPointers(
  units: readonly Unit[],
  names: Set<string>,
  sink: DiagnosticSink,
  isNamed: boolean,
): readonly Unit[] {
  if (!isNamed) return units;
  const lending = lendingIn(units);
  return units.map((unit) => rewritten(unit, names, sink, { lending, units }));
}

function rewritten(
  given: Unit,
  names: Set<string>,
  sink: DiagnosticSink,
  text: { readonly lending: ReadonlySet<string>; readonly units: readonly Unit[] },
): Unit {
  const { unit, moved } = withMovedAsPointers(given, text.lending);
  const contains = unit.contains.map((each) => rewritten(each, names, sink, text));
  const interfaces = unit.interfaces.map((each) => rewritten(each, names, sink, text));
  if (unit.kind === 'module')
    return { ...unit, specifications: unit.specifications.map(ofModule), contains, interfaces };
  const all = pointersOf(unit);
  const dummies = new Set(unit.header?.parameters.map(({ name }) => name) ?? []);
  const result = unit.kind === 'function' ? resultName(unit) : null;
  const own = new Map([...all].filter(([name]) => !dummies.has(name) && name !== result));
  refuse(unit, all, own, sink);
  const varies = once(() => varyingIn(unit, text.units));
  const facts = {
    ...factsOf(unit, own, names, { sink, varying: (name) => varies()(name) }),
    owned: moved,
  };
  if (facts.moving.size > 0) refuseJumps(unit, sink);
  const specifications = unit.specifications.flatMap((s): StatementSyntax[] => {
    // A name that another statement makes a pointer is not declared any more.
    if (s.kind !== 'declare' || !s.attributes.includes('pointer'))
      return withoutNames([s], (name) => facts.moving.has(name));
    const attributes = s.attributes.filter((each) => each !== 'pointer');
    const isDummy = (name: string) => dummies.has(name) || name === result;
    const plain = s.entities.filter(
      ({ name }) => isDummy(name) || (facts.heap.has(name) && facts.ranks.get(name) === 0),
    );
    const heap = s.entities.filter(
      ({ name }) => facts.heap.has(name) && !isDummy(name) && facts.ranks.get(name) !== 0,
    );
    const bare = heap.map((entity) => ({ ...entity, initial: null }));
    return [
      ...(plain.length > 0 ? [{ ...s, attributes, entities: plain }] : []),
      ...(heap.length > 0
        ? [{ ...s, attributes: [...attributes, 'allocatable' as const, 'sized' as const], entities: bare }]
        : []),
    ];
  });
  const made = followed(unit, facts, names, sink);
  return {
    ...unit,
    specifications: [...specifications, ...made.declarations, ...facts.temporaries],
    body: made.body,
    contains,
    interfaces,
  };
}

/** A pointer that routines share has memory of its own. */
function ofModule(s: StatementSyntax): StatementSyntax {
  if (s.kind !== 'declare' || !s.attributes.includes('pointer')) return s;
  const attributes = s.attributes.flatMap((each) =>
    each === 'pointer' ? (['allocatable', 'sized'] as const) : [each],
  );
  return { ...s, attributes, entities: s.entities.map((entity) => ({ ...entity, initial: null })) };
}

/** Pointers that are arguments, results, or of units around this one have to stay where they point. */
function refuse(
  unit: Unit,
  all: ReadonlyMap<string, number>,
  own: ReadonlyMap<string, number>,
  sink: DiagnosticSink,
): void {
  visitNodes(unit.body, (node) => {
    const list = node.kind === 'point' ? [node.target] : node.kind === 'allocate' ? node.entities : [];
    for (const { name, span } of list) {
      if (own.has(name) || (node.kind === 'allocate' && !all.has(name))) continue;
      const what = all.has(name) ? 'A pointer that is an argument or a result' : 'A pointer of another unit';
      sink.error(
        'unsupported',
        `${what} can\u2019t be given another place here.`,
        span,
        'Return a number that says which array it is, or pass the array itself.',
      );
    }
  });
}

/** Pointers are followed from each statement to the next, so there can be no GO TO. */
function refuseJumps(unit: Unit, sink: DiagnosticSink): void {
  visitNodes(unit.body, (node) => {
    if (node.kind === 'goto' || node.kind === 'computedGoto' || node.kind === 'arithmeticIf')
      sink.error(
        'unsupported',
        'GO TO in a routine whose pointers move is not supported.',
        node.span,
        'Write IF and DO, or subscripts in place of pointers.',
      );
  });
}

/**
 * Whether a name may mean another value from one statement of a routine to the next: it is changed here or by a routine inside, or
 * it is shared, and something is called.
 */
function varyingIn(unit: Unit, units: readonly Unit[]): (name: string) => boolean {
  const all = units.flatMap(unitsIn);
  const routine = (name: string) => all.find((each) => each.header && each.name.name === name);
  const own = new Set([...changesIn(unit.body, routine), ...changesInside(unit, routine)]);
  const isCalling = callsIn(unit.body).some((call) => call.kind === 'call' || routine(call.name));
  const isConstant = (name: string) =>
    INTRINSIC_NAMES.has(name) || all.some((each) => hasAttribute(each, name, 'parameter'));
  const isShared = (name: string) =>
    ofKind(unit.specifications, 'common').some(({ blocks }) =>
      blocks.some(({ entities }) => entities.some((each) => each.name === name)),
    ) || !(declarationsOf(unit, name).length > 0 || isConstant(name));
  return (name) => own.has(name) || (isCalling && isShared(name));
}

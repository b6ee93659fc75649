/**
 * Liveness by elements around the back edge of a counted loop (theory 15). With whole arrays, an element that one iteration
 * writes last is live, since the next iteration reads the array. It is not, where every access in the loop has, in one
 * dimension, one subscript that takes another value in every iteration: then the next iteration reads another element.
 *
 *   do i = 1, n
 *     y(i) = 2*y(i)
 *     x(i) = x(i) + y(i)*y(i)
 *     y(i) = a*y(i)            dead, if y is not needed after the loop
 *   end do
 */
import { BitSet } from '../../base/bitset';
import { entryOf } from '../../base/lookup';
import type { Solution } from '../../dataflow/analysis';
import { sameExpr, walk } from '../../ir/build';
import type { FlowGraph } from '../../ir/graph/flow';
import { instructionOf } from '../../ir/graph/flow';
import { walkStatements } from '../../ir/statements';
import { affineOf } from '../../ir/subscripts';
import type { Expr, For, StatementId, VariableId } from '../../ir/types';
import { namedVariables, statementExpressions } from '../../ir/uses';
import type { Nesting } from '../instructions/nesting';
import type { RoutineFacts } from '../routineFacts';

/** By counted loop: arrays of which every iteration accesses elements of its own. */
export function elementsOfIterations(facts: RoutineFacts): Map<StatementId, BitSet> {
  const { model, instructions } = facts;
  const { locations } = model;
  const found = new Map<StatementId, BitSet>();
  for (const i of instructions) {
    if (i.kind !== 'test' || i.test.kind !== 'for') continue;
    const own = new BitSet(locations.size);
    for (const [id, places] of accessesIn(i.test)) {
      const [l, ...more] = locations.ofVariable(id);
      if (l === undefined || more.length > 0 || places === null) continue;
      const location = locations.at(l);
      if (location.strong || location.variables.length > 1) continue;
      if (isOwnElement(i.test, places, writtenIn(facts, i.test))) own.add(l);
    }
    if (!own.isEmpty()) found.set(i.id, own);
  }
  return found;
}

/**
 * By loop: arrays of which no iteration reads an element of another, and nothing after the loop reads any. Of nested loops only
 * the outermost has an array: what an inner one reads, statements before it in an outer one still have to set.
 */
export function apartFromIterations(
  nesting: Nesting,
  graph: FlowGraph,
  own: ReadonlyMap<StatementId, BitSet>,
  wanted: Solution<BitSet>,
): Map<StatementId, BitSet> {
  const found = new Map<StatementId, BitSet>();
  for (const [loop, arrays] of own) {
    const [v] = graph.place.get(loop) ?? [-1];
    const exit = graph.edges.find((e) => e.from === v && e.label !== '1');
    if (!exit) continue;
    const rest = arrays.clone();
    rest.subtract(wanted.before(exit.to));
    for (const { id } of entryOf(nesting.fors, loop)) {
      const known = found.get(id);
      if (known) rest.subtract(known);
    }
    if (!rest.isEmpty()) found.set(loop, rest);
  }
  return found;
}

/** Are the arrays that it writes apart for a loop around it? */
export function isApart(
  nesting: Nesting,
  apart: ReadonlyMap<StatementId, BitSet>,
  id: StatementId,
  out: BitSet,
): boolean {
  if (out.isEmpty()) return false;
  return entryOf(nesting.fors, id).some((loop) => {
    const arrays = apart.get(loop.id);
    return arrays !== undefined && out.isSubsetOf(arrays);
  });
}

/** By array: the subscripts of its elements in the loop; null where it is named otherwise. */
function accessesIn(loop: For): Map<VariableId, (readonly Expr[])[] | null> {
  const found = new Map<VariableId, (readonly Expr[])[] | null>();
  const note = (e: Expr) => {
    if (e.kind !== 'element') return;
    const list = found.get(e.variable);
    if (list === undefined) found.set(e.variable, [e.subscripts]);
    else list?.push(e.subscripts);
  };
  walkStatements(loop.body, (s) => {
    const isCall = s.kind === 'call';
    for (const e of statementExpressions(s)) {
      walk(e, note);
      // An element that is passed by reference may be the first of many.
      if (isCall && e.kind === 'element') found.set(e.variable, null);
    }
    for (const id of namedVariables(s)) found.set(id, null);
  });
  return found;
}

function isOwnElement(
  loop: For,
  places: readonly (readonly Expr[])[],
  written: ReadonlySet<VariableId>,
): boolean {
  const first = places[0] ?? [];
  return first.some((subscript, d) => {
    const affine = affineOf(subscript);
    if (!affine?.terms.has(loop.index)) return false;
    if ([...affine.terms.keys()].some((id) => id !== loop.index && written.has(id))) return false;
    return places.every((p) => p[d] !== undefined && sameExpr(p[d] as Expr, subscript));
  });
}

/** What the loop's body may write, its own index if it is written there. */
function writtenIn({ model }: RoutineFacts, loop: For): Set<VariableId> {
  const written = new Set<VariableId>();
  const { graph, locations, effects } = model;
  walkStatements(loop.body, (s) => {
    const i = instructionOf(graph, s.id);
    if (!i) return;
    for (const l of effects(i).out) for (const id of locations.at(l).variables) written.add(id);
  });
  return written;
}

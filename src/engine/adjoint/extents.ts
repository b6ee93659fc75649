/** Arrays in generated code: their extents as they were at entry, loops over their elements, and how many there are. */

import { NOWHERE } from '../base/span';
import { binary, constant, convert, element, sameExpr } from '../ir/build';
import type { Emitter } from '../ir/emit';
import { variableOf } from '../ir/names';
import type { Expr, For, Role, Shape, Statement, VariableId } from '../ir/types';
import { mentions } from '../ir/uses';
import type { Builder } from './builder';

/**
 * An extent, or a lower bound, as it was at entry: what it names may have another value where it is used. Copies of those
 * that change are taken at the start of the routine (`entryCopies`).
 */
function asAtEntry(b: Builder, e: Expr): Expr {
  if (e.kind === 'constant' || !changes(b, e)) return e;
  const known = b.atEntry.find((copy) => sameExpr(copy.of, e));
  if (known) return b.ref(known.id);
  const hint = e.kind === 'variable' ? variableOf(b.state, e.variable).name : 'extent';
  const id = b.local(`${hint}_entry`, { type: e.type, role: 'control' });
  b.atEntry.push({ id, of: e });
  return b.ref(id);
}

function changes(b: Builder, e: Expr): boolean {
  return mentions(e, (id) => variableOf(b.state, id).intent !== 'in' && b.written.has(id));
}

/** Statements for the start of the routine: what its extents are there. */
export function entryCopies(b: Builder, sweep: 'forward' | 'backward'): Statement[] {
  return b.atEntry.map(({ id, of }) => b.nowhere[sweep].assign('control', b.ref(id), of));
}

/** Nested loops that set every element of a real array to zero. */
export function zeroArray(b: Builder, emit: Emitter, role: Role, id: VariableId): Statement[] {
  const v = variableOf(b.state, id);
  const shape = v.shape as Shape;
  const bounds = shape.dimensions.flatMap(({ lower, extent }) =>
    extent ? [ofOneType([asAtEntry(b, lower), asAtEntry(b, extent)]) as [Expr, Expr]] : [],
  );
  if (bounds.length < shape.dimensions.length) return [];
  const indices = bounds.map(([lower], k) => b.slot('ii', lower.type, k));
  const outward = [...indices.keys()];
  if (shape.order === 'row') outward.reverse();
  const subscripts = indices.map((i) => b.ref(i));
  let body: Statement = emit.assign(role, element(id, subscripts, v.type), constant(0, v.type));
  for (const k of outward) {
    const [lower, extent] = bounds[k] as [Expr, Expr];
    const index = indices[k] as VariableId;
    body = countedLoop(emit, role, { index, first: lower, last: lastIndex(lower, extent) }, [body]);
  }
  return [body];
}

/** As wide as the widest. */
function ofOneType(integers: readonly Expr[]): Expr[] {
  const type = integers.some((e) => e.type === 'i64') ? 'i64' : 'i32';
  return integers.map((e) => convert(e, type));
}

function lastIndex(lower: Expr, extent: Expr): Expr {
  if (lower.kind === 'constant' && extent.kind === 'constant')
    return constant(lower.value + extent.value - 1, extent.type);
  if (lower.kind === 'constant' && lower.value === 1) return extent;
  const one = constant(1, extent.type);
  const shifted: Expr =
    lower.kind === 'constant' && lower.value === 0
      ? extent
      : { kind: 'binary', op: 'add', left: lower, right: extent, type: extent.type, span: NOWHERE };
  return { kind: 'binary', op: 'subtract', left: shifted, right: one, type: extent.type, span: NOWHERE };
}

/** One by one. In C the bound is asked for as a person would. */
export function countedLoop(
  emit: Emitter,
  role: Role,
  range: Pick<For, 'index' | 'first' | 'last'>,
  body: readonly Statement[],
): Statement {
  const { last } = range;
  const exclusive =
    last.kind === 'binary' &&
    last.op === 'subtract' &&
    last.right.kind === 'constant' &&
    last.right.value === 1;
  return emit.loop(role, { ...range, test: exclusive ? 'lt' : 'le' }, body);
}

/** The number of elements of an array with known extents; null otherwise. */
export function elementCount(b: Builder, { dimensions }: Shape): Expr | null {
  const extents = dimensions.flatMap(({ extent }) => (extent ? asAtEntry(b, extent) : []));
  if (extents.length < dimensions.length) return null;
  return ofOneType(extents).reduce((left, right) => binary('multiply', left, right));
}

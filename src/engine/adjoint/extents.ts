/** Arrays in generated code: their extents as they were at entry, loops over their elements, and how many there are. */

import { NOWHERE } from '../base/span';
import { constant, element, isReal, sameExpr } from '../ir/build';
import type { Expr, For, Role, Shape, Statement, Variable, VariableId } from '../ir/types';
import { mentions } from '../ir/uses';
import { assign, type Builder, base, type From, newLabel, newVariable, ref, slot } from './builder';

/**
 * An extent, or a lower bound, as it was at entry: what it names may have another value where it is used. Copies of those
 * that change are taken at the start of the routine (`entryCopies`).
 */
function asAtEntry(b: Builder, e: Expr): Expr {
  if (e.kind === 'constant' || !changes(b, e)) return e;
  const known = b.atEntry.find((copy) => sameExpr(copy.of, e));
  if (known) return ref(b, known.id);
  const hint = e.kind === 'variable' ? (b.state.variables[e.variable] as Variable).name : 'extent';
  const id = newVariable(b, `${hint}_entry`, { type: e.type, role: 'control' });
  b.locals.push(id);
  b.atEntry.push({ id, of: e });
  return ref(b, id);
}

function changes(b: Builder, e: Expr): boolean {
  return mentions(e, (id) => b.state.variables[id]?.intent !== 'in' && b.written().has(id));
}

/** Statements for the start of the routine: what its extents are there. */
export function entryCopies(b: Builder, sweep: From['sweep']): Statement[] {
  const from: From = { span: NOWHERE, origin: null, sweep };
  return b.atEntry.map(({ id, of }) => assign(b, from, 'control', ref(b, id), of));
}

/** Nested loops that set every element of a real array to zero. */
export function zeroArray(b: Builder, from: From, role: Role, id: VariableId): Statement[] {
  const v = b.state.variables[id] as Variable;
  const shape = v.shape as Shape;
  const zero = constant(0, v.type);
  const rank = shape.dimensions.length;
  const indices = shape.dimensions.map((_, k) => slot(b, 'ii', 'i32', 'control', k));
  const order = shape.order === 'row' ? [...indices.keys()] : [...indices.keys()].reverse();
  let body: Statement = assign(
    b,
    from,
    role,
    element(
      id,
      indices.map((i) => ref(b, i)),
      v.type,
    ),
    isReal(v.type) ? zero : constant(0, v.type),
  );
  for (let k = rank - 1; k >= 0; k--) {
    const d = shape.dimensions[order[k] as number];
    const index = indices[order[k] as number] as VariableId;
    if (!d?.extent) return [];
    const [lower, extent] = [asAtEntry(b, d.lower), asAtEntry(b, d.extent)];
    body = countedLoop(b, from, role, { index, first: lower, last: lastIndex(lower, extent) }, [body]);
  }
  return [body];
}

function lastIndex(lower: Expr, extent: Expr): Expr {
  if (lower.kind === 'constant' && extent.kind === 'constant')
    return constant(lower.value + extent.value - 1, 'i32');
  if (lower.kind === 'constant' && lower.value === 1) return extent;
  const one = constant(1, extent.type);
  const shifted: Expr =
    lower.kind === 'constant' && lower.value === 0
      ? extent
      : { kind: 'binary', op: 'add', left: lower, right: extent, type: extent.type, span: NOWHERE };
  return { kind: 'binary', op: 'subtract', left: shifted, right: one, type: extent.type, span: NOWHERE };
}

export function countedLoop(
  b: Builder,
  from: From,
  role: Role,
  { index, first, last }: Pick<For, 'index' | 'first' | 'last'>,
  body: readonly Statement[],
): Statement {
  const fortran = b.state.primal.language === 'fortran';
  const exclusive =
    last.kind === 'binary' &&
    last.op === 'subtract' &&
    last.right.kind === 'constant' &&
    last.right.value === 1;
  return {
    kind: 'for',
    ...base(b, from, role),
    label: newLabel(b),
    index,
    first,
    last,
    step: constant(1, (b.state.variables[index] as Variable).type),
    test: fortran ? 'do' : exclusive ? 'lt' : 'le',
    body,
  };
}

/** The number of elements of an array with known extents; null otherwise. */
export function elementCount(b: Builder, { dimensions }: Shape): Expr | null {
  const extents = dimensions.flatMap(({ extent }) => (extent ? asAtEntry(b, extent) : []));
  if (extents.length < dimensions.length) return null;
  return extents.reduce((left, right) => ({
    kind: 'binary',
    op: 'multiply',
    left,
    right,
    type: 'i32',
    span: NOWHERE,
  }));
}

/** First values of local arrays: assignments to elements, and loops over what they leave at zero. */
import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import type { RawStatement } from '../../../../control/rawTree';
import { constant, element, subtract } from '../../../../ir/build';
import { newLabel } from '../../../../ir/emit';
import type { Expr, For } from '../../../../ir/types';
import type * as S from '../../parse/syntax';
import { convertTo } from '../arithmetic';
import { eachValue } from '../declarations/initialValues';
import { elementCount } from '../declarations/shapes';
import { value } from '../names';
import { base, emit, type RoutineState, reference, temporary, type VariableDraft } from '../state';
import { asStored } from '../unsigned';

/** Up to this many zeros are assigned one by one; more of them by a loop before the other values. */
const ZEROS_IN_LINE = 8;
/** Longer initialisers are refused: they are tables, not code. */
const VALUES_IN_LINE = 10_000;

export function fillArray(s: RoutineState, variable: VariableDraft, initializer: S.Initializer): void {
  const { shape } = variable;
  if (!shape) return;
  const elements = elementCount(shape);
  if (elements === null) {
    s.file.sink.error(
      'bad-initializer',
      'An array whose size is no constant can’t have first values.',
      initializer.span,
      'Write a loop that fills it.',
    );
    return;
  }
  const values = new Map<number, { v: Expr; span: Span }>();
  eachValue(s, shape, initializer, (position, e) => {
    const v = value(s, e);
    if (v) values.set(position, { v: asStored(s.file, variable.id, v, variable.type), span: e.span });
  });
  if (values.size > VALUES_IN_LINE) {
    s.file.sink.error('bad-initializer', `This has more than ${VALUES_IN_LINE} values.`, initializer.span);
    return;
  }
  const extents = shape.dimensions.map(({ extent }) => (extent?.kind === 'constant' ? extent.value : 1));
  const byLoop = elements - values.size > ZEROS_IN_LINE;
  if (byLoop) wholeLoops(s, variable, initializer.span);
  const positions = byLoop ? [...values.keys()] : Array.from({ length: elements }, (_, i) => i);
  for (const position of positions) {
    const given = values.get(position);
    const v = given?.v ?? constant(0, variable.type, initializer.span);
    // The loop has set it to zero.
    if (byLoop && v.kind === 'constant' && Object.is(v.value, 0)) continue;
    const span = given?.span ?? initializer.span;
    const subscripts = subscriptsOf(position, extents).map((i) => constant(i, 'i32', span));
    emit(s, element(variable.id, subscripts, variable.type, span), v, span);
  }
}

/** Of an element by its place in memory. */
export function subscriptsOf(position: number, extents: readonly number[]): number[] {
  const subscripts: number[] = [];
  let rest = position;
  for (let i = extents.length - 1; i >= 0; i--) {
    const extent = itemAt(extents, i);
    subscripts.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return subscripts;
}

/** Sets every element to a value, zero if none is given, or to that of an array of the same shape, one loop a dimension. */
export function wholeLoops(
  s: RoutineState,
  variable: VariableDraft,
  span: Span,
  from: VariableDraft | Expr | null = null,
): void {
  const source = from && 'role' in from ? from : null;
  const dimensions = (source ?? variable).shape?.dimensions ?? [];
  const indices = dimensions.map(() => temporary(s, 'k', 'i32', span));
  const at = ({ id, type }: VariableDraft) =>
    element(
      id,
      indices.map((draft) => reference(draft, span)),
      type,
      span,
    );
  const value = from && 'role' in from ? at(from) : (from ?? constant(0, variable.type, span));
  const build = (depth: number): RawStatement => {
    const index = indices[depth];
    const extent = dimensions[depth]?.extent;
    if (!index || !extent) return { kind: 'assign', ...base(s.file, span), target: at(variable), value };
    return loopBelow(s, index, convertTo(extent, 'i32'), () => [build(depth + 1)], span);
  };
  s.out.push(build(0));
}

/** `for (k = 0; k < count; k++)` */
export function loopBelow(
  s: RoutineState,
  { id: index }: VariableDraft,
  count: Expr,
  bodyOf: () => readonly RawStatement[],
  span: Span,
): For<RawStatement> {
  const [zero, one] = [constant(0, 'i32', span), constant(1, 'i32', span)];
  const last = subtract(count, one, span);
  const made = { ...base(s.file, span), label: newLabel(s.file), index, first: zero, last, step: one };
  return { kind: 'for', ...made, test: 'lt', body: bodyOf() };
}

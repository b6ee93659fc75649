/**
 * Input: `scanf("%lf", &x[i])` becomes `x[i] = x_read[i]`. What is read is one more parameter, of the variable's type and
 * extents; so a run asks for it as for any input, and the reading itself, which depends on nothing, has no derivative.
 */
import type { Span } from '../../../../base/span';
import { constant, somePart } from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import type * as S from '../../parse/syntax';
import { calleeOf, rootOf, someExpr, walkExpr } from '../../parse/walk';
import { fence } from '../../resolve/fence';
import { INPUT } from '../../resolve/library';
import { placeOf } from '../assignments';
import { rememberSize } from '../declarations/locals';
import {
  emit,
  lookUp,
  newVariable,
  ownName,
  type RoutineState,
  sourceName,
  type VariableDraft,
} from '../state';

/** The value of the call is the number of items, as if all of them had been found. */
export function input(s: RoutineState, e: S.CallExpression, skip: number): Expr {
  const items = e.args.slice(skip);
  for (const item of items) readItem(s, item);
  return constant(items.length, 'i32', e.span);
}

/** The callers of a function that reads would have to pass the values on. */
export function refuseCalledInput(s: RoutineState): void {
  const [first] = s.readings.values();
  if (first && s.file.called.has(s.name)) fence(s.file.sink, 'input', first.span);
}

function readItem(s: RoutineState, item: S.Expr): void {
  const { span } = item;
  const target: S.Expr =
    item.kind === 'unary' && item.op === '&'
      ? item.operand
      : { kind: 'unary', op: '*', operand: item, span, height: item.height + 1 };
  const root = rootOf(target);
  const meaning = root.kind === 'name' ? lookUp(s, root.name) : undefined;
  const named = meaning?.kind === 'variable' ? meaning : null;
  if (target !== item && item.kind === 'name' && named && !named.variable.shape && !named.isPointer) {
    s.file.sink.error(
      'wrong-argument',
      '`scanf` takes the address of a variable.',
      span,
      `Write \`&${item.name}\`.`,
    );
    return;
  }
  const isVariable = named !== null || meaning?.kind === 'pointer';
  const place = isVariable && !isRepeated(s, target) ? placeOf(s, target) : undefined;
  const variable = place && s.file.variables[place.variable];
  if (place === null) return;
  if (!place || !variable || !isSizedOutside(s, variable)) {
    fence(s.file.sink, 'input', span);
    return;
  }
  const read = s.readings.get(variable.id) ?? readingOf(s, variable, named?.isPointer === true, span);
  const before = s.out.length;
  emit(s, place, { ...place, variable: read.id, span }, span);
  // What is read once, and never set otherwise, may size arrays.
  if (target.kind === 'name') rememberSize(s, variable, before, s.moved.get(target.name) === 1);
}

function readingOf(s: RoutineState, variable: VariableDraft, isPointer: boolean, at: Span): VariableDraft {
  const { type, shape } = variable;
  const made = newVariable(s.file, {
    name: ownName(s, `${variable.name}_read`),
    type,
    shape,
    role: 'parameter',
    passing: shape || isPointer ? 'reference' : 'value',
    intent: shape || isPointer ? 'in' : null,
    owner: s.index,
    span: at,
  });
  s.readings.set(variable.id, made);
  s.file.sink.info(
    'input-argument',
    `What is read into \`${sourceName(s, variable)}\` is passed as \`${made.name}\`.`,
    at,
  );
  return made;
}

/** In a loop, one place would be read more than once, each time with another value. */
function isRepeated(s: RoutineState, target: S.Expr): boolean {
  if (s.continues.length + s.loopTests === 0 && s.gotos.size === 0) return false;
  let names = 0;
  walkExpr(target, (part) => {
    if (part.kind === 'name') names++;
  });
  return names < 2;
}

/** The caller that passes the values knows their extents. */
function isSizedOutside(s: RoutineState, { shape }: VariableDraft): boolean {
  const isOpen = (e: Expr): boolean => {
    const role = e.kind === 'variable' ? s.file.variables[e.variable]?.role : 'global';
    return role !== 'parameter' && role !== 'global';
  };
  return (shape?.dimensions ?? []).every(
    ({ lower, extent }) => !somePart(lower, isOpen) && !(extent && somePart(extent, isOpen)),
  );
}

/** It tests whether what was to be read was there. */
export function readsInput(e: S.Expr): boolean {
  return someExpr(e, (part) => INPUT.has(calleeOf(part)));
}

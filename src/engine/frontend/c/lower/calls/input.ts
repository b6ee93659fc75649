/**
 * Input: `scanf("%lf", &x[i])` becomes `x[i] = x_read[i]`. What is read is one more parameter, of the variable's type and
 * extents; so a run asks for it as for any input, and the reading itself, which depends on nothing, has no derivative.
 * Where a loop reads one place time and again, the values follow one another: `v = v_read[v_at]; v_at++`.
 */
import type { Span } from '../../../../base/span';
import { add, constant, element, somePart } from '../../../../ir/build';
import type { Expr, Place, ScalarType, Shape } from '../../../../ir/types';
import type * as S from '../../parse/syntax';
import { calleeOf, rootOf, someExpr, withoutCasts } from '../../parse/walk';
import { fence } from '../../resolve/fence';
import { CONVERTING, INPUT, RANDOM } from '../../resolve/library';
import { rememberSize } from '../declarations/shapes';
import { placeOf } from '../memory/located';
import { value } from '../names';
import {
  aside,
  collect,
  emit,
  lookUp,
  newVariable,
  ownName,
  type Reading,
  type RoutineState,
  reference,
  sourceName,
  temporary,
  type VariableDraft,
} from '../state';
import { isReadOnce } from './readOnce';

/** The value of the call is the number of items, as if all of them had been found. */
export function input(s: RoutineState, e: S.CallExpression, skip: number): Expr {
  const items = e.args.slice(skip);
  for (const item of items) readItem(s, item);
  return constant(items.length, 'i32', e.span);
}

/** The callers of a function that reads would have to pass the values on. */
export function refuseCalledInput(s: RoutineState): void {
  const [first] = s.readings;
  if (first && s.file.called.has(s.name))
    fence(s.file.sink, first.values.isRandom ? 'randomNumber' : 'input', first.span);
}

/** A routine, beginning with no value read; `span`: where it begins. */
export function withReadings(s: RoutineState, body: RoutineState['out'], span: Span): RoutineState['out'] {
  const first = collect(s, () => {
    for (const { at } of s.readings) if (at) emit(s, reference(at, span), constant(0, at.type, span), span);
  });
  return [...first, ...body];
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
  const place = isVariable && s.loopTests === 0 && s.index >= 0 ? placeOf(s, target) : undefined;
  const variable = place && s.file.variables[place.variable];
  if (place === null) return;
  const before = s.readings.find(({ of, at }) => of === variable && at === null);
  const isRepeated = !isReadOnce(s, target, before?.places ?? []);
  if (!place || !variable || !(isRepeated || isSizedOutside(s, variable))) {
    fence(s.file.sink, 'input', span);
    return;
  }
  const { name, type, shape } = variable;
  const { values, at, places } = reading(
    s,
    {
      of: variable,
      name: `${name}_read`,
      type,
      shape,
      isSeries: isRepeated,
      isPointer: named?.isPointer === true,
      told: `What is read into \`${sourceName(s, variable)}\``,
    },
    span,
  );
  if (at) {
    next(s, { values, at }, place, span);
    return;
  }
  places.push(target);
  const from = s.out.length;
  emit(s, place, { ...place, variable: values.id, span }, span);
  // What is read once, and never set otherwise, may size arrays.
  if (target.kind === 'name') rememberSize(s, variable, from, s.moved.get(target.name) === 1);
}

/** What a generator of random numbers gives, one value after the other. */
export function drawn(s: RoutineState, name: string, type: ScalarType, span: Span): Expr | null {
  // At file scope no routine would take the values.
  if (s.loopTests > 0 || s.index < 0) {
    fence(s.file.sink, 'randomNumber', span);
    return null;
  }
  const whole = { shape: null, isPointer: false, isRandom: true } as const;
  const wanted = { ...whole, of: `${name} ${type}`, name: `${name}_values`, type };
  const { values, at } = reading(s, { ...wanted, isSeries: true, told: `What \`${name}\` gives` }, span);
  const made = reference(temporary(s, 'drawn', type, span), span);
  if (at) next(s, { values, at }, made, span);
  return made;
}

/** `rand()/(double)RAND_MAX`: a number from 0 to 1. */
export function uniform(s: RoutineState, { op, left, right, span }: S.BinaryOperation): Expr | null {
  const name = calleeOf(withoutCasts(left));
  if (op !== '/' || RANDOM.get(name) !== 'i32' || s.file.functions.has(name)) return null;
  if (!someExpr(right, (part) => part.kind === 'name' && part.name === 'RAND_MAX')) return null;
  const divisor = aside(s, () => value(s, right)).found;
  const cast = left.kind === 'cast' && left.type !== 'pointer' ? left.type : 'i32';
  const types = [cast, divisor?.type];
  const type = types.includes('f64') ? 'f64' : types.includes('f32') ? 'f32' : null;
  return type && drawn(s, name, type, span);
}

/** `place = values[at]; at++` */
function next(
  s: RoutineState,
  { values, at }: { readonly values: VariableDraft; readonly at: VariableDraft },
  place: Place,
  span: Span,
): void {
  const index = reference(at, span);
  emit(s, place, element(values.id, [index], values.type, span), span);
  emit(s, index, add(index, constant(1, at.type, span), span), span, 'increment');
}

interface Wanted extends Pick<Reading, 'of'> {
  readonly name: string;
  readonly type: ScalarType;
  readonly shape: Shape | null;
  /** One value after the other. */
  readonly isSeries: boolean;
  readonly isPointer: boolean;
  readonly isRandom?: true;
  /** What is passed. */
  readonly told: string;
}

function reading(s: RoutineState, wanted: Wanted, span: Span): Reading {
  const { of, type, isSeries, isPointer } = wanted;
  const known = s.readings.find((each) => each.of === of && (each.at !== null) === isSeries);
  if (known) return known;
  const series: Shape = { dimensions: [{ lower: constant(0, 'i32', span), extent: null }], order: 'row' };
  const shape = isSeries ? series : wanted.shape;
  const values = newVariable(s.file, {
    name: ownName(s, wanted.name),
    type,
    shape,
    role: 'parameter',
    passing: shape || isPointer ? 'reference' : 'value',
    intent: shape || isPointer ? 'in' : null,
    owner: s.index,
    span,
    ...(wanted.isRandom && { isRandom: true }),
  });
  const at = isSeries ? temporary(s, `${values.name}_at`, 'i32', span) : null;
  const made: Reading = { of, values, at, places: [], span };
  s.readings.push(made);
  s.file.sink.info(
    'input-argument',
    `${wanted.told} is passed as \`${values.name}\`${isSeries ? ', one value after the other' : ''}.`,
    span,
  );
  return made;
}

/** A number that the program is started with, `atof(2)`: see `withoutCommandLine`. Null after a report, undefined of others. */
export function startValue(
  s: RoutineState,
  { args: [word], span }: S.CallExpression,
  name: string,
): Expr | null | undefined {
  const type = CONVERTING.get(name);
  if (!type || s.kind !== 'program' || !word) return undefined;
  if (word.kind !== 'number') {
    if (!someExpr(word, (part) => part.kind === 'name' && s.commandLine.has(part.name))) return undefined;
    fence(s.file.sink, 'commandLine', span);
    return null;
  }
  const told = `Number ${word.text} of what the program is started with`;
  const whole = { shape: null, isPointer: false, isSeries: false, told };
  const of = `word ${word.text} ${type}`;
  const { values } = reading(s, { ...whole, of, name: `argument${word.text}`, type }, span);
  return reference(values, span);
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

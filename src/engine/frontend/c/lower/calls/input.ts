/**
 * Input: `scanf("%lf", &x[i])` becomes `x[i] = x_read[i]`. What is read is one more parameter, of the variable's type and
 * extents; so a run asks for it as for any input, and the reading itself, which depends on nothing, has no derivative.
 * Where a loop reads one place time and again, the values follow one another: `v = v_read[v_at]; v_at++`. So they do in a
 * function that others call, which pass the values on, and how many of them were read.
 */
import type { Span } from '../../../../base/span';
import { add, compare, constant, element, select, somePart } from '../../../../ir/build';
import { someStatement } from '../../../../ir/statements';
import type { Argument, Expr, Place, Routine, ScalarType, Shape } from '../../../../ir/types';
import type * as S from '../../parse/syntax';
import { calleeOf, mentionsSome, rootOf, someExpr, withoutCasts } from '../../parse/walk';
import { fence } from '../../resolve/fence';
import { CONVERTING, INPUT, RANDOM } from '../../resolve/library';
import { isCalled } from '../../resolve/survey';
import { rememberSize } from '../declarations/shapes';
import { placeOf } from '../memory/located';
import { value } from '../names';
import {
  aside,
  base,
  collect,
  emit,
  type FileState,
  type FunctionInfo,
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

/** The value of the call is the number of items: as if all of them had been found, but where a loop goes on while there are any. */
export function input(s: RoutineState, { args, span }: S.CallExpression, skip: number): Expr {
  const items = args.slice(skip);
  const all = constant(items.length, 'i32', span);
  let read: (Reading | null)[] = [];
  const then = collect(
    s,
    () => {
      read = items.map((item) => readItem(s, item));
    },
    s.loopTests === 0,
  );
  const [first] = read;
  if (s.loopTests === 0 || !first?.at) {
    s.out.push(...then);
    return all;
  }
  const { name } = first.values;
  const whole = { shape: null, isPointer: false, isSeries: false, type: 'i32' } as const;
  const told = `How many values of \`${name}\` there are`;
  const count = reading(s, { ...whole, of: `count ${name}`, name: `${name}_count`, told }, span);
  const found = reference(temporary(s, 'found', 'bool', span), span);
  emit(s, found, compare('lt', reference(first.at, span), reference(count.values, span), span), span);
  s.out.push({ kind: 'if', ...base(s.file, span), condition: found, then, else: [] });
  return select(found, all, constant(-1, 'i32', span), span);
}

/** Functions, those that they call before them: what these read is known then. Of two that call each other, one comes first. */
export function calleesFirst<T extends { readonly name: string }>(
  { surveys }: FileState,
  functions: readonly T[],
): readonly T[] {
  if (![...surveys.values()].some(({ called }) => [...called].some((name) => READING.has(name))))
    return functions;
  const byName = new Map(functions.map((each) => [each.name, each]));
  const order = new Set<T>();
  const visit = (each: T): void => {
    if (!byName.delete(each.name)) return;
    for (const name of surveys.get(each.name)?.called ?? []) {
      const callee = byName.get(name);
      if (callee) visit(callee);
    }
    order.add(each);
  };
  functions.forEach(visit);
  return [...order];
}

const READING: ReadonlySet<string> = new Set([...INPUT.keys(), ...RANDOM.keys()]);

/** What a call passes besides: the caller's own values, from where it has come to. */
export function passedReadings(s: RoutineState, { readings }: FunctionInfo, span: Span): Argument[] {
  return readings.flatMap(({ of, values, at }): Argument[] => {
    const { name, type, isRandom } = values;
    const wanted = { of, name, type, shape: null, isSeries: at !== null, isPointer: false, told: null };
    const own = reading(s, { ...wanted, ...(isRandom && { isRandom }) }, span);
    if (!at) return [{ kind: 'value', value: reference(own.values, span) }];
    if (!own.at || at.role !== 'parameter') return [];
    return [
      { kind: 'array', variable: own.values.id, start: null, span },
      { kind: 'reference', place: reference(own.at, span) },
    ];
  });
}

/** The parameters with what is read. */
export function readingParameters({ readings }: RoutineState): VariableDraft[] {
  return readings.flatMap(({ values, at }) => (at?.role === 'parameter' ? [values, at] : [values]));
}

/** Where functions call each other in a circle, the values go round without end. */
export function refuseCircledInput(s: RoutineState, program: readonly Routine[]): void {
  const [first] = s.readings;
  const wants = program.find(({ name }) => name === s.name)?.parameters.length;
  const isShort = ({ body }: Routine): boolean =>
    someStatement(
      body,
      (each) => each.kind === 'call' && each.callee === s.name && each.args.length !== wants,
    );
  if (first && program.some(isShort))
    fence(s.file.sink, first.values.isRandom ? 'randomNumber' : 'input', first.span);
}

/** A routine, beginning with no value read; `span`: where it begins. */
export function withReadings(s: RoutineState, body: RoutineState['out'], span: Span): RoutineState['out'] {
  const first = collect(s, () => {
    for (const { at } of s.readings)
      if (at && at.role !== 'parameter') emit(s, reference(at, span), constant(0, at.type, span), span);
  });
  return [...first, ...body];
}

function readItem(s: RoutineState, item: S.Expr): Reading | null {
  const { span } = item;
  const target: S.Expr =
    item.kind === 'unary' && item.op === '&'
      ? item.operand
      : { kind: 'unary', op: '*', operand: item, span, height: item.height + 1 };
  const root = rootOf(target);
  const meaning = root.kind === 'name' ? lookUp(s, root.name) : undefined;
  const named = meaning?.kind === 'variable' ? meaning : null;
  if (target !== item && item.kind === 'name' && named && !named.variable.shape && !named.isPointer)
    return s.file.sink.error(
      'wrong-argument',
      '`scanf` takes the address of a variable.',
      span,
      `Write \`&${item.name}\`.`,
    );
  const isVariable = named !== null || meaning?.kind === 'pointer';
  const place = isVariable && s.index >= 0 ? placeOf(s, target) : undefined;
  const variable = place && s.file.variables[place.variable];
  if (place === null) return null;
  const before = s.readings.find(({ of, at }) => of === variable && at === null);
  const isRepeated =
    s.loopTests > 0 || isCalled(s.file.surveys, s.name) || !isReadOnce(s, target, before?.places ?? []);
  if (!place || !variable || !(isRepeated || isSizedOutside(s, variable))) {
    return fence(s.file.sink, 'input', span);
  }
  const { name, type, shape } = variable;
  const made = reading(
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
  const { values, at, places } = made;
  if (at) {
    next(s, { values, at }, place, span);
    return made;
  }
  places.push(target);
  const from = s.out.length;
  emit(s, place, { ...place, variable: values.id, span }, span);
  // What is read once, and never set otherwise, may size arrays.
  if (target.kind === 'name') rememberSize(s, variable, from, s.moved.get(target.name) === 1);
  return made;
}

/** What a generator of random numbers gives, one value after the other. */
export function drawn(s: RoutineState, name: string, type: ScalarType, span: Span): Expr | null {
  // At file scope no routine would take the values.
  if (s.index < 0) return fence(s.file.sink, 'randomNumber', span);
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
  if (!mentionsSome(right, (each) => each === 'RAND_MAX')) return null;
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
  /** What is passed; null where that is said elsewhere. */
  readonly told: string | null;
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
  const at = isSeries ? counterOf(s, values) : null;
  const made: Reading = { of, values, at, places: [], span };
  s.readings.push(made);
  if (!wanted.told) return made;
  s.file.sink.info(
    'input-argument',
    `${wanted.told} is passed as \`${values.name}\`${isSeries ? ', one value after the other' : ''}.`,
    span,
  );
  return made;
}

function counterOf(s: RoutineState, { name, span }: VariableDraft): VariableDraft {
  if (!isCalled(s.file.surveys, s.name)) return temporary(s, `${name}_at`, 'i32', span);
  return newVariable(s.file, {
    name: ownName(s, `${name}_at`),
    type: 'i32',
    role: 'parameter',
    passing: 'reference',
    owner: s.index,
    span,
  });
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
    if (!mentionsSome(word, (each) => s.commandLine.has(each))) return undefined;
    return fence(s.file.sink, 'commandLine', span);
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

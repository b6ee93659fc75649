/** Initial values: of declarations, and of DATA with its repetitions and implied loops. */

import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Shape } from '../../../ir/types';
import { count } from '../../limitedSink';
import { type Context, report, type VariableSymbol, withBindings } from '../lower/context';
import { type ArrayValue, isArray } from '../lower/operands';
import { constantInteger, converted, scalar, value } from '../lower/values';
import type * as S from '../parse/syntax';
import { elementsOf } from './constants/constantArrays';
import { foldValue } from './constants/fold';
import { constantShape } from './storage';
import { declaredShape, lookUp, resolve } from './symbols';

const MOST_VALUES = 100_000;

export function assignInitial(
  ctx: Context,
  symbol: VariableSymbol,
  syntax: S.ExprSyntax | readonly S.DataValue[],
  span: Span,
): void {
  const shape = symbol.dimensions ? declaredShape(ctx, symbol, symbol.dimensions) : null;
  const size = sizeOf(ctx, symbol, shape);
  if (size === null) return;
  const values = isDataList(syntax)
    ? dataValues(ctx, symbol, syntax)
    : initialValues(ctx, symbol, syntax, size);
  if (ctx.failed) return;
  if (values.length !== size) {
    const given = `here ${values.length === 1 ? 'is' : 'are'} ${count(values.length, 'value')}`;
    report(ctx, 'shape', `${symbol.name} has ${count(size, 'element')}, and ${given}.`, span);
    return;
  }
  symbol.initial = values;
}

function isDataList(syntax: S.ExprSyntax | readonly S.DataValue[]): syntax is readonly S.DataValue[] {
  return Array.isArray(syntax);
}

function sizeOf(ctx: Context, symbol: VariableSymbol, shape: Shape | null): number | null {
  if (symbol.poison) return null;
  const { name, span } = symbol;
  const size = constantShape(shape);
  if (size === null)
    report(ctx, 'bounds', `The bounds of ${name} must be constants, since it has initial values.`, span);
  else if (size > MOST_VALUES) {
    const instead = 'Set it in a loop.';
    return report(ctx, 'too-large', `${name} has more than ${MOST_VALUES} initial values.`, span, instead);
  }
  return size;
}

function initialValues(ctx: Context, symbol: VariableSymbol, e: S.ExprSyntax, size: number): number[] {
  if (e.kind === 'constructor') return e.items.flatMap((item) => itemValues(ctx, symbol, item));
  const isReshaped = e.kind === 'apply' && e.name === 'reshape' && e.args.length === 2;
  const source = isReshaped ? e.args[0]?.value : null;
  if (source?.kind === 'constructor') return source.items.flatMap((item) => itemValues(ctx, symbol, item));
  const found = symbol.dimensions ? value(ctx, e) : null;
  if (ctx.failed) return [];
  if (found && isArray(found)) return elementValues(ctx, symbol, found);
  return new Array<number>(size).fill(constantValue(ctx, symbol, e));
}

function elementValues(ctx: Context, { type }: VariableSymbol, array: ArrayValue): number[] {
  const elements = elementsOf(ctx, array) ?? [];
  return elements.map((one) => foldValue(converted(ctx, one, type, array.span)) ?? 0);
}

/** Beyond 2^53 the values of a variable's first elements are no longer told apart; statements and PARAMETERs keep all digits. */
const BY_STATEMENT = 'Assign it in a statement, which keeps all of them.';

function constantValue(ctx: Context, symbol: VariableSymbol, e: S.ExprSyntax): number {
  const given = scalar(ctx, e);
  if (ctx.failed) return 0;
  const folded = foldValue(converted(ctx, given, symbol.type, e.span));
  if (folded === null && !ctx.failed && given.kind === 'constant')
    report(
      ctx,
      'range',
      `${symbol.name} can\u2019t begin with an integer of so many digits.`,
      e.span,
      BY_STATEMENT,
    );
  else if (folded === null && !ctx.failed)
    report(ctx, 'constant', `The initial value of ${symbol.name} is no constant.`, e.span);
  return folded ?? 0;
}

/** The constants of a constructor's item, implied loops unrolled. */
export function itemValues(ctx: Context, symbol: VariableSymbol, item: S.ItemSyntax): number[] {
  if (item.kind !== 'implied') {
    const found = item.kind === 'name' || item.kind === 'apply' ? value(ctx, item) : null;
    if (ctx.failed) return [0];
    return found && isArray(found) ? elementValues(ctx, symbol, found) : [constantValue(ctx, symbol, item)];
  }
  const values: number[] = [];
  unroll(ctx, item, (inner) => {
    for (const part of item.items) values.push(...itemValues(inner, symbol, part));
  });
  return values;
}

/** Runs an implied loop with its index bound to a constant. */
export function unroll(ctx: Context, loop: S.ImpliedSyntax, body: (ctx: Context) => void): void {
  const first = constantInteger(ctx, loop.first, 'The start of an implied loop');
  const last = constantInteger(ctx, loop.last, 'The end of an implied loop');
  const step = loop.step ? constantInteger(ctx, loop.step, 'The step of an implied loop') : 1;
  if (first === null || last === null || step === null || ctx.failed) return;
  const trips = step === 0 ? Number.POSITIVE_INFINITY : Math.floor((last - first + step) / step);
  if (trips > MOST_VALUES) {
    tooMany(ctx, 'This implied loop makes too many values.', loop.span);
    return;
  }
  for (let i = 0; i < trips && !ctx.failed; i++) {
    const index = b.constant(first + i * step, 'i32', loop.span);
    withBindings(ctx, new Map(ctx.bindings ?? []).set(loop.index, index), body);
  }
}

// ----------------------------------------------------------------------------------------------------------- DATA

interface Slot {
  readonly symbol: VariableSymbol;
  readonly index: number;
}

export function assignData(ctx: Context, s: S.StatementOf<'data'>): void {
  for (const set of s.sets) {
    ctx.failed = false;
    ctx.span = s.span;
    assignSet(ctx, set, s.span);
  }
}

function assignSet(ctx: Context, set: S.StatementOf<'data'>['sets'][number], span: Span): void {
  const slots: Slot[] = [];
  for (const target of set.targets) collectSlots(ctx, target, slots);
  if (ctx.failed) return;
  let next = 0;
  for (const item of set.values) {
    const repeat = item.repeat ? constantInteger(ctx, item.repeat, 'A repetition') : 1;
    if (repeat === null || ctx.failed) break;
    for (let i = 0; i < repeat && next < slots.length; i++) {
      const { symbol, index } = slots[next++] as Slot;
      const value = constantValue(ctx, symbol, item.value);
      if (ctx.failed) break;
      (symbol.initial as number[])[index] = value;
    }
    if (repeat > 0 && next >= slots.length && item !== set.values[set.values.length - 1]) {
      report(ctx, 'shape', `There are more values than the ${slots.length} they are for.`, item.span);
      break;
    }
  }
  if (!ctx.failed && next < slots.length)
    report(ctx, 'shape', `There are ${next} values for ${slots.length} elements.`, span);
}

function tooMany(ctx: Context, what: string, span: Span): void {
  report(ctx, 'too-large', what, span, 'Set them in a loop.');
}

function collectSlots(ctx: Context, target: S.ItemSyntax, slots: Slot[]): void {
  if (slots.length > MOST_VALUES) {
    if (!ctx.failed) tooMany(ctx, `DATA sets more than ${MOST_VALUES} values.`, target.span);
    return;
  }
  if (target.kind === 'implied') {
    unroll(ctx, target, (inner) => {
      for (const item of target.items) collectSlots(inner, item, slots);
    });
    return;
  }
  if (target.kind !== 'name' && target.kind !== 'apply') {
    if (target.kind !== 'bad')
      report(ctx, 'syntax', 'DATA sets variables and elements of arrays.', target.span);
    return;
  }
  const symbol =
    target.kind === 'name' ? resolve(ctx, target.name, target.span) : lookUp(ctx.scope, target.name);
  if (symbol?.kind !== 'variable') {
    report(ctx, 'undeclared', `${target.name} is no variable of this routine.`, target.span);
    return;
  }
  if (symbol.poison) return;
  if (symbol.dummy) {
    report(ctx, 'syntax', `DATA can\u2019t set the argument ${target.name}.`, target.span);
    return;
  }
  const shape = symbol.dimensions ? declaredShape(ctx, symbol, symbol.dimensions) : null;
  const size = sizeOf(ctx, symbol, shape);
  if (size === null || ctx.failed) return;
  symbol.initial ??= new Array<number>(size).fill(0);
  if (target.kind === 'name') for (let i = 0; i < size; i++) slots.push({ symbol, index: i });
  else for (const index of elementIndices(ctx, target, shape)) slots.push({ symbol, index });
}

/** Positions of an element or of a section with constant subscripts, the first dimension fastest. */
function elementIndices(ctx: Context, target: S.ApplySyntax, shape: Shape | null): number[] {
  const dimensions = shape?.dimensions ?? [];
  if (target.args.length !== dimensions.length) {
    report(ctx, 'shape', `${target.name} has ${count(dimensions.length, 'dimension')}.`, target.span);
    return [];
  }
  let indices = [0];
  let stride = 1;
  for (const [d, { value: subscript }] of target.args.entries()) {
    const { lower, extent } = dimensions[d] ?? {};
    if (lower?.kind !== 'constant' || extent?.kind !== 'constant') return [];
    const bounds = { lower: lower.value, upper: lower.value + extent.value - 1 };
    const scale = stride;
    indices = subscriptsIn(ctx, subscript, bounds).flatMap((at) => {
      if (!ctx.failed && (at < bounds.lower || at > bounds.upper))
        report(ctx, 'bounds', `${at} is outside the bounds of ${target.name}.`, subscript.span);
      return indices.map((index) => index + (at - bounds.lower) * scale);
    });
    if (ctx.failed) return [];
    stride *= extent.value;
  }
  return indices;
}

function subscriptsIn(
  ctx: Context,
  e: S.ExprSyntax | S.RangeSyntax,
  bounds: { readonly lower: number; readonly upper: number },
): number[] {
  const known = (part: S.ExprSyntax): number => constantInteger(ctx, part, 'A subscript in DATA') ?? 0;
  if (e.kind !== 'range') return [known(e)];
  const first = e.lower ? known(e.lower) : bounds.lower;
  const last = e.upper ? known(e.upper) : bounds.upper;
  const step = e.stride ? known(e.stride) : 1;
  const length = Math.floor((last - first + step) / step);
  return Array.from({ length: Math.min(Math.max(length, 0), MOST_VALUES) || 0 }, (_, k) => first + k * step);
}

function dataValues(ctx: Context, symbol: VariableSymbol, list: readonly S.DataValue[]): number[] {
  const values: number[] = [];
  for (const { repeat, value } of list) {
    const times = repeat ? (constantInteger(ctx, repeat, 'A repetition') ?? 0) : 1;
    if (values.length + times > MOST_VALUES) {
      tooMany(ctx, 'There are too many initial values.', symbol.span);
      return [];
    }
    const one = constantValue(ctx, symbol, value);
    for (let i = 0; i < times; i++) values.push(one);
  }
  return values;
}

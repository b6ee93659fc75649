/** The bounds that an array has which is given a value, as far as the text of the value tells. */
import { sketch } from '../../../mapped';
import { inValues } from '../../lower/allocations';
import { ELEMENTAL_NAMES, INTRINSIC_NAMES } from '../../lower/intrinsics/intrinsics';
import { valuesPassed } from '../../parse/calls';
import { apply, binary, inParens, integer, nameAt, paren } from '../../parse/made';
import type * as S from '../../parse/syntax';
import { resultName, unitsIn } from '../../parse/syntax';
import { allOfKind, declarationsOf, namesInBounds } from '../../parse/visit';

import { mayChange } from './changes';

type Dimensions = readonly S.DimensionSyntax[];

interface Text {
  readonly unit: S.Unit;
  readonly units: readonly S.Unit[];
  /** Functions whose results are being looked at. */
  readonly asked?: readonly S.Unit[];
}

/**
 * Operations element by element have the shape of their first array. A whole array passes its lower bounds on. Null for a scalar, and
 * for what is not known.
 */
export function shapeOf(text: Text, e: S.ExprSyntax, isWhole = true): Dimensions | null {
  switch (e.kind) {
    case 'name':
      return shapeOfName(text, e.name, e, isWhole);
    case 'paren':
      return shapeOf(text, e.inner, false);
    case 'unary':
      return shapeOf(text, e.operand, false);
    case 'binary':
      return shapeOf(text, e.left, false) ?? shapeOf(text, e.right, false);
    case 'constructor': {
      const upper = lengthOf(text, e.items);
      return upper && [{ lower: null, upper, span: e.span }];
    }
    case 'apply':
      return e.parts ? null : shapeOfApply(text, e);
    default:
      return null;
  }
}

function declaredIn(unit: S.Unit, name: string) {
  return declarationsOf(unit, name).flatMap(({ attributes, entities }) =>
    entities.flatMap((e) => (e.name === name ? [{ dimensions: e.dimensions ?? [], attributes }] : [])),
  );
}

function shapeOfName({ unit }: Text, name: string, e: S.ExprSyntax, isWhole: boolean): Dimensions | null {
  const [declared] = declaredIn(unit, name).filter(({ dimensions }) => dimensions.length > 0);
  const isOwn = declared?.attributes.some((each) => each === 'allocatable' || each === 'pointer') ?? false;
  if (isOwn) {
    // Every ALLOCATE of it gives the same bounds.
    const given = allOfKind(unit.body, 'allocate').flatMap(({ entities }) =>
      entities.flatMap((each) => (each.name === name ? [each.dimensions] : [])),
    );
    const [first] = given;
    if (first && given.every((each) => sketch(each) === sketch(first)))
      return isWhole ? first : countedFromOne(first);
    if (isWhole) return null;
  }
  if (!declared) return null;
  return declared.dimensions.map((d, k): S.DimensionSyntax => {
    const { span } = e;
    const extent = apply('size', [e, integer(k + 1, span)], span);
    const lower = isWhole ? d.lower : null;
    const upper = lower && binary('-', binary('+', lower, extent), integer(1, span));
    return { lower, upper: upper ?? extent, span };
  });
}

function shapeOfApply(text: Text, e: S.ApplySyntax): Dimensions | null {
  const [first, second, third] = e.args.map(({ value }) => (value.kind === 'range' ? undefined : value));
  const { span } = e;
  const upTo = (upper: S.ExprSyntax): S.DimensionSyntax => ({ lower: null, upper, span });
  const isArray = declaredIn(text.unit, e.name).some(({ dimensions }) => dimensions.length > 0);
  if (isArray) return sectionShape(text, e);
  const function_ = text.units
    .flatMap(unitsIn)
    .find(({ kind, name }) => kind === 'function' && name.name === e.name);
  const shape = (part: S.ExprSyntax | S.RangeSyntax | undefined) =>
    part && part.kind !== 'range' ? shapeOf(text, part, false) : null;
  const ofArguments = () => e.args.map(({ value }) => shape(value)).find((each) => each !== null) ?? null;
  if (function_) return function_.header?.elemental ? ofArguments() : resultShape(text, function_, e.args);
  switch (e.name) {
    case 'spread': {
      const own = first ? (shape(first) ?? []) : null;
      const dim = second?.kind === 'number' ? Number(second.text) : 0;
      return own && third && dim > 0 ? [...own.slice(0, dim - 1), upTo(third), ...own.slice(dim - 1)] : null;
    }
    case 'cshift':
    case 'eoshift':
      return shape(first);
    case 'transpose':
      return shape(first)?.toReversed() ?? null;
    case 'matmul': {
      const [left, right] = [shape(first), shape(second)];
      return left && right ? [...left.slice(0, -1), ...right.slice(1)] : null;
    }
    case 'reshape': {
      const extents = second?.kind === 'constructor' ? second.items : [];
      const known = extents.flatMap((each) => (each.kind === 'implied' ? [] : [upTo(each)]));
      return known.length > 0 && known.length === extents.length ? known : null;
    }
    default:
      return ELEMENTAL_NAMES.has(e.name) ? ofArguments() : null;
  }
}

/** Of `a(2:n, k)`: the dimensions that are left. */
function sectionShape(text: Text, e: S.ApplySyntax): Dimensions | null {
  const { span } = e;
  const whole = shapeOfName(text, e.name, { kind: 'name', name: e.name, span }, true);
  const found = e.args.map(({ value }, k): Dimensions | null => {
    if (value.kind !== 'range') return shapeOf(text, value, false) ? null : [];
    const upper = extentOf(value, whole?.[k]);
    return upper && [{ lower: null, upper, span }];
  });
  const dimensions = found.flatMap((each) => each ?? []);
  return dimensions.length > 0 && found.every((each) => each !== null) ? dimensions : null;
}

function extentOf(
  { lower, upper, stride, span }: S.RangeSyntax,
  whole: S.DimensionSyntax | undefined,
): S.ExprSyntax | null {
  const one = integer(1, span);
  const first = lower ?? (whole && (whole.lower ?? one));
  const last = upper ?? whole?.upper;
  if (!first || typeof last !== 'object') return null;
  if (isOne(first) && !stride) return last;
  const way = paren(binary('-', last, paren(first, span)), span);
  if (!stride) return binary('+', way, one);
  return binary('/', paren(binary('+', way, stride), span), stride);
}

/** The bounds that a function declares of its result, or gives it, with what is passed in place of its dummies. */
function resultShape(
  { units, asked = [] }: Text,
  unit: S.Unit,
  args: readonly S.ArgumentSyntax[],
): Dimensions | null {
  const parameters = unit.header?.parameters ?? [];
  const name = resultName(unit);
  const routine = (each: string) => units.flatMap(unitsIn).find((other) => other.name.name === each);
  const told = (dimensions: Dimensions): boolean =>
    namesInBounds(dimensions).every(
      (each) =>
        INTRINSIC_NAMES.has(each) ||
        (parameters.some((dummy) => dummy.name === each) && !mayChange(unit, each, routine)),
    );
  let dimensions = declaredIn(unit, name)[0]?.dimensions ?? [];
  if (dimensions.some(({ upper }) => typeof upper !== 'object')) {
    if (asked.includes(unit)) return null;
    const inside: Text = { unit, units, asked: [...asked, unit] };
    const [first] = allOfKind(unit.body, 'assign').filter(
      ({ target }) => target.kind === 'name' && target.name === name,
    );
    const own =
      shapeOfName(inside, name, nameAt(name, unit.span), true) ?? (first && shapeOf(inside, first.value));
    dimensions = own && told(own) ? own : [];
  }
  return dimensions.length > 0 ? countedFromOne(inValues(dimensions, valuesPassed(parameters, args))) : null;
}

/** The same extents with lower bounds of 1, as the values of expressions have. */
function countedFromOne(dimensions: Dimensions): Dimensions {
  return dimensions.map((given): S.DimensionSyntax => {
    const upper = given.upper;
    const isBare =
      typeof upper === 'object' && upper.kind === 'paren' && inParens(upper.inner) === upper.inner;
    const d = isBare ? { ...given, upper: upper.inner } : given;
    const range: S.RangeSyntax = { kind: 'range', lower: d.lower, upper: null, stride: null, span: d.span };
    return d.lower ? { ...d, lower: null, upper: extentOf(range, d) ?? d.upper } : d;
  });
}

/** How many values a list has, where each item is one, or a loop over such. */
function lengthOf(text: Text, items: readonly S.ItemSyntax[]): S.ExprSyntax | null {
  let sum: S.ExprSyntax | null = null;
  let scalars = 0;
  for (const item of items) {
    if (item.kind !== 'implied') {
      if (!isScalar(text, item)) return null;
      scalars++;
      continue;
    }
    const { first, last, step, span } = item;
    const inside = lengthOf(text, item.items);
    const trips = extentOf({ kind: 'range', lower: first, upper: last, stride: step, span }, undefined);
    if (!inside || !trips) return null;
    const [one = integer(1, span), ...others] = [inside, trips].filter((part) => !isOne(part));
    const each = others.reduce((so, part) => binary('*', inParens(so), inParens(part)), one);
    sum = sum ? binary('+', sum, each) : each;
  }
  const span = items[0]?.span;
  if (scalars === 0 || !span) return sum;
  return sum ? binary('+', sum, integer(scalars, span)) : integer(scalars, span);
}

const isOne = (e: S.ExprSyntax): boolean => e.kind === 'number' && e.text === '1';

/** Whether something surely is: a number, a variable or an element that the unit declares so. */
export function isScalar(text: Text, e: S.ExprSyntax): boolean {
  switch (e.kind) {
    case 'number':
    case 'logical':
      return true;
    case 'paren':
      return isScalar(text, e.inner);
    case 'unary':
      return isScalar(text, e.operand);
    case 'binary':
      return isScalar(text, e.left) && isScalar(text, e.right);
    case 'name':
      return declaredIn(text.unit, e.name).some(({ dimensions }) => dimensions.length === 0);
    case 'apply':
      return (
        declaredIn(text.unit, e.name).some(({ dimensions }) => dimensions.length > 0) &&
        e.args.every(({ value }) => value.kind !== 'range' && isScalar(text, value))
      );
    default:
      return false;
  }
}

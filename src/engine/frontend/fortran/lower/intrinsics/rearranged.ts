/** Intrinsics that put the elements of an array in other places. */
import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import type { ApplySyntax, ExprSyntax } from '../../parse/syntax';
import { arrayOfConstants, elementsOf } from '../../resolve/constants/constantArrays';
import { fold, total } from '../../resolve/constants/fold';
import { bad, type Context, into, report, temporary, unsupported } from '../context';
import { conform } from '../elementwise';
import { assignTo, branch, loopNest } from '../emit';
import { arrayOfSize } from '../lateSizes';
import { type ArrayValue, elementAt, isArray, type Natural, ONE, type Operand, type Walk } from '../operands';
import { integer, lacking, lost, refused, typeName, value } from '../values';
import { arrayOf, linear, position, walkTo } from '../walks';
import { dimensionOf, type Given, givenTo, oneOf, type Signatures, unknownSize } from './given';
import { location } from './reductions';

const SIGNATURES: Signatures = {
  spread: ['source', 'dim', 'ncopies'],
  reshape: ['source', 'shape', 'pad', 'order'],
  cshift: ['array', 'shift', 'dim'],
  eoshift: ['array', 'shift', 'boundary', 'dim'],
  maxloc: ['array', 'dim', 'mask', 'kind', 'back'],
  minloc: ['array', 'dim', 'mask', 'kind', 'back'],
  findloc: ['array', 'value', 'dim', 'mask', 'kind', 'back'],
  pack: ['array', 'mask', 'vector'],
  unpack: ['vector', 'mask', 'field'],
  shape: ['source', 'kind'],
  transfer: ['source', 'mold', 'size'],
};
export const REARRANGING: ReadonlySet<string> = new Set(Object.keys(SIGNATURES));

export function rearranging(ctx: Context, e: ApplySyntax): Operand {
  if (ctx.pure && ['maxloc', 'minloc', 'findloc', 'pack', 'unpack', 'transfer'].includes(e.name))
    return refused(
      ctx,
      'constant',
      `${e.name.toUpperCase()} can\u2019t stand in a constant or a bound.`,
      e.span,
    );
  const given = givenTo(ctx, e, SIGNATURES[e.name] ?? []);
  const first = given && (given.source ?? given.array ?? given.vector);
  const source = first && value(ctx, first);
  if (!given || !source || ctx.failed)
    return lost(ctx, 'argument-count', `${e.name.toUpperCase()} needs an array.`, e.span);
  if (e.name === 'spread') return spread(ctx, source, given, e.span);
  if (e.name === 'transfer') return transferred(ctx, source, given, e.span);
  if (!isArray(source))
    return refused(
      ctx,
      'argument-type',
      `${e.name.toUpperCase()} takes an array, and this is a scalar.`,
      e.span,
    );
  if (e.name === 'reshape') return reshape(ctx, source, given, e.span);
  if (e.name === 'pack') return packed(ctx, source, given, e.span);
  if (e.name === 'unpack') return unpacked(ctx, source, given, e.span);
  if (e.name === 'shape') return shapeAsValue(ctx, source, e.span);
  if (e.name === 'cshift' || e.name === 'eoshift') return shifted(ctx, e.name, source, given, e.span);
  return location(ctx, source, given, e);
}

function spread(ctx: Context, source: Operand, given: Given, span: Span): Operand {
  const rank = isArray(source) ? source.extents.length : 0;
  const dim = dimensionOf(ctx, given.dim, rank + 1, span);
  if (!given.ncopies) report(ctx, 'argument-count', 'SPREAD needs a number of copies.', span);
  const copies = given.ncopies && integer(ctx, given.ncopies, 'The number of copies');
  if (dim === null || !copies || ctx.failed) return bad(ctx, span);
  const inserted = <T>(list: readonly T[], one: T): T[] => [...list.slice(0, dim), one, ...list.slice(dim)];
  return {
    kind: 'array',
    type: source.type,
    extents: inserted(isArray(source) ? source.extents : [], fold(copies) ?? copies),
    natural: inserted(isArray(source) ? source.natural : [], { first: ONE, last: copies, step: ONE }),
    at: (walks) => (isArray(source) ? source.at(walks.filter((_, d) => d !== dim)) : source),
    span,
  };
}

function reshape(ctx: Context, source: ArrayValue, given: Given, span: Span): Operand {
  const extents = listedExtents(ctx, given.shape);
  if (!extents)
    return lost(
      ctx,
      'unsupported',
      'RESHAPE to anything but a list of extents is not supported.',
      span,
      'Write the loop.',
    );
  const order = given.order ? permutation(ctx, given.order, extents.length) : extents.map((_, d) => d);
  const line = inLine(ctx, source, span);
  const pad = given.pad ? value(ctx, given.pad) : null;
  const padding = pad && isArray(pad) ? inLine(ctx, pad, span) : null;
  if (pad && !padding && !ctx.failed) report(ctx, 'argument-type', 'PAD is an array, as in [0d0].', pad.span);
  if (!line || ctx.failed) return bad(ctx, span);
  const element = padding ? padded(line, padding, span) : along(line);
  // The dimension that comes first in the order goes fastest.
  const ordered = <T>(list: readonly T[]): T[] => order.map((d) => list[d] as T);
  return {
    kind: 'array',
    type: source.type,
    extents: extents.map((extent) => fold(extent) ?? extent),
    natural: extents.map((extent) => ({ first: ONE, last: extent, step: ONE })),
    at: (walks) => element(linear(ordered(walks), ordered(extents))),
    span,
  };
}

/** The element of a line at a place, counted from 0. */
function along(line: ArrayValue): (at: Expr) => Expr {
  return (at) => line.at([walkTo(itemAt(line.natural, 0), at)]);
}

/** A line continued, behind its last element, by those of the padding, over and over. */
function padded(line: ArrayValue, padding: ArrayValue, span: Span): (at: Expr) => Expr {
  const size = b.convert(line.extents[0] ?? ONE, 'i32');
  const period = b.convert(padding.extents[0] ?? ONE, 'i32');
  const simple = (e: Expr) => fold(e) ?? e;
  return (at) => {
    const rest = b.intrinsic('modulo', [b.subtract(at, size), period], 'i32', span);
    const last = b.subtract(size, ONE);
    // Both arms may be evaluated: the subscript stays in bounds.
    const inside = simple(b.intrinsic('min', [at, last], 'i32', span));
    const isGiven = b.compare('lt', at, size, span);
    return simple(b.select(isGiven, along(line)(inside), along(padding)(simple(rest)), span));
  };
}

/** `[n, m]`, `shape(a)`, or a constant that lists extents; null where their number is not known. */
function listedExtents(ctx: Context, shape: ExprSyntax | undefined): Expr[] | null {
  if (!shape) return null;
  if (shape.kind === 'constructor')
    return shape.items.map((item) => {
      if (item.kind !== 'implied') return integer(ctx, item, 'An extent');
      report(ctx, 'shape', 'The extents of RESHAPE are written one by one.', item.span);
      return ONE;
    });
  const found = value(ctx, shape);
  const count = isArray(found) ? found.extents[0] : null;
  if (!isArray(found) || found.extents.length !== 1 || count?.kind !== 'constant') return null;
  const run = itemAt(found.natural, 0);
  return Array.from({ length: count.value }, (_, k) => found.at([walkTo(run, b.constant(k, 'i32'))]));
}

/** SHAPE: the extents as a list. */
function shapeAsValue(ctx: Context, source: ArrayValue, span: Span): Operand {
  const known = source.extents.filter((extent) => extent !== null);
  if (known.length < source.extents.length) return unknownSize(ctx, span);
  return oneOf(
    known.map((extent) => b.convert(fold(extent) ?? extent, 'i32')),
    'i32',
    span,
  );
}

/** PACK: the elements for which the mask holds one after the other, and how many they are. */
function packed(ctx: Context, source: ArrayValue, given: Given, span: Span): Operand {
  const mask = given.mask ? value(ctx, given.mask) : null;
  if (mask?.type !== 'bool' && !ctx.failed)
    report(ctx, 'argument-type', 'PACK needs a mask that is LOGICAL.', mask?.span ?? span);
  if (!mask || ctx.failed) return bad(ctx, span);
  if (isArray(mask)) conform(ctx, source, mask, span);
  const vector = given.vector ? value(ctx, given.vector) : null;
  const all = !isArray(mask) && b.isConstant(mask, 1) && !vector;
  if (all) return inLine(ctx, source, span) ?? bad(ctx, span);
  const size = vector && isArray(vector) ? vector.extents[0] : sizeOf(ctx, source, 'PACK', span);
  if (!size || ctx.failed) return bad(ctx, span);
  const extent = b.convert(fold(size) ?? size, 'i32');
  const id = arrayOfSize(ctx, 'packed', source.type, [{ lower: ONE, extent }]);
  const count = b.variable(temporary(ctx, 'count', 'i32'), 'i32', span);
  const element = (at: Expr) => b.element(id, [at], source.type, span);
  if (vector && isArray(vector))
    loopNest(ctx, vector.natural, (walks) =>
      assignTo(ctx, element(total(position(itemAt(walks, 0)), ONE)), vector.at(walks), span),
    );
  assignTo(ctx, count, b.constant(0, 'i32'));
  loopNest(ctx, source.natural, (walks) => {
    const then = into(ctx, () => {
      assignTo(ctx, count, total(count, ONE), span);
      assignTo(ctx, element(count), source.at(walks), span);
    });
    branch(ctx, elementAt(mask, walks), then);
  });
  const whole = arrayOf(ctx, id, span);
  if (vector) return whole;
  return { ...whole, extents: [count], natural: [{ first: ONE, last: count, step: ONE }] };
}

/** UNPACK: the elements of a vector one after the other where the mask holds, the field's elsewhere. */
function unpacked(ctx: Context, vector: ArrayValue, given: Given, span: Span): Operand {
  const mask = given.mask ? value(ctx, given.mask) : null;
  const field = given.field ? value(ctx, given.field) : null;
  if (!ctx.failed && !(mask && isArray(mask) && mask.type === 'bool' && field?.type === vector.type))
    report(ctx, 'argument-type', 'UNPACK takes a LOGICAL array and a field of the type of its vector.', span);
  if (!mask || !isArray(mask) || !field || ctx.failed) return bad(ctx, span);
  if (isArray(field)) conform(ctx, mask, field, span);
  if (!sizeOf(ctx, mask, 'UNPACK', span)) return bad(ctx, span);
  const dimensions = mask.extents.map((extent) => ({ lower: ONE, extent: b.convert(extent ?? ONE, 'i32') }));
  const id = arrayOfSize(ctx, 'unpacked', vector.type, dimensions);
  const count = b.variable(temporary(ctx, 'count', 'i32'), 'i32', span);
  assignTo(ctx, count, b.constant(0, 'i32'));
  loopNest(ctx, mask.natural, (walks) => {
    const places = walks.map((walk) => total(position(walk), ONE));
    const place = b.element(id, places, vector.type, span);
    const then = into(ctx, () => {
      assignTo(ctx, place, along(vector)(count), span);
      assignTo(ctx, count, total(count, ONE), span);
    });
    const otherwise = into(ctx, () => assignTo(ctx, place, elementAt(field, walks), span));
    branch(ctx, mask.at(walks), then, otherwise);
  });
  return arrayOf(ctx, id, span);
}

/** TRANSFER among numbers of one type: the same elements, in a row where the mold is an array. */
function transferred(ctx: Context, source: Operand, given: Given, span: Span): Operand {
  const mold = given.mold ? value(ctx, given.mold) : null;
  if (!mold || ctx.failed) return bad(ctx, span);
  const isRow = isArray(mold) || given.size !== undefined;
  if (mold.type !== source.type || (isArray(source) && !isRow) || (!isArray(source) && isRow)) {
    const instead = 'Write what the bits stand for, or pass the number as an argument.';
    return lacking(ctx, 'TRANSFER to another type is', span, instead);
  }
  if (!isArray(source)) return source;
  const line = inLine(ctx, source, span);
  if (!line || !given.size) return line ?? bad(ctx, span);
  const last = b.convert(integer(ctx, given.size, 'The size'), 'i32');
  const from = itemAt(line.natural, 0);
  return {
    ...line,
    extents: [fold(last) ?? last],
    natural: [{ first: ONE, last, step: ONE }],
    at: ([walk]) => line.at([walkTo(from, position(walk as Walk))]),
  };
}

/** ORDER: each dimension once, counted from 0 in what is returned. */
function permutation(ctx: Context, e: ExprSyntax, rank: number): number[] {
  const found = value({ ...ctx, out: [], pure: true }, e);
  const elements = isArray(found) ? elementsOf(ctx, found) : null;
  const order = (elements ?? []).map((one) => one.value - 1);
  const isComplete = order.length === rank && order.every((_, d) => order.includes(d));
  if (!isComplete && !ctx.failed)
    report(ctx, 'shape', `ORDER names each of the ${rank} dimensions once, as in [2, 1].`, e.span);
  return order;
}

/** One value for all, or one for each place in the other dimensions. */
function alongOthers(ctx: Context, e: ExprSyntax, { extents }: ArrayValue, what: string): Operand {
  const found = value(ctx, e);
  if (isArray(found) && found.extents.length !== extents.length - 1 && !ctx.failed)
    report(ctx, 'shape', `${what} is a scalar, or an array of one dimension less.`, e.span);
  return found;
}

/** Along one dimension: CSHIFT goes round, EOSHIFT has the boundary's value, or 0, beyond the ends. */
function shifted(
  ctx: Context,
  name: 'cshift' | 'eoshift',
  source: ArrayValue,
  given: Given,
  span: Span,
): Operand {
  const dim = dimensionOf(ctx, given.dim, source.extents.length, span);
  if (!given.shift) report(ctx, 'argument-count', `${name.toUpperCase()} needs a shift.`, span);
  const shift = given.shift && alongOthers(ctx, given.shift, source, 'The shift');
  const beyond = given.boundary
    ? alongOthers(ctx, given.boundary, source, 'The boundary')
    : b.constant(0, source.type, span);
  if (shift && !b.isInteger(shift.type) && !ctx.failed)
    report(ctx, 'type', `The shift is an integer, not ${typeName(shift.type)}.`, shift.span);
  if (beyond.type !== source.type && !ctx.failed)
    report(
      ctx,
      'argument-type',
      `The boundary is ${typeName(source.type)}, as the array is, not ${typeName(beyond.type)}.`,
      beyond.span,
    );
  if (dim === null || !shift || ctx.failed) return bad(ctx, span);
  const extent = source.extents[dim];
  if (!extent) return unknownSize(ctx, span);
  const size = b.convert(extent, 'i32');
  const to = (walks: readonly Walk[], steps: Expr) =>
    source.at(walks.map((walk, d) => (d === dim ? walkTo(source.natural[d] as Natural, steps) : walk)));
  return {
    ...source,
    at: (walks) => {
      const others = walks.filter((_, d) => d !== dim);
      const by = b.convert(elementAt(shift, others), 'i32');
      const moved = b.binary('add', position(walks[dim] as Walk), by, span);
      if (name === 'cshift') return to(walks, b.intrinsic('modulo', [moved, size], 'i32', span));
      const last = b.binary('subtract', size, ONE, span);
      // Both arms may be evaluated: the subscript stays in bounds.
      const inside = b.select(
        b.compare('lt', moved, b.constant(0, 'i32'), span),
        b.constant(0, 'i32'),
        b.select(b.compare('gt', moved, last, span), last, moved, span),
        span,
      );
      return b.select(
        b.compare('eq', inside, moved, span),
        to(walks, inside),
        elementAt(beyond, others),
        span,
      );
    },
    span,
  };
}

/** The elements of an array, one after the other, in an array of one dimension. */
function inLine(ctx: Context, source: ArrayValue, span: Span): ArrayValue | null {
  if (source.extents.length === 1) return source;
  if (ctx.pure) {
    const elements = elementsOf(ctx, source);
    return elements && arrayOfConstants(elements, source.type, [{ lower: 1, extent: elements.length }], span);
  }
  const extents = source.extents.filter((extent) => extent !== null);
  const size = sizeOf(ctx, source, 'RESHAPE', span);
  if (!size) return null;
  const extent = b.convert(fold(size) ?? size, 'i32');
  const id = arrayOfSize(ctx, 'list', source.type, [{ lower: ONE, extent }]);
  loopNest(ctx, source.natural, (walks) => {
    const at = total(linear(walks, extents), ONE);
    assignTo(ctx, b.element(id, [at], source.type, span), source.at(walks), span);
  });
  return arrayOf(ctx, id, span);
}

/** How many elements an array has; null, reported, where that is not known. */
function sizeOf(ctx: Context, source: ArrayValue, name: string, span: Span): Expr | null {
  const extents = source.extents.filter((extent) => extent !== null);
  const size = extents.reduce<Expr>(
    (so, extent) => (b.isConstant(so, 1) ? extent : b.multiply(so, extent)),
    ONE,
  );
  if (extents.length === source.extents.length) return size;
  return unsupported(ctx, `${name} of an array whose size is not known is`, span, 'Write the loop.');
}

/** Intrinsics on the bits of integers. */
import * as b from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import { foldValue } from '../../resolve/constants/fold';
import { type Elemental, elemental, pair, wrongType } from './elemental';

export function bits(name: string | readonly string[], op: 'bitand' | 'bitor' | 'bitxor'): Elemental {
  return elemental(name, 2, (call, args) => {
    const [x, y, type] = pair(call, args);
    return b.isInteger(type) ? b.binary(op, x, y, call.span) : wrongType(call, x, 'integers');
  });
}

/** Intrinsics with this many integers; the result has the kind of the first one. */
function ofIntegers(
  name: string,
  counts: number | readonly [number, number],
  build: (x: Expr, second: Expr, third?: Expr) => Expr,
): Elemental {
  return elemental(name, counts, (call, args) => {
    const wrong = args.find(({ type }) => !b.isInteger(type));
    if (wrong) return wrongType(call, wrong, 'integers');
    return { ...build(...(args as [Expr, Expr, Expr?])), span: call.span };
  });
}

export function shift(name: string, op: 'shiftleft' | 'shiftright'): Elemental {
  return ofIntegers(name, 2, (x, by) => b.binary(op, x, b.convert(by, x.type)));
}

/** Bits by their places, counted from 0 at the lowest: shifts and masks. */
export function bitFields(): Elemental[] {
  const entry = (name: string, places: number, build: (x: Expr, at: Expr, width: Expr) => Expr): Elemental =>
    ofIntegers(name, 1 + places, (x, at, width = at) =>
      build(x, b.convert(at, x.type), b.convert(width, x.type)),
    );
  const unit = (x: Expr) => b.constant(1, x.type);
  const single = (x: Expr, at: Expr) => b.binary('shiftleft', unit(x), at);
  const from = (x: Expr, at: Expr) => b.binary('shiftright', x, at);
  /** A negative number shifted to the left means nothing in C: so, where the width is a constant, the ones are. */
  const low = (x: Expr, width: Expr) => {
    const known = foldValue(width);
    if (known === bitsOf(x)) return x;
    if (known !== null && known >= 0 && known < bitsOf(x)) return b.binary('bitand', x, ones(known, x.type));
    return b.binary('subtract', x, b.binary('shiftleft', b.binary('shiftright', x, width), width));
  };
  return [
    entry('ibset', 1, (x, at) => b.binary('bitor', x, single(x, at))),
    entry('ibclr', 1, (x, at) => b.binary('bitand', x, complement(single(x, at)))),
    entry('btest', 1, (x, at) =>
      b.compare('ne', b.binary('bitand', from(x, at), unit(x)), b.constant(0, x.type)),
    ),
    entry('ibits', 2, (x, at, width) => low(from(x, at), width)),
  ];
}

function bitsOf({ type }: Expr): number {
  return type === 'i64' ? 64 : 32;
}

/** So many bits, fewer than the type has: 2^n - 1, on a way that does not leave the type nor what a double holds. */
function ones(count: number, type: Expr['type']): Expr {
  if (count <= 53) return b.constant(2 ** count - 1, type);
  const half = b.binary('shiftleft', b.constant(1, type), b.constant(count - 1, type));
  const below = b.binary('subtract', half, b.constant(1, type));
  return b.binary('add', half, below);
}

function complement(x: Expr): Expr {
  return { kind: 'unary', op: 'complement', operand: x, type: x.type, span: x.span };
}

/** To the left, or with a negative number to the right, where zeros come in; 0 beyond all places. */
function moved(x: Expr, by: Expr): Expr {
  const width = bitsOf(x);
  const places = foldValue(by);
  const number = (value: number) => b.constant(value, x.type);
  if (places !== null) {
    if (Math.abs(places) >= width) return number(0);
    if (places >= 0) return b.binary('shiftleft', x, number(places));
    return b.binary('bitand', b.binary('shiftright', x, number(-places)), ones(width + places, x.type));
  }
  const within = (low: number, e: Expr) =>
    b.intrinsic('min', [b.intrinsic('max', [e, number(low)], x.type), number(width - 1)], x.type);
  const left = b.binary('shiftleft', x, within(0, by));
  const back = within(1, b.negate(by));
  const zeros = b.binary('shiftright', ones(width - 1, x.type), b.subtract(back, number(1)));
  const right = b.binary('bitand', b.binary('shiftright', x, back), zeros);
  return b.select(
    b.compare('ge', by, number(0)),
    b.select(b.compare('ge', by, number(width)), number(0), left),
    b.select(b.compare('le', by, number(-width)), number(0), right),
  );
}

export const ISHFT = ofIntegers('ishft', 2, (x, by) => moved(x, b.convert(by, x.type)));

export const SHIFTR = ofIntegers('shiftr', 2, (x, by) => moved(x, b.negate(b.convert(by, x.type))));

/** The lowest bits, all of them unless a third argument says how many, go round. */
export const ISHFTC = ofIntegers('ishftc', [2, 3], (x, by, count) => {
  const size = b.convert(count ?? b.constant(bitsOf(x), 'i32'), x.type);
  const places = b.intrinsic('modulo', [b.convert(by, x.type), size], x.type);
  const above = moved(b.constant(-1, x.type), size);
  const low = b.binary('bitand', x, complement(above));
  const round = b.binary('bitor', moved(low, places), moved(low, b.subtract(places, size)));
  const kept = b.binary('bitand', round, complement(above));
  return b.binary('bitor', b.binary('bitand', x, above), kept);
});

/** COMPLEX as pairs of real expressions. */
import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as pairs from '../../../complexPairs';
import { apply, binary, integer, negated } from '../../parse/made';
import type { BinaryOperator, ExprSyntax } from '../../parse/syntax';

export type Pair = pairs.WholePair<ExprSyntax>;
/** Null stands for a real operand, which is the real part alone. */
export type Operand = { readonly re: ExprSyntax; readonly im: ExprSyntax | null };
export type Keep = pairs.Keep<ExprSyntax>;

const OPERATORS: Readonly<Record<string, BinaryOperator>> = { '==': '.eq.', '>=': '.ge.' };

function call(fn: string, ...args: readonly ExprSyntax[]): ExprSyntax {
  const [x, y] = [itemAt(args, 0), args[1]];
  const { span } = x;
  if (fn === 'pow' && y) return binary('**', x, y);
  if (fn !== 'copysign' || !y) return apply(fn, args, span);
  // A part that was kept may have another kind.
  return apply('sign', [x, apply('real', [y, apply('kind', [x], span)], span)], span);
}

export const PAIRS = pairs.pairsOver<ExprSyntax>({
  integer,
  binary: (op, left, right) => binary(OPERATORS[op] ?? (op as BinaryOperator), left, right),
  minus: negated,
  call,
  choose: (test, whenTrue, whenFalse) => apply('merge', [whenTrue, whenFalse, test], test.span),
  zeroLike: (e) => binary('*', e, integer(0, e.span)),
  isOne: (e) => e.kind === 'number' && e.text === '1',
});

type Elementary = (z: Pair, keep: Keep, span: Span) => Pair;

function named(f: pairs.ComplexFunction, ...names: string[]): [string, Elementary][] {
  const made: Elementary = (z, keep, span) => PAIRS.whole(PAIRS.elementary[f](z, keep, span), span);
  return names.map((name) => [name, made]);
}
export const ELEMENTARY_PAIRS: ReadonlyMap<string, Elementary> = new Map([
  ...named('exp', 'exp', 'cexp', 'cdexp', 'zexp'),
  ...named('log', 'log', 'clog', 'cdlog', 'zlog'),
  ...named('sqrt', 'sqrt', 'csqrt', 'cdsqrt', 'zsqrt'),
  ...named('sin', 'sin', 'csin', 'cdsin', 'zsin'),
  ...named('cos', 'cos', 'ccos', 'cdcos', 'zcos'),
  ...named('tan', 'tan'),
  ...named('sinh', 'sinh'),
  ...named('cosh', 'cosh'),
  ...named('tanh', 'tanh'),
  ...named('conj', 'conjg', 'dconjg'),
]);

/** The logarithm of a real number, which may be an integer, has the imaginary part 0 or pi. */
export function powerOfReal(base: ExprSyntax, exponent: Pair, keep: Keep): pairs.Pair<ExprSyntax> {
  const y: Pair = { re: keep(exponent.re), im: keep(exponent.im) };
  const given = keep(base);
  const { span } = given;
  const kind = apply('kind', [binary('*', given, y.re)], span);
  const x = keep(apply('real', [given, kind], span));
  const constantOf = (value: number) => apply('real', [integer(value, span), kind], span);
  const turn = apply('acos', [constantOf(-1)], span);
  const isRight = binary('.ge.', x, integer(0, span));
  const logarithm: Operand = {
    re: keep(call('log', call('abs', x))),
    im: base.kind === 'number' ? null : keep(apply('merge', [constantOf(0), turn, isRight], span)),
  };
  return PAIRS.elementary.exp(PAIRS.combined('*', logarithm, y, keep), keep, span);
}

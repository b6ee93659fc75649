/**
 * Values. Effects of an expression go, in order, to the open list of statements; the value returned is pure and can be
 * evaluated twice. Null means that the expression has no value and that the reason was reported.
 */
import type { Span } from '../../../base/span';
import { convert, isReal, logical, negate, not } from '../../../ir/build';
import type { Expr } from '../../../ir/types';
import { shortened } from '../../limitedSink';
import type * as S from '../parse/syntax';
import { characterConstant, numberConstant } from '../read/numbers';
import { fence } from '../resolve/fence';
import {
  arithmetic,
  asTest,
  comparison,
  isCompare,
  promoted,
  reportRealOperand,
  takesIntegers,
} from './arithmetic';
import { assignment, update } from './assignments';
import { callValue } from './calls';
import { uniform } from './calls/input';
import { conditionalValue } from './choices';
import { asFromZero, unlessWrapped } from './fromZero';
import { sizeofValue } from './memory/heap';
import { asPlace } from './memory/located';
import { address, locate, reportMember } from './memory/places';
import { pointerRelation, pointerTest } from './memory/pointerVariables';
import { meaningOf } from './names';
import { aside, base, collect, type Lowering, type RoutineState, reference, temporary, truth } from './state';
import { asCast, asLong, besideUnsigned, intoUnsigned, isWrapping, wrapped, wrappedUnary } from './unsigned';
import { asWide } from './wide';

function value(s: RoutineState, e: S.Expr): Expr | null {
  const lower = VALUES[e.kind] as (s: RoutineState, e: S.Expr) => Expr | null;
  return lower(s, e);
}

const VALUES: {
  readonly [K in S.Expr['kind']]: (s: RoutineState, e: Extract<S.Expr, { kind: K }>) => Expr | null;
} = {
  name: nameValue,
  number: (s, e) => asWritten(s, numberConstant(s.file.sink, e), e),
  string: (s, { span }) => fence(s.file.sink, 'string', span),
  character: (s, e) => characterConstant(s.file.sink, e),
  unary: unaryValue,
  update: (s, e) => update(s, e, true),
  binary: binaryValue,
  assign: (s, e) => assignment(s, e, true),
  conditional: conditionalValue,
  comma: (s, { left, right }) => {
    discard(s, left);
    return value(s, right);
  },
  cast: castValue,
  compound: (s, e) => asPlace(s, locate(s, e)),
  subscript: (s, e) => asPlace(s, locate(s, e)),
  sizeof: sizeofValue,
  call: (s, e) => callValue(s, e),
  member: reportMember,
  broken: () => null,
};

/** As a test: bool. */
function condition(s: RoutineState, e: S.Expr): Expr | null {
  const known = pointerTest(s, e);
  if (known !== null) return truth(known, e.span);
  const v = value(s, e);
  return v && asTest(v);
}

/** Evaluates an expression for its effects only. */
function discard(s: RoutineState, e: S.Expr): void {
  switch (e.kind) {
    case 'assign':
      if (e.target.kind === 'conditional')
        discard(
          s,
          eachWay(e.target, (target) => ({ ...e, target })),
        );
      else assignment(s, e, false);
      return;
    case 'update':
      if (e.operand.kind === 'conditional')
        discard(
          s,
          eachWay(e.operand, (operand) => ({ ...e, operand })),
        );
      else update(s, e, false);
      return;
    case 'comma':
      discard(s, e.left);
      discard(s, e.right);
      return;
    case 'call':
      callValue(s, e, 'discard');
      return;
    case 'conditional': {
      const test = condition(s, e.condition);
      const common = base(s.file, e.span);
      const whenTrue = collect(s, () => discard(s, e.whenTrue));
      const whenFalse = collect(s, () => discard(s, e.whenFalse));
      if (test) s.out.push({ kind: 'if', ...common, condition: test, then: whenTrue, else: whenFalse });
      return;
    }
    case 'cast':
      if (e.type !== 'void') value(s, e);
      else if (e.operand.kind === 'name') meaningOf(s, e.operand.name, e.operand.span);
      else discard(s, e.operand);
      return;
    case 'binary':
      if (e.op === '&&' || e.op === '||') discardLogical(s, e);
      else value(s, e);
      return;
    case 'name':
      // `(void)a;`: a may be an array.
      meaningOf(s, e.name, e.span);
      return;
    default:
      value(s, e);
  }
}

/** `*(c ? a : b) += x` is `c ? (*a += x) : (*b += x)`. */
function eachWay(place: S.Conditional, done: (place: S.Expr) => S.Expr): S.Conditional {
  return { ...place, whenTrue: done(place.whenTrue), whenFalse: done(place.whenFalse) };
}

/** `c && f(x);` is `if (c) f(x);`. */
function discardLogical(s: RoutineState, e: S.BinaryOperation): void {
  const left = condition(s, e.left);
  const common = base(s.file, e.span);
  const list = collect(s, () => discard(s, e.right));
  if (left && list.length > 0)
    s.out.push({ kind: 'if', ...common, condition: e.op === '&&' ? left : not(left), then: list, else: [] });
}

function nameValue(s: RoutineState, e: S.Name): Expr | null {
  const meaning = meaningOf(s, e.name, e.span);
  if (meaning?.kind === 'constant') return { ...meaning.value, span: e.span };
  if (meaning?.kind === 'pointer') locate(s, e);
  if (meaning?.kind !== 'variable') return null;
  return asPlace(s, { variable: meaning.variable, subscripts: [], isConst: meaning.isConst, span: e.span });
}

function unaryValue(s: RoutineState, e: S.UnaryOperation): Expr | null {
  if (e.op === '*') return asPlace(s, locate(s, e));
  const known = pointerTest(s, e);
  if (known !== null) return truth(known, e.span);
  if (e.op === '&') {
    if (address(s, e)) fence(s.file.sink, 'addressOf', e.span);
    return null;
  }
  const operand = value(s, e.operand);
  if (!operand) return null;
  if (e.op === '!') {
    const test = asTest(operand);
    return { kind: 'unary', op: 'not', operand: test, type: 'bool', span: e.span };
  }
  const type = promoted(operand.type);
  if (e.op === '~' && isReal(type))
    return s.file.sink.error('type-mismatch', '`~` takes an integer, and this is a real number.', e.span);
  const isUnsigned = isWrapping(s.file, operand);
  if (e.op !== '+' && isUnsigned) return wrappedUnary(e.op, intoUnsigned(s.file, operand));
  const wide = convert(operand, type);
  if (e.op === '+') return { ...wide, span: e.span };
  if (e.op === '-' && wide.kind === 'constant' && wide.value !== 0) return negate(wide, e.span);
  return { kind: 'unary', op: e.op === '-' ? 'negate' : 'complement', operand: wide, type, span: e.span };
}

/** `0 < x < 1` */
function tellChain({ file }: RoutineState, { op, left, right, span }: S.BinaryOperation): void {
  const isOrder = /[<>]/;
  if (left.kind !== 'binary' || !isOrder.test(op) || !isCompare(left.op) || !isOrder.test(left.op)) return;
  const text = ({ start, end }: Span): string => shortened(file.source.slice(start, end));
  if (left.span.start !== span.start || /^\(.*\)$/.test(text(left.span))) return;
  file.sink.warning(
    'chained-comparison',
    `This compares what \`${text(left.span)}\` comes to, which is 0 or 1.`,
    span,
    `Write \`${text(left.span)} && ${text(left.right.span)} ${op} ${text(right.span)}\`.`,
  );
}

function binaryValue(s: RoutineState, e: S.BinaryOperation): Expr | null {
  if (e.op === '&&' || e.op === '||') return logicalValue(s, e, e.op);
  const pointers = pointerRelation(s, e);
  if (pointers !== undefined) return pointers;
  const random = uniform(s, e);
  if (random) return random;
  const left = value(s, e.left);
  const right = value(s, e.right);
  if (!left || !right) return null;
  if (isCompare(e.op)) {
    tellChain(s, e);
    const one = besideUnsigned(s, [left, right]);
    return unlessWrapped(s, comparison(e.op, one(left), one(right), e.span));
  }
  const wrapping = wrapped(s, e.op, left, right, e.span);
  if (wrapping) return wrapping;
  if (takesIntegers(e.op) && (isReal(left.type) || isReal(right.type)))
    return reportRealOperand(s.file.sink, e, e.op);
  return arithmetic(e.op, left, right, e.span);
}

/** Short-circuit; where the right operand does something it becomes control. */
function logicalValue(s: RoutineState, e: S.BinaryOperation, op: '&&' | '||'): Expr | null {
  const left = condition(s, e.left);
  const { found: right, before: list } = aside(s, () => condition(s, e.right));
  if (!left || !right) return null;
  if (list.length === 0) return logical(op === '&&' ? 'and' : 'or', left, right, e.span);
  const test = temporary(s, 'test', 'bool', e.span);
  const target = reference(test, e.span);
  s.out.push({ kind: 'assign', ...base(s.file, e.left.span), target, value: left });
  const common = base(s.file, e.span);
  list.push({ kind: 'assign', ...base(s.file, e.right.span), target, value: right });
  s.out.push({ kind: 'if', ...common, condition: op === '&&' ? target : not(target), then: list, else: [] });
  return target;
}

/** `5u` is unsigned; `5ULL` is, too, and of 64 bits. */
function asWritten({ file }: RoutineState, e: Expr | null, { text, wraps }: S.NumberLiteral): Expr | null {
  if (!e || wraps) return e && intoUnsigned(file, e);
  const made = /(?:ul+|l+u)$/i.test(text) ? asWide(file, e) : e;
  return /u/i.test(text) ? asFromZero(made) : made;
}

function castValue(s: RoutineState, e: S.Cast): Expr | null {
  if (e.type === 'pointer') return fence(s.file.sink, 'pointerCast', e.span);
  const operand = value(s, e.operand);
  if (!operand || e.type === 'unsupported') return null;
  if (e.type === 'void') return s.file.sink.error('void-value', 'A cast to `void` has no value.', e.span);
  const cast = { ...asCast(s.file, e.specifier, operand, e.type), span: e.span };
  // A conversion to a wider type does not wrap around as its operand would.
  const made =
    e.specifier.isWide || (e.type === 'i64' && !e.wraps) ? asLong(s.file, e.specifier, cast) : cast;
  return asFromZero(made, e.specifier.isUnsigned === true && !e.specifier.wraps && !e.specifier.bytes);
}

export const LOWERING: Lowering = { value, condition, discard, locate, address };

/** What fills or copies runs of elements: `memset`, `memcpy` and their kin. */

import { ofEach } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import type { RawStatement } from '../../../../control/rawTree';
import { constant, element, isConstant, isInteger, negate, sameExpr } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type { Expr, For } from '../../../../ir/types';
import type * as S from '../../parse/syntax';
import { hasEffects } from '../../parse/walk';
import { comparison, convertTo, integerSum } from '../arithmetic';
import { address, value } from '../names';
import {
  base,
  collect,
  emit,
  type Located,
  lookUp,
  type RoutineState,
  reference,
  temporary,
  type VariableDraft,
} from '../state';
import { fitted } from '../unsigned';
import { elementsOf, variableBytes } from './heap';
import { loopBelow, wholeLoops } from './initializers';
import { flatOffset, flattened, folded, isAddress, rank, spread, wholeArray } from './located';

/** `memset(a, 0, …)`, of integers with other bytes too, and `memcpy(a, b, …)` of whole elements, as loops. False, and nothing is emitted, for anything else. */
export function memoryCall(s: RoutineState, e: S.CallExpression, name: string): boolean {
  const [to, what, bytes] = name === 'bzero' ? [e.args[0], undefined, e.args[1]] : e.args;
  if (!to || !bytes || !isAddress(s, to)) return false;
  const isCopy = name === 'memcpy' || name === 'memmove';
  if (!isCopy && name !== 'memset' && name !== 'bzero') return false;
  if (isCopy && (!what || !isAddress(s, what))) return false;
  const isZero = what?.kind === 'number' && Number(what.text) === 0;
  if (isZero && zeroesOwnArray(s, to, name, bytes)) return true;
  const target = memory(s, to);
  const source = isCopy && what ? memory(s, what) : null;
  if (!target || (isCopy && !source)) return true;
  if (source && source.variable.type !== target.variable.type) return false;
  const each = variableBytes(s, target.variable.id, target.variable.type);
  const size = elementsOf(s, [bytes], each, e.span);
  const elements = size && ('height' in size ? value(s, size) : size);
  const from = source ?? filling(s, target.variable, what ?? null, each);
  if (!elements || !from) return false;
  return copyRun(s, target, from, convertTo(elements, 'i32'), e.span);
}

function memory(s: RoutineState, e: S.Expr): Located | null {
  const whole = wholeArray(s, e);
  return whole ? flattened(whole) : address(s, e);
}

/** The number whose bytes all have this value; null if it cannot be told. */
function filling(
  s: RoutineState,
  { id, type }: VariableDraft,
  byte: S.Expr | null,
  bytes: number,
): Expr | null {
  const given = byte && !hasEffects(byte) ? value(s, byte) : null;
  const all = byte ? given && evaluate(given) : 0;
  if (all === 0) return constant(0, type, given?.span);
  if (all === null || !isInteger(type) || s.file.fromZero.has(id) || (bytes > 4 && (all & 255) !== 255))
    return null;
  const unused = Math.max(32 - 8 * bytes, 0);
  return fitted(s.file, id, constant((((all & 255) * 0x1010101) << unused) >> unused, type, given?.span));
}

/** The form that `= {0}` of generated code takes where a local's size is no constant: see `declareArray`. */
function zeroesOwnArray(s: RoutineState, to: S.Expr, name: string, bytes: S.Expr): boolean {
  if (!s.file.hasRuntime || name !== 'memset' || to.kind !== 'name') return false;
  const isWhole = bytes.kind === 'sizeof' && bytes.operand?.kind === 'name' && bytes.operand.name === to.name;
  const meaning = lookUp(s, to.name);
  if (!isWhole || meaning?.kind !== 'variable' || meaning.variable.role !== 'local') return false;
  s.zeroed.add(meaning.variable.id);
  return true;
}

function copyRun(s: RoutineState, to: Located, given: Located | Expr, n: Expr, span: Span): boolean {
  const { variable } = to;
  const origin = 'isConst' in given ? given : null;
  const isWhole = rank(variable) > 1 && isAll(origin ?? to, n) && isStart(to);
  if (isWhole && (!origin || (isStart(origin) && haveEqualRows(to, origin)))) {
    wholeLoops(s, variable, span, 'isConst' in given ? given.variable : given);
    return true;
  }
  if (rank(variable) === 0) return false;
  const target = asLine(to, n);
  const source = origin && asLine(origin, n);
  const from = source ?? given;
  const k = temporary(s, 'k', 'i32', span);
  const at = (place: Located): Expr & { kind: 'element' } => {
    const subscripts = place.subscripts.map((e, i) =>
      i === place.subscripts.length - 1 ? integerSum('+', e, reference(k, span), span) : e,
    );
    return element(place.variable.id, spread({ ...place, subscripts }), place.variable.type, span);
  };
  const up = (): For<RawStatement> => {
    const loop = loopBelow(
      s,
      k,
      n,
      () => collect(s, () => emit(s, at(target), 'isConst' in from ? at(from) : from, span)),
      span,
    );
    return { ...loop, last: folded(loop.last) };
  };
  s.out.push(source?.variable === variable ? withoutLoss(s, target, source, up) : up());
  return true;
}

/** Where a run within a row begins, or, counted through all of an array of rows, one that goes on in the next. */
function asLine(place: Located, n: Expr): Located {
  const { variable, span } = place;
  const isFull = place.subscripts.length === rank(variable);
  if (place.isFlat || rank(variable) < 2 || (isFull && isRow(variable, n))) return place;
  const zero = constant(0, 'i32', span);
  const subscripts = Array.from({ length: rank(variable) }, (_, k) => place.subscripts[k] ?? zero);
  const at = flatOffset({ ...place, subscripts });
  return { ...place, subscripts: [...subscripts.slice(1).fill(zero), at], isFlat: true };
}

/** Within an array: to later elements from the last one down, so that none is overwritten before it is read. */
function withoutLoss(
  s: RoutineState,
  target: Located,
  source: Located,
  up: () => For<RawStatement>,
): RawStatement {
  const { span } = source;
  const down = (): For<RawStatement> => {
    const { first, last, step, ...rest } = up();
    return { ...rest, first: last, last: first, step: negate(step), test: 'ge' };
  };
  const [to, from] = [flatOffset(target), flatOffset(source)];
  const by = evaluate(integerSum('-', to, from, span));
  if (by !== null) return by > 0 ? down() : up();
  const condition = comparison('>', to, from, span);
  return { kind: 'if', ...base(s.file, span), condition, then: [down()], else: [up()] };
}

function isStart({ subscripts }: Located): boolean {
  return subscripts.every((e) => isConstant(e, 0));
}

/** Whether two arrays have the same constant extents in all dimensions but the first. */
function haveEqualRows(a: Located, b: Located): boolean {
  const [one, other] = ofEach([a, b], ({ variable }) =>
    (variable.shape?.dimensions ?? []).slice(1).map(({ extent }) => extent && evaluate(extent)),
  );
  return one.length === other.length && one.every((n, i) => n !== null && n === other[i]);
}

/** Whether the count is a constant, and that of the whole array. */
function isAll({ variable }: Located, n: Expr): boolean {
  const wanted = evaluate(n);
  let product = 1;
  for (const { extent } of variable.shape?.dimensions ?? []) {
    const known = extent && evaluate(extent);
    if (known === null) return false;
    product *= known;
  }
  return wanted === product;
}

/** Whether the count is that of one row, or a constant below it. */
function isRow(variable: VariableDraft, n: Expr): boolean {
  const last = variable.shape?.dimensions[rank(variable) - 1]?.extent;
  const row = last ? evaluate(last) : null;
  const wanted = evaluate(n);
  return (!!last && sameExpr(last, n)) || (row !== null && wanted !== null && wanted <= row);
}

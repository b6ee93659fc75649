/**
 * Names, elements and addresses. In the subset a pointer is never a value: it is an array's name, `a + i`, `&a[i]`
 * or a row, and it is either followed by `*` or `[]`, or passed to a function.
 */

import { lastOf } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import { constant, element, isConstant, isReal } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type { Expr, Place } from '../../../../ir/types';
import { shortened } from '../../../limitedSink';
import { nearestName } from '../../../suggest';
import { count } from '../../../words';
import type * as S from '../../parse/syntax';
import { fence } from '../../resolve/fence';
import { CONSTANTS } from '../../resolve/library';
import { arithmetic, integerSum } from '../arithmetic';
import { value } from '../expressions';
import {
  lookUp,
  type Meaning,
  type PointerCell,
  type RoutineState,
  reference,
  type VariableDraft,
  visibleNames,
} from '../state';
import { countsOnly } from '../unsigned';
import { unnamed } from './compoundLiterals';
import { assignPointer, movePointer, pointerNamed, targetOf } from './pointerVariables';

/** An object: a scalar, an element, a row, or (no subscript) a whole array. */
export interface Located {
  readonly variable: VariableDraft;
  readonly subscripts: readonly Expr[];
  readonly isConst: boolean;
  /** The last subscript counts through all of the memory of an array of rows, and the others are 0: `(double *)a`, `&a[0][0]`. */
  readonly isFlat?: boolean;
  readonly span: Span;
}

export function rank(variable: VariableDraft): number {
  return variable.shape?.dimensions.length ?? 0;
}

/** What a name means, reported once where it means nothing. */
export function meaningOf(s: RoutineState, name: string, span: Span): Meaning | null {
  const meaning = lookUp(s, name);
  if (meaning) return meaning;
  const standard = CONSTANTS.get(name);
  if (standard) return { kind: 'constant', value: standard, span };
  reportUndeclared(s, name, span);
  return null;
}

function reportUndeclared(s: RoutineState, name: string, span: Span): void {
  if (s.undeclared.has(name)) return;
  s.undeclared.add(name);
  if (name === 'NULL') fence(s.file.sink, 'nullPointer', span);
  else if (s.file.functions.has(name)) fence(s.file.sink, 'functionPointer', span);
  else {
    const meant =
      s.file.suggestions-- > 0 ? nearestName(name, [...visibleNames(s), ...CONSTANTS.keys()]) : null;
    const notes = meant ? [`Did you mean \`${shortened(meant)}\`?`] : [];
    s.file.sink.error('undeclared-variable', `\`${shortened(name)}\` is not declared.`, span, ...notes);
  }
}

/** The object that an expression names, or null after a report. */
export function locate(s: RoutineState, e: S.Expr): Located | null {
  switch (e.kind) {
    case 'name': {
      const meaning = meaningOf(s, e.name, e.span);
      if (meaning?.kind === 'variable')
        return { variable: meaning.variable, subscripts: [], isConst: meaning.isConst, span: e.span };
      if (meaning?.kind === 'pointer')
        s.file.sink.error(
          'pointer-as-value',
          `\`${shortened(e.name)}\` is a pointer: a value is expected here.`,
          e.span,
          `Write what it points to, \`*${e.name}\` or \`${e.name}[i]\`.`,
        );
      if (meaning?.kind === 'constant')
        s.file.sink.error(
          'assignment-to-const',
          `\`${shortened(e.name)}\` is a constant: it can’t be changed.`,
          e.span,
        );
      return null;
    }
    case 'unary': {
      if (e.op !== '*') break;
      const pointer = address(s, e.operand);
      return pointer && withSpan(pointer, e.span);
    }
    case 'subscript': {
      const pointer = address(s, e.base);
      const by = index(s, e.index);
      return pointer && by ? withSpan(moved(pointer, by, e.span), e.span) : null;
    }
    case 'compound': {
      const variable = unnamed(s, e);
      return variable && { variable, subscripts: [], isConst: e.type.isConst, span: e.span };
    }
    case 'member':
      reportMember(s, e);
      return null;
    case 'broken':
      return null;
    default:
      break;
  }
  s.file.sink.error('not-assignable', 'A variable or an element of an array is expected here.', e.span);
  return null;
}

function withSpan(located: Located, span: Span): Located {
  return { ...located, span };
}

/** What a pointer points to; subscripts are those of the object, the last of which can be moved. */
export function address(s: RoutineState, e: S.Expr): Located | null {
  if (e.kind === 'binary' && (e.op === '+' || e.op === '-')) {
    const isLeft = isAddress(s, e.left);
    if (isLeft) return movedAddress(s, e, e.op, e.left, e.right);
    if (isAddress(s, e.right)) return movedAddress(s, e, e.op, e.right, e.left);
  }
  if (e.kind === 'unary' && e.op === '&') return addressOf(s, e);
  const cell = pointerNamed(s, e);
  if (cell) return targetOf(s, cell, e.span);
  const moving = pointerMovedBy(s, e);
  if (moving && e.kind === 'update') return movePointer(s, moving, e);
  if (moving && e.kind === 'assign') return assignPointer(s, moving, e);
  if (e.kind === 'cast') return castAddress(s, e);
  if (e.kind === 'conditional') {
    fence(s.file.sink, 'pointerArithmetic', e.span);
    return null;
  }
  const pointed = e.kind === 'name' ? lookUp(s, e.name) : undefined;
  if (pointed?.kind === 'variable' && pointed.isPointer)
    return { variable: pointed.variable, subscripts: [], isConst: pointed.isConst, span: e.span };
  return decayed(s, e);
}

/** `p + n`, `n + p`, `p - n`. */
function movedAddress(
  s: RoutineState,
  e: S.BinaryOperation,
  op: '+' | '-',
  from: S.Expr,
  steps: S.Expr,
): Located | null {
  const pointer = address(s, from);
  const by = index(s, steps);
  if (!pointer || !by) return null;
  if (op === '-' && from === e.right) {
    fence(s.file.sink, 'pointerArithmetic', e.span);
    return null;
  }
  return withSpan(moved(pointer, by, e.span, op), e.span);
}

function addressOf(s: RoutineState, { operand, span }: S.UnaryOperation): Located | null {
  const object = locate(s, operand);
  if (object && object.subscripts.length === 0 && rank(object.variable) > 0) {
    fence(s.file.sink, 'addressOfArray', span);
    return null;
  }
  return object && withSpan(atStart(object) ? { ...object, isFlat: true } : object, span);
}

/** `(double *)a`: the elements of an array one after the other, whatever its rows. */
function castAddress(s: RoutineState, e: S.Cast): Located | null {
  if (e.type !== 'pointer' || e.pointee === null || !isAddress(s, e.operand)) {
    value(s, e);
    return null;
  }
  const pointer = address(s, e.operand);
  if (!pointer) return null;
  if (pointer.variable.type !== e.pointee) {
    fence(s.file.sink, 'pointerCast', e.span);
    return null;
  }
  return withSpan(flattened(pointer), e.span);
}

/** The address of a row as that of its first element. */
export function flattened(pointer: Located): Located {
  if (pointer.isFlat || rank(pointer.variable) === 0) return pointer;
  const whole = { ...pointer, subscripts: fullSubscripts(pointer) };
  return atStart(whole) ? { ...whole, isFlat: true } : whole;
}

/** The first element of an array of rows. */
function atStart({ variable, subscripts }: Located): boolean {
  return (
    rank(variable) > 1 && subscripts.length === rank(variable) && subscripts.every((e) => isConstant(e, 0))
  );
}

/** The subscripts of an object in an array of rows that is counted through: `a[k / m][k % m]`. */
export function spread({ variable, subscripts, isFlat, span }: Located): readonly Expr[] {
  const at = subscripts[subscripts.length - 1];
  if (!isFlat || !at || isConstant(at, 0)) return subscripts;
  const rows = (variable.shape?.dimensions ?? []).slice(1).map(({ extent }) => extent);
  const found: Expr[] = [];
  const rest = rows.reduceRight<Expr>((left, extent) => {
    if (!extent) return left;
    found.unshift(known(arithmetic('%', left, extent, span)));
    return known(arithmetic('/', left, extent, span));
  }, at);
  return [rest, ...found];
}

/** Where an object stands, counted through all of an array of rows. */
export function flatOffset({ variable, subscripts, isFlat, span }: Located): Expr {
  const [first = constant(0, 'i32', span), ...rest] = subscripts;
  if (isFlat) return lastOf(subscripts);
  return rest.reduce<Expr>((at, next, i) => {
    const extent = variable.shape?.dimensions[i + 1]?.extent;
    return extent ? integerSum('+', known(arithmetic('*', at, extent, span)), next, span) : next;
  }, first);
}

function known(e: Expr): Expr {
  const number = evaluate(e);
  return number === null ? e : constant(number, e.type, e.span);
}

/** An array stands for the address of its first element. */
function decayed(s: RoutineState, e: S.Expr): Located | null {
  const object = locateArray(s, e);
  if (!object) return null;
  const { variable, subscripts } = object;
  if (subscripts.length < rank(variable))
    return { ...object, subscripts: [...subscripts, constant(0, 'i32', e.span)] };
  if (rank(variable) === 0)
    s.file.sink.error(
      'not-an-array',
      `\`${shortened(variable.name)}\` is a single value: it has no elements.`,
      e.span,
      {
        message: 'It is declared here.',
        span: variable.span,
      },
    );
  else
    s.file.sink.error(
      'wrong-rank',
      `\`${shortened(variable.name)}\` has ${count(rank(variable), 'dimension')}, and this is one subscript too many.`,
      e.span,
      { message: 'It is declared here.', span: variable.span },
    );
  return null;
}

function locateArray(s: RoutineState, e: S.Expr): Located | null {
  if (e.kind === 'name' || e.kind === 'subscript' || e.kind === 'compound') return locate(s, e);
  if (e.kind === 'member' || e.kind === 'broken') return locate(s, e);
  if (e.kind === 'unary' && e.op === '*') return locate(s, e);
  s.file.sink.error('not-an-array', 'An array is expected here.', e.span);
  return null;
}

function moved(pointer: Located, by: Expr, span: Span, op: '+' | '-' = '+'): Located {
  const last = pointer.subscripts[pointer.subscripts.length - 1];
  if (!last) return pointer;
  return {
    ...pointer,
    subscripts: [...pointer.subscripts.slice(0, -1), integerSum(op, last, by, span)],
  };
}

/** `p++`, `p += 2`, `p = q`: the pointer. */
function pointerMovedBy(s: RoutineState, e: S.Expr): PointerCell | null {
  return e.kind === 'update'
    ? pointerNamed(s, e.operand)
    : e.kind === 'assign'
      ? pointerNamed(s, e.target)
      : null;
}

/** Whether an expression is an address, so that `+` moves it. Reports nothing. */
export function isAddress(s: RoutineState, e: S.Expr): boolean {
  if (pointerMovedBy(s, e)) return true;
  if (e.kind === 'binary')
    return (e.op === '+' || e.op === '-') && (isAddress(s, e.left) || isAddress(s, e.right));
  if (e.kind === 'unary' && e.op === '&') return true;
  if (e.kind === 'cast') return e.type === 'pointer' && isAddress(s, e.operand);
  if (e.kind === 'compound') return e.derivations.some(({ kind }) => kind === 'array');
  const depth = subscriptDepth(e);
  if (!depth) return false;
  const meaning = lookUp(s, depth.name);
  if (meaning?.kind === 'pointer') return meaning.cell.rows >= depth.subscripts;
  if (meaning?.kind !== 'variable') return false;
  return rank(meaning.variable) > depth.subscripts || (meaning.isPointer === true && depth.subscripts === 0);
}

export function subscriptDepth(e: S.Expr): { name: string; subscripts: number } | null {
  let at = e;
  let subscripts = 0;
  for (;;) {
    if (at.kind === 'name') return { name: at.name, subscripts };
    if (at.kind === 'binary') at = at.left;
    else if (at.kind === 'subscript') {
      at = at.base;
      subscripts++;
    } else if (at.kind === 'unary' && at.op === '*') {
      at = at.operand;
      subscripts++;
    } else return null;
  }
}

/** A subscript or a distance: an integer. */
export function index(s: RoutineState, e: S.Expr): Expr | null {
  const around = s.counts;
  s.counts = around || (s.file.wrapping.size > 0 && countsOnly(e));
  const i = value(s, e);
  s.counts = around;
  if (!i) return null;
  if (isReal(i.type)) {
    s.file.sink.error('subscript-type', 'A subscript is an integer, and this is a real number.', e.span, {
      message: 'Write `(int)` before it to cut off its fraction.',
    });
    return null;
  }
  return integerSum('+', constant(0, 'i32', i.span), i, i.span);
}

/** The object as something that holds one value, or null after a report. */
export function asPlace(s: RoutineState, located: Located | null): Place | null {
  if (!located) return null;
  const { variable, span } = located;
  const subscripts = spread(located);
  const dimensions = rank(variable);
  if (dimensions === 0) return reference(variable, span);
  if (subscripts.length === dimensions) return element(variable.id, subscripts, variable.type, span);
  if (subscripts.length === 0)
    s.file.sink.error(
      'array-as-value',
      `\`${shortened(variable.name)}\` is an array: a value is expected here.`,
      span,
      `Write one of its elements, \`${variable.name}${'[i]'.repeat(dimensions)}\`.`,
    );
  else
    s.file.sink.error(
      'wrong-rank',
      `\`${shortened(variable.name)}\` has ${count(dimensions, 'dimension')}, and only ${count(subscripts.length, 'subscript')} stands here.`,
      span,
    );
  return null;
}

/** The start of what is passed, with all its subscripts; null for the whole array. */
export function startOf(located: Located): readonly Expr[] | null {
  const full = fullSubscripts(located);
  return full.every((e) => isConstant(e, 0)) ? null : full;
}

/** The first value of what is passed. */
export function firstOf(located: Located): Place {
  const { variable, span } = located;
  if (rank(variable) === 0) return reference(variable, span);
  return element(variable.id, fullSubscripts(located), variable.type, span);
}

function fullSubscripts(located: Located): Expr[] {
  const { variable, span } = located;
  const full = [...spread(located)];
  while (full.length < rank(variable)) full.push(constant(0, 'i32', span));
  return full;
}

/** `s.x`: quiet where the structure was refused already. */
export function reportMember(s: RoutineState, e: S.Member): void {
  let root: S.Expr = e;
  while (root.kind === 'member' || root.kind === 'subscript') root = root.base;
  const known = root.kind === 'name' ? lookUp(s, root.name) : undefined;
  if (known?.kind !== 'refused') fence(s.file.sink, 'member', e.span);
}

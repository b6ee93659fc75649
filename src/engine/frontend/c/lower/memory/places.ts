/**
 * Names, elements and addresses. In the subset a pointer is never a value: it is an array's name, `a + i`, `&a[i]`
 * or a row, and it is either followed by `*` or `[]`, or passed to a function.
 */

import { constant, isReal } from '../../../../ir/build';
import { count, shortened } from '../../../limitedSink';
import type * as S from '../../parse/syntax';
import { fence } from '../../resolve/fence';
import { index, meaningOf, pointerNamed, value } from '../names';
import { base, type Located, lookUp, type RoutineState, reference, temporary } from '../state';
import { unnamed } from './compoundLiterals';
import { atStart, flattened, isAddress, moved, pointerMovedBy, rank, wholeArray, withSpan } from './located';
import { assignPointer, movePointer, targetOf } from './pointerVariables';

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
      return reportMember(s, e);
    case 'broken':
      return null;
    default:
      break;
  }
  return s.file.sink.error(
    'not-assignable',
    'A variable or an element of an array is expected here.',
    e.span,
  );
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
  if (e.kind === 'conditional') return fence(s.file.sink, 'pointerArithmetic', e.span);
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
  if (op === '-' && from === e.right) return fence(s.file.sink, 'pointerArithmetic', e.span);
  return withSpan(moved(pointer, by, e.span, op), e.span);
}

function addressOf(s: RoutineState, { operand, span }: S.UnaryOperation): Located | null {
  const object = heldConstant(s, operand) ?? locate(s, operand);
  if (object && object.subscripts.length === 0 && rank(object.variable) > 0)
    return fence(s.file.sink, 'addressOfArray', span);
  return object && withSpan(atStart(object) ? { ...object, isFlat: true } : object, span);
}

/** `&G` of a constant at the top of the text: a local with its value. */
function heldConstant(s: RoutineState, e: S.Expr): Located | null {
  const meaning = e.kind === 'name' ? lookUp(s, e.name) : undefined;
  if (e.kind !== 'name' || meaning?.kind !== 'constant' || !meaning.hasAddress || s.index < 0) return null;
  const { value: held, span } = meaning;
  const variable = s.held.get(meaning) ?? temporary(s, e.name, held.type, span);
  s.held.set(meaning, variable);
  const place = reference(variable, e.span);
  s.out.push({ kind: 'assign', ...base(s.file, e.span), target: place, value: held });
  return { variable, subscripts: [], isConst: true, span: e.span };
}

/** `(double *)a`, `(void *)a`: the elements of an array one after the other, whatever its rows. */
function castAddress(s: RoutineState, e: S.Cast): Located | null {
  if (e.type !== 'pointer' || e.pointee === null || !isAddress(s, e.operand)) {
    value(s, e);
    return null;
  }
  const pointer = wholeArray(s, e.operand) ?? address(s, e.operand);
  if (!pointer) return null;
  if (e.pointee !== 'void' && pointer.variable.type !== e.pointee)
    return fence(
      s.file.sink,
      isReal(pointer.variable.type) === /^f/.test(e.pointee) ? 'pointerCast' : 'bits',
      e.span,
    );
  return withSpan(flattened(pointer), e.span);
}

/** An array stands for the address of its first element. */
function decayed(s: RoutineState, e: S.Expr): Located | null {
  const object = locateArray(s, e);
  if (!object) return null;
  const { variable, subscripts } = object;
  if (subscripts.length < rank(variable))
    return { ...object, subscripts: [...subscripts, constant(0, 'i32', e.span)] };
  if (rank(variable) === 0) {
    if (s.told.has(variable.name)) return null;
    s.told.add(variable.name);
    s.file.sink.error(
      'not-an-array',
      `\`${shortened(variable.name)}\` is a single value: it has no elements.`,
      e.span,
      {
        message: 'It is declared here.',
        span: variable.span,
      },
    );
  } else
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
  return s.file.sink.error('not-an-array', 'An array is expected here.', e.span);
}

/** `s.x`: quiet where the structure was refused already. */
export function reportMember(s: RoutineState, e: S.Member): null {
  let root: S.Expr = e;
  while (root.kind === 'member' || root.kind === 'subscript') root = root.base;
  const known = root.kind === 'name' ? lookUp(s, root.name) : undefined;
  return known?.kind === 'refused' ? null : fence(s.file.sink, 'member', e.span);
}

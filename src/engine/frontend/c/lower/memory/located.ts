/**
 * Objects, elements of arrays and addresses, once they are found: their rank, their subscripts, where they stand in memory.
 */
import { lastOf } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import { constant, element, isConstant } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type { Expr, Place } from '../../../../ir/types';
import { count, shortened } from '../../../limitedSink';
import type * as S from '../../parse/syntax';
import { arithmetic, integerSum } from '../arithmetic';
import { locate, pointerNamed } from '../names';
import {
  type Located,
  lookUp,
  type PointerCell,
  type RoutineState,
  reference,
  type VariableDraft,
} from '../state';

export function rank(variable: VariableDraft): number {
  return variable.shape?.dimensions.length ?? 0;
}

export function withSpan(located: Located, span: Span): Located {
  return { ...located, span };
}

/** `&a` of all of an array: where a pointer to arrays of its kind is taken, or only the memory counts. */
export function wholeArray(s: RoutineState, e: S.Expr): Located | null {
  const { operand } = e.kind === 'unary' && e.op === '&' ? e : { operand: e };
  const meaning = operand !== e && operand.kind === 'name' ? lookUp(s, operand.name) : undefined;
  // An array that is a parameter is a pointer, whose address is no place of its elements.
  if (meaning?.kind !== 'variable' || meaning.variable.role === 'parameter' || rank(meaning.variable) === 0)
    return null;
  return { variable: meaning.variable, subscripts: [], isConst: meaning.isConst, span: e.span };
}

/** The address of a row, as that of its first element. */
export function flattened(pointer: Located): Located {
  if (pointer.isFlat || rank(pointer.variable) === 0) return pointer;
  const whole = { ...pointer, subscripts: fullSubscripts(pointer) };
  return atStart(whole) ? { ...whole, isFlat: true } : whole;
}

/** The first element of an array of rows. */
export function atStart({ variable, subscripts }: Located): boolean {
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
    found.unshift(folded(arithmetic('%', left, extent, span)));
    return folded(arithmetic('/', left, extent, span));
  }, at);
  return [rest, ...found];
}

/** Where an object stands, counted through all of an array of rows. */
export function flatOffset({ variable, subscripts, isFlat, span }: Located): Expr {
  const [first = constant(0, 'i32', span), ...rest] = subscripts;
  if (isFlat) return lastOf(subscripts);
  return rest.reduce<Expr>((at, next, i) => {
    const extent = variable.shape?.dimensions[i + 1]?.extent;
    const before = extent && !isConstant(at, 0) ? folded(arithmetic('*', at, extent, span)) : null;
    return before ? integerSum('+', before, next, span) : next;
  }, first);
}

export function folded(e: Expr): Expr {
  const number = evaluate(e);
  return number === null ? e : constant(number, e.type, e.span);
}

export function moved(pointer: Located, by: Expr, span: Span, op: '+' | '-' = '+'): Located {
  const last = pointer.subscripts[pointer.subscripts.length - 1];
  if (!last) return pointer;
  return {
    ...pointer,
    subscripts: [...pointer.subscripts.slice(0, -1), integerSum(op, last, by, span)],
  };
}

/** `p++`, `p += 2`, `p = q`: the pointer. */
export function pointerMovedBy(s: RoutineState, e: S.Expr): PointerCell | null {
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

/** The start of an argument, with all its subscripts; null for a whole array. */
export function startOf(located: Located): readonly Expr[] | null {
  const full = fullSubscripts(located);
  return full.every((e) => isConstant(e, 0)) ? null : full;
}

/** The first value of an argument. */
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

/** What may be assigned to, or null after a report. */
export function placeOf(s: RoutineState, e: S.Expr): Place | null {
  const located = locate(s, e);
  if (!located || !mayBeWritten(s, located)) return null;
  return asPlace(s, located);
}

function mayBeWritten(s: RoutineState, located: Located): boolean {
  const { variable, subscripts, span } = located;
  if (subscripts.length < rank(variable)) {
    s.file.sink.error(
      'array-assignment',
      `\`${shortened(variable.name)}\` is an array, and arrays can’t be assigned as a whole.`,
      span,
      'Write a loop over its elements.',
    );
    return false;
  }
  if (!located.isConst) return true;
  s.file.sink.error(
    'assignment-to-const',
    `\`${shortened(variable.name)}\` is declared \`const\`: it can’t be changed.`,
    span,
    {
      message: 'It is declared here.',
      span: variable.span,
    },
  );
  return false;
}

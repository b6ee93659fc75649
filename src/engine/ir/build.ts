/**
 * Constructors of expressions. Each simplifies what is certain (folds of constants, neutral elements), so that
 * generated code reads as a person would write it. No simplification changes a rounded result other than by dropping
 * an exact operation (x*1, x+0 with x not -0, --x). A factor 0 makes a product 0, whatever the other one is: it stands for a
 * derivative that is zero by definition.
 */
import { NOWHERE, type Span } from '../base/span';
import type { Elementary } from './elementary/names';
import type {
  Binary,
  Compare,
  Constant,
  ElementRef,
  Expr,
  ExternalShape,
  Place,
  ScalarType,
  Unary,
  Variable,
  VariableId,
  VariableRef,
} from './types';

export function isReal(type: ScalarType): boolean {
  return type === 'f64' || type === 'f32';
}
export function isInteger(type: ScalarType): boolean {
  return type === 'i32' || type === 'i64';
}
/** Bytes on the tape: the declared type's width. */
export function tapeBytes(type: ScalarType): number {
  return type === 'f64' || type === 'i64' ? 8 : type === 'bool' ? 1 : 4;
}
/** Bytes in the memory of a run. */
export function memoryBytes(type: ScalarType): number {
  return type === 'f64' || type === 'i64' ? 8 : 4;
}

export function constant(value: number, type: ScalarType, span: Span = NOWHERE, text?: string): Constant {
  return text === undefined
    ? { kind: 'constant', type, value, span }
    : { kind: 'constant', type, value, span, text };
}
export function variable(id: VariableId, type: ScalarType, span: Span = NOWHERE): VariableRef {
  return { kind: 'variable', variable: id, type, span };
}
export function element(
  id: VariableId,
  subscripts: readonly Expr[],
  type: ScalarType,
  span: Span = NOWHERE,
): ElementRef {
  return { kind: 'element', variable: id, subscripts, type, span };
}

export function isConstant(e: Expr, value?: number): boolean {
  return e.kind === 'constant' && (value === undefined || e.value === value);
}

export function negate(operand: Expr, span: Span = operand.span): Expr {
  if (operand.kind === 'constant' && operand.type !== 'bool' && operand.value !== 0)
    return constant(-operand.value, operand.type, span, negatedText(operand));
  if (operand.kind === 'unary' && operand.op === 'negate') return operand.operand;
  return { kind: 'unary', op: 'negate', operand, type: operand.type, span } satisfies Unary;
}
/** Beyond 2^53 the digits of an integer are in its spelling only. */
function negatedText({ type, value, text }: Constant): string | undefined {
  if (type !== 'i64' || Number.isSafeInteger(value) || text === undefined) return undefined;
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}
/** Whether a sum of two constants is an integer constant, with no digit lost. */
function isExactSum(left: Constant, right: Constant, sum: number): boolean {
  if (left.type === 'i32') return (sum | 0) === sum;
  return left.type === 'i64' && [left.value, right.value, sum].every(Number.isSafeInteger);
}
export function add(left: Expr, right: Expr, span: Span = NOWHERE): Expr {
  if (isConstant(left, 0)) return right;
  if (isConstant(right, 0)) return left;
  if (right.kind === 'unary' && right.op === 'negate') return subtract(left, right.operand, span);
  if (left.kind === 'constant' && right.kind === 'constant') {
    const sum = left.value + right.value;
    if (isExactSum(left, right, sum)) return constant(sum, left.type, span);
  }
  return binary('add', left, right, span);
}
/** `e + by`, where `e` may be `n + 1`: what is added there and here is one number. */
export function shifted(e: Expr, by: number): Expr {
  const isOffset = e.kind === 'binary' && (e.op === 'add' || e.op === 'subtract') && isInteger(e.type);
  const before = isOffset && e.right.kind === 'constant' ? e.right.value : null;
  if (by === 0 || !isOffset || before === null) return plus(e, by, e.span);
  return plus(e.left, by + (e.op === 'add' ? before : -before), e.span);
}
function plus(e: Expr, offset: number, span: Span): Expr {
  const size = constant(Math.abs(offset), e.type, span);
  return offset < 0 ? subtract(e, size, span) : add(e, size, span);
}
export function subtract(left: Expr, right: Expr, span: Span = NOWHERE): Expr {
  if (isConstant(right, 0)) return left;
  if (isConstant(left, 0)) return negate(right, span);
  if (right.kind === 'unary' && right.op === 'negate') return add(left, right.operand, span);
  if (left.kind === 'constant' && right.kind === 'constant') {
    const difference = left.value - right.value;
    if (isExactSum(left, right, difference)) return constant(difference, left.type, span);
  }
  return binary('subtract', left, right, span);
}
/** A factor that is a choice takes the other factor into its arms: `(c ? 1 : 0) * t` is `c ? t : 0`. */
export function multiply(left: Expr, right: Expr, span: Span = NOWHERE): Expr {
  if (isConstant(left, 1)) return right;
  if (isConstant(right, 1)) return left;
  if (isConstant(left, 0)) return left;
  if (isConstant(right, 0)) return right;
  if (isConstant(left, -1)) return negate(right, span);
  if (isConstant(right, -1)) return negate(left, span);
  if (left.kind === 'unary' && left.op === 'negate') return negate(multiply(left.operand, right, span), span);
  if (right.kind === 'unary' && right.op === 'negate')
    return negate(multiply(left, right.operand, span), span);
  if (left.kind === 'select' && isSimpleChoice(left)) {
    return select(
      left.condition,
      multiply(left.whenTrue, right, span),
      multiply(left.whenFalse, right, span),
      span,
    );
  }
  if (right.kind === 'select' && isSimpleChoice(right)) {
    return select(
      right.condition,
      multiply(left, right.whenTrue, span),
      multiply(left, right.whenFalse, span),
      span,
    );
  }
  return binary('multiply', left, right, span);
}
export function divide(left: Expr, right: Expr, span: Span = NOWHERE): Expr {
  if (isConstant(right, 1)) return left;
  return binary('divide', left, right, span);
}
export function binary(op: Binary['op'], left: Expr, right: Expr, span: Span = NOWHERE): Binary {
  return { kind: 'binary', op, left, right, type: left.type, span };
}
export function compare(op: Compare['op'], left: Expr, right: Expr, span: Span = NOWHERE): Compare {
  return { kind: 'compare', op, left, right, type: 'bool', span };
}
export function logical(op: 'and' | 'or', left: Expr, right: Expr, span: Span = NOWHERE): Expr {
  return { kind: 'logical', op, left, right, type: 'bool', span };
}
export function not(operand: Expr, span: Span = operand.span): Expr {
  if (operand.kind === 'unary' && operand.op === 'not') return operand.operand;
  return { kind: 'unary', op: 'not', operand, type: 'bool', span };
}
export function select(condition: Expr, whenTrue: Expr, whenFalse: Expr, span: Span = NOWHERE): Expr {
  return { kind: 'select', condition, whenTrue, whenFalse, type: whenTrue.type, span };
}
export function intrinsic(
  fn: Elementary,
  args: readonly Expr[],
  type: ScalarType,
  span: Span = NOWHERE,
): Expr {
  return { kind: 'intrinsic', fn, args, type, span };
}
/** A conversion, or the operand itself where the type is the same already. Constants are converted at once. */
export function convert(operand: Expr, type: ScalarType, span: Span = operand.span): Expr {
  if (operand.type === type) return operand;
  if (operand.kind === 'constant' && type !== 'bool' && operand.type !== 'bool') {
    if (isReal(type)) {
      const value = type === 'f32' ? Math.fround(operand.value) : operand.value;
      // What was written in single precision is the same number in double.
      const spelling =
        operand.type === 'f32' && /^[\d.]+(e[+-]?\d+)?$/i.test(operand.text ?? '') ? operand.text : undefined;
      return constant(value, type, span, spelling);
    }
    if (isInteger(operand.type) && (type === 'i64' || Math.abs(operand.value) < 2 ** 31))
      return constant(operand.value, type, span);
  }
  const kept = type === 'f32' ? widened(operand) : null;
  return kept ? { ...kept, span } : { kind: 'convert', operand, type, span };
}

/** What was widened to double precision, and at most got another sign: in single precision it is itself again. */
function widened(e: Expr): Expr | null {
  if (e.kind === 'convert' && e.type === 'f64' && e.operand.type === 'f32') return e.operand;
  const inner = e.kind === 'unary' && e.op === 'negate' ? widened(e.operand) : null;
  return inner && negate(inner, e.span);
}

function isSimpleChoice(e: { whenTrue: Expr; whenFalse: Expr }): boolean {
  const unit = (x: Expr) => x.kind === 'constant' && (x.value === 0 || x.value === 1 || x.value === -1);
  return unit(e.whenTrue) && unit(e.whenFalse);
}

/** Structural equality, spans and spellings aside. */
export function sameExpr(a: Expr, b: Expr): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.type !== b.type) return false;
  switch (a.kind) {
    case 'constant': {
      const { value, text } = b as typeof a;
      return Object.is(a.value, value) && (a.type !== 'i64' || a.text === text);
    }
    case 'variable':
      return a.variable === (b as typeof a).variable;
    case 'element':
      return a.variable === (b as typeof a).variable && areSame(a.subscripts, (b as typeof a).subscripts);
    case 'unary':
      return a.op === (b as typeof a).op && sameExpr(a.operand, (b as typeof a).operand);
    case 'binary':
    case 'compare':
    case 'logical': {
      const { op, left, right } = b as typeof a;
      return a.op === op && sameExpr(a.left, left) && sameExpr(a.right, right);
    }
    case 'intrinsic':
      return a.fn === (b as typeof a).fn && areSame(a.args, (b as typeof a).args);
    default:
      return areSame(children(a), children(b));
  }
}

function areSame(a: readonly Expr[], b: readonly Expr[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameExpr(a[i] as Expr, b[i] as Expr)) return false;
  return true;
}

const NO_EXPRS: readonly Expr[] = [];

/** Direct subexpressions, in order of evaluation. */
export function children(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'constant':
    case 'variable':
      return NO_EXPRS;
    case 'element':
      return e.subscripts;
    case 'unary':
    case 'convert':
      return [e.operand];
    case 'binary':
    case 'compare':
    case 'logical':
      return [e.left, e.right];
    case 'intrinsic':
      return e.args;
    case 'select':
      return [e.condition, e.whenTrue, e.whenFalse];
  }
}

/** Rebuilds an expression with other subexpressions, keeping everything else. */
export function withChildren(e: Expr, parts: readonly Expr[]): Expr {
  const at = (i: number) => parts[i] as Expr;
  switch (e.kind) {
    case 'constant':
    case 'variable':
      return e;
    case 'element':
      return { ...e, subscripts: parts };
    case 'unary':
    case 'convert':
      return { ...e, operand: at(0) };
    case 'binary':
    case 'compare':
    case 'logical':
      return { ...e, left: at(0), right: at(1) };
    case 'intrinsic':
      return { ...e, args: parts };
    case 'select':
      return { ...e, condition: at(0), whenTrue: at(1), whenFalse: at(2) };
  }
}

/** Visits every subexpression, outermost first. Without a list of children at every step: much time is spent here. */
export function walk(e: Expr, visit: (e: Expr) => void): void {
  visit(e);
  switch (e.kind) {
    case 'constant':
    case 'variable':
      return;
    case 'element':
      for (const subscript of e.subscripts) walk(subscript, visit);
      return;
    case 'unary':
    case 'convert':
      walk(e.operand, visit);
      return;
    case 'binary':
    case 'compare':
    case 'logical':
      walk(e.left, visit);
      walk(e.right, visit);
      return;
    case 'intrinsic':
      for (const arg of e.args) walk(arg, visit);
      return;
    case 'select':
      walk(e.condition, visit);
      walk(e.whenTrue, visit);
      walk(e.whenFalse, visit);
      return;
  }
}

/** Visits every place that an expression reads, those inside subscripts included, outermost first. */
export function walkPlaces(e: Expr, visit: (place: Place) => void): void {
  switch (e.kind) {
    case 'constant':
      return;
    case 'variable':
      visit(e);
      return;
    case 'element':
      visit(e);
      for (const subscript of e.subscripts) walkPlaces(subscript, visit);
      return;
    case 'unary':
    case 'convert':
      walkPlaces(e.operand, visit);
      return;
    case 'binary':
    case 'compare':
    case 'logical':
      walkPlaces(e.left, visit);
      walkPlaces(e.right, visit);
      return;
    default:
      for (const part of children(e)) walkPlaces(part, visit);
  }
}

/** Whether an expression, or one inside of it, is such. */
export function somePart(e: Expr, test: (part: Expr) => boolean): boolean {
  if (test(e)) return true;
  for (const part of children(e)) if (somePart(part, test)) return true;
  return false;
}

/** Replaces subexpressions bottom-up. */
export function rewrite(e: Expr, change: (e: Expr) => Expr): Expr {
  if (e.kind === 'constant' || e.kind === 'variable') return change(e);
  const parts = children(e);
  let next: Expr[] | null = null;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Expr;
    const made = rewrite(part, change);
    if (made !== part) next ??= parts.slice();
    if (next) next[i] = made;
  }
  return change(next ? withChildren(e, next) : e);
}

/** What a variable must say of itself; for the rest, see `plainVariable`. */
export type GivenVariable = Partial<Variable> & Pick<Variable, 'name' | 'type' | 'role' | 'owner'>;

/**
 * A variable, but for what is given a scalar that holds nothing at the start, shares its memory with no other and is the
 * derivative of none. Its parts are named one by one: engines look them up quickly where all variables have them in one order,
 * and are slow to add parts to a copy.
 */
export function plainVariable(id: VariableId, given: GivenVariable): Variable {
  const { name, type, shape = null, role, passing = 'value', intent = null, owner, span = NOWHERE } = given;
  const { storage = null, initial = null, derivativeOf = null } = given;
  const made = { id, name, type, shape, role, passing, intent, owner, span, storage, initial, derivativeOf };
  return given.isRandom ? { ...made, isRandom: true } : made;
}

/** The shape of a routine that touches nothing. */
export const INERT: ExternalShape = {
  declared: true,
  globals: [],
  read: [],
  written: [],
  extents: [],
  dependence: [],
  adjoint: null,
  tangent: null,
};

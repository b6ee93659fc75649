/** Walks over expressions. */
import type { Cast, Expr, Initializer } from './syntax';

const NONE: readonly Expr[] = [];

/** Direct subexpressions. */
export function operands(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'name':
    case 'number':
    case 'string':
    case 'character':
    case 'broken':
    case 'sizeof':
      return NONE;
    case 'compound':
      return initialValues(e.initializer);
    case 'unary':
    case 'update':
    case 'cast':
      return [e.operand];
    case 'binary':
    case 'comma':
      return [e.left, e.right];
    case 'assign':
      return [e.target, e.value];
    case 'conditional':
      return [e.condition, e.whenTrue, e.whenFalse];
    case 'subscript':
      return [e.base, e.index];
    case 'call':
      return [e.callee, ...e.args];
    case 'member':
      return [e.base];
  }
}

function initialValues(given: Initializer): readonly Expr[] {
  const at = given.at ? [given.at] : [];
  return given.kind === 'expression' ? [...at, given.value] : [...at, ...given.items.flatMap(initialValues)];
}

export function walkExpr(e: Expr, visit: (e: Expr) => void): void {
  visit(e);
  // All of a text passes here several times: no list is made of the few operands that most have.
  switch (e.kind) {
    case 'unary':
    case 'update':
    case 'cast':
      walkExpr(e.operand, visit);
      return;
    case 'binary':
      walkExpr(e.left, visit);
      walkExpr(e.right, visit);
      return;
    case 'assign':
      walkExpr(e.target, visit);
      walkExpr(e.value, visit);
      return;
    case 'subscript':
      walkExpr(e.base, visit);
      walkExpr(e.index, visit);
      return;
    default:
      for (const operand of operands(e)) walkExpr(operand, visit);
  }
}

/** Whether an expression, or one inside of it, is such. */
export function someExpr(e: Expr, test: (part: Expr) => boolean): boolean {
  return test(e) || operands(e).some((part) => someExpr(part, test));
}

/** Whether it assigns something, or calls a function, which may. */
export function hasEffects(e: Expr): boolean {
  return someExpr(e, (part) => part.kind === 'assign' || part.kind === 'update' || part.kind === 'call');
}

/** The place that an expression itself assigns or steps; null where it does neither. */
export function assignedPlace(e: Expr): Expr | null {
  return e.kind === 'assign' ? e.target : e.kind === 'update' ? e.operand : null;
}

/** That, or the place whose address it takes. */
export function writtenPlace(e: Expr): Expr | null {
  return e.kind === 'unary' && e.op === '&' ? e.operand : assignedPlace(e);
}

/** What an expression calls by its name; empty if there is no such. */
export function calleeOf(e: Expr): string {
  return e.kind === 'call' && e.callee.kind === 'name' ? e.callee.name : '';
}
export function isNull(e: Expr): boolean {
  if (e.kind === 'cast') return isNull(e.operand);
  return (e.kind === 'name' && e.name === 'NULL') || (e.kind === 'number' && !e.real && Number(e.text) === 0);
}
/** Of a product. */
export function factorsOf(e: Expr): Expr[] {
  return e.kind === 'binary' && e.op === '*' ? [...factorsOf(e.left), ...factorsOf(e.right)] : [e];
}
/** An expression without the casts around it: all of them, or those that are such. */
export function withoutCasts(e: Expr, such: (cast: Cast) => boolean = () => true): Expr {
  return e.kind === 'cast' && such(e) ? withoutCasts(e.operand, such) : e;
}

/** Walks over expressions. */
import type { CallExpression, Cast, Derivation, Expr, Initializer } from './syntax';

/** Where expressions hold others, in order. A call has arguments besides, and a compound literal the values of its initialiser. */
const OPERANDS: Readonly<Record<Expr['kind'], readonly string[]>> = {
  name: [],
  number: [],
  string: [],
  character: [],
  broken: [],
  // What it holds is not evaluated.
  sizeof: [],
  compound: [],
  unary: ['operand'],
  update: ['operand'],
  cast: ['operand'],
  binary: ['left', 'right'],
  comma: ['left', 'right'],
  assign: ['target', 'value'],
  conditional: ['condition', 'whenTrue', 'whenFalse'],
  subscript: ['base', 'index'],
  call: ['callee'],
  member: ['base'],
};

type Operands = Record<string, Expr>;
const NONE: readonly Expr[] = [];

/** Direct subexpressions. */
export function operands(e: Expr): readonly Expr[] {
  if (e.kind === 'compound') return initialValues(e.initializer);
  if (e.kind === 'call') return [e.callee, ...e.args];
  if (e.kind === 'binary') return [e.left, e.right];
  if (e.kind === 'subscript') return [e.base, e.index];
  const keys = OPERANDS[e.kind];
  // Most of a text are names and numbers.
  return keys.length === 0 ? NONE : keys.map((key) => (e as unknown as Operands)[key] as Expr);
}

/** An expression with its operands changed, and its height as it was. `isTest`: only whether it is zero counts. */
export function withOperands(e: Expr, change: (e: Expr, isTest: boolean) => Expr): Expr {
  const value = (part: Expr): Expr => change(part, false);
  if (e.kind === 'compound') return { ...e, initializer: withValues(e.initializer, value) };
  if (e.kind === 'sizeof') return e.operand ? { ...e, operand: value(e.operand) } : e;
  const keys = OPERANDS[e.kind];
  if (keys.length === 0) return e;
  const made = { ...e } as unknown as Operands;
  for (const key of keys) made[key] = change(made[key] as Expr, isTested(e, key));
  return (e.kind === 'call' ? { ...made, args: e.args.map(value) } : made) as unknown as Expr;
}

function isTested(e: Expr, key: string): boolean {
  if (e.kind === 'conditional') return key === 'condition';
  return (e.kind === 'unary' && e.op === '!') || (e.kind === 'binary' && (e.op === '&&' || e.op === '||'));
}

function initialValues(given: Initializer): readonly Expr[] {
  const at = given.at ? [given.at] : [];
  return given.kind === 'expression' ? [...at, given.value] : [...at, ...given.items.flatMap(initialValues)];
}

/** Derivations with the sizes of arrays changed. */
export function withSizes(given: readonly Derivation[], value: (e: Expr) => Expr): Derivation[] {
  return given.map((d) => (d.kind === 'array' && d.size ? { ...d, size: value(d.size) } : d));
}

export function withValues(given: Initializer, value: (e: Expr) => Expr): Initializer {
  return given.kind === 'expression'
    ? { ...given, value: value(given.value) }
    : { ...given, items: given.items.map((item) => withValues(item, value)) };
}

export function walkExpr(e: Expr, visit: (e: Expr) => void): void {
  visit(e);
  // All of a text passes here several times: the most frequent ones by the names of their members, without a list.
  switch (e.kind) {
    case 'name':
    case 'number':
      break;
    case 'binary':
      walkExpr(e.left, visit);
      walkExpr(e.right, visit);
      break;
    case 'assign':
      walkExpr(e.target, visit);
      walkExpr(e.value, visit);
      break;
    case 'subscript':
      walkExpr(e.base, visit);
      walkExpr(e.index, visit);
      break;
    default:
      for (const operand of operands(e)) walkExpr(operand, visit);
  }
}

/** Whether an expression, or one inside of it, is such. */
export function someExpr(e: Expr, test: (part: Expr) => boolean): boolean {
  return test(e) || operands(e).some((part) => someExpr(part, test));
}

/** Whether it names something such. */
export function mentionsSome(e: Expr, such: (name: string) => boolean): boolean {
  return someExpr(e, (part) => part.kind === 'name' && such(part.name));
}

/** What a test comes to by what the parts of it do that `!`, `&&` and `||` join; null where that of one is not known. */
export function truthOf(e: Expr, known: (part: Expr) => boolean | null): boolean | null {
  if (e.kind === 'unary' && e.op === '!') {
    const inner = truthOf(e.operand, known);
    return inner === null ? null : !inner;
  }
  if (e.kind !== 'binary' || (e.op !== '&&' && e.op !== '||')) return known(e);
  const [left, right] = [truthOf(e.left, known), truthOf(e.right, known)];
  if (left === null || right === null) return null;
  return e.op === '&&' ? left && right : left || right;
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

/** What an lvalue or an address starts from: `a` of `a[i].x`, `*a` and `&a[i]`. */
export function rootOf(e: Expr): Expr {
  if (e.kind === 'subscript' || e.kind === 'member') return rootOf(e.base);
  if (e.kind === 'unary') return rootOf(e.operand);
  return e.kind === 'binary' ? rootOf(e.left) : e;
}

/** What an expression calls by its name; empty if there is no such. */
export function calleeOf(e: Expr): string {
  return e.kind === 'call' && e.callee.kind === 'name' ? e.callee.name : '';
}
export function isHeap(e: Expr): e is CallExpression {
  return HEAP.has(calleeOf(e));
}
const HEAP = new Set(['malloc', 'calloc']);
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

/** Constants that the text itself tells: sizes of arrays, and the enumerators in them. */
import { integer, node } from './build';
import { type Cursor, plainSpan } from './cursor';
import type { Derivation, Enumerator, Expr, Initializer } from './syntax';

/** `enum colour { RED, GREEN = 4 }`, of which either part may be missing. */
export function parseEnumerators(c: Cursor): Enumerator[] {
  if (c.peek().kind === 'identifier') c.take();
  const found: Enumerator[] = [];
  if (!c.accept('{')) return found;
  let next: number | null = 0;
  while (c.peek().kind === 'identifier') {
    const name = c.take();
    const value = c.accept('=') ? withValues(c, c.expressions.parseConditional(c)) : null;
    if (value) next = constantSize(value);
    // Within a block it hides what has its name outside of it, and is seen no further.
    if (next === null || c.depth > 0) c.enumerators.delete(name.text);
    else c.enumerators.set(name.text, next);
    if (next !== null) next++;
    found.push({ name: name.text, value, span: plainSpan(name) });
    if (c.panic || !c.accept(',')) break;
  }
  c.expect('}', 'after the names of the enumeration');
  return found;
}

/** Enumerators as their values. */
export function withValues(c: Cursor, e: Expr): Expr {
  if (e.kind === 'binary') return { ...e, left: withValues(c, e.left), right: withValues(c, e.right) };
  const value = e.kind === 'name' ? c.enumerators.get(e.name) : undefined;
  if (value === undefined) return e;
  const operand = integer(Math.abs(value), e.span);
  return value < 0 ? node({ kind: 'unary', op: '-', operand, span: e.span }, operand) : operand;
}

/** `7`, `2 * 3`: the size of an array, where the text itself tells it. */
export function constantSize(size: Expr | null): number | null {
  if (size?.kind === 'number') {
    const number = /^0\d/.test(size.text) ? Number.parseInt(size.text, 8) : Number(size.text);
    return Number.isInteger(number) ? number : null;
  }
  if (size?.kind === 'unary') {
    const operand = size.op === '-' ? constantSize(size.operand) : null;
    return operand === null ? null : -operand;
  }
  if (size?.kind !== 'binary') return null;
  const left = constantSize(size.left);
  const right = constantSize(size.right);
  if (left === null || right === null) return null;
  if (size.op === '*') return left * right;
  if (size.op === '+') return left + right;
  return size.op === '-' ? left - right : null;
}

/** What a text gives an array, in braces or not, is a list of its characters; where there is no room for the zero at the end, it has none. */
export function asList(given: Initializer, around: readonly Derivation[]): Initializer {
  const array = around.at(-1);
  const [only, another] = given.kind === 'list' && around.length === 1 ? given.items : [];
  const text = only && !another ? only : given;
  const list = text.kind === 'expression' && text.value.kind === 'compound' && text.value.initializer;
  if (array?.kind !== 'array' || !list || list.kind !== 'list') return given;
  const room = constantSize(array.size);
  const { items } = list;
  return { ...list, ...given, kind: 'list', items: items.length - 1 === room ? items.slice(0, -1) : items };
}

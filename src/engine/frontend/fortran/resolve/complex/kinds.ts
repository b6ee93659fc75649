/** Which expressions are pairs, and which may be arrays, as far as their text tells. */
import { LITERAL } from '../../parse/expressions';
import type { ApplySyntax, ExprSyntax, ItemSyntax, RangeSyntax } from '../../parse/syntax';
import { ELEMENTARY_PAIRS } from './pairs';
import { rankOf, type State } from './state';

/** Intrinsics that do the same to both parts. */
const LINEAR = new Set(['sum', 'transpose', 'reshape', 'spread', 'cshift', 'eoshift', 'pack', 'merge']);
/** What makes a pair of its parts. */
export const MAKING = new Set(['cmplx', 'dcmplx', LITERAL]);

export function isPair(s: State, e: ExprSyntax | RangeSyntax | ItemSyntax): boolean {
  switch (e.kind) {
    case 'name':
      return rankOf(s, e.name) !== null;
    case 'paren':
      return isPair(s, e.inner);
    case 'unary':
      return isPair(s, e.operand);
    case 'binary':
      return '+-*/**'.includes(e.op) && (isPair(s, e.left) || isPair(s, e.right));
    case 'constructor':
      return e.items.some((item) => isPair(s, item));
    case 'implied':
      return e.items.some((item) => isPair(s, item));
    case 'apply':
      return isPairApplied(s, e);
    default:
      return false;
  }
}

function isPairApplied(s: State, e: ApplySyntax): boolean {
  if (e.parts) return false;
  if (s.scope.get(e.name) !== undefined) return rankOf(s, e.name) !== null;
  const signature = s.signatures.get(e.name);
  if (signature) return signature.result;
  if (MAKING.has(e.name)) return true;
  const isTransforming = LINEAR.has(e.name) || ELEMENTARY_PAIRS.has(e.name);
  if (!isTransforming && e.name !== 'matmul' && e.name !== 'dot_product') return false;
  return e.args.slice(0, 2).some(({ value }) => isPair(s, value));
}

/** A call of a function that returns an array of pairs. */
export function isArrayCall(s: State, e: ApplySyntax): boolean {
  if (s.scope.get(e.name) !== undefined) return false;
  const signature = s.signatures.get(e.name);
  return signature?.result === true && signature.resultRank > 0;
}

/** Whether an expression may have more than one element, so that no variable can keep it. */
export function isArrayLike(s: State, e: ExprSyntax | RangeSyntax | ItemSyntax): boolean {
  switch (e.kind) {
    case 'range':
    case 'constructor':
    case 'implied':
      return true;
    case 'name':
      return (s.scope.get(e.name) ?? 0) !== 0 || s.arrays.has(e.name);
    case 'paren':
      return isArrayLike(s, e.inner);
    case 'unary':
      return isArrayLike(s, e.operand);
    case 'binary':
      return isArrayLike(s, e.left) || isArrayLike(s, e.right);
    case 'apply':
      if (e.bare) return isArrayLike(s, { ...e, kind: 'name' });
      if (e.name === 'dot_product' || (e.name === 'sum' && e.args.length === 1)) return false;
      return e.args.some(({ value }) => isArrayLike(s, value));
    default:
      return false;
  }
}

const KEEPING_RANK = new Set(['real', 'merge', 'transpose', 'cshift', 'eoshift']);

/** How many dimensions an expression has; null where its operators and functions do not tell. */
export function rankOfArray(s: State, e: ExprSyntax | RangeSyntax | ItemSyntax): number | null {
  const most = (parts: readonly (ExprSyntax | RangeSyntax)[]): number | null => {
    const ranks = parts.map((part) => rankOfArray(s, part));
    return ranks.some((rank) => rank === null) ? null : Math.max(0, ...(ranks as number[]));
  };
  if (!isArrayLike(s, e)) return 0;
  switch (e.kind) {
    case 'name':
      return s.scope.get(e.name) || (s.arrays.get(e.name) ?? null);
    case 'paren':
      return rankOfArray(s, e.inner);
    case 'unary':
      return rankOfArray(s, e.operand);
    case 'binary':
      return most([e.left, e.right]);
    case 'constructor':
      return 1;
    case 'apply': {
      const args = e.args.map(({ value }) => value);
      if (e.bare) return rankOfArray(s, { ...e, kind: 'name' });
      if ((s.scope.get(e.name) ?? null) !== null || s.arrays.has(e.name))
        return args.filter((arg) => isArrayLike(s, arg)).length;
      if (s.signatures.has(e.name)) return null;
      const isKeeping = ELEMENTARY_PAIRS.has(e.name) || MAKING.has(e.name) || KEEPING_RANK.has(e.name);
      return isKeeping ? most(args) : null;
    }
    default:
      return null;
  }
}

/** Names and numbers, which may stand twice. */
export function isSimple(e: ExprSyntax): boolean {
  if (e.kind === 'paren') return isSimple(e.inner);
  if (e.kind === 'unary') return isSimple(e.operand);
  if (e.kind === 'apply')
    return e.args.every(
      ({ value }) => value.kind === 'number' || value.kind === 'name' || value.kind === 'range',
    );
  return e.kind === 'number' || e.kind === 'name';
}

export function sizeOf(e: object): number {
  let size = 1;
  for (const part of Object.values(e)) if (typeof part === 'object' && part !== null) size += sizeOf(part);
  return size;
}

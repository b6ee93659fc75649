/** `if (!(p = malloc(n)) || !(q = malloc(n)))` as statements of their own, `p = malloc(n); q = malloc(n); if (!p || !q)`. */
import { mapped } from '../../mapped';
import { block, statement } from '../parse/build';
import type * as S from '../parse/syntax';
import { ALLOCATING, isNull } from './moved/facts';

export function withoutHeapTests(file: S.SourceFile): S.SourceFile {
  return file.hasHeap ? { ...file, items: mapped(file.items, change) } : file;
}

function change(node: object): object {
  if (!('kind' in node) || node.kind !== 'if') return node;
  const test = node as S.IfStatement;
  const given = givenIn(test.condition);
  if (!given) return node;
  const condition = mapped(test.condition, (e: S.Expr) => given.find((each) => each === e)?.target ?? e);
  return block([...given.map(statement), { ...test, condition }], test.span);
}

/** The assignments of a test that asks for nothing but whether there was memory. */
function givenIn(e: S.Expr): readonly S.Assignment[] | null {
  if (e.kind === 'binary' && (e.op === '||' || e.op === '&&')) {
    const [left, right] = [givenIn(e.left), givenIn(e.right)];
    return left && right && [...left, ...right];
  }
  if (e.kind === 'unary' && e.op === '!') return givenIn(e.operand);
  if (e.kind === 'binary' && (e.op === '==' || e.op === '!=') && isNull(e.right)) return givenIn(e.left);
  if (e.kind === 'binary' && (e.op === '==' || e.op === '!=') && isNull(e.left)) return givenIn(e.right);
  return e.kind === 'assign' && e.op === null && isHeap(e.value) ? [e] : null;
}

function isHeap(e: S.Expr): boolean {
  if (e.kind === 'cast') return isHeap(e.operand);
  return e.kind === 'call' && e.callee.kind === 'name' && ALLOCATING.has(e.callee.name);
}

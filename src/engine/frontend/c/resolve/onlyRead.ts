/**
 * Pointers that only bring values in: parameters that their function reads through, `*p`, `p[i]`, or hands on to such a
 * parameter, and does nothing else with. A variable whose address is passed for one keeps its value.
 */
import type * as S from '../parse/syntax';
import { operands } from '../parse/syntax';
import { expressionsIn } from './moved/facts';
import { pointerKey } from './pointers';

interface Defined {
  readonly name: string;
  readonly parameters: readonly S.Parameter[];
  readonly body: S.BlockStatement | null;
}

/** What it holds are keys of `pointerKey`. */
export function onlyReadPointers(functions: readonly Defined[]): ReadonlySet<string> {
  const found = new Map<string, readonly string[]>();
  for (const { name, parameters, body } of functions)
    parameters.forEach(({ declarator }, position) => {
      const isPointer = declarator.derivations.length === 1 && declarator.derivations[0]?.kind !== 'function';
      const handed = body && isPointer ? handedOn(body, declarator.name) : null;
      if (handed) found.set(pointerKey(name, position), handed);
    });
  for (let changed = true; changed; ) {
    changed = false;
    for (const [key, handed] of found)
      if (!handed.every((to) => found.has(to))) {
        found.delete(key);
        changed = true;
      }
  }
  return new Set(found.keys());
}

/** The parameters that a pointer is handed on to; null where something else than reading happens to it. */
function handedOn(body: S.BlockStatement, name: string): string[] | null {
  const handed: string[] = [];
  let isOther = false;
  const isIt = (e: S.Expr): boolean => e.kind === 'name' && e.name === name;
  const element = (e: S.Expr): S.Expr | null =>
    e.kind === 'unary' && e.op === '*' && isIt(e.operand)
      ? e.operand
      : e.kind === 'subscript' && isIt(e.base)
        ? e.base
        : null;
  const visit = (e: S.Expr): void => {
    if (isIt(e)) isOther = true;
    if (e.kind === 'assign' && element(e.target)) isOther = true;
    if ((e.kind === 'update' || (e.kind === 'unary' && e.op === '&')) && element(e.operand)) isOther = true;
    const read = element(e);
    for (const part of operands(e)) {
      if (part === read) continue;
      if (e.kind === 'call' && e.callee.kind === 'name' && part !== e.callee && isIt(part))
        handed.push(pointerKey(e.callee.name, e.args.indexOf(part)));
      else visit(part);
    }
  };
  for (const e of expressionsIn(body)) visit(e);
  return isOther ? null : handed;
}

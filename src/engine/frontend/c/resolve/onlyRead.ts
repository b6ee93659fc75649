/**
 * Pointers that only bring values in: parameters that their function reads through, `*p`, `p[i]`, hands on to such a
 * parameter, or asks whether they are there, and does nothing else with. A variable whose address is passed for one keeps its value.
 */

import { onceEach } from '../../../base/once';
import type * as S from '../parse/syntax';
import { isNull } from '../parse/walk';
import { type Defined, handedOnly, pointerKey } from './pointers';
import { partsIn, testsIn } from './survey';

/** Parameters whose arrays are only read, as keys of `pointerKey`. */
export function onlyReadPointers(functions: readonly Defined[]): ReadonlySet<string> {
  const found = new Map<string, readonly string[]>();
  for (const { name, parameters, body } of functions)
    parameters.forEach(({ declarator }, position) => {
      const isPointer = declarator.derivations.length === 1 && declarator.derivations[0]?.kind !== 'function';
      const handed = body && isPointer ? handedOn(body)(declarator.name) : null;
      if (handed) found.set(pointerKey(name, position), handed);
    });
  return handedOnly(found);
}

/** The parameters that a name is handed on to; null where something other than reading its elements happens to it. */
const handedOn = onceEach((body: S.BlockStatement): ((name: string) => readonly string[] | null) => {
  const handed = new Map<string, string[]>();
  /** Mentions other than reads and arguments. */
  const others = new Map<string, number>();
  const count = (e: S.Expr | null, by: number): void => {
    if (e?.kind === 'name') others.set(e.name, (others.get(e.name) ?? 0) + by);
  };
  for (const test of testsIn(body)) count(test, -1);
  for (const e of partsIn(body)) {
    count(e, 1);
    count(arrayOf(e), -1);
    for (const part of comparedIn(e)) count(part, -1);
    if (e.kind === 'assign') count(arrayOf(e.target), 1);
    if (e.kind === 'update' || (e.kind === 'unary' && e.op === '&')) count(arrayOf(e.operand), 1);
    if (e.kind !== 'call' || e.callee.kind !== 'name') continue;
    for (const [position, arg] of e.args.entries()) {
      count(arg, -1);
      if (arg.kind === 'name')
        handed.set(arg.name, [...(handed.get(arg.name) ?? []), pointerKey(e.callee.name, position)]);
    }
  }
  return (name) => (others.get(name) ? null : (handed.get(name) ?? []));
});

/** What is only asked whether it is there: `!p`, `p && …`, `p == NULL`. */
function comparedIn(e: S.Expr): S.Expr[] {
  if (e.kind === 'unary') return e.op === '!' ? [e.operand] : [];
  if (e.kind === 'conditional') return [e.condition];
  if (e.kind !== 'binary') return [];
  if (e.op === '&&' || e.op === '||') return [e.left, e.right];
  const isEquation = e.op === '==' || e.op === '!=';
  return isEquation && (isNull(e.left) || isNull(e.right)) ? [e.left, e.right] : [];
}

/** `p` of `*p` and `p[i]`. */
function arrayOf(e: S.Expr): S.Expr | null {
  if (e.kind === 'unary') return e.op === '*' ? e.operand : null;
  return e.kind === 'subscript' ? e.base : null;
}

/** What functions take and return of structures, and which of their pointers lead to one structure only. */

import { isNull } from '../../lower/memory/pointerVariables';
import type * as S from '../../parse/syntax';
import { parametersOf } from '../../parse/syntax';
import { operands, withoutCasts } from '../../parse/walk';
import { rebuilt } from '../moved/rebuilt';
import { handedOnly, pointerKey } from '../pointers';
import { MEMORY } from './memory';
import type { Signature } from './state';
import { leavesOf } from './types';

interface Found {
  readonly type: S.TypeSpecifier;
  readonly declarator: S.Declarator;
  readonly body: S.BlockStatement | null;
}

export function signatures(file: S.SourceFile): ReadonlyMap<string, Signature> {
  const functions = new Map<string, Found>();
  for (const item of file.items) {
    if (item.kind === 'function') functions.set(item.declarator.name, item);
    else if (item.kind === 'declaration' && item.type.storage !== 'typedef')
      for (const { declarator } of item.declared)
        if (parametersOf(declarator) && !functions.get(declarator.name)?.body)
          functions.set(declarator.name, { type: item.type, declarator, body: null });
  }
  const single = singlePointers(functions);
  return new Map(
    [...functions].map(([name, { type, declarator }]) => [
      name,
      {
        parameters: (parametersOf(declarator) ?? []).map(({ type: of, declarator: { derivations } }, i) =>
          of.struct && derivations[0]?.kind !== 'function'
            ? {
                struct: of.struct,
                derivations: asPointer(of.struct, derivations),
                isSingle: single.has(pointerKey(name, i)),
              }
            : null,
        ),
        result: (declarator.derivations.length === 1 && type.struct) || null,
      },
    ]),
  );
}

/** `struct layer net[3]` is a pointer: where structures hold pointers, each of these makes rows. */
function asPointer(struct: S.StructType, derivations: readonly S.Derivation[]): readonly S.Derivation[] {
  const [first, ...rest] = derivations;
  const holdsPointers = (): boolean =>
    leavesOf(struct).some((leaf) => leaf.derivations[0]?.kind === 'pointer');
  if (first?.kind !== 'array' || !holdsPointers()) return derivations;
  return [{ kind: 'pointer', span: first.span }, ...rest];
}

/** Parameters that are only ever followed, `p->x`, or handed on to such. */
function singlePointers(functions: ReadonlyMap<string, Found>): ReadonlySet<string> {
  const handed = new Map<string, readonly string[]>();
  for (const [name, { declarator, body }] of functions)
    (parametersOf(declarator) ?? []).forEach(({ type, declarator: { name: own, derivations } }, i) => {
      if (!type.struct || derivations.length !== 1 || derivations[0]?.kind !== 'pointer') return;
      const uses = body ? usesOf(own, body) : [];
      if (uses) handed.set(pointerKey(name, i), uses);
    });
  return handedOnly(handed);
}

/** `free(p)`, `memset(p, 0, sizeof *p)`, `memcpy(p, &v, sizeof(struct v))` */
function isOfOne(callee: string, args: readonly S.Expr[]): boolean {
  const [, , size] = args;
  const isArray = size?.kind === 'sizeof' && (size.derivations.length > 0 || size.operand?.kind === 'name');
  return callee === 'free' || (MEMORY.has(callee) && size?.kind === 'sizeof' && !isArray);
}

/** The parameters that a pointer is handed on to; null where it is used otherwise than to follow it. */
function usesOf(name: string, body: S.BlockStatement): string[] | null {
  const handed: string[] = [];
  let isOther = false;
  const isIt = (given: S.Expr): boolean => {
    const e = withoutCasts(given, ({ type, specifier }) => type === 'pointer' || !!specifier.struct);
    return e.kind === 'name' && e.name === name;
  };
  const expression = (e: S.Expr): void => {
    if (isIt(e)) isOther = true;
    else if (e.kind === 'call' && e.callee.kind === 'name') {
      const callee = e.callee.name;
      e.args.forEach((arg, i) => {
        if (isIt(arg) && isOfOne(callee, e.args)) return;
        if (isIt(arg)) handed.push(pointerKey(callee, i));
        else expression(arg);
      });
    } else for (const part of operands(e)) if (!isIt(part) || !followsOrAsks(e, part)) expression(part);
  };
  const visit = (stmt: S.Statement): S.Statement =>
    rebuilt(stmt, {
      expr: (e, isTest) => {
        if (!(isTest && isIt(e))) expression(e);
        return e;
      },
      stmt: visit,
    });
  visit(body);
  return isOther ? null : handed;
}

/** `p->x`, `*p`, `!p`, `p == NULL`, `p && …`, `p ? …`, `(void)p` */
function followsOrAsks(e: S.Expr, part: S.Expr): boolean {
  switch (e.kind) {
    case 'member':
      return e.arrow;
    case 'unary':
      return e.op === '*' || e.op === '!';
    case 'cast':
      return e.type === 'void';
    case 'conditional':
      return part === e.condition;
    case 'binary':
      if (e.op === '&&' || e.op === '||') return true;
      return (e.op === '==' || e.op === '!=') && (isNull(e.left) || isNull(e.right));
    default:
      return false;
  }
}

/** The types of functions: parameters that are structures as one parameter for each member. */
import type { Span } from '../../../../base/span';
import { isNull } from '../../lower/memory/pointerVariables';
import { withParameters } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { parametersOf } from '../../parse/syntax';
import { operands, withoutCasts } from '../../parse/walk';
import { fence } from '../fence';
import { rebuilt } from '../moved/rebuilt';
import { handedOnly, pointerKey } from '../pointers';
import { MEMORY } from './memory';
import { leafDerivations, leafName, type Root, refuseMember, type Signature, type State } from './state';
import { isConstIn, isPlain, type Leaf, leavesOf } from './types';
import { plainLeaves } from './values';

export function parameterRoot(
  s: State,
  fn: string,
  { type, declarator }: S.Parameter,
  i: number,
): Root | null {
  const formal = s.functions.get(fn)?.parameters[i];
  if (!formal || !type.struct || !isKnown(s, type.struct, declarator)) return null;
  const { name } = declarator;
  return { ...formal, name: name === '' ? `arg${i + 1}` : name, isParameter: true, renamed: new Map() };
}

/** What a function returns is set through a pointer that goes by the function's name. */
export function resultRoot(
  s: State,
  { declarator, type }: Pick<S.FunctionDefinition, 'declarator' | 'type'>,
): Root | null {
  const struct = s.functions.get(declarator.name)?.result;
  if (!struct) return null;
  return {
    name: declarator.name,
    struct,
    derivations: [{ kind: 'pointer', span: type.span }],
    isSingle: true,
    isParameter: true,
    renamed: new Map(),
  };
}

export function isKnown(s: State, struct: S.StructType, { derivations, span, name }: S.Declarator): boolean {
  const isVariable = derivations.every((d, i) => d.kind === 'array' || (d.kind === 'pointer' && i === 0));
  if (struct.isUnion) fence(s.sink, 'union', span);
  else if (!isVariable) fence(s.sink, 'structPointers', span);
  else if (struct.members() === null && name !== '')
    s.sink.error('unknown-type', `The members of \`struct ${struct.tag}\` are not here.`, span);
  return isVariable && !struct.isUnion && struct.members() !== null;
}

/** A function's type with its members as parameters. */
export function head(
  s: State,
  type: S.TypeSpecifier,
  declarator: S.Declarator,
  roots: readonly (Root | null)[],
  result: Root | null,
): Pick<S.FunctionDefinition, 'type' | 'declarator'> {
  const own = withParameters(declarator, (list) => {
    const made = list.flatMap((parameter, i) => {
      const root = roots[i];
      return root
        ? leafParameters(s, root, parameter.type, parameter.declarator.nameSpan, parameter.span)
        : [parameter];
    });
    const { nameSpan, span } = declarator;
    const returned = { ...type, isConst: false };
    return result ? [...made, ...leafParameters(s, result, returned, nameSpan, span)] : made;
  });
  const { struct, ...rest } = type;
  return { type: result ? { ...rest, base: 'void' } : type, declarator: own };
}

function leafParameters(
  s: State,
  root: Root,
  type: S.TypeSpecifier,
  nameSpan: Span,
  span: Span,
): S.Parameter[] {
  // Arrays in what is passed by value are written in copies only.
  const isCopied = ({ derivations }: Leaf) =>
    root.derivations.length === 0 && derivations[0]?.kind === 'array';
  return plainParameterLeaves(s, root, span).map((leaf) => ({
    type: { ...leaf.type, isConst: isConstIn(type, leaf) || isCopied(leaf) },
    declarator: { name: leafName(root, leaf.path), nameSpan, derivations: leafDerivations(root, leaf), span },
    span,
  }));
}

/** Pointers in arrays of structures would be arrays of pointers. */
export function plainParameterLeaves(s: State, root: Root, span: Span): readonly Leaf[] {
  return plainLeaves(s, root.struct, span).filter((leaf) => {
    const isFine = isPlain({ type: leaf.type, derivations: leafDerivations(root, leaf) });
    const name = leaf.path[leaf.path.length - 1] ?? '';
    if (!isFine && s.members.has(name)) refuseMember(s, 'pointersInStructs', span, name);
    return isFine;
  });
}

/** What functions take and return of structures, and which of their pointers lead to one structure only. */
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

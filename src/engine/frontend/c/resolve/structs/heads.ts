/** The types of functions: parameters that are structures as one parameter for each member. */

import type { Span } from '../../../../base/span';
import { withParameters } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { fence } from '../fence';
import { leafDerivations, leafName, type Root, refuseMember, type State } from './state';
import { isConstIn, isPlain, type Leaf } from './types';
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

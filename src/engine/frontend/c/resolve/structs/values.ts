/** Operations on whole structures: assignment, first values, passing and returning. */

import type { Span } from '../../../../base/span';
import { subscriptsOf } from '../../lower/memory/initializers';
import { isNull } from '../../lower/memory/pointerVariables';
import { assign, call, integer, node, subscript, unary } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { calleeOf, someExpr, withoutCasts } from '../../parse/walk';
import { fence } from '../fence';
import { ALLOCATING } from '../moved/facts';
import { rootName } from '../survey';
import { type FirstValue, firstValues } from './firstValues';
import {
  isLinked,
  type Located,
  leafAt,
  locate as locateWith,
  type Makers,
  onlyOnce,
  partOf,
  pointee,
  type Spot,
  spotOf,
  steady,
  typeOf,
} from './places';
import { lookUp, refuseMember, type Signature, type State, temporaryStruct } from './state';
import { type Aggregate, extentsOf, isPlain, type Leaf, leavesOf, memberOf } from './types';

/** Arrays in structures are copied element by element up to this size. */
const IN_LINE = 64;

const MAKERS: Makers = { call: callInto, fill, assignment };

export function locate(s: State, e: S.Expr, before: S.Expr[]): Located | null {
  return locateWith(s, e, before, MAKERS);
}

/** Leaves that a variable can stand for, or that the text never names. */
export function plainLeaves(s: State, struct: S.StructType, span: Span): readonly Leaf[] {
  return leavesOf(struct).filter((leaf) => {
    if (isPlain(leaf)) return true;
    const name = leaf.path[leaf.path.length - 1] ?? '';
    const isFunction = leaf.derivations.some(({ kind }) => kind === 'function');
    const isInArray = leaf.path.length > 1 && leaf.derivations[1]?.kind === 'pointer';
    if (s.members.has(name))
      refuseMember(s, isFunction ? 'memberFunction' : isInArray ? 'pointersInStructs' : 'member', span, name);
    return false;
  });
}

// ---------------------------------------------------------------------------------------------------------- assignment

/** `a = b`, of structures or of pointers to them; `p += n`. */
export function assignment(s: State, e: S.Assignment, before: S.Expr[]): void {
  const target = locate(s, e.target, before);
  if (!target) {
    fence(s.sink, 'structValue', e.target.span);
    return;
  }
  if (target.derivations.length > 0) {
    movePointers(s, target, e, before);
    return;
  }
  const value = e.value.kind === 'cast' ? e.value.operand : e.value;
  const goesStraight =
    target.kind === 'spot' &&
    (value.kind === 'call' || (value.kind === 'compound' && !someExpr(value, mayLeadTo))) &&
    !mentions(value, target.root.name) &&
    target.steps.length === 0;
  if (goesStraight && typeOf(s, value)?.struct === target.struct) {
    if (value.kind === 'call') callInto(s, value, target, before);
    else fill(s, target, value.initializer, before);
    return;
  }
  const source = locate(s, value, before);
  if (!source || source.struct !== target.struct) {
    s.sink.error('type-mismatch', `A \`${shown(target.struct)}\` is expected here.`, e.value.span);
    return;
  }
  copy(s, steady(s, target, before), steady(s, source, before), before, e.span);
}

/** What may read the structure that is set: it has its old value until all of a literal is worked out. */
function mayLeadTo(e: S.Expr): boolean {
  if (e.kind === 'call') return !ALLOCATING.has(calleeOf(e));
  if (e.kind === 'unary') return e.op === '*';
  return (
    (e.kind === 'member' && e.arrow) || e.kind === 'subscript' || e.kind === 'assign' || e.kind === 'update'
  );
}

export function shown({ tag }: S.StructType): string {
  return tag === '' ? 'struct' : `struct ${tag}`;
}

function mentions(e: S.Expr, root: string): boolean {
  const head = root.split('.')[0];
  return JSON.stringify(e).includes(`"name":"${head}"`);
}

/** Member by member. */
export function copy(s: State, target: Located, source: Located, out: S.Expr[], span: Span): void {
  for (const leaf of plainLeaves(s, target.struct, span)) {
    const to = leafAt(target, leaf, span);
    const from = leafAt(source, leaf, span);
    if (leaf.derivations[0]?.kind === 'pointer' && target.kind === 'spot' && target.root.isParameter)
      fence(s.sink, 'memberPointer', span);
    else if (leaf.derivations[0]?.kind === 'array') copyArray(to, from, leaf, out, span);
    else out.push(assign(to, from, span));
  }
}

/** `sizeof` a member. */
export function bytesOf({ type, derivations }: Leaf, span: Span): S.Expr {
  return { kind: 'sizeof', type: type.base, specifier: type, derivations, operand: null, span, height: 1 };
}

function copyArray(to: S.Expr, from: S.Expr, leaf: Leaf, out: S.Expr[], span: Span): void {
  const extents = extentsOf(leaf.derivations);
  const total = extents?.reduce((a, b) => a * b, 1);
  if (!extents || total === undefined || total > IN_LINE) {
    out.push(call('memcpy', [to, from, bytesOf(leaf, span)], span));
    return;
  }
  for (let k = 0; k < total; k++) {
    const at = subscriptsOf(k, extents);
    out.push(assign(elementAt(to, at, span), elementAt(from, at, span), span));
  }
}

function elementAt(array: S.Expr, at: readonly number[], span: Span): S.Expr {
  return at.reduce((e, i) => subscript(e, integer(i, span), span), array);
}

// ------------------------------------------------------------------------------------------------------------- pointers

/** `p = q`, `p = malloc(…)`, `p += n`: each member has its own pointer, and all go together. */
function movePointers(s: State, target: Located, e: S.Assignment, out: S.Expr[]): void {
  const { span, op, opSpan } = e;
  const place = steady(s, target, out);
  for (const [leaf, value] of pointerValues(s, e.value, target, out)) {
    const to = leafAt(place, leaf, span);
    out.push(node({ kind: 'assign', op, opSpan, target: to, value, span }, to, value));
  }
}

/** What each member's pointer is given. */
export function pointerValues(
  s: State,
  value: S.Expr,
  target: Pick<Located, 'struct'>,
  before: S.Expr[],
): (readonly [Leaf, S.Expr])[] {
  const leaves = plainLeaves(s, target.struct, value.span);
  const given = withoutCasts(value);
  if (given.kind === 'call' && !typeOf(s, given))
    return leaves.map((leaf) => [leaf, heapFor(s, given, leaf)]);
  const source = locate(s, given, before);
  if (source && isLinked(source)) {
    fence(s.sink, 'linkedStructs', value.span);
    return [];
  }
  if (source) {
    const from = steady(s, source, before);
    return leaves.map((leaf) => [leaf, leafAt(from, leaf, value.span)]);
  }
  const plain = onlyOnce(s, s.scalar(given), before);
  return leaves.map((leaf) => [leaf, plain]);
}

/** `malloc(n * sizeof(struct body))`, for one member. */
function heapFor(s: State, e: S.CallExpression, leaf: Leaf): S.Expr {
  const sized = (part: S.Expr): S.Expr => {
    if (part.kind === 'sizeof') {
      const isOfStruct = part.specifier?.struct ?? (part.operand && typeOf(s, part.operand));
      const { derivations, type } = leaf;
      return isOfStruct ? { ...part, type: type.base, specifier: type, derivations, operand: null } : part;
    }
    if (part.kind === 'binary') return { ...part, left: sized(part.left), right: sized(part.right) };
    return s.scalar(part);
  };
  return { ...e, args: e.args.map(sized) };
}

// ------------------------------------------------------------------------------------------------------------- calls

/** `f(a, &b)`: the members of what is passed, in place of it. */
export function callArguments(
  s: State,
  e: S.CallExpression,
  signature: Signature,
  before: S.Expr[],
): readonly S.Expr[] {
  return e.args.flatMap((arg, i) => {
    const formal = signature.parameters[i];
    if (signature.parameters.length === 0 && typeOf(s, arg)) fence(s.sink, 'undeclaredArgument', arg.span);
    if (!formal) return [s.scalar(arg)];
    const found = locate(s, arg, before);
    if (!found || found.struct !== formal.struct) {
      const isNone = isNull(arg) && formal.derivations[0]?.kind === 'pointer';
      if (!isNone) fence(s.sink, 'structArgument', arg.span);
      const member: S.Expr = isNone ? arg : { kind: 'broken', span: arg.span, height: 0 };
      return plainLeaves(s, formal.struct, arg.span).map(() => member);
    }
    const at = steady(s, found, before);
    if (formal.derivations.length === 0) return byValue(s, e, i, at, before);
    return formal.isSingle ? addresses(s, pointee(at, arg.span), arg.span) : leaves(s, at, arg.span);
  });
}

function leaves(s: State, at: Located, span: Span): S.Expr[] {
  return plainLeaves(s, at.struct, span).map((leaf) => leafAt(at, leaf, span));
}

function addresses(s: State, at: Located, span: Span): S.Expr[] {
  return plainLeaves(s, at.struct, span).map((leaf) => {
    const e = leafAt(at, leaf, span);
    return leaf.derivations.length > 0 ? e : unary('&', e, span);
  });
}

/** Arrays in what is passed by value are copied where the call might write the original. */
function byValue(
  s: State,
  e: S.CallExpression,
  position: number,
  at: Located,
  before: S.Expr[],
): readonly S.Expr[] {
  const arg = e.args[position] as S.Expr;
  const hasArrays = leavesOf(at.struct).some(({ derivations }) => derivations[0]?.kind === 'array');
  const root = rootName(arg);
  const meets = e.args.some((other, i) => i !== position && rootName(other) === root);
  const isGlobal = s.globals.has(root) && lookUp(s, root) === s.globals.get(root);
  if (!hasArrays || !(meets || isGlobal)) return leaves(s, at, arg.span);
  const own = spotOf(temporaryStruct(s, at.struct, 'passed', arg.span), arg.span);
  copy(s, own, at, before, arg.span);
  return leaves(s, own, arg.span);
}

/** `into = f(…)`: the function sets each member of what it returns. */
function callInto(s: State, e: S.CallExpression, into: Spot, before: S.Expr[]): void {
  const signature = s.functions.get(calleeOf(e));
  if (!signature) return;
  const args = [...callArguments(s, e, signature, before), ...addresses(s, into, e.span)];
  before.push({ ...e, args });
}

// -------------------------------------------------------------------------------------------------------- first values

/** `(struct v){ 1, 2 }`: what it names, and zero elsewhere. */
function fill(s: State, into: Spot, given: S.Initializer, before: S.Expr[]): void {
  const values = given.kind === 'list' ? firstValues(s, into.struct, [], given) : null;
  if (!values) {
    reportValues(s, given.span);
    return;
  }
  for (const leaf of plainLeaves(s, into.struct, given.span)) {
    const isPointer = leaf.derivations[0]?.kind === 'pointer';
    const extents = isPointer ? [] : extentsOf(leaf.derivations);
    if (!extents) {
      reportValues(s, given.span);
      continue;
    }
    const isGiven = values.some(
      ({ path, value }) => !(isPointer && isNull(value)) && path.every((name, k) => leaf.path[k] === name),
    );
    if (isGiven && extents.length === 0) continue;
    const total = extents.reduce((a, b) => a * b, 1);
    const base = leafAt(into, leaf, given.span);
    for (let k = 0; k < total; k++) {
      const target = elementAt(base, subscriptsOf(k, extents), given.span);
      before.push(assign(target, integer(0, given.span), given.span));
    }
  }
  assignValues(s, into, values, before);
}

export function reportValues(s: State, span: Span): void {
  s.sink.error('bad-initializer', 'These values don’t fit the members of the structure.', span);
}

export function assignValues(s: State, into: Spot, values: readonly FirstValue[], before: S.Expr[]): void {
  for (const { path, subscripts, value } of values) {
    const { span } = value;
    const part = path.reduce<Aggregate | null>((at, name) => at && partNamed(at.struct, name), {
      struct: into.struct,
      derivations: [],
    });
    const leaf = leavesOf(into.struct).find((each) => each.path.join('.') === path.join('.'));
    if (part)
      assignPart(
        s,
        { ...partOf(into, part.struct, path, subscripts), derivations: part.derivations },
        value,
        before,
      );
    else if (leaf) {
      const target = elementAt(leafAt(into, leaf, span), subscripts, span);
      before.push(assign(target, s.scalar(value), span));
    } else reportValues(s, span);
  }
}

/** The member of a structure that is one, or a pointer to some. */
function partNamed(of: S.StructType, name: string): Aggregate | null {
  const member = memberOf(of, name);
  return member?.type.struct ? { struct: member.type.struct, derivations: member.derivations } : null;
}

/** Pointers are null before. */
function assignPart(s: State, target: Spot, value: S.Expr, before: S.Expr[]): void {
  const { span } = value;
  const isPointer = target.derivations[0]?.kind === 'pointer';
  if (isPointer && isNull(value)) return;
  const of = typeOf(s, value)?.struct ?? (isPointer ? target.struct : null);
  const source = isPointer ? null : locate(s, value, before);
  if (of !== target.struct) reportValues(s, span);
  else if (source) copy(s, target, steady(s, source, before), before, span);
  else
    for (const [leaf, given] of pointerValues(s, value, target, before))
      before.push(assign(leafAt(target, leaf, span), given, span));
}

/**
 * A pointer to structures where only its place counts: that of a member that is a number, or of one that is an array. Where all
 * members are pointers, none tells it; then it is the address of a variable, which is never null.
 */
export function representative(at: Located): S.Expr {
  const all = leavesOf(at.struct).filter((leaf) => isPlain(leaf) && leaf.derivations[0]?.kind !== 'pointer');
  const leaf = all.find(({ derivations }) => derivations.length === 0) ?? all[0];
  return leaf ? leafAt(at, leaf) : integer(1, at.span);
}

/** Numbers among which structures stand: `p->x`, `norm(a)`, `q == NULL`. */

import { mapped } from '../../../mapped';
import { isNull } from '../../lower/memory/pointerVariables';
import { conditional, integer, sequence } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { calleeOf, withOperands } from '../../parse/walk';
import { fence } from '../fence';
import { fillsOrCopies } from './memory';
import { isLinked, type Located, leafAt, pointee, type Spot, typeOf } from './places';
import { isVariable, refuseMember, type State } from './state';
import { bytesIn, isPlain, type Leaf, memberOf } from './types';
import { assignment, bytesOf, callArguments, locate, representative, shown } from './values';
import { inArray, viewAt } from './views';

/** An expression whose value is a number, an array of them or a pointer, with members as variables. */
export function scalarValue(s: State, e: S.Expr): S.Expr {
  const before: S.Expr[] = [];
  const value = valueAfter(s, e, before);
  return sequence([...before, value], e.span);
}

/** As a statement: what is done, one after the other. */
export function effects(s: State, e: S.Expr): readonly S.Expr[] {
  const done: S.Expr[] = [];
  if (e.kind === 'comma') return [...effects(s, e.left), ...effects(s, e.right)];
  if (e.kind === 'assign' && typeOf(s, e.target)) assignment(s, e, done);
  else if (e.kind === 'update' && typeOf(s, e.operand)) locate(s, e, done) ?? refused(s, e);
  else if (e.kind === 'call' && typeOf(s, e)) locate(s, e, done);
  else if (e.kind === 'conditional' && typeOf(s, e)) done.push(chosen(s, e));
  else if (e.kind === 'cast' && e.type === 'void' && typeOf(s, e.operand)) return [];
  else if (frees(s, e)) return [];
  else if (fillsOrCopies(s, e, done)) return done;
  else done.push(valueAfter(s, e, done));
  return done;
}

/** `c ? (a = v) : (b = v)`: only what it does counts. */
function chosen(s: State, e: S.Conditional): S.Expr {
  const [whenTrue, whenFalse] = [e.whenTrue, e.whenFalse].map((arm) =>
    sequence([...effects(s, arm), integer(0, e.span)], e.span),
  ) as [S.Expr, S.Expr];
  return conditional(s.scalar(e.condition), whenTrue, whenFalse, e.span);
}

function frees(s: State, e: S.Expr): boolean {
  return e.kind === 'call' && calleeOf(e) === 'free' && e.args.some((arg) => typeOf(s, arg) !== null);
}

function valueAfter(s: State, e: S.Expr, before: S.Expr[]): S.Expr {
  if (e.kind === 'member') return memberValue(s, e, before);
  const own = e.kind === 'call' ? callValue(s, e, before) : null;
  if (own) return own;
  if (!typeOf(s, e)) return insideOf(s, e, before);
  const at = locate(s, e, before);
  return at && at.derivations.length > 0 ? representative(at) : refused(s, e);
}

/** A call whose value is no structure. */
function callValue(s: State, e: S.CallExpression, before: S.Expr[]): S.Expr | null {
  const signature = s.functions.get(calleeOf(e));
  if (!signature || signature.result) return null;
  return { ...e, args: callArguments(s, e, signature, before) };
}

function refused(s: State, e: S.Expr): S.Expr {
  fence(s.sink, 'structValue', e.span);
  return { kind: 'broken', span: e.span, height: 0 };
}

/** The parts of what is itself no structure. */
function insideOf(s: State, e: S.Expr, before: S.Expr[]): S.Expr {
  const scalar = s.scalar;
  switch (e.kind) {
    case 'comma':
      return sequence([...effects(s, e.left), scalar(e.right)], e.span);
    case 'assign':
      if (isPassedPointer(s, e.target)) {
        fence(s.sink, 'memberPointer', e.target.span);
        return broken(e);
      }
      return { ...e, target: valueAfter(s, e.target, before), value: scalar(e.value) };
    case 'update':
      return { ...e, operand: valueAfter(s, e.operand, before) };
    case 'subscript':
      return { ...e, base: valueAfter(s, e.base, before), index: scalar(e.index) };
    case 'call':
      return { ...e, args: e.args.map(scalar) };
    case 'sizeof':
      return sizeOf(s, e);
    case 'binary': {
      const made = withOperands(e, scalar) as S.BinaryOperation;
      // An address that nothing but its being one is known of, beside `NULL`.
      const isNumber = made.left.kind === 'number' || made.right.kind === 'number';
      return isNumber ? withOperands(made, (part) => (isNull(part) ? integer(0, part.span) : part)) : made;
    }
    case 'compound':
      return mapped(e, (part) =>
        part !== e && isInitialValue(part) ? { ...part, value: scalar(part.value) } : part,
      );
    default:
      return withOperands(e, scalar);
  }
}

/** `sizeof(struct v)`, `sizeof a / sizeof a[0]` of structures. */
function sizeOf(s: State, e: S.Sizeof): S.Expr {
  const { specifier, operand, span } = e;
  const of = operand
    ? typeOf(s, operand)
    : specifier?.struct && { struct: specifier.struct, derivations: e.derivations };
  const member = operand && memberAt(s, operand);
  if (member) return bytesOf(member, span);
  if (!of) return withOperands(e, s.scalar);
  const bytes = bytesIn({ base: 'unsupported', struct: of.struct }, of.derivations)?.size;
  if (bytes !== undefined) return { kind: 'number', text: `${bytes}L`, real: false, span, height: 1 };
  s.sink.error(
    'unsupported',
    'The size of these structures is not told by the text.',
    span,
    'Write the number of elements instead.',
  );
  return broken(e);
}

/** A member that is no structure, or what its subscripts lead to: its size is that of its declaration, wherever it was passed to. */
function memberAt(s: State, e: S.Expr): Leaf | null {
  if (e.kind === 'member') {
    const found = viewAt(s, e);
    if (found && !found.view.inner) {
      const { count } = found.view;
      const size =
        count === undefined ? [] : [{ kind: 'array' as const, size: integer(count, e.span), span: e.span }];
      return { path: [e.name], type: found.type, derivations: size };
    }
    const base = typeOf(s, e.base);
    const member = base && memberOf(base.struct, e.name);
    return member && !member.type.struct
      ? { path: [e.name], type: member.type, derivations: member.derivations }
      : null;
  }
  if (e.kind !== 'subscript' && !(e.kind === 'unary' && e.op === '*')) return null;
  const array = memberAt(s, e.kind === 'subscript' ? e.base : e.operand);
  return array && { ...array, derivations: array.derivations.slice(1) };
}

function isInitialValue(part: object): part is Extract<S.Initializer, { kind: 'expression' }> {
  return 'kind' in part && part.kind === 'expression' && 'at' in part;
}

/** A pointer in a structure that was passed stays: nobody outside would see it move. */
function isPassedPointer(s: State, target: S.Expr): boolean {
  if (target.kind !== 'member') return false;
  const base = typeOf(s, target.base);
  const member = base && memberOf(base.struct, target.name);
  const at = member?.derivations[0]?.kind === 'pointer' ? locate(s, target.base, []) : null;
  return at?.kind === 'spot' && at.root.isParameter;
}

function memberValue(s: State, e: S.Member, before: S.Expr[]): S.Expr {
  const view = viewAt(s, e);
  if (view) return view.view.inner ? refused(s, e) : valueAfter(s, inArray(view), before);
  const found = locate(s, e.base, before);
  if (!found) {
    if (typeOf(s, e.base)) return refused(s, e);
    return { ...e, base: s.scalar(e.base) };
  }
  const at: Located = e.arrow || found.derivations.length > 0 ? pointee(found, e.base.span) : found;
  const member = memberOf(at.struct, e.name);
  if (!member) {
    if (at.struct.hidesUnion) fence(s.sink, 'union', e.span);
    else s.sink.error('unknown-member', `\`${shown(at.struct)}\` has no member \`${e.name}\`.`, e.span);
    return broken(e);
  }
  if (isLinked(at)) {
    fence(s.sink, 'linkedStructs', e.span);
    return broken(e);
  }
  if (member.type.struct) {
    const inner = locate(s, e, before);
    return inner && inner.derivations.length > 0 ? representative(inner) : refused(s, e);
  }
  const leaf = { path: [e.name], type: member.type, derivations: member.derivations };
  if (!isPlain(leaf)) {
    refuseMember(s, 'member', e.span, e.name);
    return broken(e);
  }
  const isThere = at.kind === 'choice' || isVariable(at.root, along(at, leaf));
  return isThere ? leafAt(at, leaf, e.span) : broken(e);
}

function along(at: Spot, leaf: Leaf): Leaf {
  return { ...leaf, derivations: [...at.along, ...leaf.derivations] };
}

function broken(e: S.Expr): S.Expr {
  return { kind: 'broken', span: e.span, height: 0 };
}

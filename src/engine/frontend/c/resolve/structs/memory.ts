/** `memset(p, 0, n * sizeof *p)`, `memcpy(&v, &w, sizeof v)`: the same is done with each member. */
import { isNull } from '../../lower/memory/pointerVariables';
import { assign, binary, integer } from '../../parse/build';
import { constantSize } from '../../parse/constants';
import type * as S from '../../parse/syntax';
import { calleeOf, withoutCasts } from '../../parse/walk';
import { fence } from '../fence';
import { type Located, leafAt, pointee, steady, typeOf } from './places';
import { lookUp, type State } from './state';
import { extentsOf } from './types';
import { bytesOf, copy, locate, plainLeaves } from './values';

/** Functions of the library that do so. */
export const MEMORY = new Set(['memset', 'memcpy', 'memmove']);

/** Whether it fills or copies structures. What that comes to is added to `done`, or it is refused. */
export function fillsOrCopies(s: State, e: S.Expr, done: S.Expr[]): boolean {
  if (e.kind !== 'call' || !MEMORY.has(calleeOf(e))) return false;
  const [to, from, bytes] = e.args.map((arg) => withoutCasts(arg));
  const struct = to && typeOf(s, to)?.struct;
  if (!to || !from || !struct) return false;
  const isCopy = calleeOf(e) !== 'memset';
  const fits = isCopy ? typeOf(s, from)?.struct === struct : isNull(from);
  const count = fits && bytes ? (wholeArray(s, bytes, struct) ?? structuresIn(s, bytes, struct)) : null;
  const target = count && locate(s, to, done);
  const source = target && isCopy ? locate(s, from, done) : null;
  if (!target || (isCopy && !source)) {
    fence(s.sink, 'memory', e.span);
    return true;
  }
  const into = steady(s, target, done);
  const out = source && steady(s, source, done);
  if ('kind' in count || count.length > 0) done.push(...ofEach(s, e, count, into, out));
  else if (out) copy(s, pointee(into, e.span), pointee(out, e.span), done, e.span);
  else
    for (const leaf of plainLeaves(s, struct, e.span)) {
      const [place, zero] = [leafAt(pointee(into, e.span), leaf, e.span), integer(0, e.span)];
      const isNumber = leaf.derivations.length === 0;
      done.push(
        isNumber ? assign(place, zero, e.span) : { ...e, args: [place, zero, bytesOf(leaf, e.span)] },
      );
    }
  return true;
}

/** The call of each member, of several structures at once. */
function ofEach(
  s: State,
  e: S.CallExpression,
  count: readonly S.Expr[] | Located,
  into: Located,
  out: Located | null,
): S.Expr[] {
  const { span } = e;
  return plainLeaves(s, into.struct, span).map((leaf) => {
    const inEach = (extentsOf(leaf.derivations) ?? []).map((extent) => integer(extent, span));
    const size =
      'kind' in count
        ? sizeOf(leafAt(count, leaf, span))
        : [...count, ...inEach].reduce(
            (right, left) => binary('*', left, right, span),
            bytesOf({ ...leaf, derivations: [] }, span),
          );
    return { ...e, args: [leafAt(into, leaf, span), out ? leafAt(out, leaf, span) : integer(0, span), size] };
  });
}

function sizeOf(operand: S.Expr): S.Expr {
  const { span } = operand;
  return { kind: 'sizeof', type: null, specifier: null, derivations: [], operand, span, height: 1 };
}

/** The array of `sizeof a` whose number of structures the text does not tell. */
function wholeArray(s: State, bytes: S.Expr, struct: S.StructType): Located | null {
  const operand = bytes.kind === 'sizeof' && bytes.operand?.kind === 'name' ? bytes.operand : null;
  const of = operand && lookUp(s, operand.name);
  if (!of || of.struct !== struct || of.isParameter || of.derivations.length === 0) return null;
  const isOpen = of.derivations.every(({ kind }) => kind === 'array') && !extentsOf(of.derivations);
  return isOpen ? locate(s, operand, []) : null;
}

/** `2 * n * sizeof(struct v)`: what is multiplied with the size of one; null where it is no number of structures. */
function structuresIn(s: State, bytes: S.Expr, struct: S.StructType): readonly S.Expr[] | null {
  if (bytes.kind === 'binary' && bytes.op === '*') {
    const [left, right] = [structuresIn(s, bytes.left, struct), structuresIn(s, bytes.right, struct)];
    if (left) return right ? null : [...left, s.scalar(bytes.right)];
    return right && [s.scalar(bytes.left), ...right];
  }
  if (bytes.kind === 'cast') return structuresIn(s, bytes.operand, struct);
  if (bytes.kind !== 'sizeof') return null;
  const { operand, specifier, derivations } = bytes;
  const of = operand ? typeOf(s, operand) : specifier?.struct && { struct: specifier.struct, derivations };
  // An array that is a parameter is an address.
  if (of?.struct !== struct || (operand?.kind === 'name' && lookUp(s, operand.name)?.isParameter))
    return null;
  const sizes = of.derivations.map((d) =>
    d.kind === 'array' && constantSize(d.size) !== null ? d.size : null,
  );
  return sizes.every((size) => size !== null) ? sizes : null;
}

/** First values of a structure's members, and the assignments that follow its declaration. */

import type { Span } from '../../../../base/span';
import { isNull } from '../../lower/memory/pointerVariables';
import { assign, given, integer, named } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { type FirstValue, firstValues } from './firstValues';
import { plainParameterLeaves } from './heads';
import { leafAt, spotOf, steady, typeOf } from './places';
import { effects } from './scalars';
import { leafDerivations, type Root, type State } from './state';
import { extentsOf, isPlain, type Leaf, leavesOf } from './types';
import { assignValues, locate, plainLeaves, pointerValues, reportValues } from './values';

/** Beyond this many values of a list that leaves most at zero, it is refused. */
const MOST_VALUES = 10_000;
const SET = 'Set them in a loop at the start of the function.';

/** `struct v a[] = {…}` counts its values. */
export function countedSizes(
  s: State,
  struct: S.StructType,
  derivations: readonly S.Derivation[],
  initializer: S.Initializer | null,
): readonly S.Derivation[] {
  const [first, ...rest] = derivations;
  if (first?.kind !== 'array' || first.size || initializer?.kind !== 'list') return derivations;
  const values = firstValues(s, struct, derivations, initializer) ?? [];
  const most = values.reduce((n, { subscripts }) => Math.max(n, (subscripts[0] ?? 0) + 1), 0);
  return [{ ...first, size: integer(most, first.span) }, ...rest];
}

interface First {
  /** What is given to members where they are declared. */
  readonly values: ReadonlyMap<string, S.Initializer>;
  /** What has to be done after all of them are declared. */
  readonly later: (out: S.Expr[]) => void;
  /** Nothing is left for later, so that they can be constant. */
  readonly isWhole: boolean;
}

const NOTHING: First = { values: new Map(), later: () => undefined, isWhole: true };

export function firstOf(s: State, root: Root, initializer: S.Initializer | null, before: S.Expr[]): First {
  if (!initializer) return NOTHING;
  if (root.derivations[0]?.kind === 'pointer') {
    if (initializer.kind === 'list') return NOTHING;
    const values = pointerValues(s, initializer.value, root, before);
    return {
      ...NOTHING,
      values: new Map(values.map(([leaf, value]) => [leaf.path.join('.'), given(value)])),
    };
  }
  if (initializer.kind === 'list') return listed(s, root, initializer);
  const { value } = initializer;
  const hasArrays = leavesOf(root.struct).some(({ derivations }) => derivations[0]?.kind === 'array');
  if (value.kind === 'call' || value.kind === 'compound' || hasArrays)
    return {
      ...NOTHING,
      isWhole: false,
      later: (out) => {
        const { span } = initializer;
        out.push(...effects(s, assign(named(root.name, span), value, span)));
      },
    };
  const source = locate(s, value, before);
  if (!source || source.struct !== root.struct) {
    reportValues(s, initializer.span);
    return NOTHING;
  }
  const leaves = plainLeaves(s, root.struct, initializer.span);
  const from = steady(s, source, before);
  return {
    ...NOTHING,
    values: new Map(leaves.map((leaf) => [leaf.path.join('.'), given(leafAt(from, leaf))])),
  };
}

function listed(s: State, root: Root, list: Extract<S.Initializer, { kind: 'list' }>): First {
  const values = firstValues(s, root.struct, root.derivations, list);
  if (!values) {
    reportValues(s, list.span);
    return NOTHING;
  }
  const leaves = plainParameterLeaves(s, root, list.span);
  const keys = new Set(leaves.map(({ path }) => path.join('.')));
  // `NULL` for a pointer to a structure is a value of all its members.
  if (values.some(({ value, path }) => typeOf(s, value) || !keys.has(path.join('.'))))
    return inOrder(s, root, values, list.span);
  const found = new Map<string, S.Initializer>();
  for (const leaf of leaves) {
    const key = leaf.path.join('.');
    const own = values.filter(({ path }) => path.join('.') === key);
    const around = leafDerivations(root, leaf);
    if (around[0]?.kind === 'pointer') {
      const [only] = own;
      found.set(key, given(only ? s.scalar(only.value) : integer(0, list.span)));
      continue;
    }
    const made = leafInitializer(s, arraysIn(around), own, list.span);
    if (made) found.set(key, made);
  }
  return { ...NOTHING, values: found };
}

/** The extents of an array, of pointers too. */
function arraysIn(around: readonly S.Derivation[]): readonly S.Derivation[] {
  return around.filter(({ kind }) => kind === 'array');
}

function leafInitializer(
  s: State,
  around: readonly S.Derivation[],
  own: readonly FirstValue[],
  span: Span,
): S.Initializer | null {
  const zero = (): S.Expr => integer(0, span);
  const last = own[own.length - 1];
  if (around.length === 0) return given(last ? s.scalar(last.value) : zero());
  const extents = extentsOf(around);
  const total = extents?.reduce((a, b) => a * b, 1) ?? 0;
  if (!extents || total > MOST_VALUES + own.length) {
    if (!extents) reportValues(s, span);
    else s.sink.error('bad-initializer', `This leaves more than ${MOST_VALUES} values at zero.`, span, SET);
    return null;
  }
  const items: S.Expr[] = Array.from({ length: total }, zero);
  for (const { subscripts, value } of own)
    items[subscripts.reduce((at, k, i) => at * (extents[i] ?? 1) + k, 0)] = s.scalar(value);
  return { kind: 'list', items: items.map(given), at: null, span };
}

/** With structures among the values, they are assigned one by one, after zeros; pointers that stay where they are given get none. */
function inOrder(s: State, root: Root, values: readonly FirstValue[], span: Span): First {
  const zeros = new Map<string, S.Initializer>();
  const isGiven = (leaf: Leaf): boolean =>
    values.some(({ path, value }) => !isNull(value) && path.every((name, k) => leaf.path[k] === name));
  for (const leaf of leavesOf(root.struct).filter(isPlain)) {
    const around = leafDerivations(root, leaf);
    const isPointer = around.some((d) => d.kind === 'pointer');
    if (isPointer && (isGiven(leaf) || around[0]?.kind === 'array')) continue;
    const made = isPointer ? given(integer(0, span)) : leafInitializer(s, around, [], span);
    if (made) zeros.set(leaf.path.join('.'), made);
  }
  return { values: zeros, later: (out) => assignValues(s, spotOf(root, span), values, out), isWhole: false };
}

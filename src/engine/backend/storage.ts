/** Variables that share memory: which of them are the same thing, and which only overlap. */

import { type Diagnostic, diagnostic } from '../base/diagnostics';
import { present } from '../base/lookup';
import { getOrMake } from '../base/once';
import { countOf } from '../ir/bounds';
import { memoryBytes } from '../ir/build';
import type { Program, Variable } from '../ir/types';

/** Same place, same type, same extents: one thing under two names. */
export function samePiece(a: Variable, b: Variable): boolean {
  if (!a.storage || !b.storage || a.storage.root !== b.storage.root) return false;
  const extents = (v: Variable) =>
    (v.shape?.dimensions ?? []).map(({ extent }) => (extent?.kind === 'constant' ? extent.value : -1));
  return (
    a.storage.offset === b.storage.offset && a.type === b.type && extents(a).join() === extents(b).join()
  );
}

/** Pairs that share memory and are not the same piece: only a language with storage association can say that. */
export function overlaps(variables: readonly Variable[]): [Variable, Variable][] {
  const roots = new Map<string, { readonly v: Variable; readonly at: number }[]>();
  variables.forEach((v, at) => {
    if (!v.storage) return;
    getOrMake(roots, v.storage.root, () => []).push({ v, at });
  });
  const found: { readonly pair: [Variable, Variable]; readonly order: number }[] = [];
  for (const pieces of roots.values()) {
    if (pieces.length < 2) continue;
    // In order of their start: once one begins after the end of a piece, so do all that follow.
    const inOrder = pieces.toSorted((x, y) => bytesOf(x.v)[0] - bytesOf(y.v)[0]);
    inOrder.forEach((one, i) => {
      const [, end] = bytesOf(one.v);
      for (let k = i + 1; k < inOrder.length; k++) {
        const other = inOrder[k] as (typeof inOrder)[number];
        if (bytesOf(other.v)[0] >= end) break;
        const [a, b] = one.at < other.at ? [one, other] : [other, one];
        if (sharesBytes(a.v, b.v) && !samePiece(a.v, b.v))
          found.push({ pair: [a.v, b.v], order: a.at * variables.length + b.at });
      }
    });
  }
  return found.sort((x, y) => x.order - y.order).map(({ pair }) => pair);
}

/** Reports overlaps in a language without storage association; those of derivatives follow from those of the primal. */
export function overlapErrors(variables: readonly Variable[], language: string): Diagnostic[] {
  const pairs = overlaps(variables);
  const primal = pairs.filter((pair) => pair.every((v) => v.derivativeOf === null));
  return (primal.length > 0 ? primal : pairs).map(([one, other]) =>
    diagnostic(
      'error',
      'not-expressible',
      `${one.name} and ${other.name} share memory in different shapes, which ${language} can\u2019t say here.`,
      other.span,
      'Choose Fortran for the generated code, or declare the block the same way everywhere.',
    ),
  );
}

/** Where it lies within its root. */
export function bytesOf(v: Variable): readonly [from: number, to: number] {
  const from = present(v.storage, `the place of ${v.name}`).offset;
  return [from, from + present(countOf(v), `the size of ${v.name}`) * memoryBytes(v.type)];
}

export function sharesBytes(v: Variable, w: Variable): boolean {
  const [[a, b], [c, d]] = [bytesOf(v), bytesOf(w)];
  return a < d && c < b;
}
/** Memory that outlives its routine and may be shared: everything but SAVE and static locals. */
export function isShared(program: Program, v: Variable): boolean {
  const root = program.roots.find((r) => r.name === v.storage?.root);
  if (root && root.kind !== 'save') return true;
  // Variables of routines that a generated program left behind have no owner either.
  return v.owner === null && (v.role === 'global' || v.storage !== null);
}

/** Members of COMMON blocks. */
export function isCommon({ roots }: Program, { storage }: Variable): boolean {
  return roots.some(({ kind, name }) => kind === 'common' && name === storage?.root);
}

/** SAVE and static locals, and their derivatives: they keep their values between calls. */
export function keepsValue(v: Variable): boolean {
  return v.role === 'global' || v.storage !== null;
}

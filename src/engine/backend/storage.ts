/** Variables that share memory: which of them are the same thing, and which only overlap. */

import type { Diagnostic } from '../base/diagnostics';
import { present } from '../base/lookup';
import { memoryBytes } from '../ir/build';
import type { Program, Variable } from '../ir/types';

/** The number of elements, or null where the text doesn't tell. */
export function constantSize(v: Variable): number | null {
  let size = 1;
  for (const { extent } of v.shape?.dimensions ?? []) {
    if (extent?.kind !== 'constant') return null;
    size *= extent.value;
  }
  return size;
}

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
  const found: [Variable, Variable][] = [];
  const stored = variables.filter((v) => v.storage !== null);
  stored.forEach((a, i) => {
    for (const b of stored.slice(i + 1)) if (overlap(a, b) && !samePiece(a, b)) found.push([a, b]);
  });
  return found;
}

/** What a language without storage association has against them; that of derivatives follows from that of the primal. */
export function overlapErrors(variables: readonly Variable[], language: string): Diagnostic[] {
  const pairs = overlaps(variables);
  const primal = pairs.filter((pair) => pair.every((v) => v.derivativeOf === null));
  return (primal.length > 0 ? primal : pairs).map(([one, other]) => ({
    severity: 'error',
    code: 'not-expressible',
    message: `${one.name} and ${other.name} share memory in different shapes, which ${language} can\u2019t say here.`,
    span: other.span,
    notes: [
      { message: 'Choose Fortran for the generated code, or declare the block the same way everywhere.' },
    ],
  }));
}

function overlap(a: Variable, b: Variable): boolean {
  if (!a.storage || !b.storage || a.storage.root !== b.storage.root) return false;
  const end = (v: Variable) =>
    present(v.storage, `the place of ${v.name}`).offset +
    present(constantSize(v), `the size of ${v.name}`) * memoryBytes(v.type);
  return a.storage.offset < end(b) && b.storage.offset < end(a);
}

/** Memory that outlives its routine and that others may share: everything but SAVE and static locals. */
export function isShared(program: Program, v: Variable): boolean {
  const root = program.roots.find((r) => r.name === v.storage?.root);
  if (root && root.kind !== 'save') return true;
  // Variables of routines that a generated program left behind have no owner either.
  return v.owner === null && (v.role === 'global' || v.storage !== null);
}

/** SAVE and static locals, and their derivatives: they keep their values between calls. */
export function keepsValue(v: Variable): boolean {
  return v.role === 'global' || v.storage !== null;
}

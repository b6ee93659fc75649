/** Which statement lists control can come out of at their end. */
import { reached } from '../../base/components';
import { bodies, isCompound } from '../statements';
import type { LabelId, WithLeaves } from '../types';
import { isEndless } from './innerTest';

type Listed = WithLeaves<{ readonly kind: 'goto' | 'labelled' }>;

/** May control come out at the end of the list? Jumps and STOP don't let it; a label may always be reached. */
export function completes(list: readonly Listed[]): boolean {
  let here = true;
  for (const s of list)
    here =
      s.kind === 'labelled' ||
      (here &&
        (endsWithoutJump(s) ||
          (isCompound<Listed>(s) && s.kind !== 'if' && leaves(s.label, bodies<Listed>(s)))));
  return here;
}

/** May control come out at the end of the statement, but for jumps to there? */
export function endsWithoutJump(s: Listed): boolean {
  switch (s.kind) {
    case 'goto':
    case 'exit':
    case 'next':
    case 'stop':
      return false;
    case 'if':
    case 'block':
    case 'switch':
      return bodies<Listed>(s).some(completes);
    case 'while':
      return !isEndless(s);
    default:
      return true;
  }
}

function leaves(label: LabelId, lists: readonly (readonly Listed[])[]): boolean {
  return lists.some((list) =>
    list.some((s) => (s.kind === 'exit' && s.target === label) || leaves(label, bodies<Listed>(s))),
  );
}

/** Control may come back to a vertex. */
export function repeats(successors: readonly (readonly number[])[], vertex: number): boolean {
  const next = (v: number) => successors[v] ?? [];
  return reached(next(vertex), next).has(vertex);
}

/** Which statement lists control can come out of at their end. */
import { reached } from '../../base/components';
import { bodies, isCompound, someStatement } from '../statements';
import type { WithLeaves } from '../types';
import { isEndless } from './innerTest';

type Listed = WithLeaves<{ readonly kind: 'goto' | 'labelled' }>;

/** May control come out at the end of the list? Jumps and STOP don't let it; a label may always be reached. */
export function completes(list: readonly Listed[]): boolean {
  let here = true;
  for (const s of list) here = s.kind === 'labelled' || (here && (endsWithoutJump(s) || isLeft(s)));
  return here;
}

function isLeft(s: Listed): boolean {
  if (!isCompound<Listed>(s) || s.kind === 'if') return false;
  return someStatement<Listed>([s], (inner) => inner.kind === 'exit' && inner.target === s.label);
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

/** Control may come back to a vertex. */
export function repeats(successors: readonly (readonly number[])[], vertex: number): boolean {
  const next = (v: number) => successors[v] ?? [];
  return reached(next(vertex), next).has(vertex);
}

/** Which statement lists control can come out of at their end. */
import { reached } from '../../base/components';
import { bodies } from '../statements';
import type { LabelId, Statement } from '../types';
import { isEndless } from './innerTest';

/** May control come out at the end of the list? Jumps and STOP don't let it. */
export function completes(list: readonly Statement[]): boolean {
  return list.every((s) => endsWithoutJump(s) || ('label' in s && leaves(s.label, bodies(s))));
}

/** May control come out at the end of the statement, but for jumps to there? */
export function endsWithoutJump(s: Statement): boolean {
  switch (s.kind) {
    case 'exit':
    case 'next':
    case 'stop':
      return false;
    case 'if':
    case 'block':
    case 'switch':
      return bodies(s).some(completes);
    case 'while':
      return !isEndless(s);
    default:
      return true;
  }
}

function leaves(label: LabelId, lists: readonly (readonly Statement[])[]): boolean {
  return lists.some((list) =>
    list.some((s) => (s.kind === 'exit' && s.target === label) || leaves(label, bodies(s))),
  );
}

/** Control may come back to a vertex. */
export function repeats(successors: readonly (readonly number[])[], vertex: number): boolean {
  const next = (v: number) => successors[v] ?? [];
  return reached(next(vertex), next).has(vertex);
}

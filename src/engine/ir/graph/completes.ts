/** Which statement lists control can come out of at their end. */
import { bodies } from '../statements';
import type { LabelId, Statement } from '../types';
import { isEndless } from './innerTest';

/** May control come out at the end of the list? Jumps and STOP don't let it. */
export function completes(list: readonly Statement[]): boolean {
  return list.every((s) => {
    switch (s.kind) {
      case 'exit':
      case 'next':
      case 'stop':
        return false;
      case 'if':
        return completes(s.then) || completes(s.else);
      case 'switch':
        return s.cases.some((c) => completes(c.body)) || completes(s.default) || leaves(s.label, bodies(s));
      case 'block':
        return completes(s.body) || leaves(s.label, [s.body]);
      case 'while':
        return !isEndless(s) || leaves(s.label, [s.body]);
      default:
        return true;
    }
  });
}

function leaves(label: LabelId, lists: readonly (readonly Statement[])[]): boolean {
  return lists.some((list) =>
    list.some((s) => (s.kind === 'exit' && s.target === label) || leaves(label, bodies(s))),
  );
}

/** Control may come back to a vertex. */
export function repeats(successors: readonly (readonly number[])[], vertex: number): boolean {
  const seen = new Set<number>();
  const work = [...(successors[vertex] ?? [])];
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    if (v === vertex) return true;
    if (seen.has(v)) continue;
    seen.add(v);
    work.push(...(successors[v] ?? []));
  }
  return false;
}

/** What steers a run: the sequence of outcomes of tests and of integers that reals and choices come to. */
import { getOrMake } from '../base/once';
import type { StatementId } from '../ir/types';
import type { PathObserver } from './machine';

export interface Path {
  /** Equal for runs that take the same way; 16 hexadecimal digits. */
  readonly key: string;
  readonly tests: readonly { readonly statement: StatementId; readonly outcomes: readonly boolean[] }[];
}

export function newPath(): { readonly observer: PathObserver; readonly seen: () => Path } {
  const outcomes = new Map<StatementId, Set<boolean>>();
  let h = 0x811c9dc5;
  let g = 0x9e3779b9;
  const choice = (value: number) => {
    h = Math.imul(h ^ value, 0x01000193);
    g = Math.imul(g ^ (value + (h >>> 9)), 0x85ebca6b);
    g ^= g >>> 15;
  };
  const hex = (x: number) => (x >>> 0).toString(16).padStart(8, '0');
  return {
    observer: {
      choice,
      test: (statement, outcome) => {
        choice(Number(outcome) + 1);
        const seen = getOrMake(outcomes, statement, () => new Set());
        seen.add(outcome);
      },
    },
    seen: () => ({
      key: hex(h) + hex(g),
      tests: [...outcomes]
        .sort(([a], [b]) => a - b)
        .map(([statement, seen]) => ({ statement, outcomes: [...seen] })),
    }),
  };
}

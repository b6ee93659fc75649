/**
 * Jumps inside nested control, seen from their targets. A target is where an `exit` or a `next` goes; its sites are the
 * jumps, numbered from 1 in source order; 0 means that control arrived without a jump.
 */
import { bodies, kindsIn } from '../ir/statements';
import type { LabelId, Statement, StatementId } from '../ir/types';

export type TargetKey = `exit ${number}` | `next ${number}`;

export interface Jumps {
  /** By target: its sites in source order. */
  readonly sites: ReadonlyMap<TargetKey, readonly StatementId[]>;
  /** By statement: the sites at or inside it, by target. */
  readonly inside: ReadonlyMap<StatementId, ReadonlyMap<TargetKey, readonly number[]>>;
}

export function targetOf(s: { kind: 'exit' | 'next'; target: LabelId }): TargetKey {
  return `${s.kind} ${s.target}`;
}

export function findJumps(body: readonly Statement[]): Jumps {
  const sites = new Map<TargetKey, StatementId[]>();
  const inside = new Map<StatementId, Map<TargetKey, number[]>>();
  const visit = (s: Statement): Map<TargetKey, number[]> => {
    const mine = new Map<TargetKey, number[]>();
    if (s.kind === 'exit' || s.kind === 'next') {
      const key = targetOf(s);
      const list = sites.get(key) ?? [];
      list.push(s.id);
      sites.set(key, list);
      mine.set(key, [list.length]);
    }
    for (const list of bodies(s)) {
      for (const child of list) {
        for (const [key, numbers] of visit(child)) mine.set(key, [...(mine.get(key) ?? []), ...numbers]);
      }
    }
    inside.set(s.id, mine);
    return mine;
  };
  const kinds = kindsIn(body);
  if (kinds.has('exit') || kinds.has('next')) for (const s of body) visit(s);
  return { sites, inside };
}

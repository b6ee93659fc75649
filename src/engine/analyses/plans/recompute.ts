/**
 * Recompute in the block (theory 4.6): at block end a scalar v, last set by a kept assignment J: v = e, need not be restored
 * if neither v nor any of Vars(e) is written after J in the block and v is not in Vars(e). The block's backward sweep then
 * starts by running J again.
 *
 * What J reads is then required, so J is run again only where that adds no recording (`routineAnalysis.ts`).
 *
 *   e1 = T[i] - U[i];      J: T, U and i are not written below, so e1 is computed again
 *   e2 = e2 + e1*e1;       and nothing is recorded at J
 */
import { BitSet } from '../../base/bitset';
import type { FlowVertex } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import type { StatementId } from '../../ir/types';
import type { EffectAt } from '../problems/activity';
import type { Recomputed } from '../problems/tbr';

/** Last assignment first. `stays`: is the leaf part of the forward sweep? */
export function recomputable(
  vertex: FlowVertex,
  locations: Locations,
  effects: EffectAt,
  stays: (id: StatementId) => boolean,
): Recomputed[] {
  const found: Recomputed[] = [];
  const writtenAfter = new BitSet(locations.size);
  for (const i of vertex.instructions.toReversed()) {
    if (i.kind !== 'leaf' || !stays(i.id)) continue;
    const { out, use } = effects(i);
    const s = i.statement;
    if (s.kind === 'assign' && s.target.kind === 'variable') {
      const l = locations.of(s.target);
      const free =
        l >= 0 &&
        locations.at(l).strong &&
        !writtenAfter.has(l) &&
        !use.has(l) &&
        !use.intersects(writtenAfter);
      if (free) found.push({ location: l, reads: use, statement: i.id });
    }
    writtenAfter.unionWith(out);
  }
  return found;
}

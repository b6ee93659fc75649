/** Who reads elements that TBR requires: what an assignment that may overwrite one is held against (`elementsApart.ts`). */
import type { BitSet } from '../../base/bitset';
import { getOrMake } from '../../base/once';
import type { Instruction } from '../../ir/graph/flow';
import { placesRead } from '../../ir/partials';
import type { Place, StatementId } from '../../ir/types';
import type { TbrParts } from '../plans/tbrParts';
import type { TbrInstruction } from '../problems/tbr';

/** What is read, and where; `place` null: any element. */
export interface Reader {
  readonly at: Instruction;
  readonly place: Place | null;
}

/** By location: all that makes it required. */
export function readersOf(
  { facts, derivatives }: TbrParts,
  tbrAt: (instruction: Instruction) => TbrInstruction | null,
  recorded: (instruction: Instruction) => BitSet,
  recomputed: readonly StatementId[],
  wanted: BitSet,
): Map<number, Reader[]> {
  const { locations } = facts.model;
  const readers = new Map<number, Reader[]>();
  const add = (l: number, at: Instruction, place: Place | null) => {
    if (l < 0 || !wanted.has(l)) return;
    getOrMake(readers, l, () => []).push({ at, place });
  };
  const addPlaces = (at: Instruction, places: readonly Place[]) => {
    for (const p of places) add(locations.of(p), at, p);
  };
  const addAll = (at: Instruction, set: BitSet | null) => {
    for (const l of set ?? []) add(l, at, null);
  };
  for (const i of facts.instructions) {
    const t = tbrAt(i);
    if (!t) continue;
    const s = i.kind === 'leaf' && i.statement.kind === 'assign' ? i.statement : null;
    if (s) {
      addPlaces(i, derivatives.assignments.get(i.id)?.places ?? []);
      if (s.target.kind === 'element' && !recorded(i).isEmpty())
        addPlaces(i, s.target.subscripts.flatMap(placesRead));
    } else addAll(i, t.use);
    addAll(i, t.requiredAfter);
    addAll(i, t.call?.outReq(facts.empty) ?? null);
  }
  for (const id of recomputed) {
    const j = facts.nesting.statements.get(id);
    if (j?.kind === 'assign') addPlaces({ kind: 'leaf', id, statement: j }, placesRead(j.value));
  }
  return readers;
}

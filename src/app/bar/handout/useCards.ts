import { useEffect, useState } from 'react';
import type { Explanation } from '../../../engine/pipeline/results';
import { store } from '../../app';
import { askEngine } from '../../found';
import { requestKey, requestOf, runOf } from '../../store/document/playground';
import { inOrder } from '../../store/results/lookup';

/** The most cards of a hand-out. */
const MOST = 12;

/** The cards of what is stored, by recording; null until all of them are there. */
export function useCards(): ReadonlyMap<string, Explanation> | null {
  const [cards, setCards] = useState<ReadonlyMap<string, Explanation> | null>(null);
  useEffect(() => {
    let wanted = true;
    void explained().then((found) => wanted && setCards(found));
    return () => {
      wanted = false;
    };
  }, []);
  return cards;
}

async function explained(): Promise<ReadonlyMap<string, Explanation>> {
  const { shown, playground } = store.getState();
  const found = new Map<string, Explanation>();
  const request = requestOf(playground);
  for (const { id } of shown === null ? [] : inOrder(shown).slice(0, MOST)) {
    const answer = await askEngine({
      kind: 'explain',
      hash: requestKey(request),
      request,
      subject: { kind: 'recording', id },
      inputs: runOf(playground, {}).inputs,
    });
    if (answer !== null) found.set(id, answer);
  }
  return found;
}

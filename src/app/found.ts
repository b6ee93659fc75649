import { useEffect, useState } from 'react';
import { services } from './app';
import type { Clients } from './store/session/clients';
import type { AnswerTo, Question } from './worker/protocol';

/** The engine's answer; null if a later question overtook this one, or no answer came. */
export async function askEngine<Q extends Question>(
  question: Q,
  client: keyof Clients = 'analysis',
): Promise<AnswerTo<Q> | null> {
  const outcome = await services()?.session.clients[client].ask(question);
  return outcome?.kind === 'answer' ? outcome.answer : null;
}

/** The result of `find`, computed again when something in `of` changes; not computed where `find` is null. The previous result stays until then. */
export function useFound<T>(find: (() => Promise<T | null>) | null, of: readonly unknown[]): T | null {
  const [found, setFound] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is found of decides
  useEffect(() => {
    if (find === null) return;
    let wanted = true;
    void find().then((now) => {
      if (wanted && now !== null) setFound(now);
    });
    return () => {
      wanted = false;
    };
  }, [...of]);
  return found;
}

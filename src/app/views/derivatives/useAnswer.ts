import { useCallback, useEffect, useRef, useState } from 'react';
import { createClient } from '../../worker/client';
import type { AnswerTo, Question } from '../../worker/protocol';
import { spawnEngine } from '../../worker/spawn';

export interface Asked<T> {
  /** The last answer, which stays until the next. */
  readonly answer: T | null;
  readonly busy: boolean;
  /** Why there is none; empty if there may be. */
  readonly trouble: string;
  readonly stop: () => void;
}

/** Typed on meanwhile: half a number is not asked about. */
const PAUSE_MS = 250;

/** The answer to a question that changes, from a worker of the view's own, which ends with it. */
export function useAnswer<Q extends Question>(question: Q | null): Asked<AnswerTo<Q>> {
  const [state, setState] = useState<Omit<Asked<AnswerTo<Q>>, 'stop'>>({
    answer: null,
    busy: false,
    trouble: '',
  });
  const client = useRef<ReturnType<typeof createClient> | null>(null);
  const key = JSON.stringify(question);
  useEffect(() => {
    const asked = JSON.parse(key) as Q | null;
    if (asked === null) return;
    let wanted = true;
    const pause = setTimeout(async () => {
      client.current ??= createClient(spawnEngine('derivatives'));
      setState((before) => ({ ...before, busy: true, trouble: '' }));
      const outcome = await client.current.ask(asked, 20_000);
      if (!wanted || outcome.kind === 'superseded') return;
      if (outcome.kind === 'answer') setState({ answer: outcome.answer, busy: false, trouble: '' });
      else
        setState((before) => ({
          ...before,
          busy: false,
          trouble: outcome.kind === 'cancelled' ? 'Stopped.' : 'There was no answer in time.',
        }));
    }, PAUSE_MS);
    return () => {
      wanted = false;
      clearTimeout(pause);
    };
  }, [key]);
  useEffect(() => () => client.current?.cancel(), []);
  const stop = useCallback(() => client.current?.cancel(), []);
  return { ...state, stop };
}

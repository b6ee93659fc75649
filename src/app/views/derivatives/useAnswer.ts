import { useCallback, useEffect, useRef, useState } from 'react';
import { createClient } from '../../worker/client';
import type { AnswerTo, Question } from '../../worker/protocol';
import { spawnEngine } from '../../worker/spawn';

export interface Asked<T> {
  /** The last answer, which stays until the next. */
  readonly answer: T | null;
  readonly busy: boolean;
  /** Whether there is no answer yet, and nothing that prevents one. */
  readonly coming: boolean;
  /** Why there is none; empty if there may be one. */
  readonly trouble: string;
  readonly stop: () => void;
}

/** How long typing must have paused: half a number is not asked about. */
const PAUSE_MS = 250;

/** The latest answers by their questions: a view that is shown again, as in presenter mode, has its answers. */
const answered = new Map<string, unknown>();
const MOST_ANSWERS = 8;

function keep(key: string, answer: unknown): void {
  answered.set(key, answer);
  for (const oldest of answered.keys()) {
    if (answered.size <= MOST_ANSWERS) return;
    answered.delete(oldest);
  }
}

/** The answer to a question that changes, from a worker of the view's own, which ends with the view. */
export function useAnswer<Q extends Question>(question: Q | null): Asked<AnswerTo<Q>> {
  const key = JSON.stringify(question);
  const [state, setState] = useState<Omit<Asked<AnswerTo<Q>>, 'stop' | 'coming'>>(() => ({
    answer: (answered.get(key) as AnswerTo<Q> | undefined) ?? null,
    busy: false,
    trouble: '',
  }));
  const client = useRef<ReturnType<typeof createClient> | null>(null);
  useEffect(() => {
    const asked = JSON.parse(key) as Q | null;
    if (asked === null) return;
    const known = answered.get(key) as AnswerTo<Q> | undefined;
    if (known !== undefined) {
      setState({ answer: known, busy: false, trouble: '' });
      return;
    }
    let wanted = true;
    const pause = setTimeout(async () => {
      client.current ??= createClient(spawnEngine('derivatives'));
      setState((before) => ({ ...before, busy: true, trouble: '' }));
      const outcome = await client.current.ask(asked, 20_000);
      if (!wanted || outcome.kind === 'superseded') return;
      if (outcome.kind === 'answer') {
        keep(key, outcome.answer);
        setState({ answer: outcome.answer, busy: false, trouble: '' });
      } else
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
  return { ...state, coming: question !== null && state.answer === null && state.trouble === '', stop };
}

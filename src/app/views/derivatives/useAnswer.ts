import { useCallback, useEffect, useRef, useState } from 'react';
import { createClient } from '../../worker/client';
import type { AnswerTo, Question } from '../../worker/protocol';
import { spawnEngine } from '../../worker/spawn';

export interface Asked<T> {
  /** The last answer, which stays until the next. */
  readonly answer: T | null;
  readonly busy: boolean;
  /** How much of the work is done, from 0 to 1, where the worker says so. */
  readonly part: number;
  /** Whether there is no answer yet, and nothing that prevents one. */
  readonly coming: boolean;
  /** Why there is none; empty if there may be one. */
  readonly trouble: string;
  readonly stop: () => void;
  /** Asks once more, after a stop. */
  readonly again: () => void;
}

type State<T> = Pick<Asked<T>, 'answer' | 'busy' | 'part' | 'trouble'>;

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
export function useAnswer<Q extends Question>(question: Q | null, milliseconds = 20_000): Asked<AnswerTo<Q>> {
  const key = JSON.stringify(question);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State<AnswerTo<Q>>>(() => ({
    answer: (answered.get(key) as AnswerTo<Q> | undefined) ?? null,
    busy: false,
    part: 0,
    trouble: '',
  }));
  const client = useRef<ReturnType<typeof createClient> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    const asked = JSON.parse(key) as Q | null;
    if (asked === null) return;
    const known = answered.get(key) as AnswerTo<Q> | undefined;
    if (known !== undefined) {
      setState({ answer: known, busy: false, part: 0, trouble: '' });
      return;
    }
    let wanted = true;
    const pause = setTimeout(async () => {
      client.current ??= createClient(spawnEngine('derivatives'));
      setState((before) => ({ ...before, busy: true, part: 0, trouble: '' }));
      const outcome = await client.current.ask(asked, milliseconds, (part) =>
        setState((before) => ({ ...before, part })),
      );
      if (!wanted || outcome.kind === 'superseded') return;
      if (outcome.kind === 'answer') {
        keep(key, outcome.answer);
        setState({ answer: outcome.answer, busy: false, part: 1, trouble: '' });
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
  }, [key, round, milliseconds]);
  useEffect(() => () => client.current?.cancel(), []);
  const stop = useCallback(() => client.current?.cancel(), []);
  const again = useCallback(() => {
    setState((before) => ({ ...before, trouble: '' }));
    setRound((before) => before + 1);
  }, []);
  const coming = question !== null && state.answer === null && state.trouble === '';
  return { ...state, coming, stop, again };
}

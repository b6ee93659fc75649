import { useEffect, useState } from 'react';
import type { Differentiation, PredictQuestion } from '../../../engine/pipeline/results';
import { services, store } from '../../app';
import { runKey, runOf } from '../../store/document/playground';
import { isStale } from '../../store/state';
import { useApp } from '../../use';

/** Of a result and its inputs: what can be asked of it. */
export interface Questions {
  readonly of: Differentiation;
  readonly key: string;
  readonly questions: readonly PredictQuestion[];
  readonly noRun: string;
}

const BUDGET = { steps: 2_000_000, milliseconds: 2_000, bytes: 64 * 2 ** 20 };

/** Null until the questions of the kernel as it stands are there. */
export function useQuestions(seed: number, places: number): Questions | null {
  const shown = useApp((state) => state.shown);
  const stale = useApp((state) => state.shown !== null && isStale(state));
  const key = useApp(({ playground }) => runKey(playground));
  const [found, setFound] = useState<Questions | null>(null);
  useEffect(() => {
    if (shown === null || stale) return;
    let wanted = true;
    const ask = async () => {
      const request = runOf(store.getState().playground, BUDGET);
      const outcome = await services()?.session.clients.analysis.ask({
        kind: 'predictions',
        request,
        seed,
        places,
      });
      if (outcome?.kind === 'answer' && wanted)
        setFound({ of: shown, key, questions: outcome.answer.questions, noRun: outcome.answer.noRun });
    };
    void ask();
    return () => {
      wanted = false;
    };
  }, [shown, stale, key, seed, places]);
  return found !== null && found.key === key && found.of === shown ? found : null;
}

import type { Differentiation, PredictQuestion } from '../../../engine/pipeline/results';
import { store } from '../../app';
import { askEngine, useFound } from '../../found';
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
export function useQuestions(seed: number, places: number, asked?: string): Questions | null {
  const shown = useApp((state) => state.shown);
  const stale = useApp((state) => state.shown !== null && isStale(state));
  const key = useApp(({ playground }) => runKey(playground));
  const find = async () => {
    const request = runOf(store.getState().playground, BUDGET);
    const answer = await askEngine({
      kind: 'predictions',
      request,
      seed,
      places,
      ...(asked === undefined ? {} : { asked }),
    });
    return answer && shown && { of: shown, key, questions: answer.questions, noRun: answer.noRun };
  };
  const found = useFound(shown === null || stale ? null : find, [shown, stale, key, seed, places, asked]);
  return found !== null && found.key === key && found.of === shown ? found : null;
}

import { useEffect, useMemo, useState } from 'react';
import type { PredictQuestion } from '../../../engine/pipeline/results';
import { eliminationOf, questionOf } from '../../../lessons/ask';
import type { Ask } from '../../../lessons/format';
import { services, store } from '../../app';
import { runOf } from '../../store/document/playground';
import { isRunStale } from '../../store/state';
import { useApp } from '../../use';
import { useQuestions } from '../predict/useQuestions';

/** Every place of the run can be asked about. */
const ALL_PLACES = 400;

/** The question of a step, once the engine has its answer; in words why there is none; null while it is on its way. */
export function useStepQuestion(ask: Ask | null): PredictQuestion | string | null {
  const found = useQuestions(1, ALL_PLACES);
  const execution = useApp((state) => (isRunStale(state) ? null : state.execution));
  const shown = useApp((state) => state.shown);
  const source = useApp(({ playground }) => playground.source);
  const eliminated = useElimination(ask);
  return useMemo(() => {
    if (ask === null || found === null || shown === null) return null;
    if (ask.kind === 'number' && execution === null) return null;
    if (eliminationOf(ask) !== null && eliminated === null) return null;
    return questionOf(ask, {
      source,
      questions: found.questions,
      differentiation: shown,
      execution,
      eliminated,
    });
  }, [ask, found, execution, shown, source, eliminated]);
}

function useElimination(ask: Ask | null): number | null {
  const shown = useApp((state) => state.shown);
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const options = eliminationOf(ask);
    if (options === null || shown === null) return;
    let wanted = true;
    const question = async () => {
      const request = runOf(store.getState().playground, {});
      const outcome = await services()?.session.clients.execution.ask({
        kind: 'eliminate',
        request: { request, block: 0, outputs: 'needed' },
        options,
      });
      if (outcome?.kind === 'answer' && wanted && outcome.answer.ok) setCount(outcome.answer.multiplications);
    };
    void question();
    return () => {
      wanted = false;
    };
  }, [ask, shown]);
  return count;
}

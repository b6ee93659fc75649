import { useMemo } from 'react';
import type { PredictQuestion } from '../../../engine/pipeline/results';
import { eliminationOf, questionOf } from '../../../lessons/ask';
import type { Ask } from '../../../lessons/format';
import { store } from '../../app';
import { askEngine, useFound } from '../../found';
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
  const options = eliminationOf(ask);
  const find = async () => {
    const request = { request: runOf(store.getState().playground, {}), block: 0, outputs: 'needed' } as const;
    const answer = options && (await askEngine({ kind: 'eliminate', request, options }, 'execution'));
    return answer?.ok ? answer.multiplications : null;
  };
  return useFound(options === null || shown === null ? null : find, [ask, shown]);
}

import '../../styles/sweep.css';
import { useEffect, useState } from 'react';
import type { Differentiation, Execution } from '../../../engine/pipeline/results';
import { services, store } from '../../app';
import { checksum } from '../../store/permalink';
import { analysisKey, runKey, runOf } from '../../store/playground';
import { useApp } from '../../use';
import { Empty } from '../Panel';
import { Stepping } from './Stepping';

/** A debugger that goes both ways, over both sweeps: where the run is, what it knows, what lies on the tape. */
export function SweepView() {
  const shown = useApp((state) => state.shown);
  const current = useApp((state) => state.shownKey === analysisKey(state.playground));
  const run = useTrace(current && shown?.ok === true);
  if (shown === null || shown.routine === null)
    return <Empty>There is nothing to run yet: type or paste a function.</Empty>;
  if (run === null) return <div className="sweep" aria-busy="true" />;
  const { execution, key } = run;
  const problem = execution.diagnostics.find(({ severity }) => severity === 'error');
  if (execution.trace === undefined || execution.trace.steps === 0)
    return <Empty>{problem?.message ?? 'The run does nothing that could be stepped through.'}</Empty>;
  return <Stepping key={key} run={checksum(key)} trace={execution.trace} shown={run.shown} />;
}

interface Traced {
  readonly execution: Execution;
  readonly key: string;
  /** What was run: ids in the trace are of this result. */
  readonly shown: Differentiation;
}

/** Asked for again whenever the program or its inputs change; the last one stays until the new one is there. */
function useTrace(ready: boolean): Traced | null {
  const key = useApp((state) => runKey(state.playground));
  const [run, setRun] = useState<Traced | null>(null);
  useEffect(() => {
    if (!ready) return;
    let wanted = true;
    const { playground, shown } = store.getState();
    if (shown === null) return;
    void services()
      ?.session.clients.execution.ask({ kind: 'trace', request: runOf(playground, {}) })
      .then((outcome) => {
        if (wanted && outcome.kind === 'answer') setRun({ execution: outcome.answer, key, shown });
      });
    return () => {
      wanted = false;
    };
  }, [key, ready]);
  return run;
}

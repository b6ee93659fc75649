import '../../styles/steppers.css';
import '../../styles/sweep.css';
import { useEffect, useState } from 'react';
import type { Differentiation, Execution } from '../../../engine/pipeline/results';
import { services, store } from '../../app';
import { runKey, runOf } from '../../store/document/playground';
import { checksum } from '../../store/links/packing';
import { isStale } from '../../store/state';
import { Button } from '../../ui/controls';
import { useApp } from '../../use';
import { Empty, Waiting } from '../Panel';
import { UntilRight } from '../UntilRight';
import { useProbes } from './Probing';
import { Stepping } from './Stepping';

/** A debugger that goes both ways, over both sweeps: where the run is, what it knows, what lies on the tape. */
export function SweepView() {
  const shown = useApp((state) => state.shown);
  const current = !useApp(isStale);
  const isWrong = useApp((state) => state.latest?.ok === false);
  const { run, ended, again } = useTrace(current && shown?.ok === true);
  const probes = useProbes();
  if (shown === null || shown.routine === null) return <UntilRight there="nothing to run" />;
  if (ended)
    return (
      <Empty>
        The run did not come to its end, so there are no steps to go through.{' '}
        <Button onClick={again}>Run it again</Button>
      </Empty>
    );
  if (run === null)
    return isWrong ? (
      <UntilRight there="nothing to step through" />
    ) : (
      <Waiting>The run is being traced …</Waiting>
    );
  const { execution, key } = run;
  const problem = execution.diagnostics.find(({ severity }) => severity === 'error');
  if (execution.trace === undefined || execution.trace.steps === 0)
    return <Empty>{problem?.message ?? 'The run does nothing that could be stepped through.'}</Empty>;
  return <Stepping key={key} run={checksum(key)} trace={execution.trace} shown={run.shown} probes={probes} />;
}

interface Traced {
  readonly execution: Execution;
  readonly key: string;
  /** What was run: ids in the trace are of this result. */
  readonly shown: Differentiation;
}

/** Asked for again whenever the program or its inputs change; the last one stays until the new one is there. */
function useTrace(ready: boolean): { run: Traced | null; ended: boolean; again: () => void } {
  const key = useApp((state) => runKey(state.playground));
  const [run, setRun] = useState<Traced | null>(null);
  const [ended, setEnded] = useState(false);
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, it runs again
  useEffect(() => {
    setEnded(false);
    if (!ready) return;
    let wanted = true;
    const { playground, shown } = store.getState();
    if (shown === null) return;
    void services()
      ?.session.clients.execution.ask({ kind: 'trace', request: runOf(playground, {}) })
      .then((outcome) => {
        if (!wanted) return;
        if (outcome.kind === 'answer') setRun({ execution: outcome.answer, key, shown });
        // Cancelled with the run that it waited for, or over its time.
        else if (outcome.kind !== 'superseded') setEnded(true);
      });
    return () => {
      wanted = false;
    };
  }, [key, ready, asked]);
  return { run, ended, again: () => setAsked(asked + 1) };
}

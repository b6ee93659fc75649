import { useEffect, useRef, useState } from 'react';
import type { BrokenRun, Recording } from '../../../engine/pipeline/results';
import { actions, services, store } from '../../app';
import { indexOf } from '../../store/lookup';
import { analysisKey, runKey, runOf } from '../../store/playground';
import { Button } from '../../ui/controls';
import { shortNumber } from '../../ui/numbers';
import { useApp } from '../../use';
import { without, worstFirst } from './broken';

/** Two runs, kept short. */
const BUDGET = { steps: 50_000_000, milliseconds: 3_000, bytes: 128 * 2 ** 20 };

/** On the card of a stored value: what goes wrong without it. */
export function BreakIt() {
  const shown = useApp((state) => state.shown);
  const pinned = useApp((state) => state.pinned);
  const adjoint = shown?.request.mode === 'adjoint';
  const id = pinned?.recording ?? null;
  const recording = shown === null || id === null ? undefined : indexOf(shown).recordings.get(id);
  const current = useApp((state) => state.shownKey === analysisKey(state.playground));
  if (recording?.kind !== 'value' || !adjoint || !current) return null;
  return <Breaking key={recording.key} recording={recording} />;
}

function Breaking({ recording }: { recording: Recording }) {
  const inputs = useApp((state) => runKey(state.playground));
  const [busy, setBusy] = useState(false);
  const [run, setRun] = useState<BrokenRun | null>(null);
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other inputs make another run
  useEffect(() => setRun(null), [inputs]);
  useEffect(() => {
    if (run !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [run]);
  const breakIt = async () => {
    setBusy(true);
    const request = runOf(store.getState().playground, BUDGET);
    const question = { kind: 'breakIt', request, recording: recording.key } as const;
    const outcome = await services()?.session.clients.execution.ask(question);
    if (outcome?.kind === 'answer') setRun(outcome.answer);
    else actions.notify({ id: 'break-it', tone: 'warning', text: 'The two runs did not come to an end.' });
    setBusy(false);
  };
  if (run === null)
    return (
      <div className="break-it">
        <Button size="small" disabled={busy} onClick={breakIt}>
          Break it: run without {recording.text}
        </Button>
      </div>
    );
  return (
    <div className="break-it" ref={place}>
      <p role="status">{run.sentence}</p>
      {run.components.length > 0 && <Components run={run} />}
      <Button size="small" onClick={() => setRun(null)}>
        Put it back
      </Button>{' '}
      {run.ok && (
        <Button
          size="small"
          look="quiet"
          onClick={() => actions.tamper(without(store.getState().playground.tamper, recording.key))}
        >
          Take it out of the code
        </Button>
      )}
    </div>
  );
}

function Components({ run }: { run: BrokenRun }) {
  const rows = worstFirst(run.components);
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">gradient</th>
          <th scope="col" className="n">
            right
          </th>
          <th scope="col" className="n">
            without
          </th>
          <th scope="col" className="n">
            difference
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, index, right, broken, difference, wrong }) => (
          <tr key={`${name} ${index}`} data-wrong={wrong || undefined}>
            <th scope="row" className="mono">
              {name}[{index}]
            </th>
            <td className="n">{shortNumber(right)}</td>
            <td className="n">
              {wrong && '✕ '}
              {shortNumber(broken)}
            </td>
            <td className="n">{difference === null ? '' : shortNumber(difference)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

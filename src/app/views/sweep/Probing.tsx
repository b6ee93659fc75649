import { useCallback, useEffect, useState } from 'react';
import type { Differentiation, Probe, ProbePoint } from '../../../engine/pipeline/results';
import { actions, store } from '../../app';
import { askEngine } from '../../found';
import { runKey, runOf } from '../../store/document/playground';
import { checksum } from '../../store/links/packing';
import { focusOnStatement } from '../../store/view/focus';
import { Button } from '../../ui/controls';
import { shortNumber } from '../../ui/numbers';
import { Prose } from '../why/Prose';

export interface Probes {
  readonly busy: boolean;
  readonly found: { readonly probe: Probe; readonly run: string } | null;
  readonly ask: (point: ProbePoint | null) => Promise<void>;
  /** A reading belongs to its point; what was found about the whole run stays. */
  readonly leavePoint: () => void;
}

/** The last probe, and the run that it is of: asked for while a changed program is traced, it is there with its trace. */
export function useProbes(): Probes {
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Probes['found']>(null);
  const ask = async (point: ProbePoint | null) => {
    setBusy(true);
    const { playground } = store.getState();
    const request = runOf(playground, {});
    const probe = await askEngine({ kind: 'probe', request, point }, 'execution');
    if (probe) setFound({ probe, run: checksum(runKey(playground)) });
    else actions.notify({ id: 'probe', tone: 'warning', text: 'The probe did not come to an end.' });
    setBusy(false);
  };
  const leavePoint = useCallback(() => setFound((before) => (before?.probe.reading ? null : before)), []);
  return { busy, found, ask, leavePoint };
}

interface ProbingProps {
  readonly shown: Differentiation;
  readonly probes: Probes;
  /** The run that is stepped through. */
  readonly run: string;
  /** Of the selected variable at the statement at hand; null where there is none. */
  readonly point: ProbePoint | null;
  readonly selected: string | null;
}

/** Adjoints inside of the run, against finite differences taken there. */
export function Probing({ shown, probes, run, point, selected }: ProbingProps) {
  const { busy, found, ask, leavePoint } = probes;
  const at = JSON.stringify(point);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another point is another question
  useEffect(leavePoint, [at]);
  return (
    <section className="probing" aria-label="Probe">
      <div className="stepper-choices">
        <Button aria-disabled={busy || undefined} onClick={() => !busy && ask(null)}>
          Check every adjoint
        </Button>
        <Button
          aria-disabled={busy || point === null || undefined}
          title={
            point === null
              ? 'Choose a variable of the table, and a step of a statement of the program.'
              : 'Compares its adjoint just before this statement with a finite difference taken there'
          }
          onClick={() => !busy && point !== null && ask(point)}
        >
          {selected === null ? 'Probe a variable here' : `Probe ${selected} here`}
        </Button>
      </div>
      {found?.run === run && <Found probe={found.probe} shown={shown} />}
    </section>
  );
}

function Found({ probe, shown }: { probe: Probe; shown: Differentiation }) {
  const reading = probe.reading ?? probe.wrong;
  const good = probe.ok && (reading === null || reading.agrees);
  const verdict = !probe.ok || reading?.adjoint === null ? undefined : good ? 'passed' : 'failed';
  const { wrong } = probe;
  return (
    <div className="probe-found sentence" data-verdict={verdict} role="status">
      <p>
        {verdict !== undefined && <strong>{good ? '✓ ' : '✕ '}</strong>}
        <Prose text={probe.sentence} />
      </p>
      {reading !== null && (
        <p className="figures">
          {reading.adjoint !== null && (
            <span>
              adjoint <b>{shortNumber(reading.adjoint)}</b>
            </span>
          )}
          <span title={`Central difference, step ${shortNumber(reading.step, 3)}`}>
            difference <b>{shortNumber(reading.difference)}</b>
          </span>
          <span title="A tangent that starts here: exact but for rounding">
            tangent <b>{shortNumber(reading.tangent)}</b>
          </span>
        </p>
      )}
      {wrong !== null && (
        <Button onClick={() => actions.pin(focusOnStatement(shown, wrong.statement, 'sweep'))}>
          Why this statement?
        </Button>
      )}
    </div>
  );
}

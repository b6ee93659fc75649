import { useEffect, useState } from 'react';
import type { Differentiation, Probe, ProbePoint } from '../../../engine/pipeline/results';
import { actions, services, store } from '../../app';
import { runOf } from '../../store/document/playground';
import { focusOnStatement } from '../../store/view/focus';
import { Button } from '../../ui/controls';
import { shortNumber } from '../../ui/numbers';
import { Prose } from '../why/Prose';

interface ProbingProps {
  readonly shown: Differentiation;
  /** Of the selected variable at the statement at hand; null where there is none. */
  readonly point: ProbePoint | null;
  readonly selected: string | null;
}

/** Adjoints inside of the run, against finite differences taken there. */
export function Probing({ shown, point, selected }: ProbingProps) {
  const [busy, setBusy] = useState(false);
  const [probe, setProbe] = useState<Probe | null>(null);
  const at = JSON.stringify(point);
  // A reading belongs to its point; what was found about the whole run stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another point is another question
  useEffect(() => setProbe((before) => (before?.reading ? null : before)), [at]);
  const ask = async (asked: ProbePoint | null) => {
    setBusy(true);
    const request = runOf(store.getState().playground, {});
    const outcome = await services()?.session.clients.execution.ask({ kind: 'probe', request, point: asked });
    if (outcome?.kind === 'answer') setProbe(outcome.answer);
    else actions.notify({ id: 'probe', tone: 'warning', text: 'The probe did not come to an end.' });
    setBusy(false);
  };
  return (
    <section className="probing" aria-label="Probe">
      <div className="stepper-choices">
        <Button size="small" aria-disabled={busy || undefined} onClick={() => !busy && ask(null)}>
          Check every adjoint
        </Button>
        <Button
          size="small"
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
      {probe !== null && <Found probe={probe} shown={shown} />}
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
        <Button size="small" onClick={() => actions.pin(focusOnStatement(shown, wrong.statement, 'sweep'))}>
          Why this statement?
        </Button>
      )}
    </div>
  );
}

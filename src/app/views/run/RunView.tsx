import { CircleStop, Play } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import type { Differentiation, Execution } from '../../../engine/pipeline/results';
import { actions, services } from '../../app';
import { storedName, verdictOf } from '../../store/results/lookup';
import { isRunStale } from '../../store/state';
import { focusOnRecording } from '../../store/view/focus';
import { useAsNeeded } from '../../ui/asNeeded';
import { breakable } from '../../ui/breakable';
import { Button, Link } from '../../ui/controls';
import { bytes, counted, grouped, shortNumber } from '../../ui/numbers';
import { Quantity } from '../../ui/Quantity';
import { TableHead } from '../../ui/TableHead';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp } from '../../use';
import { Empty, Panel, Stale } from '../Panel';
import { Prose } from '../why/Prose';
import { type Asking, Astray, useAstray } from './Astray';
import { explosionOf } from './arrayFigures';
import { Certain } from './Certain';
import { Values } from './Values';

const VIEW = 'run';
const Warnings = lazy(async () => ({ default: (await import('../problems/Warnings')).Warnings }));

/** Inputs, outputs, the gradient, the tape, the cost and the check. */
export function RunView() {
  const shown = useApp((state) => state.shown);
  const running = useApp((state) => state.running);
  const stale = useApp((state) => state.execution !== null && isRunStale(state));
  return (
    <Panel
      title="Run"
      head={
        <>
          <span className="grow" />
          {stale && !running && <Stale />}
          {running ? (
            <Button icon={<CircleStop size={13} />} onClick={() => services()?.session.cancelRun()}>
              Cancel
            </Button>
          ) : (
            <Button
              icon={<Play size={13} />}
              title="Runs with a generous budget: 15 seconds, 512 MB"
              onClick={() => services()?.session.run()}
            >
              Run
            </Button>
          )}
        </>
      }
    >
      {!shown?.ok ? (
        <Empty>Runs start as soon as there is a routine without errors.</Empty>
      ) : (
        <Run shown={shown} />
      )}
    </Panel>
  );
}

function Run({ shown }: { shown: Differentiation }) {
  const execution = useApp((state) => state.execution);
  const stale = useApp(isRunStale);
  const running = useApp((state) => state.running);
  const asking = useAstray();
  return (
    <div className="run" data-stale={stale || undefined}>
      {execution === null ? (
        <p className="sentence" aria-busy="true">
          {running && 'The kernel is being run …'}
        </p>
      ) : (
        <Sentence execution={execution} />
      )}
      <Values shown={shown} execution={execution} ask={asking.ask} />
      {execution?.ok && <Astray asking={asking} shown={shown} />}
      {execution?.ok && <Certain execution={execution} shown={shown} />}
      {execution?.ok && <Tape execution={execution} shown={shown} />}
      {execution?.ok && <Operations execution={execution} />}
      {execution?.ok && <Differences execution={execution} ask={asking.ask} />}
    </div>
  );
}

function Sentence({ execution }: { execution: Execution }) {
  const verdict = verdictOf(execution);
  const problem = execution.diagnostics.find(({ severity }) => severity === 'error');
  // That all is zero is the sentence.
  const warnings = execution.diagnostics.filter(
    ({ severity, code }) => severity === 'warning' && code !== 'zero-derivatives',
  );
  const words = {
    passed: '✓ Checked.',
    zero: '○ Zero everywhere.',
    failed: '✕ Wrong.',
    kink: '△ Kink or jump.',
    'ill-conditioned': '△ Ill-conditioned.',
    none: '○ Not checked.',
  };
  if (problem !== undefined)
    return (
      <div className="sentence" data-verdict="failed" role="status">
        <strong>✕ The run ended early.</strong> <Prose text={problem.message} />
        {problem.notes.map(({ message }) => (
          <p key={message}>
            <Prose text={message} />
          </p>
        ))}
      </div>
    );
  return (
    <div className="sentence" data-verdict={verdict}>
      <strong>{words[verdict]}</strong> <Prose text={execution.check.sentence} />
      {warnings.length > 0 && (
        <Suspense>
          <Warnings of={warnings} />
        </Suspense>
      )}
      <Explosion execution={execution} />
    </div>
  );
}

/** Derivatives of numbers beyond all measure are right and teach nothing. */
function Explosion({ execution }: { execution: Execution }) {
  const isGiven = useApp(({ playground: { inputs } }) =>
    Object.values(inputs).some((text) => text.trim() !== ''),
  );
  const found = explosionOf(execution.inputs, execution.outputs, execution.derivatives);
  if (found === null) return null;
  return (
    <p className="said">
      On {isGiven ? 'these' : 'the default'} inputs <code>{found.name}</code> grows to{' '}
      {shortNumber(found.size, 2)}: give it smaller ones, or fewer iterations, to see numbers that can be
      read.
    </p>
  );
}

const ROWS_AT_ONCE = 30;

function Tape({ execution, shown }: { execution: Execution; shown: Differentiation }) {
  const { tape } = execution;
  const rows = shown.recordings.flatMap((recording) => {
    const used = tape.byRecording[recording.id];
    return used === undefined ? [] : [{ recording, ...used }];
  });
  const most = Math.max(1, ...rows.map((row) => row.bytes));
  const [made, end] = useAsNeeded(rows.length, ROWS_AT_ONCE);
  const { source } = shown.request;
  const starts = useMemo(() => lineStarts(source), [source]);
  return (
    <>
      <h3 className="group-title">Tape</h3>
      <p className="figures">
        <span>
          <b>{counted(tape.values, 'value')}</b>,{' '}
          <b>{counted(tape.controls, 'control entry', 'control entries')}</b>
        </span>
        <span>
          <b>{bytes(tape.bytes)}</b> pushed, room for <b>{bytes(tape.peakBytes)}</b>
        </span>
      </p>
      {rows.length > 0 && (
        <table className="table run-table tape-bars" aria-label="What the tape held">
          <TableHead columns={['stored', { n: 'pushes' }, { n: 'bytes' }, { unseen: 'share' }]} />
          <tbody onPointerLeave={() => actions.hover(null)}>
            {rows.slice(0, made).map(({ recording, pushes, bytes: size }) => (
              <tr
                key={recording.id}
                onPointerEnter={() => actions.hover(focusOnRecording(shown, recording.id, VIEW))}
              >
                <th scope="row">
                  <Link look="mono" onClick={() => actions.pin(focusOnRecording(shown, recording.id, VIEW))}>
                    {storedName(recording) || recording.kind}
                  </Link>{' '}
                  <small>line {positionOf(starts, recording.span.start).line + 1}</small>
                </th>
                <td className="value">{grouped(pushes)}</td>
                <td className="value">{bytes(size)}</td>
                <td>
                  <span className="bar" style={{ width: `${(size / most) * 100}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {end}
    </>
  );
}

function Operations({ execution }: { execution: Execution }) {
  const { primal, derivative, ratio } = execution.operations;
  return (
    <>
      <h3 className="group-title">Operations</h3>
      <p className="figures">
        <span>
          primal <b>{shortNumber(primal.weighted, 4)}</b>
        </span>
        <span>
          with derivatives <b>{shortNumber(derivative.weighted, 4)}</b>
        </span>
        <span>
          ratio <b>{shortNumber(ratio, 3)}</b>
        </span>
      </p>
    </>
  );
}

function Differences({ execution, ask }: { execution: Execution; ask: Asking['ask'] }) {
  const check = execution.check.finiteDifference;
  const dot = execution.check.dotProduct;
  if (check === null && dot === null) return null;
  return (
    <>
      <h3 className="group-title">Check</h3>
      {dot !== null && (
        <p className="figures">
          <span>
            ⟨ȳ, J·ẋ⟩ <b>{shortNumber(dot.tangent)}</b>
          </span>
          <span>
            ⟨Jᵀ·ȳ, ẋ⟩ <b>{shortNumber(dot.adjoint)}</b>
          </span>
        </p>
      )}
      {check !== null && check.components.length > 0 && (
        <table className="table run-table differences" aria-label="Adjoints against differences">
          <TableHead columns={['component', { n: 'adjoint' }, { n: 'difference' }, { n: 'off by' }]} />
          <tbody>
            {check.components.slice(0, 40).map((each) => (
              <tr key={`${each.name} ${each.index}`}>
                <th scope="row" className="mono">
                  {breakable(each.element)}
                </th>
                <td className="value">
                  <Link
                    look="derivative"
                    aria-label={`Derivative ${each.element}, ${shortNumber(each.adjoint)}: say where it goes astray`}
                    onClick={() => ask({ name: each.name, index: each.index })}
                  >
                    <Quantity value={each.adjoint} digits={6} />
                  </Link>
                </td>
                <td className="value">
                  <Quantity value={each.difference} digits={6} />
                </td>
                <td className="value">
                  {each.passed ? '' : '✕ '}
                  {shortNumber(each.relativeError, 2)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

import { CircleStop, Play } from 'lucide-react';
import { useState } from 'react';
import type { Differentiation, Execution, VariableInfo } from '../../../engine/pipeline/results';
import { actions, services } from '../../app';
import { focusOnRecording, focusOnVariable } from '../../store/focus';
import { own, storedName } from '../../store/lookup';
import { isRunStale } from '../../store/state';
import { Button } from '../../ui/controls';
import { bytes, counted, shortList, shortNumber } from '../../ui/numbers';
import { Quantity } from '../../ui/Quantity';
import { useApp } from '../../use';
import { Empty, Panel, Stale } from '../Panel';
import { Prose } from '../why/Prose';
import { Elements, ElementsButton, Figure, figureInWords } from './Arrays';
import { type Asking, Astray, useAstray } from './Astray';
import { Certain } from './Certain';
import { mostAstray } from './mostAstray';

const VIEW = 'run';

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
            <Button
              size="small"
              icon={<CircleStop size={13} />}
              onClick={() => services()?.session.cancelRun()}
            >
              Cancel
            </Button>
          ) : (
            <Button
              size="small"
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
      {shown === null || shown.routine === null ? (
        <Empty>Runs start as soon as there is a routine.</Empty>
      ) : (
        <Run shown={shown} />
      )}
    </Panel>
  );
}

function Run({ shown }: { shown: Differentiation }) {
  const execution = useApp((state) => state.execution);
  const variables = shown.variables.filter(({ role }) => role !== 'local' && role !== 'unused');
  const adjoint = shown.request.mode === 'adjoint' || shown.request.mode === 'tangent-over-adjoint';
  const asking = useAstray(execution);
  return (
    <div className="run">
      {execution !== null && <Sentence execution={execution} />}
      <table className="table run-table variables" aria-label="Values and derivatives">
        <thead>
          <tr>
            <th scope="col">name</th>
            <th scope="col">in</th>
            <th scope="col" className="n">
              out
            </th>
            <th scope="col" className="n">
              {adjoint ? 'adjoint' : 'tangent'}
            </th>
            {shown.request.mode === 'tangent-over-adjoint' && (
              <th scope="col" className="n" title="The Hessian times the direction, all ones">
                Hessian · d
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {variables.map((variable) => (
            <VariableRow
              key={variable.key}
              variable={variable}
              execution={execution}
              shown={shown}
              adjoint={adjoint}
              ask={asking.ask}
            />
          ))}
        </tbody>
      </table>
      {execution?.ok && <Astray asking={asking} shown={shown} />}
      {execution?.ok && <Certain execution={execution} shown={shown} />}
      {execution?.ok && <Tape execution={execution} shown={shown} />}
      {execution?.ok && <Operations execution={execution} />}
      {execution?.ok && <Differences execution={execution} ask={asking.ask} />}
    </div>
  );
}

function Sentence({ execution }: { execution: Execution }) {
  const { verdict, sentence } = execution.check;
  const problem = execution.diagnostics.find(({ severity }) => severity === 'error');
  const words = {
    passed: '✓ Checked.',
    failed: '✕ Wrong.',
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
      <strong>{words[verdict]}</strong> <Prose text={sentence} />
      {execution.diagnostics
        .filter(({ severity }) => severity === 'warning')
        .map(({ code, message }) => (
          <p key={`${code} ${message}`} className="said">
            <Prose text={message} />
          </p>
        ))}
    </div>
  );
}

function VariableRow(props: {
  variable: VariableInfo;
  execution: Execution | null;
  shown: Differentiation;
  adjoint: boolean;
  ask: Asking['ask'];
}) {
  const { variable, execution, shown, adjoint, ask } = props;
  const { key, role, dimensions, type } = variable;
  const text = useApp((state) => own(state.playground.inputs, key) ?? '');
  const seed = useApp((state) => own(state.playground.seeds, key) ?? '');
  const taken = own(execution?.inputs, key);
  const output = own(execution?.outputs, key);
  const second = own(execution?.second, key);
  const derivative = own(execution?.derivatives, key);
  const isInput = role !== 'result';
  const [open, setOpen] = useState(false);
  const isTangentOver = shown.request.mode === 'tangent-over-adjoint';
  const parts = [
    { title: 'in', values: isInput ? taken : undefined },
    { title: 'out', values: output },
    { title: adjoint ? 'adjoint' : 'tangent', values: derivative },
    { title: 'Hessian · d', values: second },
  ];
  const isArray = parts.some(({ values }) => values !== undefined && values.length > 1);
  const row = (
    <tr>
      <th scope="row">
        <button
          type="button"
          className="link mono"
          title={`${type}${dimensions === null ? '' : ` [${dimensions.join(', ')}]`}. ${variable.reason}`}
          onClick={() => actions.pin(focusOnVariable(shown, key, VIEW))}
        >
          {key}
        </button>
        {isArray && <ElementsButton of={key} open={open} toggle={setOpen} />}
      </th>
      <td>
        {isInput && (
          <input
            aria-label={`Input ${key}: a number, a list, or a formula in i, j, k and n`}
            spellCheck={false}
            value={text}
            placeholder={taken === undefined ? '' : shortList(taken, 3, 14)}
            onChange={(event) => actions.setInput(key, event.target.value)}
          />
        )}
      </td>
      <td className="value" title={output?.join(', ').slice(0, 2000)}>
        {output !== undefined && <Figure of={output} />}
      </td>
      <td className="value" title={derivative?.join(', ').slice(0, 2000)}>
        {derivative !== undefined && execution !== null ? (
          <button
            type="button"
            className={`link ${adjoint ? 'derivative' : 'tangent'}`}
            aria-label={`Derivative of ${key}, ${figureInWords(derivative)}: say where it goes astray`}
            onClick={() => ask(mostAstray(execution, key))}
          >
            <Figure of={derivative} />
          </button>
        ) : variable.dependent && adjoint ? (
          <input
            aria-label={`Seed of ${key}: its adjoint at exit`}
            spellCheck={false}
            value={seed}
            placeholder="1"
            onChange={(event) => actions.setSeed(key, event.target.value)}
          />
        ) : (
          ''
        )}
      </td>
      {isTangentOver && (
        <td className="value" title={second?.join(', ').slice(0, 2000)}>
          {second !== undefined && (
            <span className="tangent">
              <Figure of={second} />
            </span>
          )}
        </td>
      )}
    </tr>
  );
  if (!open || !isArray || execution === null) return row;
  return (
    <>
      {row}
      <Elements
        variable={variable}
        execution={execution}
        shown={shown}
        parts={parts}
        columns={isTangentOver ? 5 : 4}
      />
    </>
  );
}

function Tape({ execution, shown }: { execution: Execution; shown: Differentiation }) {
  const { tape } = execution;
  const rows = shown.recordings.flatMap((recording) => {
    const used = tape.byRecording[recording.id];
    return used === undefined ? [] : [{ recording, ...used }];
  });
  const most = Math.max(1, ...rows.map((row) => row.bytes));
  return (
    <>
      <p className="group-title">Tape</p>
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
          <thead>
            <tr>
              <th scope="col">stored</th>
              <th scope="col" className="n">
                pushes
              </th>
              <th scope="col" className="n">
                bytes
              </th>
              <th scope="col">
                <span className="unseen">share</span>
              </th>
            </tr>
          </thead>
          <tbody onPointerLeave={() => actions.hover(null)}>
            {rows.map(({ recording, pushes, bytes: size }) => (
              <tr
                key={recording.id}
                onPointerEnter={() => actions.hover(focusOnRecording(shown, recording.id, VIEW))}
              >
                <th scope="row">
                  <button
                    type="button"
                    className="link mono"
                    onClick={() => actions.pin(focusOnRecording(shown, recording.id, VIEW))}
                  >
                    {storedName(recording) || recording.kind}
                  </button>
                </th>
                <td className="value">{pushes.toLocaleString('en')}</td>
                <td className="value">{bytes(size)}</td>
                <td>
                  <span className="bar" style={{ width: `${(size / most) * 100}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Operations({ execution }: { execution: Execution }) {
  const { primal, derivative, ratio } = execution.operations;
  return (
    <>
      <p className="group-title">Operations</p>
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
      <p className="group-title">Check</p>
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
        <table className="table run-table" aria-label="Adjoints against differences">
          <thead>
            <tr>
              <th scope="col">component</th>
              <th scope="col" className="n">
                adjoint
              </th>
              <th scope="col" className="n">
                difference
              </th>
              <th scope="col" className="n">
                off by
              </th>
            </tr>
          </thead>
          <tbody>
            {check.components.slice(0, 40).map((each) => (
              <tr key={`${each.name} ${each.index}`}>
                <th scope="row" className="mono">
                  {each.element}
                </th>
                <td className="value">
                  <button
                    type="button"
                    className="link derivative"
                    aria-label={`Derivative ${each.element}, ${shortNumber(each.adjoint)}: say where it goes astray`}
                    onClick={() => ask({ name: each.name, index: each.index })}
                  >
                    <Quantity value={each.adjoint} />
                  </button>
                </td>
                <td className="value">
                  <Quantity value={each.difference} />
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

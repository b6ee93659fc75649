import { useEffect, useRef, useState } from 'react';
import type { BrokenRun } from '../../../engine/pipeline/results';
import { actions, store } from '../../app';
import { askEngine } from '../../found';
import { runKey, runOf } from '../../store/document/playground';
import { isStale } from '../../store/state';
import { focusOnLocation } from '../../store/view/focus';
import { Button } from '../../ui/controls';
import { bytes } from '../../ui/numbers';
import { Quantity } from '../../ui/Quantity';
import { TableHead } from '../../ui/TableHead';
import { useApp } from '../../use';
import { type Breakable, breakables, isControl, tamperedWith, worstFirst } from './broken';
import { Prose } from './Prose';

/** Two runs, kept short. */
const BUDGET = { steps: 50_000_000, milliseconds: 3_000, bytes: 128 * 2 ** 20 };

/** What goes wrong without a stored value, and what it costs to store one that the analysis left out. */
export function BreakIt() {
  const shown = useApp((state) => state.shown);
  const pinned = useApp((state) => state.pinned);
  const current = !useApp(isStale);
  if (shown === null || pinned === null || pinned.result !== shown || !current) return null;
  if (shown.request.mode !== 'adjoint') return null;
  if (isControl(shown, pinned))
    return (
      <p className="break-it">
        It cannot be taken away to see what breaks: the backward sweep would not know where to go.
      </p>
    );
  return breakables(shown, pinned).map((each) => (
    <Breaking key={`${each.key} ${each.change}`} what={each} asked={pinned.subject?.kind === 'location'} />
  ));
}

const WORDS = {
  removed: { run: 'Break it: run without', keep: 'Take it out of the code', column: 'without' },
  forced: { run: 'Force it: run with', keep: 'Put it into the code', column: 'with it' },
};

function Breaking({ what, asked }: { what: Breakable; asked: boolean }) {
  const inputs = useApp((state) => runKey(state.playground));
  const tampered = useApp(({ playground: { tamper } }) =>
    (what.change === 'removed' ? tamper.with : tamper.without).includes(what.key),
  );
  const [busy, setBusy] = useState(false);
  const [run, setRun] = useState<BrokenRun | null>(null);
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other inputs make another run
  useEffect(() => setRun(null), [inputs]);
  useEffect(() => {
    if (run !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [run]);
  // A link may carry it along.
  const { key, change, text } = what;
  useEffect(() => {
    if (run?.ok !== true) return;
    actions.preview({ key, change, text });
    return () => actions.preview(null);
  }, [run, key, change, text]);
  const words = WORDS[what.change];
  const breakIt = async () => {
    setBusy(true);
    const request = runOf(store.getState().playground, BUDGET);
    const answer = await askEngine({ kind: 'breakIt', request, recording: what.key }, 'execution');
    // What was typed meanwhile makes it an answer about another program.
    const current = runKey(store.getState().playground) === inputs;
    if (answer) setRun(current ? answer : null);
    else actions.notify({ id: 'break-it', tone: 'warning', text: 'The two runs did not come to an end.' });
    setBusy(false);
  };
  const keep = () => actions.tamper(tamperedWith(store.getState().playground.tamper, what.key, what.change));
  if (tampered)
    return (
      <div className="break-it">
        <Button onClick={keep}>
          {what.change === 'forced' ? `Store ${what.text} again` : `Don’t store ${what.text} any more`}
        </Button>
      </div>
    );
  if (run === null)
    return (
      <div className="break-it">
        <Button disabled={busy} onClick={breakIt}>
          {words.run} {what.text}
          {what.change === 'forced' && ' stored'}
        </Button>
        {what.change === 'forced' && !asked && <WhyNot what={what} />}
      </div>
    );
  return (
    <div className="break-it" ref={place}>
      <p role="status">
        <Prose text={run.sentence} />
      </p>
      {run.components.length > 0 && <Components run={run} title={words.column} />}
      {run.ok && (
        <p className="figures">
          <span>
            tape <b>{bytes(run.bytes.before)}</b> → <b>{bytes(run.bytes.after)}</b>
          </span>
        </p>
      )}
      <Button onClick={() => setRun(null)}>
        {what.change === 'removed' ? 'Put it back' : 'Leave it out again'}
      </Button>{' '}
      {run.ok && (
        <Button look="quiet" onClick={keep}>
          {words.keep}
        </Button>
      )}
    </div>
  );
}

/** The negative question, with its own card. */
function WhyNot({ what }: { what: Breakable }) {
  const ask = () => {
    const { shown } = store.getState();
    const { statement, location } = what;
    if (shown !== null) actions.pin(focusOnLocation(shown, { statement, location, point: 'before' }, 'why'));
  };
  return (
    <>
      {' '}
      <Button look="quiet" onClick={ask}>
        Why is {what.text} not stored here?
      </Button>
    </>
  );
}

export function Components({ run, title }: { run: BrokenRun; title: string }) {
  const rows = worstFirst(run.components);
  return (
    <table className="table run-table differences" aria-label={title}>
      <TableHead columns={['gradient', { n: 'right' }, { n: title }, { n: 'difference' }]} />
      <tbody>
        {rows.map(({ name, index, element, right, broken, difference, wrong }) => (
          <tr key={`${name} ${index}`} data-wrong={wrong || undefined}>
            <th scope="row" className="mono">
              {element}
            </th>
            <td className="value">
              <Quantity value={right} digits={6} />
            </td>
            <td className="value">
              {wrong && (
                <>
                  <span aria-hidden="true">✕ </span>
                  <span className="unseen">wrong: </span>
                </>
              )}
              <Quantity value={broken} digits={6} />
            </td>
            <td className="value">{difference !== null && <Quantity value={difference} digits={6} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

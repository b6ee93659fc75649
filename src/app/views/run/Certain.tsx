import { CircleStop, Search, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Certificate, Differentiation, Execution } from '../../../engine/pipeline/results';
import { actions, services, store } from '../../app';
import { askEngine } from '../../found';
import { runOf } from '../../store/document/playground';
import { certificateOf } from '../../store/session/questions';
import { isRunStale } from '../../store/state';
import { focusOnStatement } from '../../store/view/focus';
import { Button, Link } from '../../ui/controls';
import { grouped } from '../../ui/numbers';
import { Prose } from '../why/Prose';
import { lackingOutcomes, outcomesSentence, saidOf, testNamed } from './verdicts';

type State =
  | { readonly kind: 'busy'; readonly part: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'found'; readonly certificate: Certificate };

/** So many outcomes that the path lacks are listed. */
const MOST_LISTED = 6;

/** The exact check of the run at hand, asked for with every run, in a worker of its own. */
function useCertificate(execution: Execution) {
  const [state, setState] = useState<State>({ kind: 'busy', part: 0 });
  const latest = useRef(0);
  const client = () => services()?.session.clients.certificate;
  const ask = async () => {
    const mine = ++latest.current;
    setState({ kind: 'busy', part: 0 });
    // Edited meanwhile: the run of the new text will ask.
    if (isRunStale(store.getState())) return;
    const question = certificateOf(store.getState().playground);
    const outcome = await client()?.ask(question, undefined, (part) => {
      if (mine === latest.current) setState({ kind: 'busy', part });
    });
    if (mine !== latest.current) return;
    setState(
      outcome?.kind === 'answer' ? { kind: 'found', certificate: outcome.answer } : { kind: 'stopped' },
    );
  };
  const stop = () => {
    latest.current++;
    client()?.cancel();
    setState({ kind: 'stopped' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run is a question
  useEffect(() => {
    void ask();
    return () => {
      latest.current++;
    };
  }, [execution]);
  return { state, ask, stop };
}

export function Certain({ execution, shown }: { execution: Execution; shown: Differentiation }) {
  const { state, ask, stop } = useCertificate(execution);
  return (
    <section className="certain" aria-label="Exact check">
      <h3 className="group-title">Exact check</h3>
      {state.kind === 'busy' && (
        <p className="sentence" role="status">
          Computing without rounding… <progress aria-label="Exact check" value={state.part} />{' '}
          <Button icon={<CircleStop size={13} />} onClick={stop}>
            Stop
          </Button>
        </p>
      )}
      {state.kind === 'stopped' && (
        <p className="sentence" data-verdict="none">
          <strong>○ Stopped.</strong> Nothing is proved.{' '}
          <Button icon={<ShieldCheck size={13} />} onClick={() => void ask()}>
            Check again
          </Button>
        </p>
      )}
      {state.kind === 'found' && (
        <>
          <Verdict certificate={state.certificate} check={execution.check.verdict} />
          <Outcomes key={state.certificate.path.key} certificate={state.certificate} shown={shown} />
        </>
      )}
    </section>
  );
}

function Verdict({ certificate, check }: { certificate: Certificate; check: Execution['check']['verdict'] }) {
  const { verdict, word, sentence, rest, disagreement } = saidOf(certificate, check);
  return (
    <div className="sentence" data-verdict={verdict} role="status">
      <p>
        <strong>{word}</strong> <Prose text={sentence} />
      </p>
      {disagreement !== '' && <p className="said">{disagreement}</p>}
      {rest !== '' && (
        <details>
          <summary>What this rests on</summary>
          <p>
            <Prose text={rest} />
          </p>
        </details>
      )}
    </div>
  );
}

/** Which outcomes tests had on the path, and a way to the paths that were not taken. */
function Outcomes({ certificate, shown }: { certificate: Certificate; shown: Differentiation }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const { tests } = certificate.path;
  if (tests.length === 0) return null;
  const lacking = lackingOutcomes(certificate);
  const listed = lacking
    .slice(0, MOST_LISTED)
    .map((each) => ({ ...each, ...testNamed(shown, each.statement) }));
  const look = async (wanted: { statement: string; outcome: 'true' | 'false' }) => {
    setBusy(wanted.statement);
    const request = runOf(store.getState().playground, {});
    const answer = await askEngine({ kind: 'inputsFor', request, wanted }, 'certificate');
    setBusy(null);
    if (answer?.inputs) actions.setInputs(textsOf(answer.inputs, request.inputs ?? {}));
    else setTold(answer?.sentence ?? 'The search did not come to an end.');
  };
  return (
    <div className="sentence outcomes">
      <p>{outcomesSentence(tests.length, tests.length - lacking.length)}</p>
      <ul>
        {listed.map(({ statement, outcome, text, routine }) => (
          <li key={statement}>
            <Link look="mono" onClick={() => actions.pin(focusOnStatement(shown, statement, 'run'))}>
              {text}
            </Link>{' '}
            {routine !== null && (
              <>
                in <code>{routine}</code>{' '}
              </>
            )}
            was never {outcome}:{' '}
            <Button
              icon={<Search size={13} />}
              aria-disabled={busy !== null || undefined}
              title="Looks for inputs, and puts them in"
              onClick={() => busy === null && void look({ statement, outcome })}
            >
              {busy === statement ? 'Searching…' : 'find an input'}
            </Button>
          </li>
        ))}
      </ul>
      {told !== null && (
        <p role="status">
          <Prose text={told} />
        </p>
      )}
      {lacking.length > listed.length && <p>… and {grouped(lacking.length - listed.length)} more.</p>}
    </div>
  );
}

/** Inputs as the table takes them; those that are as they were stay as they were written. */
function textsOf(
  found: Readonly<Record<string, readonly number[]>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(found)
      .filter(([key, values]) => JSON.stringify(given[key]) !== JSON.stringify(values))
      .map(([key, values]) => [key, values.join(', ')]),
  );
}

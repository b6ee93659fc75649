import { CircleStop } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Differentiation, Trouble } from '../../../engine/pipeline/results';
import { actions, services, store } from '../../app';
import { runKey, runOf } from '../../store/document/playground';
import { focusOnStatement } from '../../store/view/focus';
import { Button } from '../../ui/controls';
import { useApp } from '../../use';
import { Prose } from '../why/Prose';
import type { Component } from './mostAstray';

type State =
  | { readonly kind: 'busy'; readonly of: Component }
  | { readonly kind: 'found'; readonly of: Component; readonly trouble: Trouble };

export interface Asking {
  readonly state: State | null;
  readonly ask: (of: Component) => void;
  readonly stop: () => void;
}

/** Why a derivative is what it is, asked for by one click; an answer belongs to its program and inputs. */
export function useAstray(): Asking {
  const run = useApp(({ playground }) => runKey(playground));
  const [state, setState] = useState<State | null>(null);
  const latest = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is another question
  useEffect(() => {
    latest.current++;
    setState(null);
  }, [run]);
  const ask = async (of: Component) => {
    const mine = ++latest.current;
    setState({ kind: 'busy', of });
    const request = runOf(store.getState().playground, {});
    const outcome = await services()?.session.clients.execution.ask({ kind: 'trouble', request, of });
    if (mine !== latest.current) return;
    if (outcome?.kind === 'answer') setState({ kind: 'found', of, trouble: outcome.answer });
    else {
      setState(null);
      actions.notify({ id: 'trouble', tone: 'warning', text: 'The search did not come to an end.' });
    }
  };
  const stop = () => {
    latest.current++;
    setState(null);
    services()?.session.clients.execution.cancel();
  };
  return { state, ask, stop };
}

export function Astray({ asking, shown }: { asking: Asking; shown: Differentiation }) {
  const { state, stop } = asking;
  if (state === null)
    return (
      <p className="run-hint">A click on a derivative says where it dies, blows up or loses its digits.</p>
    );
  if (state.kind === 'busy')
    return (
      <p className="sentence" role="status">
        Looking into the derivative…{' '}
        <Button icon={<CircleStop size={13} />} onClick={stop}>
          Stop
        </Button>
      </p>
    );
  const { sentence, first, ok } = state.trouble;
  return (
    <div
      className="sentence"
      data-verdict={!ok ? 'none' : first === null ? 'passed' : 'ill-conditioned'}
      role="status"
    >
      <p>
        {first !== null && <strong>{first.kind.charAt(0).toUpperCase() + first.kind.slice(1)}. </strong>}
        <Prose text={sentence} />
      </p>
      {first !== null && (
        <>
          <p>
            In the {first.sweep} sweep
            {first.visit > 1 ? `, in run ${first.visit} of the statement` : ''}. Instead:{' '}
            <Prose text={first.instead} />
          </p>
          <Button onClick={() => actions.pin(focusOnStatement(shown, first.statement, 'run'))}>
            Show the statement
          </Button>
        </>
      )}
    </div>
  );
}

import { useMemo } from 'react';
import type { CallContext, CalledRoutine, CallSite, Differentiation } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { Code } from '../../ui/Code';
import { Button, brief, Link } from '../../ui/controls';
import { TableHead } from '../../ui/TableHead';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp } from '../../use';
import { focusOnCall } from './focusOnCall';

const MODES: Record<CallSite['mode'], string> = {
  joint: 'Checkpointed: the backward sweep restores a snapshot and runs both sweeps of the callee.',
  split: 'In two halves: the callee’s forward sweep here, its backward sweep later.',
  inline: 'The callee stands in place of the call.',
  plain: 'No derivative passes through it: an ordinary statement.',
};

/** One routine: what its caller can see, the contexts that were united for it, and the calls it makes. */
export function CalledDetails(props: {
  routine: CalledRoutine;
  shown: Differentiation;
  choose: (name: string) => void;
}) {
  const { routine, shown, choose } = props;
  const calls = shown.callGraph.calls.filter(({ caller }) => caller === routine.name);
  const canChoose = routine.name !== shown.routine?.name && !routine.external;
  return (
    <div className="calls-details">
      <h3>
        <code>{routine.name}</code>
        {routine.external && <span className="tag">external</span>}
        {routine.recursive && <span className="tag">recursive: iterated until nothing grew</span>}
        <span className="grow" />
        {canChoose && <Button onClick={() => actions.setRoutine(routine.name)}>Differentiate it</Button>}
      </h3>
      {routine.contexts.length > 0 && <Contexts routine={routine} shown={shown} />}
      {calls.length > 0 && <Calls calls={calls} shown={shown} choose={choose} />}
      <Summary routine={routine} />
    </div>
  );
}

function Summary({ routine: { ports, summary } }: { routine: CalledRoutine }) {
  const has = (set: string, port: string) => summary[set]?.includes(port) ?? false;
  const depends = new Map(
    (summary.diffDep ?? []).map((each) => {
      const [after = '', before = ''] = each.split(' <- ');
      return [after, before === 'nothing' ? [] : before.split(' ')];
    }),
  );
  if (ports.length === 0) return <p className="calls-note">Its caller sees nothing of it.</p>;
  return (
    <table className="table calls-table">
      <caption>Summary: what a call of it does</caption>
      <TableHead columns={['name', 'read', 'written', 'derivative from']} />
      <tbody>
        {ports.map((port) => (
          <tr key={port}>
            <th scope="row" className="mono">
              {port}
            </th>
            <td>{has('use', port) ? 'read' : <span className="empty-set">–</span>}</td>
            <td>
              {has('kill', port) ? (
                'always'
              ) : has('out', port) ? (
                'maybe'
              ) : (
                <span className="empty-set">–</span>
              )}
            </td>
            <td className="mono">
              {has('out', port) ? (
                depends.get(port)?.join(' ') || <span className="empty-set">∅</span>
              ) : (
                <span className="empty-set">–</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each call's own context; what the routine gets from other calls in addition is marked. */
function Contexts({ routine, shown }: { routine: CalledRoutine; shown: Differentiation }) {
  const { contexts, united } = routine;
  return (
    <table className="table calls-table">
      <caption>
        Contexts: {contexts.length === 1 ? 'one call' : `${contexts.length} calls, united`}
        {contexts.length > 1 && ', since one adjoint serves them all'}
      </caption>
      <TableHead columns={['call', 'varied at entry', 'useful at exit']} />
      <tbody>
        {contexts.map((context) => (
          <tr key={`${context.caller} ${context.site}`}>
            <th scope="row">
              <Site site={context} shown={shown} />
            </th>
            <td>
              <Context own={context.varied} united={united?.varied ?? []} />
            </td>
            <td>
              <Context own={context.useful} united={united?.useful ?? []} />
            </td>
          </tr>
        ))}
        {united !== null && contexts.length > 1 && (
          <tr className="calls-united">
            <th scope="row">united</th>
            <td>
              <Context own={united.varied} united={united.varied} />
            </td>
            <td>
              <Context own={united.useful} united={united.useful} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Context({ own, united }: { own: readonly string[]; united: readonly string[] }) {
  if (united.length + own.length === 0) return <span className="empty-set">∅</span>;
  return (
    <span className="members">
      {united.map((each) =>
        own.includes(each) ? (
          <span key={each} className="member" data-mark="gen">
            {each}
          </span>
        ) : (
          <span key={each} className="member from-others" title="Only other calls pass this">
            ({each}
            <span className="unseen"> from other calls only</span>)
          </span>
        ),
      )}
    </span>
  );
}

function Calls(props: {
  calls: readonly CallSite[];
  shown: Differentiation;
  choose: (name: string) => void;
}) {
  const { calls, shown, choose } = props;
  return (
    <table className="table calls-table">
      <caption>Calls it makes</caption>
      <TableHead
        columns={[
          'call',
          'reversed',
          { words: 'saved for before', blurb: 'What stands before the call in the backward sweep reads it' },
          { words: 'snapshot', blurb: 'What the adjoint of the call starts from' },
        ]}
      />
      <tbody>
        {calls.map((call) => (
          <tr key={`${call.statement} ${call.span.start}`}>
            <th scope="row">
              <Site site={call} shown={shown} />{' '}
              <Link look="calls-to" onClick={() => choose(call.callee)}>
                {call.callee} ›
              </Link>
            </th>
            <td title={MODES[call.mode]}>
              <span className="calls-mode" data-mode={call.mode}>
                {call.mode}
              </span>
              {!call.kept && <span className="tag">not in the forward sweep</span>}
            </td>
            <td>
              <Saved set={call.saved} />
            </td>
            <td>
              <Saved set={call.snapshot} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Saved({ set }: { set: readonly string[] }) {
  if (set.length === 0) return <span className="empty-set">∅</span>;
  return (
    <span className="recorded mono">
      {set.map((each) => (
        <span key={each}>{each}</span>
      ))}
    </span>
  );
}

/** A place in the text, which lights it where it is known, and leads there. */
function Site({ site, shown }: { site: CallContext | CallSite; shown: Differentiation }) {
  const source = useApp((state) => state.shownRequest?.source ?? '');
  const starts = useMemo(() => lineStarts(source), [source]);
  const focus = () => focusOnCall(shown, { statement: statementOf(site) });
  const text = source.slice(site.span.start, site.span.end).replace(/\s+/g, ' ').replace(/;$/, '');
  return (
    <Link
      onPointerEnter={() => actions.hover(focus())}
      onPointerLeave={() => actions.hover(null)}
      onFocus={() => actions.hover(focus())}
      onBlur={() => actions.hover(null)}
      onClick={() => {
        const found = focus();
        if (found !== null) actions.pin(found);
        else actions.reveal(site.span.start);
      }}
    >
      line {positionOf(starts, site.span.start).line + 1} <Code text={brief(text, 40)} />
    </Link>
  );
}

const statementOf = (site: CallContext | CallSite) => ('site' in site ? site.site : site.statement);

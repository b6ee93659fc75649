import '../../styles/calls.css';
import { useMemo, useState } from 'react';
import type { CallGraph, CallSite, Differentiation } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { focusOnStatement } from '../../store/focus';
import { isStale } from '../../store/state';
import { useApp, useLit } from '../../use';
import { Empty } from '../Panel';
import { CalledDetails } from './CalledDetails';
import { arrowLabel, CARD_HEIGHT, placeCalls } from './place';

const VIEW = 'calls';

/** Who calls whom and how each call is reversed; of the routine chosen, its summary and its contexts. */
export function CallsView() {
  const shown = useApp((state) => state.shown);
  const stale = useApp(isStale);
  const [chosen, choose] = useState<string | null>(null);
  if (shown === null || shown.callGraph.routines.length === 0)
    return <Empty>The call graph appears here as soon as there is a routine.</Empty>;
  const { routines } = shown.callGraph;
  const routine = routines.find(({ name }) => name === chosen) ?? routines.at(-1);
  if (routine === undefined) return null;
  return (
    <div className={stale ? 'calls stale-body' : 'calls'}>
      <Drawn graph={shown.callGraph} shown={shown} chosen={routine.name} choose={choose} />
      <CalledDetails routine={routine} shown={shown} choose={choose} />
    </div>
  );
}

/** A call in the routine that is shown is a statement that every view knows. */
export function focusOnCall(
  shown: Differentiation,
  { caller, statement }: Pick<CallSite, 'caller' | 'statement'>,
) {
  const known = caller === shown.routine?.name && shown.statements.some(({ id }) => id === statement);
  return known ? focusOnStatement(shown, statement, VIEW) : null;
}

function Drawn(props: {
  graph: CallGraph;
  shown: Differentiation;
  chosen: string;
  choose: (name: string) => void;
}) {
  const { graph, shown, chosen, choose } = props;
  const lit = useLit();
  const placed = useMemo(() => placeCalls(graph), [graph]);
  const entry = graph.routines.at(-1)?.name;
  const isLit = (site: CallSite) => site.caller === shown.routine?.name && lit.statements.has(site.statement);
  return (
    <div className="calls-drawn">
      <div className="calls-canvas" style={{ width: placed.width, height: placed.height }}>
        <svg width={placed.width} height={placed.height} aria-hidden="true">
          {placed.arrows.map(({ caller, callee, sites, back, path, tip, label }) => {
            const plain = sites.every(({ mode }) => mode === 'plain');
            return (
              <g
                key={`${caller} ${callee}`}
                className="calls-arrow"
                data-plain={plain || undefined}
                data-back={back || undefined}
                data-lit={sites.some(isLit) || undefined}
                data-joined={caller === chosen || callee === chosen || undefined}
              >
                <path d={path} />
                <path
                  d="M0 0L-8 -3.5L-8 3.5Z"
                  transform={`translate(${tip.x} ${tip.y}) rotate(${tip.angle})`}
                />
                <text x={label.x} y={label.y} textAnchor="middle">
                  {arrowLabel(sites)}
                </text>
              </g>
            );
          })}
        </svg>
        {placed.cards.map(({ name, x, y, width }) => {
          const routine = graph.routines.find((each) => each.name === name);
          const sites = graph.calls.filter(({ callee }) => callee === name);
          return (
            <button
              key={name}
              type="button"
              className="calls-card"
              style={{ left: x, top: y, width, height: CARD_HEIGHT }}
              aria-pressed={name === chosen}
              aria-label={spoken(graph, name)}
              onClick={() => choose(name)}
              onPointerEnter={() => {
                const site = sites.find((each) => focusOnCall(shown, each) !== null);
                if (site) actions.hover(focusOnCall(shown, site));
              }}
              onPointerLeave={() => actions.hover(null)}
            >
              <b>{name}</b>
              <small>
                {name === entry
                  ? 'differentiated'
                  : routine?.external
                    ? 'external'
                    : sites.length === 1
                      ? '1 call'
                      : `${sites.length} calls`}
                {routine?.recursive ? ', recursive' : ''}
              </small>
            </button>
          );
        })}
      </div>
    </div>
  );
}

function spoken({ routines, calls }: CallGraph, name: string): string {
  const routine = routines.find((each) => each.name === name);
  const made = calls.filter(({ caller }) => caller === name).map(({ callee, mode }) => `${callee} (${mode})`);
  return [
    name,
    routine?.external ? 'external' : '',
    routine?.recursive ? 'recursive' : '',
    made.length === 0 ? 'calls nothing' : `calls ${made.join(', ')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

import '../../styles/calls.css';
import { useMemo, useState } from 'react';
import type { CallGraph, CallSite, Differentiation } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { isStale } from '../../store/state';
import { counted } from '../../ui/numbers';
import { saveSvg, saveText } from '../../ui/save';
import type { Sheet } from '../../ui/sheets';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp, useLit } from '../../use';
import { quoted } from '../graphs/dot';
import { InHead } from '../Panel';
import { SaveTable } from '../SaveTable';
import { UntilRight } from '../UntilRight';
import { CalledDetails } from './CalledDetails';
import { focusOnCall } from './focusOnCall';
import { arrowLabel, CARD_HEIGHT, placeCalls } from './place';

/** Who calls whom and how each call is reversed; for the chosen routine, its summary and its contexts. */
export function CallsView() {
  const shown = useApp((state) => state.shown);
  const stale = useApp(isStale);
  const [chosen, choose] = useState<string | null>(null);
  if (shown === null || shown.callGraph.routines.length === 0) return <UntilRight there="no call graph" />;
  const { routines } = shown.callGraph;
  const routine = routines.find(({ name }) => name === chosen) ?? routines.at(-1);
  if (routine === undefined) return null;
  return (
    <div className={stale ? 'calls stale-body' : 'calls'}>
      <InHead>
        <SaveCalls shown={shown} />
      </InHead>
      <Drawn graph={shown.callGraph} shown={shown} chosen={routine.name} choose={choose} />
      <CalledDetails routine={routine} shown={shown} choose={choose} />
    </div>
  );
}

function SaveCalls({ shown }: { shown: Differentiation }) {
  const source = useApp((state) => state.shownRequest?.source ?? '');
  const file = `${shown.routine?.name ?? 'kernel'}-calls`;
  const svg = () => document.querySelector<SVGSVGElement>('.calls-canvas svg');
  return (
    <SaveTable
      what="Call graph"
      file={file}
      sheets={() => [callsSheet(shown, source)]}
      more={[
        {
          id: 'svg',
          title: 'SVG',
          onSelect: () => {
            const drawn = svg();
            if (drawn !== null) saveSvg(`${file}.svg`, drawn);
          },
        },
        { id: 'dot', title: 'DOT', onSelect: () => saveText(`${file}.dot`, callsDot(shown.callGraph)) },
      ]}
    />
  );
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
  const isLit = (site: CallSite) => site.caller === shown.routine?.name && lit.statements.has(site.statement);
  return (
    <div className="calls-drawn">
      <div className="calls-canvas" style={{ width: placed.width, height: placed.height }}>
        <svg width={placed.width} height={placed.height} aria-hidden="true">
          <g className="scene">
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
            {placed.cards.map(({ name, x, y, width }) => (
              <g key={name} className="calls-card-drawn" transform={`translate(${x} ${y})`}>
                <rect width={width} height={CARD_HEIGHT} rx={7} />
                <text className="calls-name" x={width / 2} y={CARD_HEIGHT / 2 - 2} textAnchor="middle">
                  {name}
                </text>
                <text x={width / 2} y={CARD_HEIGHT / 2 + 13} textAnchor="middle">
                  {roleOf(graph, name)}
                </text>
              </g>
            ))}
          </g>
        </svg>
        {placed.cards.map(({ name, x, y, width }) => (
          <button
            key={name}
            type="button"
            className="calls-card"
            style={{ left: x, top: y, width, height: CARD_HEIGHT }}
            aria-pressed={name === chosen}
            aria-label={spoken(graph, name)}
            onClick={() => choose(name)}
            onPointerEnter={() => {
              const site = graph.calls.find(
                (each) => each.callee === name && focusOnCall(shown, each) !== null,
              );
              if (site) actions.hover(focusOnCall(shown, site));
            }}
            onPointerLeave={() => actions.hover(null)}
          />
        ))}
      </div>
    </div>
  );
}

/** The line below a routine's name. */
function roleOf({ routines, calls }: CallGraph, name: string): string {
  const routine = routines.find((each) => each.name === name);
  const count = calls.filter(({ callee }) => callee === name).length;
  const role =
    name === routines.at(-1)?.name
      ? 'differentiated'
      : routine?.external
        ? 'external'
        : counted(count, 'call');
  return routine?.recursive ? `${role}, recursive` : role;
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

/** Every call: where, how it is reversed, and what is saved for it. */
export function callsSheet({ callGraph, routine }: Differentiation, source: string): Sheet {
  const starts = lineStarts(source);
  return {
    title: `Calls under ${routine?.name ?? 'the kernel'}`,
    head: ['line', 'caller', 'call', 'reversed', 'saved before it', 'snapshot'],
    rows: callGraph.calls.map(({ caller, span, mode, saved, snapshot }) => [
      String(positionOf(starts, span.start).line + 1),
      caller,
      source.slice(span.start, span.end).replace(/\s+/g, ' '),
      mode,
      saved.join(' '),
      snapshot.join(' '),
    ]),
  };
}

/** The call graph in Graphviz's language: one arrow for all calls of one routine by another, labelled with how they are reversed. */
export function callsDot({ routines, calls }: CallGraph): string {
  const sites = new Map<string, { caller: string; callee: string; all: CallSite[] }>();
  for (const call of calls) {
    const key = `${call.caller} ${call.callee}`;
    const known = sites.get(key) ?? { caller: call.caller, callee: call.callee, all: [] };
    known.all.push(call);
    sites.set(key, known);
  }
  return [
    'digraph "Call graph" {',
    '  rankdir=LR;',
    '  node [fontname="monospace", fontsize=11, shape=box, style=rounded];',
    '  edge [fontname="monospace", fontsize=10];',
    ...[...routines]
      .reverse()
      .map(({ name, external }) => `  ${quoted(name)}${external ? ' [style="rounded,dashed"]' : ''};`),
    ...[...sites.values()].map(
      ({ caller, callee, all }) =>
        `  ${quoted(caller)} -> ${quoted(callee)} [label=${quoted(arrowLabel(all))}];`,
    ),
    '}',
    '',
  ].join('\n');
}

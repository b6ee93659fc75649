import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Differentiation, ProbePoint, Trace } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { hasBackwardSweep } from '../../store/document/choices';
import { GRAPH_TITLES } from '../../store/results/lookup';
import { type Focus, focusOnStatement } from '../../store/view/focus';
import { Button, Segments } from '../../ui/controls';
import { grouped } from '../../ui/numbers';
import { Player } from '../../ui/Player';
import { useStand } from '../../use';
import { SingleGraph } from '../graphs/SingleGraph';
import { Prose } from '../why/Prose';
import { Heights } from './Heights';
import { History } from './History';
import { type Probes, Probing } from './Probing';
import { createPlayback, nextStop, type Playback, type Stops, tapeKind, told } from './playback';
import { type CellRow, cellRows, variableRows } from './rows';
import { Tape } from './Tape';
import { Values } from './Values';

const VIEW = 'sweep';
const NO_STOPS: Stops = { statements: new Set(), locations: new Set() };
/** Milliseconds a step. */
const BEATS = { slow: 700, fast: 160, faster: 30 };
// Not a select: a browser lays out nothing by itself that holds one.
const PACES = (['slow', 'fast', 'faster'] as const).map((value) => ({ value, title: value }));

interface SteppingProps {
  readonly trace: Trace;
  readonly shown: Differentiation;
  /** Names the program and its inputs, so that a step is kept for the same run only. */
  readonly run: string;
  readonly probes: Probes;
}

export function Stepping({ trace, shown, run, probes }: SteppingProps) {
  const play = useMemo(() => createPlayback(trace), [trace]);
  // Steps that were done: at entry none.
  const [done, stand] = useStand(VIEW, run);
  const at = Math.min(done, trace.steps) - 1;
  // A playback is where it was last moved to; nothing happens when it is there already.
  play.moveTo(at);
  const [stops, setStops] = useState(NO_STOPS);
  const [selected, setSelected] = useState<CellRow | null>(null);
  const [pace, setPace] = useState<keyof typeof BEATS>('slow');
  const lightAt = useMemo(() => lights(trace, shown), [trace, shown]);
  const go = useCallback(
    (step: number) => {
      play.moveTo(step);
      stand(play.at + 1, lightAt(play.at));
    },
    [play, stand, lightAt],
  );
  useEffect(() => actions.step(lightAt(at)), [lightAt, at]);
  useEffect(() => () => actions.step(null), []);

  const variables = useMemo(() => variableRows(trace), [trace]);
  const windows = useRef(new Map<number, number>());
  const entry = entryOf(trace);
  const statement = trace.statements[trace.statement[at] ?? -1];
  const routine = statement?.routine ?? entry;
  const routines = useMemo(() => new Set([entry, routine]), [entry, routine]);
  const [whole, setWhole] = useState<ReadonlySet<number>>(() => new Set());
  const rows = cellRows(trace, variables, at, { routines, whole, first: windows.current });

  const halts = useCallback((to: number) => nextStopIs(play, stops, to), [play, stops]);
  const partner = at < 0 ? -1 : play.partner(at);
  const pushes = /^push/.test((at < 0 ? null : tapeKind(trace, at)) ?? '');
  const toggle = (set: 'statements' | 'locations', value: string | number) =>
    setStops((before) => ({ ...before, [set]: toggled(before[set] as ReadonlySet<typeof value>, value) }));
  const here = statement?.statement ?? null;
  const reversed = hasBackwardSweep(shown.request.mode);
  const graph = !reversed ? 'original' : statement?.sweep === 'backward' ? 'adjoint' : 'forward';

  return (
    <div className="sweep">
      <Part name="sweep-side">
        <Player
          what="both sweeps"
          count={trace.steps}
          at={at}
          least={-1}
          beat={BEATS[pace]}
          onMove={go}
          stops={halts}
        />
        <Heights trace={trace} at={at} onGo={go} />
        <Where trace={trace} play={play} at={at} />
        <div className="stepper-choices">
          <Button onClick={() => go(nextStop(play, stops, -1))}>‹ Run back</Button>
          <Button onClick={() => go(nextStop(play, stops, 1))}>Run on ›</Button>
          <Button aria-disabled={partner < 0 || undefined} onClick={() => partner >= 0 && go(partner)}>
            {pushes || partner < 0 ? 'To its pop' : 'To its push'}
          </Button>
          <Button
            aria-disabled={here === null || undefined}
            aria-pressed={here !== null && stops.statements.has(here)}
            onClick={() => here !== null && toggle('statements', here)}
          >
            Stop at this statement
          </Button>
          <Segments label="Pace of the play" value={pace} choices={PACES} onChange={setPace} />
        </div>
        <StopList trace={trace} shown={shown} stops={stops} onRemove={toggle} />
        {shown.request.mode === 'adjoint' && (
          <Probing
            shown={shown}
            probes={probes}
            run={run}
            point={selected === null || here === null ? null : pointOf(trace, selected, here, at)}
            selected={selected?.name ?? null}
          />
        )}
        {selected !== null && (
          <History
            key={selected.key}
            play={play}
            row={selected}
            watched={stops.locations}
            onWatch={(location) => toggle('locations', location)}
            onGo={go}
            onClose={() => setSelected(null)}
          />
        )}
      </Part>
      <Part name="sweep-values">
        <Values
          play={play}
          rows={rows}
          derivative={shown.request.mode === 'adjoint' ? 'adjoint' : 'derivative'}
          selected={selected?.key ?? ''}
          onSelect={setSelected}
          onWhole={(location) => setWhole((before) => toggled(before, location))}
        />
      </Part>
      <Part name="sweep-tape">
        <Tape play={play} onGo={go} />
      </Part>
      <Part name="sweep-graph">
        <SingleGraph key={graph} name={graph} title={GRAPH_TITLES[graph]} />
      </Part>
    </div>
  );
}

/** A cell of the grid, and in it a box of that size, which the browser can lay out by itself: a cell it cannot. */
function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={`${name}-cell`}>
      <div className={name}>{children}</div>
    </div>
  );
}

/** Just before the statement at hand, in the call that the run is in, the selected element. */
function pointOf(trace: Trace, row: CellRow, statement: string, step: number): ProbePoint | null {
  const [location, element] = row.key.split(' ').map(Number);
  const primal = trace.locations[location ?? -1]?.primal ?? null;
  const visit = trace.visit[step] ?? 0;
  const calls = callsAround(trace, trace.call[step] ?? 0);
  if (primal === null || visit === 0 || calls === null) return null;
  const ofEntry = trace.locations[location ?? -1]?.routine === entryOf(trace);
  return { statement, visit, calls, location: primal, ofEntry, index: element ?? 0 };
}

/** The generated routine that the run begins with. */
function entryOf(trace: Trace): string {
  return trace.statements[trace.statement[trace.depth.indexOf(0)] ?? -1]?.routine ?? '';
}

/** The outermost first; null where one of them is none of the program's. */
function callsAround(trace: Trace, call: number): { statement: string; visit: number }[] | null {
  const found: { statement: string; visit: number }[] = [];
  for (let at = trace.calls[call]; at !== undefined && at.inside >= 0; at = trace.calls[at.inside]) {
    if (at.statement === null || at.visit === 0) return null;
    found.unshift({ statement: at.statement, visit: at.visit });
  }
  return found;
}

/** Playing halts where a stop holds. */
function nextStopIs(play: Playback, stops: Stops, step: number): boolean {
  const { trace } = play;
  const statement = trace.statements[trace.statement[step] ?? -1]?.statement ?? null;
  if (statement !== null && stops.statements.has(statement)) return true;
  return stops.locations.has(trace.location[step] ?? -1) && play.written(step) >= 0;
}

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** What lights the statement of a step in the source, in the generated code and in the graphs: one object a statement. */
function lights(trace: Trace, shown: Differentiation): (step: number) => Focus | null {
  const known = new Map<number, Focus>();
  return (step) => {
    const k = trace.statement[step] ?? -1;
    const s = trace.statements[k];
    if (s === undefined) return null;
    const focus = known.get(k) ?? {
      ...focusOnStatement(shown, s.statement ?? '', VIEW),
      recording: s.recording,
      now: { code: s.code, source: s.source },
    };
    known.set(k, focus);
    return focus;
  };
}

function Where({ trace, play, at }: { trace: Trace; play: Playback; at: number }) {
  const s = trace.statements[trace.statement[at] ?? -1];
  const depth = trace.depth[at] ?? 0;
  const last = at === trace.steps - 1;
  const sweep = s?.sweep ?? null;
  return (
    <div className="sweep-where" role="status">
      <p>
        {sweep !== null && (
          <span className="sweep-name" data-sweep={sweep}>
            {sweep === 'forward' ? '▸ forward sweep' : '◂ backward sweep'}
          </span>
        )}
        {depth > 0 && <span className="sweep-call"> in {s?.routine}</span>}
      </p>
      <p className="mono sweep-statement">{s?.text ?? ''}</p>
      <p>{told(play, at)}</p>
      {last && trace.cutAt !== null && (
        <p className="cut">✂ The trace is cut here, after {grouped(trace.cutAt)} steps: the run went on.</p>
      )}
      {last && trace.ended !== '' && (
        <p className="cut">
          ✕ The run ended here. <Prose text={trace.ended} />
        </p>
      )}
      {last && trace.cutAt === null && trace.ended === '' && <p>This is the end of the run.</p>}
    </div>
  );
}

function StopList(props: {
  trace: Trace;
  shown: Differentiation;
  stops: Stops;
  onRemove: (set: 'statements' | 'locations', value: string | number) => void;
}) {
  const { trace, shown, stops, onRemove } = props;
  if (stops.statements.size + stops.locations.size === 0) return null;
  const text = (id: string) => shown.statements.find((each) => each.id === id)?.text ?? id;
  const listed = [
    ...[...stops.statements].map((value) => {
      return { set: 'statements', value, name: text(value), what: '', where: 'at' } as const;
    }),
    ...[...stops.locations].map((value) => {
      const name = trace.locations[value]?.name;
      return { set: 'locations', value, name, what: ' changes', where: 'where' } as const;
    }),
  ];
  return (
    <ul className="stop-list" aria-label="Stops">
      {listed.map(({ set, value, name, what, where }) => (
        <li key={value}>
          <span aria-hidden="true">●</span> <span className="mono">{name}</span>
          {what}{' '}
          <Button
            look="quiet"
            icon="✕"
            label={`Don’t stop ${where} ${name}${what}`}
            onClick={() => onRemove(set, value)}
          />
        </li>
      ))}
    </ul>
  );
}

import { Code } from '../../ui/Code';
import { inNextFrame } from '../../ui/turns';
import '../../styles/steppers.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import type {
  AlgorithmDemonstration,
  AlgorithmRun,
  Differentiation,
  Graph,
} from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { askEngine } from '../../found';
import { foldOf } from '../../layout/measure';
import type { Layout } from '../../layout/types';
import { GRAPH_NAMES, GRAPH_TITLES, type GraphName } from '../../store/results/lookup';
import { type Focus, focusOnStatements } from '../../store/view/focus';
import { Segments, Select } from '../../ui/controls';
import { Player } from '../../ui/Player';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp, useStand } from '../../use';
import { createClient } from '../../worker/client';
import { spawnLayout } from '../../worker/spawn';
import { Empty } from '../Panel';
import { vertexName } from '../steps/stops';
import { UntilRight } from '../UntilRight';
import { type Appeared, appeared, nextAt } from './appearing';
import { Growing } from './Growing';

const VIEW = 'algorithms';

/** What each algorithm makes. */
const MAKES: Record<AlgorithmRun['algorithm'], string> = {
  1: 'numbers',
  2: 'vertices',
  3: 'edges of branches',
  4: 'edges of loops',
  5: 'edges',
};

/** Control-flow reversal line by line: the algorithm's text beside the graphs that it makes. */
export function AlgorithmsView() {
  const demonstration = useDemonstration();
  const chosen = useApp(({ stands }) => stands[VIEW]?.of ?? '1');
  const shown = useApp((state) => state.shown);
  // Half a graph is not what the text will be, once it is right.
  if (shown?.routine == null || !shown.ok) return <UntilRight there="no flow graph to reverse" />;
  if (demonstration === null) return <Empty>Every step of the algorithms is being written down …</Empty>;
  const { runs, notHere, graphs } = demonstration.of;
  const run = runs.find(({ algorithm }) => String(algorithm) === chosen) ?? runs[0];
  if (graphs.original.vertices.length === 0) return <UntilRight there="no flow graph to reverse" />;
  if (run === undefined) return <Refused {...demonstration} />;
  return (
    <Stepping key={run.algorithm} run={run} {...demonstration}>
      <Segments
        label="Which algorithm"
        value={String(run.algorithm)}
        choices={runs.map(({ algorithm, title }) => ({
          value: String(algorithm),
          title: `Algorithm ${algorithm}: ${MAKES[algorithm]}`,
          blurb: title,
        }))}
        onChange={(of) => actions.stand(VIEW, { of, at: 0 })}
      />
      {notHere.length > 0 && (
        <details className="stepper-aside">
          <summary>Why not {notHere.map(({ algorithm }) => `Algorithm ${algorithm}`).join(' or ')}?</summary>
          {notHere.map(({ algorithm, reason }) => (
            <p key={algorithm}>{reason}</p>
          ))}
        </details>
      )}
      {shown !== null && graphs.original.vertices.length !== shown.graphs.original.vertices.length && (
        <p className="stepper-aside">
          As in the paper, a loop counts and tests in blocks of its own here; <code>t</code>, <code>t2</code>,
          … stand for what is tested. So vertices have other numbers than under Graphs.
        </p>
      )}
    </Stepping>
  );
}

interface Placed {
  readonly of: AlgorithmDemonstration;
  /** Of the three graphs, counterparts facing. */
  readonly layout: Layout;
  /** Of the flow graph by itself, which needs no room for what the others have. */
  readonly alone: Layout;
}

const NO_GRAPH: Graph = { vertices: [], edges: [] };

/** The answer, and the places of its graphs, which differ from those of the graphs view. */
function useDemonstration(): Placed | null {
  const request = useApp((state) => state.shownRequest);
  const [placed, setPlaced] = useState<Placed | null>(null);
  useEffect(() => {
    if (request === null) return;
    let wanted = true;
    const places = createClient(spawnLayout);
    const show = async () => {
      const of = await askEngine({ kind: 'algorithmSteps', request });
      if (of === null || !wanted) return;
      const place = (graphs: AlgorithmDemonstration['graphs']) =>
        places.ask({ kind: 'layout', graphs, fold: foldOf(of.graphs, false), earlier: null });
      const layout = await place(of.graphs);
      const alone = await place({ ...of.graphs, forward: NO_GRAPH, adjoint: NO_GRAPH });
      if (layout.kind === 'answer' && alone.kind === 'answer' && wanted)
        setPlaced({ of, layout: layout.answer, alone: alone.answer });
    };
    void show();
    return () => {
      wanted = false;
      places.cancel();
    };
  }, [request]);
  return placed;
}

/** Why the algorithms do not apply, beside the graph that they would have started with. */
function Refused({ of, alone }: Placed) {
  const source = useApp((state) => state.playground.source);
  const starts = useMemo(() => lineStarts(source), [source]);
  return (
    <div className="stepper">
      <div className="stepper-side">
        <p className="stepper-note">{of.refused}</p>
        {of.jumps.length > 0 && (
          <ul className="stepper-jumps">
            {of.jumps.map(({ start, end }) => (
              <li key={start}>
                line {positionOf(starts, start).line + 1}:{' '}
                <Code text={source.slice(start, end).split('\n', 1)[0] ?? ''} />
              </li>
            ))}
          </ul>
        )}
        <div className="stepper-choices">
          <p className="stepper-aside">
            Such a routine is reversed all the same: where several edges meet, the forward sweep notes by
            which one control came, and the backward sweep turns there by what was noted. Both stand under
            Graphs.
          </p>
        </div>
      </div>
      <Drawn of={of} layout={alone} names={['original']} />
    </div>
  );
}

function Stepping(props: Placed & { run: AlgorithmRun; children: React.ReactNode }) {
  const { of, run, children } = props;
  const isAlone = run.algorithm === 1;
  const shown = useApp((state) => state.shown);
  const [position, setPosition] = useStand(VIEW, String(run.algorithm));
  const at = Math.min(position, run.steps.length - 1);
  const step = run.steps[at];
  const there = useMemo(() => appeared(of.runs, run, at), [of, run, at]);
  const vertex = step?.vertex ?? null;
  useEffect(() => {
    if (shown !== null && vertex !== null) actions.hover(focusOn(shown, of.graphs.original, vertex));
    return () => actions.hover(null);
  }, [shown, of, vertex]);
  if (step === undefined) return <Empty>There is nothing to do.</Empty>;
  const edge = step.edge === null ? undefined : of.graphs.original.edges[step.edge];
  const jumpTo = (id: string) => setPosition(Math.max(0, nextAt(run, at, id)));
  return (
    <div className="stepper">
      <div className="stepper-side">
        <div className="stepper-choices">{children}</div>
        <Player what={`algorithm ${run.algorithm}`} count={run.steps.length} at={at} onMove={setPosition}>
          <Select
            label="Jump to a vertex"
            value=""
            choices={[
              { value: '', title: 'jump to…' },
              ...of.graphs.original.vertices.map((each) => ({ value: each.id, title: vertexName(each) })),
            ]}
            onChange={(id) => id !== '' && jumpTo(id)}
          />
        </Player>
        <p className="stepper-note" role="status">
          {step.note}
          {edge !== undefined && <small> Edge {edgeName(of.graphs.original, edge)}.</small>}
          {step.stack.length > 0 && (
            <small> On the stack: {stackNames(of.graphs.original, step.stack)}.</small>
          )}
        </p>
        <Lines lines={run.lines} at={step.line} title={run.title} />
      </div>
      <Drawn
        of={of}
        layout={isAlone ? props.alone : props.layout}
        names={isAlone ? ['original'] : GRAPH_NAMES}
        there={there}
        vertex={vertex}
        edge={step.edge}
        onChoose={jumpTo}
      />
    </div>
  );
}

const WHOLE: Appeared = { vertices: () => true, edges: () => true };
const ALL_WHOLE = { original: WHOLE, forward: WHOLE, adjoint: WHOLE };

function Drawn(
  props: Omit<Placed, 'alone'> & {
    names: readonly GraphName[];
    there?: Readonly<Record<GraphName, Appeared>>;
    vertex?: string | null;
    edge?: number | null;
    onChoose?: (vertex: string) => void;
  },
) {
  const { of, layout, names, there = ALL_WHOLE, vertex = null, edge = null } = props;
  const largest = (size: 'width' | 'height') => Math.max(...names.map((name) => layout.graphs[name][size]));
  const room = { width: largest('width'), height: largest('height') };
  return (
    <div className="growing" data-several={names.length > 1 || undefined}>
      {names.map((name) => (
        <Growing
          key={name}
          name={name}
          title={GRAPH_TITLES[name]}
          graph={of.graphs[name]}
          placed={layout.graphs[name]}
          there={there[name]}
          vertex={vertex}
          edge={name === 'original' ? edge : null}
          room={room}
          onChoose={props.onChoose}
        />
      ))}
    </div>
  );
}

/** The statements of a vertex of the algorithms' graph: its vertices differ from those of the graphs view, its statements don't. */
function focusOn(shown: Differentiation, graph: Graph, vertex: string): Focus {
  const known = new Set(shown.statements.map(({ id }) => id));
  const held = graph.vertices.find(({ id }) => id === vertex)?.statements ?? [];
  const statements = held.flatMap(({ statement }) => (statement && known.has(statement) ? statement : []));
  return focusOnStatements(shown, [...new Set(statements)], VIEW);
}

/** The algorithm's text; the current line is lit and kept in sight. */
function Lines({ lines, at, title }: { lines: readonly string[]; at: number; title: string }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    return inNextFrame(() => list.current?.children[at - 1]?.scrollIntoView({ block: 'nearest' }));
  }, [at]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <ol ref={list} className="algorithm" aria-label={title} tabIndex={0}>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <li key={i} data-lit={i + 1 === at || undefined} aria-current={i + 1 === at ? 'step' : undefined}>
          <code>{line}</code>
        </li>
      ))}
    </ol>
  );
}

const numberOf = (graph: Graph, id: string) => graph.vertices.find((each) => each.id === id)?.number ?? id;
const stackNames = (graph: Graph, ids: readonly string[]) => ids.map((id) => numberOf(graph, id)).join(', ');
const edgeName = (graph: Graph, { from, to, label }: Graph['edges'][number]) =>
  `${numberOf(graph, from)} → ${numberOf(graph, to)}${label === '' ? '' : `, label ${label}`}`;

import { FoldVertical, Scan, Search, UnfoldVertical } from 'lucide-react';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Group, Panel as Pane, Separator } from 'react-resizable-panels';
import type { Differentiation } from '../../../engine/pipeline/results';
import { actions, services } from '../../app';
import type { Layout, PlacedVertex } from '../../layout/types';
import { allFolds } from '../../store/results/drawn';
import { GRAPH_NAMES, GRAPH_TITLES, type GraphName } from '../../store/results/lookup';
import type { Placed } from '../../store/results/results';
import { GRAPHS_ASKED } from '../../store/session/placing';
import { focusOnVertex } from '../../store/view/focus';
import { Button } from '../../ui/controls';
import { inNextFrame } from '../../ui/turns';
import { useApp, usePlaced } from '../../use';
import { Empty, InHead } from '../Panel';
import { UntilRight } from '../UntilRight';
import { createCameras } from './cameras';
import { ExportMenu } from './ExportMenu';
import { findVertices, GraphPane } from './GraphPane';
import { type LaneItem, laneItems } from './lane';
import { sharesOf } from './shares';
import { TapeLane } from './TapeLane';
import { useFit, useFolding } from './useFit';
import { useOpened, useWhichGraphs, WhichGraphs } from './WhichGraphs';

/** G, G⃗ and G⃖ side by side, counterparts facing each other, and what the sweeps hand over between them. */
export function GraphsView() {
  const shown = useApp((state) => state.shown);
  const [placed, placing] = usePlaced();
  const failed = useApp((state) => state.unplaced !== null && state.unplaced === state.shown);
  if (shown === null || shown.graphs.original.vertices.length === 0)
    return <UntilRight there="no flow graph" />;
  if (failed) return <NotPlaced shown={shown} />;
  return placed === null ? <Empty>placing …</Empty> : <Graphs placed={placed} placing={placing} />;
}

/** What can be done about graphs for which no places were found in time. */
function NotPlaced({ shown }: { shown: Differentiation }) {
  const folds = useApp((state) => state.folds);
  const foldable = folds.length < allFolds(shown).length;
  return (
    <Empty>
      {shown.graphs.original.vertices.length} vertices could not be placed in time.{' '}
      {foldable ? (
        <Button onClick={() => actions.fold(allFolds(shown))}>Fold every loop and branch</Button>
      ) : (
        <Button onClick={() => services()?.session.tidy()}>Try again</Button>
      )}
    </Empty>
  );
}

/** What is drawn belongs together: while the graphs of the result in view are being placed, the former ones stay, marked as such. */
function Graphs({ placed, placing }: { placed: Placed; placing: boolean }) {
  const { result: shown, layout, drawn } = placed;
  const [search, setSearch] = useState('');
  const [shared, setShared] = useState({ k: 1, y: 0 });
  const [cameras] = useState(() => createCameras(setShared));
  const [fit, setFit] = useState(0);
  const [whole, setWhole] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  // The sweeps of a text with errors would say that there is nothing to do.
  const present = GRAPH_NAMES.filter(
    (name) => shown.graphs[name].vertices.length > 0 && (shown.ok || name === 'original'),
  );
  const opened = useOpened(layout, placing);
  const choice = useWhichGraphs(present, opened, frame);
  const { names } = choice;
  const onFold = useFolding(shown);
  const found = useMemo(
    () => new Map(GRAPH_NAMES.map((name) => [name, findVertices(drawn.graphs[name], search)] as const)),
    [drawn, search],
  );
  const hasLane = names.includes('forward') && names.includes('adjoint');
  const stored = useMemo(
    () =>
      hasLane
        ? laneItems(
            shown,
            { graph: drawn.graphs.forward, placed: layout.graphs.forward },
            { graph: drawn.graphs.adjoint, placed: layout.graphs.adjoint },
          )
        : NOTHING_STORED,
    [hasLane, shown, drawn, layout],
  );
  // Percents of the width for each pane, by what its graph needs; edits leave them alone.
  const shares = sharesOf(opened, names, hasLane);
  useFit(frame, cameras, layout, `${names} ${shares} ${fit}`);
  const matches = names.flatMap((name) =>
    layout.graphs[name].vertices
      .filter(({ id }) => found.get(name)?.has(id))
      .map((place) => ({ name, place })),
  );
  const goTo = ({ name, place }: Match) => {
    cameras.reveal(name, place);
    actions.hover(focusOnVertex(shown, name, place.id, 'graphs'));
  };
  useMeasured(layout);

  return (
    <div className="graphs">
      <InHead>
        <WhichGraphs choice={choice} />
        <Find value={search} onChange={setSearch} matches={matches} onGo={goTo} />
        <DrawingButtons shown={shown} onFit={() => setFit((count) => count + 1)} />
        <ExportMenu names={present} onWhole={(drawn) => flushSync(() => setWhole(drawn))} />
      </InHead>
      {present.length === 1 && (
        <p className="read-why">
          {shown.ok
            ? 'A tangent has no sweeps: it runs as the kernel does.'
            : 'This is what was read. There are no sweeps of it: Messages says why.'}
        </p>
      )}
      <div className="graph-frame" ref={frame} data-placing={placing || undefined}>
        {placing && (
          <p className="placing" role="status">
            placing …
          </p>
        )}
        <Group key={shares.join()} orientation="horizontal" className="graph-group">
          {names.map((name, i) => {
            const lane = hasLane && name === 'adjoint';
            return (
              <Fragment key={name}>
                {i > 0 && <Separator className="separator" aria-label="Width of the graphs" />}
                <Pane
                  minSize="12"
                  defaultSize={String(shares[i])}
                  className={lane ? 'graph-pane with-lane' : 'graph-pane'}
                >
                  {lane && <TapeLane shown={shown} items={stored} at={shared} />}
                  <GraphPane
                    name={name}
                    title={GRAPH_TITLES[name]}
                    shown={shown}
                    drawn={drawn}
                    placed={layout.graphs[name]}
                    found={found.get(name) ?? NOTHING_FOUND}
                    cameras={cameras}
                    onFold={onFold}
                    whole={whole}
                    stored={stored}
                  />
                </Pane>
              </Fragment>
            );
          })}
        </Group>
      </div>
    </div>
  );
}

/** How much of the graphs is drawn, and how large. */
function DrawingButtons({ shown, onFit }: { shown: Differentiation; onFit: () => void }) {
  const full = useApp((state) => state.fullText);
  const folded = useApp((state) => state.folds.length > 0);
  return (
    <>
      <Button
        look="quiet"
        aria-pressed={full}
        title="Show every statement of every vertex"
        onClick={() => actions.showFullText(!full)}
      >
        Full text
      </Button>
      <Button
        look="quiet"
        icon={folded ? <UnfoldVertical size={13} /> : <FoldVertical size={13} />}
        title={folded ? 'Unfold every loop and branch' : 'Fold every loop and branch'}
        onClick={() => actions.fold(folded ? [] : allFolds(shown))}
      >
        {folded ? 'Unfold' : 'Fold'}
      </Button>
      <Button
        look="quiet"
        icon={<Scan size={13} />}
        onClick={() => {
          services()?.session.tidy();
          onFit();
        }}
      >
        Fit
      </Button>
    </>
  );
}

/** From the asking for a layout until the frame that shows it. */
function useMeasured(layout: Layout): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout is what is measured
  useEffect(() => {
    return inNextFrame(() => {
      if (performance.getEntriesByName(GRAPHS_ASKED).length === 0) return;
      performance.measure('graphs drawn', GRAPHS_ASKED);
      performance.clearMarks(GRAPHS_ASKED);
    });
  }, [layout]);
}

const NOTHING_STORED: readonly LaneItem[] = [];
const NOTHING_FOUND: ReadonlySet<string> = new Set();

interface Match {
  readonly name: GraphName;
  readonly place: PlacedVertex;
}

/** Marks what it finds; Enter goes from one to the next. */
function Find(props: {
  value: string;
  onChange: (text: string) => void;
  matches: readonly Match[];
  onGo: (match: Match) => void;
}) {
  const { value, onChange, matches, onGo } = props;
  const [at, setAt] = useState(-1);
  const go = (by: number) => {
    if (matches.length === 0) return;
    const next = (at + by + matches.length) % matches.length;
    setAt(next);
    const match = matches[next];
    if (match !== undefined) onGo(match);
  };
  return (
    <search className="search">
      <Search size={13} aria-hidden="true" />
      <input
        type="search"
        placeholder="Find"
        aria-label="Find vertices by number or text"
        value={value}
        onChange={(event) => {
          setAt(-1);
          onChange(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          go(event.shiftKey ? -1 : 1);
          event.preventDefault();
        }}
      />
      {value.trim() !== '' && (
        <small role="status">{at >= 0 ? `${at + 1}/${matches.length}` : matches.length}</small>
      )}
    </search>
  );
}

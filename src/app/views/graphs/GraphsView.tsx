import { Download, FoldVertical, Scan, Search, UnfoldVertical } from 'lucide-react';
import { Fragment, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Group, Panel as Pane, Separator } from 'react-resizable-panels';
import type { Differentiation } from '../../../engine/pipeline/results';
import { actions, services, store } from '../../app';
import type { Layout, PlacedVertex } from '../../layout/types';
import { allFolds } from '../../store/results/drawn';
import { GRAPH_NAMES, type GraphName } from '../../store/results/lookup';
import type { Placed } from '../../store/results/results';
import { GRAPHS_ASKED } from '../../store/session/placing';
import { isPlacing } from '../../store/state';
import { focusOnVertex } from '../../store/view/focus';
import { Button, Segments } from '../../ui/controls';
import { Menu } from '../../ui/floating';
import { useRemembered } from '../../ui/remember';
import { savePng, saveSvg, saveText } from '../../ui/save';
import { PHONE, useApp, useMedia, usePlaced } from '../../use';
import { Empty, InHead } from '../Panel';
import { createCameras, LEAST_SCALE } from './cameras';
import { dotOf } from './dot';
import { findVertices, GraphPane } from './GraphPane';
import { sharesOf, widthOf } from './shares';
import { TapeLane } from './TapeLane';
import { tikzOf } from './tikz';
import { useFit, useFolding } from './useFit';

const TITLES: Record<GraphName, string> = {
  original: 'Flow graph',
  forward: 'Forward sweep',
  adjoint: 'Backward sweep',
};

/** G, G⃗ and G⃖ side by side, counterparts facing each other, and what the sweeps hand over between them. */
export function GraphsView() {
  const shown = useApp((state) => state.shown);
  const placed = usePlaced();
  const failed = useApp((state) => state.unplaced !== null && state.unplaced === state.shown);
  if (shown === null || shown.graphs.original.vertices.length === 0)
    return <Empty>There is no flow graph yet.</Empty>;
  if (failed) return <NotPlaced shown={shown} />;
  return placed === null ? <Empty>placing …</Empty> : <Graphs placed={placed} />;
}

/** What can be done about graphs for which no places were found in time. */
function NotPlaced({ shown }: { shown: Differentiation }) {
  const folds = useApp((state) => state.folds);
  const foldable = folds.length < allFolds(shown).length;
  return (
    <Empty>
      {shown.graphs.original.vertices.length} vertices could not be placed in time.{' '}
      {foldable ? (
        <Button size="small" onClick={() => actions.fold(allFolds(shown))}>
          Fold every loop and branch
        </Button>
      ) : (
        <Button size="small" onClick={() => services()?.session.tidy()}>
          Try again
        </Button>
      )}
    </Empty>
  );
}

/** What is drawn belongs together: while the graphs of the result in view are being placed, the former ones stay, marked as such. */
function Graphs({ placed }: { placed: Placed }) {
  const { result: shown, layout, drawn } = placed;
  const folds = useApp((state) => state.folds);
  const placing = useApp((state) => isPlacing(state));
  const full = useApp((state) => state.fullText);
  const phone = useMedia(PHONE);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<GraphName>('original');
  const [shared, setShared] = useState({ k: 1, y: 0 });
  const [cameras] = useState(() => createCameras(setShared));
  const [fit, setFit] = useState(0);
  const [whole, setWhole] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const present = GRAPH_NAMES.filter((name) => shown.graphs[name].vertices.length > 0);
  const opened = useOpened(layout);
  const [asked, choose] = useRemembered<Which | 'fitting'>('graphs', 'fitting', isWhich);
  const which = useFitting(asked, opened, frame);
  const wanted = present.filter((name) => SHOWN[which].includes(name));
  const names = phone
    ? [present.includes(chosen) ? chosen : 'original']
    : wanted.length > 0
      ? wanted
      : present;
  const onFold = useFolding(shown);
  const found = useMemo(
    () => new Map(GRAPH_NAMES.map((name) => [name, findVertices(drawn.graphs[name], search)] as const)),
    [drawn, search],
  );
  const hasLane = !phone && names.includes('forward') && names.includes('adjoint');
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
  const folded = folds.length > 0;
  useMeasured(layout);

  return (
    <div className="graphs">
      <InHead>
        {phone && (
          <select
            className="select"
            aria-label="Which graph"
            value={chosen}
            onChange={(event) => setChosen(event.target.value as GraphName)}
          >
            {present.map((name) => (
              <option key={name} value={name}>
                {TITLES[name]}
              </option>
            ))}
          </select>
        )}
        {!phone && present.length > 1 && (
          <Segments label="Which graphs" size="small" value={which} choices={WHICH} onChange={choose} />
        )}
        <Find value={search} onChange={setSearch} matches={matches} onGo={goTo} />
        <Button
          look="quiet"
          size="small"
          aria-pressed={full}
          title="Show every statement of every vertex"
          onClick={() => actions.showFullText(!full)}
        >
          Full text
        </Button>
        <Button
          look="quiet"
          size="small"
          icon={folded ? <UnfoldVertical size={13} /> : <FoldVertical size={13} />}
          title={folded ? 'Unfold every loop and branch' : 'Fold every loop and branch'}
          onClick={() => actions.fold(folded ? [] : allFolds(shown))}
        >
          {folded ? 'Unfold' : 'Fold'}
        </Button>
        <Button
          look="quiet"
          size="small"
          icon={<Scan size={13} />}
          onClick={() => {
            services()?.session.tidy();
            setFit((count) => count + 1);
          }}
        >
          Fit
        </Button>
        <ExportMenu names={present} onWhole={(drawn) => flushSync(() => setWhole(drawn))} />
      </InHead>
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
                  {lane && <TapeLane shown={shown} graphs={drawn.graphs} layout={layout} at={shared} />}
                  <GraphPane
                    name={name}
                    title={TITLES[name]}
                    shown={shown}
                    drawn={drawn}
                    placed={layout.graphs[name]}
                    found={found.get(name) ?? NOTHING_FOUND}
                    cameras={cameras}
                    onFold={onFold}
                    whole={whole}
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

type Which = 'all' | 'sweeps' | 'original' | 'adjoint';
/** Fewer graphs get more room each. */
const SHOWN: Readonly<Record<Which, readonly GraphName[]>> = {
  all: GRAPH_NAMES,
  sweeps: ['forward', 'adjoint'],
  original: ['original'],
  adjoint: ['adjoint'],
};
const isWhich = (value: unknown): value is Which | 'fitting' =>
  typeof value === 'string' && Object.hasOwn(SHOWN, value);
const WHICH: readonly { value: Which; title: string }[] = [
  { value: 'all', title: 'three' },
  { value: 'sweeps', title: 'sweeps' },
  { value: 'original', title: 'kernel' },
  { value: 'adjoint', title: 'backward' },
];

/** Until somebody chooses, as many graphs as can be read beside each other; before an audience two at most, and one beside a text. */
function useFitting(
  asked: Which | 'fitting',
  graphs: Layout['graphs'],
  frame: RefObject<HTMLElement | null>,
): Which {
  const presenting = useApp((state) => state.presenting);
  const beside = useApp((state) => state.arrangement === 'all');
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  if (presenting) return beside ? 'adjoint' : 'sweeps';
  if (asked !== 'fitting') return asked;
  // With all panes in view, all graphs are.
  return !beside && widthOf(graphs, GRAPH_NAMES) * LEAST_SCALE > width ? 'sweeps' : 'all';
}

/** The graphs of the program as it was opened: by them rooms are shared out, which no edit changes. */
function useOpened(layout: Layout): Layout['graphs'] {
  const generation = useApp((state) => state.generation);
  const [opened, setOpened] = useState({ generation, graphs: layout.graphs });
  // A layout that comes after the program was replaced is the first of the new one.
  if (opened.generation !== generation && opened.graphs !== layout.graphs)
    setOpened({ generation, graphs: layout.graphs });
  return opened.graphs;
}

/** From the asking for a layout until the frame that shows it. */
function useMeasured(layout: Layout): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout is what is measured
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (performance.getEntriesByName(GRAPHS_ASKED).length === 0) return;
      performance.measure('graphs drawn', GRAPHS_ASKED);
      performance.clearMarks(GRAPHS_ASKED);
    });
    return () => cancelAnimationFrame(frame);
  }, [layout]);
}

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

const FORMS = [
  { how: 'svg', title: 'SVG' },
  { how: 'png', title: 'PNG' },
  { how: 'dot', title: 'DOT' },
  { how: 'tikz', title: 'TikZ' },
] as const;
type Form = (typeof FORMS)[number]['how'];

/** `onWhole` draws all of the graphs before their picture is taken, and no longer all of them afterwards. */
function ExportMenu({ names, onWhole }: { names: readonly GraphName[]; onWhole: (whole: boolean) => void }) {
  const save = (name: GraphName, how: Form) => {
    const { placed } = store.getState();
    if (placed === null) return;
    const { result: shown, layout, drawn } = placed;
    const svg = document.querySelector<SVGSVGElement>(`svg[data-graph="${name}"]`);
    const file = `${shown.routine?.name ?? 'kernel'}-${name}`;
    if (how === 'dot') saveText(`${file}.dot`, dotOf(shown.graphs[name], TITLES[name]));
    else if (how === 'tikz') saveText(`${file}.tex`, tikzOf(drawn.graphs[name], layout.graphs[name], name));
    else if (svg !== null) {
      onWhole(true);
      if (how === 'svg') saveSvg(`${file}.svg`, svg);
      else void savePng(`${file}.png`, svg);
      onWhole(false);
    }
    actions.say(`${TITLES[name]} was saved.`);
  };
  return (
    <Menu
      label="Save a graph"
      align="end"
      trigger={
        <Button look="quiet" size="small" icon={<Download size={13} />}>
          Save
        </Button>
      }
      parts={names.flatMap((name) => [
        { kind: 'label' as const, text: TITLES[name] },
        ...FORMS.map(({ how, title }) => ({
          kind: 'entry' as const,
          id: `${name}-${how}`,
          title,
          onSelect: () => save(name, how),
        })),
      ])}
    />
  );
}

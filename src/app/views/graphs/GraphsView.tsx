import { Download, Scan, Search } from 'lucide-react';
import { useState } from 'react';
import { Group, Panel as Pane, Separator } from 'react-resizable-panels';
import { actions, services, store } from '../../app';
import { GRAPH_NAMES, type GraphName } from '../../store/lookup';
import { Button, Menu } from '../../ui/controls';
import { PHONE, useApp, useMedia } from '../../use';
import { Empty, InHead } from '../Panel';
import { dotOf } from './dot';
import { savePng, saveSvg, saveText } from './export';
import { GraphPane } from './GraphPane';

const TITLES: Record<GraphName, string> = {
  original: 'Flow graph',
  forward: 'Forward sweep',
  adjoint: 'Backward sweep',
};

/** G, G⃗ and G⃖ side by side, counterparts facing each other. */
export function GraphsView() {
  const shown = useApp((state) => state.shown);
  const full = useApp((state) => state.fullText);
  const phone = useMedia(PHONE);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<GraphName>('original');
  const [fit, setFit] = useState(0);
  if (shown === null || shown.graphs.original.vertices.length === 0)
    return <Empty>There is no flow graph yet.</Empty>;
  const present = GRAPH_NAMES.filter((name) => shown.graphs[name].vertices.length > 0);
  const names = phone ? [present.includes(chosen) ? chosen : 'original'] : present;
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
        <label className="search">
          <Search size={13} aria-hidden="true" />
          <input
            type="search"
            placeholder="Find"
            aria-label="Find vertices by number or text"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
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
          icon={<Scan size={13} />}
          onClick={() => {
            services()?.session.tidy();
            setFit((count) => count + 1);
          }}
        >
          Fit
        </Button>
        <ExportMenu names={present} />
      </InHead>
      <Group orientation="horizontal" className="graph-group">
        {names.map((name, i) => (
          <PaneOf key={name} name={name} first={i === 0} search={search} fit={fit} />
        ))}
      </Group>
    </div>
  );
}

function PaneOf(props: { name: GraphName; first: boolean; search: string; fit: number }) {
  const { name, first, search, fit } = props;
  return (
    <>
      {!first && <Separator className="separator" aria-label="Width of the graphs" />}
      <Pane minSize="12" className="graph-pane">
        <GraphPane name={name} title={TITLES[name]} search={search} fit={fit} />
      </Pane>
    </>
  );
}

function ExportMenu({ names }: { names: readonly GraphName[] }) {
  const save = (name: GraphName, how: 'svg' | 'png' | 'dot') => {
    const { shown } = store.getState();
    const svg = document.querySelector<SVGSVGElement>(`svg[data-graph="${name}"]`);
    const file = `${shown?.routine?.name ?? 'kernel'}-${name}`;
    if (how === 'dot' && shown !== null) saveText(`${file}.dot`, dotOf(shown.graphs[name], TITLES[name]));
    else if (how === 'svg' && svg !== null) saveSvg(`${file}.svg`, svg);
    else if (svg !== null) void savePng(`${file}.png`, svg);
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
        ...(['svg', 'png', 'dot'] as const).map((how) => ({
          kind: 'entry' as const,
          id: `${name}-${how}`,
          title: how.toUpperCase(),
          onSelect: () => save(name, how),
        })),
      ])}
    />
  );
}

import { Download } from 'lucide-react';
import { actions, store } from '../../app';
import { GRAPH_TITLES, type GraphName } from '../../store/results/lookup';
import { Button } from '../../ui/controls';
import { Menu } from '../../ui/floating';
import { savePng, saveSvg, saveText } from '../../ui/save';
import { dotOf } from './dot';
import { tikzOf } from './tikz';

const FORMS = [
  { how: 'svg', title: 'SVG' },
  { how: 'png', title: 'PNG' },
  { how: 'dot', title: 'DOT' },
  { how: 'tikz', title: 'TikZ' },
] as const;
type Form = (typeof FORMS)[number]['how'];

/** `onWhole` draws all of the graphs before their picture is taken, and no longer all of them afterwards. */
export function ExportMenu({
  names,
  onWhole,
}: {
  names: readonly GraphName[];
  onWhole: (whole: boolean) => void;
}) {
  const save = (name: GraphName, how: Form) => {
    const { placed } = store.getState();
    if (placed === null) return;
    const { result: shown, layout, drawn } = placed;
    const svg = document.querySelector<SVGSVGElement>(`svg[data-graph="${name}"]`);
    const file = `${shown.routine?.name ?? 'kernel'}-${name}`;
    if (how === 'dot') saveText(`${file}.dot`, dotOf(shown.graphs[name], GRAPH_TITLES[name]));
    else if (how === 'tikz') saveText(`${file}.tex`, tikzOf(drawn.graphs[name], layout.graphs[name], name));
    else if (svg !== null) {
      onWhole(true);
      if (how === 'svg') saveSvg(`${file}.svg`, svg);
      else void savePng(`${file}.png`, svg);
      onWhole(false);
    }
    actions.say(`${GRAPH_TITLES[name]} was saved.`);
  };
  return (
    <Menu
      label="Save a graph"
      align="end"
      trigger={
        <Button look="quiet" icon={<Download size={13} />}>
          Save
        </Button>
      }
      parts={names.flatMap((name) => [
        { kind: 'label' as const, text: GRAPH_TITLES[name] },
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

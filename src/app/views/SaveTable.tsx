import { Download } from 'lucide-react';
import type { RefObject } from 'react';
import { actions } from '../app';
import { copied } from '../copied';
import { Button } from '../ui/controls';
import { Menu, type MenuEntry } from '../ui/floating';
import { saveSvg, saveText } from '../ui/save';
import { asCsv, asMarkdown, type Sheet } from '../ui/sheets';

type Saving = Pick<MenuEntry, 'id' | 'title' | 'onSelect'>;

/** Exports the tables of a view, like the graphs: to a file, or to the clipboard. `more` are other forms of the same. */
export function SaveTable(props: {
  what: string;
  /** The file name without its extension. */
  file: string;
  /** Called when one is chosen; `exact` for numbers in full rather than for reading. */
  sheets: (exact: boolean) => readonly Sheet[];
  /** The drawing, if there is one. */
  svg?: RefObject<SVGSVGElement | null>;
  more?: readonly Saving[];
}) {
  const { what, file, sheets, svg, more = [] } = props;
  const own: readonly Saving[] = [
    {
      id: 'copy',
      title: 'Copy as Markdown',
      onSelect: () =>
        void copied(asMarkdown(sheets(false))).then((came) =>
          came === 'copied'
            ? actions.say(`${what}: copied.`)
            : actions.notify({
                id: 'copy',
                tone: 'warning',
                text: 'This browser does not let the page copy.',
              }),
        ),
    },
    { id: 'md', title: 'Markdown', onSelect: () => saveText(`${file}.md`, asMarkdown(sheets(false))) },
    { id: 'csv', title: 'CSV', onSelect: () => saveText(`${file}.csv`, asCsv(sheets(true)), 'text/csv') },
  ];
  const drawn: readonly Saving[] = svg
    ? [{ id: 'svg', title: 'SVG', onSelect: () => svg.current && saveSvg(`${file}.svg`, svg.current) }]
    : [];
  return (
    <Menu
      label={`Save: ${what}`}
      align="end"
      trigger={
        <Button look="quiet" icon={<Download size={13} />}>
          Save
        </Button>
      }
      parts={[
        { kind: 'label', text: what },
        ...[...own, ...drawn, ...more].map((each) => ({ kind: 'entry' as const, ...each })),
      ]}
    />
  );
}

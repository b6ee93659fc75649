import { Fragment, memo } from 'react';
import { breakable } from '../../ui/breakable';
import { Link } from '../../ui/controls';
import { Quantity } from '../../ui/Quantity';
import { TableHead } from '../../ui/TableHead';
import type { Playback } from './playback';
import type { CellRow, Rest } from './rows';

interface ValuesProps {
  readonly play: Playback;
  readonly rows: readonly CellRow[];
  readonly derivative: string;
  readonly selected: string;
  readonly onSelect: (row: CellRow) => void;
  /** All elements of a variable, or a window of them again. */
  readonly onWhole: (location: number) => void;
}

/** Every variable with its derivative; what the last step wrote is marked. */
export function Values({ play, rows, derivative, selected, onSelect, onWhole }: ValuesProps) {
  const written = play.at < 0 ? -1 : play.written(play.at);
  return (
    <table className="table values" aria-label="Variables at this step">
      <TableHead columns={['variable', { n: 'value' }, { n: derivative }]} />
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.slot}>
            <Row
              row={row.key}
              name={row.name}
              temporary={row.temporary}
              value={valueAt(play, row.cell)}
              derivative={valueAt(play, row.derivativeCell)}
              changed={
                written < 0
                  ? ''
                  : written === row.cell
                    ? 'value'
                    : written === row.derivativeCell
                      ? 'derivative'
                      : ''
              }
              selected={row.key === selected}
              onSelect={onSelect}
              cells={row}
            />
            {row.rest !== null && <RestRow rest={row.rest} onWhole={onWhole} />}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** How much of an array there is beside what is shown. */
function RestRow({ rest, onWhole }: { rest: Rest; onWhole: (location: number) => void }) {
  const { location, shown, of, whole } = rest;
  return (
    <tr className="values-rest">
      <td colSpan={3}>
        {shown} of {of} elements{' '}
        <Link aria-expanded={whole} onClick={() => onWhole(location)}>
          {whole ? 'fewer' : 'show all'}
        </Link>
      </td>
    </tr>
  );
}

/** Null: it has no value yet. Undefined: there is no such cell. */
function valueAt(play: Playback, cell: number): number | null | undefined {
  if (cell < 0) return undefined;
  return play.defined(cell) ? play.value(cell) : null;
}

interface RowProps {
  readonly row: string;
  readonly name: string;
  readonly temporary: boolean;
  readonly value: number | null | undefined;
  readonly derivative: number | null | undefined;
  readonly changed: '' | 'value' | 'derivative';
  readonly selected: boolean;
  readonly cells: CellRow;
  readonly onSelect: (row: CellRow) => void;
}

const Row = memo(
  function Row({ name, temporary, value, derivative, changed, selected, cells, onSelect }: RowProps) {
    return (
      <tr data-temporary={temporary || undefined} data-selected={selected || undefined}>
        <th scope="row">
          <Link
            look="mono"
            aria-pressed={selected}
            title="Its history, and where the run stops for it"
            onClick={() => onSelect(cells)}
          >
            {breakable(name)}
          </Link>
        </th>
        <td className="n" data-now={changed === 'value' || undefined}>
          <Figure value={value} changed={changed === 'value'} />
        </td>
        <td className="n derivative" data-now={changed === 'derivative' || undefined}>
          <Figure value={derivative} changed={changed === 'derivative'} />
        </td>
      </tr>
    );
  },
  (a, b) =>
    a.row === b.row &&
    Object.is(a.value, b.value) &&
    Object.is(a.derivative, b.derivative) &&
    a.changed === b.changed &&
    a.selected === b.selected &&
    a.cells.cell === b.cells.cell &&
    a.onSelect === b.onSelect,
);

function Figure({ value, changed }: { value: number | null | undefined; changed: boolean }) {
  if (value === undefined) return null;
  return (
    <>
      {changed && (
        <span className="change-mark" role="img" aria-label="just changed">
          ▸
        </span>
      )}
      {value === null ? <span className="unset">not set</span> : <Quantity value={value} digits={6} />}
    </>
  );
}

import { useRef } from 'react';
import type { DependenceCell, DependenceMatrix } from '../../../engine/pipeline/results';
import { useRovingTable } from '../../ui/roving';
import { useWritten } from '../../use';
import { cellOf, SIGNS, said } from './words';

/** The pair that the pointer or the keyboard is on. */
export interface Pair {
  readonly row: string;
  readonly column: string;
  readonly cell: DependenceCell | null;
}

/** Rows are what is written, columns what was there before. It is one stop of Tab; arrows go from cell to cell. */
export function Matrix(props: {
  matrix: DependenceMatrix;
  label: string;
  /** Chosen dependents and independents stand out. */
  chosen?: { readonly rows: ReadonlySet<string>; readonly columns: ReadonlySet<string> };
  /** A statement in focus lights the cells that it carries. */
  lit: ReadonlySet<string>;
  location: string | null;
  at: Pair | null;
  onPoint: (pair: Pair) => void;
  onChoose: (pair: Pair) => void;
}) {
  const { matrix, label, chosen, lit, location, at, onPoint, onChoose } = props;
  const table = useRef<HTMLTableElement>(null);
  const roving = useRovingTable(table);
  const written = useWritten();
  const isChosen = (side: 'rows' | 'columns', key: string) => chosen === undefined || chosen[side].has(key);
  return (
    <table className="matrix" ref={table} {...roving}>
      <caption className="unseen">
        {label}. Rows after, columns before; arrow keys go from cell to cell.
      </caption>
      <thead>
        <tr>
          <td className="matrix-corner">
            <span className="unseen">after, by before</span>
          </td>
          {matrix.columns.map((column) => (
            <th
              key={column}
              scope="col"
              data-long={column.length > 3 || undefined}
              data-chosen={isChosen('columns', column) || undefined}
              data-lit={column === location || at?.column === column || undefined}
            >
              <span>{written(column)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matrix.rows.map((row) => (
          <tr key={row}>
            <th
              scope="row"
              data-chosen={isChosen('rows', row) || undefined}
              data-lit={row === location || at?.row === row || undefined}
            >
              {written(row)}
            </th>
            {matrix.columns.length === 0 && <td className="matrix-nothing">on nothing before</td>}
            {matrix.columns.map((column) => {
              const cell = cellOf(matrix, row, column);
              const pair = { row, column, cell };
              const words = said(cell, written(row), written(column));
              return (
                <td
                  key={column}
                  data-chosen={(isChosen('rows', row) && isChosen('columns', column)) || undefined}
                >
                  <button
                    type="button"
                    className="matrix-cell"
                    data-kind={cell?.kind ?? 'none'}
                    data-lit={cell?.statements.some((id) => lit.has(id)) || undefined}
                    data-at={(at?.row === row && at.column === column) || undefined}
                    data-stop=""
                    tabIndex={-1}
                    aria-label={words.replaceAll('`', '')}
                    onPointerEnter={() => onPoint(pair)}
                    onFocus={() => onPoint(pair)}
                    onClick={() => onChoose(pair)}
                  >
                    <span aria-hidden="true">{cell === null ? '' : SIGNS[cell.kind].sign}</span>
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { DerivativeMatrix } from '../../../engine/pipeline/results';
import { filling, squares, useRoom } from '../../ui/chart/Chart';
import { stepOf, within } from './arrows';
import { Steered } from './Steered';

/** An entry of a matrix. */
export interface At {
  readonly row: number;
  readonly column: number;
}

/** Entries as squares, the stronger the colour the larger, hatched below zero; beside them a stripe, with a colour a pass. */
export function Cells(props: {
  matrix: DerivativeMatrix;
  at: At | null;
  svg: RefObject<SVGSVGElement | null>;
  rowNames: readonly string[];
  columnNames: readonly string[];
  label: string;
  onPoint: (at: At) => void;
}) {
  const { matrix, at, svg, rowNames, columnNames, label, onPoint } = props;
  const { rows, columns } = matrix;
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const beside = STRIPE + 4;
  const { size, least } = squares(
    { ...room, width: room.width - beside, height: room.height - beside },
    rows.length,
    columns.length,
  );
  const move = (event: KeyboardEvent) => {
    const step = stepOf(event.key);
    if (step === undefined) return;
    event.preventDefault();
    onPoint({
      row: within((at?.row ?? 0) + (at ? step[0] : 0), rows.length),
      column: within((at?.column ?? 0) + (at ? step[1] : 0), columns.length),
    });
  };
  return (
    <Steered
      className="heatmap chart"
      box={box}
      style={filling(least + beside)}
      label={label}
      count={rows.length * columns.length}
      at={at && at.row * columns.length + at.column}
      said={at ? `${rowNames[at.row]} by ${columnNames[at.column]}` : 'no entry yet'}
      onKeyDown={move}
    >
      {room.width > 0 && (
        <svg
          ref={svg}
          width={size * columns.length + beside}
          height={size * rows.length + beside}
          role="img"
          aria-label={label}
        >
          <defs>
            <pattern id="matrix-below-zero" width="4" height="4" patternUnits="userSpaceOnUse">
              <path className="heat-hatch" d="M0 4L4 0" />
            </pattern>
          </defs>
          <g className="scene" transform={`translate(${STRIPE + 2} ${STRIPE + 2})`}>
            <Stripes {...{ matrix, at, size, rowNames, columnNames }} />
            <rect className="heat-ground" width={size * columns.length} height={size * rows.length} />
            <Entries {...{ matrix, size }} />
            {at && (
              <rect className="heat-at" x={at.column * size} y={at.row * size} width={size} height={size} />
            )}
            <rect
              className="bar-touch"
              width={size * columns.length}
              height={size * rows.length}
              onPointerMove={(event) => {
                const { left, top } = event.currentTarget.getBoundingClientRect();
                const next = {
                  row: within(Math.floor((event.clientY - top) / size), rows.length),
                  column: within(Math.floor((event.clientX - left) / size), columns.length),
                };
                if (next.row !== at?.row || next.column !== at.column) onPoint(next);
              }}
            />
          </g>
        </svg>
      )}
    </Steered>
  );
}

const STRIPE = 10;
const hue = (colour: number) => (colour < 0 ? 'none' : `hsl(${(colour * 137.5) % 360} 55% 50%)`);

/** The passes that the columns come from, or the rows, or both. */
function Stripes(props: {
  matrix: DerivativeMatrix;
  at: At | null;
  size: number;
  rowNames: readonly string[];
  columnNames: readonly string[];
}) {
  const { matrix, at, size, rowNames, columnNames } = props;
  const { columns, colours, by } = matrix;
  const ofColumns = by === 'adjoint' ? [] : colours.slice(0, columns.length);
  const ofRows = by === 'adjoint' ? colours : by === 'both' ? colours.slice(columns.length) : [];
  const seeded = at !== null && by !== 'adjoint' ? colours[at.column] : undefined;
  return (
    <>
      {ofColumns.map((colour, j) => (
        <rect
          key={columnNames[j]}
          x={j * size}
          y={-STRIPE}
          width={size}
          height={STRIPE - 3}
          fill={hue(colour)}
          opacity={seeded === undefined || seeded === colour ? 1 : 0.25}
        />
      ))}
      {ofRows.map((colour, i) => (
        <rect
          key={rowNames[i]}
          x={-STRIPE}
          y={i * size}
          width={STRIPE - 3}
          height={size}
          fill={hue(colour)}
        />
      ))}
    </>
  );
}

function Entries({ matrix: { entries }, size }: { matrix: DerivativeMatrix; size: number }) {
  const largest = entries.reduce(
    (most, { value }) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
    0,
  );
  return entries.map(({ row, column, value }) => (
    <g key={`${row} ${column}`} className="heat-cell" data-kind="adjoint">
      <rect
        x={column * size}
        y={row * size}
        width={size}
        height={size}
        opacity={
          value === 0
            ? 0.06
            : 0.15 + 0.85 * (Number.isFinite(value) && largest > 0 ? Math.abs(value) / largest : 1)
        }
      />
      {value < 0 && size >= 4 && (
        <rect
          className="heat-below"
          style={{ fill: 'url(#matrix-below-zero)' }}
          x={column * size}
          y={row * size}
          width={size}
          height={size}
        />
      )}
    </g>
  ));
}

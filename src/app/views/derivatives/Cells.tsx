import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { DerivativeMatrix } from '../../../engine/pipeline/results';
import { filling, squares, useRoom, widest } from '../../ui/chart/Chart';
import { shortNumber } from '../../ui/numbers';
import { LostMark, Steered, stepOf, within } from './Steered';

/** An entry of a matrix. */
export interface At {
  readonly row: number;
  readonly column: number;
}

/**
 * Entries as squares, the stronger the colour the larger, hatched below zero; beside them a stripe, with a colour a pass. As many names
 * of rows and columns stand there as have room, and the numbers where all have.
 */
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
  const { letter } = room;
  const long = widest(rowNames, letter) + 8;
  const left = STRIPE + 2 + (long < room.width / 3 ? long : 0);
  const top = STRIPE + 2 + 1.5 * letter;
  const { size, least } = squares(
    { ...room, width: room.width - left - 2, height: room.height - top - 2 },
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
      style={filling(least + top + 2)}
      label={label}
      count={rows.length * columns.length}
      at={at && at.row * columns.length + at.column}
      said={at ? `${rowNames[at.row]} by ${columnNames[at.column]}` : 'no entry yet'}
      onKeyDown={move}
    >
      {room.width > 0 && (
        <svg
          ref={svg}
          width={size * columns.length + left + 2}
          height={size * rows.length + top + 2}
          role="img"
          aria-label={label}
        >
          <defs>
            <pattern id="matrix-below-zero" width="4" height="4" patternUnits="userSpaceOnUse">
              <path className="heat-hatch" d="M0 4L4 0" />
            </pattern>
          </defs>
          <g className="scene" transform={`translate(${left} ${top})`}>
            <Stripes {...{ matrix, at, size, rowNames, columnNames }} />
            {left > long &&
              named(rowNames, letter / size).map(([name, i]) => (
                <text key={name} x={-STRIPE - 4} y={(i + 0.5) * size} dy="0.35em" textAnchor="end">
                  {name}
                </text>
              ))}
            {named(columnNames, (widest(columnNames, letter) + 4) / size).map(([name, j]) => (
              <text key={name} x={(j + 0.5) * size} y={-STRIPE - 0.4 * letter} textAnchor="middle">
                {name}
              </text>
            ))}
            <rect className="heat-ground" width={size * columns.length} height={size * rows.length} />
            <Entries {...{ matrix, size, letter }} />
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

/** As many names as have room, which is given in squares, at equal distances; none that would go beyond the last square. */
function named(names: readonly string[], room: number): [string, number][] {
  const every = Math.ceil(room);
  return names
    .map((name, k): [string, number] => [name, k])
    .filter(([, k]) => k % every === Math.floor((every - 1) / 2) && k + 0.5 + room / 2 <= names.length + 0.1);
}

const STRIPE = 10;
const hue = (colour: number) => (colour < 0 ? 'none' : `hsl(${(colour * 137.5) % 360} 55% 50%)`);

/** The passes that gave the columns, or the rows, or both. */
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

function Entries(props: { matrix: DerivativeMatrix; size: number; letter: number }) {
  const { matrix, size, letter } = props;
  const { entries } = matrix;
  const largest = entries.reduce(
    (most, { value }) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
    0,
  );
  const numbers = entries.map(({ value }) => shortNumber(value, 3));
  const told = widest(numbers, letter) < size - 4;
  return entries.map(({ row, column, value }, k) => {
    const square = { x: column * size, y: row * size, width: size, height: size };
    const strength =
      value === 0 || !Number.isFinite(value) ? 0.06 : 0.15 + (0.85 * Math.abs(value)) / largest;
    return (
      <g key={`${row} ${column}`} className="heat-cell" data-kind="adjoint">
        <rect {...square} opacity={strength} />
        {value < 0 && size >= 4 && (
          <rect className="heat-below" style={{ fill: 'url(#matrix-below-zero)' }} {...square} />
        )}
        {!told && !Number.isFinite(value) && (
          <LostMark x={square.x + size / 2} y={square.y + size / 2} room={size} />
        )}
        {told && (
          <text
            data-strong={(strength > 0.8 && value > 0) || undefined}
            x={square.x + size / 2}
            y={square.y + size / 2}
            dy="0.35em"
            textAnchor="middle"
          >
            {numbers[k]}
          </text>
        )}
      </g>
    );
  });
}

import { type KeyboardEvent, useRef } from 'react';
import { filling, squares, useRoom } from '../../ui/chart/Chart';
import type { Pictured } from './Bars';
import type { IndexSpace } from './elements';
import { LostMark, Steered, stepOf, within } from './Steered';

/** More cells than these are drawn in blocks, each as strong as its largest element. */
const MOST_CELLS = 6400;

/**
 * An array of two dimensions as a picture: rows downwards as in a matrix, the larger the stronger the colour, hatched if
 * negative. Arrow keys go from element to element.
 */
export function HeatMap(props: Pictured & { space: IndexSpace; onChoose: () => void }) {
  const { values, space, label, nameOf, at, onPoint, onChoose, kind, svg } = props;
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const [rows = 1, columns = 1] = space.extents;
  const by = Math.ceil(Math.sqrt((rows * columns) / MOST_CELLS));
  const { size, least } = squares(room, rows, columns);
  const indexOf = (i: number, j: number) => (space.columnMajor ? i + j * rows : i * columns + j);
  const [ati, atj] =
    at === null
      ? [-1, -1]
      : space.columnMajor
        ? [at % rows, Math.floor(at / rows)]
        : [Math.floor(at / columns), at % columns];
  const largest = values.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);
  const cells = cellsOf(values, { rows, columns, by, indexOf });
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onChoose();
    const step = stepOf(event.key);
    if (step === undefined) return;
    event.preventDefault();
    onPoint(indexOf(within(Math.max(0, ati) + step[0], rows), within(Math.max(0, atj) + step[1], columns)));
  };
  return (
    <Steered
      className="heatmap chart"
      box={box}
      style={filling(least + 1)}
      label={label}
      count={values.length}
      at={at}
      said={at === null ? 'no element yet' : `${nameOf(at)}: ${values[at]}`}
      onKeyDown={move}
    >
      {room.width > 0 && (
        <svg ref={svg} width={size * columns + 1} height={size * rows + 1} role="img" aria-label={label}>
          <defs>
            <pattern id="below-zero" width="4" height="4" patternUnits="userSpaceOnUse">
              <path className="heat-hatch" d="M0 4L4 0" />
            </pattern>
          </defs>
          <g className="scene">
            <rect className="heat-ground" width={size * columns} height={size * rows} />
            {cells.map(({ i, j, value }) => (
              <g key={`${i} ${j}`} data-kind={kind} className="heat-cell">
                <rect
                  x={j * size}
                  y={i * size}
                  width={size * Math.min(by, columns - j)}
                  height={size * Math.min(by, rows - i)}
                  opacity={strength(value, largest)}
                />
                {!Number.isFinite(value) && (
                  <LostMark
                    x={(j + Math.min(by, columns - j) / 2) * size}
                    y={(i + Math.min(by, rows - i) / 2) * size}
                    room={size * by}
                  />
                )}
                {value < 0 && size * by >= 4 && (
                  <rect
                    className="heat-below"
                    fill="url(#below-zero)"
                    x={j * size}
                    y={i * size}
                    width={size * by}
                    height={size * by}
                  />
                )}
              </g>
            ))}
            {at !== null && (
              <rect className="heat-at" x={atj * size} y={ati * size} width={size} height={size} />
            )}
            <rect
              className="bar-touch"
              width={size * columns}
              height={size * rows}
              onPointerMove={(event) => {
                const { left, top } = event.currentTarget.getBoundingClientRect();
                const j = within(Math.floor((event.clientX - left) / size), columns);
                const i = within(Math.floor((event.clientY - top) / size), rows);
                onPoint(indexOf(i, j));
              }}
              onPointerDown={onChoose}
            />
          </g>
        </svg>
      )}
    </Steered>
  );
}

/** How strong the colour of a value is; even the smallest nonzero value can be seen. What is not finite has a mark instead. */
function strength(value: number, largest: number): number {
  return value === 0 || largest === 0 || !Number.isFinite(value)
    ? 0
    : 0.12 + 0.88 * (Math.abs(value) / largest);
}

interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly by: number;
  readonly indexOf: (i: number, j: number) => number;
}

function cellsOf(values: readonly number[], { rows, columns, by, indexOf }: Grid) {
  const cells: { i: number; j: number; value: number }[] = [];
  for (let i = 0; i < rows; i += by)
    for (let j = 0; j < columns; j += by) {
      let value = 0;
      for (let p = i; p < Math.min(rows, i + by); p++)
        for (let q = j; q < Math.min(columns, j + by); q++) {
          const x = values[indexOf(p, q)] ?? 0;
          if (Number.isFinite(value) && !(Math.abs(x) <= Math.abs(value))) value = x;
        }
      if (value !== 0) cells.push({ i, j, value });
    }
  return cells;
}

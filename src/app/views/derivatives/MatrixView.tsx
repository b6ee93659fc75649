import '../../styles/chart.css';
import '../../styles/derivatives.css';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { DerivativeMatrix, Differentiation, MatrixElement } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { runOf } from '../../store/document/playground';
import { focusOnStatements } from '../../store/view/focus';
import { useRoom } from '../../ui/chart/Chart';
import { Button, Segments } from '../../ui/controls';
import { counted, shortNumber } from '../../ui/numbers';
import { saveSvg } from '../../ui/save';
import type { Sheet } from '../../ui/sheets';
import { useApp } from '../../use';
import { Empty, InHead } from '../Panel';
import { SaveTable } from '../SaveTable';
import { Prose } from '../why/Prose';
import { elementName, indexSpace } from './elements';
import { useAnswer } from './useAnswer';

const VIEW = 'matrix';
type Which = 'jacobian' | 'hessian';
/** Rows and columns that are drawn; larger ones are counted. */
const MOST_SHOWN = 200;
const BUDGET = { steps: 5_000_000, milliseconds: 15_000, bytes: 256 * 2 ** 20 };

/** The Jacobian, or the Hessian, of the kernel at its inputs: pattern, entries, colours, seeds. */
export function MatrixView() {
  const shown = useApp((state) => state.shown);
  const playground = useApp((state) => state.playground);
  const [which, setWhich] = useState<Which>('jacobian');
  const request = shown?.routine ? runOf(playground, BUDGET) : null;
  const asked = useAnswer(request === null ? null : { kind: which, request });
  if (shown === null || shown.routine === null)
    return <Empty>The matrix appears here as soon as there is a routine.</Empty>;
  const { answer, busy, trouble, stop } = asked;
  const error = answer?.diagnostics.find(({ severity }) => severity === 'error');
  return (
    <div className="derivatives" aria-busy={busy}>
      <InHead>
        <Segments
          label="Which matrix"
          size="small"
          value={which}
          onChange={setWhich}
          choices={[
            { value: 'jacobian', title: 'Jacobian', blurb: 'Every dependent by every independent.' },
            { value: 'hessian', title: 'Hessian', blurb: 'Second derivatives of one scalar dependent.' },
          ]}
        />
      </InHead>
      <section className="derivatives-card">
        {answer?.ok ? (
          <Picture matrix={answer} which={which} shown={shown} />
        ) : (
          <p className="derivatives-words">
            {error ? (
              <Prose text={`${error.message} ${error.notes[0]?.message ?? ''}`} />
            ) : busy ? (
              'At work …'
            ) : (
              trouble
            )}
          </p>
        )}
        {busy && (
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        )}
      </section>
    </div>
  );
}

/** Elements as the program writes them. */
function namesOf(elements: readonly MatrixElement[], shown: Differentiation): string[] {
  const counts = new Map<string, number>();
  for (const { name } of elements) counts.set(name, (counts.get(name) ?? 0) + 1);
  return elements.map(({ name, index }) => {
    const variable = shown.variables.find(({ key }) => key === name);
    if (!variable || variable.dimensions === null) return name;
    const space = indexSpace(variable, { inputs: {} }, shown.request.language, counts.get(name) ?? 1);
    return elementName(name, space, index, false);
  });
}

interface At {
  readonly row: number;
  readonly column: number;
}

function Picture(props: { matrix: DerivativeMatrix; which: Which; shown: Differentiation }) {
  const { matrix, which, shown } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [chosen, setAt] = useState<At | null>(null);
  const { rows, columns, entries, passes, by, colours, check } = matrix;
  const at = chosen && chosen.row < rows.length && chosen.column < columns.length ? chosen : null;
  const [rowNames, columnNames] = [namesOf(rows, shown), namesOf(columns, shown)];
  const playground = useApp((state) => state.playground);
  const entry = at && entries.find(({ row, column }) => row === at.row && column === at.column);
  const path = useAnswer(
    at === null || !entry
      ? null
      : {
          kind: 'derivativePath',
          request: runOf(playground, BUDGET),
          from: [columns[at.column], ...(which === 'hessian' ? [rows[at.row]] : [])].filter(
            (x) => x !== undefined,
          ),
          to: which === 'hessian' ? null : (rows[at.row] ?? null),
        },
  );
  const statements = entry ? path.answer?.statements : undefined;
  useEffect(() => {
    if (statements !== undefined) actions.hover(focusOnStatements(shown, statements, VIEW));
    return () => actions.hover(null);
  }, [statements, shown]);
  const way = {
    tangent: 'along directions',
    adjoint: 'from seeds',
    both: which === 'hessian' ? 'by tangents of the adjoint' : 'along directions and from seeds',
  }[by];
  const words = `${rows.length} × ${columns.length}, ${counted(entries.length, 'entry', 'entries')}, in ${counted(passes, 'pass', 'passes')} ${way}`;
  const isDrawn =
    rows.length <= MOST_SHOWN && columns.length <= MOST_SHOWN && rows.length > 0 && columns.length > 0;
  return (
    <>
      <header>
        <h3>{words}</h3>
        <SaveTable
          what={which === 'jacobian' ? 'Jacobian' : 'Hessian'}
          file={`${shown.routine?.name ?? 'kernel'}-${which}`}
          sheets={() => [sheetOf(matrix, which, rowNames, columnNames)]}
          more={
            isDrawn
              ? [
                  {
                    id: 'svg',
                    title: 'SVG',
                    onSelect: () => svg.current && saveSvg(`${which}.svg`, svg.current),
                  },
                ]
              : []
          }
        />
      </header>
      {isDrawn ? (
        <Cells {...{ matrix, at, svg, rowNames, columnNames }} label={`${which}: ${words}`} onPoint={setAt} />
      ) : (
        <p className="derivatives-words">
          Larger than {MOST_SHOWN} × {MOST_SHOWN}: it is counted, not drawn.
        </p>
      )}
      <p className="derivatives-words" aria-live="polite">
        {at === null || !isDrawn ? (
          'Point at an entry, or go there by arrow keys: the statements that it comes through light up. The stripe has a colour a pass.'
        ) : (
          <>
            <code>
              ∂{rowNames[at.row]}/∂{columnNames[at.column]}
            </code>{' '}
            <b data-kind="adjoint">{entry ? shortNumber(entry.value) : '0, outside the pattern'}</b>
            {by !== 'adjoint' && `, pass ${(colours[at.column] ?? 0) + 1}`}
            {statements !== undefined && `, through ${counted(statements.length, 'statement')}`}
          </>
        )}
      </p>
      <p className="derivatives-words">{check.sentence}</p>
    </>
  );
}

function Cells(props: {
  matrix: DerivativeMatrix;
  at: At | null;
  svg: RefObject<SVGSVGElement | null>;
  rowNames: readonly string[];
  columnNames: readonly string[];
  label: string;
  onPoint: (at: At) => void;
}) {
  const { matrix, at, svg, rowNames, columnNames, label, onPoint } = props;
  const { rows, columns, entries, colours, by } = matrix;
  const box = useRef<HTMLDivElement>(null);
  const { width, enlarged } = useRoom(box);
  const stripe = 10;
  const size = Math.max(
    2,
    Math.min(30 * enlarged, (width - stripe - 4) / columns.length, (420 * enlarged) / rows.length),
  );
  const largest = entries.reduce(
    (most, { value }) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
    0,
  );
  const stripes = by === 'adjoint' ? [] : colours.slice(0, columns.length);
  const rowStripes = by === 'adjoint' ? colours : by === 'both' ? colours.slice(columns.length) : [];
  const hue = (colour: number) => (colour < 0 ? 'none' : `hsl(${(colour * 137.5) % 360} 55% 50%)`);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const clamp = (x: number, n: number) => Math.max(0, Math.min(n - 1, x));
    onPoint({
      row: clamp((at?.row ?? 0) + (at ? (step[0] ?? 0) : 0), rows.length),
      column: clamp((at?.column ?? 0) + (at ? (step[1] ?? 0) : 0), columns.length),
    });
  };
  const seeded = at !== null && by !== 'adjoint' ? colours[at.column] : undefined;
  return (
    <div
      className="heatmap chart"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={rows.length * columns.length - 1}
      aria-valuenow={at ? at.row * columns.length + at.column : 0}
      aria-valuetext={at ? `${rowNames[at.row]} by ${columnNames[at.column]}` : 'no entry yet'}
      onKeyDown={move}
    >
      {width > 0 && (
        <svg
          ref={svg}
          width={size * columns.length + stripe + 4}
          height={size * rows.length + stripe + 4}
          role="img"
          aria-label={label}
        >
          <defs>
            <pattern id="matrix-below-zero" width="4" height="4" patternUnits="userSpaceOnUse">
              <path className="heat-hatch" d="M0 4L4 0" />
            </pattern>
          </defs>
          <g className="scene" transform={`translate(${stripe + 2} ${stripe + 2})`}>
            {stripes.map((colour, j) => (
              <rect
                key={columnNames[j]}
                x={j * size}
                y={-stripe}
                width={size}
                height={stripe - 3}
                fill={hue(colour)}
                opacity={seeded === undefined || seeded === colour ? 1 : 0.25}
              />
            ))}
            {rowStripes.map((colour, i) => (
              <rect
                key={rowNames[i]}
                x={-stripe}
                y={i * size}
                width={stripe - 3}
                height={size}
                fill={hue(colour)}
              />
            ))}
            <rect className="heat-ground" width={size * columns.length} height={size * rows.length} />
            {entries.map(({ row, column, value }) => (
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
            ))}
            {at && (
              <rect className="heat-at" x={at.column * size} y={at.row * size} width={size} height={size} />
            )}
            <rect
              className="bar-touch"
              width={size * columns.length}
              height={size * rows.length}
              onPointerMove={(event) => {
                const { left, top } = event.currentTarget.getBoundingClientRect();
                const place = (x: number, n: number) => Math.max(0, Math.min(n - 1, Math.floor(x / size)));
                const next = {
                  row: place(event.clientY - top, rows.length),
                  column: place(event.clientX - left, columns.length),
                };
                if (next.row !== at?.row || next.column !== at.column) onPoint(next);
              }}
            />
          </g>
        </svg>
      )}
    </div>
  );
}

function sheetOf(
  { entries, colours, by }: DerivativeMatrix,
  which: Which,
  rowNames: readonly string[],
  columnNames: readonly string[],
): Sheet {
  return {
    title: which === 'jacobian' ? 'Jacobian' : 'Hessian',
    head: ['row', 'column', 'value', 'colour'],
    rows: entries.map(({ row, column, value }) => [
      rowNames[row] ?? '',
      columnNames[column] ?? '',
      String(value),
      String((by === 'adjoint' ? colours[row] : colours[column]) ?? ''),
    ]),
  };
}

import { useRef, useState } from 'react';
import type { Differentiation, TradeoffWindow, WindowValue } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { focusOnStatement } from '../../store/view/focus';
import { useRoom } from '../../ui/chart/Chart';
import { useRovingRows } from '../../ui/roving';
import { lineCounter } from '../../ui/text';
import { useApp, useLit } from '../../use';
import { choiceText, whyOf } from './words';

const VIEW = 'tradeoff';

/**
 * The values of a stretch, a row each in the order in which they are computed; arcs lead from operands down to what is computed from
 * them, and the flow's paths run along them in full colour, each through one value that is kept.
 */
export function Cut({ window }: { window: TradeoffWindow }) {
  const { values, paths } = window;
  const shown = useApp((state) => state.shown);
  const lit = useLit();
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      values.findIndex(({ choice }) => choice === 'kept'),
    ),
  );
  const source = useApp((state) => state.playground.source);
  const value = values[at];
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const roving = useRovingRows(list);
  const { letter, width } = useRoom(box);
  const row = Math.round(letter * 2.1);
  const gutter = Math.round(letter * (width < letter * 40 ? 4.5 : 10));
  return (
    <div className="cut" ref={box}>
      <p className="cut-why" role="status">
        <b className="mono">{values[at]?.text}</b>
        {value && `, line ${lineCounter(source)(value.span.start)}. `}
        {whyOf(window, at)}
      </p>
      <div className="cut-scroll">
        <Arcs window={window} at={at} row={row} gutter={gutter} />
        <ul ref={list} className="cut-values" aria-label="Values of the stretch" {...roving}>
          {values.map((value, k) => {
            const statement = statementOf(value, shown);
            const focus = () =>
              shown !== null && statement !== null ? focusOnStatement(shown, statement, VIEW) : null;
            return (
              <li key={`${value.text} ${value.statement} ${value.operands.join()}`} style={{ height: row }}>
                <button
                  type="button"
                  data-stop
                  tabIndex={-1}
                  className="cut-value"
                  data-choice={value.choice}
                  data-at={k === at || undefined}
                  data-lit={(statement !== null && lit.statements.has(statement)) || undefined}
                  aria-pressed={k === at}
                  aria-label={spokenOf(window, value, k)}
                  onFocus={() => setAt(k)}
                  onPointerEnter={() => actions.hover(focus())}
                  onPointerLeave={() => actions.hover(null)}
                  onClick={() => {
                    setAt(k);
                    actions.pin(focus());
                  }}
                >
                  <span className="mono">{value.text}</span>
                  <span className="cut-choice">{choiceText(value)}</span>
                  {value.isRead && (
                    <span className="cut-read" title="The backward sweep of the stretch reads it">
                      ◂ read
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      <Key paths={paths.length} />
    </div>
  );
}

const CHOICES = [
  ['kept', 'kept'],
  ['again', 'computed again'],
  ['there', 'still there'],
] as const;

function Dot({ choice, x, y }: { choice: WindowValue['choice']; x: number; y: number }) {
  return choice === 'kept' ? (
    <rect className="cut-dot" data-choice={choice} x={x - 4.5} y={y - 4.5} width={9} height={9} />
  ) : (
    <circle className="cut-dot" data-choice={choice} cx={x} cy={y} r={4} />
  );
}

function Key({ paths }: { paths: number }) {
  return (
    <ul className="chart-key cut-key">
      {CHOICES.map(([choice, what]) => (
        <li key={choice}>
          <svg width="12" height="12" aria-hidden="true">
            <Dot choice={choice} x={6} y={6} />
          </svg>{' '}
          {what}
        </li>
      ))}
      {paths > 0 && (
        <li>
          <svg width="22" height="12" aria-hidden="true">
            <path className="cut-arc" data-path="" d="M1 6H21" />
          </svg>{' '}
          a path that must be cut
        </li>
      )}
    </ul>
  );
}

function Arcs(props: { window: TradeoffWindow; at: number; row: number; gutter: number }) {
  const { window, at, row, gutter } = props;
  const { values, paths } = window;
  const x = gutter - row * 0.4;
  const y = (k: number) => (k + 0.5) * row;
  const onPath = new Set(
    paths.flatMap(({ values: [...path] }) => path.slice(1).map((to, k) => `${path[k]} ${to}`)),
  );
  const arcs = values.flatMap(({ operands }, to) => operands.map((from) => ({ from, to })));
  const bulge = (from: number, to: number) => Math.min(x - 4, row * (0.45 + 0.33 * (to - from)));
  return (
    <svg
      className="cut-arcs"
      width={gutter}
      height={values.length * row}
      role="img"
      aria-label={
        paths.map(({ values: path }) => path.map((k) => values[k]?.text).join(' to ')).join('; ') ||
        'No path has to be cut.'
      }
    >
      {[false, true].map((isPath) =>
        arcs
          .filter(({ from, to }) => onPath.has(`${from} ${to}`) === isPath)
          .map(({ from, to }) => (
            <path
              key={`${from} ${to}`}
              className="cut-arc"
              data-path={isPath || undefined}
              data-at={from === at || to === at || undefined}
              d={`M${x} ${y(from)}C${x - bulge(from, to)} ${y(from)} ${x - bulge(from, to)} ${y(to)} ${x} ${y(to)}`}
            />
          )),
      )}
      {paths.map(({ values: path }) => {
        const [first, last] = [path[0] ?? 0, path[path.length - 1] ?? 0];
        return (
          <g key={path.join()} className="cut-ends">
            <path className="cut-arc" data-path d={`M${x} ${y(first)}h${-row * 0.55}`} />
            <path className="cut-arc" data-path d={`M${x} ${y(last)}H${gutter}`} />
          </g>
        );
      })}
      {values.map(({ choice }, k) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values are told apart by where they stand
        <Dot key={k} choice={choice} x={x} y={y(k)} />
      ))}
    </svg>
  );
}

/** In the result on the page, which other options may have made; null where it has none at that place. */
function statementOf({ statement, span }: WindowValue, shown: Differentiation | null): string | null {
  const isHere = (s: { span: { start: number; end: number } }) =>
    s.span.start === span.start && s.span.end === span.end;
  const list = [...(shown?.statements ?? []), ...(shown?.called ?? [])].filter(isHere);
  return (list.find(({ id }) => id === statement) ?? list[0])?.id ?? null;
}

function spokenOf({ values }: TradeoffWindow, value: WindowValue, k: number): string {
  const from = value.operands.map((o) => values[o]?.text).join(', ');
  return [
    `${k + 1}: ${value.text}`,
    choiceText(value),
    ...(from === '' ? [] : [`from ${from}`]),
    ...(value.isRead ? ['read by the backward sweep'] : []),
  ].join('; ');
}

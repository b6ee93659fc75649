import { useEffect, useMemo, useRef } from 'react';
import type { ParseVertex, SinglePass } from '../../../engine/pipeline/results';
import { ATTRIBUTES, type Box, type Firing, HEIGHT, labelOf, layoutOf, type PassState } from './steps';

export interface TreeProps {
  readonly pass: SinglePass;
  readonly source: string;
  readonly state: PassState;
  readonly now: number | null;
  readonly firing: Firing | null;
  readonly onHover: (vertex: number | null) => void;
}

/** The parse tree as far as it is read: dashed while open, filled once reduced. Arrows say where attributes come from. */
export function Tree({ pass, source, state, now, firing, onHover }: TreeProps) {
  const { tree } = pass;
  const { boxes, width, height } = useMemo(() => layoutOf(tree, source), [tree, source]);
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = now === null ? undefined : boxes[now];
    const pane = scroller.current;
    if (!box || !pane) return;
    // The drawing is larger where it is presented.
    const scale = (pane.querySelector('svg')?.getBoundingClientRect().width ?? width) / (width + 8);
    const [left, top] = [
      box.x * scale - pane.clientWidth / 2,
      (box.y + HEIGHT) * scale - pane.clientHeight / 2,
    ];
    // What is in view stays where it is, under the pointer that may have asked for it.
    const [aside, below] = [Math.abs(left - pane.scrollLeft), Math.abs(top - pane.scrollTop)];
    const isSeen =
      aside < (pane.clientWidth - box.width * scale) / 2 && below < pane.clientHeight / 2 - HEIGHT * scale;
    if (!isSeen) pane.scrollTo({ left, top });
  }, [now, boxes, width]);
  const there = tree.filter(({ id }) => state.opened.has(id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section ref={scroller} className="singlepass-tree" tabIndex={0} aria-label="Parse tree">
      <p className="singlepass-legend">
        <b>j</b> index ↓ <b>n</b> size ↑ <b>k</b> number → <b>cf</b> <b>cb</b> texts ↑
      </p>
      <svg
        width={width + 8}
        height={height + 8}
        viewBox={`-4 -4 ${width + 8} ${height + 8}`}
        role="img"
        aria-label={there.map((v) => spokenVertex(v, source, state)).join('; ')}
      >
        <defs>
          <marker
            id="singlepass-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {there.flatMap((v) =>
          v.children
            .filter((id) => state.opened.has(id))
            .map((id) => <path key={id} className="singlepass-edge" d={edge(boxes[v.id], boxes[id])} />),
        )}
        {there.map((v) => (
          <Vertex
            key={v.id}
            v={v}
            box={boxes[v.id]}
            label={labelOf(v, source)}
            state={state}
            isNow={v.id === now}
            onHover={onHover}
          />
        ))}
        {firing?.from.map((from) => (
          <path
            key={from}
            className="singlepass-flow"
            markerEnd="url(#singlepass-arrow)"
            d={flow(boxes[from], boxes[firing.to])}
          />
        ))}
      </svg>
    </section>
  );
}

function Vertex(props: {
  v: ParseVertex;
  box: Box | undefined;
  label: string;
  state: PassState;
  isNow: boolean;
  onHover: (vertex: number | null) => void;
}) {
  const { v, box, label, state, isNow, onHover } = props;
  if (!box) return null;
  const names = ATTRIBUTES[v.symbol];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing is a shortcut; the steps go everywhere by keyboard
    <g
      className="singlepass-vertex"
      data-done={state.reduced.has(v.id) || undefined}
      data-now={isNow || undefined}
      transform={`translate(${box.x - box.width / 2} ${box.y})`}
      onMouseEnter={() => onHover(v.id)}
      onMouseLeave={() => onHover(null)}
    >
      <rect className="singlepass-box" width={box.width} height={HEIGHT} rx="8" />
      <text x={box.width / 2} y="19">
        <tspan className="singlepass-symbol">{v.symbol}</tspan> {label}
      </text>
      {names.map((name, i) => {
        const values = state.attributes.get(`${v.id} ${name}`);
        const x = (box.width - names.length * 38) / 2 + i * 38;
        return (
          <g key={name} data-set={values !== undefined || undefined} className="singlepass-chip">
            <rect x={x} y="27" width="36" height="19" rx="4" />
            <text x={x + 18} y="40.5">
              {name} {values?.join('→') ?? ''}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function spokenVertex(v: ParseVertex, source: string, state: PassState): string {
  const set = ATTRIBUTES[v.symbol].flatMap((name) => {
    const values = state.attributes.get(`${v.id} ${name}`);
    return values ? [`${name} ${values.join(' then ').replaceAll('✓', 'set')}`] : [];
  });
  return `${v.symbol} ${labelOf(v, source)}, ${state.reduced.has(v.id) ? 'reduced' : 'open'}, ${set.join(', ')}`;
}

function edge(from: Box | undefined, to: Box | undefined): string {
  if (!from || !to) return '';
  const y = from.y + HEIGHT;
  return `M${from.x} ${y}C${from.x} ${y + 16} ${to.x} ${to.y - 16} ${to.x} ${to.y}`;
}

/** Down from the parent, up from a child, or from left to right. */
function flow(from: Box | undefined, to: Box | undefined): string {
  if (!from || !to) return '';
  if (from.y === to.y) {
    const y = from.y + HEIGHT;
    return `M${from.x} ${y}C${from.x} ${y + 22} ${to.x} ${y + 22} ${to.x} ${y + 2}`;
  }
  const isDown = from.y < to.y;
  const [y1, y2] = isDown ? [from.y + HEIGHT, to.y - 2] : [from.y, to.y + HEIGHT + 2];
  return `M${from.x} ${y1}C${from.x} ${(y1 + y2) / 2} ${to.x} ${(y1 + y2) / 2} ${to.x} ${y2}`;
}

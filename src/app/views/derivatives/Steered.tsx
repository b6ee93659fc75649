import type { CSSProperties, KeyboardEventHandler, ReactNode, RefObject } from 'react';

/** A picture with a cursor that arrow keys move: to a screen reader a slider over its parts. `said`: what the cursor is at. */
export function Steered(props: {
  className: string;
  box?: RefObject<HTMLDivElement | null>;
  style?: CSSProperties | undefined;
  label: string;
  count: number;
  at: number | null;
  said: string;
  onKeyDown: KeyboardEventHandler;
  children: ReactNode;
}) {
  const { className, box, style, label, count, at, said, onKeyDown, children } = props;
  return (
    <div
      className={className}
      ref={box}
      style={style}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={at ?? 0}
      aria-valuetext={said}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

/** A cross where a value is not finite, so that it looks neither like zero nor like a large number. */
export function LostMark({ x, y, room }: { x: number; y: number; room: number }) {
  const r = Math.min(5, room / 4);
  return (
    <path className="lost-mark" d={`M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`}>
      <title>not finite</title>
    </path>
  );
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The place that an arrow key leads to in a matrix, rows downwards. */
export const stepOf = (key: string) => STEPS[key];

/** The nearest of `count` rows or columns. */
export const within = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at));

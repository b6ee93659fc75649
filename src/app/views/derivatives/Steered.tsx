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

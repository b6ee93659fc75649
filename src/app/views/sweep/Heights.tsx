import { memo, type PointerEvent, useMemo } from 'react';
import type { Trace } from '../../../engine/pipeline/results';
import { grouped } from '../../ui/numbers';
import { heights } from './playback';

const WIDTH = 600;
const HEIGHT = 56;

/** Height of the tape over the whole run; a click or a drag goes there. */
export function Heights({ trace, at, onGo }: { trace: Trace; at: number; onGo: (step: number) => void }) {
  const go = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = Math.max(0, Math.min(1, (event.clientX - left) / Math.max(1, width)));
    onGo(Math.round(part * trace.steps) - 1);
  };
  const place = trace.steps === 0 ? 0 : ((at + 1) / trace.steps) * 100;
  return (
    <div
      className="heights"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && go(event)}
    >
      <Outline trace={trace} />
      <span className="heights-title" aria-hidden="true">
        height of the tape
      </span>
      <span className="heights-now" style={{ left: `${place}%` }} />
    </div>
  );
}

const Outline = memo(function Outline({ trace }: { trace: Trace }) {
  const { most, path, turn } = useMemo(() => outline(trace), [trace]);
  const cells = most === 1 ? '1 cell' : `${grouped(most)} cells`;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Height of the tape over the run: ${cells} at most`}
    >
      <rect className="heights-forward" width={turn} height={HEIGHT} />
      <rect className="heights-backward" x={turn} width={WIDTH - turn} height={HEIGHT} />
      <path d={path} />
    </svg>
  );
});

function outline(trace: Trace): { most: number; path: string; turn: number } {
  const { most, heights: tops } = heights(trace, WIDTH);
  const x = (column: number) => ((column * WIDTH) / tops.length).toFixed(1);
  const y = (height: number) => (HEIGHT - 2 - (height / Math.max(1, most)) * (HEIGHT - 10)).toFixed(1);
  const steps = tops.map((height, c) => `V${y(height)}H${x(c + 1)}`).join('');
  const turn = trace.turn < 0 ? WIDTH : (trace.turn / Math.max(1, trace.steps)) * WIDTH;
  return { most, path: `M0 ${HEIGHT}${steps}V${HEIGHT}Z`, turn };
}

import { ChevronFirst, ChevronLast, Pause, Play, StepBack, StepForward } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { Button } from './controls';
import { grouped } from './numbers';
import { usePresenterKeys } from './presenterKeys';

const BEAT_MS = 700;

interface PlayerProps {
  /** The noun for its steps, for their names. */
  readonly what: string;
  readonly count: number;
  readonly at: number;
  readonly onMove: (to: number) => void;
  /** The first position: -1 if there is one before the first step. */
  readonly least?: number;
  /** The time between two steps while playing, in milliseconds. */
  readonly beat?: number;
  /** Playing pauses at this position. */
  readonly stops?: ((at: number) => boolean) | undefined;
  readonly children?: ReactNode;
}

/** Forward, back, play and jump over a row of steps. Arrow keys work anywhere in it. */
export function Player(props: PlayerProps) {
  const { what, count, at, onMove, least = 0, beat = BEAT_MS, stops, children } = props;
  const [playing, setPlaying] = useState(false);
  const last = count - 1;
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => {
      onMove(at + 1);
      if (stops?.(at + 1)) setPlaying(false);
    }, beat);
    return () => clearTimeout(timer);
  }, [playing, at, last, onMove, stops, beat]);

  const move = (to: number) => {
    setPlaying(false);
    onMove(Math.max(least, Math.min(last, to)));
  };
  usePresenterKeys((by) => move(at + by));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.matches('select, input, [role=radio]')) return;
    const to: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: least, End: last };
    const next = to[event.key];
    if (next === undefined) return;
    move(next);
    event.preventDefault();
  };
  return (
    <div className="player" role="toolbar" aria-label={`Steps of ${what}`} onKeyDown={onKeyDown}>
      <Step
        icon={<ChevronFirst size={14} />}
        label="To the start"
        off={at <= least}
        onClick={() => move(least)}
      />
      <Step icon={<StepBack size={13} />} label="Back" off={at <= least} onClick={() => move(at - 1)} />
      <Button
        icon={playing ? <Pause size={13} /> : <Play size={13} />}
        label={playing ? 'Pause' : 'Play'}
        onClick={() => {
          if (!playing && at >= last) onMove(least);
          setPlaying(!playing);
        }}
      />
      <Step icon={<StepForward size={13} />} label="Forward" off={at >= last} onClick={() => move(at + 1)} />
      <Step icon={<ChevronLast size={14} />} label="To the end" off={at >= last} onClick={() => move(last)} />
      <input
        type="range"
        aria-label={`Step of ${what}`}
        min={least + 1}
        max={Math.max(1, count)}
        value={at + 1}
        onChange={(event) => move(Number(event.target.value) - 1)}
      />
      <span className="player-count">
        {grouped(at + 1)} of {grouped(count)}
      </span>
      {children}
    </div>
  );
}

/** Stays focusable at either end, so that the keyboard does not lose its place. */
function Step(props: { icon: ReactNode; label: string; off: boolean; onClick: () => void }) {
  const { icon, label, off, onClick } = props;
  return <Button look="quiet" icon={icon} label={label} aria-disabled={off || undefined} onClick={onClick} />;
}

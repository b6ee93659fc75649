import { memo, useEffect, useRef, useState } from 'react';
import { Link } from '../../ui/controls';
import { grouped, shortNumber } from '../../ui/numbers';
import { nameOnTape, type Playback, tapeKind } from './playback';
import { firstCell } from './tapeWindow';

/** Pixels of a cell, as in sweep.css. */
const CELL = 24;
const HEAD = 62;
/** Characters of a name. A box that cuts its text would be painted by itself, one for each cell. */
const NAME = 11;

/** The tape as a stack that stands on its oldest cell: its top is the first line. Each cell goes to the step that pushed it. */
export function Tape({ play, onGo }: { play: Playback; onGo: (step: number) => void }) {
  const { trace, at } = play;
  const stack = useRef<HTMLElement>(null);
  const rows = useRows(stack);
  const hidden = useRef(0);
  const height = at < 0 ? 0 : (trace.tapeHeight[at] ?? 0);
  hidden.current = firstCell(hidden.current, height, rows);
  const top = play.top(height - hidden.current);
  const popped = at >= 0 && /^pop/.test(tapeKind(trace, at) ?? '') ? play.partner(at) : -1;
  return (
    <section className="tape-stack" aria-label="Tape" ref={stack}>
      <p className="tape-head">
        Tape <strong>{height === 0 ? 'empty' : height === 1 ? '1 cell' : `${grouped(height)} cells`}</strong>
      </p>
      <ol>
        {popped >= 0 && (
          <li key={popped} className="tape-cell" data-popped>
            <TapeCell play={play} step={popped} state="popped" onGo={onGo} />
          </li>
        )}
        {top.map((step) => (
          <li key={step} className="tape-cell" data-now={step === at || undefined}>
            <TapeCell play={play} step={step} state={step === at ? 'pushed' : ''} onGo={onGo} />
          </li>
        ))}
      </ol>
      <p className="tape-more">{hidden.current > 0 && `and ${grouped(hidden.current)} below`}</p>
    </section>
  );
}

/** Cells for which there is room, the place of one just popped included. */
function useRows(stack: React.RefObject<HTMLElement | null>): number {
  const [rows, setRows] = useState(10);
  useEffect(() => {
    const element = stack.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setRows(Math.max(6, Math.floor((element.clientHeight - HEAD) / CELL))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [stack]);
  return rows;
}

interface TapeCellProps {
  readonly play: Playback;
  readonly step: number;
  readonly state: '' | 'pushed' | 'popped';
  readonly onGo: (step: number) => void;
}

const TapeCell = memo(function TapeCell({ play, step, state, onGo }: TapeCellProps) {
  const { trace } = play;
  const name = nameOnTape(play, step);
  return (
    <Link title={`${name}, pushed in step ${step + 1}: go there`} onClick={() => onGo(step)}>
      <span className="change-mark">
        {state !== '' && (
          <span role="img" aria-label={`just ${state}`}>
            {state === 'pushed' ? '▸' : '◂'}
          </span>
        )}
      </span>
      <span className="mono">{shortName(name)}</span>
      <span className="mono n">{shortNumber(trace.after[step] ?? Number.NaN, 6)}</span>
      <small>{step + 1}</small>
    </Link>
  );
});

/** The subscripts of an element tell it from the cells around it: of a long name its middle goes. */
function shortName(name: string): string {
  if (name.length <= NAME) return name;
  const subscripts = name.slice(name.search(/[[(]|$/)).slice(-NAME + 3);
  return `${name.slice(0, NAME - 1 - subscripts.length)}…${subscripts}`;
}

import { useMemo } from 'react';
import { Button, Link } from '../../ui/controls';
import { grouped, shortNumber } from '../../ui/numbers';
import { type Playback, told } from './playback';
import type { CellRow } from './rows';

const MOST = 9;

interface HistoryProps {
  readonly play: Playback;
  readonly row: CellRow;
  readonly watched: ReadonlySet<number>;
  readonly onWatch: (location: number) => void;
  readonly onGo: (step: number) => void;
  readonly onClose: () => void;
}

/** One variable over the whole run: every value that it and its derivative had, and when. */
export function History({ play, row, watched, onWatch, onGo, onClose }: HistoryProps) {
  return (
    <section className="history" aria-label={`History of ${row.name}`}>
      <p className="group-title">
        History of <span className="mono">{row.name}</span>
        <Button look="quiet" icon="✕" label="Close the history" onClick={onClose} />
      </p>
      <div className="history-columns">
        <Line play={play} cell={row.cell} name={row.name} watched={watched} onWatch={onWatch} onGo={onGo} />
        {row.derivativeCell >= 0 && (
          <Line
            play={play}
            cell={row.derivativeCell}
            name={row.derivativeName}
            watched={watched}
            onWatch={onWatch}
            onGo={onGo}
          />
        )}
      </div>
    </section>
  );
}

interface LineProps extends Pick<HistoryProps, 'play' | 'watched' | 'onWatch' | 'onGo'> {
  readonly cell: number;
  readonly name: string;
}

function Line({ play, cell, name, watched, onWatch, onGo }: LineProps) {
  const steps = useMemo(() => (cell < 0 ? [] : play.history(cell)), [play, cell]);
  const location = play.trace.locations.findIndex((l) => l.start <= cell && cell < l.start + l.length);
  // The writes around the step at hand.
  const after = steps.findIndex((step) => step > play.at);
  const middle = after < 0 ? steps.length : after;
  const from = Math.max(0, Math.min(steps.length - MOST, middle - Math.ceil(MOST / 2)));
  const written = steps.length === 1 ? 'once' : `${grouped(steps.length)} times`;
  return (
    <div>
      <p>
        <span className="mono">{name}</span> is written {steps.length === 0 ? 'never' : written}.{' '}
        {steps.length > 0 && (
          <Button aria-pressed={watched.has(location)} onClick={() => onWatch(location)}>
            Stop where it changes
          </Button>
        )}
      </p>
      <ol>
        {from > 0 && <li className="tape-more">{grouped(from)} before</li>}
        {steps.slice(from, from + MOST).map((step) => (
          <li key={step} data-now={step === play.at || undefined} data-past={step <= play.at || undefined}>
            <Link title={told(play, step)} onClick={() => onGo(step)}>
              <small>{step + 1}</small>
              <span className="mono">{shortNumber(play.trace.after[step] ?? Number.NaN, 6)}</span>
            </Link>
          </li>
        ))}
        {from + MOST < steps.length && (
          <li className="tape-more">{grouped(steps.length - from - MOST)} more</li>
        )}
      </ol>
    </div>
  );
}

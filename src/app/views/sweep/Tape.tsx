import { memo } from 'react';
import { grouped, shortNumber } from '../../ui/numbers';
import { elementName, type Playback, tapeKind } from './playback';

const MOST = 24;

/** The tape as a stack: its top is the first line. Each cell goes to the step that pushed it. */
export function Tape({ play, onGo }: { play: Playback; onGo: (step: number) => void }) {
  const { trace, at } = play;
  const height = at < 0 ? 0 : (trace.tapeHeight[at] ?? 0);
  const top = play.top(MOST);
  const popped = at >= 0 && /^pop/.test(tapeKind(trace, at) ?? '') ? play.partner(at) : -1;
  return (
    <section className="tape-stack" aria-label="Tape">
      <p className="tape-head">
        <strong>{height === 0 ? 'empty' : height === 1 ? '1 cell' : `${grouped(height)} cells`}</strong>
      </p>
      <ol>
        <li className="tape-cell" data-popped={popped >= 0 || undefined} aria-hidden={popped < 0}>
          {popped >= 0 && <TapeCell play={play} step={popped} state="popped" onGo={onGo} />}
        </li>
        {top.map((step) => (
          <li key={step} className="tape-cell" data-now={step === at || undefined}>
            <TapeCell play={play} step={step} state={step === at ? 'pushed' : ''} onGo={onGo} />
          </li>
        ))}
      </ol>
      {height > top.length && <p className="tape-more">and {grouped(height - top.length)} below</p>}
    </section>
  );
}

interface TapeCellProps {
  readonly play: Playback;
  readonly step: number;
  readonly state: '' | 'pushed' | 'popped';
  readonly onGo: (step: number) => void;
}

const TapeCell = memo(function TapeCell({ play, step, state, onGo }: TapeCellProps) {
  const { trace } = play;
  const location = trace.locations[trace.location[step] ?? -1];
  const control = tapeKind(trace, step) === 'pushControl';
  const name = control || location === undefined ? 'mark' : elementName(location, trace.index[step] ?? 0);
  const said = state === 'popped' ? 'just popped: ' : state === 'pushed' ? 'just pushed: ' : '';
  return (
    <button
      type="button"
      className="link"
      title={`Pushed in step ${step + 1}: go there`}
      onClick={() => onGo(step)}
    >
      <span className="unseen">{said}</span>
      <span className="mono">{name}</span>
      <span className="mono n">{shortNumber(trace.after[step] ?? Number.NaN, 6)}</span>
      <small>{step + 1}</small>
    </button>
  );
});

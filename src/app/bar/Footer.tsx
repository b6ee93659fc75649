import { isRunStale, isStale } from '../store/state';
import { bytes, counted, duration } from '../ui/numbers';
import { useApp } from '../use';
import { Keys } from './Keys';

/** The last result in one line, and the way out of the editor. */
export function Footer() {
  const shown = useApp((state) => state.shown);
  const execution = useApp((state) => state.execution);
  const isOld = useApp(isRunStale);
  const analysing = useApp((state) => state.analysing && isStale(state));
  const look = useApp((state) => state.example);
  const time = shown?.timings.reduce((sum, { milliseconds }) => sum + milliseconds, 0) ?? 0;
  return (
    <footer className="footer">
      <span className="tab-hint">Escape, then Tab leaves the editor</span>
      <Keys />
      <span className="grow" />
      {look === null && analysing && <span>thinking …</span>}
      {shown?.ok && time > 0 && (
        <span
          title={shown.timings
            .map(({ title, milliseconds }) => `${title}: ${duration(milliseconds)}`)
            .join('\n')}
        >
          derived in <b>{duration(time)}</b>
        </span>
      )}
      {execution?.ok && (
        <span data-stale={isOld || undefined}>
          tape{' '}
          <b>
            {counted(execution.tape.values, 'value')},{' '}
            {counted(execution.tape.controls, 'control entry', 'control entries')},{' '}
            {bytes(execution.tape.bytes)}
          </b>
        </span>
      )}
    </footer>
  );
}

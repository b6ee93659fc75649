import { lazy, Suspense, useEffect, useState } from 'react';
import { isRunStale, isStale } from '../store/state';
import { Link } from '../ui/controls';
import { bytes, counted, duration } from '../ui/numbers';
import { useApp } from '../use';

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

const KeyList = lazy(async () => ({ default: (await import('./KeyList')).KeyList }));

/** All keys, on `?` or at a press. */
function Keys() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest('input, textarea, select, .monaco-editor') !== null)
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Link onClick={() => setOpen(true)}>All keys (?)</Link>
      <Suspense fallback={null}>{open && <KeyList onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

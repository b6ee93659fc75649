import { actions } from '../app';
import { verdictOf } from '../store/results/lookup';
import { diagnosticsOf, isRunStale } from '../store/state';
import { counted } from '../ui/numbers';
import { useApp } from '../use';

const VERDICTS = {
  passed: '✓ gradient checked',
  zero: '○ zero everywhere',
  failed: '✕ gradient is wrong',
  kink: '△ kink or jump',
  'ill-conditioned': '△ ill-conditioned',
  none: '○ not checked',
} as const;

/** The verdict of the last run's check, on every page. It leads to that run. */
export function Verdict() {
  const execution = useApp((state) => state.execution);
  const tampered = useApp(({ playground: { tamper } }) => tamper.with.length + tamper.without.length > 0);
  const stale = useApp((state) => isRunStale(state) || state.running);
  const wrong = useApp((state) =>
    state.latest?.ok === false
      ? diagnosticsOf(state).filter(({ severity }) => severity === 'error').length
      : 0,
  );
  if (wrong > 0)
    return (
      <button
        type="button"
        className="verdict"
        data-verdict="error"
        data-stale
        title="What is shown is outdated: it is of the last text without errors. Messages says what is wrong."
        onClick={() => actions.show('problems')}
      >
        ✕ {counted(wrong, 'error')}
      </button>
    );
  if (execution === null) return null;
  const verdict = execution.ok ? verdictOf(execution) : 'error';
  return (
    <button
      type="button"
      className="verdict"
      data-verdict={verdict}
      data-stale={stale || undefined}
      title={execution.check.sentence}
      onClick={goToRun}
    >
      {verdict === 'error' ? '✕ the run ended early' : VERDICTS[verdict]}
      {tampered ? ' (tampered with)' : ''}
    </button>
  );
}

/** If the run is not in sight, goes to a page or an arrangement that has it. */
function goToRun(): void {
  const place = document.querySelector('[aria-label="Run"] input');
  if (place === null) {
    actions.arrange('read');
    actions.show('run');
  } else place.scrollIntoView({ block: 'nearest' });
}

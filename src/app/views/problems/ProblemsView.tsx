import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { Diagnostic, Severity } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { statementAt } from '../../store/results/lookup';
import { diagnosticsOf } from '../../store/state';
import { focusOnStatement } from '../../store/view/focus';
import { grouped } from '../../ui/numbers';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp } from '../../use';
import { Empty } from '../Panel';
import { Prose } from '../why/Prose';

const ICONS: Record<Severity, typeof CircleX> = { error: CircleX, warning: TriangleAlert, info: Info };
const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };
const MOST = 200;

/** Everything the engine has to say about the text, the worst first. */
export function ProblemsView() {
  const diagnostics = useApp(diagnosticsOf);
  const source = useApp((state) => state.playground.source);
  if (diagnostics.length === 0) return <Empty>Nothing to complain about.</Empty>;
  const starts = lineStarts(source);
  const sorted = [...diagnostics].sort(
    (a, b) => RANK[a.severity] - RANK[b.severity] || a.span.start - b.span.start,
  );
  return (
    <ul className="plain-list">
      {sorted.slice(0, MOST).map((each) => (
        <li key={`${each.code} ${each.span.start} ${each.span.end} ${each.message}`}>
          <Problem diagnostic={each} line={positionOf(starts, each.span.start)} />
        </li>
      ))}
      {sorted.length > MOST && <li className="empty">… and {grouped(sorted.length - MOST)} more.</li>}
    </ul>
  );
}

function Problem(props: { diagnostic: Diagnostic; line: { line: number; column: number } }) {
  const { diagnostic, line } = props;
  const shown = useApp((state) => state.shown);
  const Icon = ICONS[diagnostic.severity];
  const go = () => {
    const found = shown === null ? null : statementAt(shown, diagnostic.span.start);
    if (shown !== null && found !== null) actions.pin(focusOnStatement(shown, found.id, 'problems'));
    actions.reveal(diagnostic.span.start);
  };
  return (
    <button type="button" className="problem" data-severity={diagnostic.severity} onClick={go}>
      <Icon size={14} aria-label={diagnostic.severity} />
      <span>
        <Prose text={diagnostic.message} />
        {diagnostic.notes.map(({ message }) => (
          <small key={message}>
            <Prose text={message} />
          </small>
        ))}
      </span>
      <span className="where">
        {line.line + 1}:{line.column + 1}
      </span>
    </button>
  );
}

import './problems.css';
import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { Diagnostic, Severity } from '../../../engine/pipeline/results';
import { diagnosticsOf } from '../../store/state';
import { grouped } from '../../ui/numbers';
import { useApp } from '../../use';
import { Empty } from '../Panel';
import { Prose } from '../why/Prose';
import { alike } from './alike';
import { goTo, Places, usePlaces } from './Places';

const ICONS: Record<Severity, typeof CircleX> = { error: CircleX, warning: TriangleAlert, info: Info };
const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };
const MOST = 200;

/** Everything the engine has to say about the text, the worst first. */
export function ProblemsView() {
  const diagnostics = useApp(diagnosticsOf);
  if (diagnostics.length === 0) return <Empty>Nothing to complain about.</Empty>;
  const sorted = [...diagnostics].sort(
    (a, b) => RANK[a.severity] - RANK[b.severity] || a.span.start - b.span.start,
  );
  return (
    <ul className="plain-list">
      {alike(sorted.slice(0, MOST)).map(([first, ...others]) => (
        <li key={`${first.code} ${first.message} ${first.span.start}`}>
          <Problem first={first} others={others} />
        </li>
      ))}
      {sorted.length > MOST && <li className="empty">… and {grouped(sorted.length - MOST)} more.</li>}
    </ul>
  );
}

function Problem({ first, others }: { first: Diagnostic; others: readonly Diagnostic[] }) {
  const placeOf = usePlaces();
  const Icon = ICONS[first.severity];
  const icon = <Icon size={14} aria-label={first.severity} />;
  const words = (
    <>
      <Prose text={first.message} />
      {first.notes.map(({ message }) => (
        <small key={message}>
          <Prose text={message} />
        </small>
      ))}
    </>
  );
  if (others.length > 0)
    return (
      <div className="problem" data-severity={first.severity}>
        {icon}
        <div>
          {words}
          <Places of={[first, ...others]} />
        </div>
        <span className="where">{others.length + 1} places</span>
      </div>
    );
  return (
    <button type="button" className="problem" data-severity={first.severity} onClick={() => goTo(first)}>
      {icon}
      <span>{words}</span>
      <span className="where">{placeOf(first)}</span>
    </button>
  );
}

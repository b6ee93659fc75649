import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

export function Panel(props: { title: ReactNode; head?: ReactNode; children: ReactNode; label?: string }) {
  const { title, head, children, label } = props;
  return (
    <section className="panel" aria-label={label ?? (typeof title === 'string' ? title : undefined)}>
      <div className="panel-head">
        {typeof title === 'string' ? <h2>{title}</h2> : title}
        {head}
      </div>
      <div className="panel-body">{children}</div>
    </section>
  );
}

/** Whether the view is older than the text or the options. */
export function Stale() {
  return (
    <span className="stale" title="The text or an option changed; this is the result before.">
      outdated
    </span>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>;
}

/** Shown while something is being loaded or computed, if it takes a while. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <p className="empty waiting" aria-busy="true">
      {children}
    </p>
  );
}

/** The tools of a view in the main place appear in the head of the panel around it. */
export function InHead({ children }: { children: ReactNode }) {
  const [head, setHead] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setHead(document.getElementById('main-tools')), []);
  return head === null ? null : createPortal(children, head);
}

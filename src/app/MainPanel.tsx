import { Maximize2, Minimize2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useState } from 'react';
import { actions } from './app';
import { InTurn } from './InTurn';
import { diagnosticsOf, isStale } from './store/state';
import { Boundary } from './ui/Boundary';
import { Button, Tabs } from './ui/controls';
import { useApp } from './use';
import { Stale } from './views/Panel';
import type { View } from './views/registry';

/**
 * Graphs, sets, comparison, messages: one at a time. Views put their tools into the head's right end. `head` replaces the
 * name of a view that is alone, where the name is shown above already.
 */
export function MainPanel({ views, head }: { views: readonly View[]; head?: ReactNode }) {
  const onTop = useApp(({ onTop: all, arrangement }) => all[arrangement]);
  const view = views.find(({ id }) => id === onTop) ?? views[0];
  const several = views.length > 1;
  const [enlarged, enlarge] = useState(false);
  const stale = useApp((state) => state.shown !== null && isStale(state));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && enlarged && !event.defaultPrevented) enlarge(false);
  };
  if (view === undefined) return null;
  const { Component } = view;
  return (
    <section
      className="panel"
      aria-label={view.title}
      data-enlarged={enlarged || undefined}
      onKeyDown={onKeyDown}
    >
      {(several || head !== undefined) && <h2 className="unseen">{view.title}</h2>}
      <div className="panel-head main-head">
        {several ? (
          <Tabs
            label="Views"
            panelId="main-view"
            value={view.id}
            tabs={views.map(({ id, title }) => ({ value: id, title: tabTitle(id, title) }))}
            onChange={actions.show}
          />
        ) : (
          (head ?? <h2>{view.title}</h2>)
        )}
        <span className="grow" />
        {stale && <Stale />}
        <span id="main-tools" className="graph-tools" />
        {several && (
          <Button
            look="quiet"
            icon={enlarged ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
            label={enlarged ? 'Back to its place' : 'Enlarge to the whole page'}
            aria-pressed={enlarged}
            onClick={() => enlarge(!enlarged)}
          />
        )}
      </div>
      <div
        className="panel-body"
        {...(several ? { role: 'tabpanel', id: 'main-view', 'aria-labelledby': `main-view-${view.id}` } : {})}
      >
        <Boundary key={view.id} what={view.title}>
          <Suspense fallback={<Coming />}>
            <InTurn>
              <Component />
            </InTurn>
          </Suspense>
        </Boundary>
      </div>
    </section>
  );
}

/** Stands in for a view whose code is being loaded. */
function Coming() {
  useEffect(() => {
    actions.awaitView(1);
    return () => actions.awaitView(-1);
  }, []);
  return null;
}

function tabTitle(id: string, title: string): ReactNode {
  return id === 'problems' ? (
    <>
      {title} <Count />
    </>
  ) : (
    title
  );
}

/** The number of messages, in the colour of the worst. */
function Count() {
  const diagnostics = useApp(diagnosticsOf);
  if (diagnostics.length === 0) return null;
  const worst = (['error', 'warning', 'info'] as const).find((tone) =>
    diagnostics.some(({ severity }) => severity === tone),
  );
  return (
    <span className="count" data-tone={worst}>
      {diagnostics.length}
    </span>
  );
}

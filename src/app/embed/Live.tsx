import { Suspense } from 'react';
import { Group, Panel as Pane, Separator } from 'react-resizable-panels';
import { actions } from '../app';
import { MainPanel } from '../MainPanel';
import { Boundary } from '../ui/Boundary';
import { PHONE, useApp, useMedia } from '../use';
import { type View, viewNamed } from '../views/registry';
import type { Embed } from './embed';

const NARROW = '(max-width: 640px)';

/** The views that the embed names: texts and explanations in panes of their own, the others in one. */
export function Live({ embed }: { embed: Embed }) {
  const narrow = useMedia(NARROW);
  // Where there is no room for the kernel beside its sweeps, it is written in a pane of its own.
  const phone = useMedia(PHONE);
  const named = embed.live.length > 0 ? embed.live : ['read'];
  const views = liveViews(phone && named.includes('read') ? ['source', ...named] : named);
  const framed = views.filter(({ place }) => place !== 'main');
  const main = views.filter(({ place }) => place === 'main');
  const panes = [
    ...framed.map(({ id, Component }) => ({ id, body: <Component /> })),
    ...(main.length > 0 ? [{ id: 'main', body: <MainPanel views={main} /> }] : []),
  ];
  return (
    <div className="live">
      <header className="live-head">
        <b>{embed.title}</b>
        <span>live: change it, and everything follows</span>
        <a href={`./${embed.link}`} target="_blank" rel="noopener">
          Open in Backsweep
        </a>
      </header>
      <Notes />
      <main className="live-views">
        <Group orientation={narrow ? 'vertical' : 'horizontal'} id="live">
          {panes.flatMap(({ id, body }, k) => [
            ...(k > 0
              ? [<Separator key={`before ${id}`} className="separator" aria-label="Size of the views" />]
              : []),
            <Pane key={id} id={id} minSize="15">
              <Boundary what={id}>
                <Suspense fallback={null}>{body}</Suspense>
              </Boundary>
            </Pane>,
          ])}
        </Group>
      </main>
    </div>
  );
}

const liveViews = (ids: readonly string[]): readonly View[] =>
  [...new Set(ids)].flatMap((id) => viewNamed(id) ?? []);

function Notes() {
  const broken = useApp(({ playground: { tamper } }) => tamper.with.length + tamper.without.length > 0);
  const note = useApp(({ playground }) => playground.note);
  return (
    <>
      {note !== '' && <p className="live-note">{note}</p>}
      {broken && (
        <p className="live-note" data-tone="warning">
          Its author broke this adjoint on purpose, so its gradient may be wrong.{' '}
          <button type="button" className="link" onClick={actions.untamper}>
            Mend it
          </button>
        </p>
      )}
    </>
  );
}

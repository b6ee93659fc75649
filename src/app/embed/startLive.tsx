import '../everyStyle';
import './live.css';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Group, Panel as Pane, Separator } from 'react-resizable-panels';
import { actions, startEmbedded } from '../app';
import { MainPanel } from '../MainPanel';
import { decodeLink } from '../store/links/permalink';
import { Boundary } from '../ui/Boundary';
import { Link } from '../ui/controls';
import { PHONE, useApp, useMedia } from '../use';
import { type View, viewNamed } from '../views/registry';
import { decodeEmbed, type Embed } from './embed';
import { readMessage } from './messages';

/** An embed that computes: one view or two of the page, with the program of the link, in another page's frame. */
async function start(): Promise<void> {
  const embed = await decodeEmbed(location.hash);
  const root = createRoot(document.getElementById('root') ?? document.body);
  const trouble = typeof embed === 'string' ? embed : await begin(embed);
  const title = typeof embed === 'string' ? '' : embed.title;
  if (title !== '') document.title = title;
  root.render(
    trouble === null && typeof embed !== 'string' ? (
      <Live embed={embed} />
    ) : (
      <p className="empty" role="alert">
        {trouble}
      </p>
    ),
  );
}

async function begin({ link }: Embed): Promise<string | null> {
  const decoded = await decodeLink(link);
  if (decoded.kind === 'shared') {
    startEmbedded(decoded.shared);
    return null;
  }
  return `The program of this embed ${decoded.kind === 'damaged' ? decoded.reason : 'is missing'}.`;
}

addEventListener('hashchange', () => location.reload());
addEventListener('message', ({ source, data }) => {
  const message = source === parent ? readMessage(data) : null;
  if (message?.kind === 'theme') document.documentElement.dataset.theme = message.theme;
});
void start();

const NARROW = '(max-width: 640px)';

/** The views that the embed names: texts and explanations in panes of their own, the others in one. */
function Live({ embed }: { embed: Embed }) {
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
          <Link onClick={actions.untamper}>Mend it</Link>
        </p>
      )}
    </>
  );
}

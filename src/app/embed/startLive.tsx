import '../everyStyle';
import './live.css';
import { createRoot } from 'react-dom/client';
import { startEmbedded } from '../app';
import { decodeLink } from '../store/links/permalink';
import { decodeEmbed, type Embed } from './embed';
import { Live } from './Live';
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

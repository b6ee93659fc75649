/**
 * The page of an embed: a classic script of its own, without the editor, the layout engine or the engine, so that it is small and
 * runs in frames whose origin is opaque. What is live is another page, live.html, to which a click leads.
 */
import '../styles/tokens.css';
import '../styles/code.css';
import '../styles/graphs.css';
import './embed.css';
import { ask } from './ask';
import { el } from './dom';
import { drawn } from './draw';
import { decodeEmbed, type Embed } from './embed';
import { type FromEmbed, readMessage } from './messages';

const root = document.getElementById('root') ?? document.body;
/** A script that may not know its own site, as in many sandboxes, cannot run anything live. */
const canRun = self.origin !== 'null';

const tell = (message: FromEmbed): void => {
  // The page around is unknown, and the message holds only a height and what was clicked here.
  if (parent !== self) parent.postMessage(message, '*');
};

async function show(): Promise<void> {
  const embed = await decodeEmbed(location.hash);
  if (typeof embed === 'string') {
    root.replaceChildren(el('p', { class: 'embed-trouble', role: 'alert' }, embed));
    return;
  }
  if (embed.views.length === 0) {
    if (canRun) location.replace(`live.html${location.hash}`);
    else
      root.replaceChildren(
        el('p', { class: 'embed-trouble' }, 'The page around lets nothing run here. ', elsewhere(embed)),
      );
    return;
  }
  document.title = embed.title === '' ? document.title : embed.title;
  const views = embed.views.map(drawn);
  const covered = embed.question !== null && views.length > 1 ? (views.at(-1) ?? null) : null;
  const curtain = el('p', { class: 'embed-curtain' }, 'What comes of it is shown with the answer.');
  const question =
    embed.question === null
      ? null
      : ask(embed.question, {
          onRevealed: () => covered !== null && curtain.replaceWith(covered),
          onAnswer: (right, chosen) => tell({ backsweep: 1, kind: 'answer', right, chosen }),
        });
  root.replaceChildren(
    head(embed),
    el('div', { class: 'embed-views' }, ...views.map((view) => (view === covered ? curtain : view))),
    ...(question === null ? [] : [question.element]),
  );
  hear = question?.reveal ?? (() => {});
}
let hear = () => {};

function head(embed: Embed): HTMLElement {
  const live = el('button', { type: 'button', class: 'button' }, 'Make it live');
  live.addEventListener('click', () => location.assign(`live.html${location.hash}`));
  return el(
    'header',
    { class: 'embed-head' },
    el('b', {}, embed.title),
    el('span', { class: 'embed-as' }, 'as its author drew it'),
    ...(canRun ? [live] : []),
    elsewhere(embed),
  );
}

const elsewhere = ({ link }: Embed): HTMLElement =>
  el('a', { href: `./${link}`, target: '_blank', rel: 'noopener' }, 'Open in Backsweep');

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  const message = readMessage(data);
  if (message?.kind === 'theme') document.documentElement.dataset.theme = message.theme;
  if (message?.kind === 'reveal') hear();
});
addEventListener('hashchange', () => void show());
new ResizeObserver(() =>
  tell({ backsweep: 1, kind: 'size', height: Math.ceil(root.getBoundingClientRect().height) }),
).observe(root);
void show();

/**
 * The page of an embed: a classic script of its own, without the editor, the layout engine or the engine, so that it is small and
 * runs in frames whose origin is opaque. What is live is another page, live.html, to which a click leads.
 */
import '../styles/tokens.css';
import '../styles/code.css';
import '../styles/graphs.css';
import './embed.css';
import { el, prose } from './dom';
import { drawn } from './draw';
import { decodeEmbed, type Embed, type EmbedQuestion } from './embed';
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

interface Asked {
  readonly element: HTMLElement;
  /** Uncovers the answer without an answer by the reader. */
  readonly reveal: () => void;
}

interface Heard {
  /** Called once, when the answer is visible. */
  readonly onRevealed: () => void;
  readonly onAnswer: (right: boolean, chosen: readonly number[]) => void;
}

/** A question in an embed: choices to mark, or only an answer that is hidden until it is asked for. */
function ask({ text, choices, answer }: EmbedQuestion, { onRevealed, onAnswer }: Heard): Asked {
  const one = choices.filter(({ right }) => right).length === 1;
  const inputs = choices.map(() => el('input', { type: one ? 'radio' : 'checkbox', name: 'choice' }));
  const marks = choices.map(() => el('b', {}));
  const verdict = el('p', { class: 'embed-verdict', role: 'status' });
  const because = el(
    'div',
    { class: 'embed-answer' },
    ...answer.split(/\n\s*\n/).map((part) => el('p', {}, ...prose(part))),
  );
  because.hidden = true;
  const look = el(
    'button',
    { type: 'button', class: 'button', 'data-look': 'primary' },
    choices.length === 0 ? 'Show the answer' : 'Look',
  );
  const labels = choices.map((choice, k) =>
    el(
      'label',
      { class: 'mark' },
      inputs[k] as Node,
      el('span', {}, ...prose(choice.text)),
      marks[k] as Node,
    ),
  );
  const question = el(
    'section',
    { class: 'embed-question', 'aria-label': 'Question' },
    el('fieldset', {}, el('legend', {}, ...prose(text)), ...labels),
    el('p', { class: 'embed-actions' }, look),
    verdict,
    because,
  );
  let shown = false;
  const reveal = () => {
    if (shown) return;
    shown = true;
    because.hidden = answer === '';
    look.hidden = true;
    choices.forEach(({ right }, k) => {
      const input = inputs[k];
      const [sign, word] = right
        ? input?.checked
          ? ['✓', 'right']
          : ['!', 'missed']
        : input?.checked
          ? ['✕', 'not so']
          : ['', ''];
      if (input !== undefined) input.disabled = true;
      if (sign !== '') labels[k]?.setAttribute('data-verdict', word.replace('not so', 'wrong'));
      marks[k]?.replaceChildren(sign, el('span', { class: 'unseen' }, ` ${word}`));
    });
    onRevealed();
  };
  // Not a form: a sandbox that lets scripts run may still forbid those.
  look.addEventListener('click', () => {
    if (shown) return;
    const chosen = choices.flatMap((_, k) => (inputs[k]?.checked ? [k] : []));
    if (one && chosen.length === 0) {
      verdict.textContent = 'Choose one first.';
      return;
    }
    const right = choices.every((choice, k) => choice.right === chosen.includes(k));
    if (choices.length > 0) {
      verdict.textContent = right ? '✓ Right.' : '✕ Not quite.';
      verdict.dataset.right = String(right);
      onAnswer(right, chosen);
    }
    reveal();
  });
  return { element: question, reveal };
}

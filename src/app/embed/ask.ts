/** A question in an embed: choices to mark, or only an answer that is hidden until it is asked for. */
import { el, prose } from './dom';
import type { EmbedQuestion } from './embed';

export interface Asked {
  readonly element: HTMLElement;
  /** Uncovers the answer without an answer by the reader. */
  readonly reveal: () => void;
}

interface Heard {
  /** Called once, when the answer is visible. */
  readonly onRevealed: () => void;
  readonly onAnswer: (right: boolean, chosen: readonly number[]) => void;
}

export function ask({ text, choices, answer }: EmbedQuestion, { onRevealed, onAnswer }: Heard): Asked {
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

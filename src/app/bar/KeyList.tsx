import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { takeTour } from '../open';
import { Button } from '../ui/controls';
import { OFFERED } from '../views/registry';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  [`1 to ${OFFERED.length}`, 'choose an arrangement of the panes; again, its next view'],
  ['Ctrl+Z, Ctrl+Y', 'undo and redo, options included'],
  ['Ctrl+P', 'print a hand-out: kernel, adjoint, graphs, cards and sets'],
  ['arrow keys', 'move in listings, tabs and steppers'],
  ['Home, End', 'first and last step or line'],
  ['Enter or Space', 'on a line, a vertex or a member of a set: why is it there?'],
  [
    'Page up, Page down, ← →',
    'in presenter mode: a step, a push or a lesson’s page back and on, as clickers send them',
  ],
  ['Escape', 'leaves presenter mode, an enlarged pane, a menu'],
  ['Escape, Tab', 'leaves the editor'],
  ['← →', 'in the tour, to the stop before and after; Escape ends it'],
  ['?', 'this list'],
];

export function KeyList({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return createPortal(
    <dialog ref={dialog} className="keys" aria-label="Keys" onClose={onClose}>
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Button size="large" onClick={() => dialog.current?.close()}>
          Close
        </Button>
        <Button
          size="large"
          onClick={() => {
            dialog.current?.close();
            takeTour();
          }}
        >
          Take the tour
        </Button>
      </p>
    </dialog>,
    // The footer, where the button stands, is hidden in presenter mode.
    document.body,
  );
}

import { X } from 'lucide-react';
import { useEffect } from 'react';
import { actions } from '../../app';
import { Button } from '../../ui/controls';
import { useApp } from '../../use';
import { Prose } from './Prose';
import { Card } from './WhyView';

/** On a phone, under what was tapped: what it is for. `more` leads to the page that says all of it, where there is one. */
export function Explained({ more }: { more: (() => void) | null }) {
  const text = useExplained();
  // The page above gives it room: what was tapped stays in sight.
  useEffect(() => {
    if (text !== null)
      document
        .querySelector('#page :is(.line, .read-row, tr)[data-lit]')
        ?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  if (text === null) return null;
  return (
    <aside className="explained" aria-label="Why">
      <Button
        look="quiet"
        size="small"
        icon={<X size={14} />}
        label="Close"
        onClick={() => actions.pin(null)}
      />
      <Card {...text} />
      {more !== null && (
        <Button size="small" onClick={more}>
          All about it
        </Button>
      )}
    </aside>
  );
}

/** Before an audience, in one sentence under both panes. */
export function Caption() {
  const text = useExplained();
  return (
    <p className="caption" role="status">
      {text !== null && <Prose text={text.short} />}
    </p>
  );
}

/** What is said of the thing that is pinned. */
function useExplained() {
  const explanation = useApp((state) => state.explanation);
  const pinned = useApp((state) => state.pinned);
  return explanation !== null && explanation.focus === pinned ? explanation.text : null;
}

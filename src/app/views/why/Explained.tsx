import { X } from 'lucide-react';
import { actions } from '../../app';
import { Button } from '../../ui/controls';
import { useApp } from '../../use';
import { Card } from './WhyView';

/** On a phone, under what was tapped: what it is for. `more` leads to the page that says all of it, where there is one. */
export function Explained({ more }: { more?: () => void }) {
  const explanation = useApp((state) => state.explanation);
  const pinned = useApp((state) => state.pinned);
  if (explanation === null || explanation.focus !== pinned) return null;
  return (
    <aside className="explained" aria-label="Why">
      <Button
        look="quiet"
        size="small"
        icon={<X size={14} />}
        label="Close"
        onClick={() => actions.pin(null)}
      />
      <Card {...explanation.text} />
      {more !== undefined && (
        <Button size="small" onClick={more}>
          All about it
        </Button>
      )}
    </aside>
  );
}

import { X } from 'lucide-react';
import { useEffect } from 'react';
import { actions } from '../../app';
import { Button } from '../../ui/controls';
import { Prose } from './Prose';
import { Card, NextPush, useExplained } from './WhyView';

/** On a phone, under what was tapped: what it is for. `more` leads to the page that says all of it, where there is one. */
export function Explained({ more }: { more: (() => void) | null }) {
  const text = useExplained();
  useEffect(() => {
    if (text !== null) keepInSight();
  }, [text]);
  if (text === null) return null;
  return (
    <aside className="explained" aria-label="Why">
      <Button look="quiet" icon={<X size={14} />} label="Close" onClick={() => actions.pin(null)} />
      <Card {...text} />
      {more !== null && <Button onClick={more}>All about it</Button>}
    </aside>
  );
}

/** The page above gives the sheet room: what was tapped is not hidden by it. */
function keepInSight(): void {
  const page = document.getElementById('page');
  if (page === null) return;
  const [strong, lit] = ['.read-line[data-strong]', ':is(.line, .read-row, tr)[data-lit]'].map((which) => [
    ...page.querySelectorAll(which),
  ]);
  const about = strong?.length ? strong : (lit ?? []);
  const { top, bottom } = page.getBoundingClientRect();
  const isSeen = (each: Element) => {
    const at = each.getBoundingClientRect();
    return at.top >= top && at.bottom <= bottom;
  };
  if (!about.some(isSeen)) about[0]?.scrollIntoView({ block: 'nearest' });
}

/** Before an audience, in one sentence under both panes. */
export function Caption() {
  const text = useExplained();
  return (
    <div className="caption">
      <p role="status">{text !== null && <Prose text={text.short} />}</p>
      <NextPush />
    </div>
  );
}

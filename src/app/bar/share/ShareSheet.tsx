import './share.css';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { actions } from '../../app';
import { Button, Tabs } from '../../ui/controls';
import { Pop } from '../../ui/floating';

// Loaded when it is opened, since few visitors share anything.
const LinkPart = lazy(async () => ({ default: (await import('./LinkPart')).LinkPart }));
const EmbedPart = lazy(async () => ({ default: (await import('./EmbedPart')).EmbedPart }));

const PARTS = [
  { value: 'link', title: 'A short link' },
  { value: 'embed', title: 'In another page' },
  { value: 'paper', title: 'On paper' },
] as const;

/** Short link, its length, how it opens, and its QR code; an embed for another page; the hand-out on paper. */
export function ShareSheet() {
  return (
    <Pop
      label="Pass it on"
      align="end"
      trigger={
        <Button size="large" icon={<ChevronDown size={15} />} label="Short link, QR code, embed, hand-out" />
      }
    >
      <Sheet />
    </Pop>
  );
}

function Sheet() {
  const [part, choose] = useState<(typeof PARTS)[number]['value']>('link');
  return (
    <div className="share-sheet">
      <Tabs label="How to pass it on" panelId="share" value={part} tabs={PARTS} onChange={choose} />
      <div id="share" role="tabpanel" aria-labelledby={`share-${part}`} className="share-part">
        <Suspense fallback={null}>
          {part === 'link' && <LinkPart />}
          {part === 'embed' && <EmbedPart />}
        </Suspense>
        {part === 'paper' && (
          <>
            <p>
              Kernel, adjoint, graphs, what is stored and why, and the sets, on A4; in a lesson its question,
              too.
            </p>
            <p>
              <Button size="large" onClick={actions.printHandout}>
                Print a hand-out
              </Button>
            </p>
          </>
        )}
      </div>
    </div>
  );
}

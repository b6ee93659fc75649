import { Ellipsis } from 'lucide-react';
import { actions } from '../app';
import { Button } from '../ui/controls';
import { Menu } from '../ui/floating';
import { useApp } from '../use';
import { OFFERED } from '../views/registry';

/** The arrangements by name; those beyond the first `most` in a menu. Digits choose them, too. */
export function ArrangementBar({ most = OFFERED.length }: { most?: number }) {
  const current = useApp((state) => state.arrangement);
  const direct = OFFERED.length <= most ? OFFERED : OFFERED.slice(0, most - 1);
  const others = OFFERED.slice(direct.length);
  return (
    <nav className="arrangements" aria-label="Arrangements">
      {direct.map(({ id, title, blurb }, i) => (
        <button
          key={id}
          type="button"
          aria-current={id === current ? 'page' : undefined}
          title={`${blurb} (key ${i + 1})`}
          onClick={() => actions.arrange(id)}
        >
          {title}
        </button>
      ))}
      {others.length > 0 && (
        <Menu
          label="More arrangements"
          align="end"
          trigger={
            <Button
              size="large"
              look="quiet"
              icon={<Ellipsis size={16} />}
              aria-current={others.some(({ id }) => id === current) ? 'page' : undefined}
            >
              More
            </Button>
          }
          parts={others.map(({ id, title, blurb }) => ({
            kind: 'entry' as const,
            id,
            title,
            blurb,
            checked: id === current,
            onSelect: () => actions.arrange(id),
          }))}
        />
      )}
    </nav>
  );
}

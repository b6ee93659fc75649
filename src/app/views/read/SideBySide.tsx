import { useEffect, useMemo, useRef } from 'react';
import type { Differentiation } from '../../../engine/pipeline/results';
import { isStale } from '../../store/state';
import { inNextFrame } from '../../ui/turns';
import { useApp } from '../../use';
import type { Alignment } from './align';
import { useLines } from './Lines';

interface SideBySideProps {
  readonly shown: Differentiation;
  readonly alignment: Extract<Alignment, { kind: 'listing' }>;
}

/** Both sweeps beside each other, each in the order in which it runs: what is pointed at in one is brought into sight in the other. */
export function SideBySide({ shown, alignment }: SideBySideProps) {
  const { forward, backward } = alignment;
  const stale = useApp(isStale);
  const order = useMemo(() => [...forward, ...backward], [forward, backward]);
  const { marks, draw, box } = useLines(shown, order);
  const element = useRef<HTMLDivElement>(null);
  const lit = useMemo(
    () =>
      [forward, backward].map(
        (lines) => lines.find((line) => marks[line]?.strong) ?? lines.find((line) => marks[line]?.lit) ?? -1,
      ),
    [forward, backward, marks],
  );
  useEffect(() => {
    return inNextFrame(() =>
      element.current?.querySelectorAll('.read-column').forEach((column, i) => {
        if (column.matches(':hover') || lit[i] === -1) return;
        column.querySelector(`[id="read-${lit[i]}"]`)?.scrollIntoView({ block: 'nearest' });
      }),
    );
  }, [lit]);
  return (
    <section className={stale ? 'read stale-body' : 'read'}>
      <header className="read-head" data-columns="two">
        <span data-sweep="forward">
          <b>Forward sweep ↓</b> runs first
        </span>
        <span data-sweep="backward">
          <b>Backward sweep ↓</b> runs then
        </span>
      </header>
      <div
        ref={element}
        className="read-columns"
        role="listbox"
        aria-label="Both sweeps, each in running order"
        {...box}
      >
        {[['forward', forward] as const, ['backward', backward] as const].map(([sweep, lines]) => (
          <div key={sweep} className="read-column" data-sweep={sweep} role="presentation">
            {lines.map(draw)}
          </div>
        ))}
      </div>
    </section>
  );
}

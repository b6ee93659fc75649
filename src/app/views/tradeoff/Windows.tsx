import type { TradeoffWindow } from '../../../engine/pipeline/results';
import { bytes } from '../../ui/numbers';
import { useApp } from '../../use';

/** What the least tape proves of each stretch of straight code: so many bytes, and no fewer. */
export function Windows({ windows }: { windows: readonly TradeoffWindow[] }) {
  const source = useApp((state) => state.playground.source);
  if (windows.length === 0) return null;
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  return (
    <>
      <h3 className="tradeoff-title">Stretches of straight code, each time that one runs</h3>
      <ul className="tradeoff-windows">
        {windows.map(({ span, bound, hull }) => {
          const [from, to] = [lineOf(span.start), lineOf(span.end)];
          return (
            <li key={span.start}>
              <span>{from === to ? `Line ${from}` : `Lines ${from} to ${to}`}</span>: {bytes(bound)}, and no
              fewer: so many run along disjoint paths from what it is given to what its backward sweep needs.{' '}
              {hull.length > 1 && (
                <>
                  Kept, for operations run again:{' '}
                  <b>{hull.map(([b, o]) => `${bytes(b)} for ${o}`).join('; ')}</b>.
                </>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

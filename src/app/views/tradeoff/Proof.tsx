import { useState } from 'react';
import type { TradeoffWindow } from '../../../engine/pipeline/results';
import { bytes } from '../../ui/numbers';
import { useApp } from '../../use';
import { Cut } from './Cut';
import { boundOf, hullOf, nameOf } from './words';

/** What the least tape proves of each stretch of straight code: so many bytes, and no fewer. */
export function Proof({ windows }: { windows: readonly TradeoffWindow[] }) {
  const source = useApp((state) => state.playground.source);
  const [chosen, setChosen] = useState(0);
  const window = windows[chosen] ?? windows[0];
  if (window === undefined)
    return (
      <p className="proof-none">
        The least tape finds no stretch of straight code here in which it could choose: what TBR keeps stands.
      </p>
    );
  return (
    <div className="proof">
      {windows.length > 1 && (
        <label className="proof-which">
          stretch{' '}
          <select
            className="select"
            value={windows.indexOf(window)}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {windows.map((each, k) => (
              <option key={each.span.start} value={k}>
                {nameOf(each, source)}, {bytes(each.bound)}
              </option>
            ))}
          </select>
        </label>
      )}
      <p className="proof-bound">{boundOf(window, source)}</p>
      {window.hull.length > 1 && <p className="proof-hull">{hullOf(window)}</p>}
      <Cut key={window.span.start} window={window} />
    </div>
  );
}

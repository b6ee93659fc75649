import { type ReactNode, useCallback, useState } from 'react';
import { Button, Select } from '../../ui/controls';
import { Player } from '../../ui/Player';
import { useWritten } from '../../use';
import { firstChange, halts, NOWHERE, nextHalt, type Stop } from './stops';

interface StopsPlayerProps {
  readonly what: string;
  readonly stops: readonly Stop[];
  readonly at: number;
  readonly onMove: (to: number) => void;
  /** What a place is called, and those where it may stop. */
  readonly place: 'vertex' | 'statement';
  readonly places: readonly { readonly id: string; readonly text: string }[];
  readonly locations: readonly string[];
  /** Between the player and the choices. */
  readonly children?: ReactNode;
}

/** Goes through steps, on to those at a place or where a location comes or goes. */
export function StopsPlayer(props: StopsPlayerProps) {
  const { what, stops, at, onMove, place, places, locations, children } = props;
  const written = useWritten();
  const [breakpoint, setBreakpoint] = useState(NOWHERE);
  const stopsAt = useCallback((to: number) => halts(stops[to], breakpoint), [stops, breakpoint]);
  const first = firstChange(stops, breakpoint.location);
  return (
    <>
      <Player what={what} count={stops.length} at={at} onMove={onMove} stops={stopsAt} />
      {children}
      <div className="stepper-choices">
        <span className="stepper-word">stop at</span>
        <Select
          label={`Stop at a ${place}`}
          value={breakpoint.place}
          choices={[
            { value: '', title: `any ${place}` },
            ...places.map(({ id, text }) => ({ value: id, title: text })),
          ]}
          onChange={(next) => setBreakpoint({ ...breakpoint, place: next })}
        />
        <Select
          label="Stop where a variable changes"
          value={breakpoint.location}
          choices={[
            { value: '', title: 'any variable' },
            ...locations.map((value) => ({ value, title: written(value) })),
          ]}
          onChange={(location) => setBreakpoint({ ...breakpoint, location })}
        />
        <Button
          disabled={breakpoint.place === '' && breakpoint.location === ''}
          onClick={() => onMove(nextHalt(stops, at, breakpoint))}
        >
          Run on
        </Button>
        <Button disabled={first < 0} onClick={() => onMove(first)}>
          First change of {breakpoint.location || '…'}
        </Button>
      </div>
    </>
  );
}

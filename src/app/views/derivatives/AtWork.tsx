import type { ReactNode } from 'react';
import { Button } from '../../ui/controls';
import { grouped } from '../../ui/numbers';
import { Empty } from '../Panel';
import type { Asked } from './useAnswer';

/** While an answer comes: what is done, how far it is where the worker says so, and a way to end it. After that: why there is none, and another try. */
export function AtWork({ asked, what }: { asked: Asked<unknown>; what: string }) {
  const { busy, coming, part, trouble, stop, again } = asked;
  const isComing = busy || coming;
  if (!isComing && trouble === '') return null;
  return (
    <div className="at-work">
      <span role="status">{isComing ? what : trouble}</span>
      {part > 0 && isComing && <progress aria-label={what} value={part} />}
      <Button onClick={isComing ? stop : again}>{isComing ? 'Stop' : 'Try again'}</Button>
    </div>
  );
}

/** In place of a picture that takes many runs, of inputs with more elements than go with it; `children` say what takes them. */
export function TooMany({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Empty>
      {children} With {grouped(count)} elements of inputs they are not drawn: give smaller arrays.
    </Empty>
  );
}

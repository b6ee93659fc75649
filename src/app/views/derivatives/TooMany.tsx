import type { ReactNode } from 'react';
import { grouped } from '../../ui/numbers';
import { Empty } from '../Panel';

/** In place of a picture that takes many runs, of inputs with more elements than go with it; `children` say what takes them. */
export function TooMany({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Empty>
      {children} With {grouped(count)} elements of inputs they are not drawn: give smaller arrays.
    </Empty>
  );
}

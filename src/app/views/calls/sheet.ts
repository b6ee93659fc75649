import type { Differentiation } from '../../../engine/pipeline/results';
import type { Sheet } from '../../ui/sheets';
import { lineStarts, positionOf } from '../../ui/text';

/** Every call: where, how it is reversed, and what is saved for it. */
export function callsSheet({ callGraph, routine }: Differentiation, source: string): Sheet {
  const starts = lineStarts(source);
  return {
    title: `Calls under ${routine?.name ?? 'the kernel'}`,
    head: ['line', 'caller', 'call', 'reversed', 'saved before it', 'snapshot'],
    rows: callGraph.calls.map(({ caller, span, mode, saved, snapshot }) => [
      String(positionOf(starts, span.start).line + 1),
      caller,
      source.slice(span.start, span.end).replace(/\s+/g, ' '),
      mode,
      saved.join(' '),
      snapshot.join(' '),
    ]),
  };
}

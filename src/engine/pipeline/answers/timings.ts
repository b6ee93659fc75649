/** The time of each part of an answer. Work between the passes, printing and results are included, so that the parts add up to the whole. */
import type { PassTiming } from '../results';

/** Moments, in order. */
export interface Moments {
  readonly started: number;
  readonly compiled: number;
  readonly printing: number;
  readonly printed: number;
  readonly ended: number;
}

export function timingsOf(passes: readonly PassTiming[], moments: Moments): PassTiming[] {
  const { started, compiled, printing, printed, ended } = moments;
  const inPasses = passes.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return [
    ...passes,
    {
      id: 'choose',
      title: 'Choose the routine, find its interface, look at its flow',
      milliseconds: compiled - started - inPasses,
    },
    { id: 'print', title: 'Print the code', milliseconds: printed - printing },
    {
      id: 'results',
      title: 'Put the results together',
      milliseconds: ended - compiled - (printed - printing),
    },
  ];
}

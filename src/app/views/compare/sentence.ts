import type { Compared } from '../../store/compare';

/** What the options as they stand save on the tape, against recording every overwritten value. Empty until both have run. */
export function sentenceOf(yours: Compared | null, all: Compared | null): string {
  const [own, most] = [yours, all].map((each) => (each?.execution?.ok ? each.execution.tape.bytes : null));
  if (own == null || most == null) return '';
  if (most === 0) return 'There is nothing to record here, whatever the strategy.';
  if (own === most) return 'Your options put as many bytes on the tape as recording everything.';
  const percent = Math.round((100 * Math.abs(most - own)) / most);
  const amount = percent === 0 ? 'less than one percent' : `${percent} %`;
  return `Your options put ${amount} ${own < most ? 'less' : 'more'} on the tape than recording everything.`;
}

import { type Compared, timeOf } from '../../store/session/compare';
import { bytes, counted, grouped } from '../../ui/numbers';

/**
 * How much tape the current options save, compared with recording every overwritten value. Empty until both have run; a run
 * that ends early is reported.
 */
export function sentenceOf(yours: Compared | null, all: Compared | null): string {
  const run = yours?.execution;
  const wrong = run?.ok === false && run.diagnostics.find(({ severity }) => severity === 'error');
  if (wrong) return `There is nothing to measure, as the run ended early: ${wrong.message}`;
  const [own, most] = [yours, all].map((each) => (each?.execution?.ok ? each.execution.tape.bytes : null));
  if (own == null || most == null) return '';
  if (most === 0) return 'There is nothing to record here, whatever the strategy.';
  if (own === most) return 'Your options put as many bytes on the tape as recording everything.';
  if (own === 0)
    return `Your options put nothing on the tape; recording everything puts ${bytes(most)} there.`;
  const percent = Math.round((100 * Math.abs(most - own)) / most);
  const amount = percent === 0 ? 'less than one percent' : `${percent} %`;
  return `Your options put ${amount} ${own < most ? 'less' : 'more'} on the tape than recording everything.`;
}

/** Times that differ by less are equal. */
const TIE = 0.04;
/** The bytes of a value, pushed and popped. */
const VALUE = 8;

/**
 * Why the least tape is slower or faster here than TBR: what it saves on the tape against what it computes again. Empty until
 * both have run; nothing about time until all rounds are finished (`isTimed`).
 */
export function leastSentence(tbr: Compared | null, least: Compared | null, isTimed = true): string {
  const [a, b] = [tbr, least].map((row) => (row?.execution?.ok ? row.execution : null));
  if (!a || !b || !tbr || !least) return '';
  const saved = a.tape.bytes - b.tape.bytes;
  const more = b.operations.derivative.weighted - a.operations.derivative.weighted;
  const tape =
    saved === 0
      ? 'as many bytes on the tape as TBR'
      : `${bytes(b.tape.bytes)} on the tape where TBR has ${bytes(a.tape.bytes)}`;
  if (saved === 0 && more === 0)
    return `Least tape is TBR here: ${bytes(b.tape.bytes)} on the tape, and as many operations.`;
  const work =
    more === 0
      ? 'as many operations'
      : `${grouped(b.operations.derivative.weighted)} operations where TBR has ${grouped(a.operations.derivative.weighted)}`;
  return `Least tape has ${tape}, for ${work}${isTimed ? timed(timeOf(tbr), timeOf(least), saved, more) : ''}.`;
}

/** A reason is given by what is known to differ: where as much is pushed, it is no push that was saved. */
function timed(tbr: number | null, least: number | null, saved: number, more: number): string {
  if (tbr === null || least === null || tbr <= 0 || least <= 0) return '';
  const ratio = least / tbr;
  const pairs = counted(
    Math.max(1, Math.round(saved / VALUE)),
    'push with its pop',
    'pushes with their pops',
  );
  const times = (x: number) => `${Number(x.toPrecision(3))}×`;
  if (Math.abs(ratio - 1) <= TIE) return '. It is as quick';
  if (ratio < 1) {
    const why =
      saved <= 0
        ? more < 0 && 'it does less work'
        : more <= 0
          ? `it saves ${pairs}, and does no more work`
          : `the ${pairs} that it saves cost more than what it computes again`;
    return `. It is ${times(1 / ratio)} as quick${why ? `: ${why}` : ''}`;
  }
  const why =
    more <= 0
      ? 'it does no more operations by these weights, so it pays for what they do not count, such as the order of reads and writes'
      : saved <= 0
        ? 'it computes more'
        : `what it computes again costs more than the ${pairs} that it saves`;
  return `. It takes ${times(ratio)} the time: ${why}`;
}

import type { TradeoffWindow, WindowValue } from '../../../engine/pipeline/results';
import { bytes, counted } from '../../ui/numbers';
import { lineCounter } from '../../ui/text';

/** `lines 7 to 22` */
export function nameOf({ span }: TradeoffWindow, source: string): string {
  const line = lineCounter(source);
  const [from, to] = [line(span.start), line(span.end)];
  return from === to ? `line ${from}` : `lines ${from} to ${to}`;
}

/** The theorem, for the window at hand. */
export function boundOf(window: TradeoffWindow, source: string): string {
  const { bound, paths } = window;
  const where = nameOf(window, source);
  if (bound === 0)
    return `Each time that ${where} ${verb(where)}, nothing has to be kept: the backward sweep finds all that it reads, or computes it again.`;
  const how =
    paths.length === 1
      ? 'a path leads from what is given to what the backward sweep reads'
      : `${counted(paths.length, 'path')} lead from what is given to what the backward sweep reads, and no two share a value`;
  return `${bytes(bound)} each time that ${where} ${verb(where)}, and no fewer: ${how}. Each must be cut by a value that is kept.`;
}

const verb = (where: string) => (where.startsWith('lines') ? 'run' : 'runs');

/** The corners between the fewest bytes and no operation run again. */
export function hullOf({ hull }: TradeoffWindow): string {
  const corners = hull.map(([b, o]) => `${bytes(b)} for ${o === 0 ? 'none' : o}`);
  return `Kept, for operations run again: ${corners.join('; ')}.`;
}

/** What is done about a value, in a word or two. */
export function choiceText({ choice, bytes: kept, again, kind }: WindowValue): string {
  switch (choice) {
    case 'kept':
      return `kept, ${bytes(kept)}`;
    case 'again':
      return again === null || again === 0 ? 'again' : `again, ${again} op`;
    case 'there':
      return 'still there';
    case 'none':
      return kind === 'given' ? 'given' : 'not asked for';
  }
}

/** Why that is so, in a sentence or two. */
export function whyOf(window: TradeoffWindow, at: number): string {
  const value = window.values[at];
  if (value === undefined) return '';
  switch (value.choice) {
    case 'kept':
      return whyKept(window, value, at);
    case 'again':
      return `The backward sweep computes it again from ${operandsOf(window, value) || 'constants'}: nothing of it is on the tape.`;
    case 'there':
      return 'The backward sweep finds it where it stands: nothing overwrites it before it is read.';
    case 'none':
      return value.kind === 'given'
        ? 'It is given to the stretch. What is computed from it is kept instead, so nothing asks for it any more.'
        : 'What is computed from it is kept instead, so nothing asks for it any more.';
  }
}

function whyKept(window: TradeoffWindow, value: WindowValue, at: number): string {
  const cut = window.paths.filter(({ values }) => values.includes(at)).length;
  const paths = cut === 1 ? 'It cuts a path' : `It cuts ${counted(cut, 'path')}`;
  const how =
    value.again === null
      ? 'nothing that runs here gives it back'
      : `to compute it again takes ${operandsOf(window, value) || 'constants only'}`;
  const { without } = value;
  if (without === null) return `${paths}; ${how}, and what is read is this value itself.`;
  const work = Math.abs(without.operations);
  const operations =
    work === 0 ? '' : ` and ${counted(work, 'operation')} ${without.operations > 0 ? 'more' : 'fewer'}`;
  const otherwise =
    without.bytes === 0
      ? `as many bytes would do${operations}`
      : `it would be ${bytes(window.bound + without.bytes)}${operations}`;
  return `${paths}; ${how}. Without it, ${otherwise}.`;
}

function operandsOf({ values }: TradeoffWindow, { operands }: WindowValue): string {
  const names = operands.flatMap((o) => values[o]?.text ?? []);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

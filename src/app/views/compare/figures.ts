import type { Compared } from '../../store/session/compare';
import { primalTimeOf, timeOf } from '../../store/session/compare';
import { bytes, duration, grouped, roundNumber } from '../../ui/numbers';

/** The compared figures, one for each row; smaller is better, except for `needed`. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly blurb: string;
  readonly of: (row: Compared, all: readonly Compared[]) => number | null;
  readonly text: (value: number) => string;
  /** Of the bare number, where it has one. */
  readonly unit?: string;
  /** The initial width of its column, in digits, so that numbers which come later move nothing. */
  readonly room: number;
  /** Whether it is also drawn as a bar. */
  readonly bar?: 'tape' | 'time';
  readonly best: 'least' | 'most';
}

const whole = grouped;
const run = (row: Compared) => (row.execution?.ok ? row.execution : null);

export const FIGURES: readonly Figure[] = [
  {
    id: 'sites',
    room: 4,
    title: 'sites',
    blurb: 'Places of the code that record something, those of the routines that it calls too.',
    of: ({ result }) => (result?.ok ? result.sites : null),
    text: whole,
    best: 'least',
  },
  {
    id: 'pushes',
    room: 6,
    title: 'pushes',
    blurb: 'Values that the run pushed.',
    of: (row) => run(row)?.tape.values ?? null,
    text: whole,
    best: 'least',
  },
  {
    id: 'control',
    room: 6,
    title: 'control',
    blurb: 'Branches, arrows, counts and numbers that the run pushed.',
    of: (row) => run(row)?.tape.controls ?? null,
    text: whole,
    best: 'least',
  },
  {
    id: 'bytes',
    room: 9,
    title: 'tape',
    blurb: 'Bytes that the run pushed in all.',
    of: (row) => run(row)?.tape.bytes ?? null,
    text: bytes,
    unit: 'bytes',
    bar: 'tape',
    best: 'least',
  },
  {
    id: 'peak',
    room: 9,
    title: 'room',
    blurb: 'Bytes of the tape at its highest.',
    of: (row) => run(row)?.tape.peakBytes ?? null,
    text: bytes,
    unit: 'bytes',
    best: 'least',
  },
  {
    id: 'snapshots',
    room: 4,
    title: 'snapshots',
    blurb: 'The most states, each saved for the adjoint of one call or piece, that were kept at once.',
    of: (row) => run(row)?.tape.peakSnapshots ?? null,
    text: whole,
    best: 'least',
  },
  {
    id: 'needed',
    room: 9,
    title: 'needed',
    blurb: 'Of the values pushed, how many this run needed: derivatives or control read what was restored.',
    of: ({ needed }) => (needed?.ok && needed.made > 0 ? needed.ratio : null),
    text: (value) => `${Math.round(value * 100)} %`,
    best: 'most',
  },
  {
    id: 'operations',
    room: 9,
    title: 'operations',
    blurb: 'Of the adjoint, by the published weights.',
    of: (row) => run(row)?.operations.derivative.weighted ?? null,
    text: roundNumber,
    best: 'least',
  },
  {
    id: 'time',
    room: 10.5,
    title: 'time',
    blurb:
      'Of one run of the adjoint as WebAssembly: many runs, the median of their samples, the best of three rounds.',
    of: (row) => timeOf(row),
    text: duration,
    unit: 'ms',
    bar: 'time',
    best: 'least',
  },
  {
    id: 'ratio',
    room: 9,
    title: '÷ primal',
    blurb: 'Its time divided by that of the kernel itself.',
    of: (row, all) => {
      const [time, primal] = [timeOf(row), primalTimeOf(all)];
      return time === null || primal === null || primal <= 0 ? null : time / primal;
    },
    text: (value) => `${Number(value.toPrecision(3))}×`,
    best: 'least',
  },
];

/** Times that differ by less are equal. */
const TIE = 0.04;

/** The best and the largest of a column; no best if most are equal, which would tell nothing. */
export function extremes(figure: Figure, rows: readonly Compared[]): { best: number | null; most: number } {
  const values = rows.flatMap((row) => figure.of(row, rows) ?? []);
  if (values.length === 0) return { best: null, most: 0 };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const best = figure.best === 'least' ? least : most;
  const holders = values.filter((value) => isBest(figure, value, best)).length;
  return { best: 2 * holders > values.length ? null : best, most };
}

export function isBest(figure: Figure, value: number, best: number | null): boolean {
  if (best === null) return false;
  const tie = figure.bar === 'time' || figure.id === 'ratio' ? TIE * best : 0;
  return Math.abs(value - best) <= tie;
}

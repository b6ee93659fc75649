import type { Differentiation, Origin } from '../../../engine/pipeline/results';
import { memo } from '../../store/memo';
import type { Lit } from '../../store/view/focus';
import { type LineMark, PLAIN_LINE } from '../../ui/Listing';

/** The generated text line by line: the origin and the purpose of each line. */
export interface CodeLine {
  readonly start: number;
  readonly end: number;
  /** The innermost whole origin at its first character. */
  readonly origin: Origin | null;
}

const known = new WeakMap<Differentiation, readonly CodeLine[]>();

export function codeLines(result: Differentiation): readonly CodeLine[] {
  return memo(known, result, () => split(result));
}

/** The line at which the user's code begins: behind the marked tape runtime, if that comes first. */
export function runtimeLines(result: Differentiation): number {
  const { runtime, origins } = result.code;
  if (runtime === null || origins.some(({ start }) => start < runtime.start)) return 0;
  const lines = codeLines(result);
  const after = lines.findIndex(({ start }) => start >= runtime.end);
  const blank = (line: number) => lines[line] !== undefined && lines[line].start === lines[line].end;
  let first = Math.max(0, after);
  while (blank(first)) first++;
  return first;
}

/** The beginning of the routine generated from the kernel itself; those that it calls may come before it. */
export function headLine(result: Differentiation): number {
  const own = new Set(result.statements.map(({ id }) => id));
  const lines = codeLines(result);
  const first = lines.findIndex(({ origin }) => origin?.statement != null && own.has(origin.statement));
  return lines.slice(0, Math.max(first, 0)).findLastIndex(({ start, end }) => start === end) + 1;
}

function split({ code: { text, origins } }: Differentiation): CodeLine[] {
  const whole = origins.filter((each) => each.whole);
  let start = 0;
  let next = 0;
  // Origins are sorted by start, outer first: those still open form a stack.
  const open: Origin[] = [];
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const end = start + line.length;
      const first = start + (line.length - line.trimStart().length);
      for (
        let each = whole[next];
        each !== undefined && each.start <= Math.max(first, start);
        each = whole[++next]
      ) {
        open.push(each);
      }
      for (let top = open.at(-1); top !== undefined && top.end <= first; top = open.at(-1)) open.pop();
      const within = line.trim() === '' ? null : (innermost(open, first) ?? null);
      const result = { start, end, origin: within };
      start = end + 1;
      return result;
    });
}

function innermost(open: readonly Origin[], offset: number): Origin | undefined {
  return open.findLast((each) => each.start <= offset && each.end > offset);
}

const SPOKEN: Record<Origin['role'], string> = {
  primal: '',
  push: 'stores',
  pop: 'restores',
  derivative: 'derivative',
  control: 'control',
  declaration: 'declaration',
  comment: '',
};

export function marksOf(result: Differentiation, lit: Lit): readonly LineMark[] {
  const unlit = unlitOf(result);
  return codeLines(result).map(({ start, end, origin }, line) => {
    const plain = unlit[line] ?? PLAIN_LINE;
    if (origin === null) return plain;
    const { statement, recording } = origin;
    const strong = recording !== null && recording === lit.recording;
    const isLit = strong || (statement !== null && lit.statements.has(statement));
    const now = lit.now !== null && lit.now.start >= start && lit.now.start <= end;
    return isLit || now ? sameMark({ ...plain, now, lit: isLit, strong }) : plain;
  });
}

const unlitKnown = new WeakMap<Differentiation, readonly LineMark[]>();

/** The marks of lines while nothing is in focus. */
function unlitOf(result: Differentiation): readonly LineMark[] {
  return memo(unlitKnown, result, () => {
    const byPurpose = new Map<string, LineMark>();
    return codeLines(result).map(({ origin }) => {
      if (origin === null) return PLAIN_LINE;
      const { role, sweep, recording } = origin;
      const tape = role === 'push' || role === 'pop' || (role === 'control' && recording !== null);
      const purpose = `${role} ${sweep} ${tape}`;
      const same = byPurpose.get(purpose) ?? unlitMark(role, sweep, tape);
      byPurpose.set(purpose, same);
      return same;
    });
  });
}

function unlitMark(role: Origin['role'], sweep: Origin['sweep'], tape: boolean): LineMark {
  const dim = role === 'declaration' || role === 'comment';
  return sameMark({
    ...PLAIN_LINE,
    bar: dim ? 'none' : tape ? 'tape' : (sweep ?? 'none'),
    dim,
    spoken: [sweep === null || dim ? '' : `${sweep} sweep`, SPOKEN[role]].filter(Boolean).join(', '),
  });
}

/** Equal marks are one object, so that lines with an unchanged mark are not drawn again. */
function sameMark(mark: LineMark): LineMark {
  const { bar, lit, strong, dim, now, spoken } = mark;
  const key = `${bar} ${lit} ${strong} ${dim} ${now} ${spoken}`;
  const same = marks.get(key) ?? mark;
  marks.set(key, same);
  return same;
}
const marks = new Map<string, LineMark>();

/** The first line that the focus lights, to scroll to. */
export function firstLit(marks: readonly LineMark[]): number | null {
  const now = marks.findIndex((mark) => mark.now);
  const strong = now >= 0 ? now : marks.findIndex((mark) => mark.strong);
  const any = strong >= 0 ? strong : marks.findIndex((mark) => mark.lit);
  return any < 0 ? null : any;
}

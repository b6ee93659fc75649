import type { Language } from '../../../engine/pipeline/results';
import { withoutTexts } from '../../store/results/braces';

/** A branch or loop of the kernel, as its braces or its `else` and `end` frame it. */
interface Framed {
  readonly head: number;
  /** Of an `else if`: the branch that it belongs to, which ends where it ends. */
  readonly outer: Framed | null;
  /** The rows that begin its other arms, and last the one that ends it. */
  readonly rows: number[];
}

/** By the row of its head, the rows that begin the other arms of a branch or loop, and the one that ends it. */
export function framesOf(source: string, language: Language): ReadonlyMap<number, readonly number[]> {
  const found: Framed[] = [];
  if (language === 'c') framesOfC(withoutTexts(source), found);
  else framesOfFortran(source.split('\n'), found);
  return new Map(found.map(({ head, rows }) => [head, rows]));
}

function begin(found: Framed[], head: number, outer: Framed | null = null): Framed {
  const made: Framed = { head, outer, rows: [] };
  found.push(made);
  return made;
}

function meet(framed: Framed | null, row: number): void {
  for (let each = framed; each !== null; each = each.outer) if (each.rows.at(-1) !== row) each.rows.push(row);
}

function framesOfC(code: string, found: Framed[]): void {
  const open: Framed[] = [];
  /** The block that a brace closed last, and what was written since the last brace. */
  let closed: Framed | null = null;
  let since = '';
  let full = 0;
  code.split('\n').forEach((line, row) => {
    for (const piece of line.split(/([{}])/)) {
      if (piece === '}') {
        closed = open.pop() ?? null;
        meet(closed, row);
      } else if (piece === '{') {
        open.push(opened(found, { closed, since, row, full }));
        closed = null;
      }
      since = piece === '{' || piece === '}' ? '' : since + piece;
    }
    since += '\n';
    if (line.trim() !== '') full = row;
  });
}

interface Opening {
  readonly closed: Framed | null;
  readonly since: string;
  readonly row: number;
  /** The last row before it that says anything. */
  readonly full: number;
}

/** The block that a brace opens, or of which it opens another arm. */
function opened(found: Framed[], { closed, since, row, full }: Opening): Framed {
  const [, otherwise, further] = /^\s*(else)\b(\s*if\b)?/.exec(since) ?? [];
  if (closed !== null && otherwise !== undefined) {
    meet(closed, row);
    return further === undefined ? closed : begin(found, row, closed);
  }
  const alone = /\n\s*$/.test(since);
  if (!/\belse\s*$/.test(since)) return begin(found, alone ? full : row);
  // The arm before it has no braces.
  const made = begin(found, full);
  meet(made, row);
  return made;
}

function framesOfFortran(lines: readonly string[], found: Framed[]): void {
  const open: Framed[] = [];
  let start = 0;
  let goesOn = false;
  lines.forEach((line, row) => {
    const text = line
      .replace(/(^[c*]|!).*/i, '')
      .replace(/^\s*\d*\s*(\w+\s*:\s*)?/, '')
      .trimEnd();
    if (!goesOn) start = row;
    goesOn = text.endsWith('&');
    if (/^end\s*(do|if|select)\b/i.test(text)) meet(open.pop() ?? null, row);
    else if (/^(else|case|elseif)\b/i.test(text)) meet(open.at(-1) ?? null, row);
    if (/^else\s*if\b/i.test(text)) open.push(begin(found, row, open.pop() ?? null));
    else if (/^(do\b(?!\s*\d)|select\s*case)|\bthen$/i.test(text)) open.push(begin(found, start));
  });
}

import type { Differentiation } from '../../../engine/pipeline/results';
import { type Placed, statementOnLine } from './lookup';

/**
 * Of a line of C with nothing but braces, `else` or `do` on it, the branch or loop that it frames: what stands before the brace that
 * opens it, or behind the one that closes a `do`. Fortran says `end if`, and its statements reach that far.
 * @param line where the line starts and ends
 */
export function framedStatement(
  result: Differentiation,
  source: string,
  line: { readonly start: number; readonly end: number },
): Placed | null {
  if (result.request.language !== 'c') return null;
  const code = withoutTexts(source);
  const framing = code.slice(line.start, line.end);
  if (!/^[\s{}]*(else|do)?[\s{}]*$/.test(framing) || framing.trim() === '') return null;
  const search = { result, code };
  const closing = framing.indexOf('}');
  if (closing >= 0) return closedBy(search, line.start + closing);
  const opening = framing.indexOf('{');
  return opening >= 0 ? openedBy(search, line.start + opening) : before(search, line.start, framing);
}

/** A text in C with blanks for comments and constants. */
export const withoutTexts = (source: string): string =>
  source.replace(NO_CODE, (text) => text.replace(/[^\n]/g, ' '));

interface Search {
  readonly result: Differentiation;
  /** The text, with blanks for comments and constants. */
  readonly code: string;
}
const NO_CODE = /\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

function closedBy(search: Search, brace: number): Placed | null {
  const opening = partner(search.code, brace);
  return opening === null ? null : openedBy(search, opening);
}

/** The branch or loop of the block that opens here. */
function openedBy(search: Search, brace: number): Placed | null {
  const { result, code } = search;
  const start = code.lastIndexOf('\n', brace - 1) + 1;
  const head = code.slice(start, brace);
  if (/(^|[\s}])do\s*$/.test(head)) {
    const closing = partner(code, brace);
    return closing === null ? null : statementOnLine(result, closing, endOfLine(code, closing));
  }
  return statementOnLine(result, start, brace) ?? before(search, start, head);
}

/** Whether the head of a line has nothing of its own: `} else`, `else`, or only the brace. */
function before(search: Search, start: number, head: string): Placed | null {
  const { result, code } = search;
  const closing = head.lastIndexOf('}');
  if (closing >= 0) return closedBy(search, start + closing);
  const end = code.slice(0, start).trimEnd().length;
  const above = code.lastIndexOf('\n', end - 1) + 1;
  if (end === 0) return null;
  return (
    statementOnLine(result, above, end) ??
    (/^[\s}]*(else)?\s*$/.test(code.slice(above, end)) ? before(search, above, code.slice(above, end)) : null)
  );
}

const endOfLine = (code: string, from: number): number => {
  const end = code.indexOf('\n', from);
  return end < 0 ? code.length : end;
};

/** The brace that matches this one; null if there is none. */
function partner(code: string, brace: number): number | null {
  const step = code[brace] === '{' ? 1 : -1;
  let depth = 0;
  for (let i = brace; i >= 0 && i < code.length; i += step) {
    if (code[i] === '{') depth += step;
    else if (code[i] === '}') depth -= step;
    if (depth === 0) return i;
  }
  return null;
}

/**
 * Fixed or free form? What a line shows counts as evidence; a directive `backsweep: form(fixed|free)` decides.
 */
import { type Line, type SourceForm, splitLines } from './source';

export function detectForm(source: string): SourceForm {
  const said = /backsweep:\s*form\(\s*(fixed|free)\s*\)/i.exec(source)?.[1];
  if (said) return said.toLowerCase() as SourceForm;
  let fixed = 0;
  let free = 0;
  let inside = 0;
  let outside = 0;
  let isCut = false;
  for (const line of splitLines(source)) {
    const text = lineText(source, line);
    if (text.trim() === '' || /^[!#]/.test(text)) continue;
    const vote = evidence(text);
    if (vote > 0) fixed += vote;
    else free -= vote;
    if (isFixedComment(text)) continue;
    isCut ||= CUT_IN_A_WORD.test(withoutStringsAndComment(text));
    if (/^( {6}|[\d ]{5} |\t)/.test(text)) inside++;
    // A statement in column 6 is a slip in either form.
    else if (!/^ {5}\S/.test(text)) outside++;
  }
  if (fixed !== free) return fixed > free ? 'fixed' : 'free';
  // Without other evidence: lines that keep out of the margin are fixed form, if none would lose the rest of a word.
  return inside > 2 * outside && !isCut ? 'fixed' : 'free';
}

/** A word that goes on past column 72, where fixed form has at most the number of a card. */
const CUT_IN_A_WORD = /^.{71}\w(?!\w*\d\s*$)\w/;

/** Lines are judged by their beginning and end; a pasted blob of one line isn't worth more. */
function lineText(source: string, line: Line): string {
  return line.end - line.start > 500
    ? source.slice(line.start, line.start + 500)
    : source.slice(line.start, line.end);
}

/** Positive for fixed form, negative for free. */
function evidence(text: string): number {
  if (isFixedComment(text)) return 3;
  if (/^ {5}[+&$*.>#:!\-/|1-9]/.test(text)) return text.trimEnd().endsWith('&') ? 0 : 3;
  if (/^\t[1-9]/.test(text)) return 3;
  const code = withoutStringsAndComment(text);
  // Past column 73, where those who write for both forms put it, it goes on with what fixed form would lose.
  if (/&\s*$/.test(code)) return /^.{73}.*&/.test(code) ? -6 : -3;
  if (/^[ \d]{0,4}[a-z]/i.test(text)) return -3;
  return 0;
}

const STARTS_WITH_C = /^c(all|ontinue|ommon|ontains|ycle|ase|haracter|omplex|lose)\b/i;

/** `C`, `c` or `*` in column 1, unless the line reads like a statement. */
function isFixedComment(text: string): boolean {
  const first = text.charAt(0);
  if (first === '*') return true;
  if (first !== 'c' && first !== 'C') return false;
  return !STARTS_WITH_C.test(text) && !/^c\w*\s*(\([^=]*\)\s*)?=/i.test(text) && !/^c\w*\s*:/i.test(text);
}

function withoutStringsAndComment(text: string): string {
  return text.replace(/'[^']*'|"[^"]*"/g, '""').replace(/!.*$/, '');
}

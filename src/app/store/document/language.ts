import type { Language } from '../../../engine/pipeline/results';

/**
 * The language of a text, by marks that only one of the two has; null if it could be either. Each mark counts once a line,
 * and the larger count wins if it is clearly larger.
 */
export function guessLanguage(source: string): Language | null {
  let c = 0;
  let fortran = 0;
  for (const line of source.slice(0, 20_000).split('\n', 400)) {
    if (FORTRAN.test(line)) fortran++;
    if (C.test(line)) c++;
  }
  if (fortran > 2 * c) return 'fortran';
  return c > 2 * fortran ? 'c' : null;
}

const FORTRAN =
  /^[cC*!]\s|^\s{5}[^\s0]|^\s*\d*\s*((recursive|pure|elemental)\s+)*(double precision|real|integer|logical|complex|subroutine|program|module|implicit|dimension|parameter|common|call|do|end\s?(do|if|subroutine|function|program|module)?|else\s?if|continue|enddo|endif)\b(?!\s*[;{=])(?![^(]*\{)|\)\s*then\s*$|\.(and|or|not|lt|gt|le|ge|eq|ne)\.|::/i;
const C =
  /[;{}]\s*(\/\/.*|\/\*.*)?$|^\s*#\s*(include|define)|^\s*\/[/*]|\b(double|float|int|void|const)\s+\*?\w+\s*[[(,;=]|\+\+|--|[+\-*/]=|&&|\|\|/;

/** Whether column rules hold: comments and continuation are recognised by position. Only for colouring; the engine decides for itself. */
export function looksFixedForm(source: string): boolean {
  const lines = source
    .slice(0, 20_000)
    .split('\n', 400)
    .filter((line) => line.trim() !== '');
  const starred = lines.some(
    (line) => /^[cC*]/.test(line) && !/^(call|common|continue|character|complex)\b/i.test(line),
  );
  const continued = lines.some((line) => /^ {5}[^\s0!]/.test(line));
  const inside = lines.every((line) => /^([cC*!]|\t| {6}|\s*\d{1,5}\s|\s*!| {5}\S|#)/.test(line));
  return inside && (starred || continued || lines.length > 0);
}

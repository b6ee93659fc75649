import type { Language, ScheduleKind, ScheduleLoop } from '../../../engine/pipeline/results';

/** The directive that asks for a schedule; null for a schedule that needs none, or that is not about one loop. */
export function directiveFor(kind: ScheduleKind, amount: number): string | null {
  if (kind === 'store') return null;
  if (kind === 'recompute') return 'checkpoint(binomial, 1)';
  return kind === 'independent' ? 'independent()' : `checkpoint(${kind}, ${amount})`;
}

/** The text with the directive before the loop, replacing a directive that is there; null removes it. */
export function withDirective(
  source: string,
  language: Language,
  { span, directive }: Pick<ScheduleLoop, 'span' | 'directive'>,
  text: string | null,
): string {
  const start = source.lastIndexOf('\n', span.start - 1) + 1;
  if (directive && text !== null)
    return `${source.slice(0, directive.span.start)}backsweep: ${text}${source.slice(directive.span.end)}`;
  if (directive) {
    const from = source.lastIndexOf('\n', directive.span.start - 1) + 1;
    const line = source.slice(from, source.indexOf('\n', directive.span.end) + 1);
    // A comment that says nothing else is removed with its line.
    const isAlone = /^\s*(\/\*|\/\/|!|[cC*])\s*backsweep:[^\n]*$/.test(line.trimEnd());
    return isAlone
      ? source.slice(0, from) + source.slice(from + line.length)
      : source.slice(0, directive.span.start) + source.slice(directive.span.end);
  }
  if (text === null) return source;
  const [indent = ''] = /^\s*/.exec(source.slice(start, span.start)) ?? [];
  const comment = language === 'c' ? `/* backsweep: ${text} */` : `! backsweep: ${text}`;
  return `${source.slice(0, start)}${indent}${comment}\n${source.slice(start)}`;
}

/** Whether only a label, or the head of a test that starts there, stands before it on its line: a comment above is then about it alone. */
export function standsAlone(source: string, start: number): boolean {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  return /^\s*\d*\s*((if|while|for|switch|do|do\s+while)\s*\(?)?\s*$/i.test(before);
}

/** The directive in the line above. */
export function directiveBefore(source: string, start: number): ScheduleLoop['directive'] {
  const line = source.lastIndexOf('\n', start - 1);
  if (line < 0) return null;
  const above = source.lastIndexOf('\n', line - 1) + 1;
  const found = /backsweep:\s*(checkpoint|independent)\s*\([^()\n]*\)/.exec(source.slice(above, line));
  if (found === null) return null;
  const from = above + found.index;
  return { text: found[0], span: { start: from, end: from + found[0].length } };
}

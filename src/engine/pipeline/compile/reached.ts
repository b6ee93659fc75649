/**
 * Only what the chosen routine reaches is judged: what lies outside the subset elsewhere in the text is a note. A routine
 * is reached where its name stands in the text of one that is, so that nothing is missed because a call could not be read.
 */
import type { Diagnostic } from '../../base/diagnostics';
import type { Span } from '../../base/span';
import type { Program, Routine } from '../../ir/types';

/** What is wrong with a construct, and not with the text around it. */
const OF_A_CONSTRUCT = new Set([
  'unsupported',
  'undeclared',
  'undeclared-function',
  'undeclared-variable',
  'unknown-function',
  'unknown-component',
  'unknown-member',
  'unknown-type',
  'pointer-without-target',
]);

export function judgedFrom(
  source: string,
  program: Program,
  chosen: Routine | null,
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  const isOpen = diagnostics.some((d) => d.severity === 'error' && OF_A_CONSTRUCT.has(d.code));
  if (!chosen || !isOpen || program.routines.length < 2) return [...diagnostics];
  const reached = reachedByName(source, program, chosen);
  const idle = program.routines.filter((r) => !r.external && !reached.has(r));
  return diagnostics.map((d) => {
    if (d.severity !== 'error' || !OF_A_CONSTRUCT.has(d.code)) return d;
    const within = idle.filter(({ span }) => contains(span, d.span));
    const isJudged = [...reached].some(
      (r) => contains(r.span, d.span) && !within.some((i) => contains(r.span, i.span)),
    );
    const [first] = within;
    if (!first || isJudged) return d;
    const message = `${chosen.name} does not need ${first.name}, where this stands.`;
    return { ...d, severity: 'info', notes: [...d.notes, { message }] };
  });
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function reachedByName(source: string, program: Program, chosen: Routine): Set<Routine> {
  const fold = (word: string): string => (program.language === 'fortran' ? word.toLowerCase() : word);
  const byName = new Map(program.routines.map((r) => [fold(r.name), r]));
  const reached = new Set<Routine>();
  const pending = [chosen];
  const read = (text: string): void => {
    for (const [word] of text.matchAll(/[A-Za-z_]\w*/g)) {
      const routine = byName.get(fold(word));
      if (routine) pending.push(routine);
    }
  };
  if (program.language === 'fortran') for (const line of source.match(NAMED_ELSEWHERE) ?? []) read(line);
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    if (!at.external) read(source.slice(at.span.start, at.span.end));
  }
  return reached;
}

/** Generic names and types say which routines they may mean. */
const NAMED_ELSEWHERE = /^\s*(?:module\s+)?procedure\b.*$/gim;

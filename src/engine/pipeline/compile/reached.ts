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
  if (!chosen || !isOpen) return [...diagnostics];
  const reached = reachedByName(source, program, chosen);
  const idle = program.routines.filter((r) => !r.external && !reached.has(r));
  return diagnostics.map((d) => {
    if (d.severity !== 'error' || !OF_A_CONSTRUCT.has(d.code)) return d;
    if (isOfUnusedNames(source, program, reached, d.span)) {
      const message = `${chosen.name} does not need what is declared here.`;
      return { ...d, severity: 'info', notes: [...d.notes, { message }] };
    }
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

/** Outside of routines: none of the names that a declaration, or the type around it, makes stands in what is reached. */
function isOfUnusedNames(
  source: string,
  program: Program,
  reached: ReadonlySet<Routine>,
  span: Span,
): boolean {
  if (program.language !== 'fortran') return false;
  if (program.routines.some((r) => !r.external && contains(r.span, span))) return false;
  const types = [...source.matchAll(TYPE)].map((m) => ({ start: m.index, text: m[0], name: m[1] ?? '' }));
  const around = types.find(({ start, text }) => start <= span.start && span.start < start + text.length);
  const line = source.slice(source.lastIndexOf('\n', span.start - 1) + 1).replace(/\n[\s\S]*/, '');
  const declared = /::(.*)/.exec(line)?.[1]?.match(/[A-Za-z]\w*/g) ?? [];
  const names = around ? [around.name] : declared;
  if (names.length === 0) return false;
  const words = (text: string) => new Set(text.toLowerCase().match(/[a-z]\w*/g) ?? []);
  const used = new Set<string>();
  for (const r of reached)
    if (!r.external) for (const word of words(source.slice(r.span.start, r.span.end))) used.add(word);
  // What a type that is used holds is used.
  for (let before = -1; before < used.size; ) {
    before = used.size;
    for (const { name, text } of types)
      if (used.has(name.toLowerCase())) for (const word of words(text)) used.add(word);
  }
  return names.every((name) => !used.has(name.toLowerCase()));
}

/** A derived type, from its first line to its last. */
const TYPE = /^[ \t]*type\b(?![ \t]*\()[^\n]*?(\w+)[ \t]*\n[\s\S]*?^[ \t]*end[ \t]*type\b/gim;

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function reachedByName(source: string, program: Program, chosen: Routine): Set<Routine> {
  const fold = (word: string): string => (program.language === 'fortran' ? word.toLowerCase() : word);
  // Copies of a routine, as for what it is passed, stand in the text under its name.
  const byName = new Map<string, Routine[]>();
  for (const r of program.routines)
    for (const name of new Set([r.name, source.slice(r.nameSpan.start, r.nameSpan.end)].map(fold)))
      byName.set(name, [...(byName.get(name) ?? []), r]);
  const reached = new Set<Routine>();
  const pending = [chosen];
  const read = (text: string): void => {
    for (const [word] of text.matchAll(/[A-Za-z_]\w*/g)) {
      pending.push(...(byName.get(fold(word)) ?? []));
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

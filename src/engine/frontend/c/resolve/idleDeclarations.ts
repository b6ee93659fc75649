/**
 * Headers that are pasted with a text declare much that it never names. Functions and arrays of other files that nothing but
 * their declarations name say nothing of the program, nor does a prototype beside its function: they are left out before
 * anything is judged or rewritten.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { shortened } from '../../limitedSink';
import type * as S from '../parse/syntax';
import type { Scan } from '../read/scanner';
import { type Item, withoutDeclared } from './survey';

export function withoutIdleDeclarations(
  file: S.SourceFile,
  source: string,
  { tokens, comments }: Scan,
  sink: DiagnosticSink,
): S.SourceFile {
  reportConflicts(file, sink);
  const others = file.items.flatMap(elsewhereIn);
  const defined = new Set(file.items.map((item) => (item.kind === 'function' ? item.declarator.name : null)));
  // A text without a function with a body is judged by what it declares.
  if (others.length === 0 || defined.size === 1) return file;
  const times = new Map<string, number>();
  const meet = (name: string, by: number) => times.set(name, (times.get(name) ?? 0) + by);
  for (const { kind, text } of tokens) if (kind === 'identifier') meet(text, 1);
  for (const { start, end } of comments) {
    const remark = source.slice(start, end);
    if (remark.includes('backsweep')) for (const [word] of remark.matchAll(/\w+/g)) meet(word, 1);
  }
  for (const name of others) meet(name, -1);
  const idle = new Set(others.filter((name) => times.get(name) === 0 || defined.has(name)));
  return { ...file, items: withoutDeclared(file.items, (name) => idle.has(name)) };
}

/** Names of functions without a body, and of what is `extern` and has no form by which it could be an input. */
function elsewhereIn(item: Item): string[] {
  if (item.kind !== 'declaration' || item.type.storage === 'typedef' || item.type.enumerators.length > 0)
    return [];
  const { base, storage } = item.type;
  const declared = item.declared.filter(({ declarator: { derivations } }) => {
    const isPlain = derivations.every((d) => d.kind === 'array' && d.size) && base !== 'unsupported';
    return derivations[0]?.kind === 'function' || (storage === 'extern' && !isPlain);
  });
  return declared.map(({ declarator }) => declarator.name);
}

/** As they are written: what is made of parameters differs where a body tells more of them. */
function reportConflicts({ items }: S.SourceFile, sink: DiagnosticSink): void {
  const found = new Map<string, { readonly by: S.Declarator; readonly hasBody: boolean }>();
  for (const item of items) {
    if (item.kind !== 'function' && (item.kind !== 'declaration' || item.type.storage === 'typedef'))
      continue;
    const declarators = item.kind === 'function' ? [item.declarator] : item.declared.map((d) => d.declarator);
    for (const each of declarators) {
      const taken = takenBy(each);
      const before = found.get(each.name);
      const hasBody = item.kind === 'function';
      if (taken === null) continue;
      if (!before || (hasBody && !before.hasBody)) found.set(each.name, { by: each, hasBody });
      // Of two bodies something else is said.
      if (before && takenBy(before.by) !== taken && !(hasBody && before.hasBody))
        sink.error(
          'conflicting-declaration',
          `\`${shortened(each.name)}\` is declared here with another number of parameters.`,
          each.nameSpan,
          { message: 'The other declaration is here.', span: before.by.nameSpan },
        );
    }
  }
}

/** How many parameters a function takes, where that is told. */
function takenBy({ derivations: [first] }: S.Declarator): number | null {
  return first?.kind === 'function' && !first.isOpen ? first.parameters.length : null;
}

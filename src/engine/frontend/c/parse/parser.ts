import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Token } from '../read/token';
import { ALLOCATING } from '../resolve/moved/facts';
import { Cursor } from './cursor';
import { parseAssignment, parseConditional } from './parseExpression';
import { parseDeclarationInto, parseInto } from './parseStatement';
import { tellSurplus } from './recovery';
import type { SourceFile, Statement } from './syntax';
import { startsAfterMacro, startsType, startsUnknownType, startsUntypedFunction } from './typeWords';

/**
 * Reads tokens into a syntax tree in one pass. Every error is reported, and what follows it is read on from the next
 * statement or brace; the tree holds whatever could be read. Nothing nests deeper than NESTING_LIMIT, and no
 * expression is higher than HEIGHT_LIMIT.
 */
export function parse(source: string, tokens: readonly Token[], sink: DiagnosticSink): SourceFile {
  const c = new Cursor(source, tokens, sink, { parseAssignment, parseConditional });
  while (!c.atEnd()) parseItem(c);
  return {
    items: c.items,
    hasStructs: c.members.size + c.structs.size > 0,
    hasTexts: tokens.some(({ kind }) => kind === 'string'),
    hasComplex: c.hasComplex,
    hasReferences: c.hasReferences,
    hasHeap: tokens.some(({ text }) => ALLOCATING.has(text)),
    hasSorts: tokens.some(({ text }) => text === 'qsort'),
  };
}

function parseItem(c: Cursor): void {
  const before = c.at;
  const enumerators = [...c.enumerators];
  c.depth = 0;
  if (c.is('}')) {
    tellSurplus(c, c.take());
  } else if (startsType(c) || startsAfterMacro(c) || startsUnknownType(c) || startsUntypedFunction(c))
    parseDeclarationInto(c, c.items, true);
  else parseInto(c, c.items as Statement[]);
  if (c.panic) c.synchronise();
  // Names that a parameter or a local has hidden are visible again.
  for (const [name, value] of enumerators) c.enumerators.set(name, value);
  c.hiddenTypes = new Set();
  if (c.at === before && !c.atEnd()) c.take();
}

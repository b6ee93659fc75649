import type { DiagnosticSink } from '../../../base/diagnostics';
import { wrapsAround } from '../lower/unsigned';
import type { Token } from '../read/token';
import { ALLOCATING } from '../resolve/moved/facts';
import { atEnd, type Cursor, is, synchronise, take } from './cursor';
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
  const c: Cursor = {
    source,
    tokens: [...tokens],
    sink,
    at: 0,
    errors: 0,
    depth: 0,
    panic: false,
    typeNames: new Map(),
    typeShapes: new Map(),
    typeSizes: new Map(),
    enumerators: new Map(),
    structs: new Map(),
    members: new Map(),
    hasComplex: false,
    hasReferences: false,
    wraps: wrapsAround(tokens),
    taken: new Set(),
    items: [],
    braceMissing: false,
    surplusTold: false,
    askew: null,
    lastSurplus: null,
    isCut: sink.list.some(({ code }) => code === 'unterminated-comment'),
    expressions: { parseAssignment, parseConditional },
  };
  while (!atEnd(c)) {
    parseItem(c);
  }
  return {
    items: c.items,
    hasStructs: c.members.size + c.structs.size > 0,
    hasTexts: tokens.some(({ kind }) => kind === 'string'),
    hasComplex: c.hasComplex,
    hasReferences: c.hasReferences,
    hasHeap: tokens.some(({ text }) => ALLOCATING.has(text)),
  };
}

function parseItem(c: Cursor): void {
  const before = c.at;
  const enumerators = [...c.enumerators];
  c.depth = 0;
  if (is(c, '}')) {
    tellSurplus(c, take(c));
  } else if (startsType(c) || startsAfterMacro(c) || startsUnknownType(c) || startsUntypedFunction(c))
    parseDeclarationInto(c, c.items, true);
  else parseInto(c, c.items as Statement[]);
  if (c.panic) synchronise(c);
  // Names that a parameter or a local has hidden are visible again.
  for (const [name, value] of enumerators) c.enumerators.set(name, value);
  if (c.at === before && !atEnd(c)) take(c);
}
